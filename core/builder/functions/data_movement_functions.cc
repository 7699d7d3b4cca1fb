#include "builder/functions/data_movement_functions.h"

#include "base/math_util.h"
#include "base/str_cat.h"
#include "builder/functions/function_util.h"
#include "ops/data_movement/concatenate.h"
#include "ops/data_movement/pad.h"
#include "ops/data_movement/reshape.h"
#include "ops/data_movement/reverse.h"
#include "ops/data_movement/slice.h"
#include "ops/data_movement/transpose.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr Rule kReshapeRules[] = {
    {"reshape_dimensions.c1", "dimensions names each dimension of the operand exactly once"},
};
constexpr Rule kCollapseRules[] = {
    {"collapse.c1", "each entry of dimensions is a dimension of the operand"},
    {"collapse.c2", "the dimensions are consecutive, in increasing order"},
};
constexpr Rule kSliceInDimRules[] = {{"slice_in_dim.c1", "dimno is a dimension of the operand"}};
constexpr Rule kPadInDimRules[] = {{"pad_in_dim.c1", "dimno is a dimension of the operand"}};

// The shape of an operand whose dimensions a function is about to look at; type.c2: it is an array.
StatusOr<Shape> ArrayShape(const XlaBuilder& builder, XlaOp operand, std::string_view function) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, builder.GetShape(operand));
  if (shape.IsArray()) return shape;
  return InvalidArgument("type.c2")
      .Op(function)
      .Operand(shape)
      .Say(StrCat("takes an array, not ", shape.ToString()))
      .Help(std::string(HelpToAnArray(shape)));
}

std::string DimensionsHelp(const Shape& shape) {
  return shape.rank() == 0 ? std::string("a scalar has no dimensions")
                           : StrCat("its dimensions are 0..", shape.rank() - 1);
}

Status CheckDimension(const Shape& shape, int64_t dimension, std::string_view rule,
                      std::string_view function) {
  if (dimension >= 0 && dimension < shape.rank()) return OkStatus();
  return InvalidArgument(rule)
      .Op(function)
      .Operand(shape)
      .Say(StrCat(shape.ToString(), " has no dimension ", dimension))
      .Help(DimensionsHelp(shape));
}

StatusOr<XlaOp> DoReshape(XlaBuilder* builder, XlaOp operand, const Shape& to,
                          ReshapeAttributes attributes = {}) {
  return builder->AddInstruction({.opcode = HloOpcode::kReshape,
                                  .operands = {operand},
                                  .attributes = MakeAttributes(attributes),
                                  .given_shape = to});
}

StatusOr<XlaOp> DoTranspose(XlaBuilder* builder, XlaOp operand, Span<const int64_t> permutation) {
  return builder->AddInstruction(
      {.opcode = HloOpcode::kTranspose,
       .operands = {operand},
       .attributes = MakeAttributes(TransposeAttributes{permutation.ToVector()})});
}

StatusOr<XlaOp> DoSlice(XlaBuilder* builder, XlaOp operand, SliceRanges ranges) {
  return builder->AddInstruction(
      {.opcode = HloOpcode::kSlice,
       .operands = {operand},
       .attributes = MakeAttributes(SliceAttributes{std::move(ranges)})});
}

StatusOr<XlaOp> DoPad(XlaBuilder* builder, XlaOp operand, XlaOp padding_value,
                      const PaddingConfig& padding_config) {
  return builder->AddInstruction({.opcode = HloOpcode::kPad,
                                  .operands = {operand, padding_value},
                                  .attributes = MakeAttributes(PadAttributes{padding_config})});
}

Status CheckPermutation(const Shape& shape, Span<const int64_t> dimensions) {
  std::vector<bool> seen(static_cast<size_t>(shape.rank()), false);
  bool permutation = dimensions.size() == seen.size();
  for (int64_t dimension : dimensions) {
    permutation = permutation && dimension >= 0 && dimension < shape.rank() &&
                  !seen[static_cast<size_t>(dimension)];
    if (permutation) seen[static_cast<size_t>(dimension)] = true;
  }
  if (permutation) return OkStatus();
  return InvalidArgument("reshape_dimensions.c1")
      .Op("reshape")
      .Operand(shape)
      .Say(StrCat("dimensions=", Braced(dimensions), " is no order of the dimensions of ",
                  shape.ToString()))
      .Help(DimensionsHelp(shape));
}

