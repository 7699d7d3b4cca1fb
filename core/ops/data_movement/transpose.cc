// transpose: dimensions in another order.
#include "ops/data_movement/transpose.h"

#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kTransposeOperands[] = {{"operand", "an array"}};
constexpr Rule kTransposeC1 = {"transpose.c1",
                               "the permutation names each dimension of the operand exactly once"};
constexpr Rule kTransposeRules[] = {kTransposeC1};

bool IsPermutation(Span<const int64_t> permutation, int64_t rank) {
  if (static_cast<int64_t>(permutation.size()) != rank) return false;
  std::vector<bool> seen(permutation.size(), false);
  for (int64_t dimension : permutation) {
    if (dimension < 0 || dimension >= rank || seen[static_cast<size_t>(dimension)]) return false;
    seen[static_cast<size_t>(dimension)] = true;
  }
  return true;
}

// XLA's inference permutes the layout too, so that nothing needs to move; the result here has the
// default layout, in which values come out row by row.
StatusOr<Shape> InferTranspose(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const std::vector<int64_t>& permutation = context.attrs<TransposeAttributes>().dimensions;
  if (!IsPermutation(permutation, operand.rank())) {
    return InvalidArgument(kTransposeC1)
        .Say(MessageCat(operand.ToString(), " cannot be transposed with ",
                        DimensionList(permutation)))
        .Detail(StrCat("that is not a permutation of its ", Count(operand.rank(), "dimension")))
        .Help(operand.rank() == 0 ? Message("a scalar has no dimensions: use `{}`"_msg)
                                  : StrCat("name each of 0..", operand.rank() - 1, " once"));
  }
  std::vector<int64_t> sizes;
  for (int64_t dimension : permutation) sizes.push_back(operand.dimensions(dimension));
  Shape result = ShapeUtil::MakeShape(operand.element_type(), sizes);
  for (size_t i = 0; i < permutation.size(); ++i) {
    if (!operand.is_dynamic_dimension(permutation[i])) continue;
    result.set_dynamic_dimension(static_cast<int64_t>(i), true);
  }
  return result;
}

}  // namespace

constexpr OpDef kTransposeDef = {
    .opcode = HloOpcode::kTranspose,
    .name = "transpose",
    .operands = kTransposeOperands,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<TransposeAttributes>,
    .rules = kTransposeRules,
    .infer_shape = InferTranspose,
    .doc =
        "Permutes the dimensions: dimension i of the result is dimension dimensions[i] of the "
        "operand. The result has the default layout; XLA's inference permutes the operand's "
        "layout.",
    .source = "Operation Semantics, Transpose",
};

}  // namespace hloom
