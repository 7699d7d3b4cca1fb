#include "kernels/fft/axis_fft.h"

#include <utility>

#include "kernels/sizes.h"
#include "kernels/windows/loop_index.h"

namespace hloom {

namespace {

// Longer lines are composed of shorter ones, so that the rows of a block stay in the cache.
constexpr int64_t kMostRows = 2048;
// Lines of this many numbers are too, if there are too few lines to fill a vector.
constexpr int64_t kLeastAlone = 256;
// The numbers per task.
constexpr int64_t kAxisFftGrain = 1 << 14;
// Transforms of at most these numbers, and memory, are computed immediately.
constexpr int64_t kAxisFftSmall = 1 << 11;
constexpr int64_t kSmallRoomBytes = 1 << 14;
// Beyond this no memory holds the numbers of a line.
constexpr int64_t kMostLength = int64_t{1} << 31;
constexpr int64_t kNoMemory = int64_t{1} << 58;

template <typename T>
Planes<T> AxisFftExchanged(Planes<T> x) {
  return {x.im, x.re};
}

// Takes the innermost loop, along which lines are neighbors.
StridedLoop TakeAcross(std::vector<StridedLoop>& lines) {
  if (lines.empty()) return {1, 0, 0};
  const StridedLoop across = lines.back();
  lines.pop_back();
  return across;
}

// The length of the passes that a line is transformed by, if it is long; 0 if it is not.
int64_t LongLength(const AxisTransform& transform, bool is_alone) {
  const int64_t length = transform.complex_length();
  if (length > kMostLength) return 0;
  const bool small_factors = length == 0 || HasSmallFactors(length);
  const int64_t passes = small_factors ? length : BluesteinLength(length);
  const bool is_long = passes > kMostRows || (small_factors && is_alone && length >= kLeastAlone);
  return is_long ? passes : 0;
}

// Calls f(begin, end) for parts of a line, in tasks.
template <typename F>
class Parts {
 public:
  Parts(int64_t size, const F& f) : size_(size), f_(f) {}
  int64_t count() const { return TaskCount(size_, kAxisFftGrain); }
  void operator()(int64_t task, std::byte*) const {
    f_(task * kAxisFftGrain, std::min(size_, (task + 1) * kAxisFftGrain));
  }

