// JsForm: the JavaScript form of a value of an attribute kind, as data. ops.json contains it; from
// that the package checks and encodes arguments and describes them in errors, and js/tools writes
// the TypeScript types and their documentation. No JavaScript code depends on a kind's name.
//
// The form determines the JSON that reaches the entry:
//   kInteger       "7": a string, as JSON numbers are exact only below 2^53
//   kNumber        1.5, or "NaN", "Infinity", "-Infinity"
//   kBoolean       true
//   kText          "text"
//   kElementType   "F32"
//   kShape         "f32[2,3]", or the object that wasm/README.md describes
//   kLiteral       {"shape": ..., "leaves": [...]}
//   kOperation     3, its number; kComputation likewise
//   kChoice        "EQ", one of `choices`
//   kList          [...], each by the only part
//   kTuple         [...], one for each part; those from `least` on may be left out
//   kRecord        {"offset_dims": ...}, an object with the fields, by the core's names
//   kUnion         {"mode": ...}, an object with one of the fields
//   kEither        the form of the first part that fits
#ifndef HLOOM_HLO_KINDS_JS_FORM_H_
#define HLOOM_HLO_KINDS_JS_FORM_H_

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/span.h"
#include "hlo/attribute.h"
#include "hlo/kinds/codec.h"

namespace hloom {

// A form within a form: that of a kind, or a separate one.
struct JsPart {
  const AttributeKind& (*kind)() = nullptr;
  const JsForm* form = nullptr;
};

struct JsField {
  std::string_view name;  // XLA's: "offset_dims"
  JsPart value;
  std::string_view doc;
  bool required = true;
};

struct JsForm {
  enum class Type : uint8_t {
    kInteger,
    kNumber,
    kBoolean,
    kText,
    kElementType,
    kShape,
    kLiteral,
    kOperation,
    kComputation,
    kChoice,
    kList,
    kTuple,
    kRecord,
    kUnion,
    kEither,
  };
  Type type;
  Span<const std::string_view> choices = {};
  Span<const JsPart> parts = {};
  // The names of a tuple's parts, and the number of them that are required.
  Span<const std::string_view> part_names = {};
  int least = 0;
  // The fields of a record or union: a list, or the fields in a struct's `visit`.
  Span<const JsField> fields = {};
  std::unique_ptr<Attributes> (*fields_of)() = nullptr;

  // The TypeScript type that is declared for it, and its documentation. Without a name, the type is
  // written out at each use.
  std::string_view type_name = {};
  std::string_view doc = {};
  // The name of the value in errors, "an array of integers", and an example for their help, "an
  // array such as [0, 1]". Choices and records have neither: errors name their values and fields.
  std::string_view meaning = {};
  std::string_view example = {};
  // A short form for the one line that shows how to call a function, if the full form is too long.
  std::string_view brief = {};
  // The documented default of an optional argument: "{}".
  std::string_view default_text = {};
};

// "integer", "either" ..., as in ops.json.
std::string_view JsFormTypeName(JsForm::Type type);

// A part of T's kind, and the parts of a list of such values.
template <typename T>
inline constexpr JsPart kJsPart = {.kind = AttributeKindOf<T>};
template <typename T>
inline constexpr JsPart kJsElement[] = {kJsPart<T>};

// function.c3: the text is one of the choices; the error names the nearest.
StatusOr<size_t> ReadJsonChoice(Span<const std::string_view> choices, const JsonInput& in);

// Reads an array whose elements are of the kind of T.
template <typename T>
Status ReadJsonList(std::vector<T>& list, const JsonInput& in) {
  HLOOM_RETURN_IF_ERROR(in.json.CheckType(Json::Type::kArray));
  for (const Json& entry : in.json.items()) {
    T element{};
    HLOOM_RETURN_IF_ERROR(AttributeKindOf<T>().read_json(&element, in.At(entry)));
    list.push_back(std::move(element));
  }
  return OkStatus();
}

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_JS_FORM_H_
