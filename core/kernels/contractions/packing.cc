#include "kernels/contractions/packing.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "kernels/contractions/window_packing.h"
#include "kernels/transpose_words.h"

namespace hloom {

namespace {

// Elements that are converted, or gathered from many places, are packed from this stage in the
// nearest cache.
constexpr int64_t kPackingStageBytes = 1 << 13;
// The bytes of neighbors that are converted at a time.
constexpr int64_t kStageLine = 1 << 9;

// A plane of elements to be packed. Steps are in elements.
struct Plane {
  int64_t kept, kept_step;
  int64_t depth, depth_step;
};

// Packs the lines of a panel element by element, or some elements that are left over.
template <typename T>
void PackLinesOfPacking(const Plane& plane, const T* from, int64_t kept, int64_t depth_begin,
                        int64_t panel, T* to) {
  for (int64_t i = 0; i < panel; ++i) {
    const T* const line = from + i * plane.kept_step;
    if (i >= kept) {
      for (int64_t d = depth_begin; d < plane.depth; ++d) to[d * panel + i] = T{};
      continue;
    }
    for (int64_t d = depth_begin; d < plane.depth; ++d) {
      to[d * panel + i] = line[d * plane.depth_step];
    }
  }
}

// The number of elements in a vector.
template <typename T>
constexpr ptrdiff_t kLanesOf = 16 / static_cast<ptrdiff_t>(sizeof(T));

template <typename T>
void MoveVector(const T* from, T* to) {
  std::memcpy(to, from, 16);
}

// Packs four panels of neighboring elements at a time: of rows that are far apart, each cache line
// is read only once. A panel is kVectors wide. Returns the number of packed elements of each row.
template <typename T, int kVectors>
int64_t PackNeighbours(const Plane& plane, const T* data, int64_t panel_bytes, std::byte* out) {
  constexpr ptrdiff_t kLanes = kLanesOf<T>;
  constexpr ptrdiff_t kPanel = kVectors * kLanes;
  const ptrdiff_t apart = static_cast<ptrdiff_t>(panel_bytes) / static_cast<ptrdiff_t>(sizeof(T));
  const ptrdiff_t step = static_cast<ptrdiff_t>(plane.depth_step);
  int64_t first = 0;
  for (; first + 4 * kPanel <= plane.kept; first += 4 * kPanel) {
    const T* from = data + first;
    T* to0 = reinterpret_cast<T*>(out + first / kPanel * panel_bytes);
    T* to1 = to0 + apart;
    T* to2 = to1 + apart;
    T* to3 = to2 + apart;
    const auto copy = [&](T*& to) {
      for (int i = 0; i < kVectors; ++i, from += kLanes, to += kLanes) {
        MoveVector(from, to);
      }
    };
    for (ptrdiff_t d = static_cast<ptrdiff_t>(plane.depth); d > 0; --d) {
      copy(to0);
      copy(to1);
      copy(to2);
      copy(to3);
      from += step - 4 * kPanel;
    }
  }
  return first;
}

// Packs one panel of elements that are neighbors, the last of which may be a vector short.
template <typename T>
void PackPanelOfPacking(const Plane& plane, const T* from, bool whole, bool wide, T* to) {
  constexpr ptrdiff_t kLanes = kLanesOf<T>;
  const ptrdiff_t step = static_cast<ptrdiff_t>(plane.depth_step);
  for (ptrdiff_t d = static_cast<ptrdiff_t>(plane.depth); d > 0; --d, from += step) {
    MoveVector(from, to);
    to += kLanes;
    if (!wide) continue;
    if (whole) {
      MoveVector(from + kLanes, to);
    } else {
      std::memset(to, 0, 16);
    }
    to += kLanes;
  }
}

// Packs a panel of rows whose elements are neighbors in the depth, in whole squares. Returns the
// packed depth.
template <typename T>
int64_t PackSquares(const Plane& plane, const T* from, int64_t panel, T* to) {
  constexpr ptrdiff_t kLanes = kLanesOf<T>;
  const ptrdiff_t line = static_cast<ptrdiff_t>(plane.kept_step);
  const ptrdiff_t width = static_cast<ptrdiff_t>(panel);
  const ptrdiff_t depth = static_cast<ptrdiff_t>(plane.depth) / kLanes * kLanes;
  for (ptrdiff_t i = 0; i < width; i += kLanes) {
    const T* corner = from + i * line;
    T* at = to + i;
    for (ptrdiff_t d = depth; d > 0; d -= kLanes, corner += kLanes, at += kLanes * width) {
      TransposeWords(corner, line, at, width);
    }
  }
  return depth;
}

template <typename T>
void PackPlane(const Plane& plane, const std::byte* data, int64_t panel, int64_t panel_bytes,
               std::byte* out) {
  constexpr ptrdiff_t kLanes = kLanesOf<T>;
  const bool wide = panel > kLanes;
  const T* const elements = reinterpret_cast<const T*>(data);
  int64_t first = 0;
  if (plane.kept_step == 1) {
    const auto pack = wide ? PackNeighbours<T, 2> : PackNeighbours<T, 1>;
    first = pack(plane, elements, panel_bytes, out);
    out += first / panel * panel_bytes;
  }
  for (; first < plane.kept; first += panel, out += panel_bytes) {
    const T* const from = elements + first * plane.kept_step;
    T* const to = reinterpret_cast<T*>(out);
    const int64_t kept = std::min(panel, plane.kept - first);
    if (plane.kept_step == 1 && (kept == panel || kept == kLanes)) {
      PackPanelOfPacking(plane, from, kept == panel, wide, to);
      continue;
    }
    int64_t d = 0;
    if constexpr (kLanes > 1) {
      if (kept == panel && plane.depth_step == 1) d = PackSquares(plane, from, panel, to);
    }
    PackLinesOfPacking(plane, from, kept, d, panel, to);
  }
}

void PackPlaneOf(int64_t width, const Plane& plane, const std::byte* data, int64_t panel,
                 int64_t panel_bytes, std::byte* to) {
  const auto pack = width == 4   ? PackPlane<uint32_t>
                    : width == 8 ? PackPlane<uint64_t>
                                 : PackPlane<WideElement>;
  pack(plane, data, panel, panel_bytes, to);
}

}  // namespace

Packer::Packer(const Factor& factor, LaneKind lane, int64_t panel)
    : factor_(factor),
      panel_(panel),
      pairs_(lane == LaneKind::kInt16Pair),
      width_(pairs_ ? 2 * factor.loaded_width : factor.loaded_width) {}

int64_t Packer::Bytes(int64_t kept, int64_t depth) const {
  return TaskCount(kept, panel_) * panel_ * Steps(depth) * width_;
}

void Packer::Pack(const std::byte* data, const FactorBlock& block, std::byte* to) const {
  const int64_t panel_bytes = Bytes(1, block.depth_end - block.depth_begin);
  const int64_t kept_count = block.kept_end - block.kept_begin;
  if (factor_.windows != nullptr) {
    return PackWindows(factor_, {panel_, panel_bytes, pairs_}, data, block, to);
  }
  if (!factor_.plain || !factor_.kept.is_even()) return PackStaged(data, block, to);
  data += block.kept_begin * factor_.kept.step() * width_;
  factor_.depth.ForEachRun(
      block.depth_begin, block.depth_end, [&](int64_t place, int64_t step, int64_t count) {
        const Plane plane = {kept_count, factor_.kept.step(), count, step};
        PackPlaneOf(width_, plane, data + place * width_, panel_, panel_bytes, to);
        to += count * panel_ * width_;
      });
}

void Packer::PackStaged(const std::byte* data, const FactorBlock& block, std::byte* to) const {
  alignas(16) std::byte stage[kPackingStageBytes];
  const int64_t depth = block.depth_end - block.depth_begin;
  const int64_t panel_bytes = Bytes(1, depth);
  // A stage has whole panels, and an even depth.
  const bool along_depth = std::abs(factor_.depth.step()) < std::abs(factor_.kept.step());
  const int64_t line = kStageLine / width_;
  const int64_t lines = kPackingStageBytes / kStageLine;
  const int64_t kept_each = along_depth ? lines : line;
  const int64_t steps_each = along_depth ? line : lines;
  const int64_t depth_each = pairs_ ? 2 * steps_each : steps_each;
  for (int64_t kept = block.kept_begin; kept < block.kept_end; kept += kept_each) {
    for (int64_t begin = block.depth_begin; begin < block.depth_end; begin += depth_each) {
      const FactorBlock part = {kept, std::min(kept + kept_each, block.kept_end), begin,
                                std::min(begin + depth_each, block.depth_end)};
      Plane plane = {part.kept_end - kept, 1, Steps(part.depth_end - begin), 1};
      if (along_depth) {
        StageAlongDepth(data, part, stage);
        plane.kept_step = line;
      } else {
        StageAlongKept(data, part, stage);
        plane.depth_step = line;
      }
      PackPlaneOf(width_, plane, stage, panel_, panel_bytes,
                  to + (kept - block.kept_begin) / panel_ * panel_bytes +
                      Steps(begin - block.depth_begin) * panel_ * width_);
    }
  }
}

// Writes a line for each element of the kept dimension.
void Packer::StageAlongDepth(const std::byte* data, const FactorBlock& block,
                             std::byte* stage) const {
  const int64_t depth = block.depth_end - block.depth_begin;
  for (int64_t i = block.kept_begin; i < block.kept_end; ++i, stage += kStageLine) {
    const std::byte* const from = data + factor_.kept.At(i) * factor_.width;
    factor_.LoadLine(factor_.depth, block.depth_begin, block.depth_end, from, stage);
    if (pairs_ && depth % 2 != 0) {
      std::fill_n(stage + depth * factor_.loaded_width, factor_.loaded_width, std::byte{0});
    }
  }
}

// Writes a line for each element of the depth, or for a pair of them.
void Packer::StageAlongKept(const std::byte* data, const FactorBlock& block,
                            std::byte* stage) const {
  const auto load = [&](int64_t d, std::byte* to) {
    const std::byte* const from = data + factor_.depth.At(d) * factor_.width;
    factor_.LoadLine(factor_.kept, block.kept_begin, block.kept_end, from, to);
  };
  alignas(16) uint16_t pair[2][kStageLine / 4] = {};
  for (int64_t d = block.depth_begin; d < block.depth_end; ++d, stage += kStageLine) {
    if (!pairs_) {
      load(d, stage);
      continue;
    }
    load(d++, reinterpret_cast<std::byte*>(pair[0]));
    if (d < block.depth_end) {
      load(d, reinterpret_cast<std::byte*>(pair[1]));
    } else {
      std::fill_n(pair[1], std::size(pair[1]), uint16_t{0});
    }
    uint32_t* const to = reinterpret_cast<uint32_t*>(stage);
    for (int64_t i = 0; i < block.kept_end - block.kept_begin; ++i) {
      to[i] = pair[0][i] | static_cast<uint32_t>(pair[1][i]) << 16;
    }
  }
}

}  // namespace hloom
