#include "ops/elementwise/elementwise_arrays_eval.h"
#include "ops/op_eval.h"

#include "kernels/copy.h"
#include "kernels/elementwise/elementwise.h"
#include "literal/padding.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

bool IsScalarBeside(const Shape& operand, const Shape& result) {
  return operand.rank() == 0 && result.rank() != 0;
}

// It was given without its repetitions.
bool IsRepeated(const Shape& operand, const Shape& result) {
  return operand.rank() < result.rank() && operand.rank() != 0;
}
std::vector<int64_t> StridesThrough(const HloInstruction& repeating) {
  return GetOpEval(repeating.opcode()).repeats(repeating);
}

// Everything except the addresses of the arrays and their repeated elements.
ElementwiseArrays OperandArraysOf(const HloInstruction& instruction,
                                  Span<const Shape* const> shapes) {
  const ElementOp& op = *GetOpEval(instruction.opcode()).elements;
  const auto computed = [&op](PrimitiveType type) {
    return op.computes ? ComputeTypeOf(type) : type;
  };
  const Shape& shape = instruction.shape();
  ElementwiseArrays arrays;
  for (const Shape* operand : shapes) {
    const PrimitiveType type = operand->element_type();
    arrays.operands[arrays.operand_count++] = {nullptr, type, computed(type),
                                               IsScalarBeside(*operand, shape)};
  }
  arrays.function = op.function_for(instruction, arrays.operands[0].computed);
  arrays.cost = CostOf(op, arrays.operands[0].computed);
  arrays.type = shape.element_type();
  arrays.computed = computed(shape.element_type());
  arrays.count = ShapeUtil::ByteSizeOf(shape) / ByteWidth(arrays.type);
  return arrays;
}

class PreparedElementwise final : public PreparedOp {
 public:
  explicit PreparedElementwise(const ElementwiseArrays& arrays)
      : arrays_(arrays), one_call_(IsOneCall(arrays)), small_(AreFew(arrays)) {}

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    if (one_call_) {
      arrays_.function(operands, results[0], arrays_.count);
      return {};
    }
    ElementwiseArrays arrays = arrays_;
    for (size_t i = 0; i < arrays.operand_count; ++i) arrays.operands[i].data = operands[i];
    arrays.result = results[0];
    return ComputeElementwise(arrays);
  }
  bool is_small() const override { return small_; }

 private:
  const ElementwiseArrays arrays_;
  const bool one_call_, small_;
};

// With operands that were given without their repetitions.
class PreparedRepeating final : public PreparedOp {
 public:
  // `repetitions` describes the repetition of each operand.
  PreparedRepeating(const ElementwiseArrays& arrays,
                    std::vector<std::optional<Repetition>> repetitions)
      : repetitions_(std::move(repetitions)), prepared_(WithRepetitions(arrays, repetitions_)) {}

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return prepared_.Run(operands, results);
  }
  bool is_small() const override { return prepared_.is_small(); }

 private:
  static ElementwiseArrays WithRepetitions(
      ElementwiseArrays arrays, const std::vector<std::optional<Repetition>>& repetitions) {
    for (size_t i = 0; i < arrays.operand_count; ++i) {
      if (repetitions[i].has_value()) arrays.operands[i].repetition = &*repetitions[i];
    }
    return arrays;
  }

  const std::vector<std::optional<Repetition>> repetitions_;
  const PreparedElementwise prepared_;
};

// Expands a broadcast, which an operation was given without its repetitions, in scratch memory.
Kernel LaidOut(const HloInstruction& repeating, const Shape& result, const Literal& operand,
               const std::byte** laid_out) {
  const int64_t width = ByteWidth(operand.shape().element_type());
  std::byte* const room = co_await Scratch<std::byte>(ShapeUtil::ElementsIn(result) * width);
  co_await CopyStrided(result.dimensions(), room, IndexUtil::Strides(result),
                       operand.data<std::byte>(), StridesThrough(repeating), width);
  *laid_out = room;
  co_return OkStatus();
}

Kernel ComputeReordered(ElementwiseArrays arrays, const HloInstruction& instruction,
                        Operands operands) {
  const Shape& shape = instruction.shape();
  for (size_t i = 0; i < operands.size(); ++i) {
    if (arrays.operands[i].scalar) continue;
    const std::byte** const data = &arrays.operands[i].data;
    if (IsRepeated(operands[i]->shape(), shape)) {
      co_await LaidOut(*instruction.operand(i), shape, *operands[i], data);
    } else {
      co_await InOrderOf(shape, *operands[i], data);
    }
  }
  co_await ComputeElementwise(arrays);
  co_return OkStatus();
}

}  // namespace

int64_t CostOf(const ElementOp& op, PrimitiveType type) {
  return op.cost * (IsComplexType(type) ? 4 : 1);
}

Kernel InOrderOf(const Shape& result, const Literal& operand, const std::byte** ordered) {
  const Shape& from = operand.shape();
  *ordered = operand.data<std::byte>();
  if (from.layout() == result.layout()) return {};
  // The operand's sizes in the result's layout.
  Shape to = from;
  to.set_layout(result.layout());
  const auto copy = [](Shape to, const Literal& operand, const std::byte** ordered) -> Kernel {
    std::byte* const room = co_await Scratch<std::byte>(ShapeUtil::ByteSizeOf(to));
    // Computations include padding, which must hold values of the type.
    co_await FillPaddingInTasks(to, room);
    co_await CopyStrided(to.dimensions(), room, IndexUtil::Strides(to), operand.data<std::byte>(),
                         IndexUtil::Strides(operand.shape()), ByteWidth(to.element_type()));
    *ordered = room;
    co_return OkStatus();
  };
  return copy(std::move(to), operand, ordered);
}

Kernel EvaluateElementwise(EvalContext&, const HloInstruction& instruction, Operands operands,
                           Destination& destination) {
  const Shape& shape = instruction.shape();
  ElementwiseArrays arrays = OperandArraysOf(instruction, ShapesOf(operands));
  for (size_t i = 0; i < operands.size(); ++i) {
    arrays.operands[i].data = operands[i]->data<std::byte>();
  }
  arrays.result = destination.data();
  bool ordered = true;
  for (size_t i = 0; i < operands.size(); ++i) {
    ordered =
        ordered && (arrays.operands[i].scalar || operands[i]->shape().layout() == shape.layout());
  }
  if (ordered) return ComputeElementwise(arrays);
  return ComputeReordered(arrays, instruction, operands);
}

std::unique_ptr<const PreparedOp> PrepareElementwise(const HloInstruction& instruction) {
  return PrepareElementwiseOf(instruction, OperandShapesOf(instruction));
}

std::unique_ptr<const PreparedOp> PrepareElementwiseOf(const HloInstruction& instruction,
                                                       Span<const Shape* const> operands) {
  const Shape& shape = instruction.shape();
  const ElementwiseArrays arrays = OperandArraysOf(instruction, operands);
  std::vector<std::optional<Repetition>> repetitions(operands.size());
  bool repeating = false;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (arrays.operands[i].scalar) continue;
    if (IsRepeated(*operands[i], shape)) {
      repetitions[i] = Repetition::Of(shape.dimensions(), IndexUtil::Strides(shape),
                                      StridesThrough(*instruction.operand(i)));
      if (!repetitions[i].has_value()) return nullptr;
      repeating = true;
    } else if (operands[i]->layout() != shape.layout()) {
      return nullptr;
    }
  }
  if (!repeating) return std::make_unique<PreparedElementwise>(arrays);
  return std::make_unique<PreparedRepeating>(arrays, std::move(repetitions));
}

}  // namespace hloom
