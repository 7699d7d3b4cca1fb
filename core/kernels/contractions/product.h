// A contraction seen as a product of matrices: rows times columns, summed over a depth.
#ifndef HLOOM_KERNELS_CONTRACTIONS_PRODUCT_H_
#define HLOOM_KERNELS_CONTRACTIONS_PRODUCT_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/contractions/contraction.h"
#include "kernels/contractions/lanes.h"
#include "kernels/copy.h"

namespace hloom {

// Some dimensions of an array, counted through as one, the last of them innermost.
class Axis {
 public:
  Axis(const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides);

  int64_t size() const { return size_; }
  // Whether elements lie at equal distances, step().
  bool is_even() const { return loops_.size() == 1; }
  // The distance of most neighbours.
  int64_t step() const { return loops_.back().from; }
  // Where element i lies.
  int64_t At(int64_t i) const;
  // Writes where the elements from `begin` up to `end` lie.
  void ListPlaces(int64_t begin, int64_t end, int64_t* places) const;
  // Calls f(place of the first, step, count) for elements at equal distances, which are together
  // those from `begin` up to `end`.
  template <typename F>
  void ForEachRun(int64_t begin, int64_t end, F f) const {
    if (begin == end) return;
    hloom::ForEachRun(loops_, begin, end, [&](const StridedLoop& run, int64_t, int64_t from) {
      f(from, run.from, run.size);
    });
  }

 private:
  int64_t size_;
  std::vector<StridedLoop> loops_;  // one at least
};

// How elements of an operand become what is multiplied.
struct ElementForm {
  PrimitiveType from = PRIMITIVE_TYPE_INVALID;
  PrimitiveType to = PRIMITIVE_TYPE_INVALID;
  // Floats become small integers, and anything becomes PRED, before they are widened.
  PrimitiveType by_way_of = PRIMITIVE_TYPE_INVALID;

  // Whether they do as they lie in memory.
  bool is_plain() const;
  // out[i] = in[i * step]
  void Load(const std::byte* in, int64_t step, std::byte* out, int64_t count) const;
};

struct Factor {
  ElementForm form;
  int64_t width;  // bytes of an element in memory
  bool plain;
  Axis batch, kept, depth;
};

struct Product {
  int64_t results() const { return batches * rows * columns; }
  // The lanes of a vector that a sum takes.
  int64_t parts() const { return complex ? 2 : 1; }

  bool swapped;  // the rows are those of the right operand
  int64_t batches, rows, columns, depth;
  Factor a, b;  // whose kept dimensions are rows and columns
  Axis c_batch, c_rows, c_columns;
  PrimitiveType result_type;
  int64_t result_width;
  LaneKind lane;
  bool complex;
  PrimitiveType sum_type;
  int64_t sum_width;
  // Whether sums are stored in the result as they are.
  bool plain_result;
};

// Chooses the orientation: columns are what vectors are made of.
Product MakeProduct(Contraction contraction);

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_PRODUCT_H_
