// Rows of elements that are folded one after the other, each column into its own accumulator.
#ifndef HLOOM_KERNELS_WINDOWS_SCAN_ROWS_H_
#define HLOOM_KERNELS_WINDOWS_SCAN_ROWS_H_

#include "kernels/fold.h"
#include "kernels/strided_run.h"

namespace hloom {

class RowScan {
 public:
  // The most columns that rows may have.
  static constexpr int64_t kMostColumns = 256;
  // At most so many columns are folded one after the other.
  static constexpr int64_t kFewColumns = 24;

  // `result_type` is `type`, or its compute type.
  RowScan(const FoldKernel& fold, PrimitiveType type, PrimitiveType result_type);

  // Steps are in elements, and may be negative. The results of a row are neighbors.
  struct Rows {
    int64_t rows, columns;
    const std::byte* data;
    int64_t from, column_from;
    std::byte* result = nullptr;
    int64_t to = 0;
  };

  // The type of the accumulators, which are contiguous.
  PrimitiveType accumulator() const { return accumulator_; }
  // True if the next result needs the rounded value of the one before.
  bool rounds() const { return !fold_.rounds_once && result_type_ != compute_; }

  // True if the fold of rows alone, merged into accumulators, gives the same bits as a scan of
  // these rows that continues from the accumulators.
  bool adds_up(int64_t columns) const {
    return fold_.exact || (fold_.rounds_once && IsIntegralType(type_)) || adds_floats(columns);
  }
  // Sets the accumulators to the fold of one or more rows alone.
  void Fold(const Rows& rows, std::byte* accumulators) const;
  // Writes the accumulators after each of one or more rows. They continue from their values, or if
  // they have not `begun`, begin with the first row.
  void Scan(const Rows& rows, bool begun, std::byte* accumulators) const;
  // Folds the results of other rows into accumulators.
  void Merge(int64_t columns, std::byte* accumulators, const std::byte* others) const {
    fold_.fold_rows(accumulator_, accumulators, others, {1, 0, columns, 1});
  }
  // Stores the accumulators as results.
  void Store(int64_t columns, const std::byte* accumulators, std::byte* result) const;

 private:
  // The columns' elements are folded as a scan folds them.
  bool adds_floats(int64_t columns) const {
    return columns == 1 && type_ == F32 && result_type_ == F32 && fold_.scans_alone;
  }
  int64_t width() const { return ByteWidth(type_); }
  int64_t result_width() const { return ByteWidth(result_type_); }

  template <typename F>
  void ForEachColumn(const Rows& rows, int64_t first, std::byte* accumulators, F f) const;
  void FoldColumn(const Rows& rows, std::byte* accumulator) const;
  void ScanColumn(const Rows& rows, std::byte* accumulator) const;
  void ScanRounding(const Rows& rows, float* accumulator) const;
  template <typename Round>
  void ScanRoundingBy(const Rows& rows, float* accumulator, Round round) const;
  void TakeRow(const Rows& rows, std::byte* accumulators) const;
  void FoldRow(const Rows& rows, int64_t row, std::byte* accumulators) const;
  void StoreRow(const Rows& rows, int64_t row, std::byte* accumulators) const;

  const FoldKernel& fold_;
  const PrimitiveType type_, compute_, accumulator_, result_type_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_SCAN_ROWS_H_
