#include "kernels/windows/arg_min_max.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/span.h"
#include "kernels/convert.h"
#include "kernels/elementwise/fold_runs.h"
#include "kernels/sizes.h"
#include "kernels/strided_run.h"
#include "kernels/vector_math/lanes.h"
#include "kernels/windows/loop_index.h"

namespace hloom {

namespace {

// The number of elements that a task goes through.
constexpr int64_t kArgMinMaxGrain = 1 << 17;
constexpr int64_t kArgMinMaxSmall = 1 << 12;
// The number of elements that are compared before the place of the best of them is looked for.
constexpr int64_t kArgMinMaxBlock = 256;
// The most results that are found side by side: enough that rows are read in long runs.
constexpr int64_t kArgMinMaxTile = 1024;

// Returns whether `value` is better than `best`. NaN is the best, so that a search finds it.
template <bool kGreatest, typename T>
bool IsBetter(T value, T best) {
  const bool better = kGreatest ? value > best : value < best;
  if constexpr (std::is_floating_point_v<T>) {
    return better | ((value != value) & (best == best));
  } else {
    return better;
  }
}

using vector_math::Floats;

template <bool kGreatest>
constexpr Extreme kBestFloats = kGreatest ? Extreme::kLargest : Extreme::kSmallest;

// The best of some floats, or NaN where there is one.
template <bool kGreatest>
float BestFloat(const float* in, int64_t count) {
  constexpr Extreme kExtreme = kBestFloats<kGreatest>;
  float best = in[0];
  int64_t i = 0;
  if (count >= 32) {
    ExtremesOfEight<kExtreme> all(in, 4);
    for (i = 32; i + 32 <= count; i += 32) {
      const ExtremesOfEight<kExtreme> eight(in + i, 4);
      all.extreme = Better<kExtreme>(all.extreme, eight.extreme);
      all.sum += eight.sum;
    }
    if (vector_math::Any(all.sum != all.sum)) {
      i = 0;
    } else {
      best = all.extreme[0];
      for (int k = 1; k < 4; ++k) {
        best = IsBetter<kGreatest>(all.extreme[k], best) ? all.extreme[k] : best;
      }
    }
  }
  for (; i < count; ++i) best = IsBetter<kGreatest>(in[i], best) ? in[i] : best;
  return best;
}
template <bool kGreatest, typename T>
T BestValue(const T* in, int64_t count) {
  if constexpr (std::is_same_v<T, float>) {
    return BestFloat<kGreatest>(in, count);
  } else {
    T best = in[0];
    for (int64_t i = 1; i < count; ++i) best = IsBetter<kGreatest>(in[i], best) ? in[i] : best;
    return best;
  }
}

// The position of the first element that is equal to the value, or of the first NaN if that is one.
// There is such an element.
template <typename T>
int64_t PositionOf(T value, const T* in, int64_t count) {
  int64_t i = 0;
  if constexpr (std::is_same_v<T, float>) {
    const Floats wanted = {value, value, value, value};
    for (; i + 8 <= count; i += 8) {
      const Floats a = LoadFloats(in + i), b = LoadFloats(in + i + 4);
      if (vector_math::Any((a == wanted) | (a != a) | (b == wanted) | (b != b))) break;
    }
  }
  while (in[i] != value && (in[i] == in[i] || value == value)) ++i;
  return i;
}

// The best of some floats, in four parts, and the group of 32 where each part has it first.
template <bool kGreatest>
struct BestOfFloats {
  static constexpr int64_t kGroup = 32;
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  static constexpr float kWorst = kGreatest ? -kInfinity : kInfinity;
  Floats best = {kWorst, kWorst, kWorst, kWorst};
  Floats sum = {};  // a NaN if one of the floats is; see ExtremesOfEight
  vector_math::Ints group = {}, next = {};

  // Takes a multiple of kGroup elements.
  [[gnu::noinline]] void Add(const float* in, int64_t count) {
    BestOfFloats now = *this;
    for (int64_t i = 0; i < count; i += kGroup) {
      const ExtremesOfEight<kBestFloats<kGreatest>> eight(in + i, 4);
      const vector_math::Ints better =
          kGreatest ? eight.extreme > now.best : eight.extreme < now.best;
      now.group = (now.next & better) | (now.group & ~better);
      now.best = Better<kBestFloats<kGreatest>>(now.best, eight.extreme);
      now.sum += eight.sum;
      now.next += 1;
    }
    *this = now;
  }

