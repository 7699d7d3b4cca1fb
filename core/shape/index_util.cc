#include "shape/index_util.h"

namespace hloom {

namespace {
Span<const int64_t> StoredSizes(const Shape& shape) {
  const Span<const int64_t> padded = shape.layout().padded_dimensions();
  return padded.empty() ? shape.dimensions() : padded;
}
}  // namespace

std::vector<int64_t> IndexUtil::Strides(const Shape& shape) {
  std::vector<int64_t> strides(static_cast<size_t>(shape.rank()));
  const Span<const int64_t> sizes = StoredSizes(shape);
  // Unsigned, because an array with a size of 0 may have any other sizes; its strides are never
  // used.
  uint64_t stride = 1;
  for (int64_t dimension : shape.layout().minor_to_major()) {
    strides[static_cast<size_t>(dimension)] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(sizes[static_cast<size_t>(dimension)]);
  }
  return strides;
}

int64_t IndexUtil::MultidimensionalIndexToLinearIndex(const Shape& shape,
                                                      Span<const int64_t> index) {
  const std::vector<int64_t> strides = Strides(shape);
  int64_t linear = 0;
  for (size_t i = 0; i < index.size(); ++i) linear += index[i] * strides[i];
  return linear;
}

std::vector<int64_t> IndexUtil::LinearIndexToMultidimensionalIndex(const Shape& shape,
                                                                   int64_t linear) {
  std::vector<int64_t> index(static_cast<size_t>(shape.rank()));
  const Span<const int64_t> sizes = StoredSizes(shape);
  for (int64_t dimension : shape.layout().minor_to_major()) {
    const int64_t size = sizes[static_cast<size_t>(dimension)];
    index[static_cast<size_t>(dimension)] = linear % size;
    linear /= size;
  }
  return index;
}

bool IndexUtil::BumpIndices(Span<const int64_t> dimensions, Span<int64_t> index) {
  for (size_t i = dimensions.size(); i-- > 0;) {
    if (++index[i] < dimensions[i]) return true;
    index[i] = 0;
  }
  return false;
}

}  // namespace hloom