 private:
  const int64_t size_;
  const F& f_;
};

}  // namespace

template <typename T>
AxisFft<T>::AxisFft(AxisTransform transform)
    : transform_(std::move(transform)),
      across_(TakeAcross(transform_.lines)),
      numbers_(transform_, LongLength(transform_, across_.size < VectorOf<T>::kLanes)) {
  constexpr int64_t kLanes = VectorOf<T>::kLanes;
  if (numbers_.length() > kMostLength) return;
  if (const int64_t length = LongLength(transform_, across_.size < kLanes); length > 0) {
    long_ = LongFft<T>(length);
    return;
  }
  if (numbers_.length() > 0) short_ = ShortFft<T>(numbers_.length());
  width_ = across_.size < 2 * kLanes ? kLanes : 2 * kLanes;
  blocks_across_ = TaskCount(across_.size, width_);
  blocks_ = blocks_across_;
  for (const StridedLoop& loop : transform_.lines) blocks_ *= loop.size;
  rows_ = std::max(short_.rows(), numbers_.length() + 1);
}

template <typename T>
bool AxisFft<T>::is_small() const {
  return blocks_ > 0 && blocks_ * width_ * rows_ <= kAxisFftSmall &&
         room() * static_cast<int64_t>(sizeof(T)) <= kSmallRoomBytes;
}

template <typename T>
Kernel AxisFft<T>::Run(const T* from, T* to) const {
  return blocks_ > 0 ? RunInBlocks(from, to) : RunLineByLine(from, to);
}

// ---- Lines side by side ----

template <typename T>
Kernel AxisFft<T>::RunInBlocks(const T* from, T* to) const {
  const int64_t each = std::max<int64_t>(1, kAxisFftGrain / (rows_ * width_));
  const auto task = [&](int64_t i, std::byte* scratch) {
    RunBlocks(from, to, i * each, std::min(blocks_, (i + 1) * each), reinterpret_cast<T*>(scratch));
  };
  co_await Tasks(TaskCount(blocks_, each), task, room() * static_cast<int64_t>(sizeof(T)));
  co_return OkStatus();
}

template <typename T>
void AxisFft<T>::RunBlocks(const T* from, T* to, int64_t begin, int64_t end, T* room) const {
  LoopIndex outer(transform_.lines, transform_.lines.size());
  for (int64_t i = begin; i < end; ++i) {
    outer.Seek(i / blocks_across_);
    const int64_t line = i % blocks_across_ * width_;
    RunBlock(numbers_.From(from, outer.from() + line * across_.from, across_.from),
             std::min(width_, across_.size - line),
             numbers_.To(to, outer.to() + line * across_.to, across_.to), room);
  }
}

template <typename T>
void AxisFft<T>::RunBlock(const Lines<const T>& from, int64_t lines, const Lines<T>& to,
                          T* room) const {
  const int64_t width = std::min(width_, RoundUp(lines, VectorOf<T>::kLanes));
  const int64_t plane = rows_ * width;
  const Planes<T> data = {room, room + plane};
  const Planes<T> spare = {room + 2 * plane, room + 3 * plane};
  numbers_.Load(from, lines, width, data, spare);
  Planes<T> result = data;
  // With real and imaginary parts exchanged the same steps transform back.
  if (short_.length() > 0) {
    result = transform_.inverse ? AxisFftExchanged(short_.Run(AxisFftExchanged(data), spare, width))
                                : short_.Run(data, spare, width);
  }
  const bool is_spare = result.re == spare.re || result.re == spare.im;
  numbers_.Store(result, is_spare ? data : spare, lines, width, to);
}

// ---- Long lines ----

template <typename T>
bool AxisFft<T>::is_direct() const {
  return transform_.kind == AxisTransform::Kind::kComplex &&
         transform_.taken() == transform_.length && transform_.to_size == transform_.length &&
         !numbers_.is_convolved();
}

template <typename T>
Kernel AxisFft<T>::RunLineByLine(const T* from, T* to) const {
  if (long_.length() == 0) {
    co_await Scratch<std::byte>(kNoMemory);
    co_return OkStatus();
  }
  const int64_t numbers = 2 * long_.length();
  T* const between = co_await Scratch<T>(numbers);
  T* const line = co_await Scratch<T>(is_direct() ? 0 : numbers);
  T* const spectrum = co_await Scratch<T>(numbers_.is_convolved() ? numbers : 0);
  if (numbers_.is_convolved()) co_await MakeSpectrum(between, spectrum);
  int64_t lines = across_.size;
  for (const StridedLoop& loop : transform_.lines) lines *= loop.size;
  LoopIndex outer(transform_.lines, transform_.lines.size());
  for (int64_t i = 0; i < lines; ++i) {
    outer.Seek(i / across_.size);
    const int64_t l = i % across_.size;
    const Lines<const T> source = numbers_.From(from, outer.from() + l * across_.from, 0);
    const Lines<T> sink = numbers_.To(to, outer.to() + l * across_.to, 0);
    if (is_direct()) {
      co_await long_.Run(source, transform_.inverse, numbers_.divisor(), between, sink);
    } else {
      co_await RunThrough(source, sink, line, between, spectrum);
    }
  }
  co_return OkStatus();
}

template <typename T>
Kernel AxisFft<T>::RunThrough(Lines<const T> from, Lines<T> to, T* line, T* between,
                              T* spectrum) const {
  const int64_t length = long_.length();
  const auto gather = [&](int64_t begin, int64_t end) { numbers_.Gather(from, begin, end, line); };
  const Parts gathering(length, gather);
  co_await Tasks(gathering.count(), gathering);
  const Lines<const T> source = {line, 2, 0, 1};
  const Lines<T> sink = {line, 2, 0, 1};
  co_await long_.Run(source, /*inverse=*/false, T(1), between, sink);
  if (numbers_.is_convolved()) {
    const auto multiply = [&](int64_t begin, int64_t end) {
      MultiplyNumbers(spectrum, begin, end, line);
    };
    const Parts multiplying(length, multiply);
    co_await Tasks(multiplying.count(), multiplying);
    co_await long_.Run(source, /*inverse=*/true, T(1), between, sink);
  }
  const auto scatter = [&](int64_t begin, int64_t end) { numbers_.Scatter(line, begin, end, to); };
  const Parts scattering(numbers_.results(), scatter);
  co_await Tasks(scattering.count(), scattering);
  co_return OkStatus();
}

template <typename T>
Kernel AxisFft<T>::MakeSpectrum(T* between, T* spectrum) const {
  const auto fill = [&](int64_t begin, int64_t end) { numbers_.FillChirp(begin, end, spectrum); };
  const Parts filling(long_.length(), fill);
  co_await Tasks(filling.count(), filling);
  const Lines<const T> source = {spectrum, 2, 0, 1};
  co_await long_.Run(source, /*inverse=*/false, T(1), between, Lines<T>{spectrum, 2, 0, 1});
  co_return OkStatus();
}

template class AxisFft<float>;
template class AxisFft<double>;

}  // namespace hloom
