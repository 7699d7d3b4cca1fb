#include "kernels/contractions/convolution.h"

#include <algorithm>
#include <utility>

#include "kernels/contractions/contraction.h"
#include "kernels/contractions/convolution_pieces.h"

namespace hloom {

namespace {

// More pieces are planned one after the other while they run.
constexpr size_t kPlannedPieces = 32;
// How many of those that are computed at once come between two tasks.
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
  Kernel Contract(const Arrays& arrays) const {
    return plan_.Contract(arrays.input + input_, arrays.weights + weights_,
                          arrays.result + result_);
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

Kernel ConvolvePieces(const std::vector<PlannedPiece>& pieces, Arrays arrays) {
  for (const PlannedPiece& piece : pieces) co_await piece.Contract(arrays);
  co_return OkStatus();
}

Kernel ConvolveManyPieces(const Convolution& convolution, Arrays arrays) {
  const auto pause = [] {};
  int64_t at_once = 0;
  for (PieceWalk walk(convolution); !walk.done(); walk.Next()) {
    const PlannedPiece piece(walk.piece());
    co_await piece.Contract(arrays);
    if (piece.is_small() && ++at_once % kPiecesAtOnce == 0) co_await Once(pause);
  }
  co_return OkStatus();
}

}  // namespace

struct ConvolutionPlan::Prepared {
  explicit Prepared(const Convolution& c) : convolution(c) {
    for (PieceWalk walk(convolution); !walk.done(); walk.Next()) {
      if (pieces.size() == kPlannedPieces) {
        pieces.clear();
        return;
      }
      pieces.emplace_back(walk.piece());
    }
    is_small = std::all_of(pieces.begin(), pieces.end(),
                           [](const PlannedPiece& piece) { return piece.is_small(); });
  }

  const Convolution convolution;
  std::vector<PlannedPiece> pieces;  // none where there are many
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
  const Arrays arrays = {input, weights, result};
  if (prepared_->pieces.empty()) return ConvolveManyPieces(prepared_->convolution, arrays);
  if (!prepared_->is_small) return ConvolvePieces(prepared_->pieces, arrays);
  for (const PlannedPiece& piece : prepared_->pieces) (void)piece.Contract(arrays);
  return {};
}

}  // namespace hloom
