// Folds by a functor, for the operations that Reduce and similar operations recognize.
#ifndef HLOOM_KERNELS_ELEMENTWISE_FOLDS_H_
#define HLOOM_KERNELS_ELEMENTWISE_FOLDS_H_

#include <algorithm>

#include "kernels/elementwise/fold_runs.h"
#include "kernels/elementwise/loops.h"
#include "kernels/elementwise/scan_sums.h"
#include "kernels/fold.h"

namespace hloom {

// Folds with the functor. With kWiden, floats accumulate in f64 and round once, as XLA's evaluator
// does for sums. Only for compute types: Reduce widens before. With kInAnyOrder, several partial
// results are kept side by side, so that an application need not wait for the one before.
template <typename Functor, TypeSet kTypes, bool kWiden, bool kInAnyOrder>
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

  // Calls f.operator()<T>() with the compute type, if there is a loop for it.
  template <typename F>
  static void Dispatch(PrimitiveType type, const F& f) {
    DispatchComputeType(LoopTypeOf<Functor>(type), [&]<typename T>() {
      if constexpr (kHasLoop<Functor, kTypes, T>) f.template operator()<T>();
    });
  }

  static void FoldRuns(PrimitiveType type, std::byte* accumulators, const std::byte* data,
                       const FoldKernel::Runs& runs) {
    Dispatch(type, [&]<typename T>() {
      auto* const values = reinterpret_cast<AccumulatorOf<T>*>(accumulators);
      const T* in = reinterpret_cast<const T*>(data);
      int64_t r = 0;
      if constexpr (kFoldsStreams<T>) {
        if (runs.step == 1 && runs.count >= kStreamTurn && runs.count < kStreamedRun &&
            runs.runs * runs.count >= kStreamedRun) {
          r = FoldInStreams(values, in, runs);
          in += r * runs.run_step;
        }
      }
      for (; r < runs.runs; ++r, in += runs.run_step) {
        values[r] = FoldRun(values[r], in, runs.step, runs.count);
      }
    });
  }
  static void FoldRows(PrimitiveType type, std::byte* accumulators, const std::byte* data,
                       const FoldKernel::Rows& rows) {
    Dispatch(type, [&]<typename T>() {
      using A = AccumulatorOf<T>;
      A* const values = reinterpret_cast<A*>(accumulators);
      const T* in = reinterpret_cast<const T*>(data);
      if constexpr (kWiden && std::is_floating_point_v<T>) {
        if (rows.step == 1) return AddRows(values, in, rows);
      }
      int64_t r = 0;
      if constexpr (kExtremeOf<Functor> != Extreme::kNone && std::is_same_v<T, float>) {
        for (; rows.step == 1 && r + 8 <= rows.rows; r += 8, in += 8 * rows.row_step) {
          FoldExtremesOfEightRows<kExtremeOf<Functor>>(values, in, rows.row_step, rows.columns,
                                                       Functor::template Apply<T>);
        }
      }
      for (; r < rows.rows; ++r, in += rows.row_step) {
        FoldRow(values, in, rows.step, rows.columns);
      }
    });
  }
  static void Scan(PrimitiveType type, std::byte* accumulator, const std::byte* data, int64_t step,
                   std::byte* out, int64_t out_step, int64_t count) {
    Dispatch(type, [&]<typename T>() {
      using A = AccumulatorOf<T>;
      const T* in = reinterpret_cast<const T*>(data);
      T* to = reinterpret_cast<T*>(out);
      A value = *reinterpret_cast<A*>(accumulator);
      if constexpr (kWiden && std::is_same_v<T, float>) {
        // Not for doubles, whose partial sums could overflow even if the running sum does not.
        if (count > 0) {
          value = step == 1 && out_step == 1
                      ? ScanSums</*kDense=*/true>(value, in, step, to, out_step, count)
                      : ScanSums</*kDense=*/false>(value, in, step, to, out_step, count);
        }
        *reinterpret_cast<A*>(accumulator) = value;
        return;
      }
      for (; count > 0; --count, in += step, to += out_step) {
        value = Functor::template Apply<A>(value, static_cast<A>(*in));
        *to = static_cast<T>(value);
      }
      *reinterpret_cast<A*>(accumulator) = value;
    });
  }
  static void Combine(PrimitiveType type, std::byte* accumulators, const std::byte* values,
                      const FoldKernel::Block& block) {
    Dispatch(type, [&]<typename T>() {
      for (int64_t r = 0; r < block.rows; ++r) {
        CombineRow(reinterpret_cast<T*>(accumulators) + r * block.accumulator_row_step,
                   reinterpret_cast<const T*>(values) + r * block.value_row_step, block);
      }
    });
  }

