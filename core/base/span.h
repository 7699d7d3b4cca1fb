// Span<T>: a view of consecutive elements. Unlike std::span it binds to a braced list, so that
// XLA's call style works: `Add(x, v, {1})`, `ShapeUtil::MakeShape(F32, {2, 3})`.
#ifndef HLOOM_BASE_SPAN_H_
#define HLOOM_BASE_SPAN_H_

#include <array>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace hloom {

template <typename T>
class Span {
 public:
  using value_type = std::remove_const_t<T>;

  constexpr Span() = default;
  constexpr Span(T* data, size_t size) : data_(data), size_(size) {}
  // The list must outlive the span: fine for an argument, wrong for a member. GCC warns at every
  // use.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
#endif
  template <typename U = T, typename = std::enable_if_t<std::is_const_v<U>>>
  constexpr Span(std::initializer_list<value_type> list)
      : data_(list.begin()), size_(list.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
  template <typename U = T, typename = std::enable_if_t<std::is_const_v<U>>>
  Span(const std::vector<value_type>& v) : data_(v.data()), size_(v.size()) {}
  Span(std::vector<value_type>& v) : data_(v.data()), size_(v.size()) {}
  template <size_t N>
  constexpr Span(T (&array)[N]) : data_(array), size_(N) {}
  template <size_t N>
  constexpr Span(const std::array<value_type, N>& array) : data_(array.data()), size_(N) {}
  template <typename U = T, typename = std::enable_if_t<std::is_const_v<U>>>
  constexpr Span(const Span<value_type>& other) : data_(other.data()), size_(other.size()) {}

  constexpr T* data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T& operator[](size_t i) const { return data_[i]; }
  constexpr T& front() const { return data_[0]; }
  constexpr T& back() const { return data_[size_ - 1]; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }
  constexpr Span subspan(size_t begin, size_t count) const { return Span(data_ + begin, count); }

  std::vector<value_type> ToVector() const { return std::vector<value_type>(begin(), end()); }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
};

template <typename T>
bool SpanEquals(Span<const T> a, Span<const T> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!(a[i] == b[i])) return false;
  }
  return true;
}

}  // namespace hloom

#endif  // HLOOM_BASE_SPAN_H_
