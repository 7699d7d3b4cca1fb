// The loops of the elementwise families, written once: a functor for one element becomes the
// operation for arrays of every type it takes. Functors exist for compute types; other types are
// widened at load and rounded once at store.
#ifndef HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_H_
#define HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_H_

#include "literal/convert.h"
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

// Evaluates an operation by its ElementKernel, on arrays of the result's dimensions and on scalars,
// which go with every element. It needs room for the result and, of operands that lie in another
// order, for copies; never for an array in a wider type.
StatusOr<Literal> EvaluateElementwise(EvalContext& context, const HloInstruction& instruction,
                                      Operands operands);

template <typename T>
const T* OperandAt(const std::byte* const* operands, size_t i) {
  return reinterpret_cast<const T*>(operands[i]);
}

// Functor: template <typename T> static R Apply(T).
template <typename Functor, typename T>
void UnaryLoop(const HloInstruction&, const std::byte* const* operands, std::byte* result,
               int64_t count) {
  using R = decltype(Functor::template Apply<T>(T{}));
  const T* in = OperandAt<T>(operands, 0);
  R* out = reinterpret_cast<R*>(result);
  for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(in[i]);
}

// Functor: template <typename T> static R Apply(T, T).
template <typename Functor, typename T>
void BinaryLoop(const HloInstruction&, const std::byte* const* operands, std::byte* result,
                int64_t count) {
  using R = decltype(Functor::template Apply<T>(T{}, T{}));
  const T* a = OperandAt<T>(operands, 0);
  const T* b = OperandAt<T>(operands, 1);
  R* out = reinterpret_cast<R*>(result);
  for (int64_t i = 0; i < count; ++i) out[i] = Functor::template Apply<T>(a[i], b[i]);
}

template <typename Functor, TypeSet kTypes>
ElementKernel::Loop UnaryLoopFor(const HloInstruction&, PrimitiveType type) {
  ElementKernel::Loop loop = nullptr;
  DispatchComputeType(type, [&]<typename T>() {
    if constexpr (kTakes<kTypes, T>) loop = UnaryLoop<Functor, T>;
  });
  return loop;
}
template <typename Functor, TypeSet kTypes>
ElementKernel::Loop BinaryLoopFor(const HloInstruction&, PrimitiveType type) {
  ElementKernel::Loop loop = nullptr;
  DispatchComputeType(type, [&]<typename T>() {
    if constexpr (kTakes<kTypes, T>) loop = BinaryLoop<Functor, T>;
  });
  return loop;
}

template <typename Functor, TypeSet kTypes>
inline constexpr ElementKernel kUnaryKernel = {UnaryLoopFor<Functor, kTypes>};
template <typename Functor, TypeSet kTypes>
inline constexpr ElementKernel kBinaryKernel = {BinaryLoopFor<Functor, kTypes>};

// Folding with the functor. Where kWiden, floats accumulate in f64 and round once, as XLA's
// evaluator does for sums. Only for compute types: Reduce widens before.
template <typename Functor, TypeSet kTypes, bool kWiden>
struct FoldWith {
  template <typename T>
  struct AccumulatorFor {
    using type = std::conditional_t<kWiden && std::is_floating_point_v<T>, double, T>;
  };
  template <typename T>
  struct AccumulatorFor<std::complex<T>> {
    using type = std::complex<std::conditional_t<kWiden, double, T>>;
  };
  template <typename T>
  using AccumulatorOf = typename AccumulatorFor<T>::type;

  static void Begin(PrimitiveType type, const std::byte* init,
                    FoldKernel::Accumulator& accumulator) {
    DispatchComputeType(type, [&]<typename T>() {
      *reinterpret_cast<AccumulatorOf<T>*>(accumulator.bytes) =
          static_cast<AccumulatorOf<T>>(*reinterpret_cast<const T*>(init));
    });
  }
  static void Fold(PrimitiveType type, FoldKernel::Accumulator& accumulator, const std::byte* data,
                   int64_t stride, int64_t count) {
    DispatchComputeType(type, [&]<typename T>() {
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
  static void Combine(PrimitiveType type, std::byte* accumulators, const std::byte* values,
                      const FoldKernel::Block& block) {
    DispatchComputeType(type, [&]<typename T>() {
      if constexpr (kTakes<kTypes, T>) {
        for (int64_t r = 0; r < block.rows; ++r) {
          CombineRow(reinterpret_cast<T*>(accumulators) + r * block.accumulator_row_step,
                     reinterpret_cast<const T*>(values) + r * block.value_row_step, block);
        }
      }
    });
  }
  static void End(PrimitiveType type, const FoldKernel::Accumulator& accumulator, std::byte* out) {
    DispatchComputeType(type, [&]<typename T>() {
      *reinterpret_cast<T*>(out) =
          static_cast<T>(*reinterpret_cast<const AccumulatorOf<T>*>(accumulator.bytes));
    });
  }

 private:
  template <typename T>
  static void CombineRow(T* __restrict accumulators, const T* __restrict values,
                         const FoldKernel::Block& block) {
    const int64_t count = block.columns;
    if (block.accumulator_step != 1 || block.value_step != 1) {
      for (int64_t i = 0; i < count; ++i) {
        T& accumulator = accumulators[i * block.accumulator_step];
        accumulator = Functor::template Apply<T>(accumulator, values[i * block.value_step]);
      }
      return;
    }
    // Pieces of a known length become vector instructions also where compilers are shy of the rest.
    constexpr int64_t kPiece = 16;
    int64_t i = 0;
    for (; i + kPiece <= count; i += kPiece) {
      for (int64_t j = 0; j < kPiece; ++j) {
        accumulators[i + j] = Functor::template Apply<T>(accumulators[i + j], values[i + j]);
      }
    }
    for (; i < count; ++i) {
      accumulators[i] = Functor::template Apply<T>(accumulators[i], values[i]);
    }
  }
};

template <typename Functor, TypeSet kTypes, bool kWiden = false, bool kRoundsOnce = true>
inline constexpr FoldKernel kFoldKernelOf = {
    FoldWith<Functor, kTypes, kWiden>::Begin,
    FoldWith<Functor, kTypes, kWiden>::Fold,
    FoldWith<Functor, kTypes, kWiden>::End,
    FoldWith<Functor, kTypes, kWiden>::Combine,
    kRoundsOnce,
    /*exact=*/!kWiden && kRoundsOnce,
};

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_ELEMENTWISE_H_
