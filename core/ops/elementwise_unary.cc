// Unaries: negate, exponential, is-finite.
#include <cmath>

#include "ops/elementwise.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperand[] = {{"operand", "an array"}};

StatusOr<Shape> InferSameType(const InferContext& context) { return InferElementwise(context); }

StatusOr<Shape> InferToPred(const InferContext& context) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, InferElementwise(context));
  return ShapeUtil::ChangeElementType(shape, PRED);
}

struct Negate {
  template <typename T>
  static T Apply(T x) {
    if constexpr (std::is_integral_v<T>) {
      // As unsigned, so that the least integer gives itself.
      return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(x));
    } else {
      return -x;
    }
  }
};
struct Exp {
  template <typename T>
  static T Apply(T x) {
    return std::exp(x);
  }
};
struct IsFinite {
  template <typename T>
  static bool Apply(T x) {
    return std::isfinite(x);
  }
};

constexpr OpDef UnaryDef(HloOpcode opcode, std::string_view name, TypeSet types,
                         decltype(OpDef::infer_shape) infer, decltype(OpDef::evaluate) evaluate,
                         std::string_view doc) {
  return {.opcode = opcode,
          .name = name,
          .operands = kOperand,
          .min_operands = 1,
          .max_operands = 1,
          .types = types,
          .infer_shape = infer,
          .evaluate = evaluate,
          .traits = {.elementwise = true},
          .doc = doc,
          .source = "Operation Semantics, Element-wise unary functions"};
}

}  // namespace

extern const OpDef kNegateDef, kExpDef, kIsFiniteDef;

constexpr OpDef kNegateDef =
    UnaryDef(HloOpcode::kNegate, "negate", TypeSet::kArithmetic, InferSameType,
             EvaluateUnary<Negate, TypeSet::kArithmetic>,
             "The negation of each element. Integers wrap: the least integer gives itself.");
constexpr OpDef kExpDef = UnaryDef(HloOpcode::kExp, "exponential", TypeSet::kFloating,
                                   InferSameType, EvaluateUnary<Exp, TypeSet::kFloating>,
                                   "The natural exponential e^x of each element.");
constexpr OpDef kIsFiniteDef = UnaryDef(HloOpcode::kIsFinite, "is-finite", TypeSet::kFloating,
                                        InferToPred, EvaluateUnary<IsFinite, TypeSet::kFloating>,
                                        "PRED: whether each element is neither infinite nor NaN.");

}  // namespace hloom
