#include "kernels/elementwise/elementwise.h"

#include <algorithm>

#include "kernels/convert.h"
#include "kernels/strided_run.h"

namespace hloom {

namespace {

// How many elements are widened, computed and rounded together, or computed with a scalar: what
// they take stays in the cache nearest to the processor.
constexpr int64_t kBlock = 512;
// The widest element is a C128.
constexpr int64_t kWidest = 16;
// Below this many elements of usual cost there is one task.
constexpr int64_t kGrain = 1 << 15;

int64_t GrainOf(const ElementwiseArrays& arrays) { return kGrain / arrays.cost; }

using Operand = ElementwiseArrays::Operand;

// One operand's elements in the type in which the function takes them.
class Blocks {
 public:
  // `most`: no more elements will be asked for at a time.
  void Begin(const Operand& operand, int64_t most) {
    operand_ = &operand;
    if (operand.scalar) LoadRun(operand.type, operand.data, 0, operand.computed, room_, most);
  }
  // The `count` elements from element `begin` on.
  const std::byte* Load(int64_t begin, int64_t count) {
    if (operand_->scalar) return room_;
    const std::byte* const in = operand_->data + begin * ByteWidth(operand_->type);
    if (operand_->type == operand_->computed) return in;
    ConvertRun(operand_->type, in, operand_->computed, room_, count);
    return room_;
  }

 private:
  const Operand* operand_ = nullptr;
  alignas(16) std::byte room_[kBlock * kWidest];
};

void ComputeInBlocks(const ElementwiseArrays& arrays, int64_t begin, int64_t end) {
  Blocks blocks[ElementFunction::kMaxOperands];
  for (size_t i = 0; i < arrays.operand_count; ++i) {
    blocks[i].Begin(arrays.operands[i], std::min(kBlock, end - begin));
  }
  const bool rounds = arrays.type != arrays.computed;
  const int64_t width = ByteWidth(arrays.type);
  // Nothing that is rounded is wider than a float.
  alignas(16) std::byte wide[kBlock * sizeof(float)];
  const std::byte* data[ElementFunction::kMaxOperands] = {};
  for (int64_t at = begin; at < end; at += kBlock) {
    const int64_t count = std::min(kBlock, end - at);
    for (size_t i = 0; i < arrays.operand_count; ++i) data[i] = blocks[i].Load(at, count);
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
void Compute(const ElementwiseArrays& arrays, int64_t begin, int64_t end) {
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
    Compute(arrays, i * grain, std::min(arrays.count, (i + 1) * grain));
  };
  co_await Tasks(TaskCount(arrays.count, grain), task);
  co_return OkStatus();
}

}  // namespace

bool AreFew(const ElementwiseArrays& arrays) { return arrays.count <= GrainOf(arrays); }

bool IsOneCall(const ElementwiseArrays& arrays) { return AreFew(arrays) && !NeedsBlocks(arrays); }

Kernel ComputeElementwise(const ElementwiseArrays& arrays) {
  if (!AreFew(arrays)) return ElementwiseInTasks(arrays);
  Compute(arrays, 0, arrays.count);
  return {};
}

}  // namespace hloom
