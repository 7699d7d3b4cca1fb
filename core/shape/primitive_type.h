// PrimitiveType: what an element is. One table drives everything that depends on it: a new type is
// one line here, a row in NativeTypeOf where it is computed in, and its conversions in literal/.
#ifndef HLOOM_SHAPE_PRIMITIVE_TYPE_H_
#define HLOOM_SHAPE_PRIMITIVE_TYPE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/span.h"

namespace hloom {

// V(enumerator, text, number in XLA's xla_data.proto, bits of storage an element, kind)
#define HLOOM_PRIMITIVE_TYPES(V)   \
  V(PRED, "pred", 1, 8, kPred)     \
  V(S32, "s32", 4, 32, kSigned)    \
  V(S64, "s64", 5, 64, kSigned)    \
  V(U8, "u8", 6, 8, kUnsigned)     \
  V(U32, "u32", 8, 32, kUnsigned)  \
  V(F32, "f32", 11, 32, kFloat)    \
  V(F64, "f64", 12, 64, kFloat)    \
  V(TUPLE, "tuple", 13, 0, kTuple) \
  V(TOKEN, "token", 17, 0, kToken)

enum PrimitiveType : int {
  PRIMITIVE_TYPE_INVALID = 0,
#define HLOOM_DECLARE(name, text, number, bits, kind) name = number,
  HLOOM_PRIMITIVE_TYPES(HLOOM_DECLARE)
#undef HLOOM_DECLARE
};

enum class TypeKind { kPred, kSigned, kUnsigned, kFloat, kTuple, kToken };

struct PrimitiveTypeInfo {
  PrimitiveType type;
  std::string_view name;  // "F32"
  std::string_view text;  // "f32", as HLO text spells it
  int bits;
  TypeKind kind;
};

// Every type, in the order of the table.
Span<const PrimitiveTypeInfo> AllPrimitiveTypes();
// The row of `type`; null for a number that is no type of ours.
const PrimitiveTypeInfo* FindPrimitiveType(PrimitiveType type);
// By the name ("F32") or the text ("f32").
std::optional<PrimitiveType> ParsePrimitiveType(std::string_view name_or_text);
// "f32"; "invalid" for a number that is no type of ours.
std::string_view PrimitiveTypeText(PrimitiveType type);
std::string_view PrimitiveTypeName(PrimitiveType type);
// "float", "signed" ...
std::string_view TypeKindName(TypeKind kind);

bool IsArrayType(PrimitiveType type);
bool IsFloatingPointType(PrimitiveType type);
bool IsIntegralType(PrimitiveType type);  // signed or unsigned, not PRED
// Bytes an element takes in memory; 0 for tuples and tokens.
int64_t ByteWidth(PrimitiveType type);

// The C++ type that holds an element, and back.
template <PrimitiveType>
struct NativeTypeOf;
template <typename T>
struct PrimitiveTypeOf;
#define HLOOM_NATIVE(name, native)                              \
  template <>                                                   \
  struct NativeTypeOf<name> {                                   \
    using type = native;                                        \
  };                                                            \
  template <>                                                   \
  struct PrimitiveTypeOf<native> {                              \
    static constexpr PrimitiveType value = PrimitiveType::name; \
  };
HLOOM_NATIVE(PRED, bool)
HLOOM_NATIVE(S32, int32_t)
HLOOM_NATIVE(S64, int64_t)
HLOOM_NATIVE(U8, uint8_t)
HLOOM_NATIVE(U32, uint32_t)
HLOOM_NATIVE(F32, float)
HLOOM_NATIVE(F64, double)
#undef HLOOM_NATIVE

// Calls `f.template operator()<T>()` with T the native type of an array `type`, and returns what it
// returns. The one place where an element type becomes a C++ type.
template <typename F>
decltype(auto) DispatchArrayType(PrimitiveType type, F&& f) {
  switch (type) {
    case PRED:
      return f.template operator()<bool>();
    case S32:
      return f.template operator()<int32_t>();
    case S64:
      return f.template operator()<int64_t>();
    case U8:
      return f.template operator()<uint8_t>();
    case U32:
      return f.template operator()<uint32_t>();
    case F64:
      return f.template operator()<double>();
    default:
      return f.template operator()<float>();
  }
}

}  // namespace hloom

#endif  // HLOOM_SHAPE_PRIMITIVE_TYPE_H_
