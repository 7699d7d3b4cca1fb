// reduce-window: folds the elements in each position of a window that moves over arrays.
#include "ops/windows/reduce_window.h"

#include "ops/infer_util.h"
#include "ops/mixed_precision.h"
#include "ops/windows/fold_util.h"
#include "ops/windows/window_util.h"

namespace hloom {

namespace {

constexpr Rule kReduceWindowC1 = {"reduce_window.c1",
                                  "there are N >= 1 arrays and then N init values"};
constexpr Rule kReduceWindowC2 = {"reduce_window.c2", "all arrays have the same dimension sizes"};
constexpr Rule kReduceWindowC3 = {"reduce_window.c3",
                                  "each init value is a scalar of its array's element type"};
constexpr Rule kReduceWindowC4 = {"reduce_window.c4",
                                  "the window has one entry for each dimension of the arrays"};
constexpr Rule kReduceWindowC5 = {"reduce_window.c5",
                                  "the sizes and strides of the window are at least 1"};
constexpr Rule kReduceWindowC6 = {"reduce_window.c6", "base and window dilations are at least 1"};
constexpr Rule kReduceWindowC7 = {"reduce_window.c7",
                                  "negative padding removes at most all elements"};
constexpr Rule kReduceWindowC8 = {
    "reduce_window.c8",
    "the computation is (T_0, ..., T_N-1, T_0, ..., T_N-1) -> Collate(T_0, ..., T_N-1)"};
constexpr Rule kReduceWindowRules[] = {kReduceWindowC1, kReduceWindowC2, kReduceWindowC3,
                                       kReduceWindowC4, kReduceWindowC5, kReduceWindowC6,
                                       kReduceWindowC7, kReduceWindowC8};
constexpr WindowRules kWindowsReduceWindowRules = {kReduceWindowC4, kReduceWindowC5,
                                                   kReduceWindowC6, kReduceWindowC7};

constexpr FoldRules kReduceWindowFoldRules = {
    kReduceWindowC1, kReduceWindowC2, kReduceWindowC3, kReduceWindowC8,
    "one window moves over all arrays in step: they need the same dimension sizes"};

StatusOr<Shape> InferReduceWindow(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(CheckFold(context, kReduceWindowFoldRules));
  const Shape& lead = context.operand(0);
  HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> sizes,
                         InferWindowedSizes(lead, context.attrs<ReduceWindowAttributes>().window,
                                            kWindowsReduceWindowRules));

  std::vector<bool> dynamic;
  for (int64_t d = 0; d < lead.rank(); ++d) {
    dynamic.push_back(IsDynamicInArrays(context, d));
  }
  return FoldedShape(context, kReduceWindowFoldRules, sizes, dynamic);
}

}  // namespace

constexpr OpDef kReduceWindowDef = {
    .opcode = HloOpcode::kReduceWindow,
    .name = "reduce-window",
    .operands = kFoldOperands,
    .min_operands = 2,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<ReduceWindowAttributes>,
    .regions = kFoldRegions,
    .rules = kReduceWindowRules,
    .imply_converts = AdaptWindowReduction,
    .infer_shape = InferReduceWindow,
    .traits = {.applies = true},
    .doc =
        "Moves a window over N arrays in step and, at each position, folds the elements in the "
        "window, starting from the init values: f(accumulators..., values...). Elements are folded "
        "in row-major order of the window, and each application rounds to the element type, as in "
        "XLA's evaluator: sums are not widened as those of reduce are. Long windows that move by "
        "single steps along one dimension share work. If each window holds all elements up to its "
        "position, or all from there on, 32 or more, a sum of floats is kept in f64 and rounded "
        "for each result, as in a running sum. If windows have more than 64 elements, a sum is the "
        "init value plus two such sums. A product is always computed in order. Windows that all "
        "begin with the first element continue from one to the next, with the same bits, for any "
        "computation: n elements take n applications. Windows that hold all elements from their "
        "position on, and long sliding windows, share work if the computation is a sum, maximum, "
        "minimum, and, or, xor, or JAX's log(exp(a) + exp(b)), which is then kept in f64. Every "
        "other computation is applied to each window separately, which takes n * n applications "
        "for suffixes of n elements, until a limit of the run stops it. Padding and the holes of a "
        "dilated array are left out; a window without elements gives the init value. XLA's page "
        "pads with the init value, which gives the same result if that is the identity of the "
        "computation, as 0 is for sums. The program on that page uses an older interface, in which "
        "a builder took a client; its meaning is the same. rhs_reversal has no effect.",
    .source = "Operation Semantics, ReduceWindow",
};

}  // namespace hloom
