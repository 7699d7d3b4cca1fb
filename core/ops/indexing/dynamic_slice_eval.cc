#include "ops/indexing/dynamic_slice.h"

#include <algorithm>

#include "kernels/copy.h"
#include "kernels/indexing/index_vectors.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

using Shapes = Span<const Shape* const>;

// Returns the start indices of a box in an array, clamped so that the box stays in bounds. They are
// a scalar for each dimension, or one vector: the operands from number `first` on.
class BoxStart {
 public:
  BoxStart(const Shape& array, Span<const int64_t> strides, Span<const int64_t> sizes,
           Shapes operands, size_t first) {
    if (operands.size() == first) return;  // of a scalar
    const bool vector = operands.size() == first + 1 && operands[first]->rank() == 1;
    for (size_t d = 0; d < sizes.size(); ++d) {
      const int64_t last = array.dimensions(static_cast<int64_t>(d)) - sizes[d];
      if (last == 0) continue;  // it always begins at 0
      const size_t operand = first + (vector ? 0 : d);
      starts_.push_back({IndexFunctionOf(operands[operand]->element_type()), operand,
                         vector ? static_cast<int64_t>(d) : 0, last,
                         strides[d] * ByteWidth(array.element_type())});
    }
  }

  // In bytes.
  int64_t Find(const std::byte* const* operands) const {
    int64_t offset = 0;
    for (const Start& start : starts_) {
      int64_t value;
      start.read(operands[start.operand], start.element, nullptr, 0, 1, &value);
      offset += std::clamp<int64_t>(value, 0, start.last) * start.stride;
    }
    return offset;
  }

 private:
  struct Start {
    IndexFunction read;
    size_t operand;
    int64_t element, last, stride;
  };
  std::vector<Start> starts_;
};

// Returns whether one array holds exactly the elements of the other, in the same order in memory.
bool SameBox(const Shape& a, const Shape& b) {
  return a.is_static() && b.is_static() && ShapeUtil::SameDimensions(a, b) &&
         a.layout() == b.layout();
}

class PreparedDynamicSlice final : public PreparedOp {
 public:
  PreparedDynamicSlice(const Shape& shape, const std::vector<int64_t>& strides, Shapes operands)
      : start_(*operands[0], strides, shape.dimensions(), operands, 1),
        tasks_(shape.dimensions(), IndexUtil::Strides(shape), strides,
               ByteWidth(shape.element_type())) {}

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return CopyByTasks(tasks_, results[0], operands[0] + start_.Find(operands));
  }
  bool is_small() const override { return tasks_.count() <= 1; }

 private:
  const BoxStart start_;
  const StridedCopyTasks tasks_;
};

std::unique_ptr<const PreparedOp> MakeDynamicSlice(const HloInstruction& instruction,
                                                   Shapes operands) {
  const Shape& shape = instruction.shape();
  if (SameBox(*operands[0], shape)) return PreparedView(0);
  if (ShapeUtil::ElementsIn(shape) == 0) return nullptr;
  return std::make_unique<PreparedDynamicSlice>(shape, IndexUtil::Strides(*operands[0]), operands);
}

Status SetSizesOfSlice(const HloInstruction& instruction, Operands operands,
                       Destination& destination) {
  const Shape& shape = instruction.shape();
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (!shape.is_dynamic_dimension(d)) continue;
    HLOOM_RETURN_IF_ERROR(destination.array().SetDynamicSize(d, operands[0]->GetDynamicSize(d)));
  }
  return OkStatus();
}

// An update of everything is the result, and an update of nothing leaves the operand: the number of
// the operand that is the result, or PreparedOp::kNoView.
int ViewAfterUpdate(const Shape& shape, Shapes operands) {
  if (SameBox(*operands[1], shape)) return 1;
  const bool nothing = ShapeUtil::ElementsIn(*operands[1]) == 0;
  return nothing && SameBox(*operands[0], shape) ? 0 : PreparedOp::kNoView;
}

