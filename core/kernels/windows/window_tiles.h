// Windows over an array, by tiles. Outputs are cut into tiles of some rows and columns, small
// enough to stay in the cache nearest to the processor. A tile goes through the positions of the
// window in row-major order: those of the outer dimensions in an odometer, those of the two inner
// ones in two loops, each position with a block of elements for a block of outputs.
//
// Max of f32[8,112,112,64] over windows of 1x3x3x1: a row is an index of dimension 2, a column one
// of dimension 3, and for each of the 9 positions blocks run along 64 neighbors.
#ifndef HLOOM_KERNELS_WINDOWS_WINDOW_TILES_H_
#define HLOOM_KERNELS_WINDOWS_WINDOW_TILES_H_

#include <memory>
#include <vector>

#include "kernels/kernel.h"
#include "kernels/windows/window_axis.h"
#include "shape/primitive_type.h"

namespace hloom {

// An array over which a window moves, and the strides of its elements and outputs, in elements.
struct WindowedArray {
  std::vector<WindowAxis> axes;
  PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
  std::vector<int64_t> element_strides;
  std::vector<int64_t> output_strides;
};

// Outputs that are worked on together, row by row; output (row, column) is number
// row * columns + column of the tile.
struct WindowTile {
  int64_t rows, columns;
  // The place of the first output, and the distances between them.
  int64_t output, row_step, column_step;
};

// The elements under one position, and their outputs in the tile: the element of row r and column c
// is for output + r * output_row_step + c * output_step of the tile, has the value values[r *
// value_row_step + c * value_step] in the array's compute type, and is at element + r *
// element_row_step + c * element_step in the array.
struct WindowBlock {
  int64_t rows, columns;
  int64_t output, output_row_step, output_step;
  const std::byte* values;
  int64_t value_row_step, value_step;
  int64_t element, element_row_step, element_step;
};

// Processes the windows of a tile. It keeps its data about the tile's outputs in `room`.
class TileWork {
 public:
  // The cost of the work.
  struct Cost {
    int64_t room_bytes;    // for each output of a tile
    int64_t element_work;  // the cost of an element of a block in additions
  };

  virtual ~TileWork() = default;
  virtual void Begin(const WindowTile& tile, std::byte* room) const = 0;
  virtual void Visit(const WindowTile& tile, const WindowBlock& block, std::byte* room) const = 0;
  virtual void End(const WindowTile& tile, std::byte* room) const = 0;
};

// Goes through all tiles. Decisions that depend on sizes, strides and types are made once for any
// number of runs.
class WindowTiling {
 public:
  WindowTiling(const WindowedArray& array, const TileWork::Cost& cost);
  ~WindowTiling();

  // Converts elements to the array's compute type. This, the elements and the work, which must not
  // exceed its stated cost, must outlive the kernel.
  Kernel Go(const std::byte* elements, const TileWork& work) const;
  // True if there is so little work that Go's kernel is already done.
  bool is_small() const;

 private:
  struct Prepared;
  const std::unique_ptr<const Prepared> prepared_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_WINDOW_TILES_H_
