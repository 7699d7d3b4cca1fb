// Vectors of indices, the places of gather's and scatter's windows in an array.
#ifndef HLOOM_KERNELS_INDEXING_INDEX_VECTORS_H_
#define HLOOM_KERNELS_INDEXING_INDEX_VECTORS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/span.h"
#include "shape/primitive_type.h"

namespace hloom {

// Reads elements of an integer type as the nearest int64; a U64 beyond int64 exceeds all sizes.
// Reads `count` of them from element `first` on, at each of the offsets, or without offsets at each
// multiple of `stride`.
using IndexFunction = void (*)(const std::byte* data, int64_t first, const int64_t* offsets,
                               int64_t stride, int64_t count, int64_t* values);
IndexFunction IndexFunctionOf(PrimitiveType type);

// The places of an array's elements, in the row-major order of their indices.
//
//   OffsetWalk({2,3}, {10,2})   0 2 4 10 12 14
class OffsetWalk {
 public:
  // No size is 0.
  OffsetWalk(Span<const int64_t> sizes, Span<const int64_t> strides);

  // Writes the offsets of `count` elements, from element `begin` on. It allocates nothing.
  void Take(int64_t begin, int64_t count, int64_t* offsets) const;
  // True if all elements are equally far apart; stride() is the distance.
  bool even() const { return loops_.size() <= 1; }
  int64_t stride() const { return loops_.empty() ? 0 : loops_[0].stride; }

 private:
  struct Loop {
    int64_t size, stride;
  };
  // The loops from the outermost to the innermost. Neighbors that are one walk are merged.
  std::vector<Loop> loops_;
};

// Index vectors in the row-major order of the dimensions that count them. Five vectors of two
// components in s32[5,2] are:
//
//   sizes {5}, strides {2}, components {{offset 0, dimension 0}, {offset 1, dimension 1}}
struct IndexVectors {
  struct Component {
    int64_t offset = 0;  // in elements, behind the first component
    // If not -1, the component is not stored: it is the vector's place along that one of `sizes`.
    int64_t along = -1;
    size_t dimension = 0;  // of the array that has windows, along which it counts
  };
  const std::byte* data = nullptr;  // for callers that do not pass it to each run
  PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
  std::vector<int64_t> sizes, strides;
  std::vector<Component> components;
};

// Reads index vectors; see IndexVectors.
class IndexReader {
 public:
  // The maximum number of vectors that are read at a time, so that the results stay in the nearest
  // cache.
  static constexpr int64_t kBlock = 256;

  // There must be at least one vector.
  explicit IndexReader(const IndexVectors& vectors);

  // The number of vectors.
  int64_t count() const { return count_; }
  // Reads component `c` of `count` vectors from vector `begin` on, of those stored at `data`. A
  // number beyond int64 becomes the maximum int64.
  void Read(const std::byte* data, size_t c, int64_t begin, int64_t count, int64_t* values) const;

 private:
  struct Source {
    int64_t offset;
    OffsetWalk walk;
    bool stored;
  };
  IndexFunction read_;
  int64_t count_ = 1;
  std::vector<Source> sources_;  // of each component
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_INDEXING_INDEX_VECTORS_H_
