#include "kernels/sorting/item_keys.h"

#include <cstring>

namespace hloom {

KeyColumn::KeyColumn(const SortKey& sort_key, PrimitiveType elements)
    : key(sort_key),
      type(elements),
      computed(ComputeTypeOf(elements)),
      width(ByteWidth(elements)),
      bits(BitWidth(ComplexComponentType(computed))) {
  const PrimitiveType compared = ComplexComponentType(type);
  if (!key.nan || compared == ComplexComponentType(computed)) return;
  alignas(8) std::byte stored[8], wide[8] = {};
  std::memcpy(stored, &*key.nan, sizeof(stored));
  ConvertRun(compared, stored, computed, wide, 1);
  std::memcpy(&*key.nan, wide, sizeof(wide));
}

}  // namespace hloom
