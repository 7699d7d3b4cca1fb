#include "builder/lib/pooling/conv_grad_size_util.h"

#include <algorithm>

#include "base/str_cat.h"

namespace hloom {

namespace {

// No window of an array is larger.
constexpr int64_t kGreatest = int64_t{1} << 62;

Status Refused(std::string headline, std::string help) {
  return InvalidArgument(kConvGradC1)
      .Op("conv_grad")
      .Say(std::move(headline))
      .Help(std::move(help));
}

}  // namespace

StatusOr<SpatialDimensionOutputSizeAndPadding> ConvGradExtractAndVerifyDimension(
    int64_t input_size, int64_t filter_size, int64_t output_size, int64_t dilation, int64_t stride,
    Padding padding) {
  if (stride < 1 || dilation < 1 || filter_size < 1) {
    return Refused(StrCat("the filter has size ", filter_size, ", stride ", stride,
                          " and dilation ", dilation),
                   "they are 1 or more");
  }
  using Wide = __int128;
  const Wide window = static_cast<Wide>(filter_size - 1) * dilation + 1;
  Wide outputs = std::max<Wide>(0, (input_size - window + stride) / stride);
  Wide before = 0;
  if (padding == Padding::kSame) {
    outputs = (static_cast<Wide>(input_size) + stride - 1) / stride;
    before = std::max<Wide>(0, (outputs - 1) * stride + window - input_size) / 2;
  }
  if (input_size < 0 || window > kGreatest || outputs != output_size) {
    return Refused(StrCat("the output has size ", output_size, ", where an input of ", input_size,
                          " and a filter of ", filter_size, " with stride ", stride,
                          " and dilation ", dilation, " give ", static_cast<int64_t>(outputs)),
                   "give the sizes that the convolution had");
  }
  const Wide spread = (outputs - 1) * stride + 1;
  const Wide pad_before = window - 1 - before;
  const Wide pad_after = input_size + window - 1 - spread - pad_before;
  return SpatialDimensionOutputSizeAndPadding{static_cast<int64_t>(spread),
                                              static_cast<int64_t>(pad_before),
                                              static_cast<int64_t>(pad_after)};
}

}  // namespace hloom
