#include "kernels/windows/window_tiles.h"

#include <algorithm>
#include <limits>

#include "kernels/number_format.h"
#include "kernels/sizes.h"
#include "kernels/strided_run.h"

namespace hloom {

namespace {

constexpr int64_t kTileElements = 4096;
// The widest tile if elements are converted, so that fewer elements are read for two tiles, or if
// neighbors are far apart.
constexpr int64_t kMostColumns = 256;
// The bytes of elements that are converted together.
constexpr int64_t kSlabBytes = 1 << 17;

// Work is counted in elements: a position that is on no element costs as much as some of them.
constexpr int64_t kPositionWork = 16;
// The work of a task of several tiles: pooling an image takes enough tasks for every thread.
constexpr int64_t kWindowTilesGrain = 1 << 17;
// The work of a task on a part of a tile.
constexpr int64_t kTaskWork = 1 << 19;
constexpr int64_t kMostTaskWork = 1 << 20;
// The maximum number of positions of a chunk. Between chunks a task may stop.
constexpr int64_t kChunkPositions = 64;
// The number of tiles that are processed together if their windows take more than one task.
constexpr int64_t kTogether = 16;
// Tiles of at most this work and memory are computed immediately.
constexpr int64_t kSmallWork = 1 << 14;
constexpr int64_t kSmallRoom = 1 << 14;

struct Axis : WindowAxis {
  int64_t element_stride = 0;
  int64_t output_stride = 0;
};

// Neighboring axes over which no window moves are one, so that blocks have long rows.
std::vector<Axis> MergedAxes(const WindowedArray& array) {
  const auto none = [&](int64_t WindowAxis::*size) {
    return std::any_of(array.axes.begin(), array.axes.end(),
                       [&](const WindowAxis& axis) { return axis.*size == 0; });
  };
  if (none(&WindowAxis::outputs)) {
    Axis nothing;
    nothing.outputs = 0;
    return {nothing, nothing};
  }
  // Without elements, their strides may be arbitrary.
  const int64_t element_step = none(&WindowAxis::size) ? 0 : 1;
  std::vector<Axis> axes;  // the innermost first
  bool merging = false;
  for (size_t d = array.axes.size(); d-- > 0;) {
    const Axis axis = {array.axes[d], array.element_strides[d] * element_step,
                       array.output_strides[d]};
    const bool trivial = axis.trivial();
    if (trivial && axis.size == 1) continue;
    if (trivial && merging &&
        axis.element_stride == axes.back().element_stride * axes.back().size &&
        axis.output_stride == axes.back().output_stride * axes.back().size) {
      axes.back().size *= axis.size;
      axes.back().outputs *= axis.size;
    } else {
      axes.push_back(axis);
    }
    merging = trivial;
  }
  while (axes.size() < 2) axes.push_back(Axis());
  std::reverse(axes.begin(), axes.end());
  return axes;
}

// If the two inner dimensions have few outputs, lets tiles run along another one over which no
// window moves: its one position may come anywhere in the order of positions. Pooling f32[512,7,7]
// to [512,1,1] then combines 512 elements at a time instead of one. Returns true if it did.
bool PutLongAxisLast(std::vector<Axis>& axes) {
  constexpr int64_t kFew = 32;
  const size_t outer = axes.size() - 2;
  const int64_t inner_outputs = axes[outer].outputs > kFew || axes[outer + 1].outputs > kFew
                                    ? kFew
                                    : axes[outer].outputs * axes[outer + 1].outputs;
  if (inner_outputs >= kFew) return false;
  const auto shorter = [](const Axis& a, const Axis& b) {
    return (a.window == 1 ? a.outputs : 0) < (b.window == 1 ? b.outputs : 0);
  };
  const auto end = axes.begin() + static_cast<std::ptrdiff_t>(outer);
  const auto longest = std::max_element(axes.begin(), end, shorter);
  if (longest == end || longest->window != 1 || longest->outputs <= inner_outputs) return false;
  std::rotate(longest, longest + 1, axes.end());
  return true;
}

// The progress of a tile's windows: the next position.
struct Cursor {
  int64_t outer = 0;  // which position in the outer dimensions
  int64_t row = -1;   // the positions in the inner ones; -1: the first
  int64_t column = 0;
  bool begun = false;
  bool done = false;
};

// The place of a tile along an outer dimension, and its window.
struct OuterPlace {
  int64_t output;
  Overlap overlap;
};

// Elements along one dimension that are converted together.
struct Slice {
  int64_t first = 0;
  int64_t step = 1;
  int64_t count = 0;

