#include "kernels/elementwise/elementwise.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "kernels/convert.h"
#include "kernels/strided_run.h"

namespace hloom {

namespace {

// The number of elements that are rounded together, and the elements and bytes of an operand that
// are moved at a time: all stay in the nearest cache.
constexpr int64_t kBlock = 512;
constexpr int64_t kMostMoved = 2 << 10;
constexpr int64_t kRoom = 8 << 10;
// Below this many elements of usual cost there is one task.
constexpr int64_t kElementwiseGrain = 1 << 15;

int64_t GrainOf(const ElementwiseArrays& arrays) { return kElementwiseGrain / arrays.cost; }

using Operand = ElementwiseArrays::Operand;

// One operand's elements from some element on, in the type that the function takes. Elements that
// are already in that form are not moved.
class Reader {
 public:
  // Begins with element `begin`. Elements from `end` on are not requested, and elements that are
  // moved are not requested in pieces of more than `most`.
  void Begin(const Operand& operand, int64_t begin, int64_t end, int64_t most) {
    operand_ = &operand;
    most_ = std::min({most, end - begin, kRoom / ByteWidth(operand.computed)});
    at_ = begin;
    if (operand.scalar) {
      LoadRun(operand.type, operand.data, 0, operand.computed, room_, most_);
      period_ = 1;
      laid_out_ = most_;
    } else if (operand.repetition != nullptr) {
      runs_ = Repetition::Cursor(*operand.repetition, begin);
      period_ = operand.repetition->period();
      if (period_ <= Repetition::kShortPeriod) return LayOut();
    }
  }

  // The number of elements from here on that can be taken at a time.
  int64_t ready() const {
    if (laid_out_ > 0) return laid_out_ - phase_;
    if (period_ == 0) return moves() ? most_ : std::numeric_limits<int64_t>::max();
    return moves() ? std::min(runs_.left(), most_) : runs_.left();
  }

  // The next `count` elements, which are ready.
  const std::byte* Take(int64_t count) {
    if (laid_out_ > 0) {
      const std::byte* const from = room_ + phase_ * ByteWidth(operand_->computed);
      phase_ = (phase_ + count) % period_;
      return from;
    }
    const int64_t at = period_ > 0 ? runs_.at() : at_;
    at_ += count;
    if (period_ > 0) runs_.Advance(count);
    const std::byte* const in = operand_->data + at * ByteWidth(operand_->type);
    if (!moves()) return in;
    ConvertRun(operand_->type, in, operand_->computed, room_, count);
    return room_;
  }

 private:
  bool moves() const { return operand_->type != operand_->computed; }
  // Lays out whole periods in the room, or as much of one as is needed.
  void LayOut() {
    laid_out_ = most_ < period_ ? most_ : most_ / period_ * period_;
    const int64_t width = ByteWidth(operand_->computed);
    for (int64_t i = 0; i < laid_out_;) {
      if (i >= period_) {
        std::memcpy(room_ + i * width, room_, static_cast<size_t>(period_ * width));
        i += period_;
        continue;
      }
      const int64_t count = std::min({runs_.left(), period_ - i, laid_out_ - i});
      LoadRun(operand_->type, operand_->data + runs_.at() * ByteWidth(operand_->type), runs_.step(),
              operand_->computed, room_ + i * width, count);
      runs_.Advance(count);
      i += count;
    }
  }

  const Operand* operand_ = nullptr;
  int64_t most_ = 0;
  int64_t at_ = 0;           // if all elements are read in order
  Repetition::Cursor runs_;  // if they repeat others
  int64_t period_ = 0;       // 0 if no element repeats another
  int64_t laid_out_ = 0;     // the first elements, laid out permanently in the room; or 0
  int64_t phase_ = 0;        // the next of these
  alignas(16) std::byte room_[kRoom];
};

void ComputeInBlocks(const ElementwiseArrays& arrays, int64_t begin, int64_t end) {
  Reader readers[ElementFunction::kMaxOperands];
  const bool rounds = arrays.type != arrays.computed;
  for (size_t i = 0; i < arrays.operand_count; ++i) {
    readers[i].Begin(arrays.operands[i], begin, end, rounds ? kBlock : kMostMoved);
  }
  const int64_t width = ByteWidth(arrays.type);
  // Elements that are rounded are at most as wide as a float.
  alignas(16) std::byte wide[kBlock * sizeof(float)];
  const std::byte* data[ElementFunction::kMaxOperands] = {};
  for (int64_t at = begin, count; at < end; at += count) {
    count = rounds ? std::min(kBlock, end - at) : end - at;
    for (size_t i = 0; i < arrays.operand_count; ++i) count = std::min(count, readers[i].ready());
    for (size_t i = 0; i < arrays.operand_count; ++i) data[i] = readers[i].Take(count);
    std::byte* const out = arrays.result + at * width;
    arrays.function(data, rounds ? wide : out, count);
    if (rounds) ConvertRun(arrays.computed, wide, arrays.type, out, count);
  }
}

bool NeedsBlocks(const ElementwiseArrays& arrays) {
  bool in_blocks = arrays.type != arrays.computed;
  for (size_t i = 0; i < arrays.operand_count; ++i) {
    in_blocks = in_blocks || arrays.operands[i].in_blocks();
  }
  return in_blocks;
}

// Computes the elements from `begin` up to `end`.
void ComputeRange(const ElementwiseArrays& arrays, int64_t begin, int64_t end) {
  if (NeedsBlocks(arrays)) return ComputeInBlocks(arrays, begin, end);
  const std::byte* data[ElementFunction::kMaxOperands] = {};
  for (size_t i = 0; i < arrays.operand_count; ++i) {
    const Operand& operand = arrays.operands[i];
    data[i] = operand.data + begin * ByteWidth(operand.type);
  }
  arrays.function(data, arrays.result + begin * ByteWidth(arrays.type), end - begin);
}

Kernel ElementwiseInTasks(ElementwiseArrays arrays) {
  const int64_t grain = GrainOf(arrays);
  const auto task = [&](int64_t i, std::byte*) {
    ComputeRange(arrays, i * grain, std::min(arrays.count, (i + 1) * grain));
  };
  co_await Tasks(TaskCount(arrays.count, grain), task);
  co_return OkStatus();
}

}  // namespace

bool AreFew(const ElementwiseArrays& arrays) { return arrays.count <= GrainOf(arrays); }

bool IsOneCall(const ElementwiseArrays& arrays) { return AreFew(arrays) && !NeedsBlocks(arrays); }

Kernel ComputeElementwise(const ElementwiseArrays& arrays) {
  if (!AreFew(arrays)) return ElementwiseInTasks(arrays);
  ComputeRange(arrays, 0, arrays.count);
  return {};
}

}  // namespace hloom