  // Gives the best value of all elements, and the position of the first that has it. Returns -1 if
  // there may be a NaN.
  [[gnu::noinline]] int64_t End(const float* in, float* value) const {
    if (vector_math::Any(sum != sum)) return -1;
    *value = best[0];
    int32_t first = group[0];
    for (int k = 1; k < 4; ++k) {
      if (best[k] == *value) first = std::min(first, group[k]);
      if (!IsBetter<kGreatest>(best[k], *value)) continue;
      *value = best[k];
      first = group[k];
    }
    return first * kGroup + PositionOf(*value, in + first * kGroup, kGroup);
  }
  // The same, and goes on with the elements from number `done` on.
  int64_t End(const float* in, int64_t done, int64_t count, float* value) const {
    int64_t position = End(in, value);
    for (int64_t i = done; position >= 0 && i < count; ++i) {
      if (!IsBetter<kGreatest>(in[i], *value)) continue;
      *value = in[i];
      position = i;
    }
    return position;
  }
};

// The same of at least kGroup floats.
template <bool kGreatest>
[[gnu::noinline]] int64_t FindInFloats(const float* in, int64_t count, float* value) {
  constexpr int64_t kGroup = BestOfFloats<kGreatest>::kGroup;
  if (count < kStreamedRun) {
    BestOfFloats<kGreatest> best;
    best.Add(in, count / kGroup * kGroup);
    return best.End(in, count / kGroup * kGroup, count, value);
  }
  BestOfFloats<kGreatest> parts[kStreams];
  const int64_t part = count / (kStreams * kGroup) * kGroup;
  FoldStreams(in, part, part, parts);
  int64_t position = parts[0].End(in, value);
  for (int64_t k = 1; k < kStreams && position >= 0; ++k) {
    float of_part;
    const int64_t at = parts[k].End(in + k * part, &of_part);
    if (at >= 0 && !IsBetter<kGreatest>(of_part, *value)) continue;
    *value = of_part;
    position = at < 0 ? at : k * part + at;
  }
  for (int64_t i = kStreams * part; position >= 0 && i < count; ++i) {
    if (!IsBetter<kGreatest>(in[i], *value)) continue;
    *value = in[i];
    position = i;
  }
  return position;
}

// For each of some neighbouring results, its best value so far and the position of that.
template <typename T>
struct Best {
  T* values;
  int32_t* positions;
};

// Compares one element of each of `count` results; floats four at a time.
template <bool kGreatest, typename T>
void CompareRow(const Best<T>& best, const T* __restrict in, int32_t position, int64_t count) {
  T* const __restrict values = best.values;
  int32_t* const __restrict positions = best.positions;
  int64_t i = 0;
  if constexpr (std::is_same_v<T, float>) {
    using vector_math::Ints;
    const Ints here = {position, position, position, position};
    for (; i + 4 <= count; i += 4) {
      Floats value, element;
      Ints place;
      std::memcpy(&value, values + i, sizeof(value));
      std::memcpy(&element, in + i, sizeof(element));
      std::memcpy(&place, positions + i, sizeof(place));
      const auto beats = kGreatest ? element > value : element < value;
      const auto better = reinterpret_cast<Ints>(beats | ((element != element) & (value == value)));
      value = vector_math::Select(better, element, value);
      place = (here & better) | (place & ~better);
      std::memcpy(values + i, &value, sizeof(value));
      std::memcpy(positions + i, &place, sizeof(place));
    }
  }
  for (; i < count; ++i) {
    const bool better = IsBetter<kGreatest>(in[i], values[i]);
    values[i] = better ? in[i] : values[i];
    positions[i] = better ? position : positions[i];
  }
}

// The same of eight rows of floats that are `row_step` apart, at positions from `position` on. Few
// of them are better than the best so far, once some have been compared.
template <bool kGreatest>
void CompareEightRows(const Best<float>& best, const float* in, int64_t row_step, int32_t position,
                      int64_t count) {
  const auto compare = [&](int64_t i, int64_t columns) {
    for (int32_t r = 0; r < 8; ++r) {
      CompareRow<kGreatest, float>({best.values + i, best.positions + i}, in + i + r * row_step,
                                   position + r, columns);
    }
  };
  int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const ExtremesOfEight<kBestFloats<kGreatest>> eight(in + i, row_step);
    const Floats values = LoadFloats(best.values + i);
    const auto beats = kGreatest ? eight.extreme > values : eight.extreme < values;
    if (vector_math::Any(beats | (eight.sum != eight.sum))) compare(i, 4);
  }
  if (i < count) compare(i, count - i);
}

int64_t ReadIndex(PrimitiveType type, const std::byte* from) {
  int64_t index = 0;
  ConvertRun(type, from, S64, reinterpret_cast<std::byte*>(&index), 1);
  return index;
}

}  // namespace

