#include "builder/functions/gather_functions.h"

#include "builder/argument_specs.h"
#include "builder/functions/function_util.h"
#include "builder/functions/functions.h"
#include "ops/indexing/gather.h"
#include "ops/indexing/scatter.h"

namespace hloom {

XlaOp Gather(XlaOp input, XlaOp start_indices, const GatherDimensionNumbers& dimension_numbers,
             Span<const int64_t> slice_sizes, bool indices_are_sorted) {
  XlaBuilder* builder = BuilderOf(input, start_indices);
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kGather,
         .operands = {input, start_indices},
         .attributes = MakeAttributes(
             GatherAttributes{dimension_numbers, slice_sizes.ToVector(), indices_are_sorted})});
  });
}

XlaOp Scatter(XlaOp input, XlaOp scatter_indices, XlaOp updates,
              const XlaComputation& update_computation,
              const ScatterDimensionNumbers& dimension_numbers, bool indices_are_sorted,
              bool unique_indices) {
  return Scatter(Span<const XlaOp>(&input, 1), scatter_indices, Span<const XlaOp>(&updates, 1),
                 update_computation, dimension_numbers, indices_are_sorted, unique_indices);
}

XlaOp Scatter(Span<const XlaOp> inputs, XlaOp scatter_indices, Span<const XlaOp> updates,
              const XlaComputation& update_computation,
              const ScatterDimensionNumbers& dimension_numbers, bool indices_are_sorted,
              bool unique_indices) {
  std::vector<XlaOp> operands(inputs.begin(), inputs.end());
  operands.push_back(scatter_indices);
  operands.insert(operands.end(), updates.begin(), updates.end());
  XlaBuilder* builder = nullptr;
  for (const XlaOp& operand : operands) builder = builder ? builder : operand.builder();
  return InBuilder(builder, [&] {
    return builder->AddInstruction({.opcode = HloOpcode::kScatter,
                                    .operands = std::move(operands),
                                    .attributes = MakeAttributes(ScatterAttributes{
                                        dimension_numbers, indices_are_sorted, unique_indices}),
                                    .called_computations = {&update_computation}});
  });
}

namespace {

constexpr ArgumentSpec kGatherArguments[] = {
    {"input", ArgumentKind::kOp, "the array from which slices are taken"},
    {"start_indices", ArgumentKind::kOp,
     "an array of integers: index_vector_dim holds the index vectors, at which slices start"},
    {"dimension_numbers", kKind<GatherDimensionNumbers>, "which dimension is which"},
    AttributeArgument<Int64s>(GatherAttributes::kSliceSizes),
    AttributeArgument<bool>(GatherAttributes::kIndicesAreSorted),
};
constexpr HloOpcode kGatherOp[] = {HloOpcode::kGather};

constexpr ArgumentSpec kScatterIndices = {
    "scatter_indices", ArgumentKind::kOp,
    "an array of integers: index_vector_dim holds the index vectors, at which windows start"};
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
     "the windows of each input: arrays of the same sizes, of the inputs' element types"},
    kUpdateComputation,
    kScatterNumbersArgument,
    kSortedArgument,
    kUniqueArgument,
};
constexpr HloOpcode kScatterOp[] = {HloOpcode::kScatter};

}  // namespace

Span<const BuilderDef> GatherBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "Gather",
       .group = "data movement",
       .lowers_to = kGatherOp,
       .arguments = kGatherArguments,
       .invoke = Invoke<Gather>,
       .doc = "Gathers slices of one size from the input, one for each index vector, and stacks "
              "them in the result. Start indices are clamped so that every slice stays in bounds.",
       .source = "Operation Semantics, Gather",
       .example = "// rows 1, 0 and 1\n"
                  "const rows = b.constant([1, 0, 1], 'S32');\n"
                  "const numbers = { offsetDims: [1], collapsedSliceDims: [0], startIndexMap: [0], "
                  "indexVectorDim: 1 };\n"
                  "const y = b.gather(x, rows, numbers, [1, 3]);"},
      {.name = "Scatter",
       .group = "data movement",
       .lowers_to = kScatterOp,
       .arguments = kScatterArguments,
       .invoke = InvokeOverload<XlaOp(XlaOp, XlaOp, XlaOp, const XlaComputation&,
                                      const ScatterDimensionNumbers&, bool, bool),
                                Scatter>,
       .doc = "Updates windows of the input, one for each index vector, in order: each element of "
              "a window becomes update_computation(value, update). Like XLA's evaluator, hloom "
              "skips a window that is partly out of bounds as a whole; XLA's page checks each "
              "element.",
       .source = "Operation Semantics, Scatter",
       .example = "// adds to rows 1 and 0\n"
                  "const rows = b.constant([1, 0], 'S32');\n"
                  "const updates = b.constant([[10, 20, 30], [40, 50, 60]]);\n"
                  "const numbers = { updateWindowDims: [1], insertedWindowDims: [0], "
                  "scatterDimsToOperandDims: [0], indexVectorDim: 1 };\n"
                  "const y = b.scatter(x, rows, updates, sum, numbers);"},
      {.name = "Scatter",
       .overload = 1,
       .group = "data movement",
       .lowers_to = kScatterOp,
       .arguments = kVariadicScatterArguments,
       .invoke =
           InvokeOverload<XlaOp(Span<const XlaOp>, XlaOp, Span<const XlaOp>, const XlaComputation&,
                                const ScatterDimensionNumbers&, bool, bool),
                          Scatter>,
       .doc = "Updates windows of several inputs in step: each element becomes "
              "update_computation(values..., updates...). The result is the tuple of the updated "
              "inputs.",
       .source = "Operation Semantics, Scatter",
       .example = "const pair = new XlaBuilder('minMax');\n"
                  "const low = pair.parameter(0, f32());\n"
                  "const high = pair.parameter(1, f32());\n"
                  "const least = pair.min(low, pair.parameter(2, f32()));\n"
                  "const minMax = pair.build(pair.tuple([least, pair.max(high, pair.parameter(3, "
                  "f32()))]));\n"
                  "const numbers = { updateWindowDims: [], insertedWindowDims: [0], "
                  "scatterDimsToOperandDims: [0], indexVectorDim: 1 };\n"
                  "const samples = b.constant([5, 9, 1]);\n"
                  "const y = b.scatter([v, v], b.constant([0, 0, 2], 'S32'), [samples, samples], "
                  "minMax, numbers);"},
  };
  return kDefs;
}

}  // namespace hloom
