#include "ops/elementwise/elementwise_arrays_eval.h"
#include "ops/op_eval.h"

#include "kernels/copy.h"
#include "kernels/elementwise/elementwise.h"
#include "literal/padding.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

bool IsScalarBeside(const Shape& operand, const Shape& result) {
  return operand.rank() == 0 && result.rank() != 0;
}

// Everything but where the arrays lie.
ElementwiseArrays ArraysOf(const HloInstruction& instruction) {
  const ElementOp& op = *GetOpEval(instruction.opcode()).elements;
  const auto computed = [&op](PrimitiveType type) {
    return op.computes ? ComputeTypeOf(type) : type;
  };
  const Shape& shape = instruction.shape();
  ElementwiseArrays arrays;
  for (const HloInstruction* operand : instruction.operands()) {
    const PrimitiveType type = operand->shape().element_type();
    arrays.operands[arrays.operand_count++] = {nullptr, type, computed(type),
                                               IsScalarBeside(operand->shape(), shape)};
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

Kernel ComputeReordered(ElementwiseArrays arrays, const Shape& shape, Operands operands) {
  for (size_t i = 0; i < operands.size(); ++i) {
    if (arrays.operands[i].scalar) continue;
    co_await InOrderOf(shape, *operands[i], &arrays.operands[i].data);
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
    // Padding is computed with too, and must hold values of the type.
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
  ElementwiseArrays arrays = ArraysOf(instruction);
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
  return ComputeReordered(arrays, shape, operands);
}

std::unique_ptr<const PreparedOp> PrepareElementwise(const HloInstruction& instruction) {
  const ElementwiseArrays arrays = ArraysOf(instruction);
  for (size_t i = 0; i < arrays.operand_count; ++i) {
    const bool ordered = instruction.operand(i)->shape().layout() == instruction.shape().layout();
    if (!arrays.operands[i].scalar && !ordered) return nullptr;
  }
  return std::make_unique<PreparedElementwise>(arrays);
}

}  // namespace hloom