// Results are found in tiles of neighbours, and each tile in chunks of the reduced dimension.
class ArgMinMaxReduction::Search {
 public:
  Search(const ArgMinMaxOrder& order, Reduction reduction)
      : order_(order),
        results_(reduction.result_count()),
        count_(reduction.reduced_count()),
        step_(reduction.arrays[0].reduced_strides[0]),
        stored_(reduction.arrays[0].type),
        index_type_(reduction.arrays[1].type),
        kept_(SimplifyLoops(reduction.kept_sizes, reduction.arrays[0].result_strides,
                            reduction.arrays[0].kept_strides)) {
    if (kept_.empty()) kept_.push_back({1, 1, 1});
    const auto nearer = [](const StridedLoop& a, const StridedLoop& b) {
      return std::abs(a.from) < std::abs(b.from);
    };
    const auto nearest = std::min_element(kept_.begin(), kept_.end(), nearer);
    std::rotate(nearest, nearest + 1, kept_.end());
    const StridedLoop& along = kept_.back();
    side_by_side_ = along.size >= 4 && std::abs(along.from) < std::abs(step_);
    // Results one after the other read their elements from the first to the last. If elements are
    // converted, the best one of each is read again at the end of a tile, from the nearest cache.
    const int64_t in_tile = stored_ == ComputeTypeOf(stored_) ? kArgMinMaxGrain : kArgMinMaxSmall;
    const int64_t most = side_by_side_ ? kArgMinMaxTile : in_tile / std::max<int64_t>(count_, 1);
    tile_ = std::clamp<int64_t>(most, 1, std::min(along.size, kArgMinMaxTile));
    pieces_ = TaskCount(along.size, tile_);
    tiles_ = results_ / along.size * pieces_;
    chunk_ = std::clamp<int64_t>(kArgMinMaxGrain / tile_, 1, std::max<int64_t>(count_, 1));
  }
  virtual ~Search() = default;

  bool is_small() const { return results_ * count_ <= kArgMinMaxSmall; }
  int64_t tiles() const { return tiles_; }
  int64_t chunks() const { return TaskCount(count_, chunk_); }
  int64_t tiles_each() const { return std::max<int64_t>(kArgMinMaxGrain / (tile_ * count_), 1); }

  // The best elements of some elements of each result of a tile: their positions and values, which
  // need not have the sign of a zero.
  struct Found {
    int32_t positions[kArgMinMaxTile];
    alignas(16) std::byte values[kArgMinMaxTile * sizeof(double)];  // of the compute type
  };

  // Finds the best of elements `begin` up to `end`, for each result of a tile.
  virtual void Find(const Arrays& arrays, int64_t tile, int64_t begin, int64_t end,
                    Found* found) const = 0;
  // Writes the results of a tile, from what was found in each chunk.
  virtual void End(const Arrays& arrays, int64_t tile, const Found* found,
                   int64_t chunks) const = 0;

  void FindTile(const Arrays& arrays, int64_t tile) const {
    Found found;
    Find(arrays, tile, 0, count_, &found);
    End(arrays, tile, &found, 1);
  }

  Kernel RunInTasks(Arrays arrays) const {
    const int64_t chunks = this->chunks();
    if (chunks == 1) {
      const int64_t each = tiles_each();
      const auto task = [&](int64_t i, std::byte*) {
        for (int64_t t = i * each; t < std::min(tiles_, (i + 1) * each); ++t) FindTile(arrays, t);
      };
      co_await Tasks(TaskCount(tiles_, each), task);
      co_return OkStatus();
    }
    Found* const found = co_await Scratch<Found>(tiles_ * chunks);
    const auto task = [&](int64_t i, std::byte*) {
      const int64_t begin = i % chunks * chunk_;
      Find(arrays, i / chunks, begin, std::min(count_, begin + chunk_), found + i);
    };
    co_await Tasks(tiles_ * chunks, task);
    const auto end = [&](int64_t t, std::byte*) { End(arrays, t, found + t * chunks, chunks); };
    co_await Tasks(tiles_, end);
    co_return OkStatus();
  }

