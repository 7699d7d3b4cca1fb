#include "kernels/windows/long_windows.h"

#include <algorithm>
#include <vector>

#include "kernels/strided_run.h"
#include "kernels/windows/loop_index.h"
#include "kernels/windows/scan_lines.h"

namespace hloom {

namespace {

// Prefixes of fewer elements are folded each for itself, and so are shorter windows that slide.
constexpr int64_t kLongPrefix = 32;
constexpr int64_t kLongWindow = 64;
// How many outputs a task puts together, and how many at a time.
constexpr int64_t kGrain = 1 << 16;
constexpr int64_t kBlock = 1024;

// The only dimension over which a window moves, or -1.
int64_t MovingAxis(const WindowedArray& array) {
  int64_t moving = -1;
  for (size_t d = 0; d < array.axes.size(); ++d) {
    if (array.axes[d].size == 0 || array.axes[d].outputs == 0) return -1;
    if (array.axes[d].trivial()) continue;
    if (moving >= 0) return -1;
    moving = static_cast<int64_t>(d);
  }
  return moving;
}

// The loops over all dimensions but the moving one; `to` is the distance of outputs.
[[gnu::noinline]] std::vector<StridedLoop> OtherLoops(const WindowedArray& array, size_t moving) {
  std::vector<int64_t> sizes, to, from;
  for (size_t d = 0; d < array.axes.size(); ++d) {
    if (d == moving) continue;
    sizes.push_back(array.axes[d].size);
    to.push_back(array.output_strides[d]);
    from.push_back(array.element_strides[d]);
  }
  return SimplifyLoops(sizes, to, from);
}

// Windows of k elements that slide over a line. The line is cut into blocks of k. A window begins
// in one block and ends there or in the next: it is the end of the first and the beginning of the
// second. All ends and beginnings are scans.
class Sliding {
 public:
  Sliding(const FoldKernel& fold, const WindowedArray& array, const std::byte* init,
          std::byte* result, size_t moving)
      : fold_(fold),
        type_(array.type),
        compute_(ComputeTypeOf(array.type)),
        width_(ByteWidth(compute_)),
        init_(init),
        result_(result),
        axis_(array.axes[moving]),
        to_(array.output_strides[moving]),
        lines_(OtherLoops(array, moving)) {
    // Elements and outputs that are neighbours across the lines are worked on together.
    if (!lines_.empty() && lines_.back().to == 1) {
      columns_ = lines_.back().size;
      column_from_ = lines_.back().from;
      lines_.pop_back();
    }
    for (const StridedLoop& loop : lines_) count_ *= loop.size;
    rows_each_ = std::max<int64_t>(kGrain / columns_, 1);
    tasks_each_ = TaskCount(axis_.outputs, rows_each_);
  }

  int64_t tasks() const { return count_ * tasks_each_; }
  // Scans lie line by line, in each element by element, with the columns side by side.
  int64_t scan_elements() const { return count_ * axis_.size * columns_; }

  // The scans of all blocks of all lines, of full blocks or of the rest of each line.
  LineScan ScanOf(const WindowedArray& array, size_t moving, bool rest, bool ends,
                  std::byte* scans) const {
    const int64_t from = array.element_strides[moving];
    const int64_t block = std::min(axis_.window, axis_.size);
    const int64_t blocks = axis_.size / block;
    LineScan scan;
    int64_t distance = axis_.size * columns_;
    for (size_t d = lines_.size(); d-- > 0; distance *= lines_[d].size) {
      scan.lines.push_back({lines_[d].size, distance, lines_[d].from});
    }
    if (columns_ > 1) scan.lines.push_back({columns_, 1, column_from_});
    const int64_t first = rest ? blocks * block : 0;
    if (!rest) scan.lines.push_back({blocks, block * columns_, block * from});
    scan.length = rest ? axis_.size - first : block;
    const int64_t begin = ends ? first + scan.length - 1 : first;
    scan.to = ends ? -columns_ : columns_;
    scan.from = ends ? -from : from;
    scan.type = type_;
    scan.data = array.elements + begin * from * ByteWidth(type_);
    scan.result = scans + begin * columns_ * width_;
    scan.result_type = compute_;
    return scan;
  }

