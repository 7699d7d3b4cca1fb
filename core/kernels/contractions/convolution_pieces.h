// A convolution cut into plain contractions.
//
// Windows at an edge have fewer positions on elements than others, and windows over a dilated input
// alternate in their positions on its elements. In each dimension of space, a run is the results
// whose windows have the same positions on elements. Each combination of runs, one of each
// dimension, is a contraction of exactly those positions: a window of 3x3 over f32[5,5], padded by
// 1, has 9 pieces, {result 0, results 1 to 3, result 4} in both dimensions.
//
// A convolution that is not cut at its edges is one contraction, or one for each alignment of
// windows with the holes of a dilated input. It has space (see Contraction): where a window reaches
// over an edge, zeros are multiplied.
#ifndef HLOOM_KERNELS_CONTRACTIONS_CONVOLUTION_PIECES_H_
#define HLOOM_KERNELS_CONTRACTIONS_CONVOLUTION_PIECES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/contractions/contraction.h"
#include "kernels/contractions/convolution.h"
#include "kernels/windows/window_axis.h"

namespace hloom {

// A contraction of the input and the weights.
struct ConvolutionPiece {
  Contraction contraction;
  // The offsets of its first elements in the three arrays.
  int64_t input = 0, weights = 0, result = 0;
};

enum class Cut { kAtEdges, kAtHoles };

// True if a convolution is better not cut at its edges, which requires finite weights. The
// convolution must have results.
bool SuitsWhole(const Convolution& convolution);

// The same sums as a convolution of the weights, in which the input has the part of the weights.
struct SwappedConvolution {
  Convolution convolution;
  int64_t first_result = 0;  // the place of its first result, in elements
};

// Windows that are larger than the input mostly cover padding: cut, they are as many pieces as
// results. Swapped, small windows move over large arrays. A window of 30 over f32[3], padded by 29,
// becomes a window of 3 over f32[30], padded by 2. Returns nullopt if that is not better.
std::optional<SwappedConvolution> SwappedIfBetter(const Convolution& convolution);

// Goes through the pieces; there may be as many as results. The convolution must have results, and
// outlive the walk.
class PieceWalk {
 public:
  PieceWalk(const Convolution& convolution, Cut cut);

  bool done() const { return done_; }
  void Next();
  ConvolutionPiece piece() const;

 private:
  // Some results of one dimension.
  struct Run {
    int64_t result = 0;  // the first
    AlikeOutputs results;
    Overlap positions;  // of its window
  };

  Run RunFrom(const WindowAxis& axis, int64_t result) const;
  bool NextRun(const WindowAxis& axis, Run& run) const;
  void AddSpace(ConvolutionPiece& piece) const;

  const Convolution& convolution_;
  const Cut cut_;
  std::vector<WindowAxis> axes_;
  std::vector<Run> runs_;
  bool done_ = false;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_CONVOLUTION_PIECES_H_
