// Products of matrices with several rows and columns each: packed, in tiles.
#ifndef HLOOM_KERNELS_CONTRACTIONS_MATRIX_PRODUCT_H_
#define HLOOM_KERNELS_CONTRACTIONS_MATRIX_PRODUCT_H_

#include <cstddef>
#include <cstdint>

#include "kernels/contractions/packing.h"
#include "kernels/contractions/product.h"
#include "kernels/contractions/product_blocks.h"
#include "kernels/contractions/tiles.h"
#include "kernels/kernel.h"

namespace hloom {

class MatrixProduct {
 public:
  explicit MatrixProduct(const Product& product);

  // Whether it is computed at once.
  bool is_small() const { return blocks_.small; }
  Kernel Compute(const std::byte* a, const std::byte* b, std::byte* c) const;

 private:
  // One run's arrays.
  struct Arrays {
    const std::byte* a;
    const std::byte* b;
    std::byte* c;
    std::byte* sums = nullptr;  // if they are shared
  };
  struct Unit {
    int64_t batch, part;
    int64_t row_begin, row_end, column_begin, column_end;
  };
  // A task's memory, and what it knows from the unit before.
  struct Room;

  template <typename F>
  int64_t LayOutRoom(F place) const;
  Room MakeRoom(std::byte* memory) const;
  Unit UnitAt(int64_t index) const;
  void ListPlaces(const Unit& unit, Room& room) const;
  // Adds up the depth from `begin` to `end`; `first`: there are no sums yet.
  void ComputeUnit(const Arrays& arrays, const Unit& unit, int64_t begin, int64_t end, bool first,
                   Room& room) const;
  void StoreRow(int64_t batch, int64_t row, int64_t column_begin, int64_t column_end,
                const std::byte* sums, std::byte* c) const;
  Kernel ComputeInTasks(Arrays arrays) const;
  void StoreShared(const Arrays& arrays, int64_t line) const;

  const Product& product_;
  const Packer pack_rows_, pack_columns_;
  const TileLoop tiles_;
  const ProductBlocks blocks_;
  const int64_t row_blocks_, column_blocks_, units_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_MATRIX_PRODUCT_H_