  // Puts outputs together of the beginnings and ends of blocks.
  void Run(int64_t task, const std::byte* beginnings, const std::byte* ends) const {
    const int64_t line = task / tasks_each_;
    LoopIndex outer(lines_, lines_.size());
    outer.Seek(line);
    const int64_t scans = line * axis_.size * columns_ * width_;
    int64_t output = task % tasks_each_ * rows_each_;
    const int64_t last = std::min(axis_.outputs, output + rows_each_);
    while (output < last) {
      const Range range = RangeAt(output, last);
      const std::byte* const left = range.left < 0 ? nullptr : ends + scans;
      const std::byte* const right = range.right < 0 ? nullptr : beginnings + scans;
      std::byte* const out = result_ + (outer.to() + output * to_) * ByteWidth(type_);
      RunRange(range, left, right, out);
      output += range.count;
    }
  }

 private:
  // Outputs that are made in the same way: the first is of the end of a block from `left` on, if
  // that is not -1, and of the beginning of one up to `right`; the next are of the places behind.
  struct Range {
    int64_t count;
    int64_t left, right;
    int64_t right_step;  // 0 at the end of a line
  };

  Range RangeAt(int64_t output, int64_t last) const {
    const int64_t n = axis_.size;
    const int64_t k = axis_.window;
    const int64_t place = output - axis_.padding_low;  // where the window begins
    const int64_t most = last - output;
    // Each branch says for how many outputs it holds.
    if (place >= n) return {most, -1, -1, 0};
    if (place + k <= 0) return {std::min(most, 1 - place - k), -1, -1, 0};
    if (place < 0) {
      if (place + k >= n) return {std::min(most, -place), -1, n - 1, 0};
      return {std::min({most, -place, n - place - k}), -1, place + k - 1, 1};
    }
    const int64_t in_block = k - place % k;  // to the next block
    if (place % k == 0 && place + k <= n) return {1, -1, place + k - 1, 0};
    if (place - place % k + k >= n) return {std::min(most, n - place), place, -1, 0};
    if (place + k >= n) return {std::min(most, in_block), place, n - 1, 0};
    return {std::min({most, in_block, n - place - k}), place, place + k - 1, 1};
  }

  void RunRange(const Range& range, const std::byte* left, const std::byte* right,
                std::byte* out) const {
    const int64_t columns = std::min(columns_, kBlock);
    const int64_t rows = kBlock / columns;
    for (int64_t r = 0; r < range.count; r += rows) {
      const int64_t some = std::min(rows, range.count - r);
      for (int64_t c = 0; c < columns_; c += columns) {
        const int64_t width = std::min(columns, columns_ - c);
        alignas(16) std::byte room[kBlock * FoldKernel::kAccumulatorBytes];
        Fill(room, some * width);
        const auto combine = [&](const std::byte* scans, int64_t first, int64_t step) {
          if (scans == nullptr) return;
          const std::byte* const values = scans + ((first + r * step) * columns_ + c) * width_;
          if (width == columns_ && step == 1) {
            fold_.combine(compute_, room, values, {1, 0, 0, some * width, 1, 1});
          } else {
            fold_.combine(compute_, room, values, {some, width, step * columns_, width, 1, 1});
          }
        };
        combine(left, range.left, 1);
        combine(right, range.right, range.right_step);
        Store(room, some, width, out + (r * to_ + c) * ByteWidth(type_));
      }
    }
  }

  void Fill(std::byte* room, int64_t count) const {
    LoadRun(type_, init_, 0, compute_, room, count);
  }
  void Store(const std::byte* room, int64_t rows, int64_t columns, std::byte* out) const {
    if (columns == 1 || (columns == columns_ && to_ == columns_)) {
      return StoreRun(compute_, room, type_, out, columns == 1 ? to_ : 1, rows * columns);
    }
    for (int64_t r = 0; r < rows; ++r) {
      StoreRun(compute_, room + r * columns * width_, type_, out + r * to_ * ByteWidth(type_), 1,
               columns);
    }
  }