 private:
  template <typename T>
  static constexpr bool kFoldsStreams =
      std::is_same_v<T, float> && (kWiden || kExtremeOf<Functor> != Extreme::kNone) && kInAnyOrder;

  // The part of a run that is folded: its extreme, or its sum.
  using Stream = std::conditional_t<kExtremeOf<Functor> == Extreme::kNone, SumOfFloats,
                                    ExtremeOfFloats<kExtremeOf<Functor>>>;

  // Folds most of the runs, kStreams of them at a time, each in the same way as alone. Returns
  // their number. Of 64 rows, these are rows 0, 16, 32 and 48, then 1, 17, 33 and 49.
  template <typename A>
  static int64_t FoldInStreams(A* values, const float* in, const FoldKernel::Runs& runs) {
    const int64_t distance = runs.runs / kStreams;
    const int64_t whole = runs.count / 32 * 32;
    for (int64_t r = 0; r < distance; ++r) {
      Stream folds[kStreams];
      FoldStreams(in + r * runs.run_step, distance * runs.run_step, whole, folds);
      for (int64_t k = 0; k < kStreams; ++k) {
        const int64_t row = r + k * distance;
        const float* const run = in + row * runs.run_step;
        const int64_t folded = EndStream(&values[row], folds[k], run, whole, runs.count);
        values[row] = FoldOneByOne(values[row], run + folded, 1, runs.count - folded);
      }
    }
    return kStreams * distance;
  }
  template <Extreme kExtreme>
  static int64_t EndStream(float* value, const ExtremeOfFloats<kExtreme>& fold, const float* in,
                           int64_t done, int64_t count) {
    float extreme;
    const int64_t folded = EndExtreme(fold, done, &extreme, in, count);
    if (folded > 0) *value = Functor::template Apply<float>(*value, extreme);
    return folded;
  }
  static int64_t EndStream(double* value, const SumOfFloats& fold, const float* in, int64_t done,
                           int64_t) {
    double sum;
    GiveSums(fold.all(), in, done, 1, &sum);
    *value += sum;
    return done;
  }

