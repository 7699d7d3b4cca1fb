#include "kernels/iota.h"

#include "kernels/copy.h"
#include "ops/data_movement/iota.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// s32[4,8] along dimension 0: seen as [before, size, after] = [1, 4, 8] in memory order, each of
// the `size` numbers fills a run of `after` elements.
class PreparedIota final : public PreparedOp {
 public:
  PreparedIota(const Shape& shape, int64_t dimension)
      : type_(shape.element_type()),
        count_(ShapeUtil::ElementsIn(shape)),
        size_(shape.dimensions(dimension)),
        after_(IndexUtil::Strides(shape)[static_cast<size_t>(dimension)]) {}

  Kernel Run(const std::byte* const*, std::byte* const* results) const override {
    return FillIota(type_, results[0], count_ / (size_ * after_), size_, after_);
  }
  bool is_small() const override { return IsIotaAtOnce(count_); }

 private:
  const PrimitiveType type_;
  const int64_t count_, size_, after_;
};

// Counts in a row of scratch memory, and copies that along the other dimensions, so that the
// padding between elements stays as it is.
class PreparedIotaBetweenPadding final : public PreparedOp {
 public:
  PreparedIotaBetweenPadding(const Shape& shape, int64_t dimension)
      : shape_(shape), dimension_(dimension) {}

  Kernel Run(const std::byte* const*, std::byte* const* results) const override {
    const PrimitiveType type = shape_.element_type();
    const int64_t size = shape_.dimensions(dimension_);
    std::byte* const numbers = co_await Scratch<std::byte>(size * ByteWidth(type));
    co_await FillIota(type, numbers, 1, size, 1);
    const std::vector<int64_t> to_strides = IndexUtil::Strides(shape_);
    std::vector<int64_t> from_strides(static_cast<size_t>(shape_.rank()), 0);
    from_strides[static_cast<size_t>(dimension_)] = 1;
    co_await CopyStrided(shape_.dimensions(), results[0], to_strides, numbers, from_strides,
                         ByteWidth(type));
    co_return OkStatus();
  }

 private:
  const Shape shape_;
  const int64_t dimension_;
};

std::unique_ptr<const PreparedOp> MakeIota(const HloInstruction& instruction,
                                           Span<const Shape* const>) {
  const Shape& shape = instruction.shape();
  if (ShapeUtil::ElementsIn(shape) == 0) return nullptr;
  const int64_t dimension = instruction.attributes<IotaAttributes>().iota_dimension;
  if (shape.layout().has_padding()) {
    return std::make_unique<PreparedIotaBetweenPadding>(shape, dimension);
  }
  return std::make_unique<PreparedIota>(shape, dimension);
}

// s32[4,8] along dimension 1 repeats s32[8]: strides {0,1}.
std::vector<int64_t> RepeatsIota(const HloInstruction& instruction) {
  std::vector<int64_t> strides(static_cast<size_t>(instruction.shape().rank()), 0);
  strides[static_cast<size_t>(instruction.attributes<IotaAttributes>().iota_dimension)] = 1;
  return strides;
}
RepeatedArray RepeatedIota(const HloInstruction& instruction) {
  const Shape& shape = instruction.shape();
  const int64_t dimension = instruction.attributes<IotaAttributes>().iota_dimension;
  Shape line = ShapeUtil::MakeShape(shape.element_type(), {shape.dimensions(dimension)});
  auto prepared = std::make_unique<PreparedIota>(line, 0);
  return {std::move(line), std::move(prepared)};
}

}  // namespace

constexpr OpEval kIotaEval = {
    .kind = Computes{.prepare = MakeIota, .repeats = RepeatsIota, .repeated = RepeatedIota},
};

}  // namespace hloom
