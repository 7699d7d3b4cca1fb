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

// Copies the bytes into the layout that the program states, for a value that comes in another one.
// Elements of fewer than 8 bits have a byte each, which holds -1 as 255 in an S4 and 15 in a U4:
// their bits are converted then.
class PreparedBitcast final : public PreparedOp {
 public:
  PreparedBitcast(const HloInstruction& instruction, const Shape& operand)
      : meant_(MeantShape(instruction)),
        to_(instruction.shape().element_type()),
        bytes_(ShapeUtil::ByteSizeOf(instruction.shape())),
        converts_(!KeepsBytes(instruction)),
        operand_strides_(IndexUtil::Strides(operand)) {}

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    const int64_t width = ByteWidth(meant_.element_type());
    const std::vector<int64_t> strides = IndexUtil::Strides(meant_);
    co_await CopyStrided(meant_.dimensions(), results[0], strides, operands[0], operand_strides_,
                         width);
    if (converts_) co_await ConvertBits(results[0]);
    co_return OkStatus();
  }

 private:
  Kernel ConvertBits(std::byte* data) const {
    constexpr int64_t kGrain = 1 << 15;
    const auto task = [&](int64_t i, std::byte*) {
      std::byte* const begin = data + i * kGrain;
      ConvertRunOfBits(meant_.element_type(), begin, to_, begin,
                       std::min(kGrain, bytes_ - i * kGrain));
    };
    co_await Tasks(TaskCount(bytes_, kGrain), task);
    co_return OkStatus();
  }

  const Shape meant_;
  const PrimitiveType to_;
  const int64_t bytes_;
  const bool converts_;
  const std::vector<int64_t> operand_strides_;
};

// f32[2,3]{0,1} as f32[3,2]{1,0} is a transpose for which nothing moves.
std::unique_ptr<const PreparedOp> MakeBitcast(const HloInstruction& instruction,
                                              Span<const Shape* const> operands) {
  const bool stays =
      KeepsBytes(instruction) && operands[0]->layout() == MeantShape(instruction).layout();
  if (stays) return PreparedView(0);
  return std::make_unique<PreparedBitcast>(instruction, *operands[0]);
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
      .Detail(splits ? "a back end chooses which of several elements has the low bits of a byte"
                     : "a PRED is the byte 0 or 1, and the result may have others")
      .Help(splits ? "use bitcast-convert, which defines the order" : "compare with 0");
}

}  // namespace

constexpr OpEval kBitcastEval = {
    .kind = Computes{.prepare = MakeBitcast},
    .check_runs = CheckBitcastRuns,
};

}  // namespace hloom
