#include "shape/layout.h"

#include "base/str_cat.h"

namespace hloom {

namespace {
constexpr std::string_view kPaddingNames[] = {"INVALID_PAD", "ZERO_PAD",    "ONE_PAD",
                                              "LOWEST_PAD",  "HIGHEST_PAD", "UNKNOWN_PAD"};

// Row-major orders end alike, so one array holds those of all usual ranks: {2,1,0} is the last three
// of {15, ..., 2, 1, 0}.
constexpr size_t kMostRowMajor = 16;
constexpr int64_t kRowMajorOrder[kMostRowMajor] = {15, 14, 13, 12, 11, 10, 9, 8,
                                                   7,  6,  5,  4,  3,  2,  1, 0};
Span<const int64_t> RowMajorOrder(size_t rank) {
  return {kRowMajorOrder + kMostRowMajor - rank, rank};
}
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

Layout::Layout(Span<const int64_t> minor_to_major) {
  const size_t rank = minor_to_major.size();
  if (rank <= kMostRowMajor && SpanEquals(minor_to_major, RowMajorOrder(rank))) {
    minor_to_major_ = RowMajorOrder(rank);
    return;
  }
  order_ = std::make_shared<const std::vector<int64_t>>(minor_to_major.ToVector());
  minor_to_major_ = *order_;
}

Layout Layout::RowMajor(size_t rank) {
  if (rank <= kMostRowMajor) {
    Layout layout;
    layout.minor_to_major_ = RowMajorOrder(rank);
    return layout;
  }
  std::vector<int64_t> order(rank);
  for (size_t i = 0; i < rank; ++i) order[i] = static_cast<int64_t>(rank - 1 - i);
  return Layout(order);
}

bool Layout::is_row_major() const {
  return order_ == nullptr ||
         SpanEquals(minor_to_major_, RowMajor(minor_to_major_.size()).minor_to_major());
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
  return same_properties && SpanEquals(a.minor_to_major_, b.minor_to_major_) &&
         a.padded_dimensions_ == b.padded_dimensions_ && a.padding_value_ == b.padding_value_;
}

}  // namespace hloom
