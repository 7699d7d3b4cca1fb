#include "kernels/contractions/gemm.h"

#include <algorithm>
#include <type_traits>

#include "kernels/sizes.h"

namespace hloom {

namespace {

using Sums = GemmBlocking::Sums;

// True if no float is infinite or NaN, which have all exponent bits set. The length must be whole
// vectors.
template <typename Word, Word kExponent>
bool AreMatrixProductFinite(const std::byte* data, int64_t bytes) {
  const Word* const words = reinterpret_cast<const Word*>(data);
  Vector<Word> bad = {};
  for (int64_t i = 0; i < bytes / static_cast<int64_t>(sizeof(Word)); i += 16 / sizeof(Word)) {
    bad |= reinterpret_cast<Vector<Word>>((LoadVector(words + i) & kExponent) == kExponent);
  }
  const auto halves = reinterpret_cast<Vector<uint64_t>>(bad);
  return (halves[0] | halves[1]) == 0;
}

bool HasEdges(const Factor& factor) {
  return factor.windows != nullptr && factor.windows->has_edges();
}

}  // namespace

struct Gemm::Room {
  std::byte* rows = nullptr;  // packed
  std::byte* columns = nullptr;
  std::byte* sums = nullptr;
  // The places of rows and columns.
  int64_t* a_rows = nullptr;
  int64_t* c_rows = nullptr;
  int64_t* c_columns = nullptr;
  // The first row and column that are listed there.
  int64_t row_begin = -1, column_begin = -1;
};

Gemm::Gemm(const GemmProblem& product)
    : ContractionAlgorithm(product),
      pack_rows_(product.a, product.lane, kTileRows / product.parts()),
      pack_columns_(product.b, product.lane, kTileBytes / pack_rows_.width()),
      tiles_(TileLoopOf(product.lane)),
      blocks_(BlockGemm(product, pack_rows_, pack_columns_)),
      row_blocks_(TaskCount(product.rows, blocks_.rows)),
      column_blocks_(TaskCount(product.columns, blocks_.columns)),
      units_(product.batches * blocks_.parts * row_blocks_ * column_blocks_),
      checks_weights_((HasEdges(product.a) || HasEdges(product.b)) &&
                      (product.lane == LaneKind::kFloat || product.lane == LaneKind::kDouble)) {
  plan_.small = blocks_.small;
  plan_.tasks = TaskCount(units_, blocks_.units_each);
  plan_.phases = TaskCount(blocks_.part_depth, blocks_.phase_depth);
  plan_.parts = blocks_.parts;
  plan_.room_bytes = LayOutRoom([](auto, int64_t) {});
}

// Calls place(member of Room, bytes) for each; returns how many bytes there are.
template <typename F>
int64_t Gemm::LayOutRoom(F place) const {
  int64_t bytes = 0;
  const auto next = [&](auto member, int64_t size) {
    place(member, bytes);
    bytes += RoundUp(size, 16);
  };
  constexpr int64_t kPlace = sizeof(int64_t);
  next(&Room::columns, pack_columns_.Bytes(blocks_.columns, blocks_.depth));
  if (blocks_.rows_direct) {
    next(&Room::a_rows, blocks_.rows * kPlace);
  } else {
    next(&Room::rows, pack_rows_.Bytes(std::min(blocks_.rows, blocks_.pass_rows), blocks_.depth));
  }
  if (blocks_.sums == Sums::kTask) {
    next(&Room::sums, blocks_.rows * blocks_.columns * product_.sum_width);
  }
  next(&Room::c_rows, blocks_.rows * kPlace);
  next(&Room::c_columns, blocks_.columns * kPlace);
  return bytes;
}

Gemm::Room Gemm::MakeRoom(std::byte* memory) const {
  Room room;
  LayOutRoom([&](auto member, int64_t at) {
    room.*member = reinterpret_cast<std::decay_t<decltype(room.*member)>>(memory + at);
  });
  return room;
}

Gemm::Unit Gemm::UnitAt(int64_t index) const {
  // Small matrices often come in large numbers, and a division takes as long as some products.
  if (units_ == product_.batches) return {index, 0, 0, product_.rows, 0, product_.columns};
  const int64_t column = index % column_blocks_ * blocks_.columns;
  index /= column_blocks_;
  const int64_t row = index % row_blocks_ * blocks_.rows;
  index /= row_blocks_;
  return {index / blocks_.parts,
          index % blocks_.parts,
          row,
          std::min(row + blocks_.rows, product_.rows),
          column,
          std::min(column + blocks_.columns, product_.columns)};
}

void Gemm::ListPlaces(const Unit& unit, Room& room) const {
  const bool in_result = blocks_.sums == Sums::kResult;
  if (room.row_begin != unit.row_begin) {
    room.row_begin = unit.row_begin;
    if (room.a_rows != nullptr) {
      product_.a.kept.ListPlaces(unit.row_begin, unit.row_end, room.a_rows);
    }
    if (in_result) {
      product_.c_rows.ListPlaces(unit.row_begin, unit.row_end, room.c_rows);
    } else {
      const bool shared = blocks_.sums == Sums::kShared;
      const int64_t line = shared ? product_.columns : blocks_.columns;
      const int64_t first = shared ? unit.row_begin : 0;
      for (int64_t i = 0; i < unit.row_end - unit.row_begin; ++i) {
        room.c_rows[i] = (first + i) * line;
      }
    }
  }
  if (room.column_begin != unit.column_begin) {
    room.column_begin = unit.column_begin;
    if (in_result) {
      product_.c_columns.ListPlaces(unit.column_begin, unit.column_end, room.c_columns);
    } else {
      const int64_t first = blocks_.sums == Sums::kShared ? unit.column_begin : 0;
      for (int64_t i = 0; i < unit.column_end - unit.column_begin; ++i) {
        room.c_columns[i] = first + i;
      }
    }
  }
}

void Gemm::CheckWeights(const ContractionArrays& arrays, const std::byte* packed,
                        int64_t bytes) const {
  const bool finite = product_.lane == LaneKind::kFloat
                          ? AreMatrixProductFinite<uint32_t, 0xffu << 23>(packed, bytes)
                          : AreMatrixProductFinite<uint64_t, uint64_t{0x7ff} << 52>(packed, bytes);
  if (!finite) arrays.not_finite->store(true, std::memory_order_relaxed);
}

void Gemm::ComputeUnit(const ContractionArrays& arrays, const Unit& unit, int64_t begin,
                       int64_t end, bool first, Room& room) const {
  ListPlaces(unit, room);
  const GemmProblem& p = product_;
  const std::byte* const a = arrays.a + p.a.batch.At(unit.batch) * p.a.width;
  const std::byte* const b = arrays.b + p.b.batch.At(unit.batch) * p.b.width;
  std::byte* const c = arrays.c + p.c_batch.At(unit.batch) * p.result_width;
  std::byte* sums = c;
  if (blocks_.sums == Sums::kTask) sums = room.sums;
  if (blocks_.sums == Sums::kShared) {
    const int64_t matrix = unit.part * p.batches + unit.batch;
    sums = arrays.shared + matrix * p.rows * p.columns * p.sum_width;
  }
  const int64_t columns = unit.column_end - unit.column_begin;
  const int64_t panel = pack_columns_.panel();
  // The first windows meet all weights.
  const bool check_rows = checks_weights_ && p.swapped && unit.column_begin == 0;
  const bool check_columns = checks_weights_ && !p.swapped && unit.row_begin == 0;
  do {
    const int64_t depth = std::min(blocks_.depth, end - begin);
    pack_columns_.Pack(b, {unit.column_begin, unit.column_end, begin, begin + depth}, room.columns);
    if (check_columns) CheckWeights(arrays, room.columns, pack_columns_.Bytes(columns, depth));
    const int64_t each = blocks_.pass_rows;
    for (int64_t row = unit.row_begin; row < unit.row_end; row += each) {
      const int64_t row_end = std::min(row + each, unit.row_end);
      TileColumn tiles = {};
      tiles.steps = pack_rows_.Steps(depth);
      if (blocks_.rows_direct) {
        tiles.a = a + p.a.depth.At(begin) * p.a.width;
        tiles.a_rows = room.a_rows + (row - unit.row_begin);
        tiles.a_step = p.a.depth.step() * p.parts();
      } else {
        pack_rows_.Pack(a, {row, row_end, begin, begin + depth}, room.rows);
        if (check_rows) CheckWeights(arrays, room.rows, pack_rows_.Bytes(row_end - row, depth));
        tiles.a = room.rows;
      }
      tiles.b = room.columns;
      tiles.c = sums;
      tiles.c_rows = room.c_rows + (row - unit.row_begin);
      tiles.rows = row_end - row;
      tiles.complex = p.complex;
      tiles.add = !first;
      for (int64_t column = 0; column < columns; column += panel) {
        tiles.c_columns = room.c_columns + column;
        tiles.columns = std::min(panel, columns - column);
        tiles_(tiles);
        tiles.b += tiles.steps * kTileBytes;
      }
    }
    begin += depth;
    first = false;
  } while (begin < end);
  if (blocks_.sums != Sums::kTask) return;
  for (int64_t row = unit.row_begin; row < unit.row_end; ++row) {
    p.StoreLine(p.c_columns, unit.column_begin, unit.column_end, sums,
                c + p.c_rows.At(row) * p.result_width);
    sums += blocks_.columns * p.sum_width;
  }
}

void Gemm::RunTask(const ContractionArrays& arrays, int64_t phase, int64_t task,
                   std::byte* memory) const {
  Room room = MakeRoom(memory);
  const int64_t last = std::min((task + 1) * blocks_.units_each, units_);
  for (int64_t u = task * blocks_.units_each; u < last; ++u) {
    const Unit unit = UnitAt(u);
    const int64_t part = unit.part * blocks_.part_depth;
    const int64_t part_end = std::min(part + blocks_.part_depth, product_.depth);
    const int64_t begin = std::min(part + phase * blocks_.phase_depth, part_end);
    const int64_t end = std::min(begin + blocks_.phase_depth, part_end);
    ComputeUnit(arrays, unit, begin, end, phase == 0, room);
  }
}

}  // namespace hloom
