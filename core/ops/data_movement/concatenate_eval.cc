#include "kernels/copy.h"
#include "ops/data_movement/concatenate.h"
#include "ops/live_sizes_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

Status AlignConcatenate(const HloInstruction& instruction, OperandSizes& sizes) {
  const int64_t dimension = instruction.attributes<ConcatenateAttributes>().dimensions[0];
  for (int64_t d = 0; d < instruction.shape().rank(); ++d) {
    if (d == dimension) continue;
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size(), sizes));
  }
  return OkStatus();
}

// The only operand, or the only one that has elements; PreparedOp::kNoView if there is none.
int OnlyOperand(const HloInstruction& instruction, Span<const Shape* const> operands) {
  for (size_t i = 0; i < operands.size(); ++i) {
    if (*operands[i] == instruction.shape()) return static_cast<int>(i);
  }
  return PreparedOp::kNoView;
}

class PreparedConcatenate final : public PreparedOp {
 public:
  PreparedConcatenate(const Shape& shape, int64_t dimension, Span<const Shape* const> operands)
      : small_(ShapeUtil::ElementsIn(shape) <= kFew) {
    const std::vector<int64_t> to_strides = IndexUtil::Strides(shape);
    const int64_t width = ByteWidth(shape.element_type());
    int64_t to = 0;
    for (size_t i = 0; i < operands.size(); ++i) {
      const Shape& from = *operands[i];
      if (ShapeUtil::ElementsIn(from) == 0) continue;
      parts_.push_back(
          {StridedCopyTasks(from.dimensions(), to_strides, IndexUtil::Strides(from), width), to,
           i});
      to += from.dimensions(dimension) * to_strides[static_cast<size_t>(dimension)] * width;
    }
  }

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    if (!small_) return CopyMuch(operands, results[0]);
    for (const Part& part : parts_) part.tasks.Run(0, results[0] + part.to, operands[part.operand]);
    return {};
  }
  bool is_small() const override { return small_; }

 private:
  // The number of elements of a task.
  static constexpr int64_t kFew = 1 << 12;
  struct Part {
    StridedCopyTasks tasks;
    int64_t to;  // in bytes
    size_t operand;
  };

  Kernel CopyMuch(const std::byte* const* operands, std::byte* result) const {
    std::vector<StridedCopyPart> copies;
    copies.reserve(parts_.size());
    for (const Part& part : parts_) {
      copies.push_back({part.tasks, result + part.to, operands[part.operand]});
    }
    return CopyParts(std::move(copies));
  }

  std::vector<Part> parts_;
  const bool small_;
};

std::unique_ptr<const PreparedOp> MakeConcatenate(const HloInstruction& instruction,
                                                  Span<const Shape* const> operands) {
  const int only = OnlyOperand(instruction, operands);
  if (only != PreparedOp::kNoView) return PreparedView(only);
  return std::make_unique<PreparedConcatenate>(
      instruction.shape(), instruction.attributes<ConcatenateAttributes>().dimensions[0], operands);
}

}  // namespace

constexpr OpEval kConcatenateEval = {
    .kind = Computes{.prepare = MakeConcatenate},
    .live = {.align = AlignConcatenate},
};

}  // namespace hloom
