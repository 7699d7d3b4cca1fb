#include "kernels/windows/apply_to_prefixes.h"

#include <algorithm>
#include <cstring>

#include "kernels/copy.h"
#include "kernels/sizes.h"
#include "kernels/windows/loop_index.h"

namespace hloom {

namespace {

// The number of elements of each array that are folded per application, and the limit for all
// arrays: enough to pay for the call, and few enough to stay in the cache.
constexpr int64_t kPrefixesAtOnce = 4096;
constexpr int64_t kPrefixesOfAllArrays = 1 << 16;

// The only dimension along which the window moves; -1 if there is none, or several.
int64_t PrefixAxis(const std::vector<WindowAxis>& axes) {
  int64_t moving = -1;
  for (size_t d = 0; d < axes.size(); ++d) {
    if (axes[d].size == 0 || axes[d].outputs == 0) return -1;
    if (axes[d].trivial()) continue;
    if (moving >= 0) return -1;
    moving = static_cast<int64_t>(d);
  }
  return moving;
}

// The dimension along which prefixes grow. Output o has the elements below o + ahead(), and none if
// that is negative. With a window of 4, padded by 3, ahead() is 1.
class PrefixLine {
 public:
  explicit PrefixLine(const WindowAxis& axis) : axis_(axis) {}

  int64_t ahead() const { return axis_.window - axis_.padding_low; }
  // The number of elements of the last output.
  int64_t elements() const { return std::max<int64_t>(axis_.outputs - 1 + ahead(), 0); }
  // The output with the first `count` elements, which may not exist (IsOutput).
  int64_t OutputOf(int64_t count) const { return count - ahead(); }
  bool IsOutput(int64_t output) const { return output >= 0 && output < axis_.outputs; }

 private:
  const WindowAxis& axis_;
};

// One array's part: lines that are worked on side by side, element by element.
class PrefixSide {
 public:
  PrefixSide(const AppliedWindows& windows, const AppliedWindows::Array& array, size_t moving)
      : width(array.width),
        array_(array),
        element_step_(array.strides.elements[moving]),
        output_step_(array.strides.outputs[moving]) {
    for (size_t d = 0; d < windows.axes.size(); ++d) {
      if (d == moving || windows.axes[d].size == 1) continue;
      lines_.push_back({windows.axes[d].size, array.strides.outputs[d], array.strides.elements[d]});
    }
  }

  // The scratch memory. Accumulators have one row of lines more than values: folding row r with the
  // values of row r gives row r + 1.
  std::byte* accumulators = nullptr;
  std::byte* values = nullptr;
  int64_t* elements = nullptr;
  int64_t* outputs = nullptr;
  const int64_t width;

  void Begin(int64_t first, int64_t count) {
    count_ = count;
    LoopIndex line(lines_, lines_.size());
    line.Seek(first);
    for (int64_t i = 0; i < count; ++i, line.Next()) {
      elements[i] = line.from();
      outputs[i] = line.to();
      std::memcpy(accumulators + i * width, array_.init, static_cast<size_t>(width));
    }
  }
  // Loads elements `begin` up to `begin + rows` of each line.
  void Load(int64_t begin, int64_t rows) const {
    DispatchWidth(width, [&]<typename T>() {
      T* to = reinterpret_cast<T*>(values);
      const T* from = reinterpret_cast<const T*>(array_.elements) + begin * element_step_;
      for (int64_t r = 0; r < rows; ++r, from += element_step_, to += count_) {
        for (int64_t i = 0; i < count_; ++i) to[i] = from[elements[i]];
      }
    });
  }
  // Stores a row of accumulators as an output of each line.
  void Store(int64_t row, int64_t output) const {
    DispatchWidth(width, [&]<typename T>() {
      const T* const from = reinterpret_cast<const T*>(accumulators) + row * count_;
      T* const to = reinterpret_cast<T*>(array_.result) + output * output_step_;
      for (int64_t i = 0; i < count_; ++i) to[outputs[i]] = from[i];
    });
  }
  // Continues from a row of accumulators.
  void GoOnFrom(int64_t row) const {
    std::memmove(accumulators, accumulators + row * count_ * width,
                 static_cast<size_t>(count_ * width));
  }

