#include "builder/functions/index_functions.h"

#include "builder/functions/function_util.h"
#include "ops/indexing/dynamic_slice.h"

namespace hloom {

XlaOp DynamicSlice(XlaOp operand, Span<const XlaOp> start_indices,
                   Span<const int64_t> slice_sizes) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] {
    std::vector<XlaOp> operands = {operand};
    operands.insert(operands.end(), start_indices.begin(), start_indices.end());
    return builder->AddInstruction(
        {.opcode = HloOpcode::kDynamicSlice,
         .operands = std::move(operands),
         .attributes = MakeAttributes(DynamicSliceAttributes{slice_sizes.ToVector()})});
  });
}

XlaOp DynamicSlice(XlaOp operand, XlaOp start_indices, Span<const int64_t> slice_sizes) {
  return DynamicSlice(operand, Span<const XlaOp>(&start_indices, 1), slice_sizes);
}

XlaOp DynamicUpdateSlice(XlaOp operand, XlaOp update, Span<const XlaOp> start_indices) {
  XlaBuilder* builder = BuilderOf(operand, update);
  return InBuilder(builder, [&] {
    std::vector<XlaOp> operands = {operand, update};
    operands.insert(operands.end(), start_indices.begin(), start_indices.end());
    return builder->AddInstruction(
        {.opcode = HloOpcode::kDynamicUpdateSlice, .operands = std::move(operands)});
  });
}

XlaOp DynamicUpdateSlice(XlaOp operand, XlaOp update, XlaOp start_indices) {
  return DynamicUpdateSlice(operand, update, Span<const XlaOp>(&start_indices, 1));
}

}  // namespace hloom
