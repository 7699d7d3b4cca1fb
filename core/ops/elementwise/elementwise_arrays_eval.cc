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
  return GetOpEval(repeating.opcode()).As<Computes>()->repeats(repeating);
}

// Everything except the addresses of the arrays and their repeated elements.
ElementwiseArrays OperandArraysOf(const HloInstruction& instruction,
                                  Span<const Shape* const> shapes) {
  const ElementOp& op = *GetOpEval(instruction.opcode()).elements();
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
  const ElementwiseArrays* elementwise() const override { return &arrays_; }

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
  const ElementwiseArrays* elementwise() const override { return prepared_.elementwise(); }

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

// With operands in another order than the result, which are copied.
class PreparedReordered final : public PreparedOp {
 public:
  PreparedReordered(const ElementwiseArrays& arrays, const HloInstruction& instruction,
                    Span<const Shape* const> operands)
      : arrays_(arrays), shape_(instruction.shape()) {
    for (size_t i = 0; i < operands.size(); ++i) {
      shapes_.push_back(*operands[i]);
      const bool repeats = !arrays.operands[i].scalar && IsRepeated(*operands[i], shape_);
      strides_.push_back(repeats ? StridesThrough(*instruction.operand(i))
                                 : std::vector<int64_t>());
    }
  }

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    ElementwiseArrays arrays = arrays_;
    arrays.result = results[0];
    for (size_t i = 0; i < shapes_.size(); ++i) {
      const std::byte** const data = &arrays.operands[i].data;
      *data = operands[i];
      if (arrays.operands[i].scalar) continue;
      if (IsRepeated(shapes_[i], shape_)) {
        co_await LaidOut(operands[i], i, data);
      } else {
        co_await InOrderOf(shape_, shapes_[i], operands[i], data);
      }
    }
    co_await ComputeElementwise(arrays);
    co_return OkStatus();
  }
  bool reorders() const override { return true; }

 private:
  // Copies the elements of a broadcast, of which the operand is given, into scratch memory.
  Kernel LaidOut(const std::byte* operand, size_t i, const std::byte** laid_out) const {
    const int64_t width = ByteWidth(shapes_[i].element_type());
    std::byte* const room = co_await Scratch<std::byte>(ShapeUtil::ElementsIn(shape_) * width);
    co_await CopyStrided(shape_.dimensions(), room, IndexUtil::Strides(shape_), operand,
                         strides_[i], width);
    *laid_out = room;
    co_return OkStatus();
  }

  const ElementwiseArrays arrays_;
  const Shape shape_;
  std::vector<Shape> shapes_;
  std::vector<std::vector<int64_t>> strides_;  // of operands that repeat elements
};

}  // namespace

int64_t CostOf(const ElementOp& op, PrimitiveType type) {
  return op.cost * (IsComplexType(type) ? 4 : 1);
}

Kernel InOrderOf(const Shape& result, const Shape& from, const std::byte* operand,
                 const std::byte** ordered) {
  *ordered = operand;
  if (from.layout() == result.layout()) return {};
  // The operand's sizes in the result's layout.
  Shape to = from;
  to.set_layout(result.layout());
  const auto copy = [](Shape to, const Shape& from, const std::byte* operand,
                       const std::byte** ordered) -> Kernel {
    std::byte* const room = co_await Scratch<std::byte>(ShapeUtil::ByteSizeOf(to));
    // Computations include padding, which must hold values of the type.
    co_await FillPaddingInTasks(to, room);
    co_await CopyStrided(to.dimensions(), room, IndexUtil::Strides(to), operand,
                         IndexUtil::Strides(from), ByteWidth(to.element_type()));
    *ordered = room;
    co_return OkStatus();
  };
  return copy(std::move(to), from, operand, ordered);
}

std::unique_ptr<const PreparedOp> PrepareElementwise(const HloInstruction& instruction,
                                                     Span<const Shape* const> operands) {
  const Shape& shape = instruction.shape();
  const ElementwiseArrays arrays = OperandArraysOf(instruction, operands);
  std::vector<std::optional<Repetition>> repetitions(operands.size());
  bool repeating = false;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (arrays.operands[i].scalar) continue;
    bool in_order = operands[i]->layout() == shape.layout();
    if (IsRepeated(*operands[i], shape)) {
      repetitions[i] = Repetition::Of(shape.dimensions(), IndexUtil::Strides(shape),
                                      StridesThrough(*instruction.operand(i)));
      in_order = repetitions[i].has_value();
      repeating = true;
    }
    if (!in_order) return std::make_unique<PreparedReordered>(arrays, instruction, operands);
  }
  if (!repeating) return std::make_unique<PreparedElementwise>(arrays);
  return std::make_unique<PreparedRepeating>(arrays, std::move(repetitions));
}

}  // namespace hloom
