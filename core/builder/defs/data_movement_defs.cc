// Rows of functions that move elements without computing: slices, pads, transposes, reshapes.
#include "builder/defs/argument_specs.h"
#include "ops/data_movement/reshape.h"
#include "ops/data_movement/reverse.h"

namespace hloom {

Span<const Rule> ReshapeInOrderRules();
Span<const Rule> CollapseRules();
Span<const Rule> SliceInDimRules();
Span<const Rule> PadInDimRules();

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
constexpr ArgumentSpec kSliceArguments[] = {
    kOperandArgument,
    {"start_indices", kKind<Int64s>, "the first index of each dimension"},
    {"limit_indices", kKind<Int64s>,
     "the index after the last of each dimension: at least the start, at most the size"},
    {.name = "strides",
     .kind = kKind<Int64s>,
     .doc = "for each dimension, the step from one index that is taken to the next, at least 1",
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
     "for each dimension [low, high, interior]: what is added before the first element, after the "
     "last one, and between every two; low and high may be negative, interior left out. In "
     "JavaScript also { edgePaddingLow, edgePaddingHigh, interiorPadding }, each 0 when left out"},
};
constexpr ArgumentSpec kPadInDimArguments[] = {
    kOperandArgument,
    kPaddingValue,
    {"dimno", kKind<int64_t>, "the dimension"},
    {"pad_lo", kKind<int64_t>, "what is added before its first element, or taken away"},
    {"pad_hi", kKind<int64_t>, "what is added after its last element, or taken away"},
};
constexpr ArgumentSpec kConcatInDimArguments[] = {
    {"operands", ArgumentKind::kOps, "one array or more, equal in all dimensions but one"},
    {"dimension", kKind<int64_t>, "the dimension along which they follow each other"},
};
constexpr ArgumentSpec kCopyArguments[] = {kOperandArgument};
constexpr ArgumentSpec kBarrierArguments[] = {
    {"operand", ArgumentKind::kOp, "a value of any shape; a tuple joins several"}};

constexpr HloOpcode kDataMovementReshapeOp[] = {HloOpcode::kReshape};
constexpr HloOpcode kReshapeInOrderOps[] = {HloOpcode::kTranspose, HloOpcode::kReshape};
constexpr HloOpcode kTransposeOp[] = {HloOpcode::kTranspose};
constexpr HloOpcode kReverseOp[] = {HloOpcode::kReverse};
constexpr HloOpcode kSliceOp[] = {HloOpcode::kSlice};
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
      {"Reshape", 1, "shapes", kReshapeInOrderOps, kReshapeInOrderArguments, ReshapeInOrderRules(),
       CallReshapeInOrder,
       "Gives the elements new sizes, taking them from the operand in another order: dimensions "
       "names its dimensions from the one that changes slowest to the one that changes fastest. "
       "{0, 1, ..., rank - 1} is row-major order; any other order transposes first.",
       "Operation Semantics, Reshape", "const y = b.reshape(x, [1, 0], [6]);"},
      {"ReshapeWithInferredDimension",
       0,
       "shapes",
       kDataMovementReshapeOp,
       kReshapeInferredArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return ReshapeWithInferredDimension(a[0].op, a[1].Get<Int64s>(), a[2].Get<int64_t>());
       },
       "Gives the elements new sizes as Reshape does, and says which of them follows from the "
       "others. Where the elements of a dynamic dimension go into several, that one is dynamic: "
       "f32[<=6] to {2, 3} with inferred_dimension=0 gives f32[<=2,3]. The program then takes as "
       "many "
       "live elements as fill it.",
       "XLA, XlaBuilder::ReshapeWithInferredDimension",
       "const live = b.setDimensionSize(b.iota('S32', 6), b.constant(3, 'S32'), 0); // s32[<=6]\n"
       "const y = b.reshapeWithInferredDimension(live, [2, 3], 0);"},
      {"Reshape",
       2,
       "shapes",
       kDataMovementReshapeOp,
       kReshapeToShapeArguments,
       {},
       [](XlaBuilder*, Arguments a) { return Reshape(a[0].Get<Shape>(), a[1].op); },
       "Gives the elements another shape of the same element type; in row-major order they stay "
       "the same.",
       "XLA, Reshape",
       "const y = b.reshape('f32[3,2]', x);"},
      {"Collapse", 0, "shapes", kDataMovementReshapeOp, kCollapseArguments, CollapseRules(),
       [](XlaBuilder*, Arguments a) { return Collapse(a[0].op, a[1].Get<Int64s>()); },
       "Replaces consecutive dimensions by one whose size is the product of theirs: {0,1} of "
       "[4,2,3] gives [8,3], {1,2} gives [4,6]; XLA's page swaps these two results. Fewer than "
       "two dimensions change nothing.",
       "Operation Semantics, Collapse", "const y = b.collapse(x, [0, 1]);"},
      {"Transpose",
       0,
       "shapes",
       kTransposeOp,
       kTransposeArguments,
       {},
       [](XlaBuilder*, Arguments a) { return Transpose(a[0].op, a[1].Get<Int64s>()); },
       "Puts the dimensions into another order: dimension i of the result is dimension "
       "permutation[i] of the operand.",
       "Operation Semantics, Transpose",
       "const y = b.transpose(x, [1, 0]);"},
      {"Rev",
       0,
       "data movement",
       kReverseOp,
       kRevArguments,
       {},
       [](XlaBuilder*, Arguments a) { return Rev(a[0].op, a[1].Get<Int64s>()); },
       "Reverses the order of the elements along the named dimensions: in a dimension of size N, "
       "index i becomes N - 1 - i.",
       "Operation Semantics, Rev",
       "const y = b.rev(x, [0]);"},
      {"Slice",
       0,
       "data movement",
       kSliceOp,
       kSliceArguments,
       {},
       CallSlice,
       "Takes the elements within a box: along each dimension the indices from the start up to but "
       "without the limit, every stride-th of them.",
       "Operation Semantics, Slice",
       "const y = b.slice(x, [0, 1], [2, 3], { strides: [1, 2] });"},
      {"SliceInDim", 0, "data movement", kSliceOp, kSliceInDimArguments, SliceInDimRules(),
       CallSliceInDim, "Slices along one dimension and takes everything along the others.",
       "Operation Semantics, Slice", "const y = b.sliceInDim(x, 1, 3, 1, 1);"},
      {"Pad",
       0,
       "data movement",
       kPadOp,
       kPadArguments,
       {},
       CallPad,
       "Puts padding_value around the elements of each dimension and between them. Interior "
       "padding "
       "comes first; a negative edge then takes away elements and interior padding alike.",
       "Operation Semantics, Pad",
       "const y = b.pad(x, 0, [[1, 0], [0, 2, 1]]);"},
      {"PadInDim", 0, "data movement", kPadOp, kPadInDimArguments, PadInDimRules(), CallPadInDim,
       "Pads the edges of one dimension.", "Operation Semantics, Pad",
       "const y = b.padInDim(x, 0, 1, 2, -1);"},
      {"ConcatInDim",
       0,
       "data movement",
       kConcatenateOp,
       kConcatInDimArguments,
       {},
       CallConcatInDim,
       "Puts arrays one after the other along a dimension, in the order in which they are given.",
       "Operation Semantics, ConcatInDim",
       "const y = b.concatInDim([x, b.neg(x)], 0);"},
      {"Copy",
       0,
       "data movement",
       kCopyOp,
       kCopyArguments,
       {},
       [](XlaBuilder*, Arguments a) { return Copy(a[0].op); },
       "Copies the operand.",
       "XLA, Copy",
       "const y = b.copy(x);"},
      {"OptimizationBarrier",
       0,
       "data movement",
       kBarrierOp,
       kBarrierArguments,
       {},
       [](XlaBuilder*, Arguments a) { return OptimizationBarrier(a[0].op); },
       "Gives the operand's value, and lets no optimisation move computations across this place.",
       "Operation Semantics, OptimizationBarrier",
       "const y = b.optimizationBarrier(b.tuple([x, v]));"},
  };
  return kDefs;
}

}  // namespace hloom
