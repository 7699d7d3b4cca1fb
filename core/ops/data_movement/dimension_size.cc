// get-dimension-size and set-dimension-size: the live size of a dimension.
#include "ops/data_movement/dimension_size.h"

#include <limits>

#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kDimensionSizeGetOperands[] = {{"operand", "an array"}};
constexpr OperandSpec kSetOperands[] = {
    {"operand", "an array"},
    {"size", "the live size, S32[]: 0 up to the size, or bound, of the dimension"},
};
constexpr Rule kDimensionSizeC1 = {"dimension_size.c1",
                                   "dimensions names one dimension of the operand"};
constexpr Rule kDimensionSizeC2 = {"dimension_size.c2",
                                   "the size, or bound, of the dimension fits S32"};
constexpr Rule kDimensionSizeGetRules[] = {kDimensionSizeC1, kDimensionSizeC2};
constexpr Rule kSetDimensionSizeC1 = {"set_dimension_size.c1", "the size is S32[]"};
constexpr Rule kSetDimensionSizeC2 = {
    "set_dimension_size.c2",
    "the result has the operand's shape, whichever the dimension becomes: dynamic or static"};
constexpr Rule kSetRules[] = {kDimensionSizeGetRules[0], kDimensionSizeGetRules[1],
                              kSetDimensionSizeC1, kSetDimensionSizeC2, kSetDimensionSizeC3};

Status CheckSizedDimension(const Shape& operand, Span<const int64_t> dimensions) {
  const bool one = dimensions.size() == 1;
  if (!one || dimensions[0] < 0 || dimensions[0] >= operand.rank()) {
    return InvalidArgument(kDimensionSizeC1)
        .Say(one ? StrCat(operand.ToString(), " has no dimension ", dimensions[0])
                 : MessageCat(WithValue("dimensions", dimensions), " is not one dimension"))
        .Help(operand.rank() == 0 ? std::string("a scalar has no dimensions")
                                  : StrCat("name one of 0..", operand.rank() - 1));
  }
  const int64_t size = operand.dimensions(dimensions[0]);
  if (size > std::numeric_limits<int32_t>::max()) {
    return InvalidArgument(kDimensionSizeC2)
        .Say(StrCat("dimension ", dimensions[0], " of ", operand.ToString(),
                    " is too large for an S32"))
        .Help("sizes are asked for and set as S32: split the dimension");
  }
  return OkStatus();
}

StatusOr<Shape> InferGet(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(
      CheckSizedDimension(context.operand(0), context.attrs<DimensionSizeAttributes>().dimensions));
  return ShapeUtil::MakeScalarShape(S32);
}

StatusOr<Shape> InferSet(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& size = context.operand(1);
  const Shape& given = *context.given_shape;
  const std::vector<int64_t>& dimensions = context.attrs<DimensionSizeAttributes>().dimensions;
  HLOOM_RETURN_IF_ERROR(CheckSizedDimension(operand, dimensions));
  if (!ShapeUtil::IsScalarWithElementType(size, S32)) {
    return InvalidArgument(kSetDimensionSizeC1)
        .Say(StrCat("the size is ", size.ToString(), ", not s32[]"))
        .Help("pass a scalar; convert it to S32");
  }
  Shape expected = operand;
  expected.set_dynamic_dimension(
      dimensions[0], given.rank() == operand.rank() && given.is_dynamic_dimension(dimensions[0]));
  if (context.given_follows && ShapeUtil::Compatible(expected, given)) {
    return WithDynamicDimensionsOf(expected, given);
  }
  if (!ShapeUtil::EqualIgnoringLayout(expected, given)) {
    return InvalidArgument(kSetDimensionSizeC2)
        .Say(StrCat("the result was given as ", given.ToString(), ", the operand is ",
                    operand.ToString()))
        .Help(StrCat("only dimension ", dimensions[0], " may become dynamic or static"));
  }
  return given;
}

}  // namespace

constexpr OpDef kGetDimensionSizeDef = {
    .opcode = HloOpcode::kGetDimensionSize,
    .name = "get-dimension-size",
    .operands = kDimensionSizeGetOperands,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<DimensionSizeAttributes>,
    .rules = kDimensionSizeGetRules,
    .infer_shape = InferGet,
    .doc = "Returns the live size of a dimension, S32[]; for a static dimension that is its size.",
    .source = "Operation Semantics, GetDimensionSize",
};

constexpr OpDef kSetDimensionSizeDef = {
    .opcode = HloOpcode::kSetDimensionSize,
    .name = "set-dimension-size",
    .operands = kSetOperands,
    .min_operands = 2,
    .max_operands = 2,
    .make_attributes = MakeDefaultAttributes<DimensionSizeAttributes>,
    .rules = kSetRules,
    .infer_shape = InferSet,
    .traits = {.shape_given = true},
    .doc =
        "Sets the live size of a dimension of the operand: later operations use only the first "
        "`size` elements along it. The bound stays. The elements beyond the size are dead, but "
        "stay in memory until another array is computed from this one.",
    .source = "Operation Semantics, SetDimensionSize",
};

}  // namespace hloom