  friend bool operator==(const Slice&, const Slice&) = default;
};

// Elements that were converted together, the last ones: tiles that follow each other may look at
// the same.
class Slabs {
 public:
  // The room holds `capacity` elements in all, of `width` bytes each.
  Slabs(std::byte* room, int64_t capacity, int64_t width)
      : room_(room), capacity_(capacity), width_(width) {}

  // Finds room for the elements at these indices behind element `element` of the array; returns
  // true if they are already there.
  bool Find(int64_t element, const Slice& rows, const Slice& columns, std::byte** data) {
    for (int64_t i = 0; i < used_; ++i) {
      const Slab& slab = slabs_[i];
      if (slab.element != element || slab.rows != rows || slab.columns != columns) continue;
      *data = At(i);
      return true;
    }
    const int64_t size = rows.count * columns.count;
    if (size > size_) {
      size_ = size;
      places_ = std::clamp<int64_t>(capacity_ / size, 1, kMost);
      used_ = next_ = 0;
    }
    slabs_[next_] = {element, rows, columns};
    *data = At(next_);
    used_ = std::max(used_, next_ + 1);
    next_ = (next_ + 1) % places_;
    return false;
  }

 private:
  struct Slab {
    int64_t element;
    Slice rows, columns;
  };
  static constexpr int64_t kMost = 8;

  std::byte* At(int64_t place) const { return room_ + place * size_ * width_; }

  std::byte* const room_;
  const int64_t capacity_, width_;
  Slab slabs_[kMost];
  int64_t size_ = 0;  // of each, in elements
  int64_t places_ = 0;
  int64_t used_ = 0;
  int64_t next_ = 0;
};

// The tiles of an array.
class WindowTiles {
 public:
  WindowTiles(const WindowedArray& array, const TileWork::Cost& cost)
      : type_(array.type), cost_(cost), compute_(ComputeTypeOf(array.type)) {
    outer_ = MergedAxes(array);
    const bool scattered = PutLongAxisLast(outer_);
    columns_ = outer_.back();
    outer_.pop_back();
    rows_ = outer_.back();
    outer_.pop_back();
    direct_ = array.type == compute_ && (scattered || columns_.element_stride == 1);
    const int64_t most_columns = direct_ && !scattered ? kTileElements : kMostColumns;
    tile_columns_ = std::max<int64_t>(std::min(columns_.outputs, most_columns), 1);
    tile_rows_ = std::max<int64_t>(std::min(rows_.outputs, kTileElements / tile_columns_), 1);
    row_tiles_ = TaskCount(rows_.outputs, tile_rows_);
    column_tiles_ = TaskCount(columns_.outputs, tile_columns_);
    count_ = CountTiles();
  }

