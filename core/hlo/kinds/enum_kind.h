// Makes attribute kinds of enumerations: in text the bare name, EQ; in bytes, as in XLA's proto, a
// string field with the name, or the number.
#ifndef HLOOM_HLO_KINDS_ENUM_KIND_H_
#define HLOOM_HLO_KINDS_ENUM_KIND_H_

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/hash.h"
#include "base/str_cat.h"
#include "hlo/kinds/js_form.h"
#include "hlo/rules.h"

namespace hloom {

// The enumerators count from 0 in the order of their names.
template <typename E>
std::optional<E> ParseEnum(Span<const std::string_view> names, std::string_view name) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<E>(i);
  }
  return std::nullopt;
}

template <typename E>
size_t EnumIndex(const void* value) {
  return static_cast<size_t>(*static_cast<const E*>(value));
}

// Reads one of the names in capital or small letters, as XLA does for enumerations of its protos.
inline StatusOr<size_t> OneOfInAnyCase(Span<const std::string_view> names, std::string_view what,
                                       TextReader& in) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
  const std::string_view written = in.PeekName();
  for (size_t i = 0; i < names.size(); ++i) {
    if (!std::equal(written.begin(), written.end(), names[i].begin(), names[i].end(),
                    [&](char a, char b) { return lower(a) == lower(b); })) {
      continue;
    }
    in.Name();
    return i;
  }
  return in.OneOf(names, what);  // the error names the expected values
}

// attribute.p1: bytes hold one of the names. `kNames` is an array of std::string_view.
template <typename E, const auto& kNames>
constexpr AttributeKind EnumKind(std::string_view name) {
  return {
      .name = name,
      .print = [](const void* value, std::string& out) { out.append(kNames[EnumIndex<E>(value)]); },
      .parse = [](void* value, TextReader& in, const Shape*) -> Status {
        HLOOM_ASSIGN_OR_RETURN(
            const size_t at,
            in.OneOf(kNames,
                     StrCat("one of ", StrJoin(Span<const std::string_view>(kNames), ", "))));
        *static_cast<E*>(value) = static_cast<E>(at);
        return OkStatus();
      },
      .equal = [](const void* a, const void* b) { return EnumIndex<E>(a) == EnumIndex<E>(b); },
      .is_default = [](const void* value) { return EnumIndex<E>(value) == 0; },
      .hash = [](const void* value, Hasher& hasher) { hasher.AddNumber(EnumIndex<E>(value)); },
      .write = [](const void* value, int field,
                  WireWriter& out) { out.AddString(field, kNames[EnumIndex<E>(value)]); },
      .read = [](void* value, const WireReader& field) -> Status {
        HLOOM_ASSIGN_OR_RETURN(std::string text, field.String());
        const std::optional<E> parsed = ParseEnum<E>(kNames, text);
        if (!parsed) {
          return InvalidArgument(kAttributeP1)
              .Say(StrCat("\"", text.substr(0, 64), "\" is not one of the names of the attribute"))
              .Help(StrCat("the names are ", StrJoin(Span<const std::string_view>(kNames), ", ")));
        }
        *static_cast<E*>(value) = *parsed;
        return OkStatus();
      },
  };
}

// The JavaScript form of an enumeration: one of the names.
template <const auto& kNames>
inline constexpr JsForm kChoiceForm = {
    .type = JsForm::Type::kChoice, .choices = kNames, .default_text = kNames[0]};

// Adds JavaScript's columns to a kind. The choices of the form are the names from `kFirst` on.
template <typename E, const JsForm& kForm, size_t kFirst = 0>
constexpr AttributeKind WithChoices(AttributeKind kind) {
  kind.js = &kForm;
  kind.read_json = [](void* value, const JsonInput& in) -> Status {
    HLOOM_ASSIGN_OR_RETURN(const size_t at, ReadJsonChoice(kForm.choices, in));
    *static_cast<E*>(value) = static_cast<E>(at + kFirst);
    return OkStatus();
  };
  return kind;
}

// attribute.p1: the number is one that has a name.
template <typename E>
StatusOr<E> EnumOfNumber(Span<const std::string_view> names, int32_t number) {
  if (number >= 0 && static_cast<size_t>(number) < names.size()) return static_cast<E>(number);
  return InvalidArgument(kAttributeP1)
      .Say(StrCat(number, " is not one of the numbers of the attribute"))
      .Help(StrCat("they are 0 to ", names.size() - 1, ": ", StrJoin(names, ", ")));
}

// The kind of an enumeration that bytes have as a number. In text its names may be written in
// capital or small letters.
template <typename E, const auto& kNames>
constexpr AttributeKind NumberedEnumKind(std::string_view name) {
  AttributeKind kind = EnumKind<E, kNames>(name);
  kind.parse = [](void* value, TextReader& in, const Shape*) -> Status {
    HLOOM_ASSIGN_OR_RETURN(
        const size_t at,
        OneOfInAnyCase(kNames,
                       StrCat("one of ", StrJoin(Span<const std::string_view>(kNames), ", ")), in));
    *static_cast<E*>(value) = static_cast<E>(at);
    return OkStatus();
  };
  kind.write = [](const void* value, int field, WireWriter& out) {
    out.AddInt32(field, static_cast<int32_t>(EnumIndex<E>(value)));
  };
  kind.read = [](void* value, const WireReader& field) -> Status {
    HLOOM_ASSIGN_OR_RETURN(const int32_t number, field.Int32());
    HLOOM_ASSIGN_OR_RETURN(*static_cast<E*>(value), EnumOfNumber<E>(kNames, number));
    return OkStatus();
  };
  return kind;
}

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_ENUM_KIND_H_
