// The blocks into which a product of matrices is cut; they depend only on its sizes.
#ifndef HLOOM_KERNELS_CONTRACTIONS_GEMM_BLOCKING_H_
#define HLOOM_KERNELS_CONTRACTIONS_GEMM_BLOCKING_H_

#include <cstdint>

#include "kernels/contractions/gemm_problem.h"
#include "kernels/contractions/packing.h"

namespace hloom {

// Sizes are in elements.
struct GemmBlocking {
  // The place of partial sums: in the result, in the memory of the running task, or in memory that
  // all tasks share.
  enum class Sums { kResult, kTask, kShared };

  bool small = false;        // the product is computed immediately, on the stack
  bool rows_direct = false;  // rows are read in place, not packed
  Sums sums = Sums::kResult;
  // The size of a unit, which is computed in one go.
  int64_t rows = 1, columns = 1;
  // The part of a unit that is packed at a time: this depth of all columns, through which blocks of
  // `pass_rows` rows pass one after the other.
  int64_t depth = 1, pass_rows = 1;
  // The depth may be cut into parts, whose sums are added up at the end.
  int64_t parts = 1, part_depth = 1;
  // The depth of each part within one phase.
  int64_t phase_depth = 1;
  // The number of units per task.
  int64_t units_each = 1;
};

GemmBlocking BlockGemm(const GemmProblem& product, const Packer& pack_rows,
                       const Packer& pack_columns);

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_GEMM_BLOCKING_H_
