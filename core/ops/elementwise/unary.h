// Shared by the families of unary operations: makes their OpDefs, and combines the real and complex
// functions in one functor.
#ifndef HLOOM_OPS_ELEMENTWISE_UNARY_H_
#define HLOOM_OPS_ELEMENTWISE_UNARY_H_

#include "hlo/attributes/result_accuracy.h"
#include "ops/infer_util.h"

namespace hloom {

inline constexpr OperandSpec kUnaryOperand[] = {{"operand",
                                                 "an array of any rank; XLA's page requires a "
                                                 "scalar, but means that one is allowed"}};

inline StatusOr<Shape> InferSameType(const InferContext& context) {
  return InferElementwise(context);
}
// C64 gives F32, C128 gives F64, anything else itself.
inline StatusOr<Shape> InferComponentType(const InferContext& context) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, InferElementwise(context));
  return ShapeUtil::ChangeElementType(shape, ComplexComponentType(shape.element_type()));
}

constexpr OpDef UnaryDef(HloOpcode opcode, std::string_view name, TypeSet types, Documentation doc,
                         decltype(OpDef::infer_shape) infer = InferSameType) {
  return {.opcode = opcode,
          .name = name,
          .operands = kUnaryOperand,
          .min_operands = 1,
          .max_operands = 1,
          .types = types,
          .infer_shape = infer,
          .traits = {.elementwise = true},
          .doc = doc,
          .source = "Operation Semantics, Element-wise unary functions"};
}

// The rules of functions with several implementations in XLA: exp, but not cosh.
inline constexpr Rule kResultAccuracyC1 = {
    "result_accuracy.c1", "the tolerances atol, rtol and ulps of result_accuracy are 0 or more"};
inline constexpr Rule kAccuracyRules[] = {kResultAccuracyC1};

StatusOr<Shape> InferAccurate(const InferContext& context);

constexpr OpDef AccurateDef(HloOpcode opcode, std::string_view name, TypeSet types,
                            Documentation doc) {
  OpDef def = UnaryDef(opcode, name, types, doc, InferAccurate);
  def.make_attributes = MakeDefaultAttributes<AccuracyAttributes>;
  def.rules = kAccuracyRules;
  return def;
}

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_UNARY_H_
