// reshape: the same elements, in row-major order, under other dimension sizes.
#include "ops/data_movement/reshape.h"

#include <algorithm>
#include <optional>

#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kReshapeOperands[] = {{"operand", "an array"}};
constexpr Rule kReshapeC1 = {"reshape.c1", "operand and result have the same number of elements"};
constexpr Rule kReshapeC2 = {"reshape.c2", "operand and result have the same element type"};
constexpr Rule kReshapeC3 = {
    "reshape.c3", "it is unambiguous which dimension of the result each dynamic one becomes"};
constexpr Rule kReshapeC4 = {"reshape.c4",
                             "inferred_dimension is a dimension of the result, or -1 for none"};
constexpr Rule kReshapeC5 = {"reshape.c5",
                             "the live elements that go into an inferred dimension, and into "
                             "static ones beside it, fill all of these"};
constexpr Rule kDataMovementReshapeRules[] = {kReshapeC1, kReshapeC2, kReshapeC3, kReshapeC4,
                                              kReshapeC5};

StatusOr<Shape> InferReshapeOfDynamic(const Shape& operand, Span<const int64_t> sizes,
                                      int64_t inferred_dimension, const Shape* given,
                                      const Shape* written);

StatusOr<Shape> InferReshape(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& result = *context.given_shape;
  HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(result));
  const int64_t have = ShapeUtil::ElementsIn(operand);
  const int64_t want = ShapeUtil::ElementsIn(result);
  if (have != want) {
    return InvalidArgument(kReshapeC1)
        .Say(StrCat(operand.ToString(), " cannot be reshaped to ", result.ToString()))
        .Detail(
            StrCat("the operand has ", Count(have, "element"), ", the result would have ", want))
        .Help(StrCat("the product of the new sizes must be ", have));
  }
  if (operand.element_type() != result.element_type()) {
    return InvalidArgument(kReshapeC2)
        .Say(StrCat(operand.ToString(), " cannot be reshaped to ", result.ToString()))
        .Help("a reshape does not convert elements");
  }
  const int64_t inferred_dimension = context.attrs<ReshapeAttributes>().inferred_dimension.value;
  if (inferred_dimension < -1 || inferred_dimension >= result.rank()) {
    return InvalidArgument(kReshapeC4)
        .Say(MessageCat(WithValue("inferred_dimension", inferred_dimension),
                        " is not a dimension of ", result.ToString()))
        .Help("leave `inferred_dimension` out: the shape of the result is enough"_msg);
  }
  if (operand.is_static()) return GivenShape(context, ShapeUtil::MakeStaticShape(result));
  HLOOM_ASSIGN_OR_RETURN(const Shape inferred,
                         InferReshapeOfDynamic(operand, result.dimensions(), inferred_dimension,
                                               context.given_follows ? nullptr : &result, &result));
  return GivenShape(context, inferred);
}

// Dimensions of operand and result that hold the same elements: those of the operand that are not a
// static 1, by number, and those of the result from out_begin up to out_end.
struct Group {
  std::vector<int64_t> in;
  int64_t out_begin;
  int64_t out_end;
};

// Returns whether dimension `d` of the result may be a dynamic one with bound 1. `given`, if not
// null, has the dynamic dimensions of the result; among several 1s, sizes are not enough.
bool MayBeDynamicOne(const Shape* given, size_t d) {
  return given == nullptr || given->is_dynamic_dimension(static_cast<int64_t>(d));
}

// f32[2,3,4] to {6,2,2}: {2,3} with {6}, {4} with {2,2}. No size may be 0.
std::vector<Group> CommonFactors(const Shape& operand, Span<const int64_t> sizes,
                                 const Shape* given) {
  std::vector<int64_t> in;
  for (int64_t d = 0; d < operand.rank(); ++d) {
    if (operand.dimensions(d) != 1 || operand.is_dynamic_dimension(d)) in.push_back(d);
  }
  std::vector<Group> groups;
  size_t i = 0;
  size_t j = 0;
  while (i < in.size() && j < sizes.size()) {
    Group group{{in[i]}, static_cast<int64_t>(j), 0};
    if (operand.dimensions(in[i]) == 1) {
      while (j + 1 < sizes.size() && sizes[j] == 1 && !MayBeDynamicOne(given, j)) ++j;
    }
    int64_t have = operand.dimensions(in[i++]);
    int64_t want = sizes[j++];
    while (have != want) {
      if (have < want) {
        group.in.push_back(in[i]);
        have *= operand.dimensions(in[i++]);
      } else {
        want *= sizes[j++];
      }
    }
    group.out_end = static_cast<int64_t>(j);
    groups.push_back(std::move(group));
  }
  if (groups.empty()) groups.push_back({{}, 0, 0});
  // The remaining dimensions on either side have size 1.
  groups.back().in.insert(groups.back().in.end(), in.begin() + static_cast<std::ptrdiff_t>(i),
                          in.end());
  groups.back().out_end = static_cast<int64_t>(sizes.size());
  return groups;
}

