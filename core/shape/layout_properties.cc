#include "shape/layout_properties.h"

#include "base/str_cat.h"

namespace hloom {

std::string LayoutProperties::ToString() const {
  std::string out;
  if (!tiles.empty()) out.push_back('T');
  for (const std::vector<int64_t>& tile : tiles) {
    out.push_back('(');
    for (size_t i = 0; i < tile.size(); ++i) {
      if (i > 0) out.push_back(',');
      if (tile[i] == kCombineDimension) {
        out.push_back('*');
      } else {
        StrAppend(out, tile[i]);
      }
    }
    out.push_back(')');
  }
  if (tail_padding_alignment != 1) StrAppend(out, "L(", tail_padding_alignment, ")");
  if (index_type != PRIMITIVE_TYPE_INVALID)
    StrAppend(out, "#(", PrimitiveTypeText(index_type), ")");
  if (pointer_type != PRIMITIVE_TYPE_INVALID)
    StrAppend(out, "*(", PrimitiveTypeText(pointer_type), ")");
  if (element_size_in_bits != 0) StrAppend(out, "E(", element_size_in_bits, ")");
  if (memory_space != 0) StrAppend(out, "S(", memory_space, ")");
  if (!splits.empty()) out.append("SC");
  for (const Split& split : splits)
    StrAppend(out, "(", split.dimension, ":", StrJoin(split.indices, ","), ")");
  if (dynamic_shape_metadata_prefix_bytes != 0)
    StrAppend(out, "M(", dynamic_shape_metadata_prefix_bytes, ")");
  return out;
}

}  // namespace hloom
