// Windows folded by kernels. The outputs are cut into tiles of some rows and columns, small enough
// to stay in the cache nearest to the processor. A tile goes through all positions of the window:
// those of the outer dimensions in an odometer, those of the two inner ones in two loops around the
// kernel, which combines a block of elements with the block of accumulators for which the position
// lies on an element.
//
// Max of f32[8,112,112,64] over windows of 1x3x3x1: a row is an index of dimension 2, a column one
// of dimension 3, and for each of the 9 positions the kernel runs along 64 neighbours.
#include "ops/windows/window_fold.h"

#include <algorithm>

#include "kernels/convert.h"
#include "kernels/copy.h"
#include "ops/windows/fold_util.h"
#include "ops/windows/window_util.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

constexpr int64_t kTileElements = 4096;

struct Dimension {
  WindowDimension window;
  int64_t size, outputs;
  int64_t element_stride, output_stride;
};

bool IsTrivial(const WindowDimension& window) {
  return window.size() == 1 && window.stride() == 1 && window.padding_low() == 0 &&
         window.padding_high() == 0 && window.base_dilation() == 1;
}

// Neighbouring dimensions over which no window moves are one, so that the kernel has long runs.
std::vector<Dimension> MergedDimensions(const Window& window, Span<const int64_t> sizes,
                                        Span<const int64_t> outputs) {
  std::vector<Dimension> dimensions;  // the innermost first
  int64_t element_stride = 1;
  int64_t output_stride = 1;
  bool merging = false;
  for (size_t d = sizes.size(); d-- > 0;) {
    const WindowDimension& along = window.dimensions(static_cast<int64_t>(d));
    const bool trivial = IsTrivial(along);
    if (trivial && merging) {
      dimensions.back().size *= sizes[d];
      dimensions.back().outputs *= sizes[d];
    } else {
      dimensions.push_back({along, sizes[d], outputs[d], element_stride, output_stride});
    }
    merging = trivial;
    element_stride *= sizes[d];
    output_stride *= outputs[d];
  }
  while (dimensions.size() < 2) dimensions.push_back({WindowDimension(), 1, 1, 0, 0});
  std::reverse(dimensions.begin(), dimensions.end());
  return dimensions;
}

class WindowFolder {
 public:
  WindowFolder(EvalContext& context, const FoldKernel& kernel, const Literal& array,
               std::vector<Dimension> dimensions, Literal* result, PrimitiveType rounding)
      : poller_(context),
        kernel_(kernel),
        type_(array.shape().element_type()),
        rounding_(rounding),
        width_(ByteWidth(type_)),
        elements_(array.data<std::byte>()),
        results_(result->mutable_data<std::byte>()),
        rows_(dimensions[dimensions.size() - 2]),
        columns_(dimensions.back()) {
    dimensions.resize(dimensions.size() - 2);
    outer_ = std::move(dimensions);
  }

  Status Run() {
    const int64_t tile_columns = std::min(columns_.outputs, kTileElements);
    const int64_t tile_rows =
        std::min(rows_.outputs, std::max<int64_t>(kTileElements / tile_columns, 1));
    std::vector<int64_t> output(outer_.size(), 0);
    std::vector<int64_t> output_sizes;
    for (const Dimension& dimension : outer_) output_sizes.push_back(dimension.outputs);
    do {
      overlaps_.clear();
      int64_t offset = 0;
      for (size_t d = 0; d < outer_.size(); ++d) {
        overlaps_.push_back(PositionsOnElements(outer_[d].window, outer_[d].size, output[d]));
        offset += output[d] * outer_[d].output_stride;
      }
      for (int64_t row = 0; row < rows_.outputs; row += tile_rows) {
        for (int64_t column = 0; column < columns_.outputs; column += tile_columns) {
          const Tile tile = {offset, row, std::min(row + tile_rows, rows_.outputs), column,
                             std::min(column + tile_columns, columns_.outputs)};
          HLOOM_RETURN_IF_ERROR(RunTile(tile));
        }
      }
    } while (IndexUtil::BumpIndices(output_sizes, output));
    return OkStatus();
  }

 private:
  struct Tile {
    int64_t offset;
    int64_t row_begin, row_end, column_begin, column_end;
    int64_t elements() const { return (row_end - row_begin) * (column_end - column_begin); }
  };

  // The window's positions in the outer dimensions, in row-major order.
  Status RunTile(const Tile& tile) {
    HLOOM_RETURN_IF_ERROR(poller_.After(tile.elements()));
    std::vector<int64_t> counts;
    for (const Overlap& overlap : overlaps_) {
      if (overlap.count == 0) return OkStatus();
      counts.push_back(overlap.count);
    }
    std::vector<int64_t> at(overlaps_.size(), 0);
    do {
      int64_t element = 0;
      for (size_t d = 0; d < at.size(); ++d) {
        element +=
            (overlaps_[d].index + at[d] * overlaps_[d].index_step) * outer_[d].element_stride;
      }
      HLOOM_RETURN_IF_ERROR(RunPositions(tile, element));
    } while (IndexUtil::BumpIndices(counts, at));
    return OkStatus();
  }