bool IsDynamic(const Shape& operand, const Group& group) {
  return std::any_of(group.in.begin(), group.in.end(),
                     [&](int64_t d) { return operand.is_dynamic_dimension(d); });
}

// The only dimension of the group that is dynamic in the written result; -1 if there is none, or
// several.
int64_t WrittenDynamicDimension(const Group& group, const Shape* written) {
  int64_t found = -1;
  for (int64_t d = group.out_begin; written != nullptr && d < group.out_end; ++d) {
    if (!written->is_dynamic_dimension(d)) continue;
    if (found >= 0) return -1;
    found = d;
  }
  return found;
}

// The dimension of the result that is dynamic if one of the group's is: the inferred one, or the
// one that holds all the group's elements, which is the only one that is not 1, or if all are 1,
// the first that may be dynamic. If several are possible, it is the one of the written result:
// f32[<=2044,337] to f32[<=4,511,337]. It is -1 if there is none.
int64_t HoldingDimension(const Group& group, Span<const int64_t> sizes, int64_t inferred_dimension,
                         const Shape* given, const Shape* written) {
  if (inferred_dimension >= group.out_begin && inferred_dimension < group.out_end) {
    return inferred_dimension;
  }
  int64_t holding = -1;
  int64_t one = -1;
  for (int64_t d = group.out_begin; d < group.out_end; ++d) {
    if (sizes[static_cast<size_t>(d)] != 1) {
      if (holding >= 0) return WrittenDynamicDimension(group, written);
      holding = d;
    } else if (one < 0 && MayBeDynamicOne(given, static_cast<size_t>(d))) {
      one = d;
    }
  }
  return holding < 0 ? one : holding;
}

// An empty array has no factors that identify dimensions: they must be the same, except for static
// dimensions of 1. Returns for each dimension of the result that of the operand, or -1 for a new 1;
// nullopt if they differ.
std::optional<std::vector<int64_t>> EmptyMapping(const Shape& operand, Span<const int64_t> sizes,
                                                 const Shape* given) {
  const auto is_static_one = [&](int64_t d) {
    return operand.dimensions(d) == 1 && !operand.is_dynamic_dimension(d);
  };
  std::vector<int64_t> from;
  int64_t d = 0;
  for (int64_t size : sizes) {
    while (d < operand.rank() && is_static_one(d)) ++d;
    const bool same = d < operand.rank() && operand.dimensions(d) == size &&
                      (size != 1 || MayBeDynamicOne(given, from.size()));
    if (!same && size != 1) return std::nullopt;
    from.push_back(same ? d++ : -1);
  }
  while (d < operand.rank() && is_static_one(d)) ++d;
  if (d < operand.rank()) return std::nullopt;
  return from;
}

Status Ambiguous(const Shape& operand, Span<const int64_t> sizes, std::string detail) {
  return InvalidArgument(kReshapeC3)
      .Say(
          MessageCat(operand.ToString(), " cannot be reshaped to the sizes ", DimensionList(sizes)))
      .Detail(std::move(detail))
      .Help(
          "`ReshapeWithInferredDimension` with `inferred_dimension`, or the written result, states "
          "which "
          "one is dynamic; `DynamicReshape` takes the live sizes of the result as operands"_msg);
}

// reshape.c5
Status Unfilled(const Shape& result, int64_t dimension, int64_t elements, int64_t beside) {
  return InvalidArgument(kReshapeC5)
      .Say(StrCat(Count(elements, "live element"), " cannot fill ", result.ToString()))
      .Detail(StrCat("each index of dimension ", dimension, " takes ", Count(beside, "element")))
      .Help(StrCat("give it a multiple of ", beside));
}

