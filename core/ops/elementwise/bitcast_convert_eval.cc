#include <algorithm>

#include "kernels/copy.h"
#include "kernels/elementwise/bits.h"
#include "kernels/elementwise/elements.h"
#include "ops/elementwise/conversion.h"
#include "ops/elementwise/elementwise_arrays_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

StatusOr<Shape> LiveBitcastConvert(const HloInstruction& instruction,
                                   Span<const Shape* const> operands) {
  return InferBitcastConvertShape(*operands[0], instruction.shape().element_type());
}

// The function between types of the same width; other types change the dimensions.
ElementFunction BitcastConvertFunctionFor(const HloInstruction& instruction, PrimitiveType) {
  return BitcastFunction(instruction.operand(0)->shape().element_type(),
                         instruction.shape().element_type());
}
constexpr ElementOp kBitcastConvertElements = {BitcastConvertFunctionFor, /*computes=*/false};

bool IsRowMajor(const Shape& shape) {
  return shape.layout() == LayoutUtil::GetDefaultLayoutForRank(shape.rank());
}

bool IsBitcastConvertView(const Shape& from, const Shape& to) {
  return CopiesBytes(from.element_type(), to.element_type()) && IsRowMajor(from) && IsRowMajor(to);
}

StatusOr<Literal> ViewOfBits(EvalContext&, const HloInstruction& instruction, Operands operands) {
  if (!IsBitcastConvertView(operands[0]->shape(), instruction.shape())) return Literal();
  return Literal::OverStorage(instruction.shape_ptr(), operands[0]->storage());
}

std::unique_ptr<const PreparedOp> PrepareBitcastConvert(const HloInstruction& instruction) {
  return IsBitcastConvertView(instruction.operand(0)->shape(), instruction.shape())
             ? PreparedView(0)
             : nullptr;
}

// In row-major order the elements that share bits are neighbors.
Kernel EvaluateBitcastConvert(EvalContext&, const HloInstruction& instruction, Operands operands,
                              Destination& destination) {
  constexpr int64_t kGrain = 1 << 14;
  const Shape& shape = instruction.shape();
  const PrimitiveType from = operands[0]->shape().element_type();
  const PrimitiveType to = shape.element_type();
  const Shape in_order = ShapeUtil::MakeShape(from, operands[0]->shape().dimensions());
  const Shape flat = ShapeUtil::MakeShape(to, shape.dimensions());
  const std::byte* in = nullptr;
  co_await InOrderOf(in_order, *operands[0], &in);
  const bool direct = flat.layout() == shape.layout();
  const int64_t count = ShapeUtil::ElementsIn(flat);
  std::byte* out = destination.data();
  if (!direct) out = co_await Scratch<std::byte>(ShapeUtil::ByteSizeOf(flat));
  // The grain is a multiple of every ratio of widths, so that tasks begin between words.
  const auto task = [&](int64_t i, std::byte*) {
    const int64_t begin = i * kGrain;
    const int64_t run = std::min(kGrain, count - begin);
    const int64_t offset = begin * BitWidth(to) / BitWidth(from) * ByteWidth(from);
    ConvertRunOfBits(from, in + offset, to, out + begin * ByteWidth(to), run);
  };
  co_await Tasks(TaskCount(count, kGrain), task);
  if (!direct) {
    co_await CopyStrided(shape.dimensions(), destination.data(), IndexUtil::Strides(shape), out,
                         IndexUtil::Strides(flat), ByteWidth(to));
  }
  co_return OkStatus();
}

}  // namespace

constexpr OpEval kBitcastConvertEval = {
    .view = ViewOfBits,
    .evaluate = EvaluateBitcastConvert,
    .prepare = PrepareBitcastConvert,
    .live_shape = LiveBitcastConvert,
    .elements = &kBitcastConvertElements,
};

}  // namespace hloom
