// Elements as unsigned integers that compare as the elements do.
#ifndef HLOOM_KERNELS_SORTING_ITEM_KEYS_H_
#define HLOOM_KERNELS_SORTING_ITEM_KEYS_H_

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <type_traits>

#include "kernels/convert.h"
#include "kernels/copy.h"
#include "kernels/sorting/sort_key.h"
#include "shape/primitive_type.h"

namespace hloom {

// A key of a sort, with properties that depend on the type of the elements.
struct KeyColumn {
  KeyColumn(const SortKey& sort_key, PrimitiveType elements);

  SortKey key;
  PrimitiveType type;      // of the elements in their stored form
  PrimitiveType computed;  // to which they are converted on the way
  int64_t width;           // of an element, in bytes
  int bits;                // of a key
};

template <typename T>
using UnsignedOf =
    std::conditional_t<sizeof(T) == 1, uint8_t,
                       std::conditional_t<sizeof(T) == 2, uint16_t,
                                          std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;

// For f32: +0 is 0x80000000, -0 is 0x7fffffff, 1 is 0xbf800000, -1 is 0x407fffff. Integers, signed
// or not, are passed as unsigned ones of their width.
template <typename T>
class KeyMaker {
 public:
  using U = UnsignedOf<T>;

  explicit KeyMaker(const KeyColumn& column) {
    const SortKey& key = column.key;
    if (key.descending) flip_ = static_cast<U>(~flip_);
    if constexpr (std::is_floating_point_v<T>) {
      one_zero_ = key.zero.has_value() || !key.total_order;
      zero_ = static_cast<T>(key.zero.value_or(0));
      one_nan_ = key.nan.has_value();
      const U nan_bits = static_cast<U>(key.nan.value_or(0));
      std::memcpy(&nan_, &nan_bits, sizeof(T));
    } else if (IsSignedIntegralType(column.computed)) {
      flip_ ^= kSign;
    }
  }
  uint64_t operator()(T x) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (one_zero_ && x == 0) x = zero_;
      if (one_nan_ && std::isnan(x)) x = nan_;
      U bits;
      std::memcpy(&bits, &x, sizeof(T));
      bits = (bits & kSign) != 0 ? static_cast<U>(~bits) : static_cast<U>(bits | kSign);
      return static_cast<U>(bits ^ flip_);
    } else {
      return static_cast<U>(x ^ flip_);
    }
  }

 private:
  static constexpr U kSign = static_cast<U>(U{1} << (8 * sizeof(T) - 1));

  U flip_ = 0;
  bool one_zero_ = false;
  bool one_nan_ = false;
  T zero_ = T();
  T nan_ = T();
};

// The number of elements that are converted together.
inline constexpr int64_t kKeyBlock = 256;

// Calls f(x, stride) with the compared parts of at most kKeyBlock contiguous elements: parts of
// complex numbers are two apart. All integers of one width are treated the same.
template <typename F>
void WithParts(const KeyColumn& column, const std::byte* elements, int64_t count, F&& f) {
  alignas(16) std::byte room[kKeyBlock * sizeof(uint64_t)];
  if (column.type != column.computed) {
    ConvertRun(column.type, elements, column.computed, room, count);
    elements = room;
  }
  DispatchComputeType(column.computed, [&]<typename T>() {
    if constexpr (kIsComplex<T>) {
      const auto* parts = reinterpret_cast<const typename T::value_type*>(elements);
      f(parts + (column.key.part == SortKey::Part::kImaginary ? 1 : 0), int64_t{2});
    } else if constexpr (std::is_floating_point_v<T>) {
      f(reinterpret_cast<const T*>(elements), int64_t{1});
    } else {
      f(reinterpret_cast<const UnsignedOf<T>*>(elements), int64_t{1});
    }
  });
}

// Makes items for the elements from number `begin` up to `end` of a dense row; in the opposite
// order, for those from the row's end on.
template <typename Item>
void MakeItems(const KeyColumn& column, const std::byte* row, int64_t length, bool reversed,
               int64_t begin, int64_t end, Item* items) {
  const int64_t width = column.width;
  for (int64_t at = begin; at < end; at += kKeyBlock) {
    const int64_t count = std::min(kKeyBlock, end - at);
    const int64_t first = reversed ? length - at - count : at;
    const int64_t step = reversed ? -1 : 1;
    WithParts(column, row + first * width, count, [&]<typename T>(const T* x, int64_t stride) {
      const KeyMaker<T> key(column);
      int64_t i = reversed ? count - 1 : 0;
      for (int64_t n = 0; n < count; ++n, i += step) {
        *items++ = Item::Of(key(x[i * stride]), first + i);
      }
    });
  }
}

// Gives the same items another key.
template <typename Item>
void RekeyItems(const KeyColumn& column, const std::byte* row, Item* items, int64_t count) {
  const int64_t width = column.width;
  alignas(16) std::byte elements[kKeyBlock * 16];
  for (int64_t at = 0; at < count; at += kKeyBlock) {
    const int64_t run = std::min(kKeyBlock, count - at);
    DispatchWidth(width, [&]<typename T>() {
      const T* const from = reinterpret_cast<const T*>(row);
      T* const to = reinterpret_cast<T*>(elements);
      for (int64_t i = 0; i < run; ++i) to[i] = from[items[at + i].place()];
    });
    WithParts(column, elements, run, [&]<typename T>(const T* x, int64_t stride) {
      const KeyMaker<T> key(column);
      for (int64_t i = 0; i < run; ++i) {
        items[at + i] = Item::Of(key(x[i * stride]), items[at + i].place());
      }
    });
  }
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_SORTING_ITEM_KEYS_H_
