#include "kernels/fft/axis_fft.h"

#include <utility>

#include "kernels/sizes.h"
#include "kernels/windows/loop_index.h"

namespace hloom {

namespace {

using Kind = AxisTransform::Kind;

// Longer lines are put together from shorter ones: so many rows of a block stay in the cache.
constexpr int64_t kMostRows = 2048;
// So are lines of so many numbers where there are too few of them to fill a vector.
constexpr int64_t kLeastAlone = 256;
// How many numbers a task takes.
constexpr int64_t kGrain = 1 << 14;
// All is done at once where there are no more numbers, and no more memory is needed for them.
constexpr int64_t kSmall = 1 << 11;
constexpr int64_t kSmallRoomBytes = 1 << 14;
// Beyond this no memory holds the numbers of a line.
constexpr int64_t kMostLength = int64_t{1} << 31;
constexpr int64_t kNoMemory = int64_t{1} << 58;

template <typename T>
Planes<T> Exchanged(Planes<T> x) {
  return {x.im, x.re};
}

template <typename T>
void WriteRoot(UnitRoot from, T to[2]) {
  to[0] = static_cast<T>(from.re);
  to[1] = static_cast<T>(from.im);
}

}  // namespace

template <typename T>
AxisFft<T>::AxisFft(AxisTransform transform) : transform_(std::move(transform)) {
  const int64_t length = complex_length();
  if (transform_.length > kMostLength) return;
  if (!transform_.lines.empty()) {
    across_ = transform_.lines.back();
    transform_.lines.pop_back();
  }
  if (in_pairs()) real_roots_ = RootTable(transform_.length);
  const bool small_factors = HasSmallFactors(std::max<int64_t>(length, 1));
  const int64_t rows = small_factors ? length : BluesteinLength(length);
  const bool is_alone = across_.size < VectorOf<T>::kLanes;
  is_long_ = rows > kMostRows || (small_factors && is_alone && length >= kLeastAlone);
  if (is_long_) {
    long_ = LongFft<T>(rows);
    if (is_convolved()) chirp_roots_ = RootTable(2 * length);
    return;
  }
  if (length > 0) short_ = ShortFft<T>(length);
  PlanBlocks();
}

template <typename T>
void AxisFft<T>::PlanBlocks() {
  constexpr int64_t kLanes = VectorOf<T>::kLanes;
  width_ = across_.size < 2 * kLanes ? kLanes : 2 * kLanes;
  blocks_across_ = TaskCount(across_.size, width_);
  blocks_ = blocks_across_;
  for (const StridedLoop& loop : transform_.lines) blocks_ *= loop.size;
  rows_ = std::max(short_.rows(), complex_length() + 1);
}

template <typename T>
bool AxisFft<T>::is_small() const {
  return blocks_ > 0 && blocks_ * width_ * rows_ <= kSmall &&
         room() * static_cast<int64_t>(sizeof(T)) <= kSmallRoomBytes;
}

template <typename T>
Kernel AxisFft<T>::Run(const T* from, T* to) const {
  return is_long_ || blocks_ == 0 ? RunLineByLine(from, to) : RunInBlocks(from, to);
}

template <typename T>
Kernel AxisFft<T>::RunInBlocks(const T* from, T* to) const {
  const int64_t each = std::max<int64_t>(1, kGrain / (rows_ * width_));
  const auto task = [&](int64_t i, std::byte* scratch) {
    RunBlocks(from, to, i * each, std::min(blocks_, (i + 1) * each), reinterpret_cast<T*>(scratch));
  };
  co_await Tasks(TaskCount(blocks_, each), task, room() * static_cast<int64_t>(sizeof(T)));
  co_return OkStatus();
}

template <typename T>
Lines<const T> AxisFft<T>::FromLines(const T* from, int64_t offset) const {
  const int64_t stride = transform_.from_stride;
  if (transform_.kind != Kind::kFromReal)
    return {from + 2 * offset, 2 * stride, 2 * across_.from, 1};
  return in_pairs() ? Lines<const T>{from + offset, 2 * stride, across_.from, stride}
                    : Lines<const T>{from + offset, stride, across_.from, 0};
}

template <typename T>
Lines<T> AxisFft<T>::ToLines(T* to, int64_t offset) const {
  const int64_t stride = transform_.to_stride;
  if (transform_.kind != Kind::kToReal) return {to + 2 * offset, 2 * stride, 2 * across_.to, 1};
  return in_pairs() ? Lines<T>{to + offset, 2 * stride, across_.to, stride}
                    : Lines<T>{to + offset, stride, across_.to, 0};
}

// ---- Lines side by side ----

template <typename T>
void AxisFft<T>::RunBlocks(const T* from, T* to, int64_t begin, int64_t end, T* room) const {
  LoopIndex outer(transform_.lines, transform_.lines.size());
  for (int64_t i = begin; i < end; ++i) {
    outer.Seek(i / blocks_across_);
    const int64_t line = i % blocks_across_ * width_;
    RunBlock(FromLines(from, outer.from() + line * across_.from),
             std::min(width_, across_.size - line), ToLines(to, outer.to() + line * across_.to),
             room);
  }
}

template <typename T>
void AxisFft<T>::RunBlock(const Lines<const T>& from, int64_t lines, const Lines<T>& to,
                          T* room) const {
  const int64_t width = std::min(width_, RoundUp(lines, VectorOf<T>::kLanes));
  const int64_t plane = rows_ * width;
  const Planes<T> data = {room, room + plane};
  const Planes<T> spare = {room + 2 * plane, room + 3 * plane};
  Load(from, lines, width, data, spare);
  Planes<T> result = data;
  // With real and imaginary parts exchanged the same steps transform back.
  if (short_.length() > 0) {
    result = transform_.inverse ? Exchanged(short_.Run(Exchanged(data), spare, width))
                                : short_.Run(data, spare, width);
  }
  if (transform_.kind == Kind::kFromReal && in_pairs()) {
    const Planes<T> other = result.re == data.re ? spare : data;
    TakeApart(result, width, other);
    result = other;
  }
  const bool real_pairs = transform_.kind == Kind::kToReal && in_pairs();
  const int64_t count = real_pairs ? complex_length() : transform_.given();
  const int64_t size = transform_.kind == Kind::kComplex ? transform_.to_size : count;
  const T divisor = transform_.inverse ? static_cast<T>(transform_.length) : T(1);
  StoreLines(result, lines, count, size, width, divisor, to);
}

template <typename T>
void AxisFft<T>::Load(const Lines<const T>& from, int64_t lines, int64_t width, Planes<T> data,
                      Planes<T> spare) const {
  const int64_t length = complex_length();
  if (transform_.kind != Kind::kToReal) {
    const int64_t count = in_pairs() ? length : transform_.taken();
    LoadLines(from, lines, count, length, width, data);
  } else if (in_pairs()) {
    LoadLines(from, lines, transform_.taken(), transform_.taken(), width, spare);
    PutTogether(spare, width, data);
  } else {
    LoadLines(from, lines, transform_.taken(), transform_.taken(), width, data);
    Mirror(width, data);
  }
}

template <typename T>
void AxisFft<T>::TakeApart(Planes<T> from, int64_t width, Planes<T> to) const {
  const int64_t length = complex_length();
  for (int64_t k = 0; k <= length; ++k) {
    T root[2];
    WriteRoot(real_roots_.At(k), root);
    const int64_t at = (k == length ? 0 : k) * width;
    const int64_t partner_at = (k == 0 ? 0 : length - k) * width;
    for (int64_t q = 0; q < width; q += VectorOf<T>::kLanes) {
      const Vector<T> z[2] = {LoadVector(from.re + at + q), LoadVector(from.im + at + q)};
      const Vector<T> partner[2] = {LoadVector(from.re + partner_at + q),
                                    LoadVector(from.im + partner_at + q)};
      Vector<T> result[2];
      TakeRealApart(z, partner, root, result);
      StoreVector(to.re + k * width + q, result[0]);
      StoreVector(to.im + k * width + q, result[1]);
    }
  }
}

template <typename T>
void AxisFft<T>::PutTogether(Planes<T> from, int64_t width, Planes<T> to) const {
  const int64_t length = complex_length();
  // What the transform of real numbers cannot have.
  std::fill_n(from.im, width, T(0));
  std::fill_n(from.im + length * width, width, T(0));
  for (int64_t k = 0; k < length; ++k) {
    T root[2];
    WriteRoot(real_roots_.At(k), root);
    for (int64_t q = 0; q < width; q += VectorOf<T>::kLanes) {
      const int64_t at = k * width + q, partner_at = (length - k) * width + q;
      const Vector<T> x[2] = {LoadVector(from.re + at), LoadVector(from.im + at)};
      const Vector<T> partner[2] = {LoadVector(from.re + partner_at),
                                    LoadVector(from.im + partner_at)};
      Vector<T> result[2];
      PutRealTogether(x, partner, root, result);
      StoreVector(to.re + at, result[0]);
      StoreVector(to.im + at, result[1]);
    }
  }
}

// Fills in the second half of an odd number of rows.
template <typename T>
void AxisFft<T>::Mirror(int64_t width, Planes<T> data) const {
  std::fill_n(data.im, width, T(0));
  for (int64_t k = transform_.taken(); k < transform_.length; ++k) {
    const int64_t partner = transform_.length - k;
    for (int64_t q = 0; q < width; ++q) {
      data.re[k * width + q] = data.re[partner * width + q];
      data.im[k * width + q] = -data.im[partner * width + q];
    }
  }
}

// ---- Long lines ----

template <typename T>
bool AxisFft<T>::is_direct() const {
  return transform_.kind == Kind::kComplex && transform_.taken() == transform_.length &&
         transform_.to_size == transform_.length && !is_convolved();
}

template <typename T>
Kernel AxisFft<T>::RunLineByLine(const T* from, T* to) const {
  if (!is_long_) {
    co_await Scratch<std::byte>(kNoMemory);
    co_return OkStatus();
  }
  const int64_t numbers = 2 * long_.length();
  T* const between = co_await Scratch<T>(numbers);
  T* const line = co_await Scratch<T>(is_direct() ? 0 : numbers);
  T* const spectrum = co_await Scratch<T>(is_convolved() ? numbers : 0);
  if (is_convolved()) co_await MakeSpectrum(between, spectrum);
  int64_t outer_lines = 1;
  for (const StridedLoop& loop : transform_.lines) outer_lines *= loop.size;
  const T divisor = transform_.inverse ? static_cast<T>(transform_.length) : T(1);
  LoopIndex outer(transform_.lines, transform_.lines.size());
  for (int64_t i = 0; i < outer_lines * across_.size; ++i) {
    outer.Seek(i / across_.size);
    const int64_t l = i % across_.size;
    const Lines<const T> source = FromLines(from, outer.from() + l * across_.from);
    const Lines<T> sink = ToLines(to, outer.to() + l * across_.to);
    if (is_direct()) {
      co_await long_.Run(source, transform_.inverse, divisor, between, sink);
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
  const auto gather = [&](int64_t task, std::byte*) {
    Gather(from, task * kGrain, std::min(length, (task + 1) * kGrain), line);
  };
  co_await Tasks(TaskCount(length, kGrain), gather);
  const Lines<const T> source = {line, 2, 0, 1};
  const Lines<T> sink = {line, 2, 0, 1};
  co_await long_.Run(source, /*inverse=*/false, T(1), between, sink);
  if (is_convolved()) {
    const auto multiply = [&](int64_t task, std::byte*) {
      for (int64_t k = task * kGrain; k < std::min(length, (task + 1) * kGrain); ++k) {
        const T re = line[2 * k], im = line[2 * k + 1];
        line[2 * k] = re * spectrum[2 * k] - im * spectrum[2 * k + 1];
        line[2 * k + 1] = re * spectrum[2 * k + 1] + im * spectrum[2 * k];
      }
    };
    co_await Tasks(TaskCount(length, kGrain), multiply);
    co_await long_.Run(source, /*inverse=*/true, static_cast<T>(length), between, sink);
  }
  const int64_t results = transform_.kind == Kind::kComplex    ? transform_.to_size
                          : transform_.kind == Kind::kFromReal ? transform_.given()
                                                               : complex_length();
  const auto scatter = [&](int64_t task, std::byte*) {
    Scatter(line, task * kGrain, std::min(results, (task + 1) * kGrain), to);
  };
  co_await Tasks(TaskCount(results, kGrain), scatter);
  co_return OkStatus();
}

// exp(-pi i j^2 / length)
template <typename T>
UnitRoot AxisFft<T>::Chirp(int64_t j) const {
  return chirp_roots_.At(j * j % (2 * complex_length()));
}

template <typename T>
Kernel AxisFft<T>::MakeSpectrum(T* between, T* spectrum) const {
  const int64_t length = long_.length();
  const auto fill = [&](int64_t task, std::byte*) {
    for (int64_t j = task * kGrain; j < std::min(length, (task + 1) * kGrain); ++j) {
      const int64_t distance = std::min(j, length - j);
      UnitRoot root = {0, 0};
      if (distance < complex_length()) root = Chirp(distance);
      WriteRoot<T>({root.re, -root.im}, spectrum + 2 * j);
    }
  };
  co_await Tasks(TaskCount(length, kGrain), fill);
  co_await long_.Run({spectrum, 2, 0, 1}, /*inverse=*/false, T(1), between, {spectrum, 2, 0, 1});
  co_return OkStatus();
}

// Number j of what is transformed.
template <typename T>
void AxisFft<T>::NumberOf(const Lines<const T>& from, int64_t j, T number[2]) const {
  const auto read = [&](int64_t i, T into[2]) {
    into[0] = from.at[i * from.element];
    into[1] = from.imaginary == 0 ? T(0) : from.at[i * from.element + from.imaginary];
  };
  const int64_t length = complex_length();
  number[0] = number[1] = T(0);
  if (transform_.kind != Kind::kToReal) {
    if (j < (in_pairs() ? length : transform_.taken())) read(j, number);
  } else if (in_pairs()) {
    T x[2], partner[2], root[2];
    read(j, x);
    read(length - j, partner);
    if (j == 0) x[1] = partner[1] = T(0);
    WriteRoot(real_roots_.At(j), root);
    PutRealTogether(x, partner, root, number);
  } else {
    const bool mirrored = j >= transform_.taken();
    read(mirrored ? transform_.length - j : j, number);
    if (j == 0) number[1] = T(0);
    if (mirrored) number[1] = -number[1];
  }
}

template <typename T>
void AxisFft<T>::Gather(const Lines<const T>& from, int64_t begin, int64_t end, T* line) const {
  for (int64_t j = begin; j < end; ++j) {
    T number[2] = {T(0), T(0)};
    if (j < complex_length()) NumberOf(from, j, number);
    if (transform_.inverse) std::swap(number[0], number[1]);
    if (is_convolved() && j < complex_length()) {
      const UnitRoot chirp = Chirp(j);
      const double re = number[0], im = number[1];
      number[0] = static_cast<T>(re * chirp.re - im * chirp.im);
      number[1] = static_cast<T>(re * chirp.im + im * chirp.re);
    }
    line[2 * j] = number[0];
    line[2 * j + 1] = number[1];
  }
}

// Number k of what the transform gave.
template <typename T>
void AxisFft<T>::ResultOf(const T* line, int64_t k, T number[2]) const {
  number[0] = line[2 * k];
  number[1] = line[2 * k + 1];
  if (is_convolved()) {
    const UnitRoot chirp = Chirp(k);
    const double re = number[0], im = number[1];
    number[0] = static_cast<T>(re * chirp.re - im * chirp.im);
    number[1] = static_cast<T>(re * chirp.im + im * chirp.re);
  }
  if (transform_.inverse) std::swap(number[0], number[1]);
}

template <typename T>
void AxisFft<T>::Scatter(const T* line, int64_t begin, int64_t end, const Lines<T>& to) const {
  const int64_t length = complex_length();
  const T divisor = transform_.inverse ? static_cast<T>(transform_.length) : T(1);
  for (int64_t k = begin; k < end; ++k) {
    T number[2] = {T(0), T(0)};
    if (transform_.kind == Kind::kFromReal && in_pairs()) {
      T z[2], partner[2], root[2];
      ResultOf(line, k == length ? 0 : k, z);
      ResultOf(line, k == 0 ? 0 : length - k, partner);
      WriteRoot(real_roots_.At(k), root);
      TakeRealApart(z, partner, root, number);
    } else if (k < transform_.given()) {
      ResultOf(line, k, number);
    }
    T* const at = to.at + k * to.element;
    at[0] = number[0] / divisor;
    if (to.imaginary != 0) at[to.imaginary] = number[1] / divisor;
  }
}

template class AxisFft<float>;
template class AxisFft<double>;

}  // namespace hloom
