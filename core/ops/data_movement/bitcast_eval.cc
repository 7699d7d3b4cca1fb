#include <algorithm>

#include "kernels/copy.h"
#include "kernels/elementwise/bits.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The shape in whose layout the bytes are meant, that of the instruction's operand; a value may
// come in another layout.
const Shape& MeantShape(const HloInstruction& instruction) {
  return instruction.operand(0)->shape();
}

bool KeepsBytes(const HloInstruction& instruction) {
  return CopiesBytes(MeantShape(instruction).element_type(), instruction.shape().element_type());
}

// f32[2,3]{0,1} as f32[3,2]{1,0} is a transpose for which nothing moves.
StatusOr<Literal> ViewOfBytes(EvalContext&, const HloInstruction& instruction, Operands operands) {
  const bool stays =
      KeepsBytes(instruction) && operands[0]->shape().layout() == MeantShape(instruction).layout();
  if (!stays) return Literal();
  return Literal::OverStorage(instruction.shape_ptr(), operands[0]->storage());
}

std::unique_ptr<const PreparedOp> PrepareBitcast(const HloInstruction& instruction) {
  return KeepsBytes(instruction) ? PreparedView(0) : nullptr;
}

Kernel CopyAsMeant(const HloInstruction& instruction, const Literal& operand,
                   Destination& destination) {
  const Shape& meant = MeantShape(instruction);
  return CopyStrided(meant.dimensions(), destination.data(), IndexUtil::Strides(meant),
                     operand.data<std::byte>(), IndexUtil::Strides(operand.shape()),
                     ByteWidth(meant.element_type()));
}

// Elements of fewer than 8 bits have a byte each, which holds -1 as 255 in an S4 and 15 in a U4.
Kernel CopyAndConvertBits(const HloInstruction& instruction, const Literal& operand,
                          Destination& destination) {
  constexpr int64_t kGrain = 1 << 15;
  co_await CopyAsMeant(instruction, operand, destination);
  std::byte* const data = destination.data();
  const PrimitiveType from = MeantShape(instruction).element_type();
  const PrimitiveType to = instruction.shape().element_type();
  const int64_t count = destination.array().size_bytes();
  const auto task = [&](int64_t i, std::byte*) {
    std::byte* const begin = data + i * kGrain;
    ConvertRunOfBits(from, begin, to, begin, std::min(kGrain, count - i * kGrain));
  };
  co_await Tasks(TaskCount(count, kGrain), task);
  co_return OkStatus();
}

Kernel EvaluateBitcast(EvalContext&, const HloInstruction& instruction, Operands operands,
                       Destination& destination) {
  return KeepsBytes(instruction) ? CopyAsMeant(instruction, *operands[0], destination)
                                 : CopyAndConvertBits(instruction, *operands[0], destination);
}

}  // namespace

constexpr OpEval kBitcastEval = {
    .view = ViewOfBytes,
    .evaluate = EvaluateBitcast,
    .prepare = PrepareBitcast,
};

}  // namespace hloom
