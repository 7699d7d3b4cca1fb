#include <algorithm>
#include <utility>

#include "kernels/copy.h"
#include "kernels/windows/select_and_scatter.h"

namespace hloom {

namespace {

// The number of values per step.
constexpr int64_t kScatterPickedGrain = 1 << 15;

// Values in an order that keeps those for one place as far apart as possible, and in sequence:
// first the first value for each place, then all second ones. Values without a place are left out.
struct Rounds {
  int64_t count = 0;        // of rounds
  int64_t* ends = nullptr;  // behind the last value of each, in `order`
  int64_t* order = nullptr;
};

// Calls f(begin, end) for pieces of [0, count), one after the other.
template <typename F>
Kernel InPieces(int64_t count, const F& f) {
  int64_t begin = 0;
  const auto piece = [&] { f(begin, std::min(count, begin + kScatterPickedGrain)); };
  for (; begin < count; begin += kScatterPickedGrain) co_await Once(piece);
  co_return OkStatus();
}

Kernel SortIntoRounds(ScatteredValues scattered, Rounds* rounds) {
  // The number of values that have met at each place, and for each value the number before it.
  int64_t* const met = co_await Scratch<int64_t>(scattered.array_count);
  int64_t* const ranks = co_await Scratch<int64_t>(scattered.count);
  const auto clear_places = [&](int64_t begin, int64_t end) {
    std::fill(met + begin, met + end, 0);
  };
  co_await InPieces(scattered.array_count, clear_places);
  int64_t count = 0;
  const auto rank = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      ranks[i] = scattered.picks[i] < 0 ? -1 : met[scattered.picks[i]]++;
      count = std::max(count, ranks[i] + 1);
    }
  };
  co_await InPieces(scattered.count, rank);
  // The list first has the number of values in each round, then the place for the next value of
  // each, and finally the place behind the last one.
  int64_t* const ends = co_await Scratch<int64_t>(count);
  const auto clear_rounds = [&](int64_t begin, int64_t end) {
    std::fill(ends + begin, ends + end, 0);
  };
  co_await InPieces(count, clear_rounds);
  const auto count_values = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      if (ranks[i] >= 0) ++ends[ranks[i]];
    }
  };
  co_await InPieces(scattered.count, count_values);
  int64_t sum = 0;
  const auto add_up = [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) sum += std::exchange(ends[r], sum);
  };
  co_await InPieces(count, add_up);
  int64_t* const order = co_await Scratch<int64_t>(sum);
  const auto sort = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      if (ranks[i] >= 0) order[ends[ranks[i]]++] = i;
    }
  };
  co_await InPieces(scattered.count, sort);
  *rounds = {count, ends, order};
  co_return OkStatus();
}

// Folds the values from `begin` up to `end` into their places.
void FoldValues(const FoldKernel& fold, const ScatteredValues& scattered, int64_t begin,
                int64_t end) {
  const FoldKernel::Block one = {1, 0, 0, 1, 1, 1};
  const int64_t width = ByteWidth(scattered.type);
  for (int64_t i = begin; i < end; ++i) {
    if (scattered.picks[i] < 0) continue;
    fold.combine(scattered.type, scattered.array + scattered.picks[i] * width,
                 scattered.values + i * width, one);
  }
}

Kernel FoldInPieces(const FoldKernel& fold, ScatteredValues scattered) {
  const auto scatter = [&](int64_t begin, int64_t end) { FoldValues(fold, scattered, begin, end); };
  co_await InPieces(scattered.count, scatter);
  co_return OkStatus();
}

}  // namespace

Kernel ScatterByFold(const FoldKernel& fold, ScatteredValues scattered) {
  if (scattered.count > kFewScatteredValues) return FoldInPieces(fold, scattered);
  FoldValues(fold, scattered, 0, scattered.count);
  return {};
}

// Values of one round go to different places: they are scattered together.
Kernel ScatterByApplying(size_t computation, ScatteredValues scattered) {
  constexpr int64_t kMostInBatch = 4096;
  Rounds rounds;
  co_await SortIntoRounds(scattered, &rounds);
  const int64_t width = ByteWidth(scattered.type);
  const int64_t room = std::min(kMostInBatch, scattered.count);
  std::byte* const elements = co_await Scratch<std::byte>(room * width);
  std::byte* const values = co_await Scratch<std::byte>(room * width);
  const std::byte* const arguments[] = {elements, values};
  std::byte* const results[] = {elements};
  int64_t at = 0;
  int64_t count = 0;
  const auto take = [&] {
    DispatchWidth(width, [&]<typename T>() {
      for (int64_t i = 0; i < count; ++i) {
        const int64_t value = rounds.order[at + i];
        reinterpret_cast<T*>(elements)[i] =
            reinterpret_cast<const T*>(scattered.array)[scattered.picks[value]];
        reinterpret_cast<T*>(values)[i] = reinterpret_cast<const T*>(scattered.values)[value];
      }
    });
  };
  const auto put = [&] {
    DispatchWidth(width, [&]<typename T>() {
      for (int64_t i = 0; i < count; ++i) {
        const int64_t place = scattered.picks[rounds.order[at + i]];
        reinterpret_cast<T*>(scattered.array)[place] = reinterpret_cast<const T*>(elements)[i];
      }
    });
  };
  for (int64_t r = 0; r < rounds.count; ++r) {
    for (; at < rounds.ends[r]; at += count) {
      count = std::min(room, rounds.ends[r] - at);
      take();
      const Application application = {computation, arguments, results, count};
      co_await Apply(application);
      put();
    }
  }
  co_return OkStatus();
}

}  // namespace hloom
