#include "kernels/elementwise/fused_elementwise.h"

#include <algorithm>
#include <new>

#include "kernels/convert.h"
#include "kernels/elementwise/operand_reader.h"

namespace hloom {

namespace {

// The bytes of all rooms of a task together: they stay in the nearest cache.
constexpr int64_t kMostBytes = 24 << 10;
constexpr int64_t kMostBlock = 1 << 10;
constexpr int64_t kLeastBlock = Repetition::kShortPeriod;
// The additions and the elements of a task: so many that scalars, which each task lays out in its
// rooms, do not count.
constexpr int64_t kGrain = 1 << 17;
constexpr int64_t kLeastGrain = 1 << 14;

bool ConvertsAny(const ElementwiseArrays& arrays) {
  bool converts = arrays.type != arrays.computed;
  for (size_t i = 0; i < arrays.operand_count; ++i) {
    converts = converts || arrays.operands[i].type != arrays.operands[i].computed;
  }
  return converts;
}

int64_t WidthOf(const ElementwiseArrays& arrays) {
  int64_t width = std::max(ByteWidth(arrays.type), ByteWidth(arrays.computed));
  for (size_t i = 0; i < arrays.operand_count; ++i) {
    width = std::max(width, ByteWidth(arrays.operands[i].computed));
  }
  return width;
}

}  // namespace

size_t FusedElementwise::AddOperand(const Operand& operand) {
  operands_.push_back(operand);
  moved_ += operand.in_blocks() ? 1 : 0;
  return operands_.size() - 1;
}

size_t FusedElementwise::AddStep(const ElementwiseArrays& arrays, const Source* sources) {
  Step step;
  step.arrays = arrays;
  std::copy_n(sources, arrays.operand_count, step.sources);
  steps_.push_back(step);
  width_ = std::max(width_, WidthOf(arrays));
  converts_ = converts_ || ConvertsAny(arrays);
  cost_ += arrays.cost;
  return steps_.size() - 1;
}

// A value takes a free block. The block of an operand is free from its last use on: at once for a
// value of the same width, because a function may overwrite such an operand, and for later values.
void FusedElementwise::Finish() {
  std::vector<size_t> last_use(steps_.size());
  as_scalar_.assign(operands_.size(), true);
  for (size_t s = 0; s < steps_.size(); ++s) {
    for (size_t i = 0; i < steps_[s].arrays.operand_count; ++i) {
      const Source source = steps_[s].sources[i];
      if (source.is_step) {
        last_use[source.index] = s;
      } else if (!TakesScalar(steps_[s], i)) {
        as_scalar_[source.index] = false;
      }
    }
  }
  std::vector<size_t> free;
  for (size_t s = 0; s < steps_.size(); ++s) {
    Step& step = steps_[s];
    const auto give_up = [&](bool of_same_width) {
      for (size_t i = 0; i < step.arrays.operand_count; ++i) {
        const Source source = step.sources[i];
        if (!source.is_step || last_use[source.index] != s) continue;
        const Step& operand = steps_[source.index];
        const bool same = ByteWidth(operand.arrays.type) == ByteWidth(step.arrays.type);
        const bool given = std::find(free.begin(), free.end(), operand.block) != free.end();
        if (same == of_same_width && !given) free.push_back(operand.block);
      }
    };
    give_up(true);
    if (free.empty()) free.push_back(blocks_++);
    step.block = free.back();
    free.pop_back();
    give_up(false);
  }
  const int64_t most = kMostBytes / (rooms() * width_);
  block_elements_ = std::clamp(most / 64 * 64, kLeastBlock, kMostBlock);
}

// The memory of a task, and its loop. Each room has space for a block of the widest type: one for
// each operand of the loop that is moved, then the blocks of values, then one for each operand of a
// step in its computed type, and one for its value.
class FusedElementwise::Task {
 public:
  static int64_t BytesFor(const FusedElementwise& loop) {
    const auto operands = static_cast<int64_t>(loop.operands_.size() * sizeof(Taken));
    return loop.rooms() * loop.block_elements_ * loop.width_ + operands;
  }

