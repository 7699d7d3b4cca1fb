#include "builder/functions/gather_functions.h"

#include "builder/functions/function_util.h"
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

}  // namespace hloom
