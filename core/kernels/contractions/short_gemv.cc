#include "kernels/contractions/short_gemv.h"

#include <algorithm>

#include "kernels/contractions/tap_sums.h"
#include "kernels/sizes.h"

namespace hloom {

namespace {

// A deeper sum is better computed as a product of a matrix and a vector.
constexpr int64_t kMostDepth = 128;
// Rows at equal distances may be a matrix with a large step along the depth: a deeper one is better
// read line by line.
constexpr int64_t kMostDepthOfEvenRows = 32;
// Vectors of shorter lines are not worth their set-up.
constexpr int64_t kLeastRows = 8;

// Work is counted in products.
constexpr int64_t kShortProductSmall = 1 << 17;
constexpr int64_t kShortProductTask = 1 << 18;
constexpr int64_t kShortProductUnitWork = 1 << 9;
constexpr int64_t kShortProductMostRows = 1 << 10;
constexpr int64_t kMostWeights = 1 << 12;

constexpr ptrdiff_t kLanes = VectorOf<float>::kLanes;

bool IsShortProductLine(const Axis& axis) { return axis.is_even() && axis.step() == 1; }

bool CanGoAlongBatch(const GemmProblem& p) {
  return p.batches >= kLanes && IsShortProductLine(p.a.batch) && IsShortProductLine(p.c_batch);
}

}  // namespace

bool ShortGemv::Suits(const GemmProblem& p) {
  if (p.columns != 1 || p.lane != LaneKind::kFloat || p.complex || !p.a.plain || !p.plain_result) {
    return false;
  }
  if (p.depth == 0 || p.depth > kMostDepth) return false;
  if (CanGoAlongBatch(p)) return true;
  const int64_t most = p.a.kept.is_even() ? kMostDepthOfEvenRows : kMostDepth;
  return p.rows >= kLeastRows && p.a.kept.step() == 1 && p.c_rows.step() == 1 && p.depth <= most;
}

ShortGemv::ShortGemv(const GemmProblem& product)
    : ContractionAlgorithm(product), along_batch_(CanGoAlongBatch(product)) {
  const GemmProblem& p = product;
  if (along_batch_) {
    const int64_t blocks = TaskCount(p.batches, kMostWeights / p.depth);
    batches_each_ = RoundUp(TaskCount(p.batches, blocks), kLanes);
  }
  const int64_t row_work = p.depth * batches_each_;
  rows_each_ = std::min(
      {p.rows, kShortProductMostRows, std::max<int64_t>(kShortProductTask / row_work, kLanes)});
  if (!along_batch_)
    rows_each_ = std::min(p.rows, std::max(kShortProductTask / row_work, kShortProductMostRows));
  batch_blocks_ = TaskCount(p.batches, batches_each_);
  row_blocks_ = TaskCount(p.rows, rows_each_);
  units_ = batch_blocks_ * row_blocks_;
  const int64_t unit_work = kShortProductUnitWork + rows_each_ * row_work;
  plan_.small = unit_work <= kShortProductSmall && units_ <= kShortProductSmall / unit_work;
  units_each_ = plan_.small ? units_ : std::max<int64_t>(1, kShortProductTask / unit_work);
  plan_.tasks = TaskCount(units_, units_each_);
  plan_.room_bytes = RoomBytes();
}

int64_t ShortGemv::RoomBytes() const {
  const int64_t weights = RoundUp(product_.depth * batches_each_, kLanes);
  const int64_t places = RoundUp(product_.depth, kLanes);
  const int64_t rows = along_batch_ ? RoundUp(rows_each_, kLanes) : 0;
  return places * static_cast<int64_t>(sizeof(ptrdiff_t)) +
         weights * static_cast<int64_t>(sizeof(float)) +
         2 * rows * static_cast<int64_t>(sizeof(int64_t));
}

ShortGemv::Room ShortGemv::MakeRoom(std::byte* memory) const {
  Room room;
  room.a_rows = reinterpret_cast<int64_t*>(memory);
  room.c_rows = room.a_rows + (along_batch_ ? RoundUp(rows_each_, kLanes) : 0);
  room.places =
      reinterpret_cast<ptrdiff_t*>(room.c_rows + (along_batch_ ? RoundUp(rows_each_, kLanes) : 0));
  room.weights = reinterpret_cast<float*>(room.places + RoundUp(product_.depth, kLanes));
  return room;
}

// Four rows at a time, each of which is a line of the batch.
void ShortGemv::SumAlongBatch(const float* a, float* c, const Unit& unit, const Room& room) const {
  const ptrdiff_t length = static_cast<ptrdiff_t>(unit.batch_end - unit.batch_begin);
  const Taps<float> taps = {room.places, room.weights, length,
                            static_cast<ptrdiff_t>(product_.depth)};
  product_.a.kept.ListPlaces(unit.row_begin, unit.row_end, room.a_rows);
  product_.c_rows.ListPlaces(unit.row_begin, unit.row_end, room.c_rows);
  const int64_t rows = unit.row_end - unit.row_begin;
  // If the first two rows are as far apart as taps are, most rows are: lines of an image are long.
  const ptrdiff_t apart = rows > 1 ? static_cast<ptrdiff_t>(room.a_rows[1] - room.a_rows[0]) : 0;
  const bool in_threes = length >= kLanes && AreThrees(taps, apart);
  for (int64_t row = 0; row < rows; row += 4) {
    const float* from[4];
    float* to[4];
    for (int64_t i = 0; i < 4; ++i) {
      const int64_t at = std::min(row + i, rows - 1);
      from[i] = a + unit.batch_begin + room.a_rows[at];
      to[i] = c + unit.batch_begin + room.c_rows[at];
      if (length < kLanes) SumFew<float>(taps, from[i], to[i], length, 1);
    }
    if (in_threes && from[1] - from[0] == apart && from[2] - from[1] == apart &&
        from[3] - from[2] == apart) {
      SumFourNeighbours<float>(taps, from[0], apart, to, length - kLanes);
    } else if (length >= kLanes) {
      SumFourLines<float, true>(taps, from, to, length - kLanes);
    }
  }
}

// Rows that are neighbors make a line; lines may end elsewhere in the matrix than in the result.
void ShortGemv::SumAlongRows(const float* a, float* c, const Unit& unit, const Room& room) const {
  const Taps<float> taps = {room.places, room.weights, 1, static_cast<ptrdiff_t>(product_.depth)};
  a += product_.a.batch.At(unit.batch_begin);
  c += product_.c_batch.At(unit.batch_begin);
  int64_t row = unit.row_begin;
  product_.a.kept.ForEachRun(
      unit.row_begin, unit.row_end, [&](int64_t from, int64_t, int64_t count) {
        product_.c_rows.ForEachRun(row, row + count, [&](int64_t to, int64_t, int64_t length) {
          SumLine<float>(taps, a + from, c + to, static_cast<ptrdiff_t>(length));
          from += length;
        });
        row += count;
      });
}

void ShortGemv::RunTask(const ContractionArrays& arrays, int64_t, int64_t task,
                        std::byte* memory) const {
  const GemmProblem& p = product_;
  const Room room = MakeRoom(memory);
  int64_t at = 0;
  p.a.depth.ForEachRun(0, p.depth, [&](int64_t place, int64_t step, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      room.places[at++] = static_cast<ptrdiff_t>(place + i * step);
    }
  });
  const float* const a = reinterpret_cast<const float*>(arrays.a);
  float* const c = reinterpret_cast<float*>(arrays.c);
  const int64_t last = std::min((task + 1) * units_each_, units_);
  for (int64_t u = task * units_each_; u < last; ++u) {
    const int64_t batch = u / row_blocks_ * batches_each_;
    const int64_t row = u % row_blocks_ * rows_each_;
    const Unit unit = {batch, std::min(batch + batches_each_, p.batches), row,
                       std::min(row + rows_each_, p.rows)};
    std::byte* weights = reinterpret_cast<std::byte*>(room.weights);
    if (!along_batch_) {
      p.b.LoadLine(p.b.depth, 0, p.depth, arrays.b + p.b.batch.At(batch) * p.b.width, weights);
      SumAlongRows(a, c, unit, room);
      continue;
    }
    for (int64_t k = 0; k < p.depth; ++k) {
      p.b.LoadLine(p.b.batch, batch, unit.batch_end, arrays.b + p.b.depth.At(k) * p.b.width,
                   weights);
      weights += (unit.batch_end - batch) * p.b.loaded_width;
    }
    SumAlongBatch(a, c, unit, room);
  }
}

}  // namespace hloom
