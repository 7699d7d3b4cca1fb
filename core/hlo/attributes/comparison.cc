#include "hlo/attributes/comparison.h"

#include "hlo/attributes/enum_kind.h"

namespace hloom {

namespace {

constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
constexpr std::string_view kTypes[] = {"DEFAULT", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};

constexpr AttributeKind kDirectionKind =
    EnumKind<ComparisonDirection, kDirections>("comparison_direction");
constexpr AttributeKind kTypeKind = EnumKind<ComparisonType, kTypes>("comparison_type");

}  // namespace

std::string_view ComparisonDirectionName(ComparisonDirection direction) {
  return kDirections[static_cast<int>(direction)];
}
std::string_view ComparisonTypeName(ComparisonType type) { return kTypes[static_cast<int>(type)]; }
std::optional<ComparisonDirection> ParseComparisonDirection(std::string_view name) {
  return ParseEnum<ComparisonDirection>(kDirections, name);
}
std::optional<ComparisonType> ParseComparisonType(std::string_view name) {
  return ParseEnum<ComparisonType>(kTypes, name);
}

template <>
const AttributeKind& AttributeKindOf<ComparisonDirection>() {
  return kDirectionKind;
}
template <>
const AttributeKind& AttributeKindOf<ComparisonType>() {
  return kTypeKind;
}

}  // namespace hloom
