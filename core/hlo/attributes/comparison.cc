#include "hlo/attributes/comparison.h"

#include "base/str_cat.h"

namespace hloom {

namespace {

constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
constexpr std::string_view kTypes[] = {"DEFAULT", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};

template <typename E>
std::optional<E> Parse(Span<const std::string_view> names, std::string_view name) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<E>(i);
  }
  return std::nullopt;
}

template <typename E>
const E& Value(const void* value) {
  return *static_cast<const E*>(value);
}

// Both are written as their names, a string field, as XLA's proto has it.
template <typename E, const std::string_view* kNames, size_t kCount>
constexpr AttributeKind EnumKind(std::string_view name) {
  return {
      .name = name,
      .print = [](const void* value,
                  std::string& out) { out.append(kNames[static_cast<int>(Value<E>(value))]); },
      .parse = [](void* value, TextReader& in, const Shape*) -> Status {
        HLOOM_ASSIGN_OR_RETURN(
            const size_t index,
            in.OneOf(Span<const std::string_view>(kNames, kCount), "a name of comparisons"));
        *static_cast<E*>(value) = static_cast<E>(index);
        return OkStatus();
      },
      .equal = [](const void* a, const void* b) { return Value<E>(a) == Value<E>(b); },
      .is_default = [](const void* value) { return Value<E>(value) == E{}; },
      .write =
          [](const void* value, int field, WireWriter& out) {
            out.AddString(field, kNames[static_cast<int>(Value<E>(value))]);
          },
      .read = [](void* value, const WireReader& field) -> Status {
        HLOOM_ASSIGN_OR_RETURN(std::string text, field.String());
        const std::optional<E> parsed =
            Parse<E>(Span<const std::string_view>(kNames, kCount), text);
        if (!parsed) {
          return InvalidArgument("compare.p1")
              .Say(StrCat("\"", text, "\" is no name in a comparison"))
              .Help(StrCat("the names are ",
                           StrJoin(Span<const std::string_view>(kNames, kCount), ", ")));
        }
        *static_cast<E*>(value) = *parsed;
        return OkStatus();
      },
  };
}

constexpr AttributeKind kDirectionKind =
    EnumKind<ComparisonDirection, kDirections, 6>("comparison_direction");
constexpr AttributeKind kTypeKind = EnumKind<ComparisonType, kTypes, 5>("comparison_type");

}  // namespace

std::string_view ComparisonDirectionName(ComparisonDirection direction) {
  return kDirections[static_cast<int>(direction)];
}
std::string_view ComparisonTypeName(ComparisonType type) { return kTypes[static_cast<int>(type)]; }
std::optional<ComparisonDirection> ParseComparisonDirection(std::string_view name) {
  return Parse<ComparisonDirection>(kDirections, name);
}
std::optional<ComparisonType> ParseComparisonType(std::string_view name) {
  return Parse<ComparisonType>(kTypes, name);
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
