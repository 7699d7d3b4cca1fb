// Evaluation of scaled-dot: both arrays are scaled first, and then contracted.
#include <algorithm>
#include <memory>

#include "kernels/sizes.h"
#include "kernels/strided_run.h"
#include "ops/contractions/contraction_eval.h"
#include "ops/contractions/dot.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

using ScaledDotDims = std::vector<int64_t>;

// XLA's choice.
PrimitiveType ScaledType(PrimitiveType array, PrimitiveType scale) {
  if (BitWidth(array) < 16 && BitWidth(scale) < 16) return BF16;
  if (array == scale) return array;
  if (BitWidth(array) == BitWidth(scale)) return F32;
  return BitWidth(array) > BitWidth(scale) ? array : scale;
}

// An array and its scale, to be multiplied in runs along the last dimension into an array in
// row-major order.
class Scaling {
 public:
  Scaling(const Shape& array, const Shape& scale)
      : array_type_(array.element_type()),
        scale_type_(scale.element_type()),
        type_(ScaledType(array_type_, scale_type_)),
        shape_(ShapeUtil::MakeShape(type_, array.dimensions())),
        sizes_(array.dimensions().ToVector()),
        strides_(IndexUtil::Strides(array)) {
    // A scale of one element may have any rank.
    const bool one = ShapeUtil::IsEffectiveScalar(scale);
    scale_strides_ = one ? ScaledDotDims(sizes_.size(), 0) : IndexUtil::Strides(scale);
    for (size_t d = 0; d < sizes_.size(); ++d) {
      const int64_t blocks = one ? 1 : scale.dimensions(static_cast<int64_t>(d));
      block_sizes_.push_back(blocks == 0 ? 1 : sizes_[d] / blocks);
    }
    // An array without dimensions is a run of one element.
    if (sizes_.empty()) {
      sizes_ = strides_ = block_sizes_ = {1};
      scale_strides_ = {0};
    }
  }

  // The product's, which is in row-major order.
  const Shape& shape() const { return shape_; }
  int64_t bytes() const { return ElementCount(sizes_) * ByteWidth(type_); }
  int64_t tasks() const {
    return ElementCount(sizes_) == 0 ? 0 : ElementCount(sizes_) / sizes_.back();
  }

  // Fills run `task`.
  void Run(int64_t task, const std::byte* array, const std::byte* scale, std::byte* out) const {
    int64_t rest = task;
    int64_t from = 0;
    int64_t by = 0;
    for (size_t d = sizes_.size() - 1; d-- > 0; rest /= sizes_[d]) {
      const int64_t index = rest % sizes_[d];
      from += index * strides_[d];
      by += index / block_sizes_[d] * scale_strides_[d];
    }
    std::byte* const to = out + task * sizes_.back() * ByteWidth(type_);
    array += from * ByteWidth(array_type_);
    scale += by * ByteWidth(scale_type_);
    if (ComputeTypeOf(type_) == F64) return Multiply<double>(array, scale, to);
    Multiply<float>(array, scale, to);
  }

 private:
  // Operands are converted to `type_`, and the product is rounded to it.
  template <typename T>
  void Multiply(const std::byte* array, const std::byte* scale, std::byte* to) const {
    constexpr int64_t kRun = 64;
    constexpr PrimitiveType kType = PrimitiveTypeOf<T>::value;
    const int64_t size = sizes_.back();
    const int64_t block = block_sizes_.back();
    T values[kRun];
    for (int64_t i = 0; i < size;) {
      const int64_t count = std::min({kRun, size - i, block - i % block});
      const T factor = Rounded<T>(scale_type_, scale, i / block * scale_strides_.back());
      for (int64_t k = 0; k < count; ++k) {
        values[k] = factor * Rounded<T>(array_type_, array, (i + k) * strides_.back());
      }
      StoreRun(kType, reinterpret_cast<const std::byte*>(values), type_, to + i * ByteWidth(type_),
               1, count);
      i += count;
    }
  }
  template <typename T>
  T Rounded(PrimitiveType from, const std::byte* data, int64_t at) const {
    constexpr PrimitiveType kType = PrimitiveTypeOf<T>::value;
    std::byte rounded[sizeof(double)];
    LoadRun(from, data + at * ByteWidth(from), 1, type_, rounded, 1);
    T value;
    LoadRun(type_, rounded, 1, kType, reinterpret_cast<std::byte*>(&value), 1);
    return value;
  }

  PrimitiveType array_type_;
  PrimitiveType scale_type_;
  PrimitiveType type_;
  Shape shape_;
  ScaledDotDims sizes_;
  ScaledDotDims strides_;
  ScaledDotDims scale_strides_;
  ScaledDotDims block_sizes_;
};

class PreparedScaledDot final : public PreparedOp {
 public:
  PreparedScaledDot(const HloInstruction& instruction, Span<const Shape* const> operands)
      : lhs_(*operands[0], *operands[2]),
        rhs_(*operands[1], *operands[3]),
        plan_(PlanOf(ContractionOf(instruction.attributes<ScaledDotAttributes>().dimension_numbers,
                                   lhs_.shape(), rhs_.shape(), instruction.shape().element_type(),
                                   IndexUtil::Strides(instruction.shape())))) {}

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    if (!is_small()) return RunInTasks(operands, results[0]);
    alignas(16) std::byte lhs[kLittle];
    alignas(16) std::byte rhs[kLittle];
    for (int64_t i = 0; i < lhs_.tasks(); ++i) lhs_.Run(i, operands[0], operands[2], lhs);
    for (int64_t i = 0; i < rhs_.tasks(); ++i) rhs_.Run(i, operands[1], operands[3], rhs);
    return plan_.Contract(lhs, rhs, results[0]);
  }
  bool is_small() const override {
    return lhs_.bytes() <= kLittle && rhs_.bytes() <= kLittle && plan_.is_small();
  }

 private:
  // Arrays of at most this scaled size are scaled at once.
  static constexpr int64_t kLittle = 1 << 12;

  Kernel RunInTasks(const std::byte* const* operands, std::byte* result) const {
    std::byte* const lhs = co_await Scratch<std::byte>(lhs_.bytes());
    std::byte* const rhs = co_await Scratch<std::byte>(rhs_.bytes());
    const auto scale_lhs = [&](int64_t task, std::byte*) {
      lhs_.Run(task, operands[0], operands[2], lhs);
    };
    co_await Tasks(lhs_.tasks(), scale_lhs);
    const auto scale_rhs = [&](int64_t task, std::byte*) {
      rhs_.Run(task, operands[1], operands[3], rhs);
    };
    co_await Tasks(rhs_.tasks(), scale_rhs);
    co_await plan_.Contract(lhs, rhs, result);
    co_return OkStatus();
  }

  const Scaling lhs_, rhs_;
  const ContractionPlan plan_;
};

std::unique_ptr<const PreparedOp> MakeScaledDot(const HloInstruction& instruction,
                                                Span<const Shape* const> operands) {
  if (ShapeUtil::ElementsIn(instruction.shape()) == 0) return nullptr;
  return std::make_unique<PreparedScaledDot>(instruction, operands);
}

}  // namespace

constexpr OpEval kScaledDotEval = {
    .kind = Computes{.prepare = MakeScaledDot},
};

}  // namespace hloom
