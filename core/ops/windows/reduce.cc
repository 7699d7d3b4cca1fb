// reduce: folds arrays along dimensions with a computation.
#include "ops/windows/reduce.h"

#include <algorithm>

#include "literal/convert.h"
#include "literal/relayout.h"
#include "ops/infer_util.h"
#include "ops/live_sizes.h"
#include "ops/mixed_precision.h"
#include "ops/op_eval.h"
#include "ops/windows/fold_util.h"
#include "ops/windows/general_reduce.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {
    {"operands", "N arrays of the same dimension sizes"},
    {"init_values", "N scalars of the arrays' element types"},
};
constexpr RegionSpec kRegions[] = {{"to_apply"}};
constexpr Rule kRules[] = {
    {"reduce.c1", "there are N >= 1 arrays and then N init values"},
    {"reduce.c2", "all arrays have the same dimension sizes"},
    {"reduce.c3", "each init value is a scalar of its array's element type"},
    {"reduce.c4", "each of dimensions is a dimension of the arrays"},
    {"reduce.c5", "no dimension is named twice"},
    {"reduce.c6",
     "the computation is (T_0, ..., T_N-1, T_0, ..., T_N-1) -> Collate(T_0, ..., T_N-1)"},
};

constexpr FoldRules kFoldRules = {
    "reduce.c1", "reduce.c2", "reduce.c3", "reduce.c6",
    "all arrays are reduced in step and need the same dimension sizes"};

Status CheckDimensions(const Shape& shape, Span<const int64_t> dimensions) {
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] < 0 || dimensions[i] >= shape.rank()) {  // reduce.c4
      return InvalidArgument("reduce.c4")
          .Say(StrCat("dimensions=", Braced(dimensions), " names dimension ", dimensions[i],
                      ", which ", shape.ToString(), " does not have"))
          .Help(shape.rank() == 0 ? std::string("a scalar has no dimensions: use {}")
                                  : StrCat("its dimensions are 0..", shape.rank() - 1));
    }
    if (std::count(dimensions.begin(), dimensions.begin() + i, dimensions[i]) > 0) {  // reduce.c5
      return InvalidArgument("reduce.c5")
          .Say(StrCat("dimensions=", Braced(dimensions), " names dimension ", dimensions[i],
                      " twice"))
          .Help("name each dimension once");
    }
  }
  return OkStatus();
}

StatusOr<Shape> InferReduce(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  HLOOM_RETURN_IF_ERROR(CheckFoldOperands(context, kFoldRules));
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
  return FoldedShape(context, kFoldRules, kept, dynamic);
}

// A run of any length, in pieces between which the run can be cancelled: the fold goes from element
// to element, so that pieces change nothing.
Status FoldRun(const FoldKernel& kernel, PrimitiveType type, const std::byte* data, int64_t stride,
               int64_t run, FoldKernel::Accumulator& accumulator, Poller& poller) {
  constexpr int64_t kPiece = 1 << 16;
  const int64_t step = stride * ByteWidth(type);
  for (int64_t at = 0; at < run; at += kPiece) {
    const int64_t count = std::min(kPiece, run - at);
    kernel.fold(type, accumulator, data + at * step, stride, count);
    HLOOM_RETURN_IF_ERROR(poller.After(count));
  }
  return OkStatus();
}

