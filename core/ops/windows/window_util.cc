#include "ops/windows/window_util.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/math_util.h"
#include "base/str_cat.h"

namespace hloom {

namespace {

// Places are sums and products of numbers that the user gave: they fit into 128 bits.
using Wide = __int128;
constexpr Wide kMax = std::numeric_limits<int64_t>::max();

// Rounded up; b is positive.
Wide CeilDivide(Wide a, int64_t b) { return a <= 0 ? -(-a / b) : (a - 1) / b + 1; }

// x with a * x = 1 modulo m, for coprime a and m: the extended algorithm of Euclid.
int64_t InverseModulo(int64_t a, int64_t m) {
  int64_t r = m, next_r = a % m;
  int64_t x = 0, next_x = 1;
  while (next_r != 0) {
    const int64_t quotient = r / next_r;
    r = std::exchange(next_r, r - quotient * next_r);
    x = std::exchange(next_x, x - quotient * next_x);
  }
  return x < 0 ? x + m : x;
}

// Of the places start + j * step, j in [0, count), those on one of `size` elements that lie
// `dilation` apart from 0 on. Where there are holes, they are those of one remainder of j modulo
// `period`.
Overlap Solve(Wide start, int64_t step, int64_t count, int64_t size, int64_t dilation) {
  Overlap overlap;
  if (size == 0 || count == 0) return overlap;
  const Wide last = Wide{size - 1} * dilation;
  if (start > last) return overlap;
  const Wide end = std::min<Wide>(count, (last - start) / step + 1);
  Wide first = start < 0 ? CeilDivide(-start, step) : 0;
  int64_t period = 1;
  if (dilation > 1) {
    const int64_t common = std::gcd(step, dilation);
    if (start % common != 0) return overlap;
    period = dilation / common;
    Wide wanted = -(start / common) % period;
    if (wanted < 0) wanted += period;
    const Wide residue = wanted * InverseModulo(step / common % period, period) % period;
    first += ((residue - first) % period + period) % period;
    overlap.index_step = step / common;
  } else {
    overlap.index_step = step;
  }
  if (first >= end) return overlap;
  overlap.count = static_cast<int64_t>((end - 1 - first) / period + 1);
  overlap.first = static_cast<int64_t>(first);
  overlap.step = period;
  overlap.index = static_cast<int64_t>((start + first * step) / dilation);
  return overlap;
}

// The common case once more in 64 bits: without holes, and nothing near their limit.
Overlap SolveDense(int64_t start, int64_t step, int64_t count, int64_t size) {
  Overlap overlap;
  const int64_t first = start < 0 ? (step == 1 ? -start : (step - 1 - start) / step) : 0;
  const int64_t room = size - start;
  const int64_t end = std::min(count, room <= 0 ? 0 : step == 1 ? room : (room - 1) / step + 1);
  if (first >= end) return overlap;
  overlap.count = end - first;
  overlap.first = first;
  overlap.index = start + first * step;
  overlap.index_step = step;
  return overlap;
}

Overlap SolveAny(Wide start, int64_t step, int64_t count, int64_t size, int64_t dilation) {
  constexpr int64_t kSmall = int64_t{1} << 40;
  if (dilation == 1 && start < kSmall && -start < kSmall && step < kSmall && size < kSmall) {
    return SolveDense(static_cast<int64_t>(start), step, count, size);
  }
  return Solve(start, step, count, size, dilation);
}

std::string DimensionText(const WindowDimension& d) {
  return StrCat("size ", d.size(), ", stride ", d.stride(), ", padding ", d.padding_low(), "_",
                d.padding_high(), ", base dilation ", d.base_dilation(), ", window dilation ",
                d.window_dilation());
}

Status TooLarge(const Shape& base, int64_t dimension, const WindowDimension& d) {
  return InvalidArgument("shape.c3")
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
        .Help("a dilation of 1 puts no holes between neighbours, one of n puts n - 1");
  }
  return OkStatus();
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
        .Help(StrCat("low + high must be at least -", *dilated,
                     d.base_dilation() > 1 ? ", the dilated size" : ", the size"));
  }
  return StridedBound(static_cast<int64_t>(padded), *window, d.stride());
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
  // Fits: all outputs but the last start inside of the bound, so that it is at most window_size.
  const int64_t total = static_cast<int64_t>(
      std::max<Wide>(Wide{outputs - 1} * stride + Wide{window_size} - bound, 0));
  return {total / 2, total - total / 2};
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

Overlap OutputsOnElements(const WindowDimension& window, int64_t size, int64_t begin, int64_t end,
                          int64_t position) {
  const Wide start = Wide{begin} * window.stride() + Wide{position} * window.window_dilation() -
                     window.padding_low();
  Overlap overlap = SolveAny(start, window.stride(), end - begin, size, window.base_dilation());
  overlap.first += begin;
  return overlap;
}

Overlap PositionsOnElements(const WindowDimension& window, int64_t size, int64_t output) {
  const Wide start = Wide{output} * window.stride() - window.padding_low();
  return SolveAny(start, window.window_dilation(), window.size(), size, window.base_dilation());
}

std::pair<int64_t, int64_t> PositionRange(const WindowDimension& window, int64_t size,
                                          int64_t begin, int64_t end) {
  if (size == 0 || begin >= end) return {0, 0};
  // With one position, the last output reaches furthest and the first one least.
  const int64_t dilation = window.window_dilation();
  const Wide furthest = Wide{end - 1} * window.stride() - window.padding_low();
  const Wide least = Wide{begin} * window.stride() - window.padding_low();
  const Wide room = Wide{size - 1} * window.base_dilation() - least;
  if (room < 0) return {0, 0};
  const Wide first = std::max<Wide>(CeilDivide(-furthest, dilation), 0);
  const Wide last = std::min<Wide>(room / dilation + 1, window.size());
  if (first >= last) return {0, 0};
  return {static_cast<int64_t>(first), static_cast<int64_t>(last)};
}

}  // namespace hloom
