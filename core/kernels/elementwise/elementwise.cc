#include "kernels/elementwise/elementwise.h"

#include <algorithm>

#include "kernels/convert.h"
#include "kernels/elementwise/operand_reader.h"

namespace hloom {

namespace {

// The number of elements that are rounded together, and the elements and bytes of an operand that
// are moved at a time: all stay in the nearest cache.
constexpr int64_t kBlock = 512;
constexpr int64_t kMostMoved = 2 << 10;
constexpr int64_t kRoom = 8 << 10;
// Below this many elements of usual cost there is one task.
constexpr int64_t kElementwiseGrain = 1 << 15;

using Operand = ElementwiseArrays::Operand;

int64_t GrainOf(const ElementwiseArrays& arrays) { return kElementwiseGrain / arrays.cost; }

void ComputeInBlocks(const ElementwiseArrays& arrays, int64_t begin, int64_t end) {
  OperandReader readers[ElementFunction::kMaxOperands];
  alignas(16) std::byte rooms[ElementFunction::kMaxOperands][kRoom];
  const bool rounds = arrays.type != arrays.computed;
  for (size_t i = 0; i < arrays.operand_count; ++i) {
    const Operand& operand = arrays.operands[i];
    const int64_t most =
        rounds ? kBlock : std::min(kMostMoved, kRoom / ByteWidth(operand.computed));
    readers[i].Begin(operand, begin, end, most, rooms[i]);
  }
  const bool with_scalar = arrays.function.with_scalar != nullptr && readers[1].repeats_one();
  const int64_t width = ByteWidth(arrays.type);
  // Elements that are rounded are at most as wide as a float.
  alignas(16) std::byte wide[kBlock * sizeof(float)];
  const std::byte* data[ElementFunction::kMaxOperands] = {};
  for (int64_t at = begin, count; at < end; at += count) {
    count = rounds ? std::min(kBlock, end - at) : end - at;
    for (size_t i = 0; i < arrays.operand_count; ++i) count = std::min(count, readers[i].ready());
    data[0] = readers[0].Take(count);
    if (with_scalar) data[1] = readers[1].TakeOne(count);
    for (size_t i = with_scalar ? 2 : 1; i < arrays.operand_count; ++i) {
      data[i] = readers[i].Take(count);
    }
    std::byte* const out = arrays.result + at * width;
    std::byte* const computed = rounds ? wide : out;
    if (with_scalar) {
      arrays.function.WithScalar(data, computed, count);
    } else {
      arrays.function(data, computed, count);
    }
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