 protected:
  struct Place {
    int64_t results;  // how many
    int64_t data;     // the first element of the first of them
    int64_t result;   // in the arrays of results
  };
  Place PlaceOf(int64_t tile) const {
    const StridedLoop& along = kept_.back();
    LoopIndex outer(kept_, kept_.size() - 1);
    outer.Seek(tile / pieces_);
    const int64_t first = tile % pieces_ * tile_;
    return {std::min(tile_, along.size - first), outer.from() + first * along.from,
            outer.to() + first * along.to};
  }

  const ArgMinMaxOrder order_;
  const int64_t results_, count_, step_;
  const PrimitiveType stored_, index_type_;
  std::vector<StridedLoop> kept_;
  bool side_by_side_ = false;  // one element of each result of a tile at a time
  int64_t tile_ = 1, pieces_ = 1, tiles_ = 0, chunk_ = 1;
};

namespace {

template <bool kGreatest, typename T>
class SearchOf final : public ArgMinMaxReduction::Search {
 public:
  using Search::Search;
  using Arrays = ArgMinMaxReduction::Arrays;
  using Search::Found;

  void Find(const Arrays& arrays, int64_t tile, int64_t begin, int64_t end,
            Found* found) const override {
    const Place place = PlaceOf(tile);
    const Best<T> best = {reinterpret_cast<T*>(found->values), found->positions};
    if (!side_by_side_) return FindInLines(arrays.values, place, begin, end, best);
    T room[kArgMinMaxTile];
    for (int64_t k = begin; k < end; ++k) {
      if constexpr (std::is_same_v<T, float>) {
        for (; k > begin && k + 8 <= end && kept_.back().from == 1 && stored_ == F32; k += 8) {
          const auto* const rows = reinterpret_cast<const float*>(arrays.values);
          CompareEightRows<kGreatest>(best, rows + place.data + k * step_, step_,
                                      static_cast<int32_t>(k), place.results);
        }
        if (k == end) break;
      }
      const T* const in =
          Elements(arrays.values, place.data + k * step_, kept_.back().from, place.results, room);
      if (k == begin) {
        std::copy_n(in, place.results, best.values);
        std::fill_n(best.positions, place.results, static_cast<int32_t>(k));
      } else {
        CompareRow<kGreatest>(best, in, static_cast<int32_t>(k), place.results);
      }
    }
  }

  void End(const Arrays& arrays, int64_t tile, const Found* found, int64_t chunks) const override {
    const Place place = PlaceOf(tile);
    T room;
    const Accumulator init = {*Elements(arrays.init_value, 0, 1, 1, &room), -1,
                              ReadIndex(index_type_, arrays.init_index)};
    for (int64_t i = 0; i < place.results; ++i) {
      const int64_t first = place.data + i * kept_.back().from;
      int64_t best = found->positions[i];
      T value = ValueOf(*found, i);
      for (int64_t c = 1; c < chunks; ++c) {
        const T other = ValueOf(found[c], i);
        if (!IsBetter<kGreatest>(other, value)) continue;
        best = found[c].positions[i];
        value = other;
      }
      EndResult(arrays, init, first, place.result + i * kept_.back().to, best, value);
    }
  }

 private:
  // Elements as they are, or converted into the room.
  const T* Elements(const std::byte* data, int64_t first, int64_t step, int64_t count,
                    T* room) const {
    const std::byte* const from = data + first * ByteWidth(stored_);
    const PrimitiveType type = ComputeTypeOf(stored_);
    if (step == 1 && type == stored_) return reinterpret_cast<const T*>(from);
    LoadRun(stored_, from, step, type, reinterpret_cast<std::byte*>(room), count);
    return room;
  }
  T ElementAt(const std::byte* data, int64_t first, int64_t position) const {
    T room;
    return *Elements(data, first + position * step_, 1, 1, &room);
  }

  static T ValueOf(const Found& found, int64_t i) {
    return reinterpret_cast<const T*>(found.values)[i];
  }

