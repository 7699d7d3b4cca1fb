#include "hlo/kinds/text.h"

#include "base/hash.h"
#include "base/wire_util.h"
#include "hlo/kinds/js_form.h"

namespace hloom {

namespace {

constexpr JsForm kKindsTextForm = {.type = JsForm::Type::kText,
                                   .meaning = "a string",
                                   .example = "text of whole Unicode characters",
                                   .default_text = "nothing"};

constexpr Codec<std::string> kString = {
    .name = "string",
    .print = [](const std::string& text, std::string& out) { out.append(QuotedText(text)); },
    .parse = [](std::string& text, TextReader& in,
                const Shape*) { return Store(in.String(), &text); },
    .write = [](const std::string& text, int field,
                WireWriter& out) { out.AddString(field, text); },
    .read = [](std::string& text, const WireReader& field) { return Store(field.String(), &text); },
    .js = &kKindsTextForm,
    .read_json = [](std::string& text,
                    const JsonInput& in) { return Store(in.json.AsString(), &text); },
};

constexpr Codec<ByteString> kBytes = {
    .name = "bytes",
    .print = [](const ByteString& value, std::string& out) { out.append(QuotedText(value.bytes)); },
    .parse = [](ByteString& value, TextReader& in,
                const Shape*) { return Store(in.ByteString(), &value.bytes); },
    .hash = [](const ByteString& value, Hasher& hasher) { hasher.AddText(value.bytes); },
    .write = [](const ByteString& value, int field,
                WireWriter& out) { out.AddBytes(field, value.bytes); },
    .read = [](ByteString& value, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const std::string_view bytes, field.Bytes());
      value.bytes = std::string(bytes);
      return OkStatus();
    },
    .js = &kKindsTextForm,
    .read_json = [](ByteString& value,
                    const JsonInput& in) { return Store(in.json.AsString(), &value.bytes); },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<std::string>() {
  return MakeKind<kString>();
}
template <>
const AttributeKind& AttributeKindOf<ByteString>() {
  return MakeKind<kBytes>();
}

}  // namespace hloom
