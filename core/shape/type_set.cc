#include "shape/type_set.h"

namespace hloom {

namespace {

// Each TypeKind has a bit.
constexpr unsigned Bit(TypeKind kind) { return 1u << static_cast<int>(kind); }
constexpr unsigned kPredBit = Bit(TypeKind::kPred);
constexpr unsigned kSignedBit = Bit(TypeKind::kSigned);
constexpr unsigned kIntegers = kSignedBit | Bit(TypeKind::kUnsigned);
constexpr unsigned kFloats = Bit(TypeKind::kFloat);
constexpr unsigned kComplexes = Bit(TypeKind::kComplex);

struct TypeSetRow {
  unsigned kinds;
  std::string_view phrase;
};
// The order is that of TypeSet.
constexpr TypeSetRow kTypeSets[] = {
    {~0u, "any type"},
    {kIntegers | kFloats | kComplexes, "an arithmetic type (not PRED)"},
    {kPredBit | kIntegers | kFloats, "a type with an order (not complex)"},
    {kIntegers | kFloats, "an integer or floating-point type"},
    {kSignedBit | kFloats | kComplexes, "a signed integer, floating-point or complex type"},
    {kIntegers, "an integer type"},
    {kPredBit | kIntegers, "PRED or an integer type"},
    {kFloats, "a floating-point type"},
    {kFloats | kComplexes, "a floating-point or complex type"},
    {kFloats, "F32 or F64"},
    {kPredBit, "PRED"},
    {kPredBit | kIntegers | kFloats | kComplexes, "the element type of an array"},
    {0, "no array"},
};

}  // namespace

bool TypeSetContains(TypeSet set, PrimitiveType type) {
  if (set == TypeSet::kAny) return true;
  const PrimitiveTypeInfo* info = FindPrimitiveType(type);
  if (info == nullptr || (kTypeSets[static_cast<int>(set)].kinds & Bit(info->kind)) == 0)
    return false;
  return set != TypeSet::kWideFloating || type == F32 || type == F64;
}

std::string_view TypeSetPhrase(TypeSet set) { return kTypeSets[static_cast<int>(set)].phrase; }

}  // namespace hloom
