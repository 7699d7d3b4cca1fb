// A computation of scalars on whole arrays.
#ifndef HLOOM_KERNELS_MAP_H_
#define HLOOM_KERNELS_MAP_H_

#include <cstdint>
#include <vector>

#include "kernels/kernel.h"

namespace hloom {

// The arrays that a computation goes through element by element. Strides are in elements, one for
// each of `sizes`; the order in which memory is walked is that of `sizes`, the first one outermost.
struct MapArrays {
  struct Operand {
    const std::byte* data = nullptr;
    int64_t width = 0;  // bytes of an element
    std::vector<int64_t> strides;
    bool scalar = false;  // one element, used with every element of the others
  };

  size_t computation = 0;  // among the operation's computations
  std::vector<int64_t> sizes;
  std::vector<Operand> operands;
  // It may be the memory of an operand that is not a scalar, with elements of the same width and
  // the same strides.
  std::byte* result = nullptr;
  int64_t width = 0;
  std::vector<int64_t> strides;
};

// result[i] = computation(operands[0][i], operands[1][i], ...) for every index i.
Kernel MapElements(MapArrays arrays);

}  // namespace hloom

#endif  // HLOOM_KERNELS_MAP_H_
