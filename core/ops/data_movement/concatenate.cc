// concatenate: joins arrays along a dimension.
#include "ops/data_movement/concatenate.h"

#include "base/math_util.h"
#include "ops/infer_util.h"
#include "ops/mixed_precision.h"
#include "shape/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kConcatenateOperands[] = {
    {"operands", "one or more arrays, with the same sizes in all dimensions but one"}};
constexpr Rule kConcatenateC1 = {"concatenate.c1", "dimensions names exactly one dimension"};
constexpr Rule kConcatenateC2 = {"concatenate.c2",
                                 "it is a dimension of the operands; scalars have none"};
constexpr Rule kConcatenateC3 = {"concatenate.c3", "the operands have the same rank"};
constexpr Rule kConcatenateC4 = {"concatenate.c4",
                                 "the operands have the same sizes in all other dimensions"};
constexpr Rule kConcatenateC5 = {"concatenate.c5", "the operands have the same element type"};
constexpr Rule kConcatenateRules[] = {kConcatenateC1, kConcatenateC2, kConcatenateC3,
                                      kConcatenateC4, kConcatenateC5};

// Checks operand i against operand 0.
Status CheckOperand(const InferContext& context, size_t i, int64_t dimension) {
  const Shape& first = context.operand(0);
  const Shape& other = context.operand(i);
  const auto refuse = [&](const Rule& rule, std::string detail, Message help) {
    return InvalidArgument(rule)
        .Say(StrCat(first.ToString(), " and ", other.ToString(), " cannot be concatenated"))
        .Detail(std::move(detail))
        .Help(std::move(help));
  };
  if (other.rank() != first.rank()) {
    return refuse(
        kConcatenateC3,
        StrCat("operand 0 has rank ", first.rank(), ", operand ", i, " rank ", other.rank()),
        "reshape one of them: nothing is broadcast");
  }
  if (other.element_type() != first.element_type()) {
    return refuse(
        kConcatenateC5, StrCat("operand ", i, " has another element type"),
        "convert one of them with `ConvertElementType`: types are never converted implicitly"_msg);
  }
  for (int64_t d = 0; d < first.rank(); ++d) {
    if (d == dimension || other.dimensions(d) == first.dimensions(d)) continue;
    return refuse(kConcatenateC4,
                  StrCat("dimension ", d, " has size ", first.dimensions(d), " in operand 0, ",
                         other.dimensions(d), " in operand ", i),
                  StrCat("only dimension ", dimension, " may differ: arrays are never ragged"));
  }
  return OkStatus();
}

StatusOr<Shape> InferConcatenate(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& first = context.operand(0);
  const std::vector<int64_t>& dimensions = context.attrs<ConcatenateAttributes>().dimensions;
  if (dimensions.size() != 1) {
    return InvalidArgument(kConcatenateC1)
        .Say(MessageCat(WithValue("dimensions", dimensions), " is not one dimension"))
        .Help("name the one dimension along which the operands follow each other");
  }
  const int64_t dimension = dimensions[0];
  if (dimension < 0 || dimension >= first.rank()) {
    return InvalidArgument(kConcatenateC2)
        .Say(StrCat(first.ToString(), " has no dimension ", dimension))
        .Help(first.rank() == 0 ? std::string("reshape scalars to vectors of one element first")
                                : StrCat("use a dimension in 0..", first.rank() - 1));
  }
  std::optional<int64_t> total = 0;
  for (size_t i = 0; i < context.operands.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(CheckOperand(context, i, dimension));
    if (total) total = CheckedAdd(*total, context.operand(i).dimensions(dimension));
  }
  if (!total) {
    return InvalidArgument(kShapeC3)
        .Say(StrCat("dimension ", dimension, " would be too large"))
        .Help("a size must fit a 64-bit integer");
  }
  std::vector<int64_t> sizes = first.dimensions().ToVector();
  sizes[static_cast<size_t>(dimension)] = *total;
  Shape result = ShapeUtil::MakeShape(first.element_type(), sizes);
  for (const Shape* operand : context.operands) MergeDynamicDimensions(*operand, &result);
  return result;
}

}  // namespace

constexpr OpDef kConcatenateDef = {
    .opcode = HloOpcode::kConcatenate,
    .name = "concatenate",
    .operands = kConcatenateOperands,
    .min_operands = 1,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<ConcatenateAttributes>,
    .rules = kConcatenateRules,
    .imply_converts = UnifyOperands,
    .infer_shape = InferConcatenate,
    .doc =
        "Concatenates the operands along a dimension, in the given order. The size of that "
        "dimension is the sum of the operands' sizes; the other sizes stay the same.",
    .source = "Operation Semantics, ConcatInDim (Concatenate)",
};

}  // namespace hloom
