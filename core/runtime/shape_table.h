// ShapeTable: one object for all equal shapes of a program, so that a run compares shapes by
// address.
#ifndef HLOOM_RUNTIME_SHAPE_TABLE_H_
#define HLOOM_RUNTIME_SHAPE_TABLE_H_

#include <unordered_map>

#include "base/hash.h"
#include "literal/literal.h"

namespace hloom {

class ShapeTable {
 public:
  ShapePtr Find(const Shape& shape) {
    Hasher hasher;
    hasher.AddInt64(shape.element_type());
    hasher.AddInt64s(shape.dimensions());
    if (shape.IsArray()) hasher.AddInt64s(shape.layout().minor_to_major());
    const auto [begin, end] = shapes_.equal_range(hasher.value());
    for (auto it = begin; it != end; ++it) {
      if (*it->second == shape) return it->second;
    }
    return shapes_.emplace(hasher.value(), std::make_shared<const Shape>(shape))->second;
  }

 private:
  std::unordered_multimap<uint64_t, ShapePtr> shapes_;
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_SHAPE_TABLE_H_