  int64_t count() const { return count_; }
  // The bytes that the work keeps for a tile.
  int64_t room_bytes() const {
    return (tile_rows_ * tile_columns_ * cost_.room_bytes + 15) / 16 * 16;
  }
  // The bytes of a task's other scratch memory.
  int64_t scratch_bytes() const { return place_bytes() + slab_bytes(); }
  Slabs SlabsIn(std::byte* scratch) const {
    return Slabs(scratch + place_bytes(), slab_elements(), ByteWidth(compute_));
  }
  // A tile takes at most so much work.
  double work_each() const {
    double positions = 1;
    for (const Axis& axis : outer_) {
      positions *= static_cast<double>(std::min(axis.window, axis.size));
    }
    for (const Axis& axis : {rows_, columns_}) {
      const auto [first, last] = PositionRange(axis, 0, axis.outputs);
      positions *= static_cast<double>(last - first);
    }
    const int64_t elements = tile_rows_ * tile_columns_;
    const int64_t element_work = cost_.element_work + load_work();
    return static_cast<double>(elements) +
           positions * static_cast<double>(kPositionWork + elements * element_work);
  }
  // The cost of moving an element to a slab.
  int64_t load_work() const {
    if (direct_) return 0;
    return IsNarrowFloat(type_) && ByteWidth(type_) == 1 ? 16 : 1;
  }
  // The number of positions of a chunk.
  int64_t chunk_positions() const {
    const int64_t position = tile_rows_ * tile_columns_ * cost_.element_work;
    return std::clamp<int64_t>(kTaskWork / position, 1, kChunkPositions);
  }

 private:
  friend class TileRun;

  int64_t CountTiles() const {
    std::vector<int64_t> counts = {row_tiles_, column_tiles_};
    for (const Axis& axis : outer_) counts.push_back(axis.outputs);
    return ElementCount(counts);
  }
  // The maximum number of elements in slabs: room for each output of a tile, and at most the
  // elements of the array.
  int64_t slab_elements() const {
    const int64_t most = kSlabBytes / ByteWidth(compute_);
    const int64_t tile = tile_rows_ * tile_columns_;
    if (rows_.size == 0 || columns_.size >= most / rows_.size) return std::max(most, tile);
    return std::max(rows_.size * columns_.size, tile);
  }
  int64_t slab_bytes() const { return direct_ ? 0 : slab_elements() * ByteWidth(compute_); }
  int64_t place_bytes() const {
    return static_cast<int64_t>(outer_.size() * sizeof(OuterPlace) + 15) / 16 * 16;
  }

  const PrimitiveType type_;
  const TileWork::Cost cost_;
  const PrimitiveType compute_;
  std::vector<Axis> outer_;
  Axis rows_, columns_;
  // Elements are read in place; otherwise they are first gathered in a slab.
  bool direct_ = false;
  int64_t tile_rows_ = 1, tile_columns_ = 1;
  int64_t row_tiles_ = 0, column_tiles_ = 0, count_ = 0;
};

// The tiles, memory and work of one run.
struct TileTask {
  const WindowTiles& tiles;
  const std::byte* elements;
  const TileWork& work;
};

// A tile at work.
class TileRun {
 public:
  TileRun(const TileTask& task, int64_t index, std::byte* room, std::byte* places, Slabs& slabs)
      : t_(task.tiles),
        elements_(task.elements),
        tile_work_(task.work),
        room_(room),
        outer_(reinterpret_cast<OuterPlace*>(places)),
        slabs_(slabs) {
    column_begin_ = index % t_.column_tiles_ * t_.tile_columns_;
    column_end_ = std::min(column_begin_ + t_.tile_columns_, t_.columns_.outputs);
    index /= t_.column_tiles_;
    row_begin_ = index % t_.row_tiles_ * t_.tile_rows_;
    row_end_ = std::min(row_begin_ + t_.tile_rows_, t_.rows_.outputs);
    index /= t_.row_tiles_;
    tile_ = {row_end_ - row_begin_, column_end_ - column_begin_,
             row_begin_ * t_.rows_.output_stride + column_begin_ * t_.columns_.output_stride,
             t_.rows_.output_stride, t_.columns_.output_stride};
    std::tie(first_row_, last_row_) = PositionRange(t_.rows_, row_begin_, row_end_);
    std::tie(first_column_, last_column_) = PositionRange(t_.columns_, column_begin_, column_end_);
    positions_ = first_row_ < last_row_ && first_column_ < last_column_ ? 1 : 0;
    for (size_t d = t_.outer_.size(); d-- > 0; index /= t_.outer_[d].outputs) {
      const Axis& axis = t_.outer_[d];
      outer_[d].output = index % axis.outputs;
      outer_[d].overlap = PositionsOnElements(axis, outer_[d].output);
      tile_.output += outer_[d].output * axis.output_stride;
      // Each is on a different element, so their number is at most that of elements.
      positions_ *= outer_[d].overlap.count;
    }
  }

