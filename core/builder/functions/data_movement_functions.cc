#include "builder/functions/data_movement_functions.h"

#include "base/math_util.h"
#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/functions/function_util.h"
#include "ops/data_movement/concatenate.h"
#include "ops/data_movement/pad.h"
#include "ops/data_movement/reshape.h"
#include "ops/data_movement/reverse.h"
#include "ops/data_movement/slice.h"
#include "ops/data_movement/transpose.h"
#include "ops/infer_util.h"
#include "ops/rules.h"
#include "shape/rules.h"

namespace hloom {

namespace {

constexpr Rule kReshapeDimensionsC1 = {
    "reshape_dimensions.c1", "dimensions names each dimension of the operand exactly once"};
constexpr Rule kReshapeRules[] = {kReshapeDimensionsC1};
constexpr Rule kCollapseC1 = {"collapse.c1",
                              "each entry of dimensions is a dimension of the operand"};
constexpr Rule kCollapseC2 = {"collapse.c2", "the dimensions are consecutive, in increasing order"};
constexpr Rule kCollapseRules[] = {kCollapseC1, kCollapseC2};
constexpr Rule kSliceInDimC1 = {"slice_in_dim.c1", "dimno is a dimension of the operand"};
constexpr Rule kSliceInDimRules[] = {kSliceInDimC1};
constexpr Rule kPadInDimC1 = {"pad_in_dim.c1", "dimno is a dimension of the operand"};
constexpr Rule kPadInDimRules[] = {kPadInDimC1};

// The shape of an operand whose dimensions a function reads; type.c2: it is an array.
StatusOr<Shape> ArrayShape(const XlaBuilder& builder, XlaOp operand, std::string_view function) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, builder.GetShape(operand));
  if (shape.IsArray()) return shape;
  return InvalidArgument(kTypeC2)
      .Op(function)
      .Operand(shape)
      .Say(StrCat("takes an array, not ", shape.ToString()))
      .Help(HelpToAnArray(shape));
}

std::string DimensionsHelp(const Shape& shape) {
  return shape.rank() == 0 ? std::string("a scalar has no dimensions")
                           : StrCat("its dimensions are 0..", shape.rank() - 1);
}

