// Boxed<T>: an optional T, like std::optional, but stored outside of the object that owns it: for
// large members that most objects do not use.
#ifndef HLOOM_BASE_BOXED_H_
#define HLOOM_BASE_BOXED_H_

#include <memory>
#include <utility>

namespace hloom {

template <typename T>
class Boxed {
 public:
  Boxed() = default;
  Boxed(const Boxed& other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Boxed& operator=(Boxed other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }

  T& emplace() {
    value_ = std::make_unique<T>();
    return *value_;
  }
  void reset() { value_.reset(); }
  explicit operator bool() const { return value_ != nullptr; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }

  friend bool operator==(const Boxed& a, const Boxed& b) {
    if (!a || !b) return !a && !b;
    return *a == *b;
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace hloom

#endif  // HLOOM_BASE_BOXED_H_
