// Folds of many elements where the order of the applications is free: contiguous elements into one
// accumulator, or rows of them into a row of accumulators.
#ifndef HLOOM_KERNELS_ELEMENTWISE_FOLD_RUNS_H_
#define HLOOM_KERNELS_ELEMENTWISE_FOLD_RUNS_H_

#include <cstdint>
#include <cstring>
#include <limits>

#include "kernels/vector_math/lanes.h"

namespace hloom {

// Two doubles, from two numbers.
inline vector_math::Doubles LoadPair(const double* from) {
  vector_math::Doubles pair;
  std::memcpy(&pair, from, sizeof(pair));
  return pair;
}
inline vector_math::Doubles LoadPair(const float* from) {
  using FloatPair = float __attribute__((vector_size(8)));
  FloatPair pair;
  std::memcpy(&pair, from, sizeof(pair));
  return __builtin_convertvector(pair, vector_math::Doubles);
}
inline vector_math::Floats LoadFloats(const float* from) {
  vector_math::Floats floats;
  std::memcpy(&floats, from, sizeof(floats));
  return floats;
}

// The sums of every eighth number, added up by halves until there are `kept` of them: 1, or 2 for
// the parts of complex numbers. Gives how many numbers were added, a multiple of 16.
template <typename T>
int64_t SumOfEighths(const T* in, int64_t count, int kept, double* sums) {
  // The sum of no numbers is -0: starting from +0 would change the sum of -0 and -0. There are four
  // variables for eight loads: V8 does all loads of a round first, and has registers for no more
  // than both.
  constexpr vector_math::Doubles kNothing = {-0.0, -0.0};
  vector_math::Doubles a = kNothing, b = a, c = a, d = a;
  const T* const end = in + count / 16 * 16;
  for (; in != end; in += 16) {
    a += LoadPair(in);
    b += LoadPair(in + 2);
    c += LoadPair(in + 4);
    d += LoadPair(in + 6);
    a += LoadPair(in + 8);
    b += LoadPair(in + 10);
    c += LoadPair(in + 12);
    d += LoadPair(in + 14);
  }
  const vector_math::Doubles all = (a + c) + (b + d);
  sums[0] = kept == 1 ? all[0] + all[1] : all[0];
  if (kept == 2) sums[1] = all[1];
  return count / 16 * 16;
}

// The sum of eight vectors that are `step` floats apart, by pairs. An error of three roundings is
// at most 3 * 2^-24 of the sum of the magnitudes.
inline vector_math::Floats SumOfEightVectors(const float* in, int64_t step) {
  const float* const next = in + 4 * step;
  return ((LoadFloats(in) + LoadFloats(in + step)) +
          (LoadFloats(in + 2 * step) + LoadFloats(in + 3 * step))) +
         ((LoadFloats(next) + LoadFloats(next + step)) +
          (LoadFloats(next + 2 * step) + LoadFloats(next + 3 * step)));
}

// Hardware reads memory ahead of a program better in a few places than in one. Runs of floats are
// read so many at a time, in turns of so many elements.
constexpr int64_t kStreams = 4;
constexpr int64_t kStreamTurn = 256;
// A longer run is read as kStreams runs. Fewer runs with fewer elements in all stay in a cache.
constexpr int64_t kStreamedRun = 1 << 14;

// Calls folds[k].Add(elements, their number) for the elements of kStreams runs that are `run_step`
// apart, in turns. The number of elements of a run is a multiple of 32.
template <typename Fold>
void FoldStreams(const float* in, int64_t run_step, int64_t count, Fold* folds) {
  for (int64_t i = 0; i < count; i += kStreamTurn) {
    const int64_t turn = count - i < kStreamTurn ? count - i : kStreamTurn;
    for (int64_t k = 0; k < kStreams; ++k) folds[k].Add(in + k * run_step + i, turn);
  }
}

// The sums of the even and of the odd elements of a run of floats, in doubles. Eight vectors are
// added in F32 before. Sums of a few floats stay exact. A sum that overflows in F32 need not
// overflow in doubles.
struct SumOfFloats {
  static constexpr int64_t kTogether = 32;
  vector_math::Doubles low = {-0.0, -0.0}, high = low;

