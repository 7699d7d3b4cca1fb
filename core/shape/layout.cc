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
  const bool padded = has_padding() || padding_value_ != INVALID_PAD;
  if (padded || properties_ != nullptr) out.push_back(':');
  if (padded) {
    StrAppend(out, "PAD(", StrJoin(padded_dimensions_, ","), ")", PaddingValueName(padding_value_));
  }
  if (padded && properties_ != nullptr) out.push_back(' ');
  if (properties_ != nullptr) out.append(properties_->ToString());
  out.push_back('}');
  return out;
}

void Layout::set_properties(LayoutProperties properties) {
  properties_ = properties == LayoutProperties()
                    ? nullptr
                    : std::make_shared<const LayoutProperties>(std::move(properties));
}

bool operator==(const Layout& a, const Layout& b) {
  const bool same_properties =
      a.properties_ == b.properties_ ||
      (a.properties_ != nullptr && b.properties_ != nullptr && *a.properties_ == *b.properties_);
  return same_properties && a.minor_to_major_ == b.minor_to_major_ &&
         a.padded_dimensions_ == b.padded_dimensions_ && a.padding_value_ == b.padding_value_;
}

}  // namespace hloom
