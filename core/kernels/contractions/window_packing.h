// Packing of a convolution's windows, straight from its input.
#ifndef HLOOM_KERNELS_CONTRACTIONS_WINDOW_PACKING_H_
#define HLOOM_KERNELS_CONTRACTIONS_WINDOW_PACKING_H_

#include <cstddef>
#include <cstdint>

#include "kernels/contractions/gemm_problem.h"

namespace hloom {

struct WindowPanels {
  int64_t width;  // in windows
  int64_t bytes;  // from one panel to the next
  bool pairs;     // of int16
};

// Does what Packer::Pack does, for a factor that has windows.
void PackWindows(const Factor& factor, const WindowPanels& panels, const std::byte* data,
                 const FactorBlock& block, std::byte* to);

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_WINDOW_PACKING_H_
