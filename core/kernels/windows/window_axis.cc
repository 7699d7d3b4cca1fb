#include "kernels/windows/window_axis.h"

#include <algorithm>
#include <numeric>

namespace hloom {

namespace {

// Places are sums and products of the user's numbers: they fit into 128 bits.
using Wide = __int128;

// The quotient a / b, rounded up; b is positive.
Wide CeilDivide(Wide a, int64_t b) { return a <= 0 ? -(-a / b) : (a - 1) / b + 1; }

// Gives x with a * x = 1 modulo m, for coprime a and m, by Euclid's extended algorithm.
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

// The j at which start + j * step is a multiple of `dilation`: first + i * period.
struct Multiples {
  bool any = false;
  int64_t first = 0;
  int64_t period = 1;
  int64_t index_step = 1;  // from one to the next, in multiples
};
Multiples MultiplesOf(int64_t dilation, Wide start, int64_t step) {
  const int64_t common = std::gcd(step, dilation);
  if (start % common != 0) return {};
  const int64_t period = dilation / common;
  Wide wanted = -(start / common) % period;
  if (wanted < 0) wanted += period;
  const Wide first = wanted * InverseModulo(step / common % period, period) % period;
  return {true, static_cast<int64_t>(first), period, step / common};
}

// Returns the places that are on an element: start + j * step, j in [0, count). There are `size`
// elements, `dilation` apart from 0 on. If that leaves holes, j has one remainder modulo `period`.
Overlap Solve(Wide start, int64_t step, int64_t count, int64_t size, int64_t dilation) {
  Overlap overlap;
  if (size == 0 || count == 0) return overlap;
  const Wide last = Wide{size - 1} * dilation;
  if (start > last) return overlap;
  const Wide end = std::min<Wide>(count, (last - start) / step + 1);
  Wide first = start < 0 ? CeilDivide(-start, step) : 0;
  int64_t period = 1;
  if (dilation > 1) {
    const Multiples multiples = MultiplesOf(dilation, start, step);
    if (!multiples.any) return overlap;
    period = multiples.period;
    first += ((multiples.first - first) % period + period) % period;
    overlap.index_step = multiples.index_step;
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

// Solves the common case in 64 bits: there are no holes, and nothing is near their limit.
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

// The place of position `position` of the window at `output`.
Wide PlaceOf(const WindowAxis& axis, int64_t output, int64_t position) {
  return Wide{output} * axis.stride + Wide{position} * axis.window_dilation - axis.padding_low;
}

// A lower bound of the number of outputs, from `output` on, with no position on an element, if each
// of them moves the window by `index_step` elements; 0: they never end.
Wide OutputsOnNone(const WindowAxis& axis, int64_t output, int64_t index_step) {
  const Wide start = PlaceOf(axis, output, 0);
  const Multiples positions = MultiplesOf(axis.base_dilation, start, axis.window_dilation);
  if (axis.size == 0 || !positions.any || positions.first >= axis.window) return 0;
  // The index of the element at the first position, and at the last position before all elements.
  const Wide first = (start + Wide{positions.first} * axis.window_dilation) / axis.base_dilation;
  if (first >= 0) return 0;
  const Wide last = (axis.window - 1 - positions.first) / positions.period;
  const Wide before = std::min(last, (-first - 1) / positions.index_step);
  return CeilDivide(-(first + before * positions.index_step), index_step);
}

}  // namespace

Overlap OutputsOnElements(const WindowAxis& axis, int64_t begin, int64_t end, int64_t position) {
  Overlap overlap = SolveAny(PlaceOf(axis, begin, position), axis.stride, end - begin, axis.size,
                             axis.base_dilation);
  overlap.first += begin;
  return overlap;
}

Overlap PositionsOnElements(const WindowAxis& axis, int64_t output) {
  return SolveAny(PlaceOf(axis, output, 0), axis.window_dilation, axis.window, axis.size,
                  axis.base_dilation);
}

Overlap PositionsOnEndless(const WindowAxis& axis, int64_t output) {
  const Wide start = PlaceOf(axis, output, 0);
  const Multiples positions = MultiplesOf(axis.base_dilation, start, axis.window_dilation);
  if (!positions.any || positions.first >= axis.window) return {};
  return {(axis.window - 1 - positions.first) / positions.period + 1, positions.first,
          positions.period,
          static_cast<int64_t>((start + Wide{positions.first} * axis.window_dilation) /
                               axis.base_dilation),
          positions.index_step};
}

AlikeOutputs OutputsLikeOnEndless(const WindowAxis& axis, int64_t output) {
  const int64_t common = std::gcd(axis.stride, axis.base_dilation);
  const int64_t step = axis.base_dilation / common;
  return {(axis.outputs - 1 - output) / step + 1, step, axis.stride / common};
}

AlikeOutputs OutputsLike(const WindowAxis& axis, int64_t output) {
  AlikeOutputs alike = OutputsLikeOnEndless(axis, output);
  const auto end_before = [&](Wide count) {
    alike.count = static_cast<int64_t>(std::min<Wide>(alike.count, count));
  };
  const Overlap found = PositionsOnElements(axis, output);
  if (found.count == 0) {
    const Wide none = OutputsOnNone(axis, output, alike.index_step);
    if (none > 0) end_before(none);
    return alike;
  }
  // The last position leaves the elements, and the one before the first reaches them.
  const Wide last = found.index + Wide{found.count - 1} * found.index_step;
  end_before((axis.size - 1 - last) / alike.index_step + 1);
  if (found.first >= found.step) {
    end_before(CeilDivide(Wide{found.index_step} - found.index, alike.index_step));
  }
  return alike;
}

std::pair<int64_t, int64_t> PositionRange(const WindowAxis& axis, int64_t begin, int64_t end) {
  if (axis.size == 0 || begin >= end) return {0, 0};
  // With one position, the last output reaches furthest, and the first output reaches least far.
  const Wide furthest = PlaceOf(axis, end - 1, 0);
  const Wide room = Wide{axis.size - 1} * axis.base_dilation - PlaceOf(axis, begin, 0);
  if (room < 0) return {0, 0};
  const Wide first = std::max<Wide>(CeilDivide(-furthest, axis.window_dilation), 0);
  const Wide last = std::min<Wide>(room / axis.window_dilation + 1, axis.window);
  if (first >= last) return {0, 0};
  return {static_cast<int64_t>(first), static_cast<int64_t>(last)};
}

std::pair<int64_t, int64_t> ElementRange(const WindowAxis& axis, int64_t begin, int64_t end,
                                         int64_t first_position, int64_t last_position) {
  const Wide least = PlaceOf(axis, begin, first_position);
  const Wide furthest = PlaceOf(axis, end - 1, last_position - 1);
  const Wide first = std::max<Wide>(CeilDivide(least, axis.base_dilation), 0);
  const Wide last = std::min<Wide>(furthest < 0 ? 0 : furthest / axis.base_dilation + 1, axis.size);
  if (first >= last) return {0, 0};
  return {static_cast<int64_t>(first), static_cast<int64_t>(last)};
}

}  // namespace hloom
