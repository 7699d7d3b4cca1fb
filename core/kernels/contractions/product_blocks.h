// How a product of matrices is cut into blocks, by its sizes alone.
#ifndef HLOOM_KERNELS_CONTRACTIONS_PRODUCT_BLOCKS_H_
#define HLOOM_KERNELS_CONTRACTIONS_PRODUCT_BLOCKS_H_

#include <cstdint>

#include "kernels/contractions/packing.h"
#include "kernels/contractions/product.h"

namespace hloom {

// Sizes are in elements.
struct ProductBlocks {
  // Where sums are kept while they grow: in the result, in the memory of the task at work, or in
  // memory that all tasks share.
  enum class Sums { kResult, kTask, kShared };

  bool small = false;        // all is done at once, on the stack
  bool rows_direct = false;  // rows are read where they lie, and not packed
  Sums sums = Sums::kResult;
  // What is computed in one go, a unit.
  int64_t rows = 1, columns = 1;
  // What is packed of a unit at a time: this depth of all columns, which so many rows pass through
  // one after the other.
  int64_t depth = 1, pass_rows = 1;
  // The depth may be cut into parts, whose sums are put together in the end.
  int64_t parts = 1, part_depth = 1;
  // How much of each part belongs to one phase.
  int64_t phase_depth = 1;
  // How many units a task computes.
  int64_t units_each = 1;
};

ProductBlocks CutProduct(const Product& product, const Packer& pack_rows,
                         const Packer& pack_columns);

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_PRODUCT_BLOCKS_H_
