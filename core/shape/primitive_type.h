// PrimitiveType: the type of an element. One table drives everything that depends on it: a new type
// is one line here; a new floating-point format also needs a line in kernels/number_format.cc.
#ifndef HLOOM_SHAPE_PRIMITIVE_TYPE_H_
#define HLOOM_SHAPE_PRIMITIVE_TYPE_H_

#include <complex>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/span.h"

namespace hloom {

// V(enumerator, text, number in XLA's xla_data.proto, bits of an element, kind, compute type)
//
// Elements of fewer than 8 bits take a byte each in memory. The kernels of the compute type process
// the elements: elements of other types are converted at load and rounded at store, so that 26
// types do not mean 26 copies of every kernel.
#define HLOOM_PRIMITIVE_TYPES(V)                        \
  V(PRED, "pred", 1, 8, kPred, PRED)                    \
  V(S1, "s1", 30, 1, kSigned, S8)                       \
  V(S2, "s2", 26, 2, kSigned, S8)                       \
  V(S4, "s4", 21, 4, kSigned, S8)                       \
  V(S8, "s8", 2, 8, kSigned, S8)                        \
  V(S16, "s16", 3, 16, kSigned, S16)                    \
  V(S32, "s32", 4, 32, kSigned, S32)                    \
  V(S64, "s64", 5, 64, kSigned, S64)                    \
  V(U1, "u1", 31, 1, kUnsigned, U8)                     \
  V(U2, "u2", 27, 2, kUnsigned, U8)                     \
  V(U4, "u4", 22, 4, kUnsigned, U8)                     \
  V(U8, "u8", 6, 8, kUnsigned, U8)                      \
  V(U16, "u16", 7, 16, kUnsigned, U16)                  \
  V(U32, "u32", 8, 32, kUnsigned, U32)                  \
  V(U64, "u64", 9, 64, kUnsigned, U64)                  \
  V(F16, "f16", 10, 16, kFloat, F32)                    \
  V(BF16, "bf16", 16, 16, kFloat, F32)                  \
  V(F32, "f32", 11, 32, kFloat, F32)                    \
  V(F64, "f64", 12, 64, kFloat, F64)                    \
  V(F8E5M2, "f8e5m2", 19, 8, kFloat, F32)               \
  V(F8E4M3, "f8e4m3", 28, 8, kFloat, F32)               \
  V(F8E4M3FN, "f8e4m3fn", 20, 8, kFloat, F32)           \
  V(F8E4M3B11FNUZ, "f8e4m3b11fnuz", 23, 8, kFloat, F32) \
  V(F8E3M4, "f8e3m4", 29, 8, kFloat, F32)               \
  V(F8E5M2FNUZ, "f8e5m2fnuz", 24, 8, kFloat, F32)       \
  V(F8E4M3FNUZ, "f8e4m3fnuz", 25, 8, kFloat, F32)       \
  V(F8E8M0FNU, "f8e8m0fnu", 33, 8, kFloat, F32)         \
  V(F4E2M1FN, "f4e2m1fn", 32, 4, kFloat, F32)           \
  V(C64, "c64", 15, 64, kComplex, C64)                  \
  V(C128, "c128", 18, 128, kComplex, C128)              \
  V(TUPLE, "tuple", 13, 0, kTuple, TUPLE)               \
  V(OPAQUE_TYPE, "opaque", 14, 0, kOpaque, OPAQUE_TYPE) \
  V(TOKEN, "token", 17, 0, kToken, TOKEN)               \
  V(BUFFER, "buffer", 34, 0, kBuffer, BUFFER)

enum PrimitiveType : int {
  PRIMITIVE_TYPE_INVALID = 0,
#define HLOOM_DECLARE(name, text, number, bits, kind, compute) name = number,
  HLOOM_PRIMITIVE_TYPES(HLOOM_DECLARE)
#undef HLOOM_DECLARE
};

enum class TypeKind {
  kPred,
  kSigned,
  kUnsigned,
  kFloat,
  kComplex,
  kTuple,
  kOpaque,
  kToken,
  kBuffer
};

struct PrimitiveTypeInfo {
  PrimitiveType type;
  std::string_view name;  // "F32"
  std::string_view text;  // "f32", as HLO text spells it
  int bits;
  TypeKind kind;
  PrimitiveType compute_type;
};

// Every type, in the order of the table.
Span<const PrimitiveTypeInfo> AllPrimitiveTypes();
// The row of `type`; null for an unknown number.
const PrimitiveTypeInfo* FindPrimitiveType(PrimitiveType type);
// Finds a type by its name ("F32") or its text ("f32").
std::optional<PrimitiveType> ParsePrimitiveType(std::string_view name_or_text);
// "f32"; "invalid" for an unknown number.
std::string_view PrimitiveTypeText(PrimitiveType type);
std::string_view PrimitiveTypeName(PrimitiveType type);
// "float", "signed" ...
std::string_view TypeKindName(TypeKind kind);
// "PRED, S32, F32 ...": the array types, for error texts.
std::string_view ArrayTypeNames();

bool IsArrayType(PrimitiveType type);
bool IsFloatingPointType(PrimitiveType type);
bool IsComplexType(PrimitiveType type);
bool IsIntegralType(PrimitiveType type);  // signed or unsigned, not PRED
bool IsSignedIntegralType(PrimitiveType type);
bool IsUnsignedIntegralType(PrimitiveType type);
int BitWidth(PrimitiveType type);
// Bytes per element in memory; 0 for tuples, tokens, opaques and buffers.
int64_t ByteWidth(PrimitiveType type);
PrimitiveType ComputeTypeOf(PrimitiveType type);
// F32 for C64, F64 for C128; the type itself for others.
PrimitiveType ComplexComponentType(PrimitiveType type);

// The C++ type of an element of a compute type, and back.
template <PrimitiveType>
struct NativeTypeOf;
template <typename T>
struct PrimitiveTypeOf;
#define HLOOM_COMPUTE_TYPES(V) \
  V(PRED, bool)                \
  V(S8, int8_t)                \
  V(S16, int16_t)              \
  V(S32, int32_t)              \
  V(S64, int64_t)              \
  V(U8, uint8_t)               \
  V(U16, uint16_t)             \
  V(U32, uint32_t)             \
  V(U64, uint64_t)             \
  V(F32, float)                \
  V(F64, double)               \
  V(C64, std::complex<float>)  \
  V(C128, std::complex<double>)
#define HLOOM_NATIVE(name, native)                              \
  template <>                                                   \
  struct NativeTypeOf<name> {                                   \
    using type = native;                                        \
  };                                                            \
  template <>                                                   \
  struct PrimitiveTypeOf<native> {                              \
    static constexpr PrimitiveType value = PrimitiveType::name; \
  };
HLOOM_COMPUTE_TYPES(HLOOM_NATIVE)
#undef HLOOM_NATIVE

template <typename T>
inline constexpr bool kIsComplex = false;
template <typename T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

// Calls `f.template operator()<T>()` with T the native type of a compute type, and returns its
// result. The only place that maps an element type to a C++ type.
template <typename F>
decltype(auto) DispatchComputeType(PrimitiveType type, F&& f) {
  switch (type) {
#define HLOOM_CASE(name, native) \
  case name:                     \
    return f.template operator()<native>();
    HLOOM_COMPUTE_TYPES(HLOOM_CASE)
#undef HLOOM_CASE
    default:
      return f.template operator()<float>();
  }
}

}  // namespace hloom

#endif  // HLOOM_SHAPE_PRIMITIVE_TYPE_H_
