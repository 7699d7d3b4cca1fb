#include "kernels/windows/apply_to_windows.h"

#include <algorithm>

#include "kernels/copy.h"

namespace hloom {

namespace {

// A batch is large enough to pay for the application, and small enough to stay in the cache, for
// any number of arrays.
constexpr int64_t kMostInBatch = 4096;
constexpr int64_t kMostInBatches = 1 << 16;
// The number of positions and elements per step.
constexpr int64_t kApplyToWindowsGrain = 1 << 14;

int64_t BatchSize(const AppliedWindows& windows) {
  int64_t most = std::clamp<int64_t>(kMostInBatches / static_cast<int64_t>(windows.arrays.size()),
                                     1, kMostInBatch);
  // A batch has at most one pair per output, because the pairs of one position belong to different
  // outputs.
  int64_t outputs = 1;
  for (const WindowAxis& axis : windows.axes) {
    if (axis.outputs >= most / outputs) return most;
    outputs *= std::max<int64_t>(axis.outputs, 1);
  }
  return outputs;
}

std::vector<WindowStrides> StridesOf(const AppliedWindows& windows) {
  std::vector<WindowStrides> strides;
  for (const AppliedWindows::Array& array : windows.arrays) strides.push_back(array.strides);
  return strides;
}

// The next run, and the part of it that was taken.
struct Progress {
  WindowWalk walk;
  int64_t taken = 0;

  // Calls take(part, pairs) for parts of runs of one position, of `room` pairs in all, and returns
  // the number of pairs. The part begins `taken` pairs behind the walk's run. Checks a limited
  // number of positions; 0 pairs: none of them was on an element, or there are no more positions.
  template <typename Take>
  int64_t Collect(int64_t room, Take take) {
    int64_t pairs = 0;
    for (int64_t looked = 0; looked < kApplyToWindowsGrain && walk.has_position(); ++looked) {
      if (!walk.has_run()) {
        walk.NextPosition();
        if (pairs > 0) break;
        continue;
      }
      const int64_t part = std::min(walk.count() - taken, room - pairs);
      take(part, pairs);
      pairs += part;
      taken += part;
      if (taken == walk.count()) {
        walk.NextRun();
        taken = 0;
      }
      if (pairs == room) break;
    }
    return pairs;
  }
};

// One array's part of a batch.
struct Batch {
  AppliedWindows::Array array;
  std::byte* accumulators = nullptr;
  std::byte* values = nullptr;
  int64_t* outputs = nullptr;  // the places of the accumulators

  // `count` pairs from pair `taken` of a run on, as the batch's from `at` on.
  void Take(const WindowRun& run, int64_t taken, int64_t count, int64_t at) {
    DispatchWidth(array.width, [&]<typename T>() {
      const T* const results = reinterpret_cast<const T*>(array.result);
      const T* const elements = reinterpret_cast<const T*>(array.elements);
      T* const accumulator = reinterpret_cast<T*>(accumulators) + at;
      T* const value = reinterpret_cast<T*>(values) + at;
      for (int64_t i = 0; i < count; ++i) {
        const int64_t output = run.output + (taken + i) * run.output_step;
        outputs[at + i] = output;
        accumulator[i] = results[output];
        value[i] = elements[run.element + (taken + i) * run.element_step];
      }
    });
  }
  void Put(int64_t count) const {
    DispatchWidth(array.width, [&]<typename T>() {
      T* const results = reinterpret_cast<T*>(array.result);
      const T* const accumulator = reinterpret_cast<const T*>(accumulators);
      for (int64_t i = 0; i < count; ++i) results[outputs[i]] = accumulator[i];
    });
  }
};

}  // namespace

std::vector<int64_t> AppliedWindows::output_sizes() const {
  std::vector<int64_t> sizes;
  for (const WindowAxis& axis : axes) sizes.push_back(axis.outputs);
  return sizes;
}

Kernel ApplyToWindows(AppliedWindows windows) {
  const std::vector<int64_t> sizes = windows.output_sizes();
  const std::vector<int64_t> repeated(sizes.size(), 0);
  const int64_t room = BatchSize(windows);
  const size_t n = windows.arrays.size();
  std::vector<Batch> batches(n);
  std::vector<const std::byte*> arguments(2 * n);
  std::vector<std::byte*> results(n);
  for (size_t i = 0; i < n; ++i) {
    const AppliedWindows::Array& array = windows.arrays[i];
    co_await CopyStrided(sizes, array.result, array.strides.outputs, array.init, repeated,
                         array.width);
    batches[i].array = array;
    batches[i].accumulators = co_await Scratch<std::byte>(room * array.width);
    batches[i].values = co_await Scratch<std::byte>(room * array.width);
    batches[i].outputs = co_await Scratch<int64_t>(room);
    arguments[i] = results[i] = batches[i].accumulators;
    arguments[n + i] = batches[i].values;
  }
  Progress progress = {WindowWalk(windows.axes, StridesOf(windows))};
  const auto take = [&](int64_t count, int64_t at) {
    for (size_t i = 0; i < n; ++i) {
      batches[i].Take(progress.walk.RunOf(i), progress.taken, count, at);
    }
  };
  const auto look = [] {};
  while (progress.walk.has_position()) {
    const int64_t count = progress.Collect(room, take);
    if (count == 0) {
      co_await Once(look);
      continue;
    }
    const Application application = {
        0, Span<const std::byte* const>(arguments.data(), arguments.size()),
        Span<std::byte* const>(results.data(), results.size()), count};
    co_await Apply(application);
    for (const Batch& batch : batches) batch.Put(count);
  }
  co_return OkStatus();
}

namespace {

// Windows that look at their next elements together.
struct PickBatch {
  int64_t width;
  const std::byte* elements;
  int64_t* picks;
  std::byte* picked = nullptr;
  std::byte* next = nullptr;
  std::byte* stays = nullptr;
  int64_t* outputs = nullptr;
  int64_t* nexts = nullptr;
  int64_t count = 0;

