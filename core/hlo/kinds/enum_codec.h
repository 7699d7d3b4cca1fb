// Makes the codecs of enumerations: in text the bare name, EQ; in bytes, as in XLA's proto, a
// string field with the name, or the number.
#ifndef HLOOM_HLO_KINDS_ENUM_CODEC_H_
#define HLOOM_HLO_KINDS_ENUM_CODEC_H_

#include <algorithm>
#include <optional>
#include <string_view>

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

// "one of EQ, NE", for errors.
inline std::string OneOfNames(Span<const std::string_view> names) {
  return StrCat("one of ", StrJoin(names, ", "));
}

// attribute.p1: bytes hold one of the names. `kNames` is an array of std::string_view.
template <typename E, const auto& kNames>
constexpr Codec<E> EnumCodec(std::string_view name) {
  return {
      .name = name,
      .print = [](const E& value,
                  std::string& out) { out.append(kNames[static_cast<size_t>(value)]); },
      .parse = [](E& value, TextReader& in, const Shape*) -> Status {
        HLOOM_ASSIGN_OR_RETURN(const size_t at, in.OneOf(kNames, OneOfNames(kNames)));
        value = static_cast<E>(at);
        return OkStatus();
      },
      .write = [](const E& value, int field,
                  WireWriter& out) { out.AddString(field, kNames[static_cast<size_t>(value)]); },
      .read = [](E& value, const WireReader& field) -> Status {
        HLOOM_ASSIGN_OR_RETURN(std::string text, field.String());
        const std::optional<E> parsed = ParseEnum<E>(kNames, text);
        if (!parsed) {
          return InvalidArgument(kAttributeP1)
              .Say(StrCat("\"", text.substr(0, 64), "\" is not one of the names of the attribute"))
              .Help(StrCat("the names are ", StrJoin(Span<const std::string_view>(kNames), ", ")));
        }
        value = *parsed;
        return OkStatus();
      },
  };
}

// The JavaScript form of an enumeration: one of the names.
template <const auto& kNames>
inline constexpr JsForm kChoiceForm = {
    .type = JsForm::Type::kChoice, .choices = kNames, .default_text = kNames[0]};

// Adds JavaScript's columns to a codec. The choices of the form are the names from `kFirst` on.
template <const JsForm& kForm, size_t kFirst = 0, typename E>
constexpr Codec<E> WithChoices(Codec<E> codec) {
  codec.js = &kForm;
  codec.read_json = [](E& value, const JsonInput& in) -> Status {
    HLOOM_ASSIGN_OR_RETURN(const size_t at, ReadJsonChoice(kForm.choices, in));
    value = static_cast<E>(at + kFirst);
    return OkStatus();
  };
  return codec;
}

// attribute.p1: the number is one that has a name.
template <typename E>
StatusOr<E> EnumOfNumber(Span<const std::string_view> names, int32_t number) {
  if (number >= 0 && static_cast<size_t>(number) < names.size()) return static_cast<E>(number);
  return InvalidArgument(kAttributeP1)
      .Say(StrCat(number, " is not one of the numbers of the attribute"))
      .Help(StrCat("they are 0 to ", names.size() - 1, ": ", StrJoin(names, ", ")));
}

// The codec of an enumeration that bytes have as a number. In text its names may be written in
// capital or small letters.
template <typename E, const auto& kNames>
constexpr Codec<E> NumberedEnumCodec(std::string_view name) {
  Codec<E> codec = EnumCodec<E, kNames>(name);
  codec.parse = [](E& value, TextReader& in, const Shape*) -> Status {
    HLOOM_ASSIGN_OR_RETURN(const size_t at, OneOfInAnyCase(kNames, OneOfNames(kNames), in));
    value = static_cast<E>(at);
    return OkStatus();
  };
  codec.write = [](const E& value, int field, WireWriter& out) {
    out.AddInt32(field, static_cast<int32_t>(value));
  };
  codec.read = [](E& value, const WireReader& field) -> Status {
    HLOOM_ASSIGN_OR_RETURN(const int32_t number, field.Int32());
    HLOOM_ASSIGN_OR_RETURN(value, EnumOfNumber<E>(kNames, number));
    return OkStatus();
  };
  return codec;
}

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_ENUM_CODEC_H_
