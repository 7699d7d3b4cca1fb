// The properties of an XLA layout other than the order of the dimensions: tiling and memory spaces
// of other machines. They change neither a value nor its place in hloom's memory. They are kept so
// that text and bytes round-trip.
#ifndef HLOOM_SHAPE_LAYOUT_PROPERTIES_H_
#define HLOOM_SHAPE_LAYOUT_PROPERTIES_H_

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "shape/primitive_type.h"

namespace hloom {

struct LayoutProperties {
  // A tile size that means "*": the dimension is merged into the next one.
  static constexpr int64_t kCombineDimension = std::numeric_limits<int64_t>::min();
  // A dimension that is split at some indices, the parts in different memories.
  struct Split {
    int64_t dimension = 0;
    std::vector<int64_t> indices;
    friend bool operator==(const Split&, const Split&) = default;
  };

  std::vector<std::vector<int64_t>> tiles;              // T(8,128)(2,1)
  int64_t tail_padding_alignment = 1;                   // L(1024), in elements
  PrimitiveType index_type = PRIMITIVE_TYPE_INVALID;    // #(u32)
  PrimitiveType pointer_type = PRIMITIVE_TYPE_INVALID;  // *(u32)
  int64_t element_size_in_bits = 0;                     // E(4); 0: the type's own
  int64_t memory_space = 0;                             // S(1)
  std::vector<Split> splits;                            // SC(0:512)
  int64_t dynamic_shape_metadata_prefix_bytes = 0;      // M(1024)

  friend bool operator==(const LayoutProperties&, const LayoutProperties&) = default;

  // The properties as written after the ':' of a layout, "T(8,128)S(1)"; empty if none is set.
  std::string ToString() const;
};

}  // namespace hloom

#endif  // HLOOM_SHAPE_LAYOUT_PROPERTIES_H_
