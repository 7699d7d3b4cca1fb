// Builder functions: elementwise mathematics: powers, shifts, transcendental functions,
// conversions.
#ifndef HLOOM_BUILDER_FUNCTIONS_MATH_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_MATH_FUNCTIONS_H_

#include <optional>

#include "builder/xla_builder.h"
#include "hlo/attributes/result_accuracy.h"

namespace hloom {

// ---- Element-wise binary operations ----

XlaOp Pow(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Rem(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp ShiftLeft(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp ShiftRightArithmetic(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp ShiftRightLogical(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Atan2(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Complex(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Mulhi(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});

// ---- Element-wise unary functions ----

XlaOp Abs(XlaOp operand);
XlaOp Acos(XlaOp operand);
XlaOp Acosh(XlaOp operand);
XlaOp Asin(XlaOp operand);
XlaOp Asinh(XlaOp operand);
XlaOp Atan(XlaOp operand);
XlaOp Atanh(XlaOp operand);
XlaOp Ceil(XlaOp operand);
XlaOp Clz(XlaOp operand);
XlaOp Conj(XlaOp operand);
XlaOp Cosh(XlaOp operand);
XlaOp Floor(XlaOp operand);
XlaOp Imag(XlaOp operand);
XlaOp Not(XlaOp operand);
XlaOp PopulationCount(XlaOp operand);
XlaOp Real(XlaOp operand);
XlaOp Round(XlaOp operand);
XlaOp RoundNearestEven(XlaOp operand);
XlaOp Sign(XlaOp operand);
XlaOp Sinh(XlaOp operand);

// These keep the requested accuracy, as Exp does.
XlaOp Cbrt(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);
XlaOp Cos(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);
XlaOp Erf(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);
XlaOp Expm1(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);
XlaOp Log(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);
XlaOp Log1p(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);
XlaOp Logistic(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);
XlaOp Rsqrt(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);
XlaOp Sin(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);
XlaOp Sqrt(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);
XlaOp Tan(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);
XlaOp Tanh(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);

// ---- Conversions ----

XlaOp ConvertElementType(XlaOp operand, PrimitiveType new_element_type);
// Reads the same bits as another type. A narrower one appends a dimension, a wider one drops the
// last.
XlaOp BitcastConvertType(XlaOp operand, PrimitiveType new_element_type);
// Converts to a signed integer type, rounded up or down by `random`, which is unsigned and of the
// operand's width.
XlaOp StochasticConvertType(XlaOp operand, XlaOp random, PrimitiveType new_element_type);
XlaOp ReducePrecision(XlaOp operand, int exponent_bits, int mantissa_bits);

// ---- Clamp ----

// max(min, min(operand, max)) for each element; min and max are scalars or have the operand's
// dimensions.
XlaOp Clamp(XlaOp min, XlaOp operand, XlaOp max);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_MATH_FUNCTIONS_H_
