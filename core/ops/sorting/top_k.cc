// topk: the largest or smallest elements of each row, and where they are.
#include "ops/sorting/top_k.h"

#include <limits>

#include "kernels/copy.h"
#include "literal/relayout.h"
#include "ops/infer_util.h"
#include "ops/op_eval.h"
#include "ops/sorting/sort_keys.h"
#include "ops/sorting/sort_rows.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {{"operand", "an array of at least one dimension"}};
constexpr Rule kRules[] = {
    {"topk.c1", "the operand has a last dimension: it is no scalar"},
    {"topk.c2",
     "k is 0 up to the size of the last dimension; where that is dynamic, up to its live size when "
     "the program runs"},
    {"topk.c3", "indices along the last dimension fit S32"},
};

StatusOr<Shape> InferTopK(const InferContext& context) {
  const Shape& operand = context.operand(0);
  if (operand.rank() == 0) {  // topk.c1
    return InvalidArgument("topk.c1")
        .Say(StrCat(operand.ToString(), " has no dimension to choose along"))
        .Help("give an array of at least one dimension");
  }
  const int64_t last = operand.rank() - 1;
  const int64_t size = operand.dimensions(last);
  const int64_t k = context.attrs<TopKAttributes>().k;
  if (k < 0 || k > size) {  // topk.c2
    return InvalidArgument("topk.c2")
        .Say(StrCat("k=", k, ", but dimension ", last, " of ", operand.ToString(), " has ",
                    Count(size, "element")))
        .Help(StrCat("k is 0 up to ", size));
  }
  if (size > int64_t{std::numeric_limits<int32_t>::max()} + 1) {  // topk.c3
    return InvalidArgument("topk.c3")
        .Say(
            StrCat("indices along dimension ", last, " of ", operand.ToString(), " do not fit S32"))
        .Help("split the dimension, and choose among what its parts give");
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

StatusOr<Literal> EvaluateTopK(EvalContext& context, const HloInstruction& instruction,
                               Operands operands) {
  const TopKAttributes& attributes = instruction.attributes<TopKAttributes>();
  return ChooseTopK(context, *operands[0], attributes.k, attributes.largest, instruction.shape());
}

}  // namespace

StatusOr<Literal> ChooseTopK(EvalContext& context, const Literal& operand, int64_t k, bool largest,
                             const Shape& result) {
  const Shape& shape = operand.shape();
  const int64_t last = shape.rank() - 1;
  const int64_t length = shape.dimensions(last);
  HLOOM_ASSIGN_OR_RETURN(const Literal rows,
                         Relayout(operand, RowsOf(shape, last).layout(), context.ledger()));
  std::vector<int64_t> sizes = shape.dimensions().ToVector();
  sizes.back() = k;
  HLOOM_ASSIGN_OR_RETURN(
      Literal values,
      Literal::Create(ShapeUtil::MakeShape(shape.element_type(), sizes), context.ledger()));
  HLOOM_ASSIGN_OR_RETURN(Literal indices,
                         Literal::Create(ShapeUtil::MakeShape(S32, sizes), context.ledger()));
  const int64_t count = values.element_count();
  if (count > 0) {
    const SortKey key = {.descending = largest, .total_order = true};
    HLOOM_ASSIGN_OR_RETURN(
        const std::unique_ptr<RowSorter> sorter,
        RowSorter::Create(context, {{key}}, Span<const Literal>(&rows, 1), length));
    for (int64_t done = 0; done < count; done += k) {
      const int64_t row = done / k;
      HLOOM_ASSIGN_OR_RETURN(const Span<const int64_t> order, sorter->Order(row, k));
      DispatchWidth(ByteWidth(shape.element_type()), [&]<typename T>() {
        const T* from = rows.data<T>() + row * length;
        T* to = values.mutable_data<T>() + done;
        int32_t* at = indices.mutable_data<int32_t>() + done;
        for (size_t i = 0; i < order.size(); ++i) {
          to[i] = from[order[i]];
          at[i] = static_cast<int32_t>(order[i]);
        }
      });
    }
  }
  return RelayoutTo(Literal::MakeTuple({std::move(values), std::move(indices)}), result,
                    context.ledger());
}

extern const OpDef kTopKDef;
constexpr OpDef kTopKDef = {
    .opcode = HloOpcode::kTopK,
    .name = "topk",
    .operands = kOperands,
    .min_operands = 1,
    .max_operands = 1,
    .types = TypeSet::kOrdered,
    .make_attributes = MakeDefaultAttributes<TopKAttributes>,
    .rules = kRules,
    .infer_shape = InferTopK,
    .doc =
        "The k largest elements of each row along the last dimension, the largest first, or the k "
        "smallest; and their indices, S32: a tuple (values, indices). Floats compare in the total "
        "order, so that NaN is the largest. Of equal elements those of lower indices come first. "
        "HLO text may leave `largest` out, which means true.",
    .source = "Operation Semantics, TopK",
};
extern const OpEval kTopKEval;
constexpr OpEval kTopKEval = {
    .evaluate_whole = EvaluateTopK,
};

}  // namespace hloom
