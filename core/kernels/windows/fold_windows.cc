#include "kernels/windows/fold_windows.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/convert.h"
#include "kernels/copy.h"
#include "kernels/strided_run.h"
#include "kernels/windows/long_windows.h"

namespace hloom {

namespace {

class FoldOfTiles final : public TileWork {
 public:
  FoldOfTiles(const FoldKernel& fold, PrimitiveType type, const std::byte* init, std::byte* result)
      : fold_(fold),
        type_(type),
        compute_(ComputeTypeOf(type)),
        width_(ByteWidth(compute_)),
        rounds_(type != compute_ && IsFloatingPointType(type) && !fold.exact),
        init_(init),
        result_(result) {}

  Cost cost() const {
    const int64_t rounding = !rounds_ ? 1 : ByteWidth(type_) == 1 ? 32 : 4;
    return {width_, rounding * FoldWork(fold_, compute_)};
  }

  void Begin(const WindowTile& tile, std::byte* room) const override {
    alignas(16) std::byte init[16];  // the widest element is a C128
    ConvertRun(type_, init_, compute_, init, 1);
    DispatchWidth(width_, [&]<typename T>() {
      std::fill_n(reinterpret_cast<T*>(room), tile.rows * tile.columns,
                  *reinterpret_cast<const T*>(init));
    });
  }
  void Visit(const WindowTile&, const WindowBlock& block, std::byte* room) const override {
    FoldKernel::Block joined = {block.rows,    block.output_row_step, block.value_row_step,
                                block.columns, block.output_step,     block.value_step};
    // Contiguous rows are merged: channels of 3, moved over by whole pixels.
    const bool dense = block.output_step == 1 && block.value_step == 1 &&
                       block.output_row_step == block.columns &&
                       block.value_row_step == block.columns;
    if (dense) {
      joined.columns *= joined.rows;
      joined.rows = 1;
    }
    std::byte* const accumulators = room + block.output * width_;
    fold_.combine(compute_, accumulators, block.values, joined);
    if (rounds_) Round(accumulators, joined);
  }
  void End(const WindowTile& tile, std::byte* room) const override {
    const int64_t width = ByteWidth(type_);
    std::byte* const out = result_ + tile.output * width;
    if (tile.column_step == 1 && tile.row_step == tile.columns) {
      StoreRun(compute_, room, type_, out, 1, tile.rows * tile.columns);
      return;
    }
    for (int64_t r = 0; r < tile.rows; ++r) {
      StoreRun(compute_, room + r * tile.columns * width_, type_, out + r * tile.row_step * width,
               tile.column_step, tile.columns);
    }
  }

 private:
  // Rounds accumulators to the narrow type and back.
  void Round(std::byte* accumulators, const FoldKernel::Block& block) const {
    constexpr int64_t kBlock = 1024;
    alignas(16) std::byte narrow[kBlock * sizeof(uint16_t)];
    const int64_t step = block.accumulator_step;
    for (int64_t r = 0; r < block.rows; ++r) {
      std::byte* const row = accumulators + r * block.accumulator_row_step * width_;
      for (int64_t i = 0; i < block.columns; i += kBlock) {
        const int64_t count = std::min(kBlock, block.columns - i);
        std::byte* const at = row + i * step * width_;
        LoadRun(compute_, at, step, type_, narrow, count);
        StoreRun(type_, narrow, compute_, at, step, count);
      }
    }
  }

