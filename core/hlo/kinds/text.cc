#include "hlo/kinds/text.h"

#include "base/hash.h"
#include "hlo/kinds/js_form.h"

namespace hloom {

namespace {

std::string& Text(void* value) { return *static_cast<std::string*>(value); }
const std::string& Text(const void* value) { return *static_cast<const std::string*>(value); }

constexpr JsForm kKindsTextForm = {.type = JsForm::Type::kText,
                                   .meaning = "a string",
                                   .example = "text of whole Unicode characters",
                                   .default_text = "nothing"};

constexpr AttributeKind kString = {
    .name = "string",
    .print = [](const void* value, std::string& out) { out.append(QuotedText(Text(value))); },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Text(value), in.String());
      return OkStatus();
    },
    .equal = [](const void* a, const void* b) { return Text(a) == Text(b); },
    .is_default = [](const void* value) { return Text(value).empty(); },
    .hash = [](const void* value, Hasher& hasher) { hasher.AddText(Text(value)); },
    .write = [](const void* value, int field,
                WireWriter& out) { out.AddString(field, Text(value)); },
    .read = [](void* value, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Text(value), field.String());
      return OkStatus();
    },
    .js = &kKindsTextForm,
    .read_json = [](void* value, const JsonInput& in) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Text(value), in.json.AsString());
      return OkStatus();
    },
};

std::string& Bytes(void* value) { return static_cast<ByteString*>(value)->bytes; }
const std::string& Bytes(const void* value) { return static_cast<const ByteString*>(value)->bytes; }

constexpr AttributeKind kBytes = {
    .name = "bytes",
    .print = [](const void* value, std::string& out) { out.append(QuotedText(Bytes(value))); },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Bytes(value), in.ByteString());
      return OkStatus();
    },
    .equal = [](const void* a, const void* b) { return Bytes(a) == Bytes(b); },
    .is_default = [](const void* value) { return Bytes(value).empty(); },
    .hash = [](const void* value, Hasher& hasher) { hasher.AddText(Bytes(value)); },
    .write = [](const void* value, int field,
                WireWriter& out) { out.AddBytes(field, Bytes(value)); },
    .read = [](void* value, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const std::string_view bytes, field.Bytes());
      Bytes(value) = std::string(bytes);
      return OkStatus();
    },
    .js = &kKindsTextForm,
    .read_json = [](void* value, const JsonInput& in) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Bytes(value), in.json.AsString());
      return OkStatus();
    },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<std::string>() {
  return kString;
}

template <>
const AttributeKind& AttributeKindOf<ByteString>() {
  return kBytes;
}

}  // namespace hloom