bool IsIdentity(Span<const int64_t> permutation) {
  for (size_t i = 0; i < permutation.size(); ++i) {
    if (permutation[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

StatusOr<XlaOp> DoReshapeInOrder(XlaBuilder* builder, XlaOp operand, Span<const int64_t> dimensions,
                                 Span<const int64_t> new_sizes) {
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayShape(*builder, operand, "reshape"));
  HLOOM_RETURN_IF_ERROR(CheckPermutation(shape, dimensions));
  HLOOM_ASSIGN_OR_RETURN(const Shape permuted, ShapeUtil::PermuteDimensions(dimensions, shape));
  HLOOM_ASSIGN_OR_RETURN(const Shape to, ReshapedShape(*builder, permuted, new_sizes));
  if (IsIdentity(dimensions)) return DoReshape(builder, operand, to);
  // A wrong call adds nothing: the sizes are judged before the transpose is there.
  const Shape* const operands[] = {&permuted};
  const auto attributes = MakeAttributes(ReshapeAttributes());
  const StatusOr<Shape> reshaped = InferShape({.opcode = HloOpcode::kReshape,
                                               .operands = operands,
                                               .attributes = attributes.get(),
                                               .called_computations = {},
                                               .given_shape = &to});
  if (!reshaped.ok()) {
    return reshaped.status().WithLocation(builder->NextLocation(HloOpcode::kReshape));
  }
  HLOOM_ASSIGN_OR_RETURN(const XlaOp transposed, DoTranspose(builder, operand, dimensions));
  return DoReshape(builder, transposed, to);
}

StatusOr<XlaOp> DoCollapse(XlaBuilder* builder, XlaOp operand, Span<const int64_t> dimensions) {
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayShape(*builder, operand, "collapse"));
  for (size_t i = 0; i < dimensions.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(CheckDimension(shape, dimensions[i], "collapse.c1", "collapse"));
    if (i == 0 || dimensions[i] == dimensions[i - 1] + 1) continue;
    return InvalidArgument("collapse.c2")
        .Op("collapse")
        .Operand(shape)
        .Say(StrCat("dimensions=", Braced(dimensions), " are not consecutive"))
        .Help(
            "name neighbours in increasing order, such as {1,2}; Reshape with dimensions takes "
            "any order");
  }
  if (dimensions.size() < 2) return operand;
  std::vector<int64_t> sizes;
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (d <= dimensions.front() || d > dimensions.back()) {
      sizes.push_back(shape.dimensions(d));
      continue;
    }
    // Only where another size is 0 can the product exceed 64 bits.
    const std::optional<int64_t> product = CheckedMultiply(sizes.back(), shape.dimensions(d));
    if (!product) {
      return InvalidArgument("shape.c3")
          .Op("collapse")
          .Operand(shape)
          .Say(StrCat("the dimensions ", Braced(dimensions), " of ", shape.ToString(),
                      " are too large for one"))
          .Help("a size must fit a 64-bit integer");
    }
    sizes.back() = *product;
  }
  HLOOM_ASSIGN_OR_RETURN(const Shape to, ReshapedShape(*builder, shape, sizes));
  return DoReshape(builder, operand, to);
}

StatusOr<XlaOp> DoSliceOfLists(XlaBuilder* builder, XlaOp operand, Span<const int64_t> starts,
                               Span<const int64_t> limits, Span<const int64_t> strides) {
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayShape(*builder, operand, "slice"));
  const size_t rank = static_cast<size_t>(shape.rank());
  const bool strided = !strides.empty();
  if (starts.size() != rank || limits.size() != rank || (strided && strides.size() != rank)) {
    return InvalidArgument("slice.c1")
        .Op("slice")
        .Operand(shape)
        .Say(StrCat("the slice of ", shape.ToString(), " has start_indices=", Braced(starts),
                    ", limit_indices=", Braced(limits),
                    strided ? StrCat(", strides=", Braced(strides)) : std::string()))
        .Help(StrCat("give ", shape.rank(),
                     " of each, one for each dimension; strides may be left "
                     "out"));
  }
  SliceRanges ranges;
  for (size_t i = 0; i < rank; ++i) {
    ranges.push_back({starts[i], limits[i], strided ? strides[i] : 1});
  }
  return DoSlice(builder, operand, std::move(ranges));
}

}  // namespace

