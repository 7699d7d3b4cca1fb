#include "hlo/attributes/padding_type.h"

#include "hlo/kinds/enum_kind.h"

namespace hloom {

namespace {

constexpr std::string_view kPaddingTypeNames[] = {"PADDING_INVALID", "PADDING_VALID",
                                                  "PADDING_SAME"};
// JavaScript gives one of the others.
constexpr std::string_view kPaddingTypeChoices[] = {"PADDING_VALID", "PADDING_SAME"};
constexpr AttributeKind kPaddingType =
    WithChoices<PaddingType, kChoiceForm<kPaddingTypeChoices>, /*kFirst=*/1>(
        NumberedEnumKind<PaddingType, kPaddingTypeNames>("padding_type"));

}  // namespace

template <>
const AttributeKind& AttributeKindOf<PaddingType>() {
  return kPaddingType;
}

}  // namespace hloom
