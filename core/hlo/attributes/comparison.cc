#include "hlo/attributes/comparison.h"

#include "hlo/kinds/enum_kind.h"

namespace hloom {

namespace {

constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
constexpr std::string_view kTypes[] = {"DEFAULT", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
constexpr std::string_view kOrders[] = {"DEFAULT", "PARTIAL", "TOTAL", "WEAK"};

constexpr AttributeKind kDirectionKind = WithChoices<ComparisonDirection, kChoiceForm<kDirections>>(
    EnumKind<ComparisonDirection, kDirections>("comparison_direction"));
constexpr AttributeKind kTypeKind = WithChoices<ComparisonType, kChoiceForm<kTypes>>(
    EnumKind<ComparisonType, kTypes>("comparison_type"));
constexpr AttributeKind kOrderKind = EnumKind<ComparisonOrder, kOrders>("comparison_order");

}  // namespace

std::string_view ComparisonDirectionName(ComparisonDirection direction) {
  return kDirections[static_cast<int>(direction)];
}
std::string_view ComparisonTypeName(ComparisonType type) { return kTypes[static_cast<int>(type)]; }
std::string_view ComparisonOrderName(ComparisonOrder order) {
  return kOrders[static_cast<int>(order)];
}

template <>
const AttributeKind& AttributeKindOf<ComparisonDirection>() {
  return kDirectionKind;
}
template <>
const AttributeKind& AttributeKindOf<ComparisonType>() {
  return kTypeKind;
}
template <>
const AttributeKind& AttributeKindOf<ComparisonOrder>() {
  return kOrderKind;
}

}  // namespace hloom
