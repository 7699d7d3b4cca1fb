#include "ops/contractions/convolution.h"

#include <algorithm>

#include "ops/contractions/dot_explain.h"
#include "ops/windows/window_explain.h"

namespace hloom {

namespace {

WindowAxis AxisOf(const WindowDimension& along, int64_t size) {
  return {.window = along.size(),
          .stride = along.stride(),
          .padding_low = along.padding_low(),
          .window_dilation = along.window_dilation(),
          .base_dilation = along.base_dilation(),
          .size = size};
}

// The kernel's elements for those of the input: the last one comes first if it is reversed.
IndexRange TakenOfKernel(const WindowDimension& along, const IndexRange& positions) {
  if (!along.window_reversal() || positions.size == 0) return positions;
  const int64_t last = positions.start + (positions.size - 1) * positions.step;
  return {along.size() - 1 - last, positions.size, positions.step};
}

void SourcesOfConvolution(const ExecutedOp& op, const ElementPlace& at,
                          std::vector<Source>& sources) {
  const auto& attributes = op.instruction.attributes<ConvolutionAttributes>();
  const ConvolutionDimensionNumbers& numbers = attributes.dimension_numbers;
  const ConvolutionLabels &in = numbers.input(), &taps = numbers.kernel(), &out = numbers.output();
  const Literal &lhs = *op.operands[0], &rhs = *op.operands[1];
  const int64_t feature_groups = attributes.feature_group_count.value;
  const int64_t batch_groups = attributes.batch_group_count.value;
  const int64_t feature = at.index[At(out.feature)];
  const int64_t batch = at.index[At(out.batch)];
  // Group g of the output features is computed from group g of the input's features, or of its
  // batch.
  const int64_t per_group =
      rhs.shape().dimensions(taps.feature) / std::max(feature_groups, batch_groups);
  const int64_t group = per_group == 0 ? 0 : feature / per_group;
  const int64_t features =
      feature_groups > 1 ? rhs.GetDynamicSize(taps.batch)
                         : std::min(rhs.GetDynamicSize(taps.batch), lhs.GetDynamicSize(in.feature));
  ElementBox input(At(lhs.shape().rank())), kernel(At(rhs.shape().rank()));
  std::vector<WindowPositions> window(input.size(), WindowPositions());
  input[At(in.batch)] =
      One(batch + (batch_groups > 1 ? group * op.result.GetDynamicSize(out.batch) : 0));
  input[At(in.feature)] = {feature_groups > 1 ? group * features : 0, features, 1};
  kernel[At(taps.batch)] = {0, features, 1};
  kernel[At(taps.feature)] = One(feature);
  for (size_t i = 0; i < in.spatial.size(); ++i) {
    const WindowDimension& along = attributes.window.dimensions(static_cast<int64_t>(i));
    WindowTouch touch =
        TouchOf(AxisOf(along, lhs.GetDynamicSize(in.spatial[i])), at.index[At(out.spatial[i])]);
    input[At(in.spatial[i])] = touch.elements;
    kernel[At(taps.spatial[i])] = TakenOfKernel(along, touch.positions);
    window[At(in.spatial[i])] = std::move(touch.where);
  }
  sources.push_back(BoxOf(0, std::move(input)));
  sources.back().window = std::move(window);
  sources.push_back(BoxOf(1, std::move(kernel)));
}

std::string ConvolutionArithmetic(const ExecutedOp& op, const ElementPlace&,
                                  const std::vector<Source>& sources, const ElementNames& names) {
  const auto& attributes = op.instruction.attributes<ConvolutionAttributes>();
  const ConvolutionDimensionNumbers& numbers = attributes.dimension_numbers;
  std::vector<int64_t> lhs = {numbers.input().feature}, rhs = {numbers.kernel().batch};
  ElementBox kernel = sources[1].box;
  for (size_t i = 0; i < numbers.input().spatial.size(); ++i) {
    lhs.push_back(numbers.input().spatial[i]);
    rhs.push_back(numbers.kernel().spatial[i]);
    if (!attributes.window.dimensions(static_cast<int64_t>(i)).window_reversal()) continue;
    IndexRange& range = kernel[At(rhs.back())];
    range.start += (range.size - 1) * range.step;
    range.step = -range.step;
  }
  return SumOfProducts(names, sources[0].box, kernel, lhs, rhs);
}

}  // namespace

constexpr OpExplain kConvolutionExplain = {.sources = SourcesOfConvolution,
                                           .arithmetic = ConvolutionArithmetic};

}  // namespace hloom
