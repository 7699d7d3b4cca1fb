#include "builder/scan_functions.h"

#include "builder/function_util.h"
#include "ops/scan.h"

namespace hloom {

XlaOp Scan(XlaBuilder* builder, Span<const XlaOp> inputs, Span<const XlaOp> inits,
           const XlaComputation& to_apply, int64_t scan_dimension, bool is_reverse,
           TriState is_associative) {
  return InBuilder(builder, [&] {
    std::vector<XlaOp> operands = inputs.ToVector();
    operands.insert(operands.end(), inits.begin(), inits.end());
    return builder->AddInstruction(
        {.opcode = HloOpcode::kScan,
         .operands = std::move(operands),
         .attributes = MakeAttributes(ScanAttributes{
             {scan_dimension}, static_cast<int64_t>(inits.size()), is_reverse, is_associative}),
         .called_computations = {&to_apply}});
  });
}

}  // namespace hloom
