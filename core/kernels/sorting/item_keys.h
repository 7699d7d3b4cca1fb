// Elements as unsigned integers that compare as the elements do.
#ifndef HLOOM_KERNELS_SORTING_ITEM_KEYS_H_
#define HLOOM_KERNELS_SORTING_ITEM_KEYS_H_

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "kernels/convert.h"
#include "kernels/copy.h"
#include "kernels/elementwise/fold_runs.h"
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

// Keys of elements, which are given as the bits of unsigned integers U of their width. For f32: +0
// is 0x80000000, -0 is 0x7fffffff, 1 is 0xbf800000, -1 is 0x407fffff.
template <typename U>
class KeyMaker {
 public:
  using S = std::make_signed_t<U>;

  explicit KeyMaker(const KeyColumn& column) {
    const SortKey& key = column.key;
    if (key.descending) flip_ = static_cast<U>(~flip_);
    if (!IsFloatingPointType(ComplexComponentType(column.computed))) {
      if (IsSignedIntegralType(column.computed)) flip_ ^= kSign;
      return;
    }
    flip_ ^= kSign;
    magnitude_ = kMagnitude;
    if (key.zero.has_value() || !key.total_order) zeros_ = 1;
    if (std::signbit(key.zero.value_or(0))) zero_ = kSign;
    if (!key.nan.has_value()) return;
    infinity_ = kInfinity;
    nan_ = static_cast<U>(*key.nan);
  }

  uint64_t operator()(U x) const { return OfMerged(Merged(x)); }

  // True if elements of different bits may have the same key: zeros, or NaNs.
  bool merges() const { return zeros_ != 0 || infinity_ != kMagnitude; }
  bool IsMergedZero(U x) const { return static_cast<U>(x << 1) < zeros_; }
  bool IsMergedNan(U x) const { return (x & kMagnitude) > infinity_; }
  static bool IsNan(U x) { return (x & kMagnitude) > kInfinity; }
  // The element itself, or that of the same key by which it is replaced.
  U Merged(U x) const {
    if (IsMergedZero(x)) x = zero_;
    return IsMergedNan(x) ? nan_ : x;
  }
  // The key of an element that nothing replaces, and the element of a key.
  U OfMerged(U x) const { return static_cast<U>(Ordered(x) ^ flip_); }
  U ElementOf(U key) const { return Ordered(static_cast<U>(key ^ flip_)); }
  // The keys of all zeros and of all NaNs.
  U zero_key() const { return OfMerged(zero_); }
  U nan_key() const { return OfMerged(nan_); }

 private:
  static constexpr U kSign = static_cast<U>(U{1} << (8 * sizeof(U) - 1));
  static constexpr U kMagnitude = static_cast<U>(kSign - 1);
  // Only floats of 32 and of 64 bits are compared as floats.
  static constexpr U kInfinity =
      static_cast<U>(sizeof(U) == 4 ? uint64_t{0x7f800000} : uint64_t{0x7ff} << 52);

  // As signed integers, negative floats come in the opposite order. This is its own inverse.
  U Ordered(U x) const {
    return static_cast<U>(x ^
                          (static_cast<U>(static_cast<S>(x) >> (8 * sizeof(U) - 1)) & magnitude_));
  }

  U flip_ = 0;
  U magnitude_ = 0;          // of integers, no bit
  U zeros_ = 0;              // 1 if all zeros have one key
  U infinity_ = kMagnitude;  // greater magnitudes have one key
  U zero_ = 0;
  U nan_ = 0;
};

// The number of elements that are converted together.
inline constexpr int64_t kKeyBlock = 256;

// Calls f(x, stride) with the compared parts of at most kKeyBlock contiguous elements, as unsigned
// integers of their width: parts of complex numbers are two apart.
template <typename F>
void WithParts(const KeyColumn& column, const std::byte* elements, int64_t count, F&& f) {
  alignas(16) std::byte room[kKeyBlock * sizeof(uint64_t)];
  if (column.type != column.computed) {
    ConvertRun(column.type, elements, column.computed, room, count);
    elements = room;
  }
  const int64_t stride = IsComplexType(column.computed) ? 2 : 1;
  const auto call = [&]<typename U>() {
    const U* const parts = reinterpret_cast<const U*>(elements);
    f(parts + (column.key.part == SortKey::Part::kImaginary ? 1 : 0), stride);
  };
  switch (column.bits) {
    case 8:
      return call.template operator()<uint8_t>();
    case 16:
      return call.template operator()<uint16_t>();
    case 32:
      return call.template operator()<uint32_t>();
    default:
      return call.template operator()<uint64_t>();
  }
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
    WithParts(column, row + first * width, count, [&]<typename U>(const U* x, int64_t stride) {
      const KeyMaker<U> key(column);
      int64_t i = reversed ? count - 1 : 0;
      for (int64_t n = 0; n < count; ++n, i += step) {
        *items++ = Item::Of(key(x[i * stride]), first + i);
      }
    });
  }
}

// Returns the first key of the elements from number `begin` up to `end` of a dense row, of which
// there are some.
inline uint64_t FirstKey(const KeyColumn& column, const std::byte* row, int64_t begin,
                         int64_t end) {
  constexpr int64_t kLeastFloats = 32;
  if (column.type == F32 && end - begin >= kLeastFloats) {
    const float* const floats = reinterpret_cast<const float*>(row) + begin;
    float extreme;
    const int64_t folded = column.key.descending
                               ? FoldExtreme<Extreme::kLargest>(&extreme, floats, end - begin)
                               : FoldExtreme<Extreme::kSmallest>(&extreme, floats, end - begin);
    if (folded > 0) return KeyMaker<uint32_t>(column)(__builtin_bit_cast(uint32_t, extreme));
  }
  uint64_t first = ~uint64_t{0};
  for (int64_t at = begin; at < end; at += kKeyBlock) {
    const int64_t count = std::min(kKeyBlock, end - at);
    WithParts(column, row + at * column.width, count, [&]<typename U>(const U* x, int64_t stride) {
      const KeyMaker<U> key(column);
      U least = static_cast<U>(~U{0});
      if (stride == 1 && !key.merges()) {
        for (int64_t i = 0; i < count; ++i) least = std::min(least, key.OfMerged(x[i]));
      } else {
        for (int64_t i = 0; i < count; ++i) {
          least = std::min(least, key.OfMerged(key.Merged(x[i * stride])));
        }
      }
      first = std::min<uint64_t>(first, least);
    });
  }
  return first;
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
    WithParts(column, elements, run, [&]<typename U>(const U* x, int64_t stride) {
      const KeyMaker<U> key(column);
      for (int64_t i = 0; i < run; ++i) {
        items[at + i] = Item::Of(key(x[i * stride]), items[at + i].place());
      }
    });
  }
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_SORTING_ITEM_KEYS_H_
