#include <algorithm>

#include "kernels/copy.h"
#include "ops/data_movement/pad.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The positions of the operand's elements along one dimension: element i is at low + i * step. The
// elements from `begin` up to `end` are inside the result.
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
  // Element i is inside where 0 <= low + i * step < padded_size. Differences are taken unsigned: if
  // both edges are huge, with opposite signs, -low and padded_size - low need the 64th bit.
  const uint64_t distance = uint64_t{0} - static_cast<uint64_t>(low);
  const uint64_t count = static_cast<uint64_t>(size);
  const uint64_t from = low < 0 ? CeilDivide(distance, step) : 0;
  const uint64_t to = CeilDivide(static_cast<uint64_t>(padded_size) + distance, step);
  const uint64_t end = std::min(to, count);
  return {step, static_cast<int64_t>(std::min(from, end)), static_cast<int64_t>(end)};
}

// Writes the padding value everywhere, and then the elements over it.
class PreparedPad final : public PreparedOp {
 public:
  PreparedPad(const Shape& shape, const PaddingConfig& padding, const Shape& operand)
      : fill_(FillOf(shape)), landing_(LandingIn(shape, padding, operand)) {}

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    Kernel fill = CopyByTasks(fill_, results[0], operands[1]);
    if (fill.done()) return Land(operands[0], results[0]);
    return LandAfter(std::move(fill), operands[0], results[0]);
  }
  bool is_small() const override { return fill_.count() <= 1 && landing_.tasks.count() <= 1; }

 private:
  struct Move {
    StridedCopyTasks tasks;
    int64_t to, from;  // the offset of the first element in bytes
  };

  static StridedCopyTasks FillOf(const Shape& shape) {
    const std::vector<int64_t> still(static_cast<size_t>(shape.rank()), 0);
    return StridedCopyTasks(shape.dimensions(), IndexUtil::Strides(shape), still,
                            ByteWidth(shape.element_type()));
  }

  static Move LandingIn(const Shape& shape, const PaddingConfig& padding, const Shape& operand) {
    const int64_t width = ByteWidth(shape.element_type());
    const Move nothing = {StridedCopyTasks({0}, {0}, {0}, width), 0, 0};
    if (ShapeUtil::ElementsIn(operand) == 0) return nothing;
    std::vector<int64_t> sizes;
    std::vector<int64_t> to_strides = IndexUtil::Strides(shape);
    const std::vector<int64_t> from_strides = IndexUtil::Strides(operand);
    int64_t to = 0;
    int64_t from = 0;
    for (int64_t i = 0; i < shape.rank(); ++i) {
      const size_t d = static_cast<size_t>(i);
      const Landing landing =
          LandingOf(operand.dimensions(i), shape.dimensions(i), padding.dimensions(i));
      if (landing.begin == landing.end) return nothing;
      to +=
          (padding.dimensions(i).edge_padding_low() + landing.begin * landing.step) * to_strides[d];
      from += landing.begin * from_strides[d];
      to_strides[d] *= landing.step;
      sizes.push_back(landing.end - landing.begin);
    }
    return {StridedCopyTasks(sizes, to_strides, from_strides, width), to * width, from * width};
  }

  Kernel Land(const std::byte* operand, std::byte* result) const {
    return CopyByTasks(landing_.tasks, result + landing_.to, operand + landing_.from);
  }
  Kernel LandAfter(Kernel fill, const std::byte* operand, std::byte* result) const {
    co_await std::move(fill);
    co_await Land(operand, result);
    co_return OkStatus();
  }

  const StridedCopyTasks fill_;
  const Move landing_;
};

bool IsPadView(const HloInstruction& instruction, const Shape& operand) {
  const auto& dimensions = instruction.attributes<PadAttributes>().padding.dimensions();
  return operand == instruction.shape() &&
         std::all_of(dimensions.begin(), dimensions.end(), [](const auto& d) {
           return d.edge_padding_low() == 0 && d.edge_padding_high() == 0;
         });
}

std::unique_ptr<const PreparedOp> MakePad(const HloInstruction& instruction,
                                          Span<const Shape* const> operands) {
  if (IsPadView(instruction, *operands[0])) return PreparedView(0);
  if (ShapeUtil::ElementsIn(instruction.shape()) == 0) return nullptr;
  return std::make_unique<PreparedPad>(
      instruction.shape(), instruction.attributes<PadAttributes>().padding, *operands[0]);
}

}  // namespace

constexpr OpEval kPadEval = {
    .kind = Computes{.prepare = MakePad},
};

}  // namespace hloom
