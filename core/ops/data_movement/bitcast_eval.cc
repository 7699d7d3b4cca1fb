#include <algorithm>

#include "base/str_cat.h"
#include "kernels/copy.h"
#include "kernels/elementwise/bits.h"
#include "ops/data_movement/bitcast.h"
#include "ops/prepared_eval.h"
#include "ops/rules.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The shape that defines the order of the bytes, that of the instruction's operand; a value may
// have another layout.
const Shape& MeantShape(const HloInstruction& instruction) {
  return instruction.operand(0)->shape();
}

// Bits of elements of fewer than 8 bits are converted: s4 and u4 have a byte each.
bool KeepsBytes(const HloInstruction& instruction) {
  const PrimitiveType from = MeantShape(instruction).element_type();
  const PrimitiveType to = instruction.shape().element_type();
  return from == PRED || ChangesWidth(instruction) || CopiesBytes(from, to);
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

// Returns true if an element takes less than a byte in XLA's memory; here it has a byte.
bool IsNarrow(PrimitiveType type) { return type != PRED && BitWidth(type) < 8; }

Status CheckBitcastRuns(const HloInstruction& instruction) {
  const PrimitiveType from = MeantShape(instruction).element_type();
  const PrimitiveType to = instruction.shape().element_type();
  const bool splits = ChangesWidth(instruction) && (IsNarrow(from) || IsNarrow(to));
  const bool makes_pred = to == PRED && from != PRED;
  if (!splits && !makes_pred) return OkStatus();
  return Unimplemented(kBitcastC4)
      .Say(StrCat(MeantShape(instruction).ToString(), " becomes ", instruction.shape().ToString()))
      .Detail(splits
                  ? "which of several elements has the low bits of a byte is for a back end to say"
                  : "a PRED is the byte 0 or 1, and others may come out")
      .Help(splits ? "use bitcast-convert, which says it" : "compare with 0");
}

}  // namespace

constexpr OpEval kBitcastEval = {
    .check_runs = CheckBitcastRuns,
    .view = ViewOfBytes,
    .evaluate = EvaluateBitcast,
    .prepare = PrepareBitcast,
};

}  // namespace hloom
