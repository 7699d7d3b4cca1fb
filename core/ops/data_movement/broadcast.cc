// broadcast: the HLO operation. It adds dimensions and never stretches one of size 1: the builder's
// functions (Broadcast, BroadcastInDim, the binaries) reshape such dimensions away first.
#include "ops/data_movement/broadcast.h"

#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kBroadcastOperands[] = {{"operand", "an array"}};
constexpr Rule kHloBroadcastC1 = {"hlo_broadcast.c1",
                                  "dimensions has one entry for each dimension of the operand"};
constexpr Rule kHloBroadcastC2 = {"hlo_broadcast.c2", "each entry is a dimension of the result"};
constexpr Rule kHloBroadcastC3 = {"hlo_broadcast.c3", "no dimension of the result is named twice"};
constexpr Rule kHloBroadcastC4 = {
    "hlo_broadcast.c4",
    "a dimension of the operand has the size of the dimension of the result it becomes"};
constexpr Rule kHloBroadcastC5 = {"hlo_broadcast.c5",
                                  "operand and result have the same element type"};
constexpr Rule kDataMovementBroadcastRules[] = {kHloBroadcastC1, kHloBroadcastC2, kHloBroadcastC3,
                                                kHloBroadcastC4, kHloBroadcastC5};

Status CheckDimensionOfBroadcast(const Shape& operand, const Shape& result,
                                 Span<const int64_t> dimensions, size_t i) {
  const int64_t to = dimensions[i];
  if (to < 0 || to >= result.rank()) {
    return InvalidArgument(kHloBroadcastC2)
        .Say(MessageCat(WithValue("dimensions", dimensions), " names dimension ", to, ", which ",
                        result.ToString(), " does not have"))
        .Help(StrCat("its dimensions are 0..", result.rank() - 1));
  }
  for (size_t j = 0; j < i; ++j) {
    if (dimensions[j] != to) continue;
    return InvalidArgument(kHloBroadcastC3)
        .Say(MessageCat(WithValue("dimensions", dimensions), " names dimension ", to, " twice"))
        .Help("each dimension of the operand becomes a different one of the result");
  }
  const int64_t size = operand.dimensions(static_cast<int64_t>(i));
  if (size != result.dimensions(to)) {
    return InvalidArgument(kHloBroadcastC4)
        .Say(MessageCat(operand.ToString(), " cannot become ", result.ToString(), " with ",
                        WithValue("dimensions", dimensions)))
        .Detail(StrCat("dimension ", i, " of the operand has size ", size, ", dimension ", to,
                       " of the result size ", result.dimensions(to)))
        .Help(size == 1 ? "`Reshape` the dimension of size 1 away before the array is broadcast"_msg
                        : "a dimension keeps its size: nothing is stretched at the HLO level");
  }
  return OkStatus();
}

StatusOr<Shape> InferBroadcast(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& result = *context.given_shape;
  const std::vector<int64_t>& dimensions = context.attrs<BroadcastAttributes>().dimensions;
  if (static_cast<int64_t>(dimensions.size()) != operand.rank()) {
    return InvalidArgument(kHloBroadcastC1)
        .Say(MessageCat(WithValue("dimensions", dimensions), " has ",
                        Count(static_cast<int64_t>(dimensions.size()), "entry"), ", the operand ",
                        operand.ToString(), " has rank ", operand.rank()))
        .Help("name one dimension of the result for each dimension of the operand");
  }
  if (operand.element_type() != result.element_type()) {
    return InvalidArgument(kHloBroadcastC5)
        .Say(StrCat(operand.ToString(), " cannot become ", result.ToString()))
        .Help("broadcasting repeats elements; it does not convert them");
  }
  Shape inferred = ShapeUtil::MakeStaticShape(result);
  for (size_t i = 0; i < dimensions.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(CheckDimensionOfBroadcast(operand, result, dimensions, i));
    if (!operand.is_dynamic_dimension(static_cast<int64_t>(i))) continue;
    inferred.set_dynamic_dimension(dimensions[i], true);
  }
  return GivenShape(context, inferred);
}

}  // namespace

constexpr OpDef kBroadcastDef = {
    .opcode = HloOpcode::kBroadcast,
    .name = "broadcast",
    .operands = kBroadcastOperands,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<BroadcastAttributes>,
    .rules = kDataMovementBroadcastRules,
    .infer_shape = InferBroadcast,
    .traits = {.shape_given = true},
    .doc =
        "Repeats the operand along the dimensions of the result that are not in `dimensions`. "
        "Dimension i of the "
        "operand becomes dimension dimensions[i] of the result and has its size.",
    .source = "Operation Semantics, Broadcast and BroadcastInDim; Broadcasting",
};

}  // namespace hloom
