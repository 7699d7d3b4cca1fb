// Makes the OpDefs of binary operations.
#ifndef HLOOM_OPS_ELEMENTWISE_BINARY_H_
#define HLOOM_OPS_ELEMENTWISE_BINARY_H_

#include "ops/infer_util.h"
#include "ops/mixed_precision.h"

namespace hloom {

inline constexpr OperandSpec kBinaryOperands[] = {{"lhs", "an array"},
                                                  {"rhs", "an array of the same shape"}};
inline constexpr Rule kBinaryRules[] = {kElementwiseC1, kElementwiseC2};

inline StatusOr<Shape> InferBinary(const InferContext& context) {
  return InferElementwise(context);
}

constexpr OpDef BinaryDef(HloOpcode opcode, std::string_view name, TypeSet types, bool commutative,
                          Documentation doc, decltype(OpDef::infer_shape) infer = InferBinary) {
  return {.opcode = opcode,
          .name = name,
          .operands = kBinaryOperands,
          .min_operands = 2,
          .max_operands = 2,
          .types = types,
          .rules = kBinaryRules,
          // As in XLA, floats of different types cannot form a complex number.
          .imply_converts = types == TypeSet::kWideFloating ? nullptr : UnifyOperands,
          .infer_shape = infer,
          .traits = {.elementwise = true, .commutative = commutative},
          .doc = doc,
          .source = "Operation Semantics, Element-wise binary arithmetic operations"};
}

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_BINARY_H_
