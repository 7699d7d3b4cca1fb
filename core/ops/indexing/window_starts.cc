#include "ops/indexing/window_starts.h"

#include <algorithm>
#include <limits>

#include "shape/index_util.h"

namespace hloom {

namespace {

constexpr int64_t kBlock = 256;  // index vectors
constexpr int64_t kBlockElements = 1 << 16;

// A component of `count` index vectors, of any integer type, as int64; of U64, what is past it is
// past all sizes.
template <typename T>
void ReadAs(const std::byte* data, const std::vector<int64_t>& offsets, int64_t component,
            int64_t count, std::vector<int64_t>& out) {
  const T* const elements = reinterpret_cast<const T*>(data) + component;
  for (size_t k = 0; k < static_cast<size_t>(count); ++k) {
    const T value = elements[offsets[k]];
    if constexpr (std::is_same_v<T, uint64_t>) {
      constexpr uint64_t kMax = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
      out[k] = static_cast<int64_t>(std::min(value, kMax));
    } else {
      out[k] = static_cast<int64_t>(value);
    }
  }
}

}  // namespace

StrideWalk::StrideWalk(const std::vector<int64_t>& sizes) {
  // Unsigned: where a size is 0 the others may multiply to anything.
  uint64_t count = 1;
  for (int64_t size : sizes) {
    count *= static_cast<uint64_t>(size);
    kept_.push_back(size != 1);
    if (size != 1) sizes_.push_back(size);
  }
  count_ = static_cast<int64_t>(count);
  index_.resize(sizes_.size(), 0);
}

void StrideWalk::AddArray(const std::vector<int64_t>& strides) {
  std::vector<int64_t> kept;
  for (size_t d = 0; d < strides.size(); ++d) {
    if (kept_[d]) kept.push_back(strides[d]);
  }
  strides_.push_back(std::move(kept));
  offsets_.push_back(0);
}

void StrideWalk::Advance(int64_t steps) {
  for (size_t d = sizes_.size(); d-- > 0; steps = 1) {
    Move(d, steps);
    if ((index_[d] += steps) < sizes_[d]) return;
    Move(d, -sizes_[d]);
    index_[d] = 0;
  }
}

void StrideWalk::Take(int64_t count, std::vector<std::vector<int64_t>>& out) {
  int64_t done = 0;
  while (done < count) {
    // A run along the last dimension.
    const int64_t run = sizes_.empty() ? 1 : std::min(count - done, sizes_.back() - index_.back());
    for (size_t a = 0; a < offsets_.size(); ++a) {
      const int64_t stride = sizes_.empty() ? 0 : strides_[a].back();
      int64_t* const to = out[a].data() + done;
      for (int64_t i = 0; i < run; ++i) to[i] = offsets_[a] + i * stride;
    }
    Advance(run);
    done += run;
  }
}

WindowStarts::WindowStarts(const WindowMapping& mapping, const Literal& indices,
                           const std::vector<int64_t>& sizes, int64_t elements)
    : data_(indices.data<std::byte>()),
      components_(mapping.index_map.dims.size()),
      walk_(sizes),
      block_(std::clamp<int64_t>(kBlockElements / std::max<int64_t>(elements, 1), 1, kBlock)),
      left_(walk_.count()) {
  const Shape& shape = indices.shape();
  const std::vector<int64_t> strides = IndexUtil::Strides(shape);
  const std::vector<int64_t> dims = mapping.IndicesDims(shape.rank());
  component_stride_ = mapping.index_vector_dim == shape.rank()
                          ? 0
                          : strides[static_cast<size_t>(mapping.index_vector_dim)];
  AddArray(Selected(strides, dims));
  for (int64_t d : mapping.index_map.dims)
    dimensions_.push_back({static_cast<size_t>(d), std::vector<int64_t>(kBlock)});
  // In a batching dimension of the operand a window starts at the index along that of the indices.
  for (size_t i = 0; i < mapping.operand_batching.dims.size(); ++i) {
    std::vector<int64_t> along;
    for (int64_t d : dims) along.push_back(d == mapping.indices_batching.dims[i] ? 1 : 0);
    AddArray(along);
    dimensions_.push_back(
        {static_cast<size_t>(mapping.operand_batching.dims[i]), std::vector<int64_t>(kBlock)});
  }
  first_array_ = offsets_.size();
  read_ = ReadAs<int32_t>;
  DispatchComputeType(ComputeTypeOf(shape.element_type()), [&]<typename T>() {
    if constexpr (std::is_integral_v<T>) read_ = ReadAs<T>;
  });
}

void WindowStarts::AddArray(const std::vector<int64_t>& strides) {
  walk_.AddArray(strides);
  offsets_.emplace_back(kBlock);
}

int64_t WindowStarts::ReadBlock() {
  const int64_t count = std::min(left_, block_);
  left_ -= count;
  walk_.Take(count, offsets_);
  for (size_t k = 0; k < components_; ++k) {
    read_(data_, offsets_[0], static_cast<int64_t>(k) * component_stride_, count,
          dimensions_[k].starts);
  }
  for (size_t k = components_; k < dimensions_.size(); ++k) {
    const std::vector<int64_t>& along = offsets_[1 + k - components_];
    std::copy_n(along.begin(), count, dimensions_[k].starts.begin());
  }
  return count;
}

}  // namespace hloom
