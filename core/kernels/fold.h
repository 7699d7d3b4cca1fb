// Folding runs of elements into an accumulator.
#ifndef HLOOM_KERNELS_FOLD_H_
#define HLOOM_KERNELS_FOLD_H_

#include <cstddef>
#include <cstdint>

#include "shape/primitive_type.h"

namespace hloom {

// Applies a computation of just one operation for Reduce and similar operations. Elements are of a
// compute type. Accumulators may be wider than elements; several are contiguous, aligned to 16
// bytes. If the operation `rounds_once`, a call may take its elements in any order that depends
// only on their number.
struct FoldKernel {
  // The most room that an accumulator takes, that of a C128.
  static constexpr int64_t kAccumulatorBytes = 16;
  // Folds runs of elements, each into its own accumulator. Steps are in elements.
  struct Runs {
    int64_t runs, run_step;
    int64_t count, step;
  };
  void (*fold_runs)(PrimitiveType type, std::byte* accumulators, const std::byte* data,
                    const Runs& runs);
  // Folds rows of elements into accumulators, one for each column, row after row. They do not
  // overlap.
  struct Rows {
    int64_t rows, row_step;
    int64_t columns, step;
  };
  void (*fold_rows)(PrimitiveType type, std::byte* accumulators, const std::byte* data,
                    const Rows& rows);
  // Folds `count` elements into one accumulator, and writes its value after each of them. If it
  // `scans_alone`, null for `out` leaves out the results, which must not overlap the elements.
  void (*scan)(PrimitiveType type, std::byte* accumulator, const std::byte* data, int64_t step,
               std::byte* out, int64_t out_step, int64_t count);
  // Applies the operation to many accumulators, rounding each time: the accumulator of each row and
  // column, an element, becomes op(accumulator, value). Accumulators and values must not overlap.
  struct Block {
    int64_t rows, accumulator_row_step, value_row_step;
    int64_t columns, accumulator_step, value_step;
  };
  void (*combine)(PrimitiveType type, std::byte* accumulators, const std::byte* values,
                  const Block& block);
  // True if folding in a wider type and rounding once at the end, in any order, is the operation's
  // meaning: sums, and operations that never round. A product rounds at each application.
  bool rounds_once = true;
  // The operation never rounds, for any type: maxima, bits.
  bool exact = false;
  // Folding a value again changes nothing: maxima, and, or.
  bool repeatable = false;
  // F32 and C64 accumulate in double.
  bool widens = false;
  // Scans of F32 fold the elements by themselves, and then into the accumulator.
  bool scans_alone = false;
  // The cost of an application in additions, if it `rounds_once`.
  int64_t work = 1;

  // The type of the accumulators of elements of a compute type. An accumulator is folded into
  // another one as an element of that type.
  PrimitiveType AccumulatorType(PrimitiveType type) const {
    return !widens ? type : type == F32 ? F64 : type == C64 ? C128 : type;
  }
};

// True if no application rounds, so that elements may be folded in groups.
inline bool FoldsExactly(const FoldKernel& fold, PrimitiveType type) {
  return fold.exact || (fold.widens && IsIntegralType(type));
}

// The cost of an application at worst, in additions: products of numbers near zero take long, and a
// product of complex numbers is four of them, with a check for NaNs.
inline int64_t FoldWork(const FoldKernel& fold, PrimitiveType compute_type) {
  if (fold.rounds_once) return fold.work;
  return IsComplexType(compute_type) ? 16 : IsFloatingPointType(compute_type) ? 4 : 1;
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_FOLD_H_
