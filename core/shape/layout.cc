#include "shape/layout.h"

#include "base/str_cat.h"

namespace hloom {

namespace {
constexpr std::string_view kPaddingNames[] = {"INVALID_PAD", "ZERO_PAD",    "ONE_PAD",
                                              "LOWEST_PAD",  "HIGHEST_PAD", "UNKNOWN_PAD"};
}  // namespace

std::string_view PaddingValueName(PaddingValue value) {
  const int number = static_cast<int>(value);
  return kPaddingNames[number >= 0 && number <= UNKNOWN_PAD ? number : 0];
}

std::optional<PaddingValue> ParsePaddingValue(std::string_view name) {
  for (int number = 0; number <= UNKNOWN_PAD; ++number) {
    if (kPaddingNames[number] == name) return static_cast<PaddingValue>(number);
  }
  return std::nullopt;
}

std::string Layout::ToString() const {
  std::string out = StrCat("{", StrJoin(minor_to_major_, ","));
  if (has_padding() || padding_value_ != INVALID_PAD) {
    StrAppend(out, ":PAD(", StrJoin(padded_dimensions_, ","), ")",
              PaddingValueName(padding_value_));
  }
  out.push_back('}');
  return out;
}

}  // namespace hloom
