// Einsum: a product of arrays with labelled dimensions.
#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "builder/functions/function_util.h"
#include "builder/lib/arithmetic.h"
#include "builder/lib/constants.h"
#include "builder/lib/einsum_labels.h"
#include "builder/lib/matrix.h"
#include "builder/rules.h"
#include "ops/contractions/dot.h"
#include "ops/infer_util.h"
#include "ops/rules.h"
#include "shape/rules.h"

namespace hloom {

namespace {

// An array with a label for each dimension.
struct Labelled {
  XlaOp op;
  EinsumLabels labels;

  StatusOr<Shape> GetShape() const { return op.builder()->GetShape(op); }
};

// The index of a label's first dimension; the number of labels if there is none.
size_t FindLabel(const EinsumLabels& labels, int64_t label) {
  return static_cast<size_t>(std::find(labels.begin(), labels.end(), label) - labels.begin());
}
bool HasLabel(const EinsumLabels& labels, int64_t label) {
  return FindLabel(labels, label) < labels.size();
}

EinsumLabels EachOnce(const EinsumLabels& labels) {
  EinsumLabels once;
  for (const int64_t label : labels) {
    if (!HasLabel(once, label)) once.push_back(label);
  }
  return once;
}

// "'a'" for a letter; others are numbers, and those of "..." count from the end.
std::string LabelText(int64_t label) {
  const bool letter = (label >= 'a' && label <= 'z') || (label >= 'A' && label <= 'Z');
  return letter ? StrCat("'", std::string(1, static_cast<char>(label)), "'") : StrCat(label);
}

// ---- checks, all of them before anything is added ----

Status CheckArray(std::string_view name, const Shape& shape) {
  if (shape.IsArray()) return OkStatus();
  return InvalidArgument(kTypeC2)
      .Op("einsum")
      .Operand(shape)
      .Say(StrCat(name, " is ", shape.ToString(), ", which is not an array"))
      .Help(HelpToAnArray(shape));
}

Status CheckRank(std::string_view name, const EinsumLabels& labels, const Shape& shape) {
  HLOOM_RETURN_IF_ERROR(CheckArray(name, shape));
  if (static_cast<int64_t>(labels.size()) == shape.rank()) return OkStatus();
  return InvalidArgument(kEinsumC2)
      .Op("einsum")
      .Operand(shape)
      .Say(MessageCat(ArgumentName(StrCat(name, "_config")), " has ",
                      Count(static_cast<int64_t>(labels.size()), "label"), ", ", name, " is ",
                      shape.ToString()))
      .Help("give each dimension of an array a label");
}

// `stretch`: sizes of 1 go with any.
Status CheckLabelSizes(const EinsumLabels& a, const Shape& a_shape, const EinsumLabels& b,
                       const Shape& b_shape, bool stretch) {
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < b.size(); ++j) {
      if (a[i] != b[j]) continue;
      const int64_t a_size = a_shape.dimensions(static_cast<int64_t>(i));
      const int64_t b_size = b_shape.dimensions(static_cast<int64_t>(j));
      if (a_size == b_size || (stretch && (a_size == 1 || b_size == 1))) continue;
      return InvalidArgument(kEinsumC3)
          .Op("einsum")
          .Operand(a_shape)
          .Operand(b_shape)
          .Say(StrCat("dimension ", i, " of ", a_shape.ToString(), " (size ", a_size,
                      ") and dimension ", j, " of ", b_shape.ToString(), " (size ", b_size,
                      ") have one label, ", LabelText(a[i])))
          .Help(stretch ? "dimensions of one label have one size, or size 1"
                        : "dimensions of one label in one array have one size");
    }
  }
  return OkStatus();
}

Status CheckOutput(const EinsumLabels& output) {
  const auto rank = static_cast<int64_t>(output.size());
  if (rank <= ShapeUtil::kMaxRank) return OkStatus();
  return InvalidArgument(kShapeC6)
      .Op("einsum")
      .Say(StrCat("the result has ", Count(rank, "label"), ", one for each of its dimensions"))
      .Help(StrCat("the rank of an array is at most ", ShapeUtil::kMaxRank));
}

