#include "hlo/kinds/element_type.h"

#include "base/hash.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "hlo/kinds/js_form.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

using ElementTypes = std::vector<PrimitiveType>;

PrimitiveType Type(const void* value) { return *static_cast<const PrimitiveType*>(value); }
const ElementTypes& Types(const void* value) { return *static_cast<const ElementTypes*>(value); }

constexpr JsForm kElementTypeForm = {.type = JsForm::Type::kElementType,
                                     .meaning = "the name of an element type",
                                     .example = "a name such as 'F32'"};
constexpr JsForm kElementTypesForm = {.type = JsForm::Type::kList,
                                      .parts = kJsElement<PrimitiveType>,
                                      .meaning = "an array of element types",
                                      .example = "an array of names such as ['F32', 'S32']",
                                      .default_text = "{}"};

Status ReadJsonElementType(void* value, const JsonInput& in) {
  HLOOM_ASSIGN_OR_RETURN(const std::string name, in.json.AsString());
  const std::optional<PrimitiveType> type = ParsePrimitiveType(name);
  if (type) {
    *static_cast<PrimitiveType*>(value) = *type;
    return OkStatus();
  }
  return InvalidArgument(kFunctionC3)
      .Say(StrCat("\"", Shortened(name), "\" is no element type, which ", in.name, " must be"))
      .Help(StrCat("the element types are named ", ArrayTypeNames()));
}

constexpr AttributeKind kType = {
    .name = "type",
    .equal = [](const void* a, const void* b) { return Type(a) == Type(b); },
    .is_default = [](const void* value) { return Type(value) == PRIMITIVE_TYPE_INVALID; },
    .hash = [](const void* value,
               Hasher& hasher) { hasher.AddNumber(static_cast<uint64_t>(Type(value))); },
    .js = &kElementTypeForm,
    .read_json = ReadJsonElementType,
};

constexpr AttributeKind kElementTypes = {
    .name = "type[]",
    .equal = [](const void* a, const void* b) { return Types(a) == Types(b); },
    .is_default = [](const void* value) { return Types(value).empty(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          hasher.AddNumber(Types(value).size());
          for (const PrimitiveType type : Types(value)) {
            hasher.AddNumber(static_cast<uint64_t>(type));
          }
        },
    .js = &kElementTypesForm,
    .read_json = ReadJsonList<PrimitiveType>,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<PrimitiveType>() {
  return kType;
}
template <>
const AttributeKind& AttributeKindOf<std::vector<PrimitiveType>>() {
  return kElementTypes;
}

}  // namespace hloom