StatusOr<Literal> Fold(EvalContext& context, const FoldKernel& kernel, const Literal& array,
                       const Literal& init, const ShapePtr& result_shape,
                       const Partition& partition) {
  const PrimitiveType type = array.shape().element_type();
  const int64_t width = ByteWidth(type);
  HLOOM_ASSIGN_OR_RETURN(Literal result, Literal::Create(result_shape, context.ledger()));
  const int64_t results = ShapeUtil::ElementsIn(*result_shape);
  const int64_t reduced = partition.reduced_count();
  // The innermost reduced dimension is folded as one run.
  const Span<const int64_t> dimensions = partition.reduced_dimensions;
  const bool has_run = !dimensions.empty();
  const int64_t run = has_run ? array.shape().dimensions(dimensions.back()) : 1;
  const int64_t stride =
      has_run ? IndexUtil::Strides(array.shape())[static_cast<size_t>(dimensions.back())] : 1;
  const Span<const int64_t> outer =
      has_run ? dimensions.subspan(0, dimensions.size() - 1) : dimensions;
  OffsetWalk kept(array.shape(), partition.kept_dimensions);
  Poller poller(context);
  for (int64_t r = 0; r < results; ++r, kept.Next()) {
    FoldKernel::Accumulator accumulator;
    kernel.begin(type, init.data<std::byte>(), accumulator);
    OffsetWalk walk(array.shape(), outer);
    for (int64_t done = 0; done < reduced; done += run, walk.Next()) {
      HLOOM_RETURN_IF_ERROR(
          FoldRun(kernel, type, array.data<std::byte>() + (kept.offset() + walk.offset()) * width,
                  stride, run, accumulator, poller));
    }
    // Results without an element to fold count too: there may be billions of them.
    HLOOM_RETURN_IF_ERROR(poller.After(1));
    kernel.end(type, accumulator, result.mutable_data<std::byte>() + r * width);
  }
  return result;
}

// A type that is not its own compute type: folded there, rounded once at the end.
StatusOr<Literal> FoldWidened(EvalContext& context, const FoldKernel& kernel,
                              const HloInstruction& instruction, Operands operands,
                              const Partition& partition) {
  const PrimitiveType compute = ComputeTypeOf(instruction.shape().element_type());
  HLOOM_ASSIGN_OR_RETURN(const Literal array,
                         ConvertElements(*operands[0], compute, context.ledger()));
  HLOOM_ASSIGN_OR_RETURN(const Literal init,
                         ConvertElements(*operands[1], compute, context.ledger()));
  const Shape& shape = instruction.shape();
  HLOOM_ASSIGN_OR_RETURN(const Literal result,
                         Fold(context, kernel, array, init, RowMajor(shape, compute), partition));
  return ConvertElements(result, shape.element_type(), context.ledger());
}

StatusOr<Literal> ReduceInRowMajor(EvalContext& context, const HloInstruction& instruction,
                                   Operands operands) {
  const Partition partition(operands[0]->shape(),
                            instruction.attributes<ReduceAttributes>().dimensions);
  const FoldKernel* kernel = RecognizeFold(*instruction.called_computation(0));
  if (operands.size() == 2 && kernel != nullptr) {
    const PrimitiveType type = instruction.shape().element_type();
    if (ComputeTypeOf(type) == type) {
      return Fold(context, *kernel, *operands[0], *operands[1], RowMajor(instruction.shape(), type),
                  partition);
    }
    if (kernel->rounds_once) return FoldWidened(context, *kernel, instruction, operands, partition);
  }
  return ReduceByComputation(context, instruction, operands, partition);
}

Status AlignReduce(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.operand(0)->shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size() / 2, sizes));
  }
  return OkStatus();
}

StatusOr<Literal> EvaluateReduce(EvalContext& context, const HloInstruction& instruction,
                                 Operands operands) {
  HLOOM_ASSIGN_OR_RETURN(const Literal result, ReduceInRowMajor(context, instruction, operands));
  return RelayoutTo(result, instruction.shape(), context.ledger());
}

}  // namespace

extern const OpDef kReduceDef;
constexpr OpDef kReduceDef = {
    .opcode = HloOpcode::kReduce,
    .name = "reduce",
    .operands = kOperands,
    .min_operands = 2,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<ReduceAttributes>,
    .regions = kRegions,
    .rules = kRules,
    .imply_converts = AdaptReduction,
    .infer_shape = InferReduce,
    .traits = {.applies = true},
    .doc =
        "Folds N arrays in step along `dimensions`, starting from the init values: "
        "f(accumulators..., values...), "
        "elements in row-major order. A reduction over no element gives the init value. Sums of "
        "floats accumulate "
        "in f64 and round once.",
    .source = "Operation Semantics, Reduce and Variadic Reduce",
};
extern const OpEval kReduceEval;
constexpr OpEval kReduceEval = {
    .evaluate_whole = EvaluateReduce,
    .align_sizes = AlignReduce,
};

}  // namespace hloom