// Checks the element types as dot does.
Status CheckTypes(const Shape& x, const Shape& y, std::optional<PrimitiveType> preferred) {
  if (!preferred || !IsArrayType(*preferred)) return OkStatus();  // the product reports the error
  const Status checked = CheckDotElementType(x, y, *preferred);
  return checked.ok() ? checked : checked.WithOp("einsum");
}

// ---- parts of the composition ----

// Keeps the elements whose indices are the same along all dimensions of one label.
StatusOr<XlaOp> ZeroOffDiagonal(const Labelled& array) {
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, array.GetShape());
  const Shape indices = ShapeUtil::MakeShape(S64, shape.dimensions());
  XlaOp kept = array.op;
  for (size_t i = 0; i < array.labels.size(); ++i) {
    const size_t first = FindLabel(array.labels, array.labels[i]);
    if (first == i) continue;
    XlaBuilder* const builder = array.op.builder();
    const XlaOp same = Eq(Iota(builder, indices, static_cast<int64_t>(first)),
                          Iota(builder, indices, static_cast<int64_t>(i)));
    kept = Select(same, kept, Broadcast(Zero(builder, shape.element_type()), shape.dimensions()));
  }
  return kept;
}

// Sums over dimensions; for PREDs, it is an or.
StatusOr<XlaOp> SumOver(XlaOp op, const std::vector<int64_t>& dimensions) {
  if (dimensions.empty()) return op;
  XlaBuilder* const builder = op.builder();
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(op));
  const PrimitiveType type = shape.element_type();
  return Reduce(op, Zero(builder, type), CreateScalarAddComputation(type, builder), dimensions);
}

// The elements on the diagonal of dimensions that have one label.
StatusOr<Labelled> DiagonalOfLabels(const Labelled& array) {
  std::vector<int64_t> others;
  for (size_t i = 0; i < array.labels.size(); ++i) {
    if (FindLabel(array.labels, array.labels[i]) != i) others.push_back(static_cast<int64_t>(i));
  }
  if (others.empty()) return array;
  HLOOM_ASSIGN_OR_RETURN(const XlaOp kept, ZeroOffDiagonal(array));
  HLOOM_ASSIGN_OR_RETURN(const XlaOp diagonal, SumOver(kept, others));
  return Labelled{diagonal, EachOnce(array.labels)};
}

// The inverse: zeros off the diagonal.
StatusOr<XlaOp> OntoDiagonal(const Labelled& array, const EinsumLabels& labels) {
  if (labels.size() == array.labels.size()) return array.op;
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, array.GetShape());
  std::vector<int64_t> sizes;
  for (const int64_t label : labels) {
    sizes.push_back(shape.dimensions(static_cast<int64_t>(FindLabel(array.labels, label))));
  }
  std::vector<int64_t> firsts;
  for (const int64_t label : array.labels) {
    firsts.push_back(static_cast<int64_t>(FindLabel(labels, label)));
  }
  return ZeroOffDiagonal({BroadcastInDim(array.op, sizes, firsts), labels});
}

// The size of a label in an array; nullopt if it has no such label.
std::optional<int64_t> SizeOf(const EinsumLabels& labels, const Shape& shape, int64_t label) {
  const size_t i = FindLabel(labels, label);
  if (i == labels.size()) return std::nullopt;
  return shape.dimensions(static_cast<int64_t>(i));
}

// Leaves out dimensions of size 1 that the other array has in another size, and sums over those
// that are neither in the result nor in the other array. A dynamic dimension that is left out is
// also summed over: if its live size is 0, zeros are stretched.
StatusOr<Labelled> Reduced(const Labelled& array, const EinsumLabels& other,
                           const Shape& other_shape, const EinsumLabels& output) {
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, array.GetShape());
  std::vector<int64_t> summed;
  std::vector<int64_t> sizes;
  EinsumLabels labels;
  bool drops = false;
  for (size_t i = 0; i < array.labels.size(); ++i) {
    const int64_t label = array.labels[i];
    const int64_t size = shape.dimensions(static_cast<int64_t>(i));
    const std::optional<int64_t> other_size = SizeOf(other, other_shape, label);
    const bool stretched = other_size && size == 1 && *other_size != 1;
    if (stretched && !shape.is_dynamic_dimension(static_cast<int64_t>(i))) {
      drops = true;
    } else if (stretched || (other_size != size && !HasLabel(output, label))) {
      summed.push_back(static_cast<int64_t>(i));
    } else {
      labels.push_back(label);
      sizes.push_back(size);
    }
  }
  HLOOM_ASSIGN_OR_RETURN(XlaOp op, SumOver(array.op, summed));
  if (drops) op = Reshape(op, sizes);
  return Labelled{op, std::move(labels)};
}

