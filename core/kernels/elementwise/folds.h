// Folds by a functor, for the operations that Reduce and its like recognise.
#ifndef HLOOM_KERNELS_ELEMENTWISE_FOLDS_H_
#define HLOOM_KERNELS_ELEMENTWISE_FOLDS_H_

#include <algorithm>

#include "kernels/elementwise/loops.h"
#include "kernels/fold.h"

namespace hloom {

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

  static void Begin(PrimitiveType type, const std::byte* init, std::byte* accumulators,
                    int64_t count) {
    DispatchComputeType(LoopTypeOf<Functor>(type), [&]<typename T>() {
      if constexpr (kHasLoop<Functor, kTypes, T>) {
        using A = AccumulatorOf<T>;
        std::fill_n(reinterpret_cast<A*>(accumulators), count,
                    static_cast<A>(*reinterpret_cast<const T*>(init)));
      }
    });
  }
  static void Fold(PrimitiveType type, std::byte* accumulator, const std::byte* data, int64_t step,
                   int64_t count) {
    DispatchComputeType(LoopTypeOf<Functor>(type), [&]<typename T>() {
      if constexpr (kHasLoop<Functor, kTypes, T>) {
        using A = AccumulatorOf<T>;
        const T* in = reinterpret_cast<const T*>(data);
        A value = *reinterpret_cast<A*>(accumulator);
        for (int64_t i = 0; i < count; ++i) {
          value = Functor::template Apply<A>(value, static_cast<A>(in[i * step]));
        }
        *reinterpret_cast<A*>(accumulator) = value;
      }
    });
  }
  static void FoldEach(PrimitiveType type, std::byte* accumulators, const std::byte* data,
                       int64_t step, int64_t count) {
    DispatchComputeType(LoopTypeOf<Functor>(type), [&]<typename T>() {
      if constexpr (kHasLoop<Functor, kTypes, T>) {
        if (step == 1) {
          FoldEachOf<T>(accumulators, data, 1, count);
        } else {
          FoldEachOf<T>(accumulators, data, step, count);
        }
      }
    });
  }
  static void Combine(PrimitiveType type, std::byte* accumulators, const std::byte* values,
                      const FoldKernel::Block& block) {
    DispatchComputeType(LoopTypeOf<Functor>(type), [&]<typename T>() {
      if constexpr (kHasLoop<Functor, kTypes, T>) {
        for (int64_t r = 0; r < block.rows; ++r) {
          CombineRow(reinterpret_cast<T*>(accumulators) + r * block.accumulator_row_step,
                     reinterpret_cast<const T*>(values) + r * block.value_row_step, block);
        }
      }
    });
  }
  static void End(PrimitiveType type, const std::byte* accumulators, std::byte* out,
                  int64_t count) {
    DispatchComputeType(LoopTypeOf<Functor>(type), [&]<typename T>() {
      if constexpr (kHasLoop<Functor, kTypes, T>) {
        const auto* const from = reinterpret_cast<const AccumulatorOf<T>*>(accumulators);
        for (int64_t i = 0; i < count; ++i) reinterpret_cast<T*>(out)[i] = static_cast<T>(from[i]);
      }
    });
  }

 private:
  template <typename T>
  static void FoldEachOf(std::byte* accumulators, const std::byte* data, int64_t step,
                         int64_t count) {
    using A = AccumulatorOf<T>;
    A* const values = reinterpret_cast<A*>(accumulators);
    const T* const in = reinterpret_cast<const T*>(data);
    HLOOM_INDEPENDENT
    for (int64_t i = 0; i < count; ++i) {
      values[i] = Functor::template Apply<A>(values[i], static_cast<A>(in[i * step]));
    }
  }

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
    FoldWith<Functor, kTypes, kWiden>::FoldEach,
    FoldWith<Functor, kTypes, kWiden>::End,
    FoldWith<Functor, kTypes, kWiden>::Combine,
    kRoundsOnce,
    /*exact=*/!kWiden && kRoundsOnce,
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_FOLDS_H_
