// reduce: folds arrays along dimensions with a computation.
#include "ops/windows/reduce.h"

#include <algorithm>

#include "ops/infer_util.h"
#include "ops/mixed_precision.h"
#include "ops/windows/fold_util.h"

namespace hloom {

namespace {

constexpr Rule kReduceC1 = {"reduce.c1", "there are N >= 1 arrays and then N init values"};
constexpr Rule kReduceC2 = {"reduce.c2", "all arrays have the same dimension sizes"};
constexpr Rule kReduceC3 = {"reduce.c3", "each init value is a scalar of its array's element type"};
constexpr Rule kReduceC4 = {"reduce.c4", "each of dimensions is a dimension of the arrays"};
constexpr Rule kReduceC5 = {"reduce.c5", "no dimension is named twice"};
constexpr Rule kReduceC6 = {
    "reduce.c6",
    "the computation is (T_0, ..., T_N-1, T_0, ..., T_N-1) -> Collate(T_0, ..., T_N-1)"};
constexpr Rule kReduceRules[] = {kReduceC1, kReduceC2, kReduceC3, kReduceC4, kReduceC5, kReduceC6};

constexpr FoldRules kReduceFoldRules = {
    kReduceC1, kReduceC2, kReduceC3, kReduceC6,
    "all arrays are reduced in step and need the same dimension sizes"};

Status CheckDimensions(const Shape& shape, Span<const int64_t> dimensions) {
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] < 0 || dimensions[i] >= shape.rank()) {
      return InvalidArgument(kReduceC4)
          .Say(MessageCat(WithValue("dimensions", dimensions), " names dimension ", dimensions[i],
                          ", which ", shape.ToString(), " does not have"))
          .Help(shape.rank() == 0 ? Message("a scalar has no dimensions: use `{}`"_msg)
                                  : StrCat("its dimensions are 0..", shape.rank() - 1));
    }
    if (std::count(dimensions.begin(), dimensions.begin() + i, dimensions[i]) > 0) {
      return InvalidArgument(kReduceC5)
          .Say(MessageCat(WithValue("dimensions", dimensions), " names dimension ", dimensions[i],
                          " twice"))
          .Help("name each dimension once");
    }
  }
  return OkStatus();
}

StatusOr<Shape> InferReduce(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(CheckFold(context, kReduceFoldRules));
  const Shape& lead = context.operand(0);
  const std::vector<int64_t>& dimensions = context.attrs<ReduceAttributes>().dimensions;
  HLOOM_RETURN_IF_ERROR(CheckDimensions(lead, dimensions));

  std::vector<int64_t> kept;
  std::vector<bool> dynamic;
  for (int64_t i = 0; i < lead.rank(); ++i) {
    if (std::find(dimensions.begin(), dimensions.end(), i) != dimensions.end()) continue;
    kept.push_back(lead.dimensions(i));
    dynamic.push_back(IsDynamicInArrays(context, i));
  }
  return FoldedShape(context, kReduceFoldRules, kept, dynamic);
}

}  // namespace

constexpr OpDef kReduceDef = {
    .opcode = HloOpcode::kReduce,
    .name = "reduce",
    .operands = kFoldOperands,
    .min_operands = 2,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<ReduceAttributes>,
    .regions = kFoldRegions,
    .rules = kReduceRules,
    .imply_converts = AdaptReduction,
    .infer_shape = InferReduce,
    .traits = {.applies = true},
    .doc =
        "Folds N arrays in step along `dimensions`, starting from the init values: "
        "f(accumulators..., values...), elements in row-major order. A reduction over no elements "
        "returns the init value. Sums of floats accumulate in f64 and are rounded once. A sum "
        "consists of partial sums, whose order depends only on sizes and layouts, so the same "
        "program gives the same bits with any number of threads. A partial sum in f64 may overflow "
        "even if the sum in row-major order would not.",
    .source = "Operation Semantics, Reduce and Variadic Reduce",
};

}  // namespace hloom
