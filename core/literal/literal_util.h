// LiteralUtil: literals from C++ values. Names as in XLA's literal_util.h.
#ifndef HLOOM_LITERAL_LITERAL_UTIL_H_
#define HLOOM_LITERAL_LITERAL_UTIL_H_

#include <cstring>
#include <initializer_list>
#include <type_traits>

#include "literal/literal.h"
#include "literal/type_values.h"

namespace hloom {

// If the memory cannot be allocated or a nested list is ragged, the result is not valid(): the
// builder or the engine that takes it refuses it with an error.
class LiteralUtil {
  template <typename T>
  using List = std::initializer_list<T>;

 public:
  template <typename T>
  static Literal CreateR0(T value) {
    return CreateFromSpan<T>({}, Span<const T>(&value, 1));
  }
  template <typename T>
  static Literal CreateR1(Span<const T> values) {
    return CreateFromSpan<T>({static_cast<int64_t>(values.size())}, values);
  }
  template <typename T>
  static Literal CreateR1(std::initializer_list<T> values) {
    return CreateR1<T>(Span<const T>(values.begin(), values.size()));
  }
  template <typename T>
  static Literal CreateR2(List<List<T>> rows) {
    return FromLists<T>(rows, 2);
  }
  template <typename T>
  static Literal CreateR3(List<List<List<T>>> planes) {
    return FromLists<T>(planes, 3);
  }
  template <typename T>
  static Literal CreateR4(List<List<List<List<T>>>> blocks) {
    return FromLists<T>(blocks, 4);
  }
  // Makes a literal of a C array of any rank: `const float m[2][3] = ...` gives f32[2,3].
  template <typename A>
  static Literal CreateFromArray(const A& array) {
    static_assert(std::is_array_v<A>);
    using T = std::remove_cv_t<std::remove_all_extents_t<A>>;
    return FromData(ShapeUtil::MakeShape(PrimitiveTypeOf<T>::value, Extents<A>()), &array,
                    static_cast<int64_t>(sizeof(array)));
  }
  // An array of these dimensions; `values` are its elements in row-major order.
  template <typename T>
  static Literal CreateFromSpan(Span<const int64_t> dimensions, Span<const T> values) {
    return FromData(ShapeUtil::MakeShape(PrimitiveTypeOf<T>::value, dimensions), values.data(),
                    static_cast<int64_t>(values.size() * sizeof(T)));
  }
  // An array over a copy of the `size` bytes at `data`, in the layout of `shape`.
  static Literal FromData(const Shape& shape, const void* data, int64_t size);
  // An array whose elements are all zero (false). All bytes are zero, which in F8E8M0FNU means
  // 2^-127.
  static Literal Zero(const Shape& shape);

  // Scalars with a type's distinguished values. literal.c7: the type has the value. Min and max are
  // the infinities if the type has them, false and true for PRED; NanValue of a complex type is NaN
  // in both parts.
  static StatusOr<Literal> Zero(PrimitiveType type) { return Make(type, TypeValue::kZero); }
  static StatusOr<Literal> One(PrimitiveType type) { return Make(type, TypeValue::kOne); }
  static StatusOr<Literal> MinValue(PrimitiveType type) { return Make(type, TypeValue::kMin); }
  static StatusOr<Literal> MaxValue(PrimitiveType type) { return Make(type, TypeValue::kMax); }
  static StatusOr<Literal> MinFiniteValue(PrimitiveType type) {
    return Make(type, TypeValue::kMinFinite);
  }
  static StatusOr<Literal> MaxFiniteValue(PrimitiveType type) {
    return Make(type, TypeValue::kMaxFinite);
  }
  static StatusOr<Literal> Infinity(PrimitiveType type) { return Make(type, TypeValue::kInfinity); }
  static StatusOr<Literal> NegativeInfinity(PrimitiveType type) {
    return Make(type, TypeValue::kNegativeInfinity);
  }
  static StatusOr<Literal> NanValue(PrimitiveType type) { return Make(type, TypeValue::kNan); }
  static StatusOr<Literal> Make(PrimitiveType type, TypeValue value);
  // An array all of whose elements are the scalar `value`.
  static Literal Full(const Shape& shape, const Literal& value);

 private:
  template <typename A>
  static std::vector<int64_t> Extents() {
    if constexpr (std::is_array_v<A>) {
      std::vector<int64_t> inner = Extents<std::remove_extent_t<A>>();
      inner.insert(inner.begin(), static_cast<int64_t>(std::extent_v<A>));
      return inner;
    } else {
      return {};
    }
  }
  template <typename T, typename Nested>
  static Literal FromLists(const Nested& lists, size_t rank) {
    // vector<bool> has no data(): PRED goes through bytes.
    std::vector<std::byte> bytes;
    std::vector<int64_t> sizes(rank, -1);
    if (!AppendList<T>(lists, 0, sizes, bytes)) return Literal();
    for (int64_t& size : sizes) size = size < 0 ? 0 : size;  // inside of an empty list
    return FromData(ShapeUtil::MakeShape(PrimitiveTypeOf<T>::value, sizes), bytes.data(),
                    static_cast<int64_t>(bytes.size()));
  }
  // Appends nested lists in row-major order; returns false if they are ragged. The first list at
  // each depth d sets sizes[d].
  template <typename T, typename Nested>
  static bool AppendList(const Nested& list, size_t depth, std::vector<int64_t>& sizes,
                         std::vector<std::byte>& bytes) {
    const int64_t size = static_cast<int64_t>(list.size());
    if (sizes[depth] < 0) sizes[depth] = size;
    if (sizes[depth] != size) return false;
    for (const auto& element : list) {
      if constexpr (std::is_same_v<std::decay_t<decltype(element)>, T>) {
        AppendBytes(bytes, element);
      } else if (!AppendList<T>(element, depth + 1, sizes, bytes)) {
        return false;
      }
    }
    return true;
  }
  template <typename T>
  static void AppendBytes(std::vector<std::byte>& bytes, T value) {
    const size_t at = bytes.size();
    bytes.resize(at + sizeof(T));
    std::memcpy(bytes.data() + at, &value, sizeof(T));
  }
};

}  // namespace hloom

#endif  // HLOOM_LITERAL_LITERAL_UTIL_H_
