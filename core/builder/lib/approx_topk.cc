#include "builder/lib/approx_topk.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/str_cat.h"
#include "builder/lib/library_util.h"

namespace hloom {

namespace {

constexpr std::string_view kApproxTopK = "approx_top_k";
constexpr Rule kApproxTopkC1 = {
    "approx_topk.c1",
    "each operand has an initial value of the same element type, and there is at least one "
    "operand"};
constexpr Rule kApproxTopkC2 = {"approx_topk.c2", "reduction_dim is a dimension of the operands"};
constexpr Rule kApproxTopkC3 = {"approx_topk.c3", "top_k is from 1 to the size of the dimension"};
constexpr Rule kApproxTopkC4 = {"approx_topk.c4", "recall_target is above 0 and at most 1"};
constexpr Rule kApproxTopkC5 = {
    "approx_topk.c5",
    "reduction_input_size_override is negative, or at least the size of the dimension"};
constexpr Rule kApproxTopKRules[] = {kApproxTopkC1, kApproxTopkC2, kApproxTopkC3, kApproxTopkC4,
                                     kApproxTopkC5};

int64_t CeilOfRatio(int64_t a, int64_t b) { return (a + b - 1) / b; }
// Rounded down and up; of 0 they are 0.
int64_t Log2Floor(int64_t n) { return n == 0 ? 0 : std::bit_width(static_cast<uint64_t>(n)) - 1; }
int64_t Log2Ceil(int64_t n) { return n == 0 ? 0 : std::bit_width(static_cast<uint64_t>(n) - 1); }

StatusOr<Shape> CheckTopKOperands(const XlaBuilder& builder, Span<const XlaOp> operands,
                                  Span<const XlaOp> init_values) {
  if (operands.empty() || operands.size() != init_values.size()) {
    return InvalidArgument(kApproxTopkC1)
        .Op(kApproxTopK)
        .Say(StrCat("there are ", Count(static_cast<int64_t>(operands.size()), "operand"), " and ",
                    Count(static_cast<int64_t>(init_values.size()), "initial value")))
        .Help("give at least one operand, and an initial value for each");
  }
  for (size_t i = 0; i < operands.size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape,
                           ArrayShapeFor(kApproxTopK, builder, operands[i], TypeSet::kArray, ""));
    HLOOM_ASSIGN_OR_RETURN(const Shape init, builder.GetShape(init_values[i]));
    if (ShapeUtil::IsScalarWithElementType(init, shape.element_type())) continue;
    return InvalidArgument(kApproxTopkC1)
        .Op(kApproxTopK)
        .Operand(shape)
        .Operand(init)
        .Say(StrCat("the initial value of operand ", i, ", ", shape.ToString(), ", is ",
                    init.ToString()))
        .Help(StrCat("give a scalar ", PrimitiveTypeText(shape.element_type()), "[]"));
  }
  return builder.GetShape(operands[0]);
}

Status CheckTopKSizes(const Shape& shape, int64_t top_k, int64_t dimension) {
  if (dimension < 0 || dimension >= shape.rank()) {
    return InvalidArgument(kApproxTopkC2)
        .Op(kApproxTopK)
        .Operand(shape)
        .Say(StrCat(shape.ToString(), " has no dimension ", dimension))
        .Help(shape.rank() == 0 ? Message("`Reshape` gives a scalar a dimension"_msg)
                                : StrCat("its dimensions are 0..", shape.rank() - 1));
  }
  const int64_t size = shape.dimensions(dimension);
  if (top_k >= 1 && top_k <= size) return OkStatus();
  return InvalidArgument(kApproxTopkC3)
      .Op(kApproxTopK)
      .Operand(shape)
      .Say(MessageCat("`top_k` is "_msg, top_k))
      .Detail(StrCat("dimension ", dimension, " of ", shape.ToString(), " has size ", size))
      .Help(size == 0 ? std::string("search where there is an element")
                      : StrCat("use 1 to ", size));
}

}  // namespace

Span<const Rule> ApproxTopKRules() { return kApproxTopKRules; }

StatusOr<std::pair<int64_t, int64_t>> ApproxTopKReductionOutputSize(int64_t input_size,
                                                                    int64_t rank, int64_t top_k,
                                                                    float recall_target,
                                                                    bool aggregate_to_topk,
                                                                    int64_t input_size_override) {
  if (!(recall_target > 0 && recall_target <= 1)) {
    return InvalidArgument(kApproxTopkC4)
        .Op(kApproxTopK)
        .Say(MessageCat("`recall_target` is "_msg, recall_target))
        .Help("it is a part of the whole: 0.9, or 1 for all");
  }
  if (input_size_override >= 0 && input_size_override < input_size) {
    return InvalidArgument(kApproxTopkC5)
        .Op(kApproxTopK)
        .Say(MessageCat("`reduction_input_size_override` is "_msg, input_size_override,
                        ", the dimension has size ", input_size))
        .Help("it is the size of the whole, of which the dimension is a part; -1 states none");
  }
  if (aggregate_to_topk) return std::pair<int64_t, int64_t>(top_k, -1);
  const int64_t tile = rank == 1 ? 1024 : 128;
  const std::pair<int64_t, int64_t> all(input_size, 0);
  if (input_size <= tile) return all;
  const int64_t whole = input_size_override >= 0 ? input_size_override : input_size;
  if (top_k == 1) return std::pair(tile, Log2Ceil(CeilOfRatio(whole, tile)));
  if (recall_target == 1) return all;
  const double parts = (1.0 - static_cast<double>(top_k)) / std::log(double{recall_target});
  const int64_t m = parts >= static_cast<double>(input_size)
                        ? input_size
                        : std::min(std::max(static_cast<int64_t>(parts), tile), input_size);
  const int64_t log2_reduction = std::min(Log2Floor(whole / m), Log2Ceil(input_size / tile));
  if (log2_reduction == 0) return all;
  const int64_t tiles = CeilOfRatio(CeilOfRatio(input_size, tile), int64_t{1} << log2_reduction);
  return std::pair(tiles * tile, log2_reduction);
}

XlaOp ApproxTopK(XlaBuilder* builder, Span<const XlaOp> operands, Span<const XlaOp> init_values,
                 int64_t top_k, int64_t reduction_dim, const XlaComputation& comparator,
                 float recall_target, bool aggregate_to_topk,
                 int64_t reduction_input_size_override) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, CheckTopKOperands(*builder, operands, init_values));
    HLOOM_RETURN_IF_ERROR(CheckTopKSizes(shape, top_k, reduction_dim));
    HLOOM_ASSIGN_OR_RETURN(const auto size,
                           ApproxTopKReductionOutputSize(
                               shape.dimensions(reduction_dim), shape.rank(), top_k, recall_target,
                               aggregate_to_topk, reduction_input_size_override));
    const XlaOp sorted = Sort(builder, operands, comparator, reduction_dim, /*is_stable=*/true);
    std::vector<XlaOp> first;
    for (size_t i = 0; i < operands.size(); ++i) {
      const XlaOp all =
          operands.size() == 1 ? sorted : GetTupleElement(sorted, static_cast<int64_t>(i));
      first.push_back(SliceInDim(all, 0, size.first, 1, reduction_dim));
    }
    return Tuple(builder, first);
  });
}

}  // namespace hloom
