// Operations on the bits of integers: they see the element type's width, not that of the byte or
// word that an element takes in memory.
#ifndef HLOOM_OPS_ELEMENTWISE_BITS_H_
#define HLOOM_OPS_ELEMENTWISE_BITS_H_

#include "ops/elementwise/elementwise.h"

namespace hloom {

// The low `bits` bits of an integer, as unsigned. -1 as S4 gives 15.
template <typename T>
std::make_unsigned_t<T> BitsOf(T x, int bits) {
  using U = std::make_unsigned_t<T>;
  return static_cast<U>(static_cast<U>(x) & static_cast<U>(~uint64_t{0} >> (64 - bits)));
}

// As kUnaryKernel and kBinaryKernel for integers, with the element type's width as the last
// argument. Functor: template <typename T> static T Apply(T, int bits), or of (T, T, int bits). Of
// what they give, the store keeps the low bits.
template <typename Functor, typename T>
void BitsUnaryLoop(const HloInstruction& instruction, const std::byte* const* operands,
                   std::byte* result, int64_t count) {
  const int bits = BitWidth(instruction.shape().element_type());
  const T* in = OperandAt<T>(operands, 0);
  T* out = reinterpret_cast<T*>(result);
  for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(in[i], bits);
}
template <typename Functor, typename T>
void BitsBinaryLoop(const HloInstruction& instruction, const std::byte* const* operands,
                    std::byte* result, int64_t count) {
  const int bits = BitWidth(instruction.shape().element_type());
  const T* a = OperandAt<T>(operands, 0);
  const T* b = OperandAt<T>(operands, 1);
  T* out = reinterpret_cast<T*>(result);
  for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(a[i], b[i], bits);
}

template <typename Functor>
ElementKernel::Loop BitsUnaryLoopFor(const HloInstruction&, PrimitiveType type) {
  ElementKernel::Loop loop = nullptr;
  DispatchComputeType(type, [&]<typename T>() {
    if constexpr (kTakes<TypeSet::kIntegral, T>) loop = BitsUnaryLoop<Functor, T>;
  });
  return loop;
}
template <typename Functor>
ElementKernel::Loop BitsBinaryLoopFor(const HloInstruction&, PrimitiveType type) {
  ElementKernel::Loop loop = nullptr;
  DispatchComputeType(type, [&]<typename T>() {
    if constexpr (kTakes<TypeSet::kIntegral, T>) loop = BitsBinaryLoop<Functor, T>;
  });
  return loop;
}

template <typename Functor>
inline constexpr ElementKernel kBitsUnaryKernel = {BitsUnaryLoopFor<Functor>};
template <typename Functor>
inline constexpr ElementKernel kBitsBinaryKernel = {BitsBinaryLoopFor<Functor>};

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_BITS_H_
