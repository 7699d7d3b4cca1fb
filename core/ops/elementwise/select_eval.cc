#include <cstring>

#include "kernels/copy.h"
#include "kernels/elementwise/elements.h"
#include "ops/elementwise/elementwise_arrays_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// Elements are only moved, so only their width matters.
ElementFunction SelectFunctionFor(const HloInstruction& instruction, PrimitiveType) {
  return SelectFunction(ByteWidth(instruction.shape().element_type()));
}
constexpr ElementOp kSelectElements = {SelectFunctionFor, /*computes=*/false};

// Null if each element is chosen separately. A repeated scalar may then be given without its
// repetitions.
const Literal* ChosenByScalar(const HloInstruction& instruction, Operands operands) {
  if (instruction.operand(0)->shape().rank() != 0) return nullptr;
  return operands[operands[0]->GetFirstElement<bool>() ? 1 : 2];
}

// A scalar pred chooses a whole array.
StatusOr<Literal> ViewOfChosen(EvalContext&, const HloInstruction& instruction, Operands operands) {
  const Literal* chosen = ChosenByScalar(instruction, operands);
  const bool in_order =
      chosen != nullptr && chosen->shape().layout() == instruction.shape().layout();
  return in_order ? *chosen : Literal();
}

Kernel EvaluateSelect(EvalContext&, const HloInstruction& instruction, Operands operands,
                      Destination& destination) {
  const Literal* chosen = ChosenByScalar(instruction, operands);
  if (chosen == nullptr) {
    return RunOnce(PrepareElementwise(instruction, ShapesOf(operands)), operands, destination);
  }
  const Shape& shape = instruction.shape();
  return CopyStrided(shape.dimensions(), destination.data(), IndexUtil::Strides(shape),
                     chosen->data<std::byte>(), IndexUtil::Strides(chosen->shape()),
                     ByteWidth(shape.element_type()));
}

// A scalar pred chooses a small array.
class PreparedChoice final : public PreparedOp {
 public:
  static constexpr int64_t kMostBytes = 1 << 10;

  explicit PreparedChoice(int64_t bytes) : bytes_(static_cast<size_t>(bytes)) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    const std::byte* const chosen = operands[operands[0][0] != std::byte{0} ? 1 : 2];
    if (chosen != results[0]) std::memcpy(results[0], chosen, bytes_);
    return {};
  }
  bool is_small() const override { return true; }

 private:
  const size_t bytes_;
};

// Null if a scalar pred chooses a big array, which is not copied.
std::unique_ptr<const PreparedOp> PrepareSelect(const HloInstruction& instruction,
                                                Span<const Shape* const> operands) {
  const Shape& shape = instruction.shape();
  // The stated rank: a pred that repeats a scalar may be given as that scalar.
  if (instruction.operand(0)->shape().rank() == shape.rank()) {
    return PrepareElementwise(instruction, operands);
  }
  const auto in_order = [&](size_t i) { return *operands[i] == shape; };
  const int64_t bytes = ShapeUtil::ByteSizeOf(shape);
  if (!in_order(1) || !in_order(2) || bytes > PreparedChoice::kMostBytes) return nullptr;
  return std::make_unique<PreparedChoice>(bytes);
}

}  // namespace

constexpr OpEval kSelectEval = {
    .kind = Computes{.prepare = PrepareSelect,
                     .evaluate = EvaluateSelect,
                     .view = ViewOfChosen,
                     .in_place = InPlace::kAnyOperand,
                     .takes_repeated = true,
                     .elements = &kSelectElements},
};

}  // namespace hloom
