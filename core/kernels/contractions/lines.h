// Lines of a matrix, taken together with a vector.
#ifndef HLOOM_KERNELS_CONTRACTIONS_LINES_H_
#define HLOOM_KERNELS_CONTRACTIONS_LINES_H_

#include <cstddef>
#include <cstdint>

#include "kernels/contractions/lanes.h"

namespace hloom {

// Lines of neighbors, `step` elements apart.
struct Lines {
  const std::byte* data;
  int64_t step;
  int64_t count;
  int64_t length;
};

// The loops over lines, in the type of a lane. The sums of pairs of int16 are int32, and use the
// loops of int32.
struct LineLoops {
  // sums[i] += sum over j of line i's element j times x[j]
  void (*dot)(const Lines& lines, const std::byte* x, std::byte* sums);
  // sums[j] += sum over i of line i's element j times x[i]
  void (*add)(const Lines& lines, const std::byte* x, std::byte* sums);
  // sums[j] += more[j]
  void (*add_sums)(std::byte* sums, const std::byte* more, int64_t count);
};
const LineLoops& LineLoopsOf(LaneKind kind);

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_LINES_H_