  // Continues from the cursor until `work` is done; returns true if the tile is complete.
  bool Run(int64_t work, Cursor& cursor) {
    work_ = work;
    if (!cursor.begun) tile_work_.Begin(tile_, room_);
    cursor.begun = true;
    for (; cursor.outer < positions_; ++cursor.outer) {
      SeekOuter(cursor.outer);
      if (cursor.row < 0) cursor.row = first_row_, cursor.column = first_column_;
      if (!RunPositions(cursor)) return false;
      cursor.row = -1;
    }
    tile_work_.End(tile_, room_);
    return true;
  }

 private:
  // Positions of the window in the two inner dimensions.
  struct Chunk {
    int64_t row, row_end, column, column_end;
    Slice rows, columns;  // of elements, if they are gathered in slabs
  };

  // The window's positions in the outer dimensions are in row-major order.
  void SeekOuter(int64_t position) {
    element_ = 0;
    for (size_t d = t_.outer_.size(); d-- > 0; position /= outer_[d].overlap.count) {
      const Overlap& overlap = outer_[d].overlap;
      const int64_t index = overlap.index + position % overlap.count * overlap.index_step;
      element_ += index * t_.outer_[d].element_stride;
    }
  }

  bool RunPositions(Cursor& cursor) {
    while (cursor.row < last_row_) {
      if (work_ <= 0) return false;
      work_ -= kPositionWork;
      if (RowsAt(cursor.row).count == 0) {
        ++cursor.row;
        cursor.column = first_column_;
        continue;
      }
      const Chunk chunk = t_.direct_ ? DirectChunk(cursor) : SlabChunk(cursor);
      RunChunk(chunk);
      const bool ends_row = chunk.column_end == last_column_;
      cursor.row = ends_row ? chunk.row_end : chunk.row;
      cursor.column = ends_row ? first_column_ : chunk.column_end;
    }
    return true;
  }

  void RunChunk(const Chunk& chunk) {
    if (!t_.direct_) {
      if (chunk.rows.count == 0 || chunk.columns.count == 0) return;
      if (!slabs_.Find(element_, chunk.rows, chunk.columns, &slab_)) LoadSlab(chunk);
    }
    for (int64_t r = chunk.row; r < chunk.row_end; ++r) {
      const Overlap rows = RowsAt(r);
      work_ -= kPositionWork;
      if (rows.count == 0) continue;
      for (int64_t c = chunk.column; c < chunk.column_end; ++c) {
        const Overlap columns = ColumnsAt(c);
        work_ -= kPositionWork + rows.count * columns.count * t_.cost_.element_work;
        if (columns.count > 0) Visit(chunk, rows, columns);
      }
    }
  }

  void Visit(const Chunk& chunk, const Overlap& rows, const Overlap& columns) {
    WindowBlock block;
    block.rows = rows.count;
    block.columns = columns.count;
    block.output = (rows.first - row_begin_) * tile_.columns + columns.first - column_begin_;
    block.output_row_step = rows.step * tile_.columns;
    block.output_step = columns.step;
    block.element = element_ + rows.index * t_.rows_.element_stride +
                    columns.index * t_.columns_.element_stride;
    block.element_row_step = rows.index_step * t_.rows_.element_stride;
    block.element_step = columns.index_step * t_.columns_.element_stride;
    const int64_t width = ByteWidth(t_.compute_);
    if (t_.direct_) {
      block.values = elements_ + block.element * width;
      block.value_row_step = block.element_row_step;
      block.value_step = block.element_step;
    } else {
      const int64_t row = (rows.index - chunk.rows.first) / chunk.rows.step;
      const int64_t column = (columns.index - chunk.columns.first) / chunk.columns.step;
      block.values = slab_ + (row * chunk.columns.count + column) * width;
      block.value_row_step = rows.index_step / chunk.rows.step * chunk.columns.count;
      block.value_step = columns.index_step / chunk.columns.step;
    }
    tile_work_.Visit(tile_, block, room_);
  }