  template <typename A, typename T>
  static A FoldRun(A value, const T* in, int64_t step, int64_t count) {
    if constexpr (kInAnyOrder) {
      if (step == 1) {
        const int64_t folded = FoldSideBySide(&value, in, count);
        in += folded;
        count -= folded;
      }
    }
    return FoldOneByOne(value, in, step, count);
  }
  template <typename A, typename T>
  static A FoldOneByOne(A value, const T* in, int64_t step, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      value = Functor::template Apply<A>(value, static_cast<A>(in[i * step]));
    }
    return value;
  }

  // Folds the first elements of a run, perhaps none of them; returns their number.
  template <typename A, typename T>
  static int64_t FoldSideBySide(A* value, const T* in, int64_t count) {
    int64_t folded = 0;
    if constexpr (kExtremeOf<Functor> != Extreme::kNone && std::is_same_v<T, float>) {
      T extreme;
      if (count >= kLeast) folded = FoldExtreme<kExtremeOf<Functor>>(&extreme, in, count);
      if (folded > 0) *value = Functor::template Apply<T>(*value, extreme);
    } else if constexpr (kWiden && std::is_floating_point_v<T>) {
      double sum;
      if (count >= kLeast) folded = SumOfRun(in, count, 1, &sum);
      if (folded > 0) *value += sum;
    } else if constexpr (kIsComplex<T>) {
      double sums[2];
      const auto* const parts = reinterpret_cast<const typename T::value_type*>(in);
      if (count >= kLeast) folded = SumOfRun(parts, 2 * count, 2, sums) / 2;
      if (folded > 0) *value += A(sums[0], sums[1]);
    } else if (count >= 4 * kLanes) {
      T lanes[kLanes];
      std::copy_n(in, kLanes, lanes);
      for (folded = kLanes; folded + kLanes <= count; folded += kLanes) {
        FoldRow(lanes, in + folded, 1, kLanes);
      }
      for (int64_t half = kLanes / 2; half >= kFewLanes; half /= 2) {
        FoldRow(lanes, lanes + half, 1, half);
      }
      HLOOM_LEFT_OVER
      for (int64_t i = 0; i < kFewLanes; ++i) {
        *value = Functor::template Apply<T>(*value, lanes[i]);
      }
    }
    return folded;
  }
  static constexpr int64_t kLeast = 16;
  static constexpr int64_t kLanes = 64;
  static constexpr int64_t kFewLanes = 8;

  template <typename T>
  static void AddRows(double* values, const T* in, const FoldKernel::Rows& rows) {
    const int64_t step = rows.row_step;
    int64_t r = 0;
    if constexpr (std::is_same_v<T, float>) {
      r = AddRowsOfFloats(values, in, rows.rows, step, rows.columns);
      in += r * step;
    } else {
      // Eight additions for each time that an accumulator is loaded and stored.
      for (; r + 8 <= rows.rows; r += 8, in += 8 * step) {
        const T* const e = in + 4 * step;
        HLOOM_INDEPENDENT
        for (int64_t i = 0; i < rows.columns; ++i) {
          const double four =
              (((values[i] + in[i]) + in[i + step]) + in[i + 2 * step]) + in[i + 3 * step];
          values[i] = (((four + e[i]) + e[i + step]) + e[i + 2 * step]) + e[i + 3 * step];
        }
      }
    }
    for (; r < rows.rows; ++r, in += step) {
      HLOOM_INDEPENDENT
      for (int64_t i = 0; i < rows.columns; ++i) values[i] += in[i];
    }
  }

  // One function for all: one per type would add to the page's download.
  template <typename A, typename T>
  [[gnu::noinline]] static void FoldRow(A* __restrict values, const T* __restrict in, int64_t step,
                                        int64_t count) {
    int64_t i = 0;
    if constexpr (kExtremeOf<Functor> != Extreme::kNone && std::is_same_v<A, float>) {
      const auto fold_four = [values](int64_t first, vector_math::Floats next) {
        const vector_math::Floats extreme =
            ExtremeOfTwo<kExtremeOf<Functor>>(LoadFloats(values + first), next);
        std::memcpy(values + first, &extreme, sizeof(extreme));
      };
      for (; step == 1 && i + 8 <= count; i += 8) {
        fold_four(i, LoadFloats(in + i));
        fold_four(i + 4, LoadFloats(in + i + 4));
      }
      for (; step != 1 && i + 4 <= count; i += 4) {
        const T* const four = in + i * step;
        fold_four(i, vector_math::Floats{four[0], four[step], four[2 * step], four[3 * step]});
      }
    }
    if (step == 1) {
      // Pieces of a known length, two vectors, become vector instructions even if compilers do not
      // vectorize the rest.
      constexpr int64_t kPiece = 32 / static_cast<int64_t>(sizeof(A));
      for (; i + kPiece <= count; i += kPiece) {
        for (int64_t j = 0; j < kPiece; ++j) {
          values[i + j] = Functor::template Apply<A>(values[i + j], static_cast<A>(in[i + j]));
        }
      }
    }
    for (; i < count; ++i) {
      values[i] = Functor::template Apply<A>(values[i], static_cast<A>(in[i * step]));
    }
  }

  template <typename T>
  static void CombineRow(T* accumulators, const T* values, const FoldKernel::Block& block) {
    if (block.accumulator_step == 1) {
      return FoldRow(accumulators, values, block.value_step, block.columns);
    }
    for (int64_t i = 0; i < block.columns; ++i) {
      T& accumulator = accumulators[i * block.accumulator_step];
      accumulator = Functor::template Apply<T>(accumulator, values[i * block.value_step]);
    }
  }
};

template <typename Functor>
inline constexpr bool kIsRepeatable = kExtremeOf<Functor> != Extreme::kNone || requires {
  Functor::kRepeatable;
};

template <typename Functor, TypeSet kTypes, bool kWiden, bool kRoundsOnce>
constexpr FoldKernel MakeFoldKernel() {
  using With = FoldWith<Functor, kTypes, kWiden, kRoundsOnce>;
  return {With::FoldRuns,
          With::FoldRows,
          With::Scan,
          With::Combine,
          kRoundsOnce,
          /*exact=*/!kWiden && kRoundsOnce,
          /*repeatable=*/kIsRepeatable<Functor>,
          /*widens=*/kWiden,
          /*scans_alone=*/kWiden};
}

template <typename Functor, TypeSet kTypes, bool kWiden = false, bool kRoundsOnce = true>
inline constexpr FoldKernel kFoldKernelOf = MakeFoldKernel<Functor, kTypes, kWiden, kRoundsOnce>();

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_FOLDS_H_
