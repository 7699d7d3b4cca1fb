// A mesh of devices with named axes, and references to its axes, for shardings and replica groups
// of newer programs.
//
//   mesh['x'=2,'y'=3]                          0 1 2      x goes down, y to the right
//                                              3 4 5
//   mesh['x'=2,'y'=3], device_ids=(0,2,4,1,3,5)    0 2 4
//                                                  1 3 5
#ifndef HLOOM_HLO_DEVICES_MESH_H_
#define HLOOM_HLO_DEVICES_MESH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/span.h"

namespace hloom {

// Devices in an order: a list of ids, or, if `reshape_dims` is not empty, the numbers 0..n-1 as an
// array of those dimensions, transposed, read row by row. [2,2]T(1,0) is 0,2,1,3.
struct DeviceOrder {
  std::vector<int64_t> ids;
  std::vector<int64_t> reshape_dims;
  std::vector<int32_t> transpose_perm;

  friend bool operator==(const DeviceOrder&, const DeviceOrder&) = default;
};

// Devices as an array whose dimensions have names. Without axes: no device, or the one in
// `devices`.
struct Mesh {
  struct Axis {
    std::string name;
    int64_t size = 1;
    friend bool operator==(const Axis&, const Axis&) = default;
  };
  std::vector<Axis> axes;
  DeviceOrder devices;  // empty: 0..n-1

  std::vector<int64_t> sizes() const;

  friend bool operator==(const Mesh&, const Mesh&) = default;
};

// An axis of a mesh, or a part of it: an axis of 8, seen as [2,4], has the parts (1)2 and (2)4.
struct AxisRef {
  struct SubAxis {
    int64_t pre_size = 1;  // the product of the parts before this one
    int64_t size = 1;
    friend bool operator==(const SubAxis&, const SubAxis&) = default;
  };
  int64_t mesh_axis_index = 0;
  std::optional<SubAxis> sub_axis;

  friend bool operator==(const AxisRef&, const AxisRef&) = default;
};

// Returns the product of the sizes; nullopt if it does not fit into 64 bits, or a size is not
// positive.
std::optional<int64_t> CountOf(Span<const int64_t> sizes);

// Returns true if `order` is 0..n-1 in some order.
template <typename T>
bool IsPermutation(const std::vector<T>& order) {
  std::vector<bool> seen(order.size(), false);
  for (const T i : order) {
    if (i < 0 || static_cast<size_t>(i) >= order.size() || seen[static_cast<size_t>(i)])
      return false;
    seen[static_cast<size_t>(i)] = true;
  }
  return true;
}

// Returns the numbers 0..n-1 as an array of the sizes `dims`, transposed by `perm`, row by row:
// [2,3] and [1,0] are 0,3,1,4,2,5. `perm` is a permutation of the dimensions.
std::vector<int64_t> TransposedIota(Span<const int64_t> dims, Span<const int64_t> perm);

// Returns the devices of a mesh, row by row. Its order must be valid and name all of its devices.
std::vector<int64_t> DevicesOf(const Mesh& mesh);

// Returns true if an axis of the size has the part: an axis of 8 has (2)2, but neither (3)2 nor
// (1)8, which is the whole axis.
bool HasPart(int64_t axis_size, const AxisRef::SubAxis& part);

// Returns the range of the axis that the reference covers, as the product of the parts before it
// and that of the parts up to its end: 1 and 8 for an axis of 8, 2 and 4 for its part (2)2.
std::pair<int64_t, int64_t> RangeOf(const AxisRef& axis, const Mesh& mesh);

// Returns two of the references that overlap, or that no division of their axis into parts contains
// together, such as (1)2 and (3)2 of an axis of 12; nullopt if there are none.
std::optional<std::pair<AxisRef, AxisRef>> OverlapIn(std::vector<AxisRef> axes, const Mesh& mesh);

}  // namespace hloom

#endif  // HLOOM_HLO_DEVICES_MESH_H_
