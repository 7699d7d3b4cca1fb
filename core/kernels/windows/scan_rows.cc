#include "kernels/windows/scan_rows.h"

#include <algorithm>
#include <cstring>

#include "kernels/convert.h"
#include "kernels/half.h"
#include "kernels/number_format.h"

namespace hloom {

namespace {

// The number of elements that are converted together.
constexpr int64_t kScanRowsBlock = 1024;

}  // namespace

RowScan::RowScan(const FoldKernel& fold, PrimitiveType type, PrimitiveType result_type)
    : fold_(fold),
      type_(type),
      compute_(ComputeTypeOf(type)),
      accumulator_(fold.AccumulatorType(compute_)),
      result_type_(result_type) {}

// Calls f(some rows of one column, its accumulator) for rows from `first` on. The rows are so few
// that all of their columns stay in the nearest cache.
template <typename F>
void RowScan::ForEachColumn(const Rows& rows, int64_t first, std::byte* accumulators, F f) const {
  const int64_t most = rows.columns == 1 ? rows.rows : 4 * kScanRowsBlock / rows.columns;
  for (int64_t r = first; r < rows.rows; r += most) {
    Rows column = rows;
    column.rows = std::min(most, rows.rows - r);
    column.columns = 1;
    column.data += r * rows.from * width();
    if (rows.result != nullptr) column.result += r * rows.to * result_width();
    for (int64_t c = 0; c < rows.columns; ++c) {
      f(column, accumulators + c * ByteWidth(accumulator_));
      column.data += rows.column_from * width();
      if (rows.result != nullptr) column.result += result_width();
    }
  }
}

void RowScan::Fold(const Rows& rows, std::byte* accumulators) const {
  if (adds_floats(rows.columns)) {
    constexpr double kNothing = -0.0;
    std::memcpy(accumulators, &kNothing, sizeof(kNothing));
    return fold_.scan(F32, accumulators, rows.data, rows.from, nullptr, 1, rows.rows);
  }
  TakeRow(rows, accumulators);
  if (rows.columns > kFewColumns) {
    for (int64_t r = 1; r < rows.rows; ++r) FoldRow(rows, r, accumulators);
    return;
  }
  ForEachColumn(rows, 1, accumulators, [this](const Rows& column, std::byte* accumulator) {
    FoldColumn(column, accumulator);
  });
}

void RowScan::FoldColumn(const Rows& rows, std::byte* accumulator) const {
  alignas(16) std::byte wide[kScanRowsBlock * sizeof(float)];  // no narrow type computes in more
  for (int64_t r = 0; r < rows.rows; r += kScanRowsBlock) {
    const int64_t count = std::min(kScanRowsBlock, rows.rows - r);
    const std::byte* const data = rows.data + r * rows.from * width();
    if (compute_ == type_) {
      fold_.fold_runs(compute_, accumulator, data, {1, 0, count, rows.from});
    } else {
      LoadRun(type_, data, rows.from, compute_, wide, count);
      fold_.fold_runs(compute_, accumulator, wide, {1, 0, count, 1});
    }
  }
}

void RowScan::Scan(const Rows& rows, bool begun, std::byte* accumulators) const {
  int64_t first = 0;
  if (!begun) {
    TakeRow(rows, accumulators);
    StoreRow(rows, first++, accumulators);
  }
  if (rows.columns > kFewColumns) {
    for (int64_t r = first; r < rows.rows; ++r) {
      FoldRow(rows, r, accumulators);
      StoreRow(rows, r, accumulators);
    }
    return;
  }
  ForEachColumn(rows, first, accumulators, [this](const Rows& column, std::byte* accumulator) {
    ScanColumn(column, accumulator);
  });
}

// Goes on with one column.
void RowScan::ScanColumn(const Rows& rows, std::byte* accumulator) const {
  if (rounds() && IsNarrowFloat(result_type_)) {
    return ScanRounding(rows, reinterpret_cast<float*>(accumulator));
  }
  if (rounds()) {
    for (int64_t r = 0; r < rows.rows; ++r) {
      FoldRow(rows, r, accumulator);
      StoreRow(rows, r, accumulator);
    }
    return;
  }
  if (compute_ == type_) {
    return fold_.scan(compute_, accumulator, rows.data, rows.from, rows.result, rows.to, rows.rows);
  }
  alignas(16) std::byte wide[kScanRowsBlock * sizeof(float)];
  alignas(16) std::byte results[kScanRowsBlock * sizeof(float)];
  for (int64_t r = 0; r < rows.rows; r += kScanRowsBlock) {
    const int64_t count = std::min(kScanRowsBlock, rows.rows - r);
    std::byte* const out = rows.result + r * rows.to * result_width();
    LoadRun(type_, rows.data + r * rows.from * width(), rows.from, compute_, wide, count);
    fold_.scan(compute_, accumulator, wide, 1, results, 1, count);
    StoreRun(compute_, results, result_type_, out, rows.to, count);
  }
}

// Continues with one column of floats, rounding each result immediately.
void RowScan::ScanRounding(const Rows& rows, float* accumulator) const {
  if (result_type_ == BF16) {
    ScanRoundingBy(rows, accumulator,
                   [](float x) { return BrainFloat::Decode(BrainFloat::Encode(x)); });
  } else if (result_type_ == F16) {
    ScanRoundingBy(rows, accumulator,
                   [](float x) { return HalfFloat::Decode(HalfFloat::Encode(x)); });
  } else {
    const auto round = [this](float x) {
      std::byte narrow;
      ConvertRun(F32, reinterpret_cast<const std::byte*>(&x), result_type_, &narrow, 1);
      ConvertRun(result_type_, &narrow, F32, reinterpret_cast<std::byte*>(&x), 1);
      return x;
    };
    ScanRoundingBy(rows, accumulator, round);
  }
}

template <typename Round>
void RowScan::ScanRoundingBy(const Rows& rows, float* accumulator, Round round) const {
  alignas(16) float wide[kScanRowsBlock];
  auto* const bytes = reinterpret_cast<std::byte*>(wide);
  for (int64_t r = 0; r < rows.rows; r += kScanRowsBlock) {
    const int64_t count = std::min(kScanRowsBlock, rows.rows - r);
    LoadRun(type_, rows.data + r * rows.from * width(), rows.from, F32, bytes, count);
    for (int64_t i = 0; i < count; ++i) {
      fold_.fold_runs(F32, reinterpret_cast<std::byte*>(accumulator), bytes + i * 4, {1, 0, 1, 1});
      wide[i] = *accumulator = round(*accumulator);
    }
    std::byte* const out = rows.result + r * rows.to * result_width();
    StoreRun(F32, bytes, result_type_, out, rows.to, count);
  }
}

void RowScan::TakeRow(const Rows& rows, std::byte* accumulators) const {
  LoadRun(type_, rows.data, rows.column_from, accumulator_, accumulators, rows.columns);
}

void RowScan::FoldRow(const Rows& rows, int64_t row, std::byte* accumulators) const {
  const std::byte* const data = rows.data + row * rows.from * width();
  if (compute_ == type_) {
    fold_.fold_rows(compute_, accumulators, data, {1, 0, rows.columns, rows.column_from});
    return;
  }
  alignas(16) std::byte wide[kMostColumns * sizeof(float)];
  LoadRun(type_, data, rows.column_from, compute_, wide, rows.columns);
  fold_.fold_rows(compute_, accumulators, wide, {1, 0, rows.columns, 1});
}

void RowScan::Store(int64_t columns, const std::byte* accumulators, std::byte* result) const {
  if (compute_ == result_type_) {
    return ConvertRun(accumulator_, accumulators, compute_, result, columns);
  }
  alignas(16) std::byte wide[kMostColumns * sizeof(float)];
  ConvertRun(accumulator_, accumulators, compute_, wide, columns);
  StoreRun(compute_, wide, result_type_, result, 1, columns);
}

void RowScan::StoreRow(const Rows& rows, int64_t row, std::byte* accumulators) const {
  std::byte* const out = rows.result + row * rows.to * result_width();
  Store(rows.columns, accumulators, out);
  if (rounds()) LoadRun(result_type_, out, 1, accumulator_, accumulators, rows.columns);
}

}  // namespace hloom
