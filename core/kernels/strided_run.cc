#include "kernels/strided_run.h"

#include <algorithm>

#include "kernels/convert.h"
#include "kernels/copy.h"

namespace hloom {

namespace {

// The number of elements that are moved and then converted: they stay in the nearest cache.
constexpr int64_t kStridedRunBlock = 256;
// The widest element is a C128.
constexpr int64_t kWidest = 16;

// to[i * to_stride] = from[i * from_stride]
void Move(std::byte* to, int64_t to_stride, const std::byte* from, int64_t from_stride,
          int64_t count, int64_t width) {
  DispatchWidth(width, [&]<typename T>() {
    T* const target = reinterpret_cast<T*>(to);
    const T* const source = reinterpret_cast<const T*>(from);
    for (int64_t i = 0; i < count; ++i) target[i * to_stride] = source[i * from_stride];
  });
}

}  // namespace

void LoadRun(PrimitiveType from, const std::byte* in, int64_t stride, PrimitiveType to,
             std::byte* out, int64_t count) {
  if (stride == 1 || count == 1) return ConvertRun(from, in, to, out, count);
  if (stride == 0 && count > 0) {
    ConvertRun(from, in, to, out, 1);
    return DispatchWidth(ByteWidth(to), [&]<typename T>() {
      T* const target = reinterpret_cast<T*>(out);
      CopyRun({count - 1, 1, 0}, target + 1, target);
    });
  }
  const int64_t width = ByteWidth(from);
  if (from == to) return Move(out, 1, in, stride, count, width);
  alignas(16) std::byte room[kStridedRunBlock * kWidest];
  for (int64_t i = 0; i < count; i += kStridedRunBlock) {
    const int64_t run = std::min(kStridedRunBlock, count - i);
    Move(room, 1, in + i * stride * width, stride, run, width);
    ConvertRun(from, room, to, out + i * ByteWidth(to), run);
  }
}

void StoreRun(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
              int64_t stride, int64_t count) {
  if (stride == 1 || count == 1) return ConvertRun(from, in, to, out, count);
  const int64_t width = ByteWidth(to);
  if (from == to) return Move(out, stride, in, 1, count, width);
  alignas(16) std::byte room[kStridedRunBlock * kWidest];
  for (int64_t i = 0; i < count; i += kStridedRunBlock) {
    const int64_t run = std::min(kStridedRunBlock, count - i);
    ConvertRun(from, in + i * ByteWidth(from), to, room, run);
    Move(out + i * stride * width, stride, room, 1, run, width);
  }
}

}  // namespace hloom