  Task(const FusedElementwise& loop, const std::byte* const* operands, std::byte* scratch)
      : loop_(loop), room_bytes_(loop.block_elements_ * loop.width_), rooms_(scratch) {
    taken_ = reinterpret_cast<Taken*>(RoomAt(static_cast<size_t>(loop.rooms())));
    for (size_t i = 0; i < loop.operands_.size(); ++i) {
      Taken& taken = *new (taken_ + i) Taken{loop.operands_[i], {}, nullptr, false};
      taken.operand.data = operands[i];
    }
  }

  void Run(std::byte* result, int64_t begin, int64_t end) {
    const Span<Taken> all(taken_, loop_.operands_.size());
    size_t room = 0;
    for (size_t i = 0; i < all.size(); ++i) {
      Taken& taken = all[i];
      taken.reader.Begin(taken.operand, begin, end, loop_.block_elements_, RoomAt(room));
      taken.is_scalar = loop_.as_scalar_[i] && taken.reader.repeats_one();
      room += taken.operand.in_blocks() ? 1 : 0;
    }
    const int64_t width = ByteWidth(loop_.steps_.back().arrays.type);
    for (int64_t at = begin, count; at < end; at += count) {
      count = std::min(loop_.block_elements_, end - at);
      for (const Taken& taken : all) count = std::min(count, taken.reader.ready());
      for (Taken& taken : all) {
        taken.data = taken.is_scalar ? taken.reader.TakeOne(count) : taken.reader.Take(count);
      }
      for (const Step& step : loop_.steps_) {
        const bool last = &step == &loop_.steps_.back();
        RunStep(step, last ? result + at * width : BlockOf(step), count);
      }
    }
  }

 private:
  struct Taken {
    Operand operand;
    OperandReader reader;
    const std::byte* data;  // of the block, or one element for all of it
    bool is_scalar;
  };

  std::byte* RoomAt(size_t i) const { return rooms_ + static_cast<int64_t>(i) * room_bytes_; }
  std::byte* BlockOf(const Step& step) const { return RoomAt(loop_.moved_ + step.block); }
  std::byte* ComputedRoomAt(size_t i) const { return RoomAt(loop_.moved_ + loop_.blocks_ + i); }

  void RunStep(const Step& step, std::byte* value, int64_t count) const {
    const ElementwiseArrays& arrays = step.arrays;
    const std::byte* data[kMaxOperands] = {};
    for (size_t i = 0; i < arrays.operand_count; ++i) data[i] = OperandOf(step, i, count);
    const bool rounds = arrays.type != arrays.computed;
    std::byte* const wide = rounds ? ComputedRoomAt(kMaxOperands) : value;
    if (arrays.function.with_scalar != nullptr && IsScalar(step.sources[1])) {
      arrays.function.WithScalar(data, wide, count);
    } else {
      arrays.function(data, wide, count);
    }
    if (rounds) ConvertRun(arrays.computed, wide, arrays.type, value, count);
  }

  bool IsScalar(Source source) const { return !source.is_step && taken_[source.index].is_scalar; }

  const std::byte* OperandOf(const Step& step, size_t i, int64_t count) const {
    const Source source = step.sources[i];
    if (!source.is_step) return taken_[source.index].data;
    const std::byte* const value = BlockOf(loop_.steps_[source.index]);
    const Operand& operand = step.arrays.operands[i];
    if (operand.type == operand.computed) return value;
    std::byte* const computed = ComputedRoomAt(i);
    ConvertRun(operand.type, value, operand.computed, computed, count);
    return computed;
  }

  const FusedElementwise& loop_;
  const int64_t room_bytes_;
  std::byte* const rooms_;
  Taken* taken_;  // one for each operand of the loop
};

Kernel FusedElementwise::Compute(const std::byte* const* operands, std::byte* result) const {
  const int64_t count = steps_.back().arrays.count;
  const int64_t grain = std::max(kGrain / cost_, kLeastGrain);
  const auto task = [&](int64_t i, std::byte* scratch) {
    Task(*this, operands, scratch).Run(result, i * grain, std::min(count, (i + 1) * grain));
  };
  co_await Tasks(TaskCount(count, grain), task, Task::BytesFor(*this));
  co_return OkStatus();
}

}  // namespace hloom
