#include "literal/padding.h"

#include <algorithm>
#include <vector>

#include "kernels/copy.h"
#include "literal/type_values.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// Memory is a sequence of runs along the most minor dimension. A run is padding from the first
// element on when an outer index is in padding, else from the dimension's size on.
template <typename T>
void Fill(const Shape& shape, T* data, T value) {
  const Layout& layout = shape.layout();
  const Span<const int64_t> order = layout.minor_to_major();
  const auto padded = [&](size_t i) {
    return layout.padded_dimensions()[static_cast<size_t>(order[i])];
  };
  const int64_t run = padded(0);
  const int64_t filled = shape.dimensions(order[0]);
  T* const end = data + IndexUtil::StoredElements(shape);
  std::vector<int64_t> index(order.size(), 0);  // by place in `order`
  for (T* at = data; at < end; at += run) {
    bool outside = false;
    for (size_t i = 1; i < order.size(); ++i) {
      outside = outside || index[i] >= shape.dimensions(order[i]);
    }
    std::fill(at + (outside ? 0 : filled), at + run, value);
    for (size_t i = 1; i < order.size(); ++i) {
      if (++index[i] < padded(i)) break;
      index[i] = 0;
    }
  }
}

}  // namespace

void FillPadding(const Shape& shape, std::byte* data) {
  const PrimitiveType type = shape.element_type();
  const size_t padded = shape.layout().padded_dimensions().size();
  if (padded == 0 || static_cast<int64_t>(padded) != shape.rank()) return;
  if (IndexUtil::StoredElements(shape) == 0) return;
  const ElementBytes value = PaddingBytes(type, shape.layout().padding_value());
  DispatchWidth(ByteWidth(type), [&]<typename T>() {
    Fill(shape, reinterpret_cast<T*>(data), *reinterpret_cast<const T*>(value.bytes));
  });
}

}  // namespace hloom
