#include "kernels/fft/fft.h"

#include <utility>
#include <vector>

#include "kernels/fft/axis_fft.h"
#include "kernels/sizes.h"

namespace hloom {

class PlannedFft {
 public:
  virtual ~PlannedFft() = default;
  virtual Kernel Run(const std::byte* operand, std::byte* result) const = 0;
  virtual bool is_small() const = 0;
};

namespace {

struct Array {
  Span<const int64_t> sizes;
  Span<const int64_t> strides;
};

// The transform along one dimension, from an array to another that differs only in the size of that
// dimension.
AxisTransform AlongDimension(AxisTransform::Kind kind, bool inverse, size_t dimension,
                             int64_t length, const Array& from, const Array& to) {
  std::vector<int64_t> lines = from.sizes.ToVector();
  lines[dimension] = 1;
  return {.kind = kind,
          .inverse = inverse,
          .length = length,
          .from_size = from.sizes[dimension],
          .to_size = to.sizes[dimension],
          .from_stride = from.strides[dimension],
          .to_stride = to.strides[dimension],
          .lines = SimplifyLoops(lines, to.strides, from.strides)};
}

template <typename T>
class Plan final : public PlannedFft {
 public:
  explicit Plan(const FftArrays& arrays);

  Kernel Run(const std::byte* operand, std::byte* result) const override {
    const auto* const from = reinterpret_cast<const T*>(operand);
    auto* const to = reinterpret_cast<T*>(result);
    if (!is_small()) return RunAxes(from, to);
    alignas(16) T room[kMostRoom];
    axes_[0].RunAll(from, to, room);
    return {};
  }
  bool is_small() const override {
    return axes_.size() == 1 && axes_[0].is_small() && axes_[0].room() <= kMostRoom;
  }

 private:
  static constexpr int64_t kMostRoom = (1 << 14) / sizeof(T);

  Kernel RunAxes(const T* operand, T* result) const;

  // Run one after the other. The first goes from the operand to the result, or to extra memory, in
  // which the others work, and from which the last one goes to the result.
  std::vector<AxisFft<T>> axes_;
  int64_t between_ = 0;  // how many numbers, of two parts, that memory has
};

// The last dimension of real numbers is transformed first, and last on the way back: the others
// have half as many lines then.
template <typename T>
Plan<T>::Plan(const FftArrays& arrays) {
  using Kind = AxisTransform::Kind;
  const Array operand = {arrays.operand_sizes, arrays.operand_strides};
  const Array result = {arrays.result_sizes, arrays.result_strides};
  const bool to_real = arrays.kind == FftKind::kInverseReal;
  const bool inverse = to_real || arrays.kind == FftKind::kInverse;
  const size_t rank = operand.sizes.size(), axes = arrays.lengths.size();
  const std::vector<int64_t> between_strides = RowMajorStrides(operand.sizes);
  const Array between = {operand.sizes, between_strides};
  const Array& middle = to_real && axes > 1 ? between : result;
  if (to_real && axes > 1) between_ = ElementCount(operand.sizes);
  Array from = operand;
  const auto add = [&](Kind kind, size_t axis, const Array& to) {
    axes_.emplace_back(
        AlongDimension(kind, inverse, rank - axes + axis, arrays.lengths[axis], from, to));
    from = to;
  };
  const Kind last_kind = to_real                                ? Kind::kToReal
                         : arrays.kind == FftKind::kForwardReal ? Kind::kFromReal
                                                                : Kind::kComplex;
  if (!to_real) add(last_kind, axes - 1, result);
  for (size_t axis = axes - 1; axis-- > 0;) add(Kind::kComplex, axis, middle);
  if (to_real) add(last_kind, axes - 1, result);
}

template <typename T>
Kernel Plan<T>::RunAxes(const T* operand, T* result) const {
  T* const between = co_await Scratch<T>(2 * between_);
  const T* from = operand;
  for (size_t i = 0; i < axes_.size(); ++i) {
    T* const to = between_ > 0 && i + 1 < axes_.size() ? between : result;
    co_await axes_[i].Run(from, to);
    from = to;
  }
  co_return OkStatus();
}

}  // namespace

FourierTransform::FourierTransform(const FftArrays& arrays)
    : plan_(arrays.wide ? std::unique_ptr<const PlannedFft>(std::make_unique<Plan<double>>(arrays))
                        : std::make_unique<Plan<float>>(arrays)) {}
FourierTransform::~FourierTransform() = default;

Kernel FourierTransform::Run(const std::byte* operand, std::byte* result) const {
  return plan_->Run(operand, result);
}
bool FourierTransform::is_small() const { return plan_->is_small(); }

}  // namespace hloom
