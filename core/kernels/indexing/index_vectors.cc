#include "kernels/indexing/index_vectors.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace hloom {

namespace {

template <typename T>
int64_t NearestInt64(T value) {
  if constexpr (std::is_same_v<T, uint64_t>) {
    constexpr uint64_t kMax = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
    return static_cast<int64_t>(std::min(value, kMax));
  } else {
    return static_cast<int64_t>(value);
  }
}

template <typename T>
void ReadAs(const std::byte* data, int64_t first, const int64_t* offsets, int64_t stride,
            int64_t count, int64_t* values) {
  const T* const elements = reinterpret_cast<const T*>(data) + first;
  if (offsets != nullptr) {
    for (int64_t k = 0; k < count; ++k) values[k] = NearestInt64(elements[offsets[k]]);
  } else if (stride == 1) {
    for (int64_t k = 0; k < count; ++k) values[k] = NearestInt64(elements[k]);
  } else {
    for (int64_t k = 0; k < count; ++k) values[k] = NearestInt64(elements[k * stride]);
  }
}

}  // namespace

IndexFunction IndexFunctionOf(PrimitiveType type) {
  IndexFunction read = ReadAs<int32_t>;
  DispatchComputeType(ComputeTypeOf(type), [&]<typename T>() {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) read = ReadAs<T>;
  });
  return read;
}

OffsetWalk::OffsetWalk(Span<const int64_t> sizes, Span<const int64_t> strides) {
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 1) continue;
    if (!loops_.empty() && loops_.back().stride == sizes[d] * strides[d]) {
      loops_.back() = {loops_.back().size * sizes[d], strides[d]};
    } else {
      loops_.push_back({sizes[d], strides[d]});
    }
  }
}

void OffsetWalk::Take(int64_t begin, int64_t count, int64_t* offsets) const {
  if (even()) {
    const int64_t step = stride();
    for (int64_t i = 0; i < count; ++i) offsets[i] = (begin + i) * step;
    return;
  }
  constexpr size_t kMostLoops = 64;  // of more there would be more than 2^63 elements
  int64_t index[kMostLoops];
  int64_t at = 0;
  const size_t inner = loops_.size() - 1;
  for (size_t d = loops_.size(); d-- > 0; begin /= loops_[d].size) {
    index[d] = begin % loops_[d].size;
    at += index[d] * loops_[d].stride;
  }
  while (count > 0) {
    const Loop& run = loops_[inner];
    const int64_t length = std::min(count, run.size - index[inner]);
    for (int64_t i = 0; i < length; ++i) offsets[i] = at + i * run.stride;
    offsets += length;
    count -= length;
    at += length * run.stride;
    index[inner] += length;
    for (size_t d = inner; d > 0 && index[d] == loops_[d].size; --d) {
      at += loops_[d - 1].stride - loops_[d].size * loops_[d].stride;
      index[d] = 0;
      ++index[d - 1];
    }
  }
}

IndexReader::IndexReader(const IndexVectors& vectors) : read_(IndexFunctionOf(vectors.type)) {
  for (const int64_t size : vectors.sizes) count_ *= size;
  for (const IndexVectors::Component& component : vectors.components) {
    const bool stored = component.along < 0;
    std::vector<int64_t> strides = vectors.strides;
    if (!stored) {
      strides.assign(strides.size(), 0);
      strides[static_cast<size_t>(component.along)] = 1;
    }
    sources_.push_back({component.offset, OffsetWalk(vectors.sizes, strides), stored});
  }
}

void IndexReader::Read(const std::byte* data, size_t c, int64_t begin, int64_t count,
                       int64_t* values) const {
  const Source& source = sources_[c];
  if (!source.stored) return source.walk.Take(begin, count, values);
  if (source.walk.even()) {
    const int64_t stride = source.walk.stride();
    return read_(data, source.offset + begin * stride, nullptr, stride, count, values);
  }
  int64_t offsets[kBlock];
  source.walk.Take(begin, count, offsets);
  read_(data, source.offset, offsets, 0, count, values);
}

}  // namespace hloom