  // Adds a multiple of kTogether elements.
  [[gnu::noinline]] void Add(const float* in, int64_t count) {
    vector_math::Doubles a = low, b = high;
    for (int64_t i = 0; i < count; i += kTogether) {
      const vector_math::Floats sum = SumOfEightVectors(in + i, 4);
      a += vector_math::LowDoubles(sum);
      b += vector_math::HighDoubles(sum);
    }
    low = a;
    high = b;
  }
  vector_math::Doubles all() const { return low + high; }
};

// Gives the sums of the first `added` elements of a run, whose sum is `all` unless F32 overflowed.
inline void GiveSums(vector_math::Doubles all, const float* in, int64_t added, int kept,
                     double* sums) {
  if (vector_math::Any(all - all != vector_math::Doubles{})) {
    SumOfEighths(in, added, kept, sums);
    return;
  }
  sums[0] = kept == 1 ? all[0] + all[1] : all[0];
  if (kept == 2) sums[1] = all[1];
}

// The same as SumOfEighths, of many floats.
inline int64_t SumOfRun(const float* in, int64_t count, int kept, double* sums) {
  constexpr int64_t kTogether = SumOfFloats::kTogether;
  if (count < 2 * kTogether) return SumOfEighths(in, count, kept, sums);
  if (count >= kStreamedRun) {
    SumOfFloats parts[kStreams];
    const int64_t part = count / (kStreams * kTogether) * kTogether;
    FoldStreams(in, part, part, parts);
    GiveSums((parts[0].all() + parts[1].all()) + (parts[2].all() + parts[3].all()), in,
             kStreams * part, kept, sums);
    return kStreams * part;
  }
  const int64_t added = count / kTogether * kTogether;
  SumOfFloats sum;
  sum.Add(in, added);
  GiveSums(sum.all(), in, added, kept, sums);
  return added;
}

inline int64_t SumOfRun(const double* in, int64_t count, int kept, double* sums) {
  return SumOfEighths(in, count, kept, sums);
}

// Adds rows of floats to as many sums, eight rows at a time; returns how many rows it adds. Eight
// rows are added in F32, and their sums in doubles: in doubles from the start where F32 overflows.
// Every column is added in the same way.
inline int64_t AddRowsOfFloats(double* sums, const float* in, int64_t rows, int64_t row_step,
                               int64_t columns) {
  using vector_math::Doubles, vector_math::Floats;
  const auto sum_of_eight = [&]<typename T>(T, const float* column) {
    const auto at = [&](int64_t r) { return static_cast<T>(column[r * row_step]); };
    return ((at(0) + at(1)) + (at(2) + at(3))) + ((at(4) + at(5)) + (at(6) + at(7)));
  };
  const auto add_column = [&](const float* column, double* sum) {
    const float eight = sum_of_eight(0.0F, column);
    // x - x is 0 for a finite x, and NaN for any other.
    *sum += eight - eight == 0 ? eight : sum_of_eight(0.0, column);
  };
  const auto add_vector = [](Floats eight, double* four_sums) {
    const Doubles low = LoadPair(four_sums) + vector_math::LowDoubles(eight);
    const Doubles high = LoadPair(four_sums + 2) + vector_math::HighDoubles(eight);
    std::memcpy(four_sums, &low, sizeof(low));
    std::memcpy(four_sums + 2, &high, sizeof(high));
  };
  const int64_t added = rows / 8 * 8;
  for (int64_t r = 0; r < added; r += 8, in += 8 * row_step) {
    int64_t i = 0;
    for (; i + 8 <= columns; i += 8) {
      const Floats a = SumOfEightVectors(in + i, row_step);
      const Floats b = SumOfEightVectors(in + i + 4, row_step);
      if (vector_math::Any((a - a) + (b - b) != Floats{})) {
        for (int64_t j = i; j < i + 8; ++j) add_column(in + j, sums + j);
        continue;
      }
      add_vector(a, sums + i);
      add_vector(b, sums + i + 4);
    }
    for (; i < columns; ++i) add_column(in + i, sums + i);
  }
  return added;
}

// The kind of extreme that a functor finds, if any.
enum class Extreme { kNone, kLargest, kSmallest };
template <typename Functor>
inline constexpr Extreme kExtremeOf = [] {
  if constexpr (requires { Functor::kExtreme; }) return Functor::kExtreme;
  return Extreme::kNone;
}();

// The better of two floats, and one of them if they are equal zeros or if one is a NaN.
template <Extreme kExtreme>
vector_math::Floats Better(vector_math::Floats a, vector_math::Floats b) {
  if constexpr (kExtreme == Extreme::kLargest) return vector_math::PickLarger(a, b);
  return vector_math::PickSmaller(a, b);
}

// The larger or smaller of two floats: the first NaN of them, and -0 < +0. Comparisons find zeros
// equal, and the bits of equal floats differ in the signs of zeros only.
template <Extreme kExtreme>
vector_math::Floats ExtremeOfTwo(vector_math::Floats a, vector_math::Floats b) {
  using vector_math::Bits, vector_math::Ints;
  const Ints picked = Bits(Better<kExtreme>(b, a));  // b where either is a NaN
  const Ints equal = a == b;
  const Ints extreme =
      kExtreme == Extreme::kLargest ? picked & (Bits(a) | ~equal) : picked | (Bits(a) & equal);
  return vector_math::Select(a != a, a, vector_math::FromBits(extreme));
}

// The extremes of eight vectors that are `step` floats apart, and their sums. A sum is a NaN if one
// of its numbers is, and now and then for another reason, such as infinities of both signs: there,
// slower code decides.
template <Extreme kExtreme>
struct ExtremesOfEight {
  vector_math::Floats extreme, sum;

