#include "kernels/iota.h"

#include <algorithm>
#include <limits>

#include "kernels/convert.h"
#include "kernels/copy.h"
#include "kernels/number_format.h"

namespace hloom {

namespace {

// So many values are counted and converted together.
constexpr int64_t kRun = 256;
// So many elements make a task.
constexpr int64_t kIotaGrain = 1 << 15;

// Writes first, first + 1, ... as elements of a type, counted in I.
template <PrimitiveType kCounts, typename I>
void CountIn(PrimitiveType type, int64_t first, int64_t count, std::byte* out) {
  I values[kRun];
  for (int64_t done = 0; done < count; done += kRun) {
    const int64_t run = std::min(kRun, count - done);
    for (int64_t i = 0; i < run; ++i) values[i] = static_cast<I>(first + done + i);
    ConvertRun(kCounts, reinterpret_cast<const std::byte*>(values), type,
               out + done * ByteWidth(type), run);
  }
}

// A float of few bits is the same for many integers: BF16 changes at every 128th from 2^15 to 2^16.
// So each value is rounded once, and its last integer searched for.
template <typename T>
void CountNarrowFloats(PrimitiveType type, int64_t first, int64_t count, T* out) {
  const auto round = [type](int64_t k) {
    return static_cast<T>(EncodeNarrowFloat(type, static_cast<double>(k)));
  };
  const int64_t end = first + count;
  for (int64_t k = first; k < end;) {
    const T value = round(k);
    int64_t step = 1;
    while (step < end - k && round(k + step) == value) step *= 2;
    int64_t same = k + step / 2;  // rounds to the value
    int64_t next = std::min(k + step, end);
    while (next - same > 1) {
      const int64_t middle = same + (next - same) / 2;
      (round(middle) == value ? same : next) = middle;
    }
    std::fill_n(out + (k - first), next - k, value);
    k = next;
  }
}

void Count(PrimitiveType type, int64_t first, int64_t count, std::byte* out) {
  if (IsNarrowFloat(type)) {
    if (ByteWidth(type) == 1) {
      return CountNarrowFloats(type, first, count, reinterpret_cast<uint8_t*>(out));
    }
    return CountNarrowFloats(type, first, count, reinterpret_cast<uint16_t*>(out));
  }
  // Conversions from 32 bits are vector instructions, those from 64 mostly not.
  if (first + count <= std::numeric_limits<int32_t>::max()) {
    return CountIn<S32, int32_t>(type, first, count, out);
  }
  CountIn<S64, int64_t>(type, first, count, out);
}

// Writes elements `begin` up to `end` of a block that repeats each number `after` times.
template <typename T>
void FillNumbers(PrimitiveType type, int64_t after, int64_t begin, int64_t end, T* out) {
  if (after == 1) return Count(type, begin, end - begin, reinterpret_cast<std::byte*>(out));
  T values[kRun];
  const int64_t first = begin / after;
  const int64_t last = (end - 1) / after;
  for (int64_t k = first; k <= last; ++k) {
    const int64_t i = (k - first) % kRun;
    if (i == 0) {
      Count(type, k, std::min(kRun, last + 1 - k), reinterpret_cast<std::byte*>(values));
    }
    const int64_t next = std::min(end, (k + 1) * after);
    out = std::fill_n(out, next - begin, values[i]);
    begin = next;
  }
}

// Repeats the first `written` bytes, up to `bytes` of them.
void IotaRepeat(std::byte* out, int64_t written, int64_t bytes) {
  for (; written < bytes; written *= 2) {
    std::copy_n(out, std::min(written, bytes - written), out + written);
  }
}

// Repeats the first `period` elements, up to `count` of them.
Kernel RepeatInTasks(std::byte* out, int64_t width, int64_t period, int64_t count) {
  // Short periods are combined first.
  const int64_t periods = std::max<int64_t>(1, std::min(kIotaGrain, count) / period);
  const int64_t part = periods * period;
  const auto join = [&] { IotaRepeat(out, period * width, part * width); };
  if (periods > 1) co_await Once(join);
  const int64_t sizes[] = {count / part - 1, part};
  const int64_t to_strides[] = {part, 1};
  const int64_t from_strides[] = {0, 1};
  co_await CopyStrided(sizes, out + part * width, to_strides, out, from_strides, width);
  const int64_t rest = count % part;
  co_await CopyStrided({&rest, 1}, out + (count - rest) * width, {to_strides + 1, 1}, out,
                       {from_strides + 1, 1}, width);
  co_return OkStatus();
}

// Writes elements `begin` up to `end` of the first block.
void FillPart(PrimitiveType type, std::byte* out, int64_t after, int64_t begin, int64_t end) {
  const int64_t width = ByteWidth(type);
  DispatchWidth(width, [&]<typename T>() {
    FillNumbers(type, after, begin, end, reinterpret_cast<T*>(out + begin * width));
  });
}

// The number of different values among 0 .. size-1 in the type: an S8 repeats after 256.
int64_t Distinct(PrimitiveType type, int64_t size) {
  const bool repeats = IsIntegralType(type) && BitWidth(type) < 32;
  return repeats ? std::min(size, int64_t{1} << BitWidth(type)) : size;
}

Kernel IotaInTasks(PrimitiveType type, std::byte* out, int64_t before, int64_t size,
                   int64_t after) {
  const int64_t width = ByteWidth(type);
  const int64_t filled = Distinct(type, size) * after;
  const auto fill = [&](int64_t i, std::byte*) {
    FillPart(type, out, after, i * kIotaGrain, std::min(filled, (i + 1) * kIotaGrain));
  };
  co_await Tasks(TaskCount(filled, kIotaGrain), fill);
  const int64_t block = size * after;
  if (filled < block) co_await RepeatInTasks(out, width, filled, block);
  if (before > 1) co_await RepeatInTasks(out, width, block, before * block);
  co_return OkStatus();
}

}  // namespace

bool IsIotaAtOnce(int64_t count) { return count <= kIotaGrain; }

Kernel FillIota(PrimitiveType type, std::byte* out, int64_t before, int64_t size, int64_t after) {
  const int64_t count = before * size * after;
  if (count == 0) return {};
  if (!IsIotaAtOnce(count)) return IotaInTasks(type, out, before, size, after);
  const int64_t width = ByteWidth(type);
  const int64_t filled = Distinct(type, size) * after;
  FillPart(type, out, after, 0, filled);
  IotaRepeat(out, filled * width, size * after * width);
  IotaRepeat(out, size * after * width, count * width);
  return {};
}

}  // namespace hloom
