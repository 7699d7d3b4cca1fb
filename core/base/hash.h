// Hasher: hashes of values, the same in every run and on every platform. Equal values must be added
// in the same way; different values may collide.
//
// AddToHash adds a value of any type that has an overload: the types below, and a type of its own
// header next to it.
#ifndef HLOOM_BASE_HASH_H_
#define HLOOM_BASE_HASH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/span.h"

namespace hloom {

class Hasher {
 public:
  void AddNumber(uint64_t number) {
    // The finalizer of SplitMix64: each bit of the number changes half of the state's.
    uint64_t mixed = state_ + number + 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    state_ = mixed ^ (mixed >> 31);
  }
  void AddInt64(int64_t number) { AddNumber(static_cast<uint64_t>(number)); }
  // Lengths are added too, so that {1},{2,3} and {1,2},{3} differ.
  void AddInt64s(Span<const int64_t> numbers) {
    AddNumber(numbers.size());
    for (const int64_t number : numbers) AddInt64(number);
  }
  void AddText(std::string_view text) {
    AddNumber(text.size());
    for (const char c : text) AddNumber(static_cast<unsigned char>(c));
  }

  uint64_t value() const { return state_; }

 private:
  uint64_t state_ = 0;
};

template <typename T>
std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>> AddToHash(T value, Hasher& hasher) {
  hasher.AddNumber(static_cast<uint64_t>(value));
}
inline void AddToHash(const std::string& text, Hasher& hasher) { hasher.AddText(text); }
template <typename T>
void AddToHash(const std::vector<T>& values, Hasher& hasher) {
  hasher.AddNumber(values.size());
  for (const T& value : values) AddToHash(value, hasher);  // of bool, values are copies
}
template <typename T>
void AddToHash(const std::optional<T>& value, Hasher& hasher) {
  hasher.AddNumber(value.has_value() ? 1 : 0);
  if (value) AddToHash(*value, hasher);
}
template <typename A, typename B>
void AddToHash(const std::pair<A, B>& pair, Hasher& hasher) {
  AddToHash(pair.first, hasher);
  AddToHash(pair.second, hasher);
}

}  // namespace hloom

#endif  // HLOOM_BASE_HASH_H_
