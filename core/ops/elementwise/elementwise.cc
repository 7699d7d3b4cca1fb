#include "ops/elementwise/elementwise.h"
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

// Everything but where the operands lie.
ElementwiseArrays ArraysOf(const HloInstruction& instruction, Operands operands,
                           Destination& destination) {
  const ElementOp& op = *GetOpEval(instruction.opcode()).elements;
  const auto computed = [&op](PrimitiveType type) {
    return op.computes ? ComputeTypeOf(type) : type;
  };
  const Shape& shape = instruction.shape();
  ElementwiseArrays arrays;
  arrays.operand_count = operands.size();
  for (size_t i = 0; i < operands.size(); ++i) {
    const Shape& operand = operands[i]->shape();
    arrays.operands[i] = {operands[i]->data<std::byte>(), operand.element_type(),
                          computed(operand.element_type()), IsScalarBeside(operand, shape)};
  }
  arrays.function = op.function_for(instruction, arrays.operands[0].computed);
  arrays.result = destination.data();
  arrays.type = shape.element_type();
  arrays.computed = computed(shape.element_type());
  arrays.count = destination.array().size_bytes() / ByteWidth(arrays.type);
  return arrays;
}

Kernel ComputeReordered(ElementwiseArrays arrays, const Shape& shape, Operands operands) {
  for (size_t i = 0; i < operands.size(); ++i) {
    if (arrays.operands[i].scalar) continue;
    co_await InOrderOf(shape, *operands[i], &arrays.operands[i].data);
  }
  co_await Elementwise(arrays);
  co_return OkStatus();
}

}  // namespace

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
  const ElementwiseArrays arrays = ArraysOf(instruction, operands, destination);
  bool ordered = true;
  for (size_t i = 0; i < operands.size(); ++i) {
    ordered =
        ordered && (arrays.operands[i].scalar || operands[i]->shape().layout() == shape.layout());
  }
  if (ordered) return Elementwise(arrays);
  return ComputeReordered(arrays, shape, operands);
}

}  // namespace hloom
