// The functions of vectors by name, as functions that are not inlined: the vector loops call them for
// the elements that do not fill their vectors, and a WebAssembly module exports them, so that code
// that is emitted at run time imports the same code and gives the same bits.
#ifndef HLOOM_KERNELS_VECTOR_MATH_FUNCTIONS_H_
#define HLOOM_KERNELS_VECTOR_MATH_FUNCTIONS_H_

#include "kernels/vector_math/exponential.h"
#include "kernels/vector_math/lanes.h"
#include "kernels/vector_math/logarithm.h"
#include "kernels/vector_math/trigonometric.h"

namespace hloom::vector_math {

// A function of float or double vectors has a type with a static member
//
//   Lanes Usual(Lanes x...)
//
// and, if that does not hold for all numbers, two more, which take over in the lanes of a mask:
//
//   Mask Unusual(Lanes x...)
//   Lanes Rare(Lanes x...)
template <typename F, typename... Lanes>
inline constexpr bool kHasRareLanes = requires(Lanes... x) {
  F::Rare(x...);
};

// A function of doubles, of which a vector of floats takes two.
template <auto kOfDoubles>
struct OfFloats {
  template <typename... Lanes>
  HLOOM_VECTOR_INLINE static Floats Usual(Lanes... x) {
    return ThroughDoubles<kOfDoubles>(x...);
  }
};
template <auto kFunction>
struct OfDoubles {
  template <typename... Lanes>
  HLOOM_VECTOR_INLINE static Doubles Usual(Lanes... x) {
    return kFunction(x...);
  }
};

// Square roots are rounded correctly, and their inverses once more.
struct SqrtOfFloats {
  HLOOM_VECTOR_INLINE static Floats Usual(Floats x) { return Sqrt(x); }
};
HLOOM_VECTOR_INLINE Doubles SqrtOfDoubles(Doubles x) { return Sqrt(x); }
HLOOM_VECTOR_INLINE Doubles RsqrtOfDoubles(Doubles x) { return Splat(1.0) / Sqrt(x); }

// V(name, Lanes, F): the functions F of one vector, by the names of operations.
#define HLOOM_UNARY_VECTOR_FUNCTIONS(V)                           \
  V(f32x4_acos, Floats, OfFloats<AcosForFloat>)                   \
  V(f32x4_acosh, Floats, OfFloats<AcoshForFloat>)                 \
  V(f32x4_asin, Floats, OfFloats<AsinForFloat>)                   \
  V(f32x4_asinh, Floats, OfFloats<AsinhForFloat>)                 \
  V(f32x4_atanh, Floats, OfFloats<AtanhForFloat>)                 \
  V(f32x4_cbrt, Floats, OfFloats<CbrtForFloat>)                   \
  V(f32x4_cosh, Floats, OfFloats<CoshForFloat>)                   \
  V(f32x4_cosine, Floats, Cos32)                                  \
  V(f32x4_erf, Floats, OfFloats<ErfForFloat>)                     \
  V(f32x4_exponential, Floats, Exp32)                             \
  V(f32x4_exponential_minus_one, Floats, OfFloats<Expm1ForFloat>) \
  V(f32x4_log, Floats, Log32)                                     \
  V(f32x4_log_plus_one, Floats, OfFloats<Log1pForFloat>)          \
  V(f32x4_logistic, Floats, OfFloats<LogisticForFloat>)           \
  V(f32x4_rsqrt, Floats, OfFloats<RsqrtOfDoubles>)                \
  V(f32x4_sine, Floats, Sin32)                                    \
  V(f32x4_sinh, Floats, OfFloats<SinhForFloat>)                   \
  V(f32x4_sqrt, Floats, SqrtOfFloats)                             \
  V(f32x4_tan, Floats, Tan32)                                     \
  V(f32x4_tanh, Floats, OfFloats<TanhForFloat>)                   \
  V(f64x2_cosine, Doubles, OfDoubles<Cos64>)                      \
  V(f64x2_exponential, Doubles, OfDoubles<Exp64>)                 \
  V(f64x2_log, Doubles, OfDoubles<Log64>)                         \
  V(f64x2_logistic, Doubles, OfDoubles<Logistic64>)               \
  V(f64x2_rsqrt, Doubles, OfDoubles<RsqrtOfDoubles>)              \
  V(f64x2_sine, Doubles, OfDoubles<Sin64>)                        \
  V(f64x2_sqrt, Doubles, OfDoubles<SqrtOfDoubles>)                \
  V(f64x2_tanh, Doubles, OfDoubles<Tanh64>)

// The same of two vectors.
#define HLOOM_BINARY_VECTOR_FUNCTIONS(V)          \
  V(f32x4_atan2, Floats, OfFloats<Atan2ForFloat>) \
  V(f32x4_power, Floats, Power32)                 \
  V(f64x2_power, Doubles, OfDoubles<Power64>)

// Not inline, so that loops stay short.
template <typename F, typename... Lanes>
__attribute__((noinline)) auto WithRareLanes(Lanes... x) {
  return Select(F::Unusual(x...), F::Rare(x...), F::Usual(x...));
}

// F of a vector, or of two. functions.cc has these for the functions of the lists, and for no others.
template <typename F, typename Lanes>
Lanes ApplyToVector(Lanes x);
template <typename F, typename Lanes>
Lanes ApplyToVector(Lanes x, Lanes y);

#define HLOOM_DECLARE_UNARY(name, Lanes, F) \
  template <>                               \
  Lanes ApplyToVector<F>(Lanes x);
#define HLOOM_DECLARE_BINARY(name, Lanes, F) \
  template <>                                \
  Lanes ApplyToVector<F>(Lanes x, Lanes y);
HLOOM_UNARY_VECTOR_FUNCTIONS(HLOOM_DECLARE_UNARY)
HLOOM_BINARY_VECTOR_FUNCTIONS(HLOOM_DECLARE_BINARY)
#undef HLOOM_DECLARE_UNARY
#undef HLOOM_DECLARE_BINARY

}  // namespace hloom::vector_math

#endif  // HLOOM_KERNELS_VECTOR_MATH_FUNCTIONS_H_
