// Products of matrices with several rows and columns each: packed, in tiles.
#ifndef HLOOM_KERNELS_CONTRACTIONS_GEMM_H_
#define HLOOM_KERNELS_CONTRACTIONS_GEMM_H_

#include <cstddef>
#include <cstdint>

#include "kernels/contractions/contraction_algorithm.h"
#include "kernels/contractions/gemm_blocking.h"
#include "kernels/contractions/gemm_problem.h"
#include "kernels/contractions/packing.h"
#include "kernels/contractions/tiles.h"

namespace hloom {

class Gemm : public ContractionAlgorithm {
 public:
  explicit Gemm(const GemmProblem& product);

 private:
  struct Unit {
    int64_t batch, part;
    int64_t row_begin, row_end, column_begin, column_end;
  };
  // A task's memory, with the state that it keeps between units.
  struct Room;

  void RunTask(const ContractionArrays& arrays, int64_t phase, int64_t task,
               std::byte* room) const override;
  template <typename F>
  int64_t LayOutRoom(F place) const;
  Room MakeRoom(std::byte* memory) const;
  Unit UnitAt(int64_t index) const;
  void ListPlaces(const Unit& unit, Room& room) const;
  // Adds up the depth from `begin` to `end`; `first`: there are no sums yet.
  void ComputeUnit(const ContractionArrays& arrays, const Unit& unit, int64_t begin, int64_t end,
                   bool first, Room& room) const;
  void CheckWeights(const ContractionArrays& arrays, const std::byte* packed, int64_t bytes) const;

  const Packer pack_rows_, pack_columns_;
  const TileLoop tiles_;
  const GemmBlocking blocks_;
  const int64_t row_blocks_, column_blocks_, units_;
  // Zeros are multiplied, by something that may be infinite.
  const bool checks_weights_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_GEMM_H_
