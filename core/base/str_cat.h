// StrCat and StrJoin: text from pieces, without iostream (which costs wasm some 200 KB).
#ifndef HLOOM_BASE_STR_CAT_H_
#define HLOOM_BASE_STR_CAT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/span.h"

namespace hloom {

namespace str_cat_internal {
inline void Append(std::string& out, std::string_view piece) { out.append(piece); }
inline void Append(std::string& out, const char* piece) { out.append(piece); }
inline void Append(std::string& out, const std::string& piece) { out.append(piece); }
inline void Append(std::string& out, char piece) { out.push_back(piece); }
void AppendInt(std::string& out, int64_t value);
void AppendUint(std::string& out, uint64_t value);
void AppendDouble(std::string& out, double value);
template <typename T>
requires std::is_arithmetic_v<T>
void Append(std::string& out, T value) {
  if constexpr (std::is_same_v<T, bool>) {
    out.append(value ? "true" : "false");
  } else if constexpr (std::is_floating_point_v<T>) {
    AppendDouble(out, value);
  } else if constexpr (std::is_signed_v<T>) {
    AppendInt(out, value);
  } else {
    AppendUint(out, value);
  }
}
}  // namespace str_cat_internal

template <typename... Pieces>
void StrAppend(std::string& out, const Pieces&... pieces) {
  (str_cat_internal::Append(out, pieces), ...);
}

template <typename... Pieces>
std::string StrCat(const Pieces&... pieces) {
  std::string out;
  StrAppend(out, pieces...);
  return out;
}

// "1,2,3"; `separator` between the elements of any range whose elements StrCat accepts.
template <typename Range>
std::string StrJoin(const Range& range, std::string_view separator) {
  std::string out;
  bool first = true;
  for (const auto& element : range) {
    if (!first) out.append(separator);
    first = false;
    if constexpr (std::is_same_v<std::decay_t<decltype(element)>, bool>) {
      StrAppend(out, static_cast<bool>(element));
    } else {
      StrAppend(out, element);
    }
  }
  return out;
}

// "{1,2,3}", XLA's way to write dimension lists.
template <typename Range>
std::string Braced(const Range& range) {
  return StrCat("{", StrJoin(range, ","), "}");
}

// "1 dimension", "2 dimensions", for error texts.
std::string Count(int64_t n, std::string_view noun);

// The candidate nearest to `word` by edit distance, or empty when none is near enough to be a
// typing slip.
std::string_view NearestWord(std::string_view word, Span<const std::string_view> candidates);

}  // namespace hloom

#endif  // HLOOM_BASE_STR_CAT_H_