  ExtremesOfEight(const float* in, int64_t step) {
    const float* const next = in + 4 * step;
    const vector_math::Floats v[] = {LoadFloats(in),
                                     LoadFloats(in + step),
                                     LoadFloats(in + 2 * step),
                                     LoadFloats(in + 3 * step),
                                     LoadFloats(next),
                                     LoadFloats(next + step),
                                     LoadFloats(next + 2 * step),
                                     LoadFloats(next + 3 * step)};
    const auto better = Better<kExtreme>;
    extreme = better(better(better(v[0], v[1]), better(v[2], v[3])),
                     better(better(v[4], v[5]), better(v[6], v[7])));
    sum = ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7]));
  }
};

// The largest or smallest of some floats, in four parts.
template <Extreme kExtreme>
struct ExtremeOfFloats {
  static constexpr float kWorst = kExtreme == Extreme::kLargest
                                      ? -std::numeric_limits<float>::infinity()
                                      : std::numeric_limits<float>::infinity();
  vector_math::Floats best = {kWorst, kWorst, kWorst, kWorst};
  vector_math::Floats sum = {};  // a NaN if one of the floats is; see ExtremesOfEight

  // Takes a multiple of 32 elements.
  [[gnu::noinline]] void Add(const float* in, int64_t count) {
    vector_math::Floats a = best, b = sum;
    for (int64_t i = 0; i < count; i += 32) {
      const ExtremesOfEight<kExtreme> eight(in + i, 4);
      a = Better<kExtreme>(a, eight.extreme);
      b += eight.sum;
    }
    best = a;
    sum = b;
  }
  void Take(vector_math::Floats four) {
    best = Better<kExtreme>(best, four);
    sum += four;
  }
};

