// Folding runs of elements into an accumulator.
#ifndef HLOOM_KERNELS_FOLD_H_
#define HLOOM_KERNELS_FOLD_H_

#include <cstddef>
#include <cstdint>

#include "shape/primitive_type.h"

namespace hloom {

// How Reduce and its like apply a computation that is just one operation. Elements are of a compute
// type. Accumulators may be wider than elements; several lie one after the other, aligned to 16
// bytes.
struct FoldKernel {
  // The most room that an accumulator takes, that of a C128.
  static constexpr int64_t kAccumulatorBytes = 16;
  // `count` accumulators begin with the element `init`.
  void (*begin)(PrimitiveType type, const std::byte* init, std::byte* accumulators, int64_t count);
  // Folds `count` elements into one accumulator, one after the other. Steps are in elements.
  void (*fold)(PrimitiveType type, std::byte* accumulator, const std::byte* data, int64_t step,
               int64_t count);
  // Folds an element into each of `count` accumulators.
  void (*fold_each)(PrimitiveType type, std::byte* accumulators, const std::byte* data,
                    int64_t step, int64_t count);
  // Gives the `count` elements that accumulators have become.
  void (*end)(PrimitiveType type, const std::byte* accumulators, std::byte* out, int64_t count);
  // Applies the operation to many accumulators at once, rounding each time: the accumulator of each
  // row and column, an element, becomes op(accumulator, value). Accumulators and values do not
  // overlap.
  struct Block {
    int64_t rows, accumulator_row_step, value_row_step;
    int64_t columns, accumulator_step, value_step;
  };
  void (*combine)(PrimitiveType type, std::byte* accumulators, const std::byte* values,
                  const Block& block);
  // Folding in a wider type and rounding once at the end is what the operation means: sums, and
  // operations that never round. A product rounds at each application.
  bool rounds_once = true;
  // The operation never rounds, whatever the type: maxima, bits.
  bool exact = false;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_FOLD_H_