StatusOr<Shape> ReshapedShape(const XlaBuilder& builder, const Shape& operand,
                              Span<const int64_t> new_sizes, int64_t inferred_dimension) {
  const Shape plain = ShapeUtil::MakeShape(operand.element_type(), new_sizes);
  if (!operand.IsArray() || operand.is_static() || !ShapeUtil::ValidateShape(plain).ok()) {
    return plain;
  }
  StatusOr<Shape> shape = InferReshapeShape(operand, new_sizes, inferred_dimension);
  if (shape.ok()) return shape;
  return shape.status().WithOp("reshape").WithLocation(builder.NextLocation(HloOpcode::kReshape));
}

Span<const Rule> ReshapeInOrderRules() { return kReshapeRules; }
Span<const Rule> CollapseRules() { return kCollapseRules; }
Span<const Rule> SliceInDimRules() { return kSliceInDimRules; }
Span<const Rule> PadInDimRules() { return kPadInDimRules; }

XlaOp Reshape(XlaOp operand, Span<const int64_t> dimensions, Span<const int64_t> new_sizes) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder,
                   [&] { return DoReshapeInOrder(builder, operand, dimensions, new_sizes); });
}

XlaOp Reshape(const Shape& shape, XlaOp operand) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] { return DoReshape(builder, operand, shape); });
}

XlaOp ReshapeWithInferredDimension(XlaOp operand, Span<const int64_t> new_sizes,
                                   int64_t inferred_dimension) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(operand));
    HLOOM_ASSIGN_OR_RETURN(const Shape to,
                           ReshapedShape(*builder, shape, new_sizes, inferred_dimension));
    return DoReshape(builder, operand, to, {{inferred_dimension}});
  });
}

XlaOp Collapse(XlaOp operand, Span<const int64_t> dimensions) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] { return DoCollapse(builder, operand, dimensions); });
}

XlaOp Transpose(XlaOp operand, Span<const int64_t> permutation) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] { return DoTranspose(builder, operand, permutation); });
}

XlaOp Rev(XlaOp operand, Span<const int64_t> dimensions) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kReverse,
         .operands = {operand},
         .attributes = MakeAttributes(ReverseAttributes{dimensions.ToVector()})});
  });
}

XlaOp Slice(XlaOp operand, Span<const int64_t> start_indices, Span<const int64_t> limit_indices,
            Span<const int64_t> strides) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] {
    return DoSliceOfLists(builder, operand, start_indices, limit_indices, strides);
  });
}

XlaOp SliceInDim(XlaOp operand, int64_t start_index, int64_t limit_index, int64_t stride,
                 int64_t dimno) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayShape(*builder, operand, "slice_in_dim"));
    HLOOM_RETURN_IF_ERROR(CheckDimension(shape, dimno, "slice_in_dim.c1", "slice_in_dim"));
    SliceRanges ranges;
    for (int64_t size : shape.dimensions()) ranges.push_back({0, size, 1});
    ranges[static_cast<size_t>(dimno)] = {start_index, limit_index, stride};
    return DoSlice(builder, operand, std::move(ranges));
  });
}

XlaOp Pad(XlaOp operand, XlaOp padding_value, const PaddingConfig& padding_config) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] { return DoPad(builder, operand, padding_value, padding_config); });
}

XlaOp PadInDim(XlaOp operand, XlaOp padding_value, int64_t dimno, int64_t pad_lo, int64_t pad_hi) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayShape(*builder, operand, "pad_in_dim"));
    HLOOM_RETURN_IF_ERROR(CheckDimension(shape, dimno, "pad_in_dim.c1", "pad_in_dim"));
    PaddingConfig padding_config = MakeNoPaddingConfig(shape.rank());
    *padding_config.mutable_dimensions(dimno) = PaddingConfigDimension(pad_lo, pad_hi, 0);
    return DoPad(builder, operand, padding_value, padding_config);
  });
}

XlaOp ConcatInDim(XlaBuilder* builder, Span<const XlaOp> operands, int64_t dimension) {
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kConcatenate,
         .operands = operands.ToVector(),
         .attributes = MakeAttributes(ConcatenateAttributes{{dimension}})});
  });
}

XlaOp Copy(XlaOp operand) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] {
    return builder->AddInstruction({.opcode = HloOpcode::kCopy, .operands = {operand}});
  });
}

XlaOp OptimizationBarrier(XlaOp operand) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kOptimizationBarrier, .operands = {operand}});
  });
}

}  // namespace hloom