StatusOr<Literal> ViewOfWholeUpdate(EvalContext&, const HloInstruction& instruction,
                                    Operands operands) {
  const int view = ViewAfterUpdate(instruction.shape(), ShapesOf(operands));
  return view == PreparedOp::kNoView ? Literal() : *operands[static_cast<size_t>(view)];
}

// Live sizes are the operand's, except in a dimension that the update covers completely, where they
// are the update's.
Status SetSizesAfterUpdate(const Literal& operand, const Literal& update, Literal& result) {
  const Shape& shape = result.shape();
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (!shape.is_dynamic_dimension(d)) continue;
    const bool whole = update.shape().dimensions(d) == shape.dimensions(d) &&
                       update.shape().is_dynamic_dimension(d);
    HLOOM_RETURN_IF_ERROR(result.SetDynamicSize(d, (whole ? update : operand).GetDynamicSize(d)));
  }
  return OkStatus();
}

// Overwrites one box of the operand. In a loop that carries a big array the result shares the
// operand's memory, and nothing else is copied.
class PreparedUpdate final : public PreparedOp {
 public:
  // `live`: the sizes of the written part of the update.
  PreparedUpdate(const Shape& shape, const std::vector<int64_t>& strides, Shapes operands,
                 Span<const int64_t> live)
      : start_(shape, strides, operands[1]->dimensions(), operands, 2),
        copy_(shape.dimensions(), strides, IndexUtil::Strides(*operands[0]),
              ByteWidth(shape.element_type())),
        write_(live, strides, IndexUtil::Strides(*operands[1]), ByteWidth(shape.element_type())) {}

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    if (operands[0] == results[0]) return Write(operands, results[0]);
    Kernel copy = CopyByTasks(copy_, results[0], operands[0]);
    if (copy.done()) return Write(operands, results[0]);
    return WriteAfter(std::move(copy), operands, results[0]);
  }
  bool is_small() const override { return copy_.count() <= 1 && write_.count() <= 1; }

 private:
  Kernel Write(const std::byte* const* operands, std::byte* result) const {
    if (write_.count() == 0) return {};
    return CopyByTasks(write_, result + start_.Find(operands), operands[1]);
  }
  Kernel WriteAfter(Kernel copy, const std::byte* const* operands, std::byte* result) const {
    co_await std::move(copy);
    co_await Write(operands, result);
    co_return OkStatus();
  }

  const BoxStart start_;
  const StridedCopyTasks copy_, write_;
};

std::unique_ptr<const PreparedOp> MakeUpdate(const HloInstruction& instruction, Shapes operands,
                                             Span<const int64_t> live) {
  const Shape& shape = instruction.shape();
  return std::make_unique<PreparedUpdate>(shape, IndexUtil::Strides(shape), operands, live);
}

std::unique_ptr<const PreparedOp> PrepareDynamicUpdateSlice(const HloInstruction& instruction,
                                                            Shapes operands) {
  const int view = ViewAfterUpdate(instruction.shape(), operands);
  if (view != PreparedOp::kNoView) return PreparedView(view);
  return MakeUpdate(instruction, operands, operands[1]->dimensions());
}

Kernel EvaluateDynamicUpdateSlice(EvalContext&, const HloInstruction& instruction,
                                  Operands operands, Destination& destination) {
  HLOOM_RETURN_IF_ERROR(SetSizesAfterUpdate(*operands[0], *operands[1], destination.array()));
  return RunOnce(MakeUpdate(instruction, ShapesOf(operands), operands[1]->live_sizes()), operands,
                 destination);
}

}  // namespace

constexpr OpEval kDynamicSliceEval = {
    .kind = Computes{.prepare = MakeDynamicSlice},
    .live = {.handled = true, .set_result = SetSizesOfSlice},
};
constexpr OpEval kDynamicUpdateSliceEval = {
    .kind = Computes{.prepare = PrepareDynamicUpdateSlice,
                     .evaluate = EvaluateDynamicUpdateSlice,
                     .view = ViewOfWholeUpdate,
                     .in_place = InPlace::kSameOperand},
    .live = kHandlesLiveSizes,
};

}  // namespace hloom
