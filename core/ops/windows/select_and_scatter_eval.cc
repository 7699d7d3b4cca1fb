// How select-and-scatter is computed: first the place that each window picks, then the values of
// the source, one after the other where they go to one place.
#include <optional>

#include "base/str_cat.h"
#include "kernels/copy.h"
#include "kernels/windows/apply_to_windows.h"
#include "kernels/windows/select_and_scatter.h"
#include "ops/elementwise/compare.h"
#include "ops/elementwise/elementwise_arrays_eval.h"
#include "ops/op_eval.h"
#include "ops/windows/fold_eval.h"
#include "ops/windows/select_and_scatter.h"
#include "ops/windows/window_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The order, where the computation is a comparison of its two parameters in the order that their
// type has anyway.
std::optional<PickOrder> RecognizeOrder(const HloComputation& select) {
  const HloInstruction& root = *select.root();
  const auto& parameters = select.parameters();
  if (root.opcode() != HloOpcode::kCompare || root.operand(0) != parameters[0] ||
      root.operand(1) != parameters[1] || IsTotalOrderOfFloats(root)) {
    return std::nullopt;
  }
  switch (root.attributes<CompareAttributes>().direction) {
    case ComparisonDirection::kGe:
      return PickOrder::kGreaterOrEqual;
    case ComparisonDirection::kGt:
      return PickOrder::kGreater;
    case ComparisonDirection::kLe:
      return PickOrder::kLessOrEqual;
    case ComparisonDirection::kLt:
      return PickOrder::kLess;
    default:
      return std::nullopt;
  }
}

// Picks places in an array with the operand's sizes and the result's layout.
Kernel Pick(const HloInstruction& instruction, const Shape& shape, const std::byte* operand,
            const Shape& source, int64_t* picks) {
  const Window& window = instruction.attributes<SelectAndScatterAttributes>().window;
  std::vector<WindowAxis> axes = AxesOf(window, shape.dimensions(), source.dimensions());
  const HloComputation& select = *instruction.called_computation(0);
  if (const auto order = RecognizeOrder(select)) {
    return PickByComparison(*order,
                            {std::move(axes), shape.element_type(), operand,
                             IndexUtil::Strides(shape), IndexUtil::Strides(source)},
                            picks);
  }
  AppliedWindows windows = {std::move(axes), {}};
  windows.arrays.push_back({.width = ByteWidth(shape.element_type()),
                            .elements = operand,
                            .strides = {IndexUtil::Strides(shape), IndexUtil::Strides(source)}});
  return PickByApplying(std::move(windows), picks);
}

Kernel ScatterValues(const HloInstruction& instruction, const ScatteredValues& scattered) {
  const FoldKernel* fold = RecognizeFold(*instruction.called_computation(1));
  const bool folds = fold != nullptr && ComputeTypeOf(scattered.type) == scattered.type;
  return folds ? ScatterByFold(*fold, scattered) : ScatterByApplying(1, scattered);
}

Kernel EvaluateSelectAndScatter(EvalContext&, const HloInstruction& instruction, Operands operands,
                                Destination& destination) {
  const Shape& shape = destination.array().shape();
  const PrimitiveType type = shape.element_type();
  const Shape source = ShapeUtil::MakeShape(type, operands[1]->shape().dimensions());
  const std::byte* operand = nullptr;
  ScatteredValues scattered;
  co_await InOrderOf(shape, *operands[0], &operand);
  co_await InOrderOf(source, *operands[1], &scattered.values);
  scattered.type = type;
  scattered.count = ShapeUtil::ElementsIn(source);
  scattered.array = destination.data();
  scattered.array_count = IndexUtil::StoredElements(shape);
  int64_t* const picks = co_await Scratch<int64_t>(scattered.count);
  scattered.picks = picks;
  const std::vector<int64_t> repeated(static_cast<size_t>(shape.rank()), 0);
  co_await CopyStrided(shape.dimensions(), scattered.array, IndexUtil::Strides(shape),
                       operands[2]->data<std::byte>(), repeated, ByteWidth(type));
  co_await Pick(instruction, shape, operand, source, picks);
  co_await ScatterValues(instruction, scattered);
  co_return OkStatus();
}

// Where the source is static, it is cut to the positions over the live operand; where it is
// dynamic, it must have as many.
Status AlignSelectAndScatter(const HloInstruction& instruction, OperandSizes& sizes) {
  const Shape live = ShapeUtil::MakeShape(instruction.operand(0)->shape().element_type(), sizes[0]);
  HLOOM_ASSIGN_OR_RETURN(
      const std::vector<int64_t> positions,
      SelectionSizes(live, instruction.attributes<SelectAndScatterAttributes>().window));
  const Shape& source = instruction.operand(1)->shape();
  for (int64_t d = 0; d < source.rank(); ++d) {
    const size_t i = static_cast<size_t>(d);
    if (source.is_dynamic_dimension(d) && sizes[1][i] != positions[i]) {
      return InvalidArgument("dynamic.c1")  // dynamic.c1
          .Say(StrCat("the live size of dimension ", d, " of the source is ", sizes[1][i],
                      ", the window has ", positions[i], " positions over the live operand"))
          .Operand(instruction.operand(0)->shape())
          .Operand(source)
          .Help("make the source by ReduceWindow of the operand, or set its size to match");
    }
    sizes[1][i] = positions[i];
  }
  return OkStatus();
}

}  // namespace

extern const OpEval kSelectAndScatterEval;
constexpr OpEval kSelectAndScatterEval = {
    .evaluate = EvaluateSelectAndScatter,
    .align_sizes = AlignSelectAndScatter,
};

}  // namespace hloom
