// ShapeTable: one object for all equal shapes of a program. Programs have many equal shapes, each of
// which takes more memory than the rest of an instruction, and a run compares them by address.
#ifndef HLOOM_LITERAL_SHAPE_TABLE_H_
#define HLOOM_LITERAL_SHAPE_TABLE_H_

#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "literal/literal.h"

namespace hloom {

class ShapeTable {
 public:
  ShapePtr Find(const Shape& shape) { return FindOrAdd(shape); }
  ShapePtr Find(Shape&& shape) { return FindOrAdd(std::move(shape)); }

 private:
  template <typename S>
  ShapePtr FindOrAdd(S&& shape) {
    Hasher hasher;
    hasher.AddInt64(shape.element_type());
    hasher.AddInt64s(shape.dimensions());
    hasher.AddInt64(shape.parts());
    if (shape.IsArray()) hasher.AddInt64s(shape.layout().minor_to_major());
    const uint64_t hash = hasher.value();
    const auto [begin, end] = shapes_.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
      if (*it->second == shape) return it->second;
    }
    return shapes_.emplace(hash, std::make_shared<const Shape>(std::forward<S>(shape)))->second;
  }

  std::unordered_multimap<uint64_t, ShapePtr> shapes_;
};

}  // namespace hloom

#endif  // HLOOM_LITERAL_SHAPE_TABLE_H_
