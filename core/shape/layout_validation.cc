// The rules that a layout must meet to belong to a shape.
#include "base/article.h"
#include "base/str_cat.h"
#include "shape/layout_util.h"
#include "shape/rules.h"

namespace hloom {

namespace {

Status CheckOrder(const Layout& layout, Span<const int64_t> dimensions) {
  if (layout.is_row_major() && layout.minor_to_major().size() == dimensions.size()) {
    return OkStatus();
  }
  const int64_t rank = static_cast<int64_t>(dimensions.size());
  std::vector<bool> seen(dimensions.size(), false);
  bool permutation = layout.minor_to_major().size() == dimensions.size();
  for (int64_t dimension : layout.minor_to_major()) {
    if (dimension < 0 || dimension >= rank || seen[static_cast<size_t>(dimension)]) {
      permutation = false;
      break;
    }
    seen[static_cast<size_t>(dimension)] = true;
  }
  if (permutation) return OkStatus();
  return InvalidArgument(kLayoutC1)
      .Say(MessageCat(WithValue("minor_to_major", layout.minor_to_major()),
                      " is not a permutation of the dimensions of [", StrJoin(dimensions, ","),
                      "]"))
      .Detail(StrCat("each of the dimensions 0..", rank - 1, " must be in it exactly once"))
      .Help(MessageCat("the default, row-major order is ",
                       DimensionList(LayoutUtil::GetDefaultLayoutForRank(rank).minor_to_major())));
}

Status CheckPaddedSizes(Span<const int64_t> padded, Span<const int64_t> dimensions) {
  if (padded.size() != dimensions.size()) {
    return InvalidArgument(kLayoutC2)
        .Say(MessageCat(WithValue("padded_dimensions", padded), " has ",
                        Count(static_cast<int64_t>(padded.size()), "size"), ", the shape has rank ",
                        dimensions.size()))
        .Help("give one padded size for each dimension, or none at all");
  }
  for (size_t i = 0; i < padded.size(); ++i) {
    if (padded[i] >= dimensions[i]) continue;
    return InvalidArgument(kLayoutC3)
        .Say(
            StrCat("dimension ", i, " of size ", dimensions[i], " cannot be padded to ", padded[i]))
        .Help("a padded size is at least the size itself");
  }
  return OkStatus();
}

bool IsIndexType(PrimitiveType type) {
  return type == PRIMITIVE_TYPE_INVALID || (IsIntegralType(type) && !IsSignedIntegralType(type));
}

Status CheckProperties(const LayoutProperties& properties) {
  bool valid = properties.tail_padding_alignment >= 0 && properties.element_size_in_bits >= 0 &&
               properties.memory_space >= 0 &&
               properties.dynamic_shape_metadata_prefix_bytes >= 0 &&
               IsIndexType(properties.index_type) && IsIndexType(properties.pointer_type);
  for (const std::vector<int64_t>& tile : properties.tiles) {
    for (const int64_t size : tile)
      valid = valid && (size >= 0 || size == LayoutProperties::kCombineDimension);
  }
  for (const LayoutProperties::Split& split : properties.splits) {
    valid = valid && split.dimension >= 0;
    for (const int64_t index : split.indices) valid = valid && index >= 0;
  }
  if (valid) return OkStatus();
  return InvalidArgument(kLayoutC7)
      .Say(StrCat("the layout's properties ", properties.ToString(), " cannot be"))
      .Help("write sizes of 0 or more and unsigned index types, T(8,128), S(1), #(u32)");
}

}  // namespace

Status LayoutUtil::ValidateLayout(const Layout& layout, Span<const int64_t> dimensions) {
  HLOOM_RETURN_IF_ERROR(CheckOrder(layout, dimensions));
  if (layout.properties() != nullptr) HLOOM_RETURN_IF_ERROR(CheckProperties(*layout.properties()));
  const Span<const int64_t> padded = layout.padded_dimensions();
  const PaddingValue value = layout.padding_value();
  if (!padded.empty()) HLOOM_RETURN_IF_ERROR(CheckPaddedSizes(padded, dimensions));
  const bool known = value > INVALID_PAD && value <= UNKNOWN_PAD;
  if (padded.empty() ? value == INVALID_PAD : known) return OkStatus();
  ErrorBuilder error = InvalidArgument(kLayoutC4);
  if (padded.empty()) {
    return std::move(error)
        .Say(MessageCat(known ? WithChoice("padding_value", PaddingValueName(value))
                              : "an unknown `padding_value`"_msg,
                        " is given without `padded_dimensions`"_msg))
        .Help("give `padded_dimensions` too, one size for each dimension, or leave both out"_msg);
  }
  return std::move(error)
      .Say(MessageCat(WithValue("padded_dimensions", padded), " is given with ",
                      value == INVALID_PAD
                          ? "INVALID_PAD, the value of no padding"
                          : MessageCat("the unknown `padding_value` "_msg, int{value})))
      .Help(
          "`padding_value` is ZERO_PAD, ONE_PAD, LOWEST_PAD, HIGHEST_PAD or UNKNOWN_PAD; left out, "
          "it is UNKNOWN_PAD"_msg);
}

Status LayoutUtil::ValidateLayoutForShape(const Layout& layout, const Shape& shape) {
  HLOOM_RETURN_IF_ERROR(ValidateLayout(layout, shape.dimensions()));
  const PaddingValue value = layout.padding_value();
  if (!layout.has_padding() || HasPaddingValue(shape.element_type(), value)) return OkStatus();
  return InvalidArgument(kLayoutC5)
      .Say(StrCat(WithArticle(shape.ToString()), " cannot be padded with ", PaddingValueName(value),
                  ": the type has no such value"))
      .Help("complex types have no least and no greatest value, f8e8m0fnu has no zero, s1 no one");
}

bool LayoutUtil::HasPaddingValue(PrimitiveType type, PaddingValue value) {
  switch (value) {
    case ZERO_PAD:
      return type != F8E8M0FNU;
    case ONE_PAD:
      return type != S1;
    case LOWEST_PAD:
    case HIGHEST_PAD:
      return !IsComplexType(type);
    case UNKNOWN_PAD:
      return true;
    case INVALID_PAD:
      break;
  }
  return false;
}

StatusOr<std::string> LayoutUtil::StrictText(const Layout& layout) {
  if (!layout.has_padding()) return layout.ToString();
  return InvalidArgument(kLayoutC6)
      .Say(
          StrCat("the layout ", layout.ToString(), " has padding, which XLA's text cannot express"))
      .Help("relayout the value without padding, or print in the extended form with ToString()");
}

}  // namespace hloom
