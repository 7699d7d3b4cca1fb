// The padding of arrays in memory.
#ifndef HLOOM_LITERAL_PADDING_H_
#define HLOOM_LITERAL_PADDING_H_

#include <cstddef>

#include "kernels/kernel.h"
#include "shape/shape.h"

namespace hloom {

// Writes the layout's padding value to every place without an element in `data`, the memory of an
// array of that shape. [2 x 3] in {0,1} padded to [3,5] with ZERO_PAD:
//   a d 0 b e 0 c f 0 0 0 0 0 0 0
void FillPadding(const Shape& shape, std::byte* data);
// The same as a kernel. A small array is filled immediately.
Kernel FillPaddingInTasks(const Shape& shape, std::byte* data);

}  // namespace hloom

#endif  // HLOOM_LITERAL_PADDING_H_
