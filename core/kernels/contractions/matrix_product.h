// Products of matrices with several rows and columns each: packed, in tiles.
#ifndef HLOOM_KERNELS_CONTRACTIONS_MATRIX_PRODUCT_H_
#define HLOOM_KERNELS_CONTRACTIONS_MATRIX_PRODUCT_H_

#include <cstddef>
#include <cstdint>

#include "kernels/contractions/packing.h"
#include "kernels/contractions/product.h"
#include "kernels/contractions/product_blocks.h"
#include "kernels/contractions/product_work.h"
#include "kernels/contractions/tiles.h"

namespace hloom {

class MatrixProduct : public ProductWork {
 public:
  explicit MatrixProduct(const Product& product);

 private:
  struct Unit {
    int64_t batch, part;
    int64_t row_begin, row_end, column_begin, column_end;
  };
  // A task's memory, with the state that it keeps between units.
  struct Room;

  void RunTask(const ProductArrays& arrays, int64_t phase, int64_t task,
               std::byte* room) const override;
  template <typename F>
  int64_t LayOutRoom(F place) const;
  Room MakeRoom(std::byte* memory) const;
  Unit UnitAt(int64_t index) const;
  void ListPlaces(const Unit& unit, Room& room) const;
  // Adds up the depth from `begin` to `end`; `first`: there are no sums yet.
  void ComputeUnit(const ProductArrays& arrays, const Unit& unit, int64_t begin, int64_t end,
                   bool first, Room& room) const;
  void CheckWeights(const ProductArrays& arrays, const std::byte* packed, int64_t bytes) const;

  const Packer pack_rows_, pack_columns_;
  const TileLoop tiles_;
  const ProductBlocks blocks_;
  const int64_t row_blocks_, column_blocks_, units_;
  // Zeros are multiplied, by something that may be infinite.
  const bool checks_weights_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_MATRIX_PRODUCT_H_
