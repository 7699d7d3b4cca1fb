// Kinds of mathematical operations: which Fourier transform, RFFT; which form of a matrix, ADJOINT.
#ifndef HLOOM_HLO_ATTRIBUTES_MATH_KINDS_H_
#define HLOOM_HLO_ATTRIBUTES_MATH_KINDS_H_

#include <cstdint>
#include <string_view>

#include "hlo/attribute.h"

namespace hloom {

// Forward and inverse, of complex numbers, and from and to real ones. The numbers are those of
// XLA's proto.
enum class FftType : uint8_t { FFT, IFFT, RFFT, IRFFT };

std::string_view FftTypeName(FftType type);  // "RFFT"

struct TriangularSolveOptions {
  // Names and numbers are those of XLA's proto. TRANSPOSE_INVALID means that the program states
  // none.
  enum Transpose : uint8_t { TRANSPOSE_INVALID, NO_TRANSPOSE, TRANSPOSE, ADJOINT };
};

template <>
const AttributeKind& AttributeKindOf<FftType>();
template <>
const AttributeKind& AttributeKindOf<TriangularSolveOptions::Transpose>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_MATH_KINDS_H_
