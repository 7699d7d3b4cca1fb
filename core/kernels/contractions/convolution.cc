#include "kernels/contractions/convolution.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "kernels/contractions/contraction.h"
#include "kernels/contractions/convolution_pieces.h"

namespace hloom {

namespace {

// More pieces are planned one after the other while they run.
constexpr size_t kPlannedPieces = 32;
// The number of small pieces, each computed immediately, between two tasks.
constexpr int64_t kPiecesAtOnce = 64;

struct Arrays {
  const std::byte* input;
  const std::byte* weights;
  std::byte* result;
};

class PlannedPiece {
 public:
  explicit PlannedPiece(ConvolutionPiece&& piece)
      : input_(piece.input * ByteWidth(piece.contraction.lhs.type)),
        weights_(piece.weights * ByteWidth(piece.contraction.rhs.type)),
        result_(piece.result * ByteWidth(piece.contraction.result_type)),
        plan_(std::move(piece.contraction)) {}

  bool is_small() const { return plan_.is_small(); }
  Kernel Contract(const Arrays& arrays, NotFinite* not_finite = nullptr) const {
    return plan_.Contract(arrays.input + input_, arrays.weights + weights_, arrays.result + result_,
                          not_finite);
  }

 private:
  int64_t input_, weights_, result_;
  ContractionPlan plan_;
};

bool HasResults(const Convolution& c) {
  return c.groups != 0 && c.batch != 0 && c.output_features != 0 &&
         std::all_of(c.space.begin(), c.space.end(),
                     [](const Convolution::Space& s) { return s.result_size != 0; });
}

using Pieces = std::vector<PlannedPiece>;

Kernel ConvolvePieces(const Pieces& pieces, Arrays arrays) {
  for (const PlannedPiece& piece : pieces) co_await piece.Contract(arrays);
  co_return OkStatus();
}

Kernel ConvolveManyPieces(const Convolution& convolution, Arrays arrays) {
  const auto pause = [] {};
  int64_t at_once = 0;
  for (PieceWalk walk(convolution, Cut::kAtEdges); !walk.done(); walk.Next()) {
    const PlannedPiece piece(walk.piece());
    co_await piece.Contract(arrays);
    if (piece.is_small() && ++at_once % kPiecesAtOnce == 0) co_await Once(pause);
  }
  co_return OkStatus();
}

// Padding is multiplied as zeros first, which is wrong where weights are not finite.
Kernel ConvolveWhole(const Convolution& convolution, const Pieces& whole, Arrays arrays) {
  NotFinite not_finite = false;
  for (const PlannedPiece& piece : whole) co_await piece.Contract(arrays, &not_finite);
  if (not_finite) co_await ConvolveManyPieces(convolution, arrays);
  co_return OkStatus();
}

// Returns none if there are many.
Pieces PlanPieces(const Convolution& convolution, Cut cut) {
  Pieces pieces;
  for (PieceWalk walk(convolution, cut); !walk.done(); walk.Next()) {
    if (pieces.size() == kPlannedPieces) return {};
    pieces.emplace_back(walk.piece());
  }
  return pieces;
}

bool AreSmall(const Pieces& pieces) {
  return !pieces.empty() && std::all_of(pieces.begin(), pieces.end(),
                                        [](const PlannedPiece& piece) { return piece.is_small(); });
}

}  // namespace

struct ConvolutionPlan::Prepared {
  explicit Prepared(const Convolution& given) : convolution(given) {
    if (std::optional<SwappedConvolution> better = SwappedIfBetter(given)) {
      convolution = std::move(better->convolution);
      first_result = better->first_result * ByteWidth(given.result_type);
      is_swapped = true;
    }
    // Swapping is better only for a convolution that stays whole.
    if (is_swapped || SuitsWhole(convolution)) whole = PlanPieces(convolution, Cut::kAtHoles);
    // Large convolutions seldom need the cut pieces, and plan them on demand.
    if (whole.empty() || AreSmall(whole)) pieces = PlanPieces(convolution, Cut::kAtEdges);
    is_small = AreSmall(pieces) && (whole.empty() || AreSmall(whole));
  }

  void ConvolveSmall(const Arrays& arrays) const {
    NotFinite not_finite = false;
    for (const PlannedPiece& piece : whole) (void)piece.Contract(arrays, &not_finite);
    if (!whole.empty() && !not_finite) return;
    for (const PlannedPiece& piece : pieces) (void)piece.Contract(arrays);
  }

  Arrays ArraysOf(const std::byte* input, const std::byte* weights, std::byte* result) const {
    if (is_swapped) std::swap(input, weights);
    return {input, weights, result + first_result};
  }

  Convolution convolution;
  bool is_swapped = false;
  int64_t first_result = 0;  // in bytes
  Pieces whole;              // none if it is better cut at its edges
  Pieces pieces;             // none if there are many, or if they are seldom needed
  bool is_small = false;
};

ConvolutionPlan::ConvolutionPlan(const Convolution& convolution) {
  if (HasResults(convolution)) prepared_.reset(new Prepared(convolution));
}
ConvolutionPlan::ConvolutionPlan(ConvolutionPlan&&) noexcept = default;
ConvolutionPlan& ConvolutionPlan::operator=(ConvolutionPlan&&) noexcept = default;
ConvolutionPlan::~ConvolutionPlan() = default;

bool ConvolutionPlan::is_small() const { return prepared_ == nullptr || prepared_->is_small; }

Kernel ConvolutionPlan::Convolve(const std::byte* input, const std::byte* weights,
                                 std::byte* result) const {
  if (prepared_ == nullptr) return {};
  const Prepared& p = *prepared_;
  const Arrays arrays = p.ArraysOf(input, weights, result);
  if (p.is_small) {
    p.ConvolveSmall(arrays);
    return {};
  }
  if (!p.whole.empty()) return ConvolveWhole(p.convolution, p.whole, arrays);
  if (p.pieces.empty()) return ConvolveManyPieces(p.convolution, arrays);
  return ConvolvePieces(p.pieces, arrays);
}

}  // namespace hloom
