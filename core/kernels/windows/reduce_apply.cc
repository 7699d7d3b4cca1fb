#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "kernels/copy.h"
#include "kernels/sizes.h"
#include "kernels/windows/loop_index.h"
#include "kernels/windows/reduce.h"

namespace hloom {

namespace {

// The most results in a batch whose elements are neighbors in memory.
constexpr int64_t kBatchAlongResults = 256;
// The room for values, in largest batches.
constexpr int64_t kReduceApplyRoom = 4;

std::vector<StridedLoop> ReduceApplyLoopsOf(const std::vector<int64_t>& sizes,
                                            const std::vector<int64_t>& to_strides,
                                            const std::vector<int64_t>& from_strides) {
  std::vector<StridedLoop> loops;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] != 1) loops.push_back({sizes[d], to_strides[d], from_strides[d]});
  }
  return loops;
}

// The smallest step of the loops through the elements.
int64_t ReduceApplyNearest(const std::vector<StridedLoop>& loops) {
  int64_t nearest = std::numeric_limits<int64_t>::max();
  for (const StridedLoop& loop : loops) nearest = std::min(nearest, std::abs(loop.from));
  return nearest;
}

// One of the arrays: a batch of results that are computed side by side, the k-th element of each in
// one application.
class Side {
 public:
  Side(const Reduction& reduction, const Reduction::Array& array)
      : width(ByteWidth(array.type)),
        array_(array),
        kept_(ReduceApplyLoopsOf(reduction.kept_sizes, array.result_strides, array.kept_strides)),
        reduced_(ReduceApplyLoopsOf(reduction.reduced_sizes, array.reduced_strides,
                                    array.reduced_strides)),
        along_results_(ReduceApplyNearest(reduced_) < ReduceApplyNearest(kept_)) {}

  // The scratch memory of a batch, in elements and in places.
  std::byte* accumulators = nullptr;
  std::byte* values = nullptr;
  int64_t* data_places = nullptr;
  int64_t* result_places = nullptr;
  int64_t* element_places = nullptr;  // of a result
  const int64_t width;

  const std::vector<StridedLoop>& reduced() const { return reduced_; }
  // True if the elements of a result are neighbors, rather than those of one round.
  bool along_results() const { return along_results_; }

  // Begins with the `count` results from `first` on.
  void Begin(int64_t first, int64_t count) {
    count_ = count;
    LoopIndex kept(kept_, kept_.size());
    kept.Seek(first);
    for (int64_t i = 0; i < count; ++i, kept.Next()) {
      data_places[i] = kept.from();
      result_places[i] = kept.to();
      std::memcpy(accumulators + i * width, array_.init, static_cast<size_t>(width));
    }
  }
  // Loads the next elements of each result, `rounds` of them; those of a round are contiguous. The
  // outer loop is over results if their elements are neighbors: otherwise each element would load a
  // cache line of its own.
  void Load(LoopIndex& element, int64_t rounds) {
    for (int64_t round = 0; round < rounds; ++round, element.Next()) {
      element_places[round] = element.from();
    }
    DispatchWidth(width, [&]<typename T>() {
      T* const to = reinterpret_cast<T*>(values);
      const T* const data = reinterpret_cast<const T*>(array_.data);
      if (along_results_) {
        for (int64_t i = 0; i < count_; ++i) {
          const T* const from = data + data_places[i];
          for (int64_t k = 0; k < rounds; ++k) to[k * count_ + i] = from[element_places[k]];
        }
      } else {
        for (int64_t k = 0; k < rounds; ++k) {
          const T* const from = data + element_places[k];
          for (int64_t i = 0; i < count_; ++i) to[k * count_ + i] = from[data_places[i]];
        }
      }
    });
  }
  void End() const {
    DispatchWidth(width, [&]<typename T>() {
      const T* const from = reinterpret_cast<const T*>(accumulators);
      T* const to = reinterpret_cast<T*>(array_.result);
      for (int64_t i = 0; i < count_; ++i) to[result_places[i]] = from[i];
    });
  }

 private:
  const Reduction::Array& array_;
  const std::vector<StridedLoop> kept_, reduced_;
  const bool along_results_;
  int64_t count_ = 0;
};

// Fills the results with the init values, for reductions of no elements.
Kernel FillWithInits(Reduction reduction) {
  const std::vector<int64_t> repeated(reduction.kept_sizes.size(), 0);
  for (const Reduction::Array& array : reduction.arrays) {
    co_await CopyStrided(reduction.kept_sizes, array.result, array.result_strides, array.init,
                         repeated, ByteWidth(array.type));
  }
  co_return OkStatus();
}

}  // namespace

int64_t Reduction::result_count() const { return ElementCount(kept_sizes); }
int64_t Reduction::reduced_count() const { return ElementCount(reduced_sizes); }

Kernel ReduceByApplying(Reduction reduction) {
  const int64_t results = reduction.result_count();
  if (results == 0) co_return OkStatus();
  const int64_t reduced = reduction.reduced_count();
  if (reduced == 0) {
    co_await FillWithInits(std::move(reduction));
    co_return OkStatus();
  }
  const size_t n = reduction.arrays.size();
  std::vector<Side> sides;
  for (const Reduction::Array& array : reduction.arrays) sides.emplace_back(reduction, array);
  // A batch is large enough to pay for the call, and small enough to stay in the cache, for any
  // number of arrays. Results whose elements are neighbors are fewer, for longer runs of these.
  const bool along_results = std::any_of(sides.begin(), sides.end(),
                                         [](const Side& side) { return side.along_results(); });
  const int64_t most = std::clamp<int64_t>((1 << 14) / static_cast<int64_t>(n), 1, 1024);
  const int64_t batch = std::min({results, most, along_results ? kBatchAlongResults : most});
  const int64_t rounds = std::clamp<int64_t>(kReduceApplyRoom * most / batch, 1, reduced);
  std::vector<LoopIndex> elements;
  for (const Side& side : sides) elements.emplace_back(side.reduced(), side.reduced().size());
  std::vector<const std::byte*> arguments(2 * n);
  std::vector<std::byte*> accumulators(n);
  std::vector<int64_t> advance(2 * n);
  for (size_t i = 0; i < n; ++i) {
    Side& side = sides[i];
    side.data_places = co_await Scratch<int64_t>(2 * batch);
    side.result_places = side.data_places + batch;
    side.accumulators = co_await Scratch<std::byte>(batch * side.width);
    side.element_places = co_await Scratch<int64_t>(rounds);
    side.values = co_await Scratch<std::byte>(batch * rounds * side.width);
    // Accumulators first, then values: f(max, argmax, value, index).
    arguments[i] = accumulators[i] = side.accumulators;
    arguments[n + i] = side.values;
  }
  for (int64_t first = 0; first < results; first += batch) {
    const int64_t count = std::min(batch, results - first);
    for (Side& side : sides) side.Begin(first, count);
    for (size_t i = 0; i < n; ++i) advance[n + i] = count * sides[i].width;
    Application application = {0, Span<const std::byte* const>(arguments.data(), arguments.size()),
                               Span<std::byte* const>(accumulators.data(), accumulators.size()),
                               count};
    application.advance = Span<const int64_t>(advance.data(), advance.size());
    for (LoopIndex& element : elements) element.Seek(0);
    for (int64_t done = 0; done < reduced; done += rounds) {
      application.rounds = std::min(rounds, reduced - done);
      for (size_t i = 0; i < n; ++i) sides[i].Load(elements[i], application.rounds);
      co_await Apply(application);
    }
    for (const Side& side : sides) side.End();
  }
  co_return OkStatus();
}

}  // namespace hloom
