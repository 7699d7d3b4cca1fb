#include <algorithm>
#include <functional>

#include "kernels/windows/select_and_scatter.h"

namespace hloom {

namespace {

// For each output: the element that its window has picked, and its place.
struct Picks {
  std::byte* values;
  int64_t* picks;
};

template <typename T, typename Keeps>
void VisitAs(const WindowBlock& block, const Picks& room) {
  const Keeps keeps = {};
  for (int64_t r = 0; r < block.rows; ++r) {
    const int64_t first = block.output + r * block.output_row_step;
    T* const values = reinterpret_cast<T*>(room.values) + first;
    int64_t* const picks = room.picks + first;
    const T* const next = reinterpret_cast<const T*>(block.values) + r * block.value_row_step;
    const int64_t element = block.element + r * block.element_row_step;
    for (int64_t c = 0; c < block.columns; ++c) {
      T& value = values[c * block.output_step];
      int64_t& pick = picks[c * block.output_step];
      const T candidate = next[c * block.value_step];
      // These are selections, not branches: which element wins cannot be predicted.
      const bool stays = keeps(value, candidate) & (pick >= 0);
      value = stays ? value : candidate;
      pick = stays ? pick : element + c * block.element_step;
    }
  }
}

using VisitBlock = void (*)(const WindowBlock& block, const Picks& room);

template <typename T>
VisitBlock VisitFor(PickOrder order) {
  switch (order) {
    case PickOrder::kGreaterOrEqual:
      return VisitAs<T, std::greater_equal<T>>;
    case PickOrder::kGreater:
      return VisitAs<T, std::greater<T>>;
    case PickOrder::kLessOrEqual:
      return VisitAs<T, std::less_equal<T>>;
    default:
      return VisitAs<T, std::less<T>>;
  }
}

class PickOfTiles final : public TileWork {
 public:
  PickOfTiles(PickOrder order, PrimitiveType type, int64_t* picks)
      : width_(ByteWidth(ComputeTypeOf(type))), picks_(picks) {
    // Elements compare the same after they are widened.
    DispatchComputeType(ComputeTypeOf(type), [&]<typename T>() {
      if constexpr (!kIsComplex<T>) visit_ = VisitFor<T>(order);
    });
  }

  Cost cost() const { return {width_ + static_cast<int64_t>(sizeof(int64_t)), 2}; }

  void Begin(const WindowTile& tile, std::byte* room) const override {
    const Picks at = PicksIn(room, tile.rows * tile.columns);
    std::fill_n(at.picks, tile.rows * tile.columns, int64_t{-1});
    std::fill_n(at.values, tile.rows * tile.columns * width_, std::byte{0});
  }
  void Visit(const WindowTile& tile, const WindowBlock& block, std::byte* room) const override {
    visit_(block, PicksIn(room, tile.rows * tile.columns));
  }
  void End(const WindowTile& tile, std::byte* room) const override {
    const int64_t* const picks = PicksIn(room, tile.rows * tile.columns).picks;
    for (int64_t r = 0; r < tile.rows; ++r) {
      int64_t* const out = picks_ + tile.output + r * tile.row_step;
      for (int64_t c = 0; c < tile.columns; ++c) {
        out[c * tile.column_step] = picks[r * tile.columns + c];
      }
    }
  }

 private:
  // The places come first, because they must be aligned.
  Picks PicksIn(std::byte* room, int64_t outputs) const {
    return {room + outputs * static_cast<int64_t>(sizeof(int64_t)),
            reinterpret_cast<int64_t*>(room)};
  }

  const int64_t width_;
  int64_t* const picks_;
  VisitBlock visit_ = nullptr;
};

Kernel PickInTasks(const WindowTiling& tiling, PickOfTiles work, const std::byte* elements) {
  co_await tiling.Go(elements, work);
  co_return OkStatus();
}

}  // namespace

ComparedPicks::ComparedPicks(PickOrder order, const WindowedArray& array)
    : order_(order),
      type_(array.type),
      tiling_(array, PickOfTiles(order, array.type, nullptr).cost()) {}

Kernel ComparedPicks::Run(const std::byte* elements, int64_t* picks) const {
  const PickOfTiles work(order_, type_, picks);
  if (is_small()) return tiling_.Go(elements, work);
  return PickInTasks(tiling_, work, elements);
}

}  // namespace hloom