  // Those in the two inner ones.
  Status RunPositions(const Tile& tile, int64_t element) {
    const auto [row_begin, row_end] =
        PositionRange(rows_.window, rows_.size, tile.row_begin, tile.row_end);
    const auto [column_begin, column_end] =
        PositionRange(columns_.window, columns_.size, tile.column_begin, tile.column_end);
    for (int64_t r = row_begin; r < row_end; ++r) {
      const Overlap rows =
          OutputsOnElements(rows_.window, rows_.size, tile.row_begin, tile.row_end, r);
      HLOOM_RETURN_IF_ERROR(poller_.After(1));
      if (rows.count == 0) continue;
      for (int64_t c = column_begin; c < column_end; ++c) {
        const Overlap columns = OutputsOnElements(columns_.window, columns_.size, tile.column_begin,
                                                  tile.column_end, c);
        HLOOM_RETURN_IF_ERROR(poller_.After(1 + rows.count * columns.count));
        if (columns.count > 0) Combine(tile, element, rows, columns);
      }
    }
    return OkStatus();
  }

  void Combine(const Tile& tile, int64_t element, const Overlap& rows, const Overlap& columns) {
    const int64_t output =
        tile.offset + rows.first * rows_.output_stride + columns.first * columns_.output_stride;
    element += rows.index * rows_.element_stride + columns.index * columns_.element_stride;
    const FoldKernel::Block block = {rows.count,
                                     rows.step * rows_.output_stride,
                                     rows.index_step * rows_.element_stride,
                                     columns.count,
                                     columns.step * columns_.output_stride,
                                     columns.index_step * columns_.element_stride};
    kernel_.combine(type_, results_ + output * width_, elements_ + element * width_, Joined(block));
    if (rounding_ != type_) Round(results_ + output * width_, block);
  }

  // Rows that follow each other without a gap are one: channels of 3, moved over by whole pixels.
  static FoldKernel::Block Joined(FoldKernel::Block block) {
    const bool dense = block.accumulator_step == 1 && block.value_step == 1 &&
                       block.accumulator_row_step == block.columns &&
                       block.value_row_step == block.columns;
    if (dense) {
      block.columns *= block.rows;
      block.rows = 1;
    }
    return block;
  }

  // To the narrow type and back. A block lies within a tile.
  void Round(std::byte* accumulators, const FoldKernel::Block& block) {
    const int64_t count = block.rows * block.columns;
    wide_.resize(static_cast<size_t>(kTileElements * width_));
    narrow_.resize(static_cast<size_t>(kTileElements * ByteWidth(rounding_)));
    const int64_t sizes[] = {block.rows, block.columns};
    const int64_t spread[] = {block.accumulator_row_step, block.accumulator_step};
    const int64_t dense[] = {block.columns, 1};
    StridedCopy(sizes, wide_.data(), dense, accumulators, spread, width_);
    ConvertRun(type_, wide_.data(), rounding_, narrow_.data(), count);
    ConvertRun(rounding_, narrow_.data(), type_, wide_.data(), count);
    StridedCopy(sizes, accumulators, spread, wide_.data(), dense, width_);
  }

  Poller poller_;
  const FoldKernel& kernel_;
  const PrimitiveType type_, rounding_;
  const int64_t width_;
  const std::byte* elements_;
  std::byte* results_;
  std::vector<Dimension> outer_;
  const Dimension rows_, columns_;
  std::vector<Overlap> overlaps_;  // of the outer dimensions, at the outputs where the tile lies
  std::vector<std::byte> wide_, narrow_;  // a block that is rounded
};

}  // namespace

StatusOr<Literal> FoldWindows(EvalContext& context, const FoldKernel& kernel, const Window& window,
                              const Literal& array, const Literal& init,
                              Span<const int64_t> output_sizes, PrimitiveType rounding) {
  const PrimitiveType type = array.shape().element_type();
  HLOOM_ASSIGN_OR_RETURN(
      Literal result, Literal::Create(ShapeUtil::MakeShape(type, output_sizes), context.ledger()));
  const int64_t count = result.element_count();
  StridedCopy({count}, result.mutable_data<std::byte>(), {1}, init.data<std::byte>(), {0},
              ByteWidth(type));
  if (count == 0 || array.element_count() == 0) return result;
  HLOOM_RETURN_IF_ERROR(
      WindowFolder(context, kernel, array,
                   MergedDimensions(window, array.shape().dimensions(), output_sizes), &result,
                   rounding)
          .Run());
  return result;
}

}  // namespace hloom
