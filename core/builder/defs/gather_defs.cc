// Rows of functions that take or update many windows of arrays at places which are computed.
#include "builder/defs/argument_specs.h"
#include "builder/functions/functions.h"
#include "ops/indexing/gather.h"
#include "ops/indexing/scatter.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kGatherArguments[] = {
    {"input", ArgumentKind::kOp, "the array from which slices are taken"},
    {"start_indices", ArgumentKind::kOp,
     "an array of integers: along index_vector_dim lie vectors that say where slices start"},
    {"dimension_numbers", kKind<GatherDimensionNumbers>, "which dimension is which"},
    AttributeArgument<Int64s>(GatherAttributes::kSliceSizes),
    AttributeArgument<bool>(GatherAttributes::kIndicesAreSorted),
};
constexpr HloOpcode kGatherOp[] = {HloOpcode::kGather};

constexpr ArgumentSpec kScatterIndices = {
    "scatter_indices", ArgumentKind::kOp,
    "an array of integers: along index_vector_dim lie vectors that say where windows start"};
constexpr ArgumentSpec kUpdateComputation = {
    "update_computation", ArgumentKind::kComputation,
    "(values..., updates...) -> new values, on scalars of the inputs' element types"};
constexpr ArgumentSpec kScatterNumbersArgument = {
    "dimension_numbers", kKind<ScatterDimensionNumbers>, "which dimension is which"};
constexpr ArgumentSpec kSortedArgument =
    AttributeArgument<bool>(ScatterAttributes::kIndicesAreSorted);
constexpr ArgumentSpec kUniqueArgument = AttributeArgument<bool>(ScatterAttributes::kUniqueIndices);
constexpr ArgumentSpec kScatterArguments[] = {
    {"input", ArgumentKind::kOp, "the array whose windows are updated"},
    kScatterIndices,
    {"updates", ArgumentKind::kOp, "the windows: an array of the input's element type"},
    kUpdateComputation,
    kScatterNumbersArgument,
    kSortedArgument,
    kUniqueArgument,
};
constexpr ArgumentSpec kVariadicScatterArguments[] = {
    {"inputs", ArgumentKind::kOps, "the arrays whose windows are updated, of the same sizes"},
    kScatterIndices,
    {"updates", ArgumentKind::kOps,
     "for each input its windows: arrays of the same sizes, of the inputs' element types"},
    kUpdateComputation,
    kScatterNumbersArgument,
    kSortedArgument,
    kUniqueArgument,
};
constexpr HloOpcode kScatterOp[] = {HloOpcode::kScatter};

}  // namespace

Span<const BuilderDef> GatherBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"Gather",
       0,
       "data movement",
       kGatherOp,
       kGatherArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return Gather(a[0].op, a[1].op, a[2].Get<GatherDimensionNumbers>(), a[3].Get<Int64s>(),
                       a[4].Get<bool>());
       },
       "Gathers slices of one size from the input, one for each index vector, and stacks them in "
       "the result. Starts are clamped, so that every slice lies inside the input.",
       "Operation Semantics, Gather",
       "// rows 1, 0 and 1\n"
       "const rows = b.constant([1, 0, 1], 'S32');\n"
       "const numbers = { offsetDims: [1], collapsedSliceDims: [0], startIndexMap: [0], "
       "indexVectorDim: 1 };\n"
       "const y = b.gather(x, rows, numbers, [1, 3]);"},
      {"Scatter",
       0,
       "data movement",
       kScatterOp,
       kScatterArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return Scatter(a[0].op, a[1].op, a[2].op, a[3].computation(),
                        a[4].Get<ScatterDimensionNumbers>(), a[5].Get<bool>(), a[6].Get<bool>());
       },
       "Updates windows of the input, one for each index vector, in their order: each element of a "
       "window becomes update_computation(value, update). XLA's evaluator, and hloom, leave out a "
       "window that does not lie inside the input as a whole; XLA's page tests each element.",
       "Operation Semantics, Scatter",
       "// adds to rows 1 and 0\n"
       "const rows = b.constant([1, 0], 'S32');\n"
       "const updates = b.constant([[10, 20, 30], [40, 50, 60]]);\n"
       "const numbers = { updateWindowDims: [1], insertedWindowDims: [0], "
       "scatterDimsToOperandDims: [0], indexVectorDim: 1 };\n"
       "const y = b.scatter(x, rows, updates, sum, numbers);"},
      {"Scatter",
       1,
       "data movement",
       kScatterOp,
       kVariadicScatterArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return Scatter(a[0].ops, a[1].op, a[2].ops, a[3].computation(),
                        a[4].Get<ScatterDimensionNumbers>(), a[5].Get<bool>(), a[6].Get<bool>());
       },
       "Updates windows of several inputs in step: each element becomes "
       "update_computation(values..., updates...). The result is the tuple of the updated inputs.",
       "Operation Semantics, Scatter",
       "const pair = new XlaBuilder('minMax');\n"
       "const low = pair.parameter(0, f32());\n"
       "const high = pair.parameter(1, f32());\n"
       "const least = pair.min(low, pair.parameter(2, f32()));\n"
       "const minMax = pair.build(pair.tuple([least, pair.max(high, pair.parameter(3, f32()))]));\n"
       "const numbers = { updateWindowDims: [], insertedWindowDims: [0], "
       "scatterDimsToOperandDims: [0], indexVectorDim: 1 };\n"
       "const samples = b.constant([5, 9, 1]);\n"
       "const y = b.scatter([v, v], b.constant([0, 0, 2], 'S32'), [samples, samples], minMax, "
       "numbers);"},
  };
  return kDefs;
}

}  // namespace hloom
