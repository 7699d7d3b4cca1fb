#include "ops/indexing/window_indices_eval.h"

#include <algorithm>

#include "shape/index_util.h"

namespace hloom {

IndexVectors IndexVectorsOf(const WindowMapping& mapping, const Shape& shape,
                            const std::vector<int64_t>& sizes) {
  const std::vector<int64_t> strides = IndexUtil::Strides(shape);
  const std::vector<int64_t> dims = mapping.IndicesDims(shape.rank());
  const int64_t apart = mapping.index_vector_dim == shape.rank()
                            ? 0
                            : strides[static_cast<size_t>(mapping.index_vector_dim)];
  IndexVectors vectors = {.type = shape.element_type(),
                          .sizes = sizes,
                          .strides = Selected(strides, dims),
                          .components = {}};
  int64_t offset = 0;
  for (const int64_t d : mapping.index_map.dims) {
    vectors.components.push_back({.offset = offset, .dimension = static_cast<size_t>(d)});
    offset += apart;
  }
  for (size_t i = 0; i < mapping.operand_batching.dims.size(); ++i) {
    const auto along = std::find(dims.begin(), dims.end(), mapping.indices_batching.dims[i]);
    vectors.components.push_back(
        {.along = along - dims.begin(),
         .dimension = static_cast<size_t>(mapping.operand_batching.dims[i])});
  }
  return vectors;
}

}  // namespace hloom