StatusOr<Shape> InferEmptyReshape(const Shape& operand, Span<const int64_t> sizes,
                                  const Shape* given) {
  Shape result = ShapeUtil::MakeShape(operand.element_type(), sizes);
  const auto from = EmptyMapping(operand, sizes, given);
  if (!from) {  // reshape.c3
    return Ambiguous(operand, sizes,
                     "an empty array with dynamic dimensions keeps them as they are");
  }
  for (size_t d = 0; d < sizes.size(); ++d) {
    if ((*from)[d] < 0 || !operand.is_dynamic_dimension((*from)[d])) continue;
    result.set_dynamic_dimension(static_cast<int64_t>(d), true);
  }
  return result;
}

StatusOr<Shape> InferReshapeOfDynamic(const Shape& operand, Span<const int64_t> sizes,
                                      int64_t inferred_dimension, const Shape* given,
                                      const Shape* written) {
  Shape result = ShapeUtil::MakeShape(operand.element_type(), sizes);
  HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(result));
  if (operand.is_static() || ShapeUtil::ElementsIn(operand) != ShapeUtil::ElementsIn(result)) {
    return result;  // reshape.c1 reports it
  }
  if (ShapeUtil::ElementsIn(operand) == 0) return InferEmptyReshape(operand, sizes, given);
  for (const Group& group : CommonFactors(operand, sizes, given)) {
    if (!IsDynamic(operand, group)) continue;
    const int64_t holding = HoldingDimension(group, sizes, inferred_dimension, given, written);
    if (holding < 0) {  // reshape.c3
      std::vector<int64_t> out;
      for (int64_t d = group.out_begin; d < group.out_end; ++d) out.push_back(d);
      return Ambiguous(
          operand, sizes,
          StrCat("the elements of dimension", group.in.size() == 1 ? " " : "s ",
                 StrJoin(group.in, ","), " are those of ",
                 out.empty() ? std::string("no dimension")
                             : StrCat("dimensions ", StrJoin(out, ","), ", more than one"),
                 " of the result"));
    }
    result.set_dynamic_dimension(holding, true);
  }
  return result;
}

}  // namespace

StatusOr<Shape> InferReshapeShape(const Shape& operand, Span<const int64_t> sizes,
                                  int64_t inferred_dimension) {
  return InferReshapeOfDynamic(operand, sizes, inferred_dimension, /*given=*/nullptr,
                               /*written=*/nullptr);
}

StatusOr<Shape> LiveReshapeShape(const Shape& bounds, const Shape& result, const Shape& live,
                                 int64_t inferred_dimension) {
  std::vector<int64_t> sizes = result.dimensions().ToVector();
  if (ShapeUtil::ElementsIn(bounds) > 0) {
    for (const Group& group : CommonFactors(bounds, result.dimensions(), &result)) {
      if (!IsDynamic(bounds, group)) continue;
      const int64_t holding =
          HoldingDimension(group, result.dimensions(), inferred_dimension, &result, &result);
      int64_t elements = 1;
      for (const int64_t d : group.in) elements *= live.dimensions(d);
      // The other dimensions are static; those of size 1 hold no more than they need.
      int64_t beside = 1;
      for (int64_t d = group.out_begin; d < group.out_end; ++d) {
        if (d != holding) beside *= result.dimensions(d);
      }
      if (elements % beside != 0) return Unfilled(result, holding, elements, beside);
      sizes[static_cast<size_t>(holding)] = elements / beside;
    }
  } else if (const auto from = EmptyMapping(bounds, result.dimensions(), &result)) {
    for (size_t d = 0; d < sizes.size(); ++d) {
      if ((*from)[d] >= 0) sizes[d] = live.dimensions((*from)[d]);
    }
  }
  return ShapeUtil::MakeShape(result.element_type(), sizes);
}

constexpr OpDef kReshapeDef = {
    .opcode = HloOpcode::kReshape,
    .name = "reshape",
    .operands = kReshapeOperands,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<ReshapeAttributes>,
    .rules = kDataMovementReshapeRules,
    .infer_shape = InferReshape,
    .traits = {.shape_given = true},
    .doc =
        "Flattens the operand in row-major order and refines it into the new dimension sizes. One "
        "element becomes a scalar with sizes {}, and a scalar an array with sizes of 1. The "
        "dimension of the result that holds the elements of a dynamic dimension is dynamic; if "
        "several hold them, inferred_dimension is. Live elements stay together.",
    .source = "Operation Semantics, Reshape",
};

}  // namespace hloom
