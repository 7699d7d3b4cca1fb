// Evaluation of convolution.
#include "kernels/contractions/convolution.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "ops/contractions/contraction_eval.h"
#include "ops/contractions/convolution.h"
#include "ops/live_sizes_eval.h"
#include "ops/prepared_eval.h"
#include "ops/rules.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

using ConvolutionEvalNumbers = ConvolutionDimensionNumbers;

// The sizes or the strides of an array, by its labels.
struct Labelled {
  int64_t batch, feature;  // of a kernel: input features, output features
  std::vector<int64_t> spatial;
};
Labelled ByLabels(const ConvolutionLabels& labels, Span<const int64_t> values) {
  const auto at = [&](int64_t d) { return values[static_cast<size_t>(d)]; };
  Labelled labelled = {at(labels.batch), at(labels.feature), {}};
  for (const int64_t d : labels.spatial) labelled.spatial.push_back(at(d));
  return labelled;
}

Convolution::Space SpaceOf(const WindowDimension& window) {
  return {.window_size = window.size(),
          .stride = window.stride(),
          .padding_low = window.padding_low(),
          .base_dilation = window.base_dilation(),
          .window_dilation = window.window_dilation(),
          .window_reversal = window.window_reversal()};
}

// With feature groups or batch groups, group g of the output features is computed from group g of
// the kernel's output features and group g of the input's features or batch.
Convolution ConvolutionOf(const ConvolutionAttributes& attributes, const Shape& lhs,
                          const Shape& rhs, const Shape& result) {
  const ConvolutionEvalNumbers& numbers = attributes.dimension_numbers;
  const Labelled lhs_stride = ByLabels(numbers.input(), IndexUtil::Strides(lhs));
  const Labelled rhs_stride = ByLabels(numbers.kernel(), IndexUtil::Strides(rhs));
  const Labelled result_stride = ByLabels(numbers.output(), IndexUtil::Strides(result));
  const Labelled lhs_size = ByLabels(numbers.input(), lhs.dimensions());
  const Labelled rhs_size = ByLabels(numbers.kernel(), rhs.dimensions());
  const Labelled result_size = ByLabels(numbers.output(), result.dimensions());

  const bool by_batch = attributes.batch_group_count.value > 1;
  Convolution convolution;
  convolution.groups =
      std::max(attributes.feature_group_count.value, attributes.batch_group_count.value);
  convolution.batch = result_size.batch;
  convolution.input_features = rhs_size.batch;
  convolution.output_features = rhs_size.feature / convolution.groups;
  convolution.input_type = lhs.element_type();
  convolution.weights_type = rhs.element_type();
  convolution.result_type = result.element_type();
  convolution.input = {.group = by_batch ? convolution.batch * lhs_stride.batch
                                         : convolution.input_features * lhs_stride.feature,
                       .batch = lhs_stride.batch,
                       .input_feature = lhs_stride.feature};
  convolution.weights = {.group = convolution.output_features * rhs_stride.feature,
                         .input_feature = rhs_stride.batch,
                         .output_feature = rhs_stride.feature};
  convolution.result = {.group = convolution.output_features * result_stride.feature,
                        .batch = result_stride.batch,
                        .output_feature = result_stride.feature};
  for (size_t i = 0; i < lhs_size.spatial.size(); ++i) {
    Convolution::Space space = SpaceOf(attributes.window.dimensions(static_cast<int64_t>(i)));
    space.input_size = lhs_size.spatial[i];
    space.result_size = result_size.spatial[i];
    space.input_stride = lhs_stride.spatial[i];
    space.weights_stride = rhs_stride.spatial[i];
    space.result_stride = result_stride.spatial[i];
    // Without elements to sum, the product of the sizes may overflow.
    if (convolution.input_features == 0) {
      space = {
          .input_size = 1, .result_size = space.result_size, .result_stride = space.result_stride};
    }
    convolution.space.push_back(space);
  }
  return convolution;
}

class PreparedConvolution final : public PreparedOp {
 public:
  explicit PreparedConvolution(const Convolution& convolution) : plan_(convolution) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return plan_.Convolve(operands[0], operands[1], results[0]);
  }
  bool is_small() const override { return plan_.is_small(); }

 private:
  const ConvolutionPlan plan_;
};

std::unique_ptr<const PreparedOp> MakeConvolution(const HloInstruction& instruction,
                                                  Span<const Shape* const> operands) {
  const Shape& result = ResultShape(instruction, 0);
  if (ShapeUtil::ElementsIn(result) == 0) return nullptr;
  return std::make_unique<PreparedConvolution>(ConvolutionOf(
      instruction.attributes<ConvolutionAttributes>(), *operands[0], *operands[1], result));
}

// Without groups, the input features of lhs and rhs are paired.
Status AlignConvolution(const HloInstruction& instruction, OperandSizes& sizes) {
  const auto& attributes = instruction.attributes<ConvolutionAttributes>();
  if (attributes.feature_group_count.value > 1) return OkStatus();
  const ConvolutionEvalNumbers& numbers = attributes.dimension_numbers;
  const OperandDimension meeting[] = {{0, numbers.input_feature_dimension()},
                                      {1, numbers.kernel_input_feature_dimension()}};
  return AlignDimensions(instruction, meeting, sizes);
}

Status CheckConvolutionRuns(const HloInstruction& instruction) {
  return RunsPlain(kConvolutionC19, instruction.attributes<ConvolutionAttributes>().further);
}

}  // namespace

constexpr OpEval kConvolutionEval = {
    .kind = Computes{.prepare = MakeConvolution},
    .live = {.align = AlignConvolution, .shape = LiveElementType},
    .check_runs = CheckConvolutionRuns,
};

}  // namespace hloom
