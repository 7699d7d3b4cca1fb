// reduce-window: folds the elements in each position of a window that moves over arrays.
#include "ops/windows/reduce_window.h"

#include <algorithm>

#include "kernels/copy.h"
#include "literal/convert.h"
#include "literal/relayout.h"
#include "ops/infer_util.h"
#include "ops/live_sizes.h"
#include "ops/mixed_precision.h"
#include "ops/op_eval.h"
#include "ops/windows/fold_util.h"
#include "ops/windows/window_batch.h"
#include "ops/windows/window_fold.h"
#include "ops/windows/window_walk.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {
    {"operands", "N arrays of the same dimension sizes"},
    {"init_values", "N scalars of the arrays' element types"},
};
constexpr RegionSpec kRegions[] = {{"to_apply"}};
constexpr Rule kRules[] = {
    {"reduce_window.c1", "there are N >= 1 arrays and then N init values"},
    {"reduce_window.c2", "all arrays have the same dimension sizes"},
    {"reduce_window.c3", "each init value is a scalar of its array's element type"},
    {"reduce_window.c4", "the window has one entry for each dimension of the arrays"},
    {"reduce_window.c5", "the sizes and strides of the window are at least 1"},
    {"reduce_window.c6", "base and window dilations are at least 1"},
    {"reduce_window.c7", "negative padding takes away at most what there is"},
    {"reduce_window.c8",
     "the computation is (T_0, ..., T_N-1, T_0, ..., T_N-1) -> Collate(T_0, ..., T_N-1)"},
};
constexpr WindowRules kWindowRules = {"reduce_window.c4", "reduce_window.c5", "reduce_window.c6",
                                      "reduce_window.c7"};

constexpr FoldRules kFoldRules = {
    "reduce_window.c1", "reduce_window.c2", "reduce_window.c3", "reduce_window.c8",
    "one window moves over all arrays in step: they need the same dimension sizes"};

StatusOr<Shape> InferReduceWindow(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  HLOOM_RETURN_IF_ERROR(CheckFoldOperands(context, kFoldRules));
  const Shape& lead = context.operand(0);
  HLOOM_ASSIGN_OR_RETURN(
      const std::vector<int64_t> sizes,
      InferWindowedSizes(lead, context.attrs<ReduceWindowAttributes>().window, kWindowRules));

  std::vector<bool> dynamic;
  for (int64_t d = 0; d < lead.rank(); ++d) {
    dynamic.push_back(IsDynamicInArrays(context, d));
  }
  return FoldedShape(context, kFoldRules, sizes, dynamic);
}

const Shape& ResultShape(const HloInstruction& instruction, size_t i) {
  const Shape& shape = instruction.shape();
  return shape.IsTuple() ? shape.tuple_shapes()[i] : shape;
}

// The operand as row-major elements of a type, without padding.
StatusOr<Literal> RowMajor(EvalContext& context, const Literal& operand, PrimitiveType type) {
  HLOOM_ASSIGN_OR_RETURN(
      const Literal plain,
      Relayout(operand, LayoutUtil::GetDefaultLayoutForRank(operand.shape().rank()),
               context.ledger()));
  return ConvertElements(plain, type, context.ledger());
}

// A result whose computation is a single operation that can fold: in its compute type. Sums and
// products of narrow floats are rounded to their type as they go.
StatusOr<Literal> Folded(EvalContext& context, const FoldKernel& kernel,
                         const HloInstruction& instruction, Operands operands, size_t i) {
  const Shape& shape = ResultShape(instruction, i);
  const PrimitiveType type = shape.element_type();
  const PrimitiveType compute = ComputeTypeOf(type);
  HLOOM_ASSIGN_OR_RETURN(const Literal array, RowMajor(context, *operands[i], compute));
  HLOOM_ASSIGN_OR_RETURN(const Literal init, ConvertElements(*operands[operands.size() / 2 + i],
                                                             compute, context.ledger()));
  const bool rounds = IsFloatingPointType(type) && !kernel.exact;
  HLOOM_ASSIGN_OR_RETURN(
      const Literal folded,
      FoldWindows(context, kernel, instruction.attributes<ReduceWindowAttributes>().window, array,
                  init, shape.dimensions(), rounds ? type : compute));
  return ConvertElements(folded, type, context.ledger());
}

