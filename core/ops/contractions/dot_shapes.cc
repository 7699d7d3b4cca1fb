#include "ops/contractions/dot_shapes.h"

#include <algorithm>

#include "base/str_cat.h"

namespace hloom {

namespace {

using DotShapesDims = std::vector<int64_t>;

// One list of dimension numbers, with the array whose dimensions it names.
struct Named {
  std::string_view name;
  const DotShapesDims& dims;
  std::string_view operand;  // "lhs"
  const Shape& shape;

  Message Text() const { return WithValue(name, dims); }
  // "dimension 1 of lhs f32[2,3] (size 3)"
  std::string Dimension(size_t i) const {
    return StrCat("dimension ", dims[i], " of ", operand, " ", shape.ToString(), " (size ",
                  shape.dimensions(dims[i]), ")");
  }
};

bool DotShapesContains(const DotShapesDims& dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) != dims.end();
}

Status CheckRangeOfDotShapes(const Rule& rule, const Named& named) {
  const int64_t rank = named.shape.rank();
  for (const int64_t d : named.dims) {
    if (d >= 0 && d < rank) continue;
    return InvalidArgument(rule)
        .Say(MessageCat(named.Text(), " names dimension ", d, ", which ", named.operand, " ",
                        named.shape.ToString(), " does not have"))
        .Help(rank == 0   ? Message("it has no dimensions: use `{}`"_msg)
              : rank == 1 ? std::string("its only dimension is 0")
                          : StrCat("its dimensions are 0..", rank - 1));
  }
  return OkStatus();
}

Status CheckOnce(const Rule& rule, const Named& batch, const Named& contracting) {
  for (const Named* named : {&batch, &contracting}) {
    const DotShapesDims& dims = named->dims;
    for (auto it = dims.begin(); it != dims.end(); ++it) {
      if (std::find(dims.begin(), it, *it) == it) continue;
      return InvalidArgument(rule)
          .Say(MessageCat(named->Text(), " names dimension ", *it, " twice"))
          .Help("name each dimension once");
    }
  }
  for (const int64_t d : batch.dims) {
    if (!DotShapesContains(contracting.dims, d)) continue;
    return InvalidArgument(rule)
        .Say(MessageCat(batch.Text(), " and ", contracting.Text(), " both name dimension ", d))
        .Help(StrCat("leave it out of one of them: a batch dimension stays in the result, a "
                     "contracting one is summed over"));
  }
  return OkStatus();
}

Status CheckCountsOfDotShapes(const Rule& rule, std::string_view what, const Named& lhs,
                              const Named& rhs) {
  if (lhs.dims.size() == rhs.dims.size()) return OkStatus();
  const auto count = [](const Named& named) {
    return Count(static_cast<int64_t>(named.dims.size()), "dimension");
  };
  return InvalidArgument(rule)
      .Say(MessageCat(lhs.Text(), " names ", count(lhs), ", ", rhs.Text(), " names ", count(rhs)))
      .Help(StrCat("each ", what, " dimension of lhs goes with one of rhs: name as many of both"));
}

Status CheckSizes(const Rule& rule, std::string_view what, const Named& lhs, const Named& rhs) {
  for (size_t i = 0; i < lhs.dims.size(); ++i) {
    const int64_t size = lhs.shape.dimensions(lhs.dims[i]);
    if (size == rhs.shape.dimensions(rhs.dims[i])) continue;
    DotShapesDims fitting;
    for (int64_t d = 0; d < rhs.shape.rank(); ++d) {
      if (rhs.shape.dimensions(d) == size) fitting.push_back(d);
    }
    return InvalidArgument(rule)
        .Say(StrCat(lhs.Dimension(i), " meets ", rhs.Dimension(i)))
        .Detail(MessageCat(lhs.Text(), " and ", rhs.Text(), " pair them"))
        .Help(fitting.empty()
                  ? StrCat(what,
                           " dimensions that meet have one size: rhs has no dimension of size ",
                           size)
                  : StrCat(what, " dimensions that meet have one size: of rhs, ",
                           fitting.size() == 1 ? "dimension " : "dimensions ",
                           StrJoin(Span<const int64_t>(fitting), ", "),
                           fitting.size() == 1 ? " has size " : " have size ", size));
  }
  return OkStatus();
}

}  // namespace

