#include "ops/indexing/dynamic_slice.h"

#include <algorithm>

#include "kernels/copy.h"
#include "kernels/indexing/index_vectors.h"
#include "ops/op_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

Operands From(Operands operands, size_t first) {
  return operands.subspan(first, operands.size() - first);
}

// Where a box of `sizes` begins in an array of these strides, in elements. Starts are clamped, so
// that the box lies inside the array. `starts` are a scalar for each dimension, or one vector.
int64_t OffsetOfBox(const Shape& array, Span<const int64_t> strides, Span<const int64_t> sizes,
                    Operands starts) {
  const bool vector = starts.size() == 1 && starts[0]->shape().rank() == 1;
  int64_t offset = 0;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const Literal& start = *starts[vector ? 0 : d];
    const PrimitiveType type = start.shape().element_type();
    const int64_t at = vector ? static_cast<int64_t>(d) * ByteWidth(type) : 0;
    const int64_t last = array.dimensions(static_cast<int64_t>(d)) - sizes[d];
    offset +=
        std::clamp<int64_t>(ReadIndex(type, start.data<std::byte>() + at), 0, last) * strides[d];
  }
  return offset;
}

// Whether one array holds exactly the elements of the other, in the same order in memory.
bool SameBox(const Shape& a, const Shape& b) {
  return a.is_static() && b.is_static() && ShapeUtil::SameDimensions(a, b) &&
         a.layout() == b.layout();
}

StatusOr<Literal> ViewOfWholeOperand(EvalContext&, const HloInstruction& instruction,
                                     Operands operands) {
  return SameBox(operands[0]->shape(), instruction.shape()) ? *operands[0] : Literal();
}

Kernel EvaluateDynamicSlice(EvalContext&, const HloInstruction& instruction, Operands operands,
                            Destination& destination) {
  const Shape& shape = instruction.shape();
  const Literal& operand = *operands[0];
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (!shape.is_dynamic_dimension(d)) continue;
    HLOOM_RETURN_IF_ERROR(destination.array().SetDynamicSize(d, operand.GetDynamicSize(d)));
  }
  if (ShapeUtil::ElementsIn(shape) == 0) return {};
  const std::vector<int64_t> strides = IndexUtil::Strides(operand.shape());
  const int64_t offset =
      OffsetOfBox(operand.shape(), strides, shape.dimensions(), From(operands, 1));
  const int64_t width = ByteWidth(shape.element_type());
  return CopyStrided(shape.dimensions(), destination.data(), IndexUtil::Strides(shape),
                     operand.data<std::byte>() + offset * width, strides, width);
}

// An update of everything is the result, and an update of nothing leaves the operand.
StatusOr<Literal> ViewOfWholeUpdate(EvalContext&, const HloInstruction& instruction,
                                    Operands operands) {
  const Shape& shape = instruction.shape();
  if (SameBox(operands[1]->shape(), shape)) return *operands[1];
  const bool nothing = operands[1]->element_count() == 0;
  return nothing && SameBox(operands[0]->shape(), shape) ? *operands[0] : Literal();
}

// Live sizes are the operand's, but in a dimension that the update writes over as a whole they are
// the update's.
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

// Writes the live elements of the update into their place.
Kernel WriteUpdate(const Shape& shape, Operands operands, std::byte* result) {
  const Literal& update = *operands[1];
  const std::vector<int64_t> live = update.live_sizes();
  if (std::find(live.begin(), live.end(), 0) != live.end()) return {};
  const std::vector<int64_t> strides = IndexUtil::Strides(shape);
  const int64_t offset =
      OffsetOfBox(shape, strides, update.shape().dimensions(), From(operands, 2));
  const int64_t width = ByteWidth(shape.element_type());
  return CopyStrided(live, result + offset * width, strides, update.data<std::byte>(),
                     IndexUtil::Strides(update.shape()), width);
}

Kernel WriteUpdateAfter(Kernel copy, const Shape& shape, Operands operands, std::byte* result) {
  co_await std::move(copy);
  co_await WriteUpdate(shape, operands, result);
  co_return OkStatus();
}

// Writes over one place of the operand. In a loop that carries a big array the result lies where
// the operand does, and nothing else is copied.
Kernel EvaluateDynamicUpdateSlice(EvalContext&, const HloInstruction& instruction,
                                  Operands operands, Destination& destination) {
  const Shape& shape = instruction.shape();
  const Literal& operand = *operands[0];
  HLOOM_RETURN_IF_ERROR(SetSizesAfterUpdate(operand, *operands[1], destination.array()));
  std::byte* const result = destination.data();
  if (SameStorage(operand, destination.array())) return WriteUpdate(shape, operands, result);
  Kernel copy =
      CopyStrided(shape.dimensions(), result, IndexUtil::Strides(shape), operand.data<std::byte>(),
                  IndexUtil::Strides(operand.shape()), ByteWidth(shape.element_type()));
  if (copy.done()) return WriteUpdate(shape, operands, result);
  return WriteUpdateAfter(std::move(copy), shape, operands, result);
}

}  // namespace

extern const OpEval kDynamicSliceEval, kDynamicUpdateSliceEval;

constexpr OpEval kDynamicSliceEval = {
    .view = ViewOfWholeOperand,
    .evaluate = EvaluateDynamicSlice,
    .reads_live_sizes = true,
};
constexpr OpEval kDynamicUpdateSliceEval = {
    .view = ViewOfWholeUpdate,
    .evaluate = EvaluateDynamicUpdateSlice,
    .in_place = InPlace::kSameOperand,
    .reads_live_sizes = true,
};

}  // namespace hloom