Status CheckDimension(const Shape& shape, int64_t dimension, const Rule& rule,
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
  return InvalidArgument(kReshapeDimensionsC1)
      .Op("reshape")
      .Operand(shape)
      .Say(MessageCat(WithValue("dimensions", dimensions),
                      " is not a permutation of the dimensions of ", shape.ToString()))
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
  // A wrong call adds nothing: the sizes are checked before the transpose is added.
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
    HLOOM_RETURN_IF_ERROR(CheckDimension(shape, dimensions[i], kCollapseC1, "collapse"));
    if (i == 0 || dimensions[i] == dimensions[i - 1] + 1) continue;
    return InvalidArgument(kCollapseC2)
        .Op("collapse")
        .Operand(shape)
        .Say(MessageCat(WithValue("dimensions", dimensions), " are not consecutive"))
        .Help(
            "name neighbors in increasing order, such as `{1,2}`; `Reshape` with dimensions takes "
            "any order"_msg);
  }
  if (dimensions.size() < 2) return operand;
  std::vector<int64_t> sizes;
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (d <= dimensions.front() || d > dimensions.back()) {
      sizes.push_back(shape.dimensions(d));
      continue;
    }
    // The product can exceed 64 bits only if another size is 0.
    const std::optional<int64_t> product = CheckedMultiply(sizes.back(), shape.dimensions(d));
    if (!product) {
      return InvalidArgument(kShapeC3)
          .Op("collapse")
          .Operand(shape)
          .Say(MessageCat("the dimensions ", DimensionList(dimensions), " of ", shape.ToString(),
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
    return InvalidArgument(kSliceC1)
        .Op("slice")
        .Operand(shape)
        .Say(MessageCat("the slice of ", shape.ToString(), " has ",
                        WithValue("start_indices", starts), ", ",
                        WithValue("limit_indices", limits),
                        strided ? MessageCat(", ", WithValue("strides", strides)) : std::string()))
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
    HLOOM_RETURN_IF_ERROR(CheckDimension(shape, dimno, kSliceInDimC1, "slice_in_dim"));
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
    HLOOM_RETURN_IF_ERROR(CheckDimension(shape, dimno, kPadInDimC1, "pad_in_dim"));
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

namespace {

constexpr ArgumentSpec kNewSizes = {
    "new_sizes", kKind<Int64s>, "the sizes of the result; their product is that of the operand's"};
constexpr ArgumentSpec kReshapeInOrderArguments[] = {
    kOperandArgument,
    {"dimensions", kKind<Int64s>,
     "the order in which the operand's dimensions are flattened, from the slowest to the fastest"},
    kNewSizes,
};
constexpr ArgumentSpec kReshapeInferredArguments[] = {
    kOperandArgument,
    kNewSizes,
    Required(AttributeArgument<int64_t>(ReshapeAttributes::kInferredDimension)),
};
constexpr ArgumentSpec kReshapeToShapeArguments[] = {
    {"shape", kKind<Shape>, "the result's shape, with its layout"},
    kOperandArgument,
};
constexpr ArgumentSpec kCollapseArguments[] = {
    kOperandArgument,
    {"dimensions", kKind<Int64s>, "consecutive dimensions, in increasing order"},
};
constexpr ArgumentSpec kTransposeArguments[] = {
    kOperandArgument,
    {"permutation", kKind<Int64s>,
     "for each dimension of the result, the dimension of the operand that it comes from"},
};
constexpr ArgumentSpec kRevArguments[] = {
    kOperandArgument,
    AttributeArgument<Int64s>(ReverseAttributes::kDimensions),
};
constexpr ArgumentSpec kDataMovementSliceArguments[] = {
    kOperandArgument,
    {"start_indices", kKind<Int64s>, "the first index of each dimension"},
    {"limit_indices", kKind<Int64s>,
     "the index after the last one in each dimension: at least the start, at most the size"},
    {.name = "strides",
     .kind = kKind<Int64s>,
     .doc = "for each dimension, the step from one index to the next, at least 1",
     .required = false,
     .default_text = "{1, ..., 1}"},
};
constexpr ArgumentSpec kSliceInDimArguments[] = {
    kOperandArgument,
    {"start_index", kKind<int64_t>, "the first index"},
    {"limit_index", kKind<int64_t>, "the index after the last"},
    {"stride", kKind<int64_t>, "the step from one index that is taken to the next, at least 1"},
    {"dimno", kKind<int64_t>, "the dimension"},
};
constexpr ArgumentSpec kPaddingValue = OrNumber(
    "operand", {"padding_value", ArgumentKind::kOp, "a scalar of the operand's element type"});
constexpr ArgumentSpec kPadArguments[] = {
    kOperandArgument,
    kPaddingValue,
    {"padding_config", kKind<PaddingConfig>,
     "for each dimension [low, high, interior]: the number of values added before the first "
     "element, after the last one, and between every two. low and high may be negative, and "
     "interior may be left out. In JavaScript also { edgePaddingLow, edgePaddingHigh, "
     "interiorPadding }, each 0 when left out"},
};
constexpr ArgumentSpec kPadInDimArguments[] = {
    kOperandArgument,
    kPaddingValue,
    {"dimno", kKind<int64_t>, "the dimension"},
    {"pad_lo", kKind<int64_t>,
     "the number of values added before its first element; a negative number removes elements"},
    {"pad_hi", kKind<int64_t>,
     "the number of values added after its last element; a negative number removes elements"},
};
constexpr ArgumentSpec kConcatInDimArguments[] = {
    {"operands", ArgumentKind::kOps,
     "one or more arrays, with the same sizes in all dimensions but one"},
    {"dimension", kKind<int64_t>, "the dimension along which they are concatenated"},
};
constexpr ArgumentSpec kCopyArguments[] = {kOperandArgument};
constexpr ArgumentSpec kBarrierArguments[] = {
    {"operand", ArgumentKind::kOp, "a value of any shape; a tuple joins several"}};

constexpr HloOpcode kDataMovementReshapeOp[] = {HloOpcode::kReshape};
constexpr HloOpcode kReshapeInOrderOps[] = {HloOpcode::kTranspose, HloOpcode::kReshape};
constexpr HloOpcode kTransposeOp[] = {HloOpcode::kTranspose};
constexpr HloOpcode kReverseOp[] = {HloOpcode::kReverse};
constexpr HloOpcode kDataMovementSliceOp[] = {HloOpcode::kSlice};
constexpr HloOpcode kPadOp[] = {HloOpcode::kPad};
constexpr HloOpcode kConcatenateOp[] = {HloOpcode::kConcatenate};
constexpr HloOpcode kCopyOp[] = {HloOpcode::kCopy};
constexpr HloOpcode kBarrierOp[] = {HloOpcode::kOptimizationBarrier};

XlaOp CallReshapeInOrder(XlaBuilder*, Arguments a) {
  return Reshape(a[0].op, a[1].Get<Int64s>(), a[2].Get<Int64s>());
}
XlaOp CallSlice(XlaBuilder*, Arguments a) {
  return Slice(a[0].op, a[1].Get<Int64s>(), a[2].Get<Int64s>(), a[3].Get<Int64s>());
}
XlaOp CallSliceInDim(XlaBuilder*, Arguments a) {
  return SliceInDim(a[0].op, a[1].Get<int64_t>(), a[2].Get<int64_t>(), a[3].Get<int64_t>(),
                    a[4].Get<int64_t>());
}
XlaOp CallPad(XlaBuilder*, Arguments a) { return Pad(a[0].op, a[1].op, a[2].Get<PaddingConfig>()); }
XlaOp CallPadInDim(XlaBuilder*, Arguments a) {
  return PadInDim(a[0].op, a[1].op, a[2].Get<int64_t>(), a[3].Get<int64_t>(), a[4].Get<int64_t>());
}
XlaOp CallConcatInDim(XlaBuilder* builder, Arguments a) {
  return ConcatInDim(builder, a[0].ops, a[1].Get<int64_t>());
}

}  // namespace

Span<const BuilderDef> DataMovementBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "Reshape",
       .overload = 1,
       .group = "shapes",
       .lowers_to = kReshapeInOrderOps,
       .arguments = kReshapeInOrderArguments,
       .rules = ReshapeInOrderRules(),
       .invoke = CallReshapeInOrder,
       .doc = "Reshapes the operand to new sizes, reading its elements in a given order: "
              "dimensions lists the operand's dimensions from the slowest to the fastest. {0, 1, "
              "..., rank - 1} is row-major order; any other order transposes first.",
       .source = "Operation Semantics, Reshape",
       .example = "const y = b.reshape(x, [1, 0], [6]);"},
      {.name = "ReshapeWithInferredDimension",
       .group = "shapes",
       .lowers_to = kDataMovementReshapeOp,
       .arguments = kReshapeInferredArguments,
       .invoke = Invoke<ReshapeWithInferredDimension>,
       .doc = "Reshapes as Reshape does, and names the dimension whose size follows from the "
              "others. If the elements of a dynamic dimension go into several dimensions, that one "
              "is dynamic: f32[<=6] to {2, 3} with inferred_dimension=0 gives f32[<=2,3]. The "
              "result then has as many live elements as fill whole indices of it.",
       .source = "XLA, XlaBuilder::ReshapeWithInferredDimension",
       .example = "const live = b.setDimensionSize(b.iota('S32', 6), b.constant(3, 'S32'), 0); // "
                  "s32[<=6]\n"
                  "const y = b.reshapeWithInferredDimension(live, [2, 3], 0);"},
      {.name = "Reshape",
       .overload = 2,
       .group = "shapes",
       .lowers_to = kDataMovementReshapeOp,
       .arguments = kReshapeToShapeArguments,
       .invoke = InvokeOverload<XlaOp(const Shape&, XlaOp), Reshape>,
       .doc = "Reshapes the operand to another shape of the same element type; the elements keep "
              "their row-major order.",
       .source = "XLA, Reshape",
       .example = "const y = b.reshape('f32[3,2]', x);"},
      {.name = "Collapse",
       .group = "shapes",
       .lowers_to = kDataMovementReshapeOp,
       .arguments = kCollapseArguments,
       .rules = CollapseRules(),
       .invoke = Invoke<Collapse>,
       .doc = "Replaces consecutive dimensions by one whose size is the product of their sizes: "
              "{0,1} of [4,2,3] gives [8,3], and {1,2} gives [4,6]. XLA's page swaps these two "
              "results. With fewer than two dimensions the shape stays the same.",
       .source = "Operation Semantics, Collapse",
       .example = "const y = b.collapse(x, [0, 1]);"},
      {.name = "Transpose",
       .group = "shapes",
       .lowers_to = kTransposeOp,
       .arguments = kTransposeArguments,
       .invoke = Invoke<Transpose>,
       .doc = "Permutes the dimensions: dimension i of the result is dimension permutation[i] of "
              "the operand.",
       .source = "Operation Semantics, Transpose",
       .example = "const y = b.transpose(x, [1, 0]);"},
      {.name = "Rev",
       .group = "data movement",
       .lowers_to = kReverseOp,
       .arguments = kRevArguments,
       .invoke = Invoke<Rev>,
       .doc = "Reverses the order of the elements along the named dimensions: in a dimension of "
              "size N, index i becomes N - 1 - i.",
       .source = "Operation Semantics, Rev",
       .example = "const y = b.rev(x, [0]);"},
      {.name = "Slice",
       .group = "data movement",
       .lowers_to = kDataMovementSliceOp,
       .arguments = kDataMovementSliceArguments,
       .invoke = CallSlice,
       .doc = "Takes the elements within a box: along each dimension, every stride-th index from "
              "the start up to, but not including, the limit.",
       .source = "Operation Semantics, Slice",
       .example = "const y = b.slice(x, [0, 1], [2, 3], { strides: [1, 2] });"},
      {.name = "SliceInDim",
       .group = "data movement",
       .lowers_to = kDataMovementSliceOp,
       .arguments = kSliceInDimArguments,
       .rules = SliceInDimRules(),
       .invoke = CallSliceInDim,
       .doc = "Slices along one dimension and takes everything along the others.",
       .source = "Operation Semantics, Slice",
       .example = "const y = b.sliceInDim(x, 1, 3, 1, 1);"},
      {.name = "Pad",
       .group = "data movement",
       .lowers_to = kPadOp,
       .arguments = kPadArguments,
       .invoke = CallPad,
       .doc = "Adds padding_value between the elements of each dimension and around them. Interior "
              "padding comes first; negative edge padding then removes elements and interior "
              "padding alike.",
       .source = "Operation Semantics, Pad",
       .example = "const y = b.pad(x, 0, [[1, 0], [0, 2, 1]]);"},
      {.name = "PadInDim",
       .group = "data movement",
       .lowers_to = kPadOp,
       .arguments = kPadInDimArguments,
       .rules = PadInDimRules(),
       .invoke = CallPadInDim,
       .doc = "Pads the edges of one dimension.",
       .source = "Operation Semantics, Pad",
       .example = "const y = b.padInDim(x, 0, 1, 2, -1);"},
      {.name = "ConcatInDim",
       .group = "data movement",
       .lowers_to = kConcatenateOp,
       .arguments = kConcatInDimArguments,
       .invoke = CallConcatInDim,
       .doc = "Concatenates arrays along a dimension, in the given order.",
       .source = "Operation Semantics, ConcatInDim",
       .example = "const y = b.concatInDim([x, b.neg(x)], 0);"},
      {.name = "Copy",
       .group = "data movement",
       .lowers_to = kCopyOp,
       .arguments = kCopyArguments,
       .invoke = Invoke<Copy>,
       .doc = "Copies the operand.",
       .source = "XLA, Copy",
       .example = "const y = b.copy(x);"},
      {.name = "OptimizationBarrier",
       .group = "data movement",
       .lowers_to = kBarrierOp,
       .arguments = kBarrierArguments,
       .invoke = Invoke<OptimizationBarrier>,
       .doc = "Returns the operand's value, and prevents optimizations from moving computations "
              "across this point.",
       .source = "Operation Semantics, OptimizationBarrier",
       .example = "const y = b.optimizationBarrier(b.tuple([x, v]));"},
  };
  return kDefs;
}

}  // namespace hloom
