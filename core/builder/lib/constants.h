// Constants of XLA's client library: scalars, and arrays that hold one value.
#ifndef HLOOM_BUILDER_LIB_CONSTANTS_H_
#define HLOOM_BUILDER_LIB_CONSTANTS_H_

#include <type_traits>

#include "builder/xla_builder.h"

namespace hloom {

// Scalars. literal.c7: the type has the value.
XlaOp Zero(XlaBuilder* builder, PrimitiveType type);
XlaOp One(XlaBuilder* builder, PrimitiveType type);
// The least value, -inf if the type has it, and the greatest.
XlaOp MinValue(XlaBuilder* builder, PrimitiveType type);
XlaOp MaxValue(XlaBuilder* builder, PrimitiveType type);
// The same without infinities.
XlaOp MinFiniteValue(XlaBuilder* builder, PrimitiveType type);
XlaOp MaxFiniteValue(XlaBuilder* builder, PrimitiveType type);
// The difference between 1 and the next number, the least positive number with a full mantissa, and
// NaN.
XlaOp Epsilon(XlaBuilder* builder, PrimitiveType type);
XlaOp MinPositiveNormalValue(XlaBuilder* builder, PrimitiveType type);
XlaOp NanValue(XlaBuilder* builder, PrimitiveType type);

// A number as a scalar of a type that is known when the program is made; ScalarLike takes the type
// of an array. Floats are rounded. full.c3: the type has the number: an integer type no fraction
// and nothing beyond its ends, a real type no complex number.
XlaOp ConstantR0WithType(XlaBuilder* builder, PrimitiveType type, const Literal& value);
XlaOp ScalarLike(XlaOp prototype, const Literal& value);
template <typename T>
XlaOp ConstantR0WithType(XlaBuilder* builder, PrimitiveType type, T value) {
  return ConstantR0WithType(builder, type, LiteralUtil::CreateR0<T>(value));
}
template <typename T>
XlaOp ScalarLike(XlaOp prototype, T value) {
  return ScalarLike(prototype, LiteralUtil::CreateR0<T>(value));
}

// An array of this shape all of whose elements are 0, 1, or `value`, a scalar. full.c1: the shape
// is that of an array without dynamic dimensions; full.c2: the value is a scalar of its element
// type.
XlaOp Zeros(XlaBuilder* builder, const Shape& shape);
XlaOp Ones(XlaBuilder* builder, const Shape& shape);
XlaOp Full(XlaBuilder* builder, const Shape& shape, XlaOp value);

// The same with the sizes of an array, live sizes in dynamic dimensions.
XlaOp ZerosLike(XlaOp prototype);
XlaOp OnesLike(XlaOp prototype);
XlaOp FullLike(XlaOp prototype, XlaOp value);
template <typename T>
requires std::is_arithmetic_v<T> XlaOp FullLike(XlaOp prototype, T value) {
  return FullLike(prototype, ScalarLike(prototype, value));
}

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_CONSTANTS_H_
