#include "kernels/contractions/gemv.h"

#include <algorithm>
#include <complex>
#include <cstdlib>

#include "kernels/sizes.h"

namespace hloom {

namespace {

// A matrix of at most this many elements is multiplied immediately, on the stack.
constexpr int64_t kMatrixVectorSmall = 1 << 16;
constexpr int64_t kMatrixVectorSmallRows = 256;
// The least and the most elements of the matrix per task; within these limits a matrix is cut into
// kMatrixVectorEnoughTasks tasks. The four streams that a task reads are so long that memory pages
// change seldom.
constexpr int64_t kMatrixVectorTask = 1 << 19;
constexpr int64_t kWideTask = 1 << 21;
constexpr int64_t kMatrixVectorEnoughTasks = 8;
constexpr int64_t kLongTask = 1 << 22;
// The additional cost of each piece.
constexpr int64_t kPieceWork = 1 << 10;
// Data that is used repeatedly stays in the nearest cache: a part of the vector, sums, and
// converted parts of the matrix.
constexpr int64_t kVectorBytes = 1 << 14;
constexpr int64_t kMatrixVectorSumBytes = 1 << 16;
constexpr int64_t kMatrixVectorStageBytes = 1 << 14;
constexpr int64_t kStageLines = 4;
// Shorter columns are not worth a loop along them.
constexpr int64_t kShortColumn = 8;
// The limit of the memory for the sums of parts of the depth, which all tasks share.
constexpr int64_t kMatrixVectorSharedBytes = 1 << 18;

// The offset of a piece's second sums, those of the other part of complex numbers.
int64_t SecondSums(int64_t rows, int64_t sum_width) { return RoundUp(rows * sum_width, 16); }

bool IsMatrixVectorLine(const Factor& factor, const Axis& axis) {
  return factor.plain && axis.is_even() && axis.step() == 1;
}

// A product of complex numbers is two products with real vectors. Along the depth, where a row's
// parts alternate, these are (re, -im) for the real part and (im, re) for the imaginary one. Across
// it the vector's parts are factors of whole columns.
template <typename T>
void SplitVector(T* first, T* second, int64_t count, bool along_depth) {
  for (int64_t i = 0; i < count; ++i) {
    const T real = first[2 * i];
    const T imaginary = first[2 * i + 1];
    if (along_depth) {
      first[2 * i + 1] = -imaginary;
      second[2 * i] = imaginary;
      second[2 * i + 1] = real;
    } else {
      first[i] = real;
      second[i] = imaginary;
    }
  }
}

// Adds the results of both products.
template <typename T>
void JoinSums(const T* first, const T* second, int64_t count, bool along_depth, T* sums) {
  for (int64_t i = 0; i < count; ++i) {
    sums[2 * i] += along_depth ? first[i] : first[2 * i] - second[2 * i + 1];
    sums[2 * i + 1] += along_depth ? second[i] : first[2 * i + 1] + second[2 * i];
  }
}

}  // namespace

Gemv::Gemv(const GemmProblem& product) : ContractionAlgorithm(product) {
  const Factor& matrix = product.a;
  const bool columns_in_line =
      IsMatrixVectorLine(matrix, matrix.kept) && product.rows >= kShortColumn;
  const bool rows_in_line = IsMatrixVectorLine(matrix, matrix.depth);
  const bool depth_is_nearer = std::abs(matrix.depth.step()) <= std::abs(matrix.kept.step());
  along_depth_ =
      rows_in_line || product.rows < kShortColumn || (!columns_in_line && depth_is_nearer);
  matrix_in_place_ = along_depth_ ? rows_in_line : columns_in_line;
  vector_in_place_ = !product.complex && IsMatrixVectorLine(product.b, product.b.depth);
  const int64_t lane_width = product.sum_width / product.parts();
  block_depth_ = kVectorBytes / (product.complex ? 4 * lane_width : lane_width);
  CutWork();
}

void Gemv::CutWork() {
  const GemmProblem& p = product_;
  const int64_t depth = std::max<int64_t>(p.depth * p.parts(), 1);
  const int64_t work = kPieceWork + p.rows * depth;
  plan_.small = work <= kMatrixVectorSmall && p.batches <= kMatrixVectorSmall / work;
  depth_each_ = std::max<int64_t>(p.depth, 1);
  if (plan_.small) {
    rows_each_ = std::min(p.rows, kMatrixVectorSmallRows);
  } else {
    const int64_t most_parts = std::max<int64_t>(1, kMatrixVectorSharedBytes / PartBytes());
    const int64_t most_rows = kMatrixVectorSumBytes / p.sum_width;
    const int64_t task = along_depth_ ? std::clamp(p.rows * depth / kMatrixVectorEnoughTasks,
                                                   kMatrixVectorTask, kWideTask)
                                      : kMatrixVectorTask;
    const int64_t rows = along_depth_
                             ? std::max(task / depth, kStageLines)
                             : std::max(kLongTask / depth * most_parts, kMatrixVectorSmallRows);
    rows_each_ = std::min({p.rows, most_rows, rows});
    const int64_t parts = std::clamp<int64_t>(rows_each_ * depth / task, 1, most_parts);
    depth_each_ = TaskCount(depth_each_, parts);
    plan_.parts = std::max<int64_t>(TaskCount(p.depth, depth_each_), 1);
    pieces_each_ =
        std::max<int64_t>(1, kMatrixVectorTask / (kPieceWork + rows_each_ * depth / plan_.parts));
  }
  row_blocks_ = TaskCount(p.rows, rows_each_);
  pieces_ = p.batches * plan_.parts * row_blocks_;
  if (plan_.small) pieces_each_ = pieces_;
  plan_.tasks = TaskCount(pieces_, pieces_each_);
  plan_.room_bytes = RoomBytes();
}

int64_t Gemv::RoomBytes() const {
  return (vector_in_place_ ? 0 : kVectorBytes) + (matrix_in_place_ ? 0 : kMatrixVectorStageBytes) +
         3 * SecondSums(rows_each_, product_.sum_width);
}

Gemv::Room Gemv::MakeRoom(std::byte* memory) const {
  Room room;
  room.vector = memory;
  room.matrix = room.vector + (vector_in_place_ ? 0 : kVectorBytes);
  room.sums = room.matrix + (matrix_in_place_ ? 0 : kMatrixVectorStageBytes);
  room.part_sums = room.sums + SecondSums(rows_each_, product_.sum_width);
  return room;
}

Gemv::Piece Gemv::PieceAt(int64_t index) const {
  if (pieces_ == product_.batches) return {index, 0, product_.rows, 0, product_.depth};
  const int64_t row = index % row_blocks_ * rows_each_;
  index /= row_blocks_;
  const int64_t begin = index % plan_.parts * depth_each_;
  return {index / plan_.parts, row, std::min(row + rows_each_, product_.rows), begin,
          std::min(begin + depth_each_, product_.depth)};
}

// Returns the vector's factors for a piece that is no deeper than a block.
const std::byte* Gemv::LoadVector(const std::byte* vector, const Piece& piece,
                                  std::byte* room) const {
  const Factor& b = product_.b;
  if (vector_in_place_) return vector + piece.begin * b.width;
  b.LoadLine(b.depth, piece.begin, piece.end, vector, room);
  if (!product_.complex) return room;
  const int64_t count = piece.end - piece.begin;
  std::byte* const second = room + kVectorBytes / 2;
  if (product_.lane == LaneKind::kFloat) {
    SplitVector(reinterpret_cast<float*>(room), reinterpret_cast<float*>(second), count,
                along_depth_);
  } else {
    SplitVector(reinterpret_cast<double*>(room), reinterpret_cast<double*>(second), count,
                along_depth_);
  }
  return room;
}

void Gemv::SumLines(const Lines& lines, const std::byte* x, std::byte* sums) const {
  const auto loop = along_depth_ ? loops_.dot : loops_.add;
  loop(lines, x, sums);
  if (!product_.complex) return;
  loop(lines, x + kVectorBytes / 2, sums + SecondSums(rows_each_, product_.sum_width));
}

void Gemv::SumUpInPlace(const std::byte* matrix, const Piece& piece, const std::byte* vector,
                        std::byte* sums) const {
  const Factor& a = product_.a;
  const int64_t parts = product_.parts();
  const int64_t lane = product_.sum_width / parts;
  if (along_depth_) {
    const int64_t length = (piece.end - piece.begin) * parts;
    a.kept.ForEachRun(piece.row_begin, piece.row_end,
                      [&](int64_t place, int64_t step, int64_t count) {
                        const std::byte* const data = matrix + (place + piece.begin) * a.width;
                        SumLines({data, step * parts, count, length}, vector, sums);
                        sums += count * lane;
                      });
  } else {
    const int64_t length = (piece.row_end - piece.row_begin) * parts;
    a.depth.ForEachRun(piece.begin, piece.end, [&](int64_t place, int64_t step, int64_t count) {
      const std::byte* const data = matrix + (place + piece.row_begin) * a.width;
      SumLines({data, step * parts, count, length}, vector, sums);
      vector += count * lane;
    });
  }
}

// Brings some lines together, a part of each.
void Gemv::SumUpStaged(const std::byte* matrix, const Piece& piece, const std::byte* vector,
                       std::byte* stage, std::byte* sums) const {
  const Factor& a = product_.a;
  const int64_t parts = product_.parts();
  const int64_t lane = product_.sum_width / parts;
  const int64_t most = kMatrixVectorStageBytes / kStageLines / product_.sum_width;
  const Axis& line = along_depth_ ? a.depth : a.kept;
  const Axis& across = along_depth_ ? a.kept : a.depth;
  const int64_t line_begin = along_depth_ ? piece.begin : piece.row_begin;
  const int64_t line_end = along_depth_ ? piece.end : piece.row_end;
  const int64_t first = along_depth_ ? piece.row_begin : piece.begin;
  const int64_t last = along_depth_ ? piece.row_end : piece.end;
  for (int64_t i = first; i < last; i += kStageLines) {
    const int64_t lines = std::min(kStageLines, last - i);
    for (int64_t begin = line_begin; begin < line_end; begin += most) {
      const int64_t length = std::min(most, line_end - begin);
      for (int64_t j = 0; j < lines; ++j) {
        a.LoadLine(line, begin, begin + length, matrix + across.At(i + j) * a.width,
                   stage + j * most * product_.sum_width);
      }
      const int64_t along = (begin - line_begin) * parts * lane;
      const int64_t over = (i - first) * lane;
      SumLines({stage, most * parts, lines, length * parts}, vector + (along_depth_ ? along : over),
               sums + (along_depth_ ? over : along));
    }
  }
}

// Adds the products of a piece, which is no deeper than a block, to the sums.
void Gemv::SumUp(const std::byte* matrix, const Piece& piece, const std::byte* vector,
                 const Room& room) const {
  const int64_t rows = piece.row_end - piece.row_begin;
  const int64_t second = SecondSums(rows_each_, product_.sum_width);
  std::fill_n(room.part_sums, (product_.complex ? 2 : 1) * second, std::byte{0});
  if (matrix_in_place_) {
    SumUpInPlace(matrix, piece, vector, room.part_sums);
  } else {
    SumUpStaged(matrix, piece, vector, room.matrix, room.part_sums);
  }
  if (room.sums == room.part_sums) return;
  if (!product_.complex) return loops_.add_sums(room.sums, room.part_sums, rows);
  const auto join = [&]<typename T>(T* sums) {
    JoinSums(reinterpret_cast<const T*>(room.part_sums),
             reinterpret_cast<const T*>(room.part_sums + second), rows, along_depth_, sums);
  };
  if (product_.lane == LaneKind::kFloat) return join(reinterpret_cast<float*>(room.sums));
  join(reinterpret_cast<double*>(room.sums));
}

void Gemv::ComputePiece(const ContractionArrays& arrays, int64_t index, Room room) const {
  const Piece piece = PieceAt(index);
  // The sums of a single block are already those of the piece.
  const bool only = piece.end - piece.begin <= block_depth_ && !product_.complex;
  if (only) room.part_sums = room.sums;
  const Factor& a = product_.a;
  const Factor& b = product_.b;
  const std::byte* const matrix = arrays.a + a.batch.At(piece.batch) * a.width;
  const std::byte* const vector = arrays.b + b.batch.At(piece.batch) * b.width;
  const int64_t bytes = (piece.row_end - piece.row_begin) * product_.sum_width;
  if (!only) std::fill_n(room.sums, bytes, std::byte{0});
  Piece block = piece;
  do {
    block.end = std::min(block.begin + block_depth_, piece.end);
    SumUp(matrix, block, LoadVector(vector, block, room.vector), room);
    block.begin = block.end;
  } while (block.begin < piece.end);
  if (plan_.parts == 1) {
    return product_.StoreLine(product_.c_rows, piece.row_begin, piece.row_end, room.sums,
                              arrays.c + product_.c_batch.At(piece.batch) * product_.result_width);
  }
  const int64_t part = piece.begin / depth_each_;
  const int64_t place = (part * product_.batches + piece.batch) * product_.rows + piece.row_begin;
  std::copy_n(room.sums, bytes, arrays.shared + place * product_.sum_width);
}

void Gemv::RunTask(const ContractionArrays& arrays, int64_t, int64_t task,
                   std::byte* memory) const {
  const Room room = MakeRoom(memory);
  const int64_t last = std::min((task + 1) * pieces_each_, pieces_);
  for (int64_t i = task * pieces_each_; i < last; ++i) ComputePiece(arrays, i, room);
}

}  // namespace hloom