// Any computation: applied to batches of outputs, all of one position of the window.
StatusOr<std::vector<Literal>> Applied(EvalContext& context, const HloInstruction& instruction,
                                       Operands operands) {
  const size_t n = operands.size() / 2;
  std::vector<Literal> arrays;
  std::vector<Literal> results;
  WindowBatch batch;
  for (size_t i = 0; i < n; ++i) {
    const Shape& shape = ResultShape(instruction, i);
    const int64_t width = ByteWidth(shape.element_type());
    HLOOM_ASSIGN_OR_RETURN(Literal array, RowMajor(context, *operands[i], shape.element_type()));
    HLOOM_ASSIGN_OR_RETURN(
        Literal result,
        Literal::Create(ShapeUtil::MakeShape(shape.element_type(), shape.dimensions()),
                        context.ledger()));
    StridedCopy({result.element_count()}, result.mutable_data<std::byte>(), {1},
                operands[n + i]->data<std::byte>(), {0}, width);
    batch.AddArray(result.mutable_data<std::byte>(), array.data<std::byte>(), width);
    arrays.push_back(std::move(array));
    results.push_back(std::move(result));
  }
  HLOOM_ASSIGN_OR_RETURN(const std::unique_ptr<ComputationCaller> caller,
                         context.Prepare(*instruction.called_computation(0)));
  Poller poller(context);
  WindowWalk walk(instruction.attributes<ReduceWindowAttributes>().window,
                  arrays[0].shape().dimensions(), results[0].shape().dimensions());
  for (; walk.has_position(); walk.NextPosition()) {
    HLOOM_RETURN_IF_ERROR(poller.After(1));
    WindowRun run;
    while (walk.NextRun(&run)) {
      HLOOM_RETURN_IF_ERROR(poller.After(run.count));
      HLOOM_RETURN_IF_ERROR(batch.Add(run, *caller));
    }
    HLOOM_RETURN_IF_ERROR(batch.Flush(*caller));
  }
  return results;
}

StatusOr<Literal> EvaluateReduceWindow(EvalContext& context, const HloInstruction& instruction,
                                       Operands operands) {
  const size_t n = operands.size() / 2;
  std::vector<Literal> results;
  const std::vector<const FoldKernel*> kernels =
      RecognizeFolds(*instruction.called_computation(0), n);
  if (kernels.empty()) {
    HLOOM_ASSIGN_OR_RETURN(results, Applied(context, instruction, operands));
  }
  for (size_t i = 0; i < kernels.size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(Literal result, Folded(context, *kernels[i], instruction, operands, i));
    results.push_back(std::move(result));
  }
  const Literal value =
      instruction.shape().IsTuple() ? Literal::MakeTuple(std::move(results)) : results[0];
  return RelayoutTo(value, instruction.shape(), context.ledger());
}

Status AlignReduceWindow(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.operand(0)->shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size() / 2, sizes));
  }
  return OkStatus();
}

}  // namespace

extern const OpDef kReduceWindowDef;
constexpr OpDef kReduceWindowDef = {
    .opcode = HloOpcode::kReduceWindow,
    .name = "reduce-window",
    .operands = kOperands,
    .min_operands = 2,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<ReduceWindowAttributes>,
    .regions = kRegions,
    .rules = kRules,
    .imply_converts = AdaptWindowReduction,
    .infer_shape = InferReduceWindow,
    .traits = {.applies = true},
    .doc =
        "Folds, for each position of a window that moves over N arrays in step, the elements in "
        "it, starting from the init values: f(accumulators..., values...). Elements come in "
        "row-major order of the window, and each application rounds to the element type, as XLA's "
        "evaluator does it: sums are not widened as those of reduce are. What lies in padding, or "
        "in a hole of a dilated array, is left out; a window without an element gives the init "
        "value. XLA's page pads with the init value, which gives the same where that is the "
        "identity of the computation, as 0 is for sums. The program on that page is of an older "
        "interface, in which a builder took a client; its meaning is the same. rhs_reversal "
        "changes nothing here.",
    .source = "Operation Semantics, ReduceWindow",
};
extern const OpEval kReduceWindowEval;
constexpr OpEval kReduceWindowEval = {
    .evaluate_whole = EvaluateReduceWindow,
    .align_sizes = AlignReduceWindow,
};

}  // namespace hloom
