// InlineArray<T, N>: an array of a fixed size, which its owner contains if it has at most N elements:
// for the many small objects of a program, most of which have one or two elements.
#ifndef HLOOM_BASE_INLINE_ARRAY_H_
#define HLOOM_BASE_INLINE_ARRAY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/span.h"

namespace hloom {

template <typename T, size_t N>
class InlineArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  // The elements are not initialized.
  explicit InlineArray(size_t size) : size_(static_cast<uint32_t>(size)) {
    if (size_ > N) outside_ = new T[size_];
  }
  explicit InlineArray(Span<const T> items) : InlineArray(items.size()) {
    std::copy(items.begin(), items.end(), data());
  }
  ~InlineArray() {
    if (size_ > N) delete[] outside_;
  }
  InlineArray(InlineArray&& other) noexcept : size_(other.size_) {
    if (size_ > N) {
      outside_ = other.outside_;
    } else {
      std::copy(other.inside_, other.inside_ + size_, inside_);
    }
    other.size_ = 0;
  }
  InlineArray& operator=(InlineArray&&) = delete;

  size_t size() const { return size_; }
  T* data() { return size_ > N ? outside_ : inside_; }
  const T* data() const { return size_ > N ? outside_ : inside_; }

 private:
  uint32_t size_;
  union {
    T inside_[N];
    T* outside_;
  };
};

}  // namespace hloom

#endif  // HLOOM_BASE_INLINE_ARRAY_H_
