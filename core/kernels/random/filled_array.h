// An array of any layout that a generator of random numbers fills in row-major order.
#ifndef HLOOM_KERNELS_RANDOM_FILLED_ARRAY_H_
#define HLOOM_KERNELS_RANDOM_FILLED_ARRAY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/span.h"
#include "kernels/copy.h"
#include "kernels/kernel.h"
#include "kernels/sizes.h"

namespace hloom {

class FilledArray {
 public:
  FilledArray(Span<const int64_t> sizes, Span<const int64_t> strides, int64_t width)
      : sizes_(sizes.ToVector()),
        strides_(strides.ToVector()),
        row_major_strides_(RowMajorStrides(sizes)),
        width_(width),
        elements_(ElementCount(sizes)) {}

  int64_t elements() const { return elements_; }
  bool is_row_major() const { return strides_ == row_major_strides_; }
  // True if FillBy fills so many units immediately.
  bool IsSmall(int64_t units) const { return is_row_major() && units <= kGrain; }

  // Calls fill(begin, end, out) for parts of `units` units of work. `out` is the whole array, its
  // elements in row-major order.
  template <typename F>
  Kernel FillBy(int64_t units, const F& fill, std::byte* out) const {
    if (elements_ == 0) return {};
    if (!IsSmall(units)) return FillInTasks(units, fill, out);
    fill(0, units, out);
    return {};
  }

 private:
  // So many units make a task.
  static constexpr int64_t kGrain = 1 << 13;

  template <typename F>
  Kernel FillInTasks(int64_t units, F fill, std::byte* out) const {
    std::byte* to = out;
    if (!is_row_major()) to = co_await Scratch<std::byte>(elements_ * width_);
    const auto task = [&](int64_t i, std::byte*) {
      fill(i * kGrain, std::min(units, (i + 1) * kGrain), to);
    };
    co_await Tasks(TaskCount(units, kGrain), task);
    if (to != out) {
      co_await CopyStrided(sizes_, out, strides_, to, row_major_strides_, width_);
    }
    co_return OkStatus();
  }

  const std::vector<int64_t> sizes_, strides_, row_major_strides_;
  const int64_t width_;  // of an element, in bytes
  const int64_t elements_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_RANDOM_FILLED_ARRAY_H_
