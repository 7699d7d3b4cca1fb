#include "literal/padding.h"

#include <vector>

#include "kernels/copy.h"
#include "literal/type_values.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The elements, including padding, that are filled without a task.
constexpr int64_t kLittle = 1 << 12;

bool HasPadding(const Shape& shape) {
  const size_t padded = shape.layout().padded_dimensions().size();
  return padded != 0 && static_cast<int64_t>(padded) == shape.rank() &&
         IndexUtil::StoredElements(shape) != 0;
}

// The memory without elements is one box for each dimension: beyond its size, with all more major
// dimensions within theirs. [2 x 3] in {0,1} padded to [3,5]: row 2 of columns 0 to 2, and columns
// 3 and 4. Each box is a copy that repeats `value`, which must outlive it.
std::vector<StridedCopyPart> PaddingBoxes(const Shape& shape, std::byte* data,
                                          const ElementBytes& value) {
  const Layout& layout = shape.layout();
  const Span<const int64_t> order = layout.minor_to_major();
  const int64_t width = ByteWidth(shape.element_type());
  std::vector<int64_t> sizes, strides;  // by place in `order`
  int64_t stride = 1;
  for (const int64_t d : order) {
    sizes.push_back(shape.dimensions(d));
    strides.push_back(stride);
    stride *= layout.padded_dimensions()[static_cast<size_t>(d)];
  }
  const std::vector<int64_t> still(order.size(), 0);
  std::vector<StridedCopyPart> boxes;
  for (size_t i = 0; i < order.size(); ++i) {
    const int64_t size = sizes[i];
    const int64_t padded = layout.padded_dimensions()[static_cast<size_t>(order[i])];
    sizes[i] = padded - size;
    boxes.push_back({StridedCopyTasks(sizes, strides, still, width),
                     data + size * strides[i] * width, value.bytes});
    sizes[i] = padded;
  }
  return boxes;
}

ElementBytes PaddingOf(const Shape& shape) {
  return PaddingBytes(shape.element_type(), shape.layout().padding_value());
}

Kernel FillBoxes(Shape shape, std::byte* data) {
  const ElementBytes value = PaddingOf(shape);
  co_await CopyParts(PaddingBoxes(shape, data, value));
  co_return OkStatus();
}

}  // namespace

void FillPadding(const Shape& shape, std::byte* data) {
  if (!HasPadding(shape)) return;
  const ElementBytes value = PaddingOf(shape);
  for (const StridedCopyPart& box : PaddingBoxes(shape, data, value)) {
    for (int64_t i = 0; i < box.tasks.count(); ++i) box.tasks.Run(i, box.to, box.from);
  }
}

Kernel FillPaddingInTasks(const Shape& shape, std::byte* data) {
  if (!HasPadding(shape)) return {};
  if (IndexUtil::StoredElements(shape) > kLittle) return FillBoxes(shape, data);
  FillPadding(shape, data);
  return {};
}

}  // namespace hloom
