// Products of one column over a short depth, such as those of depthwise convolutions.
#ifndef HLOOM_KERNELS_CONTRACTIONS_SHORT_GEMV_H_
#define HLOOM_KERNELS_CONTRACTIONS_SHORT_GEMV_H_

#include <cstddef>
#include <cstdint>

#include "kernels/contractions/contraction_algorithm.h"

namespace hloom {

// Vectors consist of elements that are neighbors in the matrices and in the result: neighbors of
// the batch, each with its own weights (such as f32[9,C] for C channels), or neighboring rows, all
// with the same weights. Sums stay in registers, and only weights are packed.
class ShortGemv : public ContractionAlgorithm {
 public:
  // True if this class is better than a product of a matrix and a vector.
  static bool Suits(const GemmProblem& product);
  explicit ShortGemv(const GemmProblem& product);

 private:
  // A task's memory.
  struct Room {
    ptrdiff_t* places;  // of the depth
    float* weights;
    int64_t* a_rows;
    int64_t* c_rows;
  };
  // Some of the batch, and some rows.
  struct Unit {
    int64_t batch_begin, batch_end;
    int64_t row_begin, row_end;
  };

  void RunTask(const ContractionArrays& arrays, int64_t phase, int64_t task,
               std::byte* room) const override;
  int64_t RoomBytes() const;
  Room MakeRoom(std::byte* memory) const;
  void SumAlongBatch(const float* a, float* c, const Unit& unit, const Room& room) const;
  void SumAlongRows(const float* a, float* c, const Unit& unit, const Room& room) const;

  const bool along_batch_;
  int64_t batches_each_ = 1, rows_each_ = 1;
  int64_t batch_blocks_ = 1, row_blocks_ = 1;
  int64_t units_ = 1, units_each_ = 1;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_SHORT_GEMV_H_