  const FoldKernel& fold_;
  const PrimitiveType type_, compute_;
  const int64_t width_;
  const bool rounds_;
  const std::byte* const init_;
  std::byte* const result_;
};

// A window over several dimensions as two: one over the last dimension in which it moves, whose
// results take the other one. The results of both are those of the window, because no operation
// here rounds. Max over 15x15 elements takes 15 comparisons twice, not 225.
struct SeparateWindows {
  WindowedArray first, rest;
  int64_t between;  // the number of elements of the array between them
};

// Windows that cover fewer elements in all are folded directly, and so are those for which the two
// passes take more than half as many applications.
constexpr double kLeastSeparated = 1 << 16;
constexpr double kPassWork = 4;  // of loading and storing an element, in applications

std::optional<SeparateWindows> Separate(const FoldKernel& fold, const WindowedArray& array) {
  const bool adds = fold.widens && IsIntegralType(array.type);
  if (!adds && !fold.repeatable) return std::nullopt;
  const size_t rank = array.axes.size();
  size_t last = rank;
  double elements = 1, outputs = 1, inner = 1, outer = 1;
  for (size_t d = rank; d-- > 0;) {
    const WindowAxis& axis = array.axes[d];
    elements *= static_cast<double>(axis.size);
    outputs *= static_cast<double>(axis.outputs);
    if (axis.trivial()) continue;
    const bool is_last = last == rank;
    if (is_last) last = d;
    (is_last ? inner : outer) *= static_cast<double>(std::min(axis.window, axis.size));
  }
  if (last == rank || elements == 0 || outputs == 0) return std::nullopt;
  const WindowAxis& moving = array.axes[last];
  const double between =
      elements / static_cast<double>(moving.size) * static_cast<double>(moving.outputs);
  const double direct = outputs * inner * outer;
  const double separate = between * (inner + kPassWork) + outputs * (outer + kPassWork);
  if (direct < kLeastSeparated || 2 * separate > direct) return std::nullopt;
  if (between > elements + outputs) return std::nullopt;

  SeparateWindows two = {array, array, static_cast<int64_t>(between)};
  two.rest.axes[last] = {};
  two.rest.axes[last].size = two.rest.axes[last].outputs = moving.outputs;
  // The elements between have the order of the array's.
  std::vector<size_t> order(rank);
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return array.element_strides[a] < array.element_strides[b];
  });
  int64_t stride = 1;
  for (const size_t d : order) {
    if (d != last) {
      two.first.axes[d] = {};
      two.first.axes[d].size = two.first.axes[d].outputs = array.axes[d].size;
    }
    two.first.output_strides[d] = two.rest.element_strides[d] = stride;
    stride *= two.first.axes[d].outputs;
  }
  return two;
}

Kernel FoldInTasks(const WindowTiling& tiling, FoldOfTiles work, const std::byte* elements) {
  co_await tiling.Go(elements, work);
  co_return OkStatus();
}

}  // namespace

struct FoldedWindows::Prepared {
  Prepared(const FoldKernel& of, WindowedArray array) : fold(of), type(array.type) {
    if (std::optional<SeparateWindows> two = Separate(fold, array)) {
      between_bytes = two->between * ByteWidth(type);
      first = std::make_unique<const FoldedWindows>(fold, std::move(two->first));
      rest = std::make_unique<const FoldedWindows>(fold, std::move(two->rest));
    } else if (LongWindowsOf(fold, array) != LongWindows::kNone) {
      long_windows.emplace(fold, std::move(array));
    } else {
      tiling.emplace(array, FoldOfTiles(fold, type, nullptr, nullptr).cost());
    }
  }

  // Folds in two passes. In the first one, accumulators begin with a value that changes nothing: a
  // sum's with 0, those of the other operations with init, which the second pass takes again.
  Kernel RunBoth(const std::byte* elements, const std::byte* init, std::byte* result) const {
    alignas(16) static constexpr std::byte kZero[FoldKernel::kAccumulatorBytes] = {};
    std::byte* const between = co_await Scratch<std::byte>(between_bytes);
    co_await first->Run(elements, fold.repeatable ? init : kZero, between);
    co_await rest->Run(between, init, result);
    co_return OkStatus();
  }

  const FoldKernel& fold;
  const PrimitiveType type;
  // Both, or one of the others.
  std::unique_ptr<const FoldedWindows> first, rest;
  int64_t between_bytes = 0;
  std::optional<FoldedLongWindows> long_windows;
  std::optional<WindowTiling> tiling;
};

FoldedWindows::FoldedWindows(const FoldKernel& fold, WindowedArray array)
    : prepared_(std::make_unique<const Prepared>(fold, std::move(array))) {}
FoldedWindows::FoldedWindows(FoldedWindows&&) noexcept = default;
FoldedWindows::~FoldedWindows() = default;

bool FoldedWindows::is_small() const {
  if (prepared_->first != nullptr) return false;
  return prepared_->tiling ? prepared_->tiling->is_small() : prepared_->long_windows->is_small();
}

Kernel FoldedWindows::Run(const std::byte* elements, const std::byte* init,
                          std::byte* result) const {
  if (prepared_->first != nullptr) return prepared_->RunBoth(elements, init, result);
  if (!prepared_->tiling) return prepared_->long_windows->Run(elements, init, result);
  const FoldOfTiles work(prepared_->fold, prepared_->type, init, result);
  if (is_small()) return prepared_->tiling->Go(elements, work);
  return FoldInTasks(*prepared_->tiling, work, elements);
}

}  // namespace hloom
