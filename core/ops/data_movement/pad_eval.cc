#include <algorithm>

#include "kernels/copy.h"
#include "ops/data_movement/pad.h"
#include "ops/op_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// Where the operand's elements land along one dimension: element i at low + i * step. Those from
// `begin` up to `end` land inside the result.
struct Landing {
  int64_t step;
  int64_t begin;
  int64_t end;
};

uint64_t CeilDivide(uint64_t a, int64_t b) {
  const uint64_t divisor = static_cast<uint64_t>(b);
  return a / divisor + (a % divisor != 0 ? 1 : 0);
}

Landing LandingOf(int64_t size, int64_t padded_size, const PaddingConfigDimension& padding) {
  // With fewer than two elements there is no step, and a huge interior would overflow it.
  const int64_t step = size > 1 ? padding.interior_padding() + 1 : 1;
  const int64_t low = padding.edge_padding_low();
  if (low >= padded_size) return {step, 0, 0};
  // Element i is inside where 0 <= low + i * step < padded_size. Differences are taken unsigned:
  // where both edges are huge, with opposite signs, -low and padded_size - low need the 64th bit.
  const uint64_t distance = uint64_t{0} - static_cast<uint64_t>(low);
  const uint64_t count = static_cast<uint64_t>(size);
  const uint64_t from = low < 0 ? CeilDivide(distance, step) : 0;
  const uint64_t to = CeilDivide(static_cast<uint64_t>(padded_size) + distance, step);
  const uint64_t end = std::min(to, count);
  return {step, static_cast<int64_t>(std::min(from, end)), static_cast<int64_t>(end)};
}

Kernel CopyLanding(const HloInstruction& instruction, const Literal& operand,
                   Destination& destination) {
  const Shape& shape = instruction.shape();
  const PaddingConfig& padding = instruction.attributes<PadAttributes>().padding;
  if (ShapeUtil::ElementsIn(operand.shape()) == 0) return {};
  std::vector<int64_t> sizes;
  std::vector<int64_t> to_strides = IndexUtil::Strides(shape);
  const std::vector<int64_t> from_strides = IndexUtil::Strides(operand.shape());
  int64_t to = 0;
  int64_t from = 0;
  for (int64_t i = 0; i < shape.rank(); ++i) {
    const size_t d = static_cast<size_t>(i);
    const Landing landing =
        LandingOf(operand.shape().dimensions(i), shape.dimensions(i), padding.dimensions(i));
    if (landing.begin == landing.end) return {};
    to += (padding.dimensions(i).edge_padding_low() + landing.begin * landing.step) * to_strides[d];
    from += landing.begin * from_strides[d];
    to_strides[d] *= landing.step;
    sizes.push_back(landing.end - landing.begin);
  }
  const int64_t width = ByteWidth(shape.element_type());
  return CopyStrided(sizes, destination.data() + to * width, to_strides,
                     operand.data<std::byte>() + from * width, from_strides, width);
}

Kernel Fill(const Shape& shape, const Literal& value, Destination& destination) {
  const std::vector<int64_t> still(static_cast<size_t>(shape.rank()), 0);
  return CopyStrided(shape.dimensions(), destination.data(), IndexUtil::Strides(shape),
                     value.data<std::byte>(), still, ByteWidth(shape.element_type()));
}

Kernel CopyLandingAfter(Kernel fill, const HloInstruction& instruction, const Literal& operand,
                        Destination& destination) {
  co_await std::move(fill);
  co_await CopyLanding(instruction, operand, destination);
  co_return OkStatus();
}

// Writes the padding value everywhere, and then the elements over it.
Kernel EvaluatePad(EvalContext&, const HloInstruction& instruction, Operands operands,
                   Destination& destination) {
  const Shape& shape = instruction.shape();
  if (ShapeUtil::ElementsIn(shape) == 0) return {};
  Kernel fill = Fill(shape, *operands[1], destination);
  if (fill.done()) return CopyLanding(instruction, *operands[0], destination);
  return CopyLandingAfter(std::move(fill), instruction, *operands[0], destination);
}

StatusOr<Literal> ViewOfUnpadded(EvalContext&, const HloInstruction& instruction,
                                 Operands operands) {
  const auto& dimensions = instruction.attributes<PadAttributes>().padding.dimensions();
  const bool stays = operands[0]->shape() == instruction.shape() &&
                     std::all_of(dimensions.begin(), dimensions.end(), [](const auto& d) {
                       return d.edge_padding_low() == 0 && d.edge_padding_high() == 0;
                     });
  return stays ? *operands[0] : Literal();
}

}  // namespace

extern const OpEval kPadEval;
constexpr OpEval kPadEval = {
    .view = ViewOfUnpadded,
    .evaluate = EvaluatePad,
};

}  // namespace hloom
