#include "shape/index_util.h"

#include <algorithm>

#include "shape/dimension_number.h"

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
    // With a size of 0 nothing is stored, so that no linear index is valid.
    const int64_t size = std::max<int64_t>(sizes[static_cast<size_t>(dimension)], 1);
    index[static_cast<size_t>(dimension)] = linear % size;
    linear /= size;
  }
  return index;
}

StatusOr<int64_t> IndexUtil::GetDimensionStride(const Shape& shape, int64_t dimension) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t number, ResolveDimensionNumber(dimension, shape.rank()));
  return Strides(shape)[static_cast<size_t>(number)];
}

int64_t IndexUtil::StoredElements(const Shape& shape) {
  const Span<const int64_t> sizes = StoredSizes(shape);
  // A size of 0 is looked for first, so that the other sizes cannot overflow the product.
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  int64_t elements = 1;
  for (int64_t size : sizes) elements *= size;
  return elements;
}

bool IndexUtil::LinearIndexIsPadding(const Shape& shape, int64_t linear) {
  if (!shape.layout().has_padding()) return false;
  return !IndexInBounds(shape, LinearIndexToMultidimensionalIndex(shape, linear));
}

bool IndexUtil::IndexInBounds(const Shape& shape, Span<const int64_t> index) {
  if (static_cast<int64_t>(index.size()) != shape.rank()) return false;
  for (size_t i = 0; i < index.size(); ++i) {
    if (index[i] < 0 || index[i] >= shape.dimensions()[i]) return false;
  }
  return true;
}

int IndexUtil::CompareIndices(Span<const int64_t> a, Span<const int64_t> b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  if (a.size() == b.size()) return 0;
  return a.size() < b.size() ? -1 : 1;
}

bool IndexUtil::BumpIndices(Span<const int64_t> dimensions, Span<int64_t> index) {
  for (size_t i = dimensions.size(); i-- > 0;) {
    if (++index[i] < dimensions[i]) return true;
    index[i] = 0;
  }
  return false;
}

}  // namespace hloom
