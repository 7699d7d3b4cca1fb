#include "ops/windows/window_util.h"

#include <algorithm>
#include <limits>

#include "base/math_util.h"
#include "base/str_cat.h"
#include "shape/rules.h"

namespace hloom {

namespace {

// Positions are sums and products of the user's numbers, which fit into 128 bits.
using Wide = __int128;
constexpr Wide kMax = std::numeric_limits<int64_t>::max();

std::string DimensionText(const WindowDimension& d) {
  return StrCat("size ", d.size(), ", stride ", d.stride(), ", padding ", d.padding_low(), "_",
                d.padding_high(), ", base dilation ", d.base_dilation(), ", window dilation ",
                d.window_dilation());
}

Status TooLarge(const Shape& base, int64_t dimension, const WindowDimension& d) {
  return InvalidArgument(kShapeC3)
      .Say(StrCat("dimension ", dimension, " of ", base.ToString(),
                  " is too large for its window: ", DimensionText(d)))
      .Help("dilated and padded sizes must fit a 64-bit integer");
}

Status CheckDimension(const Shape& base, int64_t dimension, const WindowDimension& d,
                      const WindowRules& rules) {
  if (d.size() < 1 || d.stride() < 1) {
    return InvalidArgument(rules.positive)
        .Say(StrCat(
            "the window along dimension ", dimension, " of ", base.ToString(),
            d.size() < 1 ? StrCat(" has size ", d.size()) : StrCat(" has stride ", d.stride())))
        .Help(d.size() < 1 ? "give a size of at least 1: one of 1 looks at one element at a time"
                           : "give a stride of at least 1: one of 1 moves the window by one "
                             "element at a time");
  }
  if (d.base_dilation() < 1 || d.window_dilation() < 1) {
    const bool of_base = d.base_dilation() < 1;
    return InvalidArgument(rules.dilations)
        .Say(StrCat("dimension ", dimension, " of ", base.ToString(), " has ",
                    of_base ? "base" : "window", " dilation ",
                    of_base ? d.base_dilation() : d.window_dilation()))
        .Help("a dilation of 1 puts no holes between neighbors, one of n puts n - 1");
  }
  return OkStatus();
}

}  // namespace

std::optional<int64_t> DilatedBound(int64_t bound, int64_t dilation) {
  if (bound == 0) return 0;
  const std::optional<int64_t> distance = CheckedMultiply(bound - 1, dilation);
  return distance ? CheckedAdd(*distance, 1) : std::nullopt;
}

int64_t StridedBound(int64_t bound, int64_t window_size, int64_t stride) {
  return bound < window_size || bound == 0 ? 0 : (bound - window_size) / stride + 1;
}

std::pair<int64_t, int64_t> SamePadding(int64_t bound, int64_t window_size, int64_t stride) {
  const int64_t outputs = bound / stride + (bound % stride != 0 ? 1 : 0);
  // The sum fits: all outputs but the last start inside the bound, so that it is at most
  // window_size.
  const int64_t total = static_cast<int64_t>(
      std::max<Wide>(Wide{outputs - 1} * stride + Wide{window_size} - bound, 0));
  return {total / 2, total - total / 2};
}

StatusOr<int64_t> InferWindowedSize(const Shape& base, int64_t dimension, const WindowDimension& d,
                                    const WindowRules& rules) {
  HLOOM_RETURN_IF_ERROR(CheckDimension(base, dimension, d, rules));
  const std::optional<int64_t> dilated =
      DilatedBound(base.dimensions(dimension), d.base_dilation());
  const std::optional<int64_t> window = DilatedBound(d.size(), d.window_dilation());
  if (!dilated || !window) return TooLarge(base, dimension, d);
  const Wide padded = Wide{*dilated} + d.padding_low() + d.padding_high();
  if (padded > kMax) return TooLarge(base, dimension, d);
  if (padded < 0) {
    return InvalidArgument(rules.padding)
        .Say(StrCat("dimension ", dimension, " of ", base.ToString(), " cannot be padded with low ",
                    d.padding_low(), ", high ", d.padding_high()))
        .Detail("more would be taken away than there is")
        .Help(StrCat("low + high must be at least ", -*dilated, ": the ",
                     d.base_dilation() > 1 ? "dilated size" : "size", " is ", *dilated));
  }
  return StridedBound(static_cast<int64_t>(padded), *window, d.stride());
}

StatusOr<std::vector<int64_t>> InferWindowedSizes(const Shape& base, const Window& window,
                                                  const WindowRules& rules) {
  if (window.dimensions_size() != base.rank()) {
    return InvalidArgument(rules.entries)
        .Say(StrCat("the window has ", window.dimensions_size(),
                    window.dimensions_size() == 1 ? " dimension" : " dimensions", ", ",
                    base.ToString(), " has rank ", base.rank()))
        .Help("give a size for each dimension; 1 for those along which nothing is combined");
  }
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i < base.rank(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t size,
                           InferWindowedSize(base, i, window.dimensions(i), rules));
    sizes.push_back(size);
  }
  return sizes;
}

}  // namespace hloom
