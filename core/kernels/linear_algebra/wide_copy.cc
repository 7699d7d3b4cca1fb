#include "kernels/linear_algebra/wide_copy.h"

#include <algorithm>

#include "kernels/convert.h"

namespace hloom {

Kernel ConvertElements(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
                       int64_t count) {
  constexpr int64_t kTask = 1 << 16;
  const auto convert = [&](int64_t task, std::byte*) {
    const int64_t begin = task * kTask;
    ConvertRun(from, in + begin * ByteWidth(from), to, out + begin * ByteWidth(to),
               std::min(kTask, count - begin));
  };
  co_await Tasks(TaskCount(count, kTask), convert);
  co_return OkStatus();
}

}  // namespace hloom