  // Each result of a tile by itself, or kStreams of them at a time: of 64, these are 0, 16, 32 and
  // 48, then 1, 17, 33 and 49.
  void FindInLines(const std::byte* data, const Place& place, int64_t begin, int64_t end,
                   const Best<T>& best) const {
    const int64_t step = kept_.back().from;
    int64_t i = 0;
    if constexpr (std::is_same_v<T, float>) {
      const int64_t count = end - begin;
      const int64_t distance = place.results / kStreams;
      const bool in_streams = stored_ == F32 && step_ == 1 && count >= kStreamTurn &&
                              count < kStreamedRun && place.results * count >= kStreamedRun;
      for (; in_streams && i < distance; ++i) {
        using Fold = BestOfFloats<kGreatest>;
        Fold folds[kStreams];
        const int64_t whole = count / Fold::kGroup * Fold::kGroup;
        const float* const in =
            reinterpret_cast<const float*>(data) + place.data + i * step + begin;
        FoldStreams(in, distance * step, whole, folds);
        for (int64_t k = 0; k < kStreams; ++k) {
          const int64_t result = i + k * distance;
          int64_t position =
              folds[k].End(in + k * distance * step, whole, count, &best.values[result]);
          position = position >= 0 ? begin + position
                                   : FindInLine(data, place.data + result * step, begin, end,
                                                &best.values[result]);
          best.positions[result] = static_cast<int32_t>(position);
        }
      }
      if (in_streams) i = kStreams * distance;
    }
    for (; i < place.results; ++i) {
      best.positions[i] = static_cast<int32_t>(
          FindInLine(data, place.data + i * step, begin, end, &best.values[i]));
    }
  }

  // The first of the best elements, or some NaN, and its value. The block that has it is looked
  // through once more.
  int64_t FindInLine(const std::byte* data, int64_t first, int64_t begin, int64_t end,
                     T* found) const {
    if constexpr (std::is_same_v<T, float>) {
      if (stored_ == F32 && step_ == 1 && end - begin >= BestOfFloats<kGreatest>::kGroup) {
        const float* const in = reinterpret_cast<const float*>(data) + first + begin;
        const int64_t position = FindInFloats<kGreatest>(in, end - begin, found);
        if (position >= 0) return begin + position;
      }
    }
    T room[kArgMinMaxBlock];
    const auto block = [&](int64_t at) {
      const int64_t count = std::min(kArgMinMaxBlock, end - at);
      return Span<const T>(Elements(data, first + at * step_, step_, count, room),
                           static_cast<size_t>(count));
    };
    T value{};
    int64_t best = -1;
    for (int64_t at = begin; at < end; at += kArgMinMaxBlock) {
      const Span<const T> in = block(at);
      const T of_block = BestValue<kGreatest>(in.data(), static_cast<int64_t>(in.size()));
      if (best >= 0 && !IsBetter<kGreatest>(of_block, value)) continue;
      best = at;
      value = of_block;
    }
    *found = value;
    const Span<const T> in = block(best);
    return best + PositionOf(value, in.data(), static_cast<int64_t>(in.size()));
  }

  static ArgMinMaxOrder::Indices RelationOf(int64_t index, int64_t position) {
    if (index == position) return ArgMinMaxOrder::kSame;
    return index < position ? ArgMinMaxOrder::kBelow : ArgMinMaxOrder::kAbove;
  }
  static ArgMinMaxOrder::Values RelationOf(T value, T element) {
    if (value != value) {
      return element != element ? ArgMinMaxOrder::kTwoNans : ArgMinMaxOrder::kNanAndNumber;
    }
    if (element != element) return ArgMinMaxOrder::kNumberAndNan;
    if (value == element) return ArgMinMaxOrder::kEqual;
    return value < element ? ArgMinMaxOrder::kLess : ArgMinMaxOrder::kGreater;
  }

  // A result so far: its value is that of an element, or the initial one, which comes before all
  // elements and has position -1.
  struct Accumulator {
    T value;
    int64_t value_position = -1;
    int64_t index;
    bool has_init_index = true;

    void Take(const ArgMinMaxOrder& order, T element, int64_t position) {
      const auto choice = order.choices[RelationOf(value, element)][RelationOf(index, position)];
      if (choice.takes_value) {
        value = element;
        value_position = position;
      }
      if (choice.takes_index) {
        index = position;
        has_init_index = false;
      }
    }
  };

