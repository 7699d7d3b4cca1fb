// Packing: factors of a product are copied into panels, in the order in which tiles read them.
#ifndef HLOOM_KERNELS_CONTRACTIONS_PACKING_H_
#define HLOOM_KERNELS_CONTRACTIONS_PACKING_H_

#include <cstddef>
#include <cstdint>

#include "kernels/contractions/gemm_problem.h"

namespace hloom {

// Writes panels of `panel` elements of the kept dimension, one after the other: [depth][panel]
// each, filled up with zeros. Int16 are stored in pairs: [depth / 2][panel][2], the last of which
// is 0 if the depth is odd.
class Packer {
 public:
  Packer(const Factor& factor, LaneKind lane, int64_t panel);

  int64_t panel() const { return panel_; }
  // The depth of `steps` steps of a tile, and the reverse.
  int64_t Depth(int64_t steps) const { return pairs_ ? 2 * steps : steps; }
  int64_t Steps(int64_t depth) const { return pairs_ ? (depth + 1) / 2 : depth; }
  // Bytes of one element in one step.
  int64_t width() const { return width_; }
  // The packed bytes of `kept` elements over a depth.
  int64_t Bytes(int64_t kept, int64_t depth) const;
  // `data` is the factor's element 0.
  void Pack(const std::byte* data, const FactorBlock& block, std::byte* to) const;

 private:
  void PackStaged(const std::byte* data, const FactorBlock& block, std::byte* to) const;
  void StageAlongDepth(const std::byte* data, const FactorBlock& block, std::byte* stage) const;
  void StageAlongKept(const std::byte* data, const FactorBlock& block, std::byte* stage) const;

  const Factor& factor_;
  const int64_t panel_;
  const bool pairs_;
  const int64_t width_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_PACKING_H_
