#include "kernels/contractions/convolution_pieces.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "kernels/contractions/input_windows.h"
#include "kernels/sizes.h"

namespace hloom {

namespace {

// The distance of neighbors. Without neighbors the product of the numbers could overflow.
int64_t StepOf(int64_t count, int64_t step, int64_t stride) {
  return count > 1 ? step * stride : 0;
}

WindowAxis AxisOf(const Convolution::Space& s) {
  return {s.window_size,   s.stride,     s.padding_low, s.window_dilation,
          s.base_dilation, s.input_size, s.result_size};
}

// Longer windows are not examined position by position.
constexpr int64_t kLongWindow = 1 << 12;
// The places of windows are numbers of 32 bits.
constexpr int64_t kFar = 1 << 24;
constexpr int64_t kFarExtent = 1 << 28;

// Returns true if the numbers are so small that products of two of them do not overflow.
bool HasSmallNumbers(const Convolution::Space& s) {
  for (const int64_t number : {s.input_size, s.window_size, s.result_size, s.stride,
                               s.base_dilation, s.window_dilation, std::abs(s.padding_low)}) {
    if (number > kFar) return false;
  }
  return true;
}

// Returns true if windows stay near the input, so that positions outside of it do not overflow.
bool StaysNear(const Convolution::Space& s) {
  if (!HasSmallNumbers(s)) return false;
  const int64_t extent = (s.result_size - 1) * s.stride + (s.window_size - 1) * s.window_dilation +
                         std::abs(s.padding_low);
  return extent <= kFarExtent && extent <= 4 * s.input_size * s.base_dilation + 1024;
}

// The fraction of an uncut convolution's factors that are elements, in one dimension of space.
double PartOnElements(const Convolution::Space& s) {
  const WindowAxis axis = AxisOf(s);
  double on_elements = 0;
  for (int64_t k = 0; k < s.window_size; ++k) {
    on_elements += static_cast<double>(OutputsOnElements(axis, 0, s.result_size, k).count);
  }
  // One of this many positions is not in a hole.
  const double every = static_cast<double>(
      s.base_dilation / std::gcd(s.base_dilation, std::gcd(s.stride, s.window_dilation)));
  const double all = static_cast<double>(s.window_size) * static_cast<double>(s.result_size);
  return on_elements * every / all;
}

// True if channels are neighbors in memory, each with its own sums: pieces of such a convolution
// need no packing (see short_gemv.h).
bool IsAlongChannels(const Convolution& c) {
  constexpr int64_t kLeastChannels = 4;
  return c.input_features == 1 && c.output_features == 1 && c.groups >= kLeastChannels &&
         c.input.group == 1 && c.result.group == 1 && c.input_type == F32 && c.result_type == F32;
}

// True if most windows are inside, so that tiles can read their features directly from the input
// (see gemm_blocking.cc). Computing the few others separately is then better than packing all.
bool IsMostlyInside(const Convolution& c) {
  constexpr int64_t kLeastFeatures = 32;
  constexpr double kLeastPart = 0.5;
  if (c.input_type != F32 || c.result_type != F32 || c.input.input_feature != 1) return false;
  if (c.input_features < kLeastFeatures || c.output_features < kLeastFeatures) return false;
  double part = 1;
  for (const Convolution::Space& s : c.space) {
    if (s.base_dilation != 1) return false;
    const int64_t low = std::max<int64_t>(s.padding_low, 0);
    const int64_t first = TaskCount(low, s.stride);
    const int64_t room = s.input_size + s.padding_low - (s.window_size - 1) * s.window_dilation;
    const int64_t end = room <= 0 ? 0 : std::min((room - 1) / s.stride + 1, s.result_size);
    const int64_t inside = std::max<int64_t>(end - first, 0);
    part *= static_cast<double>(inside) / static_cast<double>(s.result_size);
  }
  return part >= kLeastPart;
}

// True if windows are as large as the input, as for gradients of weights, there are many images of
// few features, and pieces are large enough products: without a cut, each position of a window
// would be packed separately.
bool HasLargePieces(const Convolution& c) {
  return c.batch >= 16 && c.input_features < 8 &&
         std::all_of(c.space.begin(), c.space.end(),
                     [](const Convolution::Space& s) { return s.window_size > s.result_size; });
}

// True if a single column of weights is short enough for a PlaneConvolution.
bool HasFewTaps(const Convolution& c) {
  int64_t taps = c.input_features;
  for (const Convolution::Space& s : c.space) taps *= std::min<int64_t>(s.window_size, kFar);
  return c.space.size() <= 2 && c.input_features <= 4 && taps <= 128;
}

// Less is not worth it: the rest is multiplied zeros.
constexpr double kLeastPartOnElements = 0.4;

// Returns true if windows are so much larger than the input that they cover mostly padding.
bool IsMostlyPadding(const Convolution& c) {
  double part = 1;
  for (const Convolution::Space& s : c.space) {
    const bool countable = s.input_size > 0 && s.window_size > 0 && s.window_size <= kLongWindow;
    if (!countable || !HasSmallNumbers(s)) return false;
    part *= PartOnElements(s);
  }
  return part < kLeastPartOnElements;
}

// In each dimension, position k of window o is on element i if
//
//   k * window_dilation = i * base_dilation - o * stride + padding_low
//
// With r = result_size - 1 - o this has the form of a convolution of the weights, in which element
// i of the input has the role of a position, and the results are in reverse order. With
// window_reversal the weights are counted from their end instead, and the positions with them.
SwappedConvolution Swap(const Convolution& c) {
  SwappedConvolution swapped{c};
  Convolution& t = swapped.convolution;
  std::swap(t.batch, t.output_features);
  std::swap(t.input_type, t.weights_type);
  std::swap(t.result.batch, t.result.output_feature);
  t.input = {.group = c.weights.group,
             .batch = c.weights.output_feature,
             .input_feature = c.weights.input_feature};
  t.weights = {.group = c.input.group,
               .input_feature = c.input.input_feature,
               .output_feature = c.input.batch};
  for (Convolution::Space& s : t.space) {
    if (s.window_reversal) {
      s.padding_low +=
          (s.input_size - 1) * s.base_dilation - (s.window_size - 1) * s.window_dilation;
    } else {
      s.padding_low = (s.result_size - 1) * s.stride - s.padding_low;
      swapped.first_result += (s.result_size - 1) * s.result_stride;
      s.result_stride = -s.result_stride;
    }
    std::swap(s.input_size, s.window_size);
    std::swap(s.base_dilation, s.window_dilation);
    std::swap(s.input_stride, s.weights_stride);
  }
  return swapped;
}

// SuitsWhole, except that `one_column` tells if a single output feature suits: tiles of columns are
// mostly empty then.
bool SuitsTiles(const Convolution& c, bool one_column) {
  // A type without zero has no padding.
  const bool has_zero = c.input_type != F8E8M0FNU;
  if (c.space.empty() || c.space.size() > InputWindows::kMostSpace || !has_zero) return false;
  if (c.input_features == 0 || IsAlongChannels(c) || HasLargePieces(c)) return false;
  if (c.output_features == 1 && !one_column && !HasFewTaps(c)) return false;
  double part = 1;
  int64_t windows = c.batch;
  for (const Convolution::Space& s : c.space) {
    if (s.input_size == 0 || s.window_size == 0 || s.window_size > kLongWindow) return false;
    if (!StaysNear(s)) return false;
    part *= PartOnElements(s);
    windows *= s.result_size;
  }
  return windows > 1 && part >= kLeastPartOnElements && !IsMostlyInside(c);
}

}  // namespace

// The pieces of windows larger than the input are as many as the windows. Mostly empty tiles are
// faster than these: a batch of 1 becomes a single output feature.
std::optional<SwappedConvolution> SwappedIfBetter(const Convolution& c) {
  if (c.space.empty() || c.input_features == 0 || !IsMostlyPadding(c)) return {};
  SwappedConvolution swapped = Swap(c);
  if (!SuitsTiles(swapped.convolution, /*one_column=*/true)) return {};
  return swapped;
}

bool SuitsWhole(const Convolution& c) { return SuitsTiles(c, /*one_column=*/false); }

PieceWalk::PieceWalk(const Convolution& convolution, Cut cut)
    : convolution_(convolution), cut_(cut) {
  const auto is_empty = [](const Convolution::Space& s) {
    return s.input_size == 0 || s.window_size == 0;
  };
  const std::vector<Convolution::Space>& space = convolution.space;
  const bool sums_are_empty =
      convolution.input_features == 0 || std::any_of(space.begin(), space.end(), is_empty);
  for (const Convolution::Space& s : space) {
    WindowAxis axis = AxisOf(s);
    if (sums_are_empty) axis = {.window = 0, .outputs = s.result_size};  // all are alike
    axes_.push_back(axis);
    runs_.push_back(RunFrom(axis, 0));
  }
}

PieceWalk::Run PieceWalk::RunFrom(const WindowAxis& axis, int64_t result) const {
  if (cut_ == Cut::kAtHoles) {
    return {result, OutputsLikeOnEndless(axis, result), PositionsOnEndless(axis, result)};
  }
  return {result, OutputsLike(axis, result), PositionsOnElements(axis, result)};
}

bool PieceWalk::NextRun(const WindowAxis& axis, Run& run) const {
  const int64_t step = run.results.step;
  const int64_t left = (axis.outputs - 1 - run.result) / step + 1;
  const bool goes_on = run.results.count < left;
  const int64_t next = goes_on ? run.result + run.results.count * step : run.result % step + 1;
  const bool any = goes_on || next < std::min(step, axis.outputs);
  run = RunFrom(axis, any ? next : 0);
  return any;
}

void PieceWalk::Next() {
  for (size_t d = axes_.size(); d-- > 0;) {
    if (NextRun(axes_[d], runs_[d])) return;
  }
  done_ = true;
}

ConvolutionPiece PieceWalk::piece() const {
  const Convolution& whole = convolution_;
  ConvolutionPiece piece;
  Contraction& c = piece.contraction;
  c.lhs.type = whole.input_type;
  c.rhs.type = whole.weights_type;
  c.result_type = whole.result_type;
  c.batch_sizes = {whole.groups};
  c.lhs.batch = {whole.input.group};
  c.rhs.batch = {whole.weights.group};
  c.result_batch = {whole.result.group};
  c.lhs_sizes = {whole.batch};
  c.lhs.kept = {whole.input.batch};
  c.result_lhs = {whole.result.batch};
  c.rhs_sizes = {whole.output_features};
  c.rhs.kept = {whole.weights.output_feature};
  c.result_rhs = {whole.result.output_feature};
  c.contracting_sizes = {whole.input_features};
  c.lhs.contracting = {whole.input.input_feature};
  c.rhs.contracting = {whole.weights.input_feature};
  for (size_t d = 0; d < runs_.size(); ++d) {
    const Convolution::Space& s = whole.space[d];
    const auto& [result, results, positions] = runs_[d];
    piece.result += result * s.result_stride;
    c.lhs_sizes.push_back(results.count);
    // Windows without elements may be any distance apart: nothing is read for them.
    const int64_t index_step = positions.count == 0 ? 0 : results.index_step;
    c.lhs.kept.push_back(StepOf(results.count, index_step, s.input_stride));
    c.result_lhs.push_back(StepOf(results.count, results.step, s.result_stride));
    c.contracting_sizes.push_back(positions.count);
    c.lhs.contracting.push_back(StepOf(positions.count, positions.index_step, s.input_stride));
    const int64_t back = s.window_reversal ? -1 : 1;
    c.rhs.contracting.push_back(StepOf(positions.count, back * positions.step, s.weights_stride));
    if (positions.count == 0) continue;
    const int64_t last = s.window_size - 1;
    piece.input += positions.index * s.input_stride;
    piece.weights +=
        (s.window_reversal ? last - positions.first : positions.first) * s.weights_stride;
  }
  if (cut_ == Cut::kAtHoles) AddSpace(piece);
  return piece;
}

// Sets the places of windows, unless they are plain elements, or cover only holes.
void PieceWalk::AddSpace(ConvolutionPiece& piece) const {
  Contraction& c = piece.contraction;
  bool plain = true;
  c.lhs_space = c.contracting_space = {-1};
  for (size_t d = 0; d < runs_.size(); ++d) {
    const Convolution::Space& s = convolution_.space[d];
    const auto& [result, results, positions] = runs_[d];
    const Contraction::Space space = {s.input_size, StepOf(s.input_size, 1, s.input_stride),
                                      positions.index, StepOf(results.count, results.index_step, 1),
                                      StepOf(positions.count, positions.index_step, 1)};
    const int64_t last = space.first + (results.count - 1) * space.kept_step;
    plain = plain && positions.count == 1 && space.first >= 0 && last < space.size &&
            space.kept_step <= 1;
    c.space.push_back(space);
    c.lhs_space.push_back(static_cast<int64_t>(d));
    c.contracting_space.push_back(static_cast<int64_t>(d));
  }
  const auto& sizes = c.contracting_sizes;
  const bool nothing = std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
  if (plain || nothing) c.space.clear();
  if (!plain) c.lhs_origin = std::exchange(piece.input, 0);
}

}  // namespace hloom
