// topk: finds the largest or smallest elements of each row, and their indices.
#include "ops/sorting/top_k.h"

#include <limits>

#include "base/str_cat.h"
#include "ops/op_def.h"

namespace hloom {

namespace {

constexpr OperandSpec kTopKOperands[] = {{"operand", "an array of at least one dimension"}};
constexpr Rule kTopkC1 = {"topk.c1", "the operand has a last dimension: it is not a scalar"};
constexpr Rule kTopkC2 = {"topk.c2",
                          "k is 0 up to the size of the last dimension; where that is dynamic, up "
                          "to its live size when the program runs"};
constexpr Rule kTopkC3 = {"topk.c3", "indices along the last dimension fit S32"};
constexpr Rule kTopKRules[] = {kTopkC1, kTopkC2, kTopkC3};

StatusOr<Shape> InferTopK(const InferContext& context) {
  const Shape& operand = context.operand(0);
  if (operand.rank() == 0) {
    return InvalidArgument(kTopkC1)
        .Say(StrCat(operand.ToString(), " has no dimension to choose along"))
        .Help("give an array of at least one dimension");
  }
  const int64_t last = operand.rank() - 1;
  const int64_t size = operand.dimensions(last);
  const int64_t k = context.attrs<TopKAttributes>().k;
  if (k < 0 || k > size) {
    return InvalidArgument(kTopkC2)
        .Say(MessageCat(WithValue("k", k), ", but dimension ", last, " of ", operand.ToString(),
                        " has ", Count(size, "element")))
        .Help(StrCat("k is 0 up to ", size));
  }
  if (size > int64_t{std::numeric_limits<int32_t>::max()} + 1) {
    return InvalidArgument(kTopkC3)
        .Say(
            StrCat("indices along dimension ", last, " of ", operand.ToString(), " do not fit S32"))
        .Help("split the dimension, and choose among the results of its parts");
  }
  std::vector<int64_t> sizes = operand.dimensions().ToVector();
  sizes.back() = k;
  std::vector<bool> dynamic(sizes.size(), false);
  for (int64_t d = 0; d < last; ++d) {
    dynamic[static_cast<size_t>(d)] = operand.is_dynamic_dimension(d);
  }
  return Shape({ShapeUtil::MakeShape(operand.element_type(), sizes, dynamic),
                ShapeUtil::MakeShape(S32, sizes, dynamic)});
}

}  // namespace

constexpr OpDef kTopKDef = {
    .opcode = HloOpcode::kTopK,
    .name = "topk",
    .operands = kTopKOperands,
    .min_operands = 1,
    .max_operands = 1,
    .types = TypeSet::kOrdered,
    .make_attributes = MakeDefaultAttributes<TopKAttributes>,
    .rules = kTopKRules,
    .infer_shape = InferTopK,
    .doc =
        "Finds the k largest elements of each row along the last dimension, largest first, or the "
        "k smallest, smallest first. Returns a tuple of these elements and of their indices, S32. "
        "Floats compare in the total order, so that NaN is the largest. Equal elements come in the "
        "order of their indices. HLO text may omit `largest`, which means true.",
    .source = "Operation Semantics, TopK",
};

}  // namespace hloom
