#include "kernels/indexing/scatter_windows.h"

#include <algorithm>

namespace hloom {

ScatterWindows::ScatterWindows(const ScatterArrays& arrays) : reader_(arrays.indices) {
  for (const int64_t size : arrays.window) elements_ *= size;
  for (const IndexVectors::Component& component : arrays.indices.components) {
    Start start = {arrays.ends[component.dimension], {}};
    for (const ScatterArray& array : arrays.arrays) {
      start.strides.push_back(array.result_strides[component.dimension]);
    }
    starts_.push_back(std::move(start));
  }
  for (const ScatterArray& array : arrays.arrays) {
    updates_.emplace_back(arrays.indices.sizes, array.update_strides);
  }
}

int64_t ScatterWindows::Find(const std::byte* indices, size_t i, int64_t begin, int64_t count,
                             int64_t* to, int64_t* from) const {
  bool inside[IndexReader::kBlock];
  int64_t values[IndexReader::kBlock];
  std::fill_n(inside, count, true);
  std::fill_n(to, count, 0);
  for (size_t c = 0; c < starts_.size(); ++c) {
    reader_.Read(indices, c, begin, count, values);
    const int64_t end = starts_[c].end;
    const int64_t stride = starts_[c].strides[i];
    for (int64_t k = 0; k < count; ++k) {
      const bool within = values[k] >= 0 && values[k] < end;
      inside[k] = inside[k] && within;
      to[k] += within ? values[k] * stride : 0;
    }
  }
  updates_[i].Take(begin, count, from);
  int64_t found = 0;
  for (int64_t k = 0; k < count; ++k) {
    to[found] = to[k];
    from[found] = from[k];
    found += inside[k] ? 1 : 0;
  }
  return found;
}

}  // namespace hloom
