// reverse: elements in the opposite order along some dimensions.
#include "ops/data_movement/reverse.h"

#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kReverseOperands[] = {{"operand", "an array"}};
constexpr Rule kReverseC1 = {"reverse.c1",
                             "each entry of dimensions is a dimension of the operand"};
constexpr Rule kReverseC2 = {"reverse.c2", "no dimension is named twice"};
constexpr Rule kReverseRules[] = {kReverseC1, kReverseC2};

StatusOr<Shape> InferReverse(const InferContext& context) {
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, InferElementwise(context));
  const std::vector<int64_t>& dimensions = context.attrs<ReverseAttributes>().dimensions;
  std::vector<bool> seen(static_cast<size_t>(shape.rank()), false);
  for (int64_t dimension : dimensions) {
    if (dimension < 0 || dimension >= shape.rank()) {
      return InvalidArgument(kReverseC1)
          .Say(MessageCat(WithValue("dimensions", dimensions), " names dimension ", dimension,
                          ", which ", shape.ToString(), " does not have"))
          .Help(shape.rank() == 0 ? Message("a scalar has no dimensions: use `{}`"_msg)
                                  : StrCat("its dimensions are 0..", shape.rank() - 1));
    }
    if (seen[static_cast<size_t>(dimension)]) {
      return InvalidArgument(kReverseC2)
          .Say(MessageCat(WithValue("dimensions", dimensions), " names dimension ", dimension,
                          " twice"))
          .Help("name each dimension that is reversed once");
    }
    seen[static_cast<size_t>(dimension)] = true;
  }
  return shape;
}

}  // namespace

constexpr OpDef kReverseDef = {
    .opcode = HloOpcode::kReverse,
    .name = "reverse",
    .operands = kReverseOperands,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<ReverseAttributes>,
    .rules = kReverseRules,
    .infer_shape = InferReverse,
    .doc =
        "Reverses the order of the elements along the named dimensions: in a dimension of size N, "
        "index i becomes N - 1 - i.",
    .source = "Operation Semantics, Rev",
};

}  // namespace hloom
