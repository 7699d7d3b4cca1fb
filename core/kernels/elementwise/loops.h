// Loops over elements, written once: a functor for one element becomes the loops of every compute
// type that it takes.
#ifndef HLOOM_KERNELS_ELEMENTWISE_LOOPS_H_
#define HLOOM_KERNELS_ELEMENTWISE_LOOPS_H_

#include <complex>
#include <type_traits>

#include "kernels/elementwise/element_function.h"
#include "kernels/loop_hints.h"
#include "shape/type_set.h"

namespace hloom {

// True if a functor is instantiated for a native type; the others cannot pass type.c1.
template <TypeSet kTypes, typename T>
inline constexpr bool kTakes = [] {
  constexpr bool kPred = std::is_same_v<T, bool>;
  constexpr bool kInteger = std::is_integral_v<T> && !kPred;
  constexpr bool kFloat = std::is_floating_point_v<T>;
  switch (kTypes) {
    case TypeSet::kAny:
    case TypeSet::kArray:
      return true;
    case TypeSet::kArithmetic:
      return !kPred;
    case TypeSet::kOrdered:
      return kPred || kInteger || kFloat;
    case TypeSet::kReal:
      return kInteger || kFloat;
    case TypeSet::kSigned:
      return (kInteger && std::is_signed_v<T>) || kFloat || kIsComplex<T>;
    case TypeSet::kIntegral:
      return kInteger;
    case TypeSet::kLogical:
      return kPred || kInteger;
    case TypeSet::kFloating:
    case TypeSet::kWideFloating:
      return kFloat;
    case TypeSet::kFloatingOrComplex:
      return kFloat || kIsComplex<T>;
    case TypeSet::kPred:
      return kPred;
    case TypeSet::kNone:
      return false;
  }
  return false;
}();

template <typename T>
const T* OperandAt(const std::byte* const* operands, size_t i) {
  return reinterpret_cast<const T*>(operands[i]);
}

// If signed and unsigned integers of one width give the same bits, the unsigned loop serves both.
// Functors declare this by a member kSameBits.
enum class SameBits { kOfIntegers, kOfIntegersAndPred };

template <typename Functor>
PrimitiveType LoopTypeOf(PrimitiveType type) {
  if constexpr (requires { Functor::kSameBits; }) {
    if (type == PRED && Functor::kSameBits == SameBits::kOfIntegersAndPred) return U8;
    if (type == S8) return U8;
    if (type == S16) return U16;
    if (type == S32) return U32;
    if (type == S64) return U64;
  }
  return type;
}

// True if there is a loop for T: a functor takes it, and no other type's loop serves it.
template <typename Functor, TypeSet kTypes, typename T>
inline constexpr bool kHasLoop = [] {
  if constexpr (requires { Functor::kSameBits; }) {
    if (std::is_same_v<T, bool>) {
      return kTakes<kTypes, T> && Functor::kSameBits == SameBits::kOfIntegers;
    }
    if (std::is_integral_v<T> && std::is_signed_v<T>) return false;
  }
  return kTakes<kTypes, T>;
}();

// True if an operation of floats is a single instruction: its loop takes several vectors in each
// iteration, because the loop's own instructions would take as long. Functors declare this by a
// member kOneInstruction.
template <typename Functor, typename T>
inline constexpr bool kIsInterleaved = std::is_floating_point_v<T>&& requires {
  Functor::kOneInstruction;
};

// Functor: template <typename T> static R Apply(T).
template <typename Functor, typename T>
void UnaryLoop(const ElementParameters&, const std::byte* const* operands, std::byte* result,
               int64_t count) {
  using R = decltype(Functor::template Apply<T>(T{}));
  const T* in = OperandAt<T>(operands, 0);
  R* out = reinterpret_cast<R*>(result);
  if constexpr (kIsInterleaved<Functor, T>) {
    HLOOM_INTERLEAVED
    for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(in[i]);
  } else {
    HLOOM_INDEPENDENT
    for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(in[i]);
  }
}

// Functor: template <typename T> static R Apply(T, T).
template <typename Functor, typename T>
void BinaryLoop(const ElementParameters&, const std::byte* const* operands, std::byte* result,
                int64_t count) {
  using R = decltype(Functor::template Apply<T>(T{}, T{}));
  const T* a = OperandAt<T>(operands, 0);
  const T* b = OperandAt<T>(operands, 1);
  R* out = reinterpret_cast<R*>(result);
  if constexpr (kIsInterleaved<Functor, T>) {
    HLOOM_INTERLEAVED
    for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(a[i], b[i]);
  } else {
    HLOOM_INDEPENDENT
    for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(a[i], b[i]);
  }
}

// The same for one element of the second operand.
template <typename Functor, typename T>
void WithScalarLoop(const ElementParameters&, const std::byte* const* operands, std::byte* result,
                    int64_t count) {
  const T* a = OperandAt<T>(operands, 0);
  const T b = *OperandAt<T>(operands, 1);
  T* out = reinterpret_cast<T*>(result);
  HLOOM_INTERLEAVED
  for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(a[i], b);
}

template <typename Functor, TypeSet kTypes>
ElementFunction::Loop UnaryLoopFor(PrimitiveType type) {
  ElementFunction::Loop loop = nullptr;
  DispatchComputeType(type, [&]<typename T>() {
    if constexpr (kTakes<kTypes, T>) loop = UnaryLoop<Functor, T>;
  });
  return loop;
}
template <typename Functor, TypeSet kTypes>
ElementFunction::Loop BinaryLoopFor(PrimitiveType type) {
  ElementFunction::Loop loop = nullptr;
  DispatchComputeType(LoopTypeOf<Functor>(type), [&]<typename T>() {
    if constexpr (kHasLoop<Functor, kTypes, T>) loop = BinaryLoop<Functor, T>;
  });
  return loop;
}

template <typename Functor, TypeSet kTypes>
ElementFunction::Loop WithScalarLoopFor(PrimitiveType type) {
  ElementFunction::Loop loop = nullptr;
  DispatchComputeType(type, [&]<typename T>() {
    if constexpr (kTakes<kTypes, T> && kIsInterleaved<Functor, T>) {
      loop = WithScalarLoop<Functor, T>;
    }
  });
  return loop;
}

template <typename Functor, TypeSet kTypes>
inline constexpr ElementLoops UnaryLoops = {UnaryLoopFor<Functor, kTypes>};
template <typename Functor, TypeSet kTypes>
inline constexpr ElementLoops BinaryLoops = {BinaryLoopFor<Functor, kTypes>, nullptr,
                                             WithScalarLoopFor<Functor, kTypes>};

// The low `bits` bits of an integer, as unsigned. -1 as S4 gives 15.
template <typename T>
std::make_unsigned_t<T> BitsOf(T x, int bits) {
  using U = std::make_unsigned_t<T>;
  return static_cast<U>(static_cast<U>(x) & static_cast<U>(~uint64_t{0} >> (64 - bits)));
}

// These compute as UnaryLoops and BinaryLoops do, for integers; the functor gets the element type's
// width, which is their first parameter, as its last argument. Functor: template <typename T>
// static T Apply(T, int bits), or of (T, T, int bits). The store keeps the low bits of the result.
template <typename Functor, typename T>
void BitsUnaryLoop(const ElementParameters& parameters, const std::byte* const* operands,
                   std::byte* result, int64_t count) {
  const int bits = parameters.values[0];
  const T* in = OperandAt<T>(operands, 0);
  T* out = reinterpret_cast<T*>(result);
  HLOOM_INDEPENDENT
  for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(in[i], bits);
}
template <typename Functor, typename T>
void BitsBinaryLoop(const ElementParameters& parameters, const std::byte* const* operands,
                    std::byte* result, int64_t count) {
  const int bits = parameters.values[0];
  const T* a = OperandAt<T>(operands, 0);
  const T* b = OperandAt<T>(operands, 1);
  T* out = reinterpret_cast<T*>(result);
  HLOOM_INDEPENDENT
  for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(a[i], b[i], bits);
}

template <typename Functor>
ElementFunction::Loop BitsUnaryLoopFor(PrimitiveType type) {
  ElementFunction::Loop loop = nullptr;
  DispatchComputeType(type, [&]<typename T>() {
    if constexpr (kTakes<TypeSet::kIntegral, T>) loop = BitsUnaryLoop<Functor, T>;
  });
  return loop;
}
template <typename Functor>
ElementFunction::Loop BitsBinaryLoopFor(PrimitiveType type) {
  ElementFunction::Loop loop = nullptr;
  DispatchComputeType(type, [&]<typename T>() {
    if constexpr (kTakes<TypeSet::kIntegral, T>) loop = BitsBinaryLoop<Functor, T>;
  });
  return loop;
}

template <typename Functor>
inline constexpr ElementLoops BitsUnaryLoops = {BitsUnaryLoopFor<Functor>};
template <typename Functor>
inline constexpr ElementLoops BitsBinaryLoops = {BitsBinaryLoopFor<Functor>};

// The most accurate functions: F32 and C64 compute in double and round once, half an ulp.
template <double (*kReal)(double)>
struct RealFunction {
  template <typename T>
  static T Apply(T x) {
    return static_cast<T>(kReal(static_cast<double>(x)));
  }
};
template <double (*kReal)(double), std::complex<double> (*kComplex)(std::complex<double>)>
struct Function {
  template <typename T>
  static T Apply(T x) {
    if constexpr (kIsComplex<T>) {
      const std::complex<double> y = kComplex({x.real(), x.imag()});
      using Part = typename T::value_type;
      return T(static_cast<Part>(y.real()), static_cast<Part>(y.imag()));
    } else {
      return RealFunction<kReal>::template Apply<T>(x);
    }
  }
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_LOOPS_H_
