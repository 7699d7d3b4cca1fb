#include "ops/data_movement/strided_source_eval.h"

#include "kernels/copy.h"
#include "ops/prepared_eval.h"
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

// Returns whether the memory of an array of shape `from` is the result.
bool IsStridedSourceView(const HloInstruction& instruction, const Shape& from,
                         StridedSourceOf source_of) {
  const Shape& shape = instruction.shape();
  const bool same_memory = ShapeUtil::ByteSizeOf(shape) == ShapeUtil::ByteSizeOf(from) &&
                           !shape.layout().has_padding() && !from.layout().has_padding();
  if (!same_memory) return false;
  return ShapeUtil::ByteSizeOf(from) == 0 || LiesThere(shape, source_of(instruction, from));
}

class PreparedCopy final : public PreparedOp {
 public:
  PreparedCopy(StridedCopyTasks tasks, int64_t first_byte)
      : tasks_(std::move(tasks)), first_byte_(first_byte) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return CopyByTasks(tasks_, results[0], operands[0] + first_byte_);
  }
  bool is_small() const override { return tasks_.count() <= 1; }

 private:
  const StridedCopyTasks tasks_;
  const int64_t first_byte_;
};

std::unique_ptr<const PreparedOp> MakeCopy(const HloInstruction& instruction, const Shape& from,
                                           StridedSourceOf source_of) {
  const Shape& shape = instruction.shape();
  if (ShapeUtil::ElementsIn(shape) == 0) return nullptr;
  const StridedSource source = source_of(instruction, from);
  const int64_t width = ByteWidth(shape.element_type());
  return PreparedCopyBy(
      StridedCopyTasks(shape.dimensions(), IndexUtil::Strides(shape), source.strides, width),
      source.first * width);
}

}  // namespace

std::unique_ptr<const PreparedOp> PreparedCopyBy(StridedCopyTasks tasks, int64_t first_byte) {
  return std::make_unique<PreparedCopy>(std::move(tasks), first_byte);
}

std::unique_ptr<const PreparedOp> PrepareFromSource(const HloInstruction& instruction,
                                                    StridedSourceOf source_of) {
  const Shape& from = instruction.operand(0)->shape();
  if (IsStridedSourceView(instruction, from, source_of)) return PreparedView(0);
  return MakeCopy(instruction, from, source_of);
}

Literal ViewOfSource(const HloInstruction& instruction, const Literal& operand,
                     StridedSourceOf source_of) {
  if (!IsStridedSourceView(instruction, operand.shape(), source_of)) return Literal();
  return Literal::OverStorage(instruction.shape_ptr(), operand.storage());
}

Kernel CopyFromSource(const HloInstruction& instruction, Operands operands,
                      StridedSourceOf source_of, Destination& destination) {
  return RunOnce(MakeCopy(instruction, operands[0]->shape(), source_of), operands, destination);
}

}  // namespace hloom
