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

// In row-major order the elements that share bits are neighbors.
class PreparedBitcastConvert final : public PreparedOp {
 public:
  PreparedBitcastConvert(const Shape& result, const Shape& operand)
      : result_(result), operand_(operand) {}

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    constexpr int64_t kGrain = 1 << 14;
    const PrimitiveType from = operand_.element_type();
    const PrimitiveType to = result_.element_type();
    const Shape in_order = ShapeUtil::MakeShape(from, operand_.dimensions());
    const Shape flat = ShapeUtil::MakeShape(to, result_.dimensions());
    const std::byte* in = nullptr;
    co_await InOrderOf(in_order, operand_, operands[0], &in);
    const bool direct = flat.layout() == result_.layout();
    const int64_t count = ShapeUtil::ElementsIn(flat);
    std::byte* out = results[0];
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
      co_await CopyStrided(result_.dimensions(), results[0], IndexUtil::Strides(result_), out,
                           IndexUtil::Strides(flat), ByteWidth(to));
    }
    co_return OkStatus();
  }

 private:
  const Shape result_, operand_;
};

std::unique_ptr<const PreparedOp> MakeBitcastConvert(const HloInstruction& instruction,
                                                     Span<const Shape* const> operands) {
  if (IsBitcastConvertView(*operands[0], instruction.shape())) return PreparedView(0);
  return std::make_unique<PreparedBitcastConvert>(instruction.shape(), *operands[0]);
}

}  // namespace

constexpr OpEval kBitcastConvertEval = {
    .kind = Computes{.prepare = MakeBitcastConvert, .elements = &kBitcastConvertElements},
    .live = {.shape = LiveBitcastConvert},
};

}  // namespace hloom