// The labels of the result that are dimensions of `product`, in their order there; new dimensions
// of size 1 for the others.
StatusOr<XlaOp> Arranged(const Labelled& product, const EinsumLabels& output) {
  std::vector<int64_t> permutation;
  for (const int64_t label : output) {
    if (HasLabel(product.labels, label)) {
      permutation.push_back(static_cast<int64_t>(FindLabel(product.labels, label)));
    }
  }
  XlaOp op = product.op;
  if (!std::is_sorted(permutation.begin(), permutation.end())) op = Transpose(op, permutation);
  if (permutation.size() == output.size()) return op;
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, op.builder()->GetShape(op));
  std::vector<int64_t> sizes;
  int64_t next = 0;
  for (const int64_t label : output) {
    sizes.push_back(HasLabel(product.labels, label) ? shape.dimensions(next++) : 1);
  }
  return Reshape(op, sizes);
}

// The product of arrays in which labels occur once, and what is left of which is in both or in the
// result.
Labelled Product(const Labelled& x, const Labelled& y, const EinsumLabels& output,
                 const PrecisionConfig& precision, std::optional<PrimitiveType> preferred) {
  DotDimensionNumbers numbers;
  EinsumLabels batch;
  EinsumLabels rest;
  for (size_t i = 0; i < x.labels.size(); ++i) {
    const int64_t label = x.labels[i];
    const auto j = static_cast<int64_t>(FindLabel(y.labels, label));
    if (!HasLabel(y.labels, label)) {
      rest.push_back(label);
    } else if (HasLabel(output, label)) {
      numbers.add_lhs_batch_dimensions(static_cast<int64_t>(i));
      numbers.add_rhs_batch_dimensions(j);
      batch.push_back(label);
    } else {
      numbers.add_lhs_contracting_dimensions(static_cast<int64_t>(i));
      numbers.add_rhs_contracting_dimensions(j);
    }
  }
  for (const int64_t label : y.labels) {
    if (!HasLabel(x.labels, label)) rest.push_back(label);
  }
  batch.insert(batch.end(), rest.begin(), rest.end());
  return {DotGeneral(x.op, y.op, numbers, &precision, preferred), std::move(batch)};
}

StatusOr<XlaOp> DoEinsum(XlaBuilder* builder, Labelled x, Labelled y, const EinsumLabels& output,
                         PrecisionConfig::Precision precision,
                         std::optional<PrimitiveType> preferred) {
  // Either operand may be unassigned, or of another builder.
  HLOOM_ASSIGN_OR_RETURN(const Shape x_shape, builder->GetShape(x.op));
  HLOOM_ASSIGN_OR_RETURN(const Shape y_shape, builder->GetShape(y.op));
  HLOOM_RETURN_IF_ERROR(CheckRank("x", x.labels, x_shape));
  HLOOM_RETURN_IF_ERROR(CheckRank("y", y.labels, y_shape));
  HLOOM_RETURN_IF_ERROR(CheckLabelSizes(x.labels, x_shape, x.labels, x_shape, /*stretch=*/false));
  HLOOM_RETURN_IF_ERROR(CheckLabelSizes(y.labels, y_shape, y.labels, y_shape, /*stretch=*/false));
  HLOOM_RETURN_IF_ERROR(CheckLabelSizes(x.labels, x_shape, y.labels, y_shape, /*stretch=*/true));
  HLOOM_RETURN_IF_ERROR(CheckTypes(x_shape, y_shape, preferred));
  HLOOM_RETURN_IF_ERROR(CheckOutput(output));

  const EinsumLabels x_labels = x.labels;
  const EinsumLabels y_labels = y.labels;
  HLOOM_ASSIGN_OR_RETURN(x, DiagonalOfLabels(x));
  HLOOM_ASSIGN_OR_RETURN(y, DiagonalOfLabels(y));
  const EinsumLabels once = EachOnce(output);
  HLOOM_ASSIGN_OR_RETURN(const Labelled left, Reduced(x, y_labels, y_shape, once));
  HLOOM_ASSIGN_OR_RETURN(const Labelled right, Reduced(y, x_labels, x_shape, once));
  PrecisionConfig config;
  if (precision != PrecisionConfig::DEFAULT) {
    config.add_operand_precision(precision);
    config.add_operand_precision(precision);
  }
  HLOOM_ASSIGN_OR_RETURN(const XlaOp arranged,
                         Arranged(Product(left, right, once, config, preferred), once));
  return OntoDiagonal({arranged, once}, output);
}