  // Windows that have picked nothing yet take the next element.
  void Take(const WindowRun& run, int64_t taken, int64_t pairs) {
    DispatchWidth(width, [&]<typename T>() {
      const T* const from = reinterpret_cast<const T*>(elements);
      for (int64_t i = taken; i < taken + pairs; ++i) {
        const int64_t output = run.output + i * run.output_step;
        const int64_t element = run.element + i * run.element_step;
        if (picks[output] < 0) {
          picks[output] = element;
          continue;
        }
        outputs[count] = output;
        nexts[count] = element;
        reinterpret_cast<T*>(picked)[count] = from[picks[output]];
        reinterpret_cast<T*>(next)[count] = from[element];
        ++count;
      }
    });
  }
  void Put() {
    for (int64_t i = 0; i < count; ++i) {
      if (stays[i] == std::byte{0}) picks[outputs[i]] = nexts[i];
    }
    count = 0;
  }
};

}  // namespace

Kernel PickByApplying(AppliedWindows windows, int64_t* picks) {
  const AppliedWindows::Array array = windows.arrays[0];
  const std::vector<int64_t> sizes = windows.output_sizes();
  const std::vector<int64_t> repeated(sizes.size(), 0);
  const int64_t none = -1;
  co_await CopyStrided(sizes, reinterpret_cast<std::byte*>(picks), array.strides.outputs,
                       reinterpret_cast<const std::byte*>(&none), repeated, sizeof(int64_t));
  const int64_t room = BatchSize(windows);
  PickBatch batch = {array.width, array.elements, picks};
  batch.picked = co_await Scratch<std::byte>(room * array.width);
  batch.next = co_await Scratch<std::byte>(room * array.width);
  batch.stays = co_await Scratch<std::byte>(room);
  batch.outputs = co_await Scratch<int64_t>(room);
  batch.nexts = co_await Scratch<int64_t>(room);
  const std::byte* const arguments[] = {batch.picked, batch.next};
  std::byte* const results[] = {batch.stays};
  Progress progress = {WindowWalk(windows.axes, StridesOf(windows))};
  const auto take = [&](int64_t count, int64_t) {
    batch.Take(progress.walk.RunOf(0), progress.taken, count);
  };
  const auto look = [] {};
  while (progress.walk.has_position()) {
    progress.Collect(room, take);
    if (batch.count == 0) {
      co_await Once(look);
      continue;
    }
    const Application application = {0, arguments, results, batch.count};
    co_await Apply(application);
    batch.Put();
  }
  co_return OkStatus();
}

}  // namespace hloom
