// Dimension numbers: counted from the end when negative, as in Python, and the letters that two-,
// three- and four-dimensional arrays' dimensions go by. The source is XLA's page "Shapes and
// Layout", "Terminology, notation, and conventions".
#ifndef HLOOM_SHAPE_DIMENSION_NUMBER_H_
#define HLOOM_SHAPE_DIMENSION_NUMBER_H_

#include <cstdint>

#include "base/status.h"

namespace hloom {

// 0..rank-1 for a number in -rank..rank-1: -1 is the last dimension. shape.c7: it is in that range.
StatusOr<int64_t> ResolveDimensionNumber(int64_t dimension, int64_t rank);

//   rank 2:  0 y   1 x
//   rank 3:  0 z   1 y   2 x
//   rank 4:  0 p   1 z   2 y   3 x
// Other ranks have no letters (shape.c8). Negative numbers count from the end.
StatusOr<char> DimensionLetter(int64_t dimension, int64_t rank);
// The dimension of that letter; shape.c8: an array of the rank has it.
StatusOr<int64_t> DimensionOfLetter(char letter, int64_t rank);

}  // namespace hloom

#endif  // HLOOM_SHAPE_DIMENSION_NUMBER_H_
