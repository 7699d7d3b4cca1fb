// How scaled-dot is computed: both arrays are scaled first, and then contracted.
#include <algorithm>
#include <utility>

#include "kernels/sizes.h"
#include "kernels/strided_run.h"
#include "ops/contractions/contraction_eval.h"
#include "ops/contractions/dot.h"
#include "ops/op_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

using Dims = std::vector<int64_t>;

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
  Scaling(const Literal& array, const Literal& scale)
      : array_(array.data<std::byte>()),
        scale_(scale.data<std::byte>()),
        array_type_(array.shape().element_type()),
        scale_type_(scale.shape().element_type()),
        type_(ScaledType(array_type_, scale_type_)),
        sizes_(array.shape().dimensions().ToVector()),
        strides_(IndexUtil::Strides(array.shape())) {
    // A scale of one element may have any rank.
    const bool one = ShapeUtil::IsEffectiveScalar(scale.shape());
    scale_strides_ = one ? Dims(sizes_.size(), 0) : IndexUtil::Strides(scale.shape());
    for (size_t d = 0; d < sizes_.size(); ++d) {
      const int64_t blocks = one ? 1 : scale.shape().dimensions(static_cast<int64_t>(d));
      block_sizes_.push_back(blocks == 0 ? 1 : sizes_[d] / blocks);
    }
    // An array without dimensions is a run of one element.
    if (sizes_.empty()) {
      sizes_ = strides_ = block_sizes_ = {1};
      scale_strides_ = {0};
    }
  }

  PrimitiveType type() const { return type_; }
  int64_t bytes() const { return ElementCount(sizes_) * ByteWidth(type_); }
  int64_t tasks() const {
    return ElementCount(sizes_) == 0 ? 0 : ElementCount(sizes_) / sizes_.back();
  }

  // Fills run `task`.
  void Run(int64_t task, std::byte* out) const {
    int64_t rest = task;
    int64_t from = 0;
    int64_t by = 0;
    for (size_t d = sizes_.size() - 1; d-- > 0; rest /= sizes_[d]) {
      const int64_t index = rest % sizes_[d];
      from += index * strides_[d];
      by += index / block_sizes_[d] * scale_strides_[d];
    }
    std::byte* const to = out + task * sizes_.back() * ByteWidth(type_);
    if (ComputeTypeOf(type_) == F64) return Multiply<double>(from, by, to);
    Multiply<float>(from, by, to);
  }

 private:
  // Operands are converted to `type_`, and the product is rounded to it.
  template <typename T>
  void Multiply(int64_t from, int64_t by, std::byte* to) const {
    constexpr int64_t kRun = 64;
    constexpr PrimitiveType kType = PrimitiveTypeOf<T>::value;
    const int64_t size = sizes_.back();
    const int64_t block = block_sizes_.back();
    T values[kRun];
    for (int64_t i = 0; i < size;) {
      const int64_t count = std::min({kRun, size - i, block - i % block});
      const T scale = Rounded<T>(scale_type_, scale_, by + i / block * scale_strides_.back());
      for (int64_t k = 0; k < count; ++k) {
        values[k] = scale * Rounded<T>(array_type_, array_, from + (i + k) * strides_.back());
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

  const std::byte* array_;
  const std::byte* scale_;
  PrimitiveType array_type_;
  PrimitiveType scale_type_;
  PrimitiveType type_;
  Dims sizes_;
  Dims strides_;
  Dims scale_strides_;
  Dims block_sizes_;
};

Kernel ScaleAndContract(const DotDimensionNumbers& numbers, Scaling lhs, Scaling rhs,
                        Shape lhs_shape, Shape rhs_shape, Literal& result) {
  std::byte* const lhs_memory = co_await Scratch<std::byte>(lhs.bytes());
  std::byte* const rhs_memory = co_await Scratch<std::byte>(rhs.bytes());
  co_await Tasks(lhs.tasks(), [&](int64_t task, std::byte*) { lhs.Run(task, lhs_memory); });
  co_await Tasks(rhs.tasks(), [&](int64_t task, std::byte*) { rhs.Run(task, rhs_memory); });
  const Dims strides = IndexUtil::Strides(result.shape());
  co_await Contract(
      ContractionOf(numbers, lhs_shape, rhs_shape, result.shape().element_type(), strides),
      lhs_memory, rhs_memory, result.mutable_data<std::byte>());
  co_return OkStatus();
}

Kernel EvaluateScaledDot(EvalContext&, const HloInstruction& instruction, Operands operands,
                         Destination& destination) {
  Literal& result = destination.array();
  if (ShapeUtil::ElementsIn(result.shape()) == 0) return {};
  const Scaling lhs(*operands[0], *operands[2]);
  const Scaling rhs(*operands[1], *operands[3]);
  const auto scaled = [](const Scaling& scaling, const Literal& array) {
    return ShapeUtil::MakeShape(scaling.type(), array.shape().dimensions());
  };
  return ScaleAndContract(instruction.attributes<DotAttributes>().dimension_numbers, lhs, rhs,
                          scaled(lhs, *operands[0]), scaled(rhs, *operands[1]), result);
}

}  // namespace

extern const OpEval kScaledDotEval;
constexpr OpEval kScaledDotEval = {
    .evaluate = EvaluateScaledDot,
};

}  // namespace hloom
