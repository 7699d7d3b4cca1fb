// The loops of the elementwise families, written once: a functor for one element becomes the
// operation for arrays of every type it takes.
#ifndef HLOOM_OPS_ELEMENTWISE_H_
#define HLOOM_OPS_ELEMENTWISE_H_

#include "literal/strided.h"
#include "ops/op_def.h"

namespace hloom {

// The operand in the result's memory order, so that one flat loop does. Mostly it is already.
inline StatusOr<Literal> InLayoutOf(EvalContext& context, const Literal& operand,
                                    const Shape& result) {
  return Relayout(operand, result.layout(), context.ledger());
}

// Which native types a functor is instantiated for; the others cannot pass type.c1.
template <TypeSet kTypes, typename T>
inline constexpr bool kTakes = kTypes == TypeSet::kAny ||
                               (kTypes == TypeSet::kArithmetic && !std::is_same_v<T, bool>) ||
                               (kTypes == TypeSet::kLogical && std::is_integral_v<T>) ||
                               (kTypes == TypeSet::kFloating && std::is_floating_point_v<T>);

// Functor: template <typename T> static R Apply(T, T).
template <typename Functor, TypeSet kTypes>
StatusOr<Literal> EvaluateBinary(EvalContext& context, const HloInstruction& instruction,
                                 Operands operands) {
  const Shape& shape = instruction.shape();
  HLOOM_ASSIGN_OR_RETURN(const Literal lhs, InLayoutOf(context, *operands[0], shape));
  HLOOM_ASSIGN_OR_RETURN(const Literal rhs, InLayoutOf(context, *operands[1], shape));
  HLOOM_ASSIGN_OR_RETURN(Literal result,
                         Literal::Create(instruction.shape_ptr(), context.ledger()));
  DispatchArrayType(lhs.shape().element_type(), [&]<typename T>() {
    if constexpr (kTakes<kTypes, T>) {
      using R = decltype(Functor::template Apply<T>(T{}, T{}));
      const T* a = lhs.data<T>();
      const T* b = rhs.data<T>();
      R* out = result.mutable_data<R>();
      const int64_t count = result.size_bytes() / static_cast<int64_t>(sizeof(R));
      for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(a[i], b[i]);
    }
  });
  return result;
}

// Functor: template <typename T> static R Apply(T).
template <typename Functor, TypeSet kTypes>
StatusOr<Literal> EvaluateUnary(EvalContext& context, const HloInstruction& instruction,
                                Operands operands) {
  HLOOM_ASSIGN_OR_RETURN(const Literal operand,
                         InLayoutOf(context, *operands[0], instruction.shape()));
  HLOOM_ASSIGN_OR_RETURN(Literal result,
                         Literal::Create(instruction.shape_ptr(), context.ledger()));
  DispatchArrayType(operand.shape().element_type(), [&]<typename T>() {
    if constexpr (kTakes<kTypes, T>) {
      using R = decltype(Functor::template Apply<T>(T{}));
      const T* in = operand.data<T>();
      R* out = result.mutable_data<R>();
      const int64_t count = result.size_bytes() / static_cast<int64_t>(sizeof(R));
      for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(in[i]);
    }
  });
  return result;
}

// Folding with the functor. Where kWiden, floats accumulate in f64 and round once, as XLA's
// evaluator does for sums.
template <typename Functor, TypeSet kTypes, bool kWiden>
struct FoldWith {
  template <typename T>
  using AccumulatorOf = std::conditional_t<kWiden && std::is_floating_point_v<T>, double, T>;

  static void Begin(PrimitiveType type, const std::byte* init,
                    FoldKernel::Accumulator& accumulator) {
    DispatchArrayType(type, [&]<typename T>() {
      *reinterpret_cast<AccumulatorOf<T>*>(accumulator.bytes) = *reinterpret_cast<const T*>(init);
    });
  }
  static void Fold(PrimitiveType type, FoldKernel::Accumulator& accumulator, const std::byte* data,
                   int64_t stride, int64_t count) {
    DispatchArrayType(type, [&]<typename T>() {
      if constexpr (kTakes<kTypes, T>) {
        using A = AccumulatorOf<T>;
        const T* in = reinterpret_cast<const T*>(data);
        A value = *reinterpret_cast<A*>(accumulator.bytes);
        for (int64_t i = 0; i < count; ++i) {
          value = Functor::template Apply<A>(value, static_cast<A>(in[i * stride]));
        }
        *reinterpret_cast<A*>(accumulator.bytes) = value;
      }
    });
  }
  static void End(PrimitiveType type, const FoldKernel::Accumulator& accumulator, std::byte* out) {
    DispatchArrayType(type, [&]<typename T>() {
      *reinterpret_cast<T*>(out) =
          static_cast<T>(*reinterpret_cast<const AccumulatorOf<T>*>(accumulator.bytes));
    });
  }
};

template <typename Functor, TypeSet kTypes, bool kWiden = false>
inline constexpr FoldKernel kFoldKernelOf = {
    FoldWith<Functor, kTypes, kWiden>::Begin,
    FoldWith<Functor, kTypes, kWiden>::Fold,
    FoldWith<Functor, kTypes, kWiden>::End,
};

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_H_
