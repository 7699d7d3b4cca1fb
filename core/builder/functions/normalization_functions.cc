#include "builder/functions/normalization_functions.h"

#include <algorithm>
#include <vector>

#include "builder/functions/function_util.h"
#include "ops/normalization/batch_norm.h"

namespace hloom {

namespace {

XlaOp Normalize(HloOpcode opcode, std::vector<XlaOp> operands, float epsilon,
                int64_t feature_index) {
  const auto known = std::find_if(operands.begin(), operands.end(),
                                  [](XlaOp op) { return op.builder() != nullptr; });
  XlaBuilder* const builder = known == operands.end() ? nullptr : known->builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    return builder->AddInstruction(
        {.opcode = opcode,
         .operands = std::move(operands),
         .attributes = MakeAttributes(BatchNormAttributes{epsilon, feature_index})});
  });
}

}  // namespace

XlaOp BatchNormTraining(XlaOp operand, XlaOp scale, XlaOp offset, float epsilon,
                        int64_t feature_index) {
  return Normalize(HloOpcode::kBatchNormTraining, {operand, scale, offset}, epsilon, feature_index);
}

XlaOp BatchNormInference(XlaOp operand, XlaOp scale, XlaOp offset, XlaOp mean, XlaOp variance,
                         float epsilon, int64_t feature_index) {
  return Normalize(HloOpcode::kBatchNormInference, {operand, scale, offset, mean, variance},
                   epsilon, feature_index);
}

XlaOp BatchNormGrad(XlaOp operand, XlaOp scale, XlaOp batch_mean, XlaOp batch_var,
                    XlaOp grad_output, float epsilon, int64_t feature_index) {
  return Normalize(HloOpcode::kBatchNormGrad, {operand, scale, batch_mean, batch_var, grad_output},
                   epsilon, feature_index);
}

}  // namespace hloom
