#include "shape/primitive_type.h"

#include <array>

namespace hloom {

namespace {
constexpr PrimitiveTypeInfo kTypes[] = {
#define HLOOM_ROW(name, text, number, bits, kind, compute) \
  {name, #name, text, bits, TypeKind::kind, compute},
    HLOOM_PRIMITIVE_TYPES(HLOOM_ROW)
#undef HLOOM_ROW
};

constexpr size_t kMostNumbers = 64;
constexpr uint8_t kNoRow = UINT8_MAX;

// The row of each number: shapes ask for their element type everywhere.
constexpr std::array<uint8_t, kMostNumbers> RowsByNumber() {
  std::array<uint8_t, kMostNumbers> rows{};
  for (uint8_t& row : rows) row = kNoRow;
  uint8_t row = 0;
  for (const PrimitiveTypeInfo& info : kTypes) rows[static_cast<size_t>(info.type)] = row++;
  return rows;
}
constexpr std::array<uint8_t, kMostNumbers> kRowsByNumber = RowsByNumber();

TypeKind KindOf(PrimitiveType type) {
  const PrimitiveTypeInfo* info = FindPrimitiveType(type);
  return info ? info->kind : TypeKind::kOpaque;
}
}  // namespace

Span<const PrimitiveTypeInfo> AllPrimitiveTypes() { return kTypes; }

const PrimitiveTypeInfo* FindPrimitiveType(PrimitiveType type) {
  const auto number = static_cast<size_t>(type);
  if (number >= kMostNumbers || kRowsByNumber[number] == kNoRow) return nullptr;
  return &kTypes[kRowsByNumber[number]];
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
  static constexpr std::string_view kNames[] = {"pred",  "signed", "unsigned", "float", "complex",
                                                "tuple", "opaque", "token",    "buffer"};
  return kNames[static_cast<int>(kind)];
}

std::string_view ArrayTypeNames() {
  return "PRED, S1, S2, S4, S8, S16, S32, S64, U1, U2, U4, U8, U16, U32, U64, F16, BF16, F32, F64, "
         "F8E5M2, F8E4M3, F8E4M3FN, F8E4M3B11FNUZ, F8E3M4, F8E5M2FNUZ, F8E4M3FNUZ, F8E8M0FNU, "
         "F4E2M1FN, C64, C128";
}

bool IsArrayType(PrimitiveType type) { return BitWidth(type) > 0; }
bool IsFloatingPointType(PrimitiveType type) { return KindOf(type) == TypeKind::kFloat; }
bool IsComplexType(PrimitiveType type) { return KindOf(type) == TypeKind::kComplex; }
bool IsSignedIntegralType(PrimitiveType type) { return KindOf(type) == TypeKind::kSigned; }
bool IsUnsignedIntegralType(PrimitiveType type) { return KindOf(type) == TypeKind::kUnsigned; }
bool IsIntegralType(PrimitiveType type) {
  return IsSignedIntegralType(type) || IsUnsignedIntegralType(type);
}

int BitWidth(PrimitiveType type) {
  const PrimitiveTypeInfo* info = FindPrimitiveType(type);
  return info ? info->bits : 0;
}

int64_t ByteWidth(PrimitiveType type) { return (BitWidth(type) + 7) / 8; }

PrimitiveType ComputeTypeOf(PrimitiveType type) {
  const PrimitiveTypeInfo* info = FindPrimitiveType(type);
  return info ? info->compute_type : PRIMITIVE_TYPE_INVALID;
}

PrimitiveType ComplexComponentType(PrimitiveType type) {
  if (type == C64) return F32;
  return type == C128 ? F64 : type;
}

}  // namespace hloom
