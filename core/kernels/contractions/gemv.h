// Products of a matrix and a vector, which read each element of the matrix once.
#ifndef HLOOM_KERNELS_CONTRACTIONS_GEMV_H_
#define HLOOM_KERNELS_CONTRACTIONS_GEMV_H_

#include <cstddef>
#include <cstdint>

#include "kernels/contractions/contraction_algorithm.h"
#include "kernels/contractions/lines.h"

namespace hloom {

// A product of one column.
class Gemv : public ContractionAlgorithm {
 public:
  explicit Gemv(const GemmProblem& product);

 private:
  // Some of the matrix: rows, and depth.
  struct Piece {
    int64_t batch;
    int64_t row_begin, row_end;
    int64_t begin, end;
  };
  // A task's memory.
  struct Room {
    std::byte* vector;
    std::byte* matrix;
    std::byte* sums;       // of the depth so far
    std::byte* part_sums;  // of a block; complex numbers have two of each
  };

  void RunTask(const ContractionArrays& arrays, int64_t phase, int64_t task,
               std::byte* room) const override;
  void CutWork();
  int64_t RoomBytes() const;
  Room MakeRoom(std::byte* memory) const;
  Piece PieceAt(int64_t index) const;
  const std::byte* LoadVector(const std::byte* vector, const Piece& piece, std::byte* room) const;
  void SumUp(const std::byte* matrix, const Piece& piece, const std::byte* vector,
             const Room& room) const;
  void SumUpInPlace(const std::byte* matrix, const Piece& piece, const std::byte* vector,
                    std::byte* sums) const;
  void SumUpStaged(const std::byte* matrix, const Piece& piece, const std::byte* vector,
                   std::byte* stage, std::byte* sums) const;
  void SumLines(const Lines& lines, const std::byte* x, std::byte* sums) const;
  void ComputePiece(const ContractionArrays& arrays, int64_t index, Room room) const;

  bool along_depth_;  // lines are rows, and not columns
  // True if lines of the matrix, and the vector, are read in place; otherwise they are copied.
  bool matrix_in_place_;
  bool vector_in_place_;
  int64_t block_depth_;  // how much of the vector is loaded at a time
  int64_t rows_each_ = 1, depth_each_ = 1;
  int64_t row_blocks_ = 1;
  int64_t pieces_ = 1, pieces_each_ = 1;  // in all, and in a task
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_GEMV_H_