  const FoldKernel& fold_;
  const PrimitiveType type_, compute_;
  const int64_t width_;  // of an element of a scan
  const std::byte* const init_;
  std::byte* const result_;
  const WindowAxis axis_;
  const int64_t to_;
  std::vector<StridedLoop> lines_;
  int64_t columns_ = 1;
  int64_t column_from_ = 0;
  int64_t count_ = 1;  // of lines, or of such as lie side by side
  int64_t rows_each_ = 1;
  int64_t tasks_each_ = 1;
};

Kernel FoldSliding(const FoldKernel& fold, const WindowedArray& array, const std::byte* init,
                   std::byte* result, size_t moving) {
  const Sliding sliding(fold, array, init, result, moving);
  const int64_t bytes = sliding.scan_elements() * ByteWidth(ComputeTypeOf(array.type));
  std::byte* const beginnings = co_await Scratch<std::byte>(bytes);
  std::byte* const ends = co_await Scratch<std::byte>(bytes);
  for (int scan = 0; scan < 4; ++scan) {
    const bool rest = scan % 2 == 1;
    const bool of_ends = scan / 2 == 1;
    co_await ScanLines(fold,
                       sliding.ScanOf(array, moving, rest, of_ends, of_ends ? ends : beginnings));
  }
  const auto task = [&](int64_t i, std::byte*) { sliding.Run(i, beginnings, ends); };
  co_await Tasks(sliding.tasks(), task);
  co_return OkStatus();
}

}  // namespace

LongWindows LongWindowsOf(const FoldKernel& fold, const WindowedArray& array) {
  const int64_t moving = MovingAxis(array);
  if (moving < 0) return LongWindows::kNone;
  const WindowAxis& axis = array.axes[static_cast<size_t>(moving)];
  if (axis.stride != 1 || axis.window_dilation != 1 || axis.base_dilation != 1) {
    return LongWindows::kNone;
  }
  const bool whole = axis.window >= axis.size && axis.outputs == axis.size;
  const bool in_order = !fold.rounds_once;
  if (whole && axis.size >= kLongPrefix) {
    if (axis.padding_low == axis.window - 1) return LongWindows::kPrefixes;
    if (axis.padding_low == 0 && !in_order) return LongWindows::kSuffixes;
  }
  // Such numbers can be added up.
  constexpr int64_t kFar = int64_t{1} << 60;
  const bool near = axis.window < kFar && axis.padding_low < kFar && axis.padding_low > -kFar;
  const bool is_long = std::min(axis.window, axis.size) > kLongWindow && axis.outputs > kLongWindow;
  return is_long && near && !in_order ? LongWindows::kSliding : LongWindows::kNone;
}

Kernel FoldLongWindows(const FoldKernel& fold, WindowedArray array, const std::byte* init,
                       std::byte* result) {
  const LongWindows kind = LongWindowsOf(fold, array);
  const auto moving = static_cast<size_t>(MovingAxis(array));
  if (kind == LongWindows::kSliding) {
    co_await FoldSliding(fold, array, init, result, moving);
    co_return OkStatus();
  }
  LineScan scan;
  scan.lines = OtherLoops(array, moving);
  scan.length = array.axes[moving].size;
  scan.to = array.output_strides[moving];
  scan.from = array.element_strides[moving];
  scan.type = array.type;
  scan.data = array.elements;
  scan.init = init;
  scan.result = result;
  scan.result_type = array.type;
  if (kind == LongWindows::kSuffixes) {
    scan.data += (scan.length - 1) * scan.from * ByteWidth(scan.type);
    scan.result += (scan.length - 1) * scan.to * ByteWidth(scan.type);
    scan.from = -scan.from;
    scan.to = -scan.to;
  }
  co_await ScanLines(fold, std::move(scan));
  co_return OkStatus();
}

}  // namespace hloom
