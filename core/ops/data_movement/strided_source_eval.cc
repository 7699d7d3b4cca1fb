#include "ops/data_movement/strided_source_eval.h"

#include "kernels/copy.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

bool LiesThere(const Shape& shape, const StridedSource& source) {
  if (source.first != 0) return false;
  const std::vector<int64_t> strides = IndexUtil::Strides(shape);
  for (int64_t d = 0; d < shape.rank(); ++d) {
    const size_t i = static_cast<size_t>(d);
    if (shape.dimensions(d) > 1 && strides[i] != source.strides[i]) return false;
  }
  return true;
}

}  // namespace

Literal ViewOfSource(const HloInstruction& instruction, const Literal& operand,
                     StridedSourceOf source_of) {
  const Shape& shape = instruction.shape();
  const bool same_memory = ShapeUtil::ByteSizeOf(shape) == operand.size_bytes() &&
                           !shape.layout().has_padding() && !operand.shape().layout().has_padding();
  if (!same_memory) return Literal();
  const bool empty = operand.size_bytes() == 0;
  if (!empty && !LiesThere(shape, source_of(instruction, operand))) return Literal();
  return Literal::OverStorage(instruction.shape_ptr(), operand.storage());
}

Kernel CopyFromSource(const HloInstruction& instruction, const Literal& operand,
                      StridedSourceOf source_of, Destination& destination) {
  const Shape& shape = instruction.shape();
  if (ShapeUtil::ElementsIn(shape) == 0) return {};
  const StridedSource source = source_of(instruction, operand);
  const int64_t width = ByteWidth(shape.element_type());
  return CopyStrided(shape.dimensions(), destination.data(), IndexUtil::Strides(shape),
                     operand.data<std::byte>() + source.first * width, source.strides, width);
}

}  // namespace hloom