  // `best` is the first of the best elements of a result, or a NaN where there is one.
  void EndResult(const Arrays& arrays, Accumulator accumulator, int64_t first, int64_t result,
                 int64_t best, T value) const {
    const bool has_nan = value != value || accumulator.value != accumulator.value;
    // Equal zeros may have different signs, and the last one may stay.
    const bool visits_ties =
        std::is_floating_point_v<T> && value == T{} &&
        order_.choices[ArgMinMaxOrder::kEqual][ArgMinMaxOrder::kBelow].takes_value;
    if (has_nan) {
      for (int64_t k = 0; k < count_; ++k) {
        accumulator.Take(order_, ElementAt(arrays.values, first, k), k);
      }
    } else {
      accumulator.Take(order_, value, best);
      for (int64_t k = best + 1; visits_ties && k < count_; ++k) {
        const T element = ElementAt(arrays.values, first, k);
        if (element == value) accumulator.Take(order_, element, k);
      }
    }
    const int64_t width = ByteWidth(stored_);
    const std::byte* from = arrays.init_value;
    if (accumulator.value_position >= 0) {
      from = arrays.values + (first + accumulator.value_position * step_) * width;
      // The value has the bits of the element, unless it is a zero or a NaN.
      const bool same = accumulator.value != T{} && accumulator.value == accumulator.value;
      if (same && stored_ == ComputeTypeOf(stored_)) {
        from = reinterpret_cast<const std::byte*>(&accumulator.value);
      }
    }
    CopyElement(from, width, arrays.value_results + result * width);
    const int64_t index_width = ByteWidth(index_type_);
    std::byte* const to = arrays.index_results + result * index_width;
    if (accumulator.has_init_index) {
      CopyElement(arrays.init_index, index_width, to);
    } else if (index_type_ == S32) {
      const auto index = static_cast<int32_t>(accumulator.index);
      std::memcpy(to, &index, sizeof(index));
    } else {
      ConvertRun(S64, reinterpret_cast<const std::byte*>(&accumulator.index), index_type_, to, 1);
    }
  }
  // A copy of four bytes is an instruction, if the compiler sees the number.
  static void CopyElement(const std::byte* from, int64_t width, std::byte* to) {
    if (width == 4) {
      std::memcpy(to, from, 4);
    } else {
      std::memcpy(to, from, static_cast<size_t>(width));
    }
  }
};

template <typename T>
std::unique_ptr<const ArgMinMaxReduction::Search> MakeSearch(const ArgMinMaxOrder& order,
                                                             Reduction reduction) {
  if (order.greatest) return std::make_unique<SearchOf<true, T>>(order, std::move(reduction));
  return std::make_unique<SearchOf<false, T>>(order, std::move(reduction));
}

std::unique_ptr<const ArgMinMaxReduction::Search> MakeSearch(const ArgMinMaxOrder& order,
                                                             Reduction reduction) {
  switch (ComputeTypeOf(reduction.arrays[0].type)) {
    case F32:
      return MakeSearch<float>(order, std::move(reduction));
    case F64:
      return MakeSearch<double>(order, std::move(reduction));
    case S32:
      return MakeSearch<int32_t>(order, std::move(reduction));
    case U8:
      return MakeSearch<uint8_t>(order, std::move(reduction));
    default:
      return nullptr;
  }
}

}  // namespace

bool ArgMinMaxReduction::Takes(const Reduction& reduction) {
  if (reduction.arrays.size() != 2 || reduction.reduced_sizes.size() != 1) return false;
  const PrimitiveType type = ComputeTypeOf(reduction.arrays[0].type);
  const int64_t count = reduction.reduced_count();
  return (type == F32 || type == F64 || type == S32 || type == U8) &&
         reduction.result_count() > 0 && count > 0 && count < (int64_t{1} << 31) &&
         reduction.arrays[0].result_strides == reduction.arrays[1].result_strides;
}

ArgMinMaxReduction::ArgMinMaxReduction(const ArgMinMaxOrder& order, Reduction reduction)
    : search_(MakeSearch(order, std::move(reduction))) {}
ArgMinMaxReduction::~ArgMinMaxReduction() = default;

bool ArgMinMaxReduction::is_small() const { return search_->is_small(); }

Kernel ArgMinMaxReduction::Run(const Arrays& arrays) const {
  if (!is_small()) return search_->RunInTasks(arrays);
  for (int64_t t = 0; t < search_->tiles(); ++t) search_->FindTile(arrays, t);
  return {};
}

}  // namespace hloom