Status CheckDotDimensions(const DotRules& rules, const DotDimensionNumbers& numbers,
                          const Shape& lhs, const Shape& rhs) {
  const Named lhs_batch = {"lhs_batch_dimensions", numbers.lhs_batch_dimensions(), "lhs", lhs};
  const Named rhs_batch = {"rhs_batch_dimensions", numbers.rhs_batch_dimensions(), "rhs", rhs};
  const Named lhs_contracting = {"lhs_contracting_dimensions", numbers.lhs_contracting_dimensions(),
                                 "lhs", lhs};
  const Named rhs_contracting = {"rhs_contracting_dimensions", numbers.rhs_contracting_dimensions(),
                                 "rhs", rhs};
  HLOOM_RETURN_IF_ERROR(CheckRangeOfDotShapes(rules.lhs_batch_range, lhs_batch));
  HLOOM_RETURN_IF_ERROR(CheckRangeOfDotShapes(rules.lhs_contracting_range, lhs_contracting));
  HLOOM_RETURN_IF_ERROR(CheckRangeOfDotShapes(rules.rhs_batch_range, rhs_batch));
  HLOOM_RETURN_IF_ERROR(CheckRangeOfDotShapes(rules.rhs_contracting_range, rhs_contracting));
  HLOOM_RETURN_IF_ERROR(CheckOnce(rules.lhs_once, lhs_batch, lhs_contracting));
  HLOOM_RETURN_IF_ERROR(CheckOnce(rules.rhs_once, rhs_batch, rhs_contracting));
  HLOOM_RETURN_IF_ERROR(CheckCountsOfDotShapes(rules.batch_count, "batch", lhs_batch, rhs_batch));
  HLOOM_RETURN_IF_ERROR(CheckCountsOfDotShapes(rules.contracting_count, "contracting",
                                               lhs_contracting, rhs_contracting));
  HLOOM_RETURN_IF_ERROR(CheckSizes(rules.batch_sizes, "batch", lhs_batch, rhs_batch));
  return CheckSizes(rules.contracting_sizes, "contracting", lhs_contracting, rhs_contracting);
}

DotDimension DimensionOf(const Shape& shape, int64_t d) {
  return {shape.dimensions(d), shape.is_dynamic_dimension(d)};
}

std::vector<DotDimension> ProductDimensions(const DotDimensionNumbers& numbers, const Shape& lhs,
                                            const Shape& rhs) {
  const DotShapesDims& lhs_batch = numbers.lhs_batch_dimensions();
  const DotShapesDims& rhs_batch = numbers.rhs_batch_dimensions();
  std::vector<DotDimension> dimensions;
  for (size_t i = 0; i < lhs_batch.size(); ++i) {
    DotDimension dimension = DimensionOf(lhs, lhs_batch[i]);
    dimension.dynamic = dimension.dynamic || rhs.is_dynamic_dimension(rhs_batch[i]);
    dimensions.push_back(dimension);
  }
  for (const int64_t d :
       KeptDimensions(lhs.rank(), lhs_batch, numbers.lhs_contracting_dimensions())) {
    dimensions.push_back(DimensionOf(lhs, d));
  }
  for (const int64_t d :
       KeptDimensions(rhs.rank(), rhs_batch, numbers.rhs_contracting_dimensions())) {
    dimensions.push_back(DimensionOf(rhs, d));
  }
  return dimensions;
}

Shape DotShape(PrimitiveType type, const std::vector<DotDimension>& dimensions) {
  DotShapesDims sizes;
  std::vector<bool> dynamic;
  for (const DotDimension& dimension : dimensions) {
    sizes.push_back(dimension.size);
    dynamic.push_back(dimension.dynamic);
  }
  return ShapeUtil::MakeShape(type, sizes, dynamic);
}

DotShapesDims KeptDimensions(int64_t rank, const DotShapesDims& batch,
                             const DotShapesDims& contracting) {
  DotShapesDims kept;
  for (int64_t d = 0; d < rank; ++d) {
    if (!DotShapesContains(batch, d) && !DotShapesContains(contracting, d)) kept.push_back(d);
  }
  return kept;
}

}  // namespace hloom
