// Operations on the bits of integers: they see the element type's width, not that of the byte or
// word that an element takes in memory.
#ifndef HLOOM_OPS_BITS_H_
#define HLOOM_OPS_BITS_H_

#include "ops/elementwise.h"

namespace hloom {

// The low `bits` bits of an integer, as unsigned. -1 as S4 gives 15.
template <typename T>
std::make_unsigned_t<T> BitsOf(T x, int bits) {
  using U = std::make_unsigned_t<T>;
  return static_cast<U>(static_cast<U>(x) & static_cast<U>(~uint64_t{0} >> (64 - bits)));
}

// As EvaluateUnary and EvaluateBinary for integers, with the element type's width as the last
// argument. Functor: template <typename T> static T Apply(T, int bits), or of (T, T, int bits).
// StoreComputed keeps the low bits of what they give.
template <typename Functor>
StatusOr<Literal> EvaluateBitsUnary(EvalContext& context, const HloInstruction& instruction,
                                    Operands operands) {
  HLOOM_ASSIGN_OR_RETURN(const Literal operand,
                         LoadForCompute(context, *operands[0], instruction.shape()));
  HLOOM_ASSIGN_OR_RETURN(Literal result, CreateForCompute(context, instruction));
  const int bits = BitWidth(instruction.shape().element_type());
  DispatchComputeType(operand.shape().element_type(), [&]<typename T>() {
    if constexpr (kTakes<TypeSet::kIntegral, T>) {
      const T* in = operand.data<T>();
      T* out = result.mutable_data<T>();
      const int64_t count = result.size_bytes() / static_cast<int64_t>(sizeof(T));
      for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(in[i], bits);
    }
  });
  return StoreComputed(context, instruction, std::move(result));
}

template <typename Functor>
StatusOr<Literal> EvaluateBitsBinary(EvalContext& context, const HloInstruction& instruction,
                                     Operands operands) {
  const Shape& shape = instruction.shape();
  HLOOM_ASSIGN_OR_RETURN(const Literal lhs, LoadForCompute(context, *operands[0], shape));
  HLOOM_ASSIGN_OR_RETURN(const Literal rhs, LoadForCompute(context, *operands[1], shape));
  HLOOM_ASSIGN_OR_RETURN(Literal result, CreateForCompute(context, instruction));
  const int bits = BitWidth(shape.element_type());
  DispatchComputeType(lhs.shape().element_type(), [&]<typename T>() {
    if constexpr (kTakes<TypeSet::kIntegral, T>) {
      const T* a = lhs.data<T>();
      const T* b = rhs.data<T>();
      T* out = result.mutable_data<T>();
      const int64_t count = result.size_bytes() / static_cast<int64_t>(sizeof(T));
      for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(a[i], b[i], bits);
    }
  });
  return StoreComputed(context, instruction, std::move(result));
}

}  // namespace hloom

#endif  // HLOOM_OPS_BITS_H_