 private:
  const AppliedWindows::Array& array_;
  const int64_t element_step_, output_step_;
  std::vector<StridedLoop> lines_;
  int64_t count_ = 0;
};

}  // namespace

bool ArePrefixes(const std::vector<WindowAxis>& axes) {
  const int64_t moving = PrefixAxis(axes);
  if (moving < 0) return false;
  const WindowAxis& axis = axes[static_cast<size_t>(moving)];
  // Such numbers can be added up.
  constexpr int64_t kFar = int64_t{1} << 60;
  if (axis.window >= kFar || axis.padding_low >= kFar || axis.padding_low <= -kFar) return false;
  const bool steps = axis.stride == 1 && axis.window_dilation == 1 && axis.base_dilation == 1;
  // All begin at or before element 0, and none ends behind the last one.
  return steps && axis.outputs > 1 && axis.outputs - 1 <= axis.padding_low &&
         PrefixLine(axis).elements() <= axis.size;
}

Kernel ApplyToPrefixes(AppliedWindows windows) {
  const auto moving = static_cast<size_t>(PrefixAxis(windows.axes));
  const WindowAxis& axis = windows.axes[moving];
  const PrefixLine line(axis);
  const size_t n = windows.arrays.size();
  if (line.OutputOf(0) >= 0) {  // output 0, and those before it, have no element
    const std::vector<int64_t> sizes = windows.output_sizes();
    const std::vector<int64_t> repeated(sizes.size(), 0);
    for (const AppliedWindows::Array& array : windows.arrays) {
      co_await CopyStrided(sizes, array.result, array.strides.outputs, array.init, repeated,
                           array.width);
    }
  }
  const int64_t lines = ElementCount(windows.output_sizes()) / axis.outputs;
  const int64_t most =
      std::clamp<int64_t>(kPrefixesOfAllArrays / static_cast<int64_t>(n), 1, kPrefixesAtOnce);
  const int64_t batch = std::min(most, lines);
  const int64_t rows = std::clamp<int64_t>(most / batch, 1, std::max<int64_t>(line.elements(), 1));
  std::vector<PrefixSide> sides;
  for (const AppliedWindows::Array& array : windows.arrays) {
    sides.emplace_back(windows, array, moving);
  }
  std::vector<const std::byte*> arguments(2 * n);
  std::vector<std::byte*> results(n);
  std::vector<int64_t> advance(2 * n), result_advance(n);
  for (PrefixSide& side : sides) {
    side.elements = co_await Scratch<int64_t>(2 * batch);
    side.outputs = side.elements + batch;
    side.accumulators = co_await Scratch<std::byte>((rows + 1) * batch * side.width);
    side.values = co_await Scratch<std::byte>(rows * batch * side.width);
  }
  for (int64_t first = 0; first < lines; first += batch) {
    const int64_t count = std::min(batch, lines - first);
    for (size_t i = 0; i < n; ++i) {
      PrefixSide& side = sides[i];
      side.Begin(first, count);
      // Accumulators first, then values.
      arguments[i] = side.accumulators;
      arguments[n + i] = side.values;
      advance[i] = advance[n + i] = result_advance[i] = count * side.width;
      results[i] = side.accumulators + count * side.width;
    }
    for (int64_t element = 0; element < line.elements(); element += rows) {
      Application application = {0, Span<const std::byte* const>(arguments.data(), 2 * n),
                                 Span<std::byte* const>(results.data(), n), count};
      application.rounds = std::min(rows, line.elements() - element);
      application.advance = Span<const int64_t>(advance.data(), 2 * n);
      application.result_advance = Span<const int64_t>(result_advance.data(), n);
      for (const PrefixSide& side : sides) side.Load(element, application.rounds);
      co_await Apply(application);
      for (const PrefixSide& side : sides) {
        for (int64_t r = 1; r <= application.rounds; ++r) {
          const int64_t output = line.OutputOf(element + r);
          if (line.IsOutput(output)) side.Store(r, output);
        }
        side.GoOnFrom(application.rounds);
      }
    }
  }
  co_return OkStatus();
}

}  // namespace hloom
