// Folding runs of elements into an accumulator.
#ifndef HLOOM_KERNELS_FOLD_H_
#define HLOOM_KERNELS_FOLD_H_

#include <cstddef>
#include <cstdint>

#include "shape/primitive_type.h"

namespace hloom {

// How Reduce and its like apply a computation that is just one operation.
struct FoldKernel {
  // The accumulator's room: one element, the widest being C128.
  struct Accumulator {
    alignas(16) std::byte bytes[16];
  };
  void (*begin)(PrimitiveType type, const std::byte* init, Accumulator& accumulator);
  void (*fold)(PrimitiveType type, Accumulator& accumulator, const std::byte* data, int64_t stride,
               int64_t count);
  void (*end)(PrimitiveType type, const Accumulator& accumulator, std::byte* out);
  // Applies the operation to many accumulators at once, rounding each time: the accumulator of each
  // row and column becomes op(accumulator, value). Steps are in elements. Accumulators and values
  // do not overlap.
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
