// reshape: the same elements, in row-major order, under other dimension sizes.
#include "literal/strided.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {{"operand", "an array"}};
constexpr Rule kRules[] = {
    {"reshape.c1", "operand and result have the same number of elements"},
    {"reshape.c2", "operand and result have the same element type"},
};

StatusOr<Shape> InferReshape(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& result = *context.given_shape;
  HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(result));
  const int64_t have = ShapeUtil::ElementsIn(operand);
  const int64_t want = ShapeUtil::ElementsIn(result);
  if (have != want) {  // reshape.c1
    return InvalidArgument("reshape.c1")
        .Say(StrCat(operand.ToString(), " cannot be reshaped to ", result.ToString()))
        .Detail(
            StrCat("the operand has ", Count(have, "element"), ", the result would have ", want))
        .Help(StrCat("the product of the new sizes must be ", have));
  }
  if (operand.element_type() != result.element_type()) {  // reshape.c2
    return InvalidArgument("reshape.c2")
        .Say(StrCat(operand.ToString(), " cannot be reshaped to ", result.ToString()))
        .Help("a reshape does not convert elements");
  }
  return result;
}

StatusOr<Literal> EvaluateReshape(EvalContext& context, const HloInstruction& instruction,
                                  Operands operands) {
  const Literal& operand = *operands[0];
  const Layout row_major = LayoutUtil::GetDefaultLayoutForRank(operand.shape().rank());
  HLOOM_ASSIGN_OR_RETURN(const Literal ordered, Relayout(operand, row_major, context.ledger()));
  // Storage is shared: in row-major order both shapes are the same run of elements.
  const Shape& shape = instruction.shape();
  const Shape flat = ShapeUtil::MakeShape(shape.element_type(), shape.dimensions());
  if (flat == shape) return Literal::FromBuffer(instruction.shape_ptr(), ordered.storage());
  HLOOM_ASSIGN_OR_RETURN(
      const Literal result,
      Literal::FromBuffer(std::make_shared<const Shape>(flat), ordered.storage()));
  return Relayout(result, shape.layout(), context.ledger());
}

}  // namespace

extern const OpDef kReshapeDef;
constexpr OpDef kReshapeDef = {
    .opcode = HloOpcode::kReshape,
    .name = "reshape",
    .operands = kOperands,
    .min_operands = 1,
    .max_operands = 1,
    .rules = kRules,
    .infer_shape = InferReshape,
    .evaluate = EvaluateReshape,
    .traits = {.shape_given = true},
    .doc =
        "Flattens the operand in row-major order and refines it into the new dimension sizes. One "
        "element becomes a "
        "scalar with sizes {}, and a scalar an array with sizes of 1.",
    .source = "Operation Semantics, Reshape",
};

}  // namespace hloom