  Chunk DirectChunk(const Cursor& cursor) const {
    return {cursor.row,
            cursor.row + 1,
            cursor.column,
            std::min(cursor.column + t_.chunk_positions(), last_column_),
            {},
            {}};
  }

  // The next positions whose elements are in one slab, while enough of the positions use each
  // element.
  Chunk SlabChunk(const Cursor& cursor) const {
    const int64_t columns = last_column_ - first_column_;
    if (cursor.column == first_column_ && columns <= t_.chunk_positions()) {
      int64_t count = std::min(last_row_ - cursor.row, t_.chunk_positions() / columns);
      for (; count > 1; count /= 2) {
        const Chunk chunk = ChunkOf(cursor, count, columns);
        if (Pays(chunk)) return chunk;
      }
    }
    int64_t count = std::min(last_column_ - cursor.column, t_.chunk_positions());
    for (; count > 1; count /= 2) {
      const Chunk chunk = ChunkOf(cursor, 1, count);
      if (Pays(chunk)) return chunk;
    }
    return ChunkOf(cursor, 1, 1);
  }
  Chunk ChunkOf(const Cursor& cursor, int64_t rows, int64_t columns) const {
    const int64_t r = cursor.row;
    const int64_t c = cursor.column;
    return {r,
            r + rows,
            c,
            c + columns,
            SliceOf(t_.rows_, row_begin_, row_end_, r, r + rows),
            SliceOf(t_.columns_, column_begin_, column_end_, c, c + columns)};
  }
  static Slice SliceOf(const Axis& axis, int64_t begin, int64_t end, int64_t position,
                       int64_t last) {
    if (last == position + 1) {
      const Overlap overlap = OutputsOnElements(axis, begin, end, position);
      return {overlap.index, overlap.index_step, overlap.count};
    }
    const auto [first_element, last_element] = ElementRange(axis, begin, end, position, last);
    return {first_element, 1, last_element - first_element};
  }
  bool Pays(const Chunk& chunk) const {
    const int64_t rows = (chunk.row_end - chunk.row) * tile_.rows;
    const int64_t columns = (chunk.column_end - chunk.column) * tile_.columns;
    return chunk.rows.count <= rows && chunk.columns.count <= columns &&
           chunk.rows.count * chunk.columns.count <= t_.slab_elements();
  }

  void LoadSlab(const Chunk& chunk) {
    const int64_t width = ByteWidth(t_.type_);
    const int64_t row_bytes = chunk.columns.count * ByteWidth(t_.compute_);
    const Axis& along = t_.columns_;
    for (int64_t i = 0; i < chunk.rows.count; ++i) {
      const int64_t element = element_ +
                              (chunk.rows.first + i * chunk.rows.step) * t_.rows_.element_stride +
                              chunk.columns.first * along.element_stride;
      LoadRun(t_.type_, elements_ + element * width, chunk.columns.step * along.element_stride,
              t_.compute_, slab_ + i * row_bytes, chunk.columns.count);
    }
    work_ -= chunk.rows.count * chunk.columns.count * t_.load_work();
  }

  Overlap RowsAt(int64_t position) const {
    return OutputsOnElements(t_.rows_, row_begin_, row_end_, position);
  }
  Overlap ColumnsAt(int64_t position) const {
    return OutputsOnElements(t_.columns_, column_begin_, column_end_, position);
  }

