// Splits an array into pairs of elements, as XLA does for ThreeFry and for normal distributions,
// which make two numbers at a time.
//
// The split is along the first dimension of even size, or if there is none along the largest:
// elements 2i and 2i + 1 along it make a pair, and pairs are counted in row-major order over the
// remaining dimensions. u32[4,3] along dimension 0, each element with its pair:
//
//   0 1 2
//   0 1 2
//   3 4 5
//   3 4 5
//
// With an odd size the last pairs have one element each: u32[3] is 0 0 1.
#ifndef HLOOM_KERNELS_RANDOM_PAIR_SPLIT_H_
#define HLOOM_KERNELS_RANDOM_PAIR_SPLIT_H_

#include <algorithm>
#include <cstdint>

#include "base/span.h"
#include "kernels/sizes.h"

namespace hloom {

struct PairSplit {
  // The array is [any, size, inner], and pairs are counted over [any, half, inner].
  int64_t size = 1;
  int64_t half = 1;
  int64_t inner = 1;
  int64_t pairs = 0;

  // Elements that follow each other make pairs.
  static PairSplit OfNeighbours(int64_t elements) {
    const int64_t half = (elements + 1) / 2;
    return {elements, half, 1, half};
  }

  static PairSplit Of(Span<const int64_t> sizes) {
    const int64_t elements = ElementCount(sizes);
    if (elements == 0) return {};
    if (sizes.empty()) return OfNeighbours(1);
    const int64_t* split =
        std::find_if(sizes.begin(), sizes.end(), [](int64_t size) { return size % 2 == 0; });
    if (split == sizes.end()) split = std::max_element(sizes.begin(), sizes.end());
    PairSplit pair;
    pair.inner = ElementCount({split + 1, static_cast<size_t>(sizes.end() - split - 1)});
    pair.size = *split;
    pair.half = (pair.size + 1) / 2;
    pair.pairs = elements / pair.size * pair.half;
    if (pair.size % 2 == 0) {
      // Rows of pairs follow each other without a gap, as if there were no dimensions outside.
      pair.half = pair.pairs / pair.inner;
      pair.size = 2 * pair.half;
    }
    return pair;
  }

  // True if pair i consists of elements 2i and 2i + 1 of the whole array.
  bool AreNeighbours() const { return inner == 1 && size == 2 * half; }

  // Writes the elements of `count` pairs, from pair `begin` on, into the array, whose elements are
  // in row-major order.
  template <typename T>
  void Place(const T* first, const T* second, int64_t begin, int64_t count, T* array) const {
    while (count > 0) {
      const int64_t row = begin / inner;
      const int64_t at = begin % inner;
      const int64_t h = row % half;
      T* const to = array + (row / half * size + 2 * h) * inner + at;
      const int64_t run = std::min(count, inner == 1 ? half - h : inner - at);
      if (inner == 1) {
        const int64_t whole = std::min(run, size / 2 - h);
        for (int64_t i = 0; i < whole; ++i) {
          to[2 * i] = first[i];
          to[2 * i + 1] = second[i];
        }
        if (whole < run) to[2 * whole] = first[whole];
      } else {
        for (int64_t i = 0; i < run; ++i) to[i] = first[i];
        if (2 * h + 1 < size) {
          for (int64_t i = 0; i < run; ++i) to[inner + i] = second[i];
        }
      }
      first += run;
      second += run;
      begin += run;
      count -= run;
    }
  }
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_RANDOM_PAIR_SPLIT_H_
