// reduce-precision: rounds to a narrower floating-point format and back.
#include "ops/elementwise/conversion.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kReducePrecisionOperands[] = {{"operand", "a floating-point array"}};
constexpr Rule kReducePrecisionC1 = {"reduce_precision.c1", "exponent_bits is 1 or more"};
constexpr Rule kReducePrecisionC2 = {"reduce_precision.c2", "mantissa_bits is 0 or more"};
constexpr Rule kReducePrecisionRules[] = {kReducePrecisionC1, kReducePrecisionC2};

StatusOr<Shape> InferReducePrecision(const InferContext& context) {
  const auto& attributes = context.attrs<ReducePrecisionAttributes>();
  if (attributes.exponent_bits < 1) {
    return InvalidArgument(kReducePrecisionC1)
        .Say(MessageCat("`exponent_bits` is "_msg, attributes.exponent_bits))
        .Help("one bit at least tells zero from infinity");
  }
  if (attributes.mantissa_bits < 0) {
    return InvalidArgument(kReducePrecisionC2)
        .Say(MessageCat("`mantissa_bits` is "_msg, attributes.mantissa_bits))
        .Help("0 keeps the powers of two");
  }
  return InferElementwise(context);
}

}  // namespace

constexpr OpDef kReducePrecisionDef = {
    .opcode = HloOpcode::kReducePrecision,
    .name = "reduce-precision",
    .operands = kReducePrecisionOperands,
    .min_operands = 1,
    .max_operands = 1,
    .types = TypeSet::kFloating,
    .make_attributes = MakeDefaultAttributes<ReducePrecisionAttributes>,
    .rules = kReducePrecisionRules,
    .infer_shape = InferReducePrecision,
    .traits = {.elementwise = true},
    .doc =
        "Rounds each element as if it were converted to a floating-point format of the given "
        "widths and back: the mantissa rounds to nearest even, values past the range become "
        "infinite, values below the normal numbers become zeros of their sign, NaN stays NaN. "
        "Widths that are at least those of the element type change nothing. XLA's page lists the "
        "two widths in both orders; in hloom, as in XLA's builder, exponent_bits comes first.",
    .source = "Operation Semantics, ReducePrecision",
};

}  // namespace hloom