  const WindowTiles& t_;
  const std::byte* const elements_;
  const TileWork& tile_work_;
  std::byte* const room_;
  OuterPlace* const outer_;
  Slabs& slabs_;
  std::byte* slab_ = nullptr;
  WindowTile tile_;
  int64_t row_begin_, row_end_, column_begin_, column_end_;    // outputs
  int64_t first_row_, last_row_, first_column_, last_column_;  // positions
  int64_t positions_;                                          // in the outer dimensions
  int64_t element_ = 0;  // the element under the window in the outer dimensions
  int64_t work_ = 0;     // that is still to be done
};

// Goes through the tiles from `first` up to `last`, each from beginning to end.
void GoThrough(const TileTask& task, int64_t first, int64_t last, std::byte* scratch) {
  std::byte* const places = scratch + task.tiles.room_bytes();
  Slabs slabs = task.tiles.SlabsIn(places);
  for (int64_t tile = first; tile < last; ++tile) {
    Cursor cursor;
    TileRun(task, tile, scratch, places, slabs).Run(std::numeric_limits<int64_t>::max(), cursor);
  }
}

// Whole tiles, several per task if they are small.
Kernel GoInTasks(TileTask task) {
  const WindowTiles& tiles = task.tiles;
  const int64_t each =
      std::max<int64_t>(static_cast<int64_t>(kWindowTilesGrain / tiles.work_each()), 1);
  const auto go = [&](int64_t i, std::byte* scratch) {
    GoThrough(task, i * each, std::min(tiles.count(), (i + 1) * each), scratch);
  };
  co_await Tasks(TaskCount(tiles.count(), each), go, tiles.room_bytes() + tiles.scratch_bytes());
  co_return OkStatus();
}

// Tiles that each take several tasks.
Kernel GoInParts(TileTask task) {
  const WindowTiles& tiles = task.tiles;
  const int64_t room = tiles.room_bytes();
  const int64_t together = std::min(tiles.count(), kTogether);
  std::byte* const rooms = co_await Scratch<std::byte>(together * room);
  Cursor* const cursors = co_await Scratch<Cursor>(together);
  for (int64_t first = 0; first < tiles.count(); first += together) {
    const int64_t count = std::min(together, tiles.count() - first);
    std::fill_n(cursors, count, Cursor());
    const auto go = [&](int64_t i, std::byte* scratch) {
      if (cursors[i].done) return;
      Slabs slabs = tiles.SlabsIn(scratch);
      TileRun run(task, first + i, rooms + i * room, scratch, slabs);
      cursors[i].done = run.Run(kTaskWork, cursors[i]);
    };
    bool done = false;
    while (!done) {
      co_await Tasks(count, go, tiles.scratch_bytes());
      done = std::all_of(cursors, cursors + count, [](const Cursor& at) { return at.done; });
    }
  }
  co_return OkStatus();
}

}  // namespace

struct WindowTiling::Prepared {
  Prepared(const WindowedArray& array, const TileWork::Cost& cost)
      : tiles(array, cost),
        small(tiles.count() == 0 ||
              (tiles.room_bytes() + tiles.scratch_bytes() <= kSmallRoom &&
               static_cast<double>(tiles.count()) * tiles.work_each() <= kSmallWork)) {}

  const WindowTiles tiles;
  const bool small;
};

WindowTiling::WindowTiling(const WindowedArray& array, const TileWork::Cost& cost)
    : prepared_(std::make_unique<const Prepared>(array, cost)) {}
WindowTiling::~WindowTiling() = default;

bool WindowTiling::is_small() const { return prepared_->small; }

Kernel WindowTiling::Go(const std::byte* elements, const TileWork& work) const {
  const WindowTiles& tiles = prepared_->tiles;
  const TileTask task = {tiles, elements, work};
  if (tiles.count() == 0) return {};
  if (prepared_->small) {
    alignas(16) std::byte scratch[kSmallRoom];
    GoThrough(task, 0, tiles.count(), scratch);
    return {};
  }
  return tiles.work_each() <= kMostTaskWork ? GoInTasks(task) : GoInParts(task);
}

}  // namespace hloom
