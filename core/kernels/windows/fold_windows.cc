#include "kernels/windows/fold_windows.h"

#include <algorithm>
#include <optional>

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

Kernel FoldInTasks(const WindowTiling& tiling, FoldOfTiles work, const std::byte* elements) {
  co_await tiling.Go(elements, work);
  co_return OkStatus();
}

}  // namespace

struct FoldedWindows::Prepared {
  Prepared(const FoldKernel& of, WindowedArray array) : fold(of), type(array.type) {
    if (LongWindowsOf(fold, array) != LongWindows::kNone) {
      long_windows.emplace(fold, std::move(array));
    } else {
      tiling.emplace(array, FoldOfTiles(fold, type, nullptr, nullptr).cost());
    }
  }

  const FoldKernel& fold;
  const PrimitiveType type;
  // One of them.
  std::optional<FoldedLongWindows> long_windows;
  std::optional<WindowTiling> tiling;
};

FoldedWindows::FoldedWindows(const FoldKernel& fold, WindowedArray array)
    : prepared_(std::make_unique<const Prepared>(fold, std::move(array))) {}
FoldedWindows::FoldedWindows(FoldedWindows&&) noexcept = default;
FoldedWindows::~FoldedWindows() = default;

bool FoldedWindows::is_small() const {
  return prepared_->tiling ? prepared_->tiling->is_small() : prepared_->long_windows->is_small();
}

Kernel FoldedWindows::Run(const std::byte* elements, const std::byte* init,
                          std::byte* result) const {
  if (!prepared_->tiling) return prepared_->long_windows->Run(elements, init, result);
  const FoldOfTiles work(prepared_->fold, prepared_->type, init, result);
  if (is_small()) return prepared_->tiling->Go(elements, work);
  return FoldInTasks(*prepared_->tiling, work, elements);
}

}  // namespace hloom
