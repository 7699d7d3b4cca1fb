#include "hlo/devices/mesh.h"

#include <algorithm>
#include <numeric>

#include "base/math_util.h"

namespace hloom {

std::vector<int64_t> Mesh::sizes() const {
  std::vector<int64_t> sizes;
  for (const Axis& axis : axes) sizes.push_back(axis.size);
  return sizes;
}

std::optional<int64_t> CountOf(Span<const int64_t> sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes) {
    const std::optional<int64_t> product = CheckedMultiply(count, size);
    if (size < 1 || !product) return std::nullopt;
    count = *product;
  }
  return count;
}

std::vector<int64_t> TransposedIota(Span<const int64_t> dims, Span<const int64_t> perm) {
  const size_t rank = dims.size();
  std::vector<int64_t> strides(rank, 1);
  for (size_t d = rank; d-- > 1;) strides[d - 1] = strides[d] * dims[d];
  int64_t count = 1;
  for (const int64_t size : dims) count *= size;
  std::vector<int64_t> numbers(static_cast<size_t>(count));
  std::vector<int64_t> index(rank, 0);
  int64_t number = 0;
  for (int64_t& at : numbers) {
    at = number;
    for (size_t d = rank; d-- > 0;) {
      const size_t of = static_cast<size_t>(perm[d]);
      number += strides[of];
      if (++index[d] < dims[of]) break;
      number -= index[d] * strides[of];
      index[d] = 0;
    }
  }
  return numbers;
}

std::vector<int64_t> DevicesOf(const Mesh& mesh) {
  const DeviceOrder& order = mesh.devices;
  if (!order.ids.empty()) return order.ids;
  if (!order.reshape_dims.empty()) {
    return TransposedIota(order.reshape_dims, std::vector<int64_t>(order.transpose_perm.begin(),
                                                                   order.transpose_perm.end()));
  }
  std::vector<int64_t> devices(static_cast<size_t>(CountOf(mesh.sizes()).value_or(0)));
  std::iota(devices.begin(), devices.end(), 0);
  return devices;
}

bool HasPart(int64_t axis_size, const AxisRef::SubAxis& part) {
  const std::optional<int64_t> end = CheckedMultiply(part.pre_size, part.size);
  return part.pre_size >= 1 && part.size > 1 && part.size < axis_size && end &&
         axis_size % *end == 0;
}

std::pair<int64_t, int64_t> RangeOf(const AxisRef& axis, const Mesh& mesh) {
  if (!axis.sub_axis) return {1, mesh.axes[static_cast<size_t>(axis.mesh_axis_index)].size};
  return {axis.sub_axis->pre_size, axis.sub_axis->pre_size * axis.sub_axis->size};
}

std::optional<std::pair<AxisRef, AxisRef>> OverlapIn(std::vector<AxisRef> axes, const Mesh& mesh) {
  std::sort(axes.begin(), axes.end(), [&mesh](const AxisRef& a, const AxisRef& b) {
    return a.mesh_axis_index != b.mesh_axis_index ? a.mesh_axis_index < b.mesh_axis_index
                                                  : RangeOf(a, mesh).first < RangeOf(b, mesh).first;
  });
  // Sorted parts of one axis end before the next begins, and each end divides the beginning of the
  // next. A whole axis excludes all other parts, even if its size is 1.
  for (size_t i = 1; i < axes.size(); ++i) {
    const AxisRef& before = axes[i - 1];
    const AxisRef& after = axes[i];
    if (before.mesh_axis_index != after.mesh_axis_index) continue;
    const int64_t end = RangeOf(before, mesh).second;
    const int64_t begin = RangeOf(after, mesh).first;
    const bool is_whole = !before.sub_axis || !after.sub_axis;
    if (is_whole || end > begin || begin % end != 0) return std::pair(before, after);
  }
  return std::nullopt;
}

}  // namespace hloom