StatusOr<XlaOp> DoEinsumOfOne(Labelled x, const EinsumLabels& output) {
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, x.GetShape());
  HLOOM_RETURN_IF_ERROR(CheckRank("x", x.labels, shape));
  HLOOM_RETURN_IF_ERROR(CheckLabelSizes(x.labels, shape, x.labels, shape, /*stretch=*/false));
  HLOOM_RETURN_IF_ERROR(CheckOutput(output));
  HLOOM_ASSIGN_OR_RETURN(x, DiagonalOfLabels(x));
  const EinsumLabels once = EachOnce(output);
  HLOOM_ASSIGN_OR_RETURN(const Labelled reduced, Reduced(x, {}, Shape(), once));
  HLOOM_ASSIGN_OR_RETURN(const XlaOp arranged, Arranged(reduced, once));
  return OntoDiagonal({arranged, once}, output);
}

using ParsedLabels = std::array<EinsumLabels, 3>;
StatusOr<ParsedLabels> Parse(std::string_view config, const GivenEinsum& given, const Shape& x,
                             const Shape& y) {
  HLOOM_RETURN_IF_ERROR(CheckArray("x", x));
  HLOOM_RETURN_IF_ERROR(CheckArray("y", y));
  const std::string normalized = NormalizeEinsumString(config);
  return ParseEinsum(normalized.empty() ? config : normalized, given, x.rank(), y.rank());
}

}  // namespace

XlaOp Einsum(XlaOp x, XlaOp y, std::string_view einsum_config, PrecisionConfig::Precision precision,
             std::optional<PrimitiveType> preferred_element_type) {
  XlaBuilder* builder = BuilderOf(x, y);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape x_shape, builder->GetShape(x));
    HLOOM_ASSIGN_OR_RETURN(const Shape y_shape, builder->GetShape(y));
    HLOOM_ASSIGN_OR_RETURN(
        const ParsedLabels labels,
        Parse(einsum_config, {einsum_config, /*of_one=*/false, &x_shape, &y_shape}, x_shape,
              y_shape));
    return DoEinsum(builder, {x, labels[0]}, {y, labels[1]}, labels[2], precision,
                    preferred_element_type);
  });
}

XlaOp Einsum(XlaOp x, std::string_view einsum_config, PrecisionConfig::Precision) {
  XlaBuilder* builder = x.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(x));
    const Shape scalar = ShapeUtil::MakeScalarShape(PRED);
    HLOOM_ASSIGN_OR_RETURN(const ParsedLabels labels,
                           Parse(StrCat(",", einsum_config),
                                 {einsum_config, /*of_one=*/true, nullptr, &shape}, scalar, shape));
    return DoEinsumOfOne({x, labels[1]}, labels[2]);
  });
}

XlaOp Einsum(XlaOp x, Span<const int64_t> x_config, XlaOp y, Span<const int64_t> y_config,
             Span<const int64_t> output_config, PrecisionConfig::Precision precision,
             std::optional<PrimitiveType> preferred_element_type) {
  XlaBuilder* builder = BuilderOf(x, y);
  return InBuilder(builder, [&] {
    return DoEinsum(builder, {x, x_config.ToVector()}, {y, y_config.ToVector()},
                    output_config.ToVector(), precision, preferred_element_type);
  });
}

}  // namespace hloom
