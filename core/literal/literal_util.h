// LiteralUtil: literals from C++ values. Names as in XLA's literal_util.h.
#ifndef HLOOM_LITERAL_LITERAL_UTIL_H_
#define HLOOM_LITERAL_LITERAL_UTIL_H_

#include <cstring>
#include <initializer_list>

#include "literal/literal.h"

namespace hloom {

// Where the memory is not to be had or a nested list is ragged, the result is not valid(): whoever
// takes it (the builder, the evaluator) refuses it with an error.
class LiteralUtil {
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
  static Literal CreateR2(std::initializer_list<std::initializer_list<T>> rows) {
    const size_t width = rows.size() == 0 ? 0 : rows.begin()->size();
    // vector<bool> has no data(): PRED goes through bytes.
    std::vector<std::byte> bytes;
    for (const auto& row : rows) {
      if (row.size() != width) return Literal();
      for (const T& value : row) AppendBytes(bytes, value);
    }
    return FromBytes(PrimitiveTypeOf<T>::value,
                     {static_cast<int64_t>(rows.size()), static_cast<int64_t>(width)}, bytes);
  }
  template <typename T>
  static Literal CreateR3(
      std::initializer_list<std::initializer_list<std::initializer_list<T>>> planes) {
    std::vector<std::byte> bytes;
    const size_t height = planes.size() == 0 ? 0 : planes.begin()->size();
    const size_t width = height == 0 ? 0 : planes.begin()->begin()->size();
    for (const auto& plane : planes) {
      if (plane.size() != height) return Literal();
      for (const auto& row : plane) {
        if (row.size() != width) return Literal();
        for (const T& value : row) AppendBytes(bytes, value);
      }
    }
    return FromBytes(PrimitiveTypeOf<T>::value,
                     {static_cast<int64_t>(planes.size()), static_cast<int64_t>(height),
                      static_cast<int64_t>(width)},
                     bytes);
  }
  // `values` in row-major order.
  template <typename T>
  static Literal CreateFromSpan(Span<const int64_t> dimensions, Span<const T> values) {
    return FromData(ShapeUtil::MakeShape(PrimitiveTypeOf<T>::value, dimensions), values.data(),
                    static_cast<int64_t>(values.size() * sizeof(T)));
  }
  // `size` bytes at `data`, in the layout of `shape`.
  static Literal FromData(const Shape& shape, const void* data, int64_t size);
  // Every element zero (false).
  static Literal Zero(const Shape& shape);

 private:
  template <typename T>
  static void AppendBytes(std::vector<std::byte>& bytes, T value) {
    const size_t at = bytes.size();
    bytes.resize(at + sizeof(T));
    std::memcpy(bytes.data() + at, &value, sizeof(T));
  }
  static Literal FromBytes(PrimitiveType type, Span<const int64_t> dimensions,
                           const std::vector<std::byte>& bytes) {
    return FromData(ShapeUtil::MakeShape(type, dimensions), bytes.data(),
                    static_cast<int64_t>(bytes.size()));
  }
};

}  // namespace hloom

#endif  // HLOOM_LITERAL_LITERAL_UTIL_H_
