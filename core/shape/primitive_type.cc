#include "shape/primitive_type.h"

namespace hloom {

namespace {
constexpr PrimitiveTypeInfo kTypes[] = {
#define HLOOM_ROW(name, text, number, bits, kind) {name, #name, text, bits, TypeKind::kind},
    HLOOM_PRIMITIVE_TYPES(HLOOM_ROW)
#undef HLOOM_ROW
};
}  // namespace

Span<const PrimitiveTypeInfo> AllPrimitiveTypes() { return kTypes; }

const PrimitiveTypeInfo* FindPrimitiveType(PrimitiveType type) {
  for (const PrimitiveTypeInfo& info : kTypes) {
    if (info.type == type) return &info;
  }
  return nullptr;
}

std::optional<PrimitiveType> ParsePrimitiveType(std::string_view name_or_text) {
  for (const PrimitiveTypeInfo& info : kTypes) {
    if (info.name == name_or_text || info.text == name_or_text) return info.type;
  }
  return std::nullopt;
}

std::string_view PrimitiveTypeText(PrimitiveType type) {
  const PrimitiveTypeInfo* info = FindPrimitiveType(type);
  return info ? info->text : "invalid";
}

std::string_view PrimitiveTypeName(PrimitiveType type) {
  const PrimitiveTypeInfo* info = FindPrimitiveType(type);
  return info ? info->name : "PRIMITIVE_TYPE_INVALID";
}

std::string_view TypeKindName(TypeKind kind) {
  static constexpr std::string_view kNames[] = {"pred",  "signed", "unsigned",
                                                "float", "tuple",  "token"};
  return kNames[static_cast<int>(kind)];
}

bool IsArrayType(PrimitiveType type) { return ByteWidth(type) > 0; }

bool IsFloatingPointType(PrimitiveType type) {
  const PrimitiveTypeInfo* info = FindPrimitiveType(type);
  return info && info->kind == TypeKind::kFloat;
}

bool IsIntegralType(PrimitiveType type) {
  const PrimitiveTypeInfo* info = FindPrimitiveType(type);
  return info && (info->kind == TypeKind::kSigned || info->kind == TypeKind::kUnsigned);
}

int64_t ByteWidth(PrimitiveType type) {
  const PrimitiveTypeInfo* info = FindPrimitiveType(type);
  return info ? info->bits / 8 : 0;
}

}  // namespace hloom
