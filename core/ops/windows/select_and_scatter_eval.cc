// Evaluation of select-and-scatter: first finds the position that each window selects, then applies
// the values of the source, in order if they have the same position.
#include <optional>

#include "base/str_cat.h"
#include "kernels/copy.h"
#include "kernels/windows/apply_to_windows.h"
#include "kernels/windows/select_and_scatter.h"
#include "ops/elementwise/compare.h"
#include "ops/prepared_eval.h"
#include "ops/rules.h"
#include "ops/windows/fold_eval.h"
#include "ops/windows/select_and_scatter.h"
#include "ops/windows/window_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The order, if the computation compares its two parameters in the default order of their type.
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

const Window& SelectAndScatterWindowOf(const HloInstruction& instruction) {
  return instruction.attributes<SelectAndScatterAttributes>().window;
}

// Converts an array to another memory order; nullopt if it has that order.
std::optional<StridedCopyTasks> OrderedBy(const Shape& shape, const Shape& ordered) {
  if (shape.layout() == ordered.layout()) return std::nullopt;
  return StridedCopyTasks(ordered.dimensions(), IndexUtil::Strides(ordered),
                          IndexUtil::Strides(shape), ByteWidth(ordered.element_type()));
}

class PreparedSelectAndScatter final : public PreparedOp {
 public:
  PreparedSelectAndScatter(const HloInstruction& instruction, Span<const Shape* const> operands)
      : PreparedSelectAndScatter(
            instruction, operands,
            ShapeUtil::MakeShape(instruction.shape().element_type(), operands[1]->dimensions())) {}

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    if (!is_small()) return RunInTasks(operands, results[0]);
    int64_t picks[kFewPicks];
    (void)CopyByTasks(fill_, results[0], operands[2]);
    (void)compared_->Run(operands[0], picks);
    return Scatter(operands[1], picks, results[0]);
  }
  bool is_small() const override {
    return !operand_order_ && !source_order_ && fill_.count() <= 1 && compared_ &&
           compared_->is_small() && fold_ != nullptr && source_count_ <= kFewPicks;
  }

 private:
  static constexpr int64_t kFewPicks = 512;
  static_assert(kFewPicks <= kFewScatteredValues);

  // Positions are selected in an array with the operand's sizes and the result's layout, one for
  // each value in `source`, in row-major order.
  PreparedSelectAndScatter(const HloInstruction& instruction, Span<const Shape* const> operands,
                           const Shape& source)
      : type_(source.element_type()),
        source_count_(ShapeUtil::ElementsIn(source)),
        stored_elements_(IndexUtil::StoredElements(instruction.shape())),
        operand_order_(OrderedBy(*operands[0], instruction.shape())),
        source_order_(OrderedBy(*operands[1], source)),
        fill_(instruction.shape().dimensions(), IndexUtil::Strides(instruction.shape()),
              std::vector<int64_t>(static_cast<size_t>(source.rank()), 0), ByteWidth(type_)) {
    const Shape& shape = instruction.shape();
    std::vector<WindowAxis> axes =
        AxesOf(SelectAndScatterWindowOf(instruction), shape.dimensions(), source.dimensions());
    if (const auto order = RecognizeOrder(*instruction.called_computation(0))) {
      compared_.emplace(*order, WindowedArray{std::move(axes), type_, IndexUtil::Strides(shape),
                                              IndexUtil::Strides(source)});
    } else {
      applied_.axes = std::move(axes);
      applied_.arrays.push_back(
          {.width = ByteWidth(type_),
           .strides = {IndexUtil::Strides(shape), IndexUtil::Strides(source)}});
    }
    const FoldKernel* fold = RecognizeFold(*instruction.called_computation(1));
    if (fold != nullptr && ComputeTypeOf(type_) == type_) fold_ = fold;
  }

  Kernel RunInTasks(const std::byte* const* operands, std::byte* result) const {
    const std::byte* operand = operands[0];
    const std::byte* source = operands[1];
    if (operand_order_) {
      std::byte* const room = co_await Scratch<std::byte>(stored_elements_ * ByteWidth(type_));
      co_await CopyByTasks(*operand_order_, room, operand);
      operand = room;
    }
    if (source_order_) {
      std::byte* const room = co_await Scratch<std::byte>(source_count_ * ByteWidth(type_));
      co_await CopyByTasks(*source_order_, room, source);
      source = room;
    }
    int64_t* const picks = co_await Scratch<int64_t>(source_count_);
    co_await CopyByTasks(fill_, result, operands[2]);
    co_await Pick(operand, picks);
    co_await Scatter(source, picks, result);
    co_return OkStatus();
  }

  Kernel Pick(const std::byte* operand, int64_t* picks) const {
    if (compared_) return compared_->Run(operand, picks);
    AppliedWindows windows = applied_;
    windows.arrays[0].elements = operand;
    return PickByApplying(std::move(windows), picks);
  }
  Kernel Scatter(const std::byte* source, const int64_t* picks, std::byte* result) const {
    const ScatteredValues scattered = {type_,         source, picks,
                                       source_count_, result, stored_elements_};
    return fold_ != nullptr ? ScatterByFold(*fold_, scattered) : ScatterByApplying(1, scattered);
  }

  const PrimitiveType type_;
  const int64_t source_count_;
  const int64_t stored_elements_;  // of the result
  const std::optional<StridedCopyTasks> operand_order_, source_order_;
  const StridedCopyTasks fill_;  // of the result with init
  std::optional<ComparedPicks> compared_;
  AppliedWindows applied_;  // otherwise
  const FoldKernel* fold_ = nullptr;
};

std::unique_ptr<const PreparedOp> MakeSelectAndScatter(const HloInstruction& instruction,
                                                       Span<const Shape* const> operands) {
  return std::make_unique<PreparedSelectAndScatter>(instruction, operands);
}

// A static source is cut to the positions over the live operand; a dynamic one must have the same
// number.
Status AlignSelectAndScatter(const HloInstruction& instruction, OperandSizes& sizes) {
  const Shape live = ShapeUtil::MakeShape(instruction.operand(0)->shape().element_type(), sizes[0]);
  HLOOM_ASSIGN_OR_RETURN(
      const std::vector<int64_t> positions,
      SelectionSizes(live, instruction.attributes<SelectAndScatterAttributes>().window));
  const Shape& source = instruction.operand(1)->shape();
  for (int64_t d = 0; d < source.rank(); ++d) {
    const size_t i = static_cast<size_t>(d);
    if (source.is_dynamic_dimension(d) && sizes[1][i] != positions[i]) {
      return InvalidArgument(kDynamicC1)
          .Say(StrCat("the live size of dimension ", d, " of the source is ", sizes[1][i],
                      ", the window has ", positions[i], " positions over the live operand"))
          .Operand(instruction.operand(0)->shape())
          .Operand(source)
          .Help("make the source by `ReduceWindow` of the operand, or set its size to match"_msg);
    }
    sizes[1][i] = positions[i];
  }
  return OkStatus();
}

}  // namespace

constexpr OpEval kSelectAndScatterEval = {
    .kind = Computes{.prepare = MakeSelectAndScatter},
    .live = {.align = AlignSelectAndScatter},
};

}  // namespace hloom
