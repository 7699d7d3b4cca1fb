#include "kernels/contractions/convolution_pieces.h"

#include <algorithm>

namespace hloom {

namespace {

// The distance of neighbours; where there are none it may be anything, and multiply to too much.
int64_t StepOf(int64_t count, int64_t step, int64_t stride) {
  return count > 1 ? step * stride : 0;
}

}  // namespace

PieceWalk::PieceWalk(const Convolution& convolution) : convolution_(convolution) {
  const auto is_empty = [](const Convolution::Space& s) {
    return s.input_size == 0 || s.window_size == 0;
  };
  const std::vector<Convolution::Space>& space = convolution.space;
  const bool sums_are_empty =
      convolution.input_features == 0 || std::any_of(space.begin(), space.end(), is_empty);
  for (const Convolution::Space& s : space) {
    WindowAxis axis = {s.window_size,   s.stride,     s.padding_low, s.window_dilation,
                       s.base_dilation, s.input_size, s.result_size};
    if (sums_are_empty) axis = {.window = 0, .outputs = s.result_size};  // all are alike
    axes_.push_back(axis);
    runs_.push_back(RunFrom(axis, 0));
  }
}

PieceWalk::Run PieceWalk::RunFrom(const WindowAxis& axis, int64_t result) {
  return {result, OutputsLike(axis, result), PositionsOnElements(axis, result)};
}

bool PieceWalk::NextRun(const WindowAxis& axis, Run& run) {
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
    // Windows without elements may lie as far apart as they like: nothing is read for them.
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
  return piece;
}

}  // namespace hloom
