#include "builder/gather_functions.h"

#include "builder/function_util.h"
#include "ops/gather.h"

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

}  // namespace hloom
