#include "ops/windows/window_batch.h"

#include <algorithm>

#include "kernels/copy.h"

namespace hloom {

namespace {

// to[i * to_step] = from[i * from_step]
void Copy(std::byte* to, int64_t to_step, const std::byte* from, int64_t from_step, int64_t count,
          int64_t width) {
  DispatchWidth(width, [&]<typename T>() {
    T* const target = reinterpret_cast<T*>(to);
    const T* const source = reinterpret_cast<const T*>(from);
    for (int64_t i = 0; i < count; ++i) target[i * to_step] = source[i * from_step];
  });
}

}  // namespace

Status WindowBatch::Add(WindowRun run, ComputationCaller& caller) {
  const int64_t capacity = this->capacity();
  while (run.count > 0) {
    WindowRun part = run;
    part.count = std::min(run.count, capacity - taken_);
    for (Array& array : arrays_) {
      const size_t room = static_cast<size_t>(std::min(capacity, taken_ + run.count) * array.width);
      if (array.taken_values.size() < room) {
        array.taken_accumulators.resize(room);
        array.taken_values.resize(room);
      }
      Copy(array.taken_accumulators.data() + taken_ * array.width, 1,
           array.accumulators + part.output * array.width, part.output_step, part.count,
           array.width);
      Copy(array.taken_values.data() + taken_ * array.width, 1,
           array.values + part.element * array.width, part.element_step, part.count, array.width);
    }
    runs_.push_back(part);
    taken_ += part.count;
    run.count -= part.count;
    run.output += part.count * run.output_step;
    run.element += part.count * run.element_step;
    if (taken_ == capacity) HLOOM_RETURN_IF_ERROR(Flush(caller));
  }
  return OkStatus();
}

Status WindowBatch::Flush(ComputationCaller& caller) {
  if (taken_ == 0) return OkStatus();
  std::vector<const std::byte*> arguments;
  std::vector<std::byte*> results;
  for (Array& array : arrays_) {
    arguments.push_back(array.taken_accumulators.data());
    results.push_back(array.taken_accumulators.data());
  }
  for (const Array& array : arrays_) arguments.push_back(array.taken_values.data());
  HLOOM_RETURN_IF_ERROR(
      caller.CallOnElements(Span<const std::byte* const>(arguments.data(), arguments.size()),
                            Span<std::byte* const>(results.data(), results.size()), taken_));
  for (const Array& array : arrays_) {
    const std::byte* from = array.taken_accumulators.data();
    for (const WindowRun& run : runs_) {
      Copy(array.accumulators + run.output * array.width, run.output_step, from, 1, run.count,
           array.width);
      from += run.count * array.width;
    }
  }
  runs_.clear();
  taken_ = 0;
  return OkStatus();
}

}  // namespace hloom