// Ends with the largest or smallest of a run of at least four floats, after the first `done` of
// them. Returns the number of folded elements: none if there may be a NaN, because the first NaN
// counts.
template <Extreme kExtreme>
[[gnu::noinline]] int64_t EndExtreme(ExtremeOfFloats<kExtreme> fold, int64_t done, float* value,
                                     const float* in, int64_t count) {
  using vector_math::Floats;
  for (; done + 4 <= count; done += 4) fold.Take(LoadFloats(in + done));
  // An element may count twice: the last vector of 38 floats begins at 34.
  fold.Take(LoadFloats(in + count - 4));
  if (vector_math::Any(fold.sum != fold.sum)) return 0;
  const Floats best = fold.best;
  const Floats two = Better<kExtreme>(best, __builtin_shufflevector(best, best, 2, 3, 0, 1));
  *value = Better<kExtreme>(two, __builtin_shufflevector(two, two, 1, 0, 3, 2))[0];
  if (*value == 0) {
    // Comparisons do not see that -0 is less than +0.
    constexpr float kWinner = kExtreme == Extreme::kLargest ? 0.0F : -0.0F;
    bool found = false;
    for (int64_t j = 0; j < count; ++j) {
      found |= __builtin_bit_cast(int32_t, in[j]) == __builtin_bit_cast(int32_t, kWinner);
    }
    *value = found ? kWinner : -kWinner;
  }
  return count;
}

// The largest or smallest of at least four floats. Returns the number of folded elements: none if
// there may be a NaN.
template <Extreme kExtreme>
[[gnu::noinline]] int64_t FoldExtreme(float* value, const float* in, int64_t count) {
  ExtremeOfFloats<kExtreme> fold;
  int64_t done = count / 32 * 32;
  if (count < kStreamedRun) {
    fold.Add(in, done);
  } else {
    ExtremeOfFloats<kExtreme> parts[kStreams];
    const int64_t part = done / (kStreams * 32) * 32;
    FoldStreams(in, part, part, parts);
    for (const ExtremeOfFloats<kExtreme>& other : parts) {
      fold.best = Better<kExtreme>(fold.best, other.best);
      fold.sum += other.sum;
    }
    done = kStreams * part;
  }
  return EndExtreme(fold, done, value, in, count);
}

// Folds eight rows of floats into as many values as they have columns. Calls apply(value, element)
// for the elements of a column with a NaN.
template <Extreme kExtreme, typename Apply>
void FoldExtremesOfEightRows(float* values, const float* in, int64_t row_step, int64_t columns,
                             const Apply& apply) {
  using vector_math::Floats, vector_math::Ints;
  const auto one_by_one = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      for (int64_t r = 0; r < 8; ++r) values[i] = apply(values[i], in[r * row_step + i]);
    }
  };
  int64_t i = 0;
  for (; i + 4 <= columns; i += 4) {
    const Floats before = LoadFloats(values + i);
    const ExtremesOfEight<kExtreme> eight(in + i, row_step);
    Floats best = Better<kExtreme>(before, eight.extreme);
    const Floats sum = before + eight.sum;
    if (vector_math::Any((sum != sum) | (best == Floats{}))) {
      if (vector_math::Any(sum != sum)) {
        one_by_one(i, i + 4);
        continue;
      }
      // If the largest element of a column is zero, every sign bit is set unless there is a +0. If
      // the smallest is zero, no sign bit is set unless there is a -0.
      Ints signs = vector_math::Bits(before);
      for (int64_t r = 0; r < 8; ++r) {
        const Ints bits = vector_math::Bits(LoadFloats(in + r * row_step + i));
        signs = kExtreme == Extreme::kLargest ? signs & bits : signs | bits;
      }
      const Floats zero = vector_math::FromBits(signs & vector_math::Bits(Floats{} * -1.0F));
      best = vector_math::Select(best == Floats{}, zero, best);
    }
    std::memcpy(values + i, &best, sizeof(best));
  }
  one_by_one(i, columns);
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_FOLD_RUNS_H_
