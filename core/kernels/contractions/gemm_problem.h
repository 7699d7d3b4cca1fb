// A contraction seen as a product of matrices: rows times columns, summed over a depth.
#ifndef HLOOM_KERNELS_CONTRACTIONS_GEMM_PROBLEM_H_
#define HLOOM_KERNELS_CONTRACTIONS_GEMM_PROBLEM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/contractions/contraction.h"
#include "kernels/contractions/input_windows.h"
#include "kernels/contractions/lanes.h"
#include "kernels/copy.h"

namespace hloom {

// Some dimensions of an array, counted through as one, the last of them innermost.
class Axis {
 public:
  Axis(const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides);

  int64_t size() const { return size_; }
  // True if elements are at equal distances, step().
  bool is_even() const { return loops_.size() == 1; }
  // The distance of most neighbors.
  int64_t step() const { return loops_.back().from; }
  // The number of elements at that distance, from the first on.
  int64_t run() const { return loops_.back().size; }
  // The place of element i.
  int64_t At(int64_t i) const;
  // Writes the places of the elements from `begin` up to `end`.
  void ListPlaces(int64_t begin, int64_t end, int64_t* places) const;
  // Calls f(place of the first, step, count) for runs of elements at equal distances, which
  // together are those from `begin` up to `end`.
  template <typename F>
  void ForEachRun(int64_t begin, int64_t end, const F& f) const {
    Walk(begin, end, &f, [](const void* function, int64_t place, int64_t step, int64_t count) {
      (*static_cast<const F*>(function))(place, step, count);
    });
  }

 private:
  void Walk(int64_t begin, int64_t end, const void* function,
            void (*call)(const void* function, int64_t place, int64_t step, int64_t count)) const;

  int64_t size_;
  std::vector<StridedLoop> loops_;  // at least one
};

// The conversion of an operand's elements to factors.
struct ElementForm {
  PrimitiveType from = PRIMITIVE_TYPE_INVALID;
  PrimitiveType to = PRIMITIVE_TYPE_INVALID;
  // Floats become small integers, and anything becomes PRED, before they are widened.
  PrimitiveType by_way_of = PRIMITIVE_TYPE_INVALID;

  // True if elements are multiplied as they are in memory.
  bool is_plain() const;
  // out[i] = in[i * step]
  void Load(const std::byte* in, int64_t step, std::byte* out, int64_t count) const;
};

struct Factor {
  Factor(const Contraction& c, bool is_lhs, LaneKind lane);

  // Loads some elements along one of the axes below, in their form. `from` is the place of the
  // elements along the other axes.
  void LoadLine(const Axis& axis, int64_t begin, int64_t end, const std::byte* from,
                std::byte* to) const;

  ElementForm form;
  int64_t width;         // of an element in memory, in bytes
  int64_t loaded_width;  // of an element in its form, in bytes
  bool plain;            // tiles and lines take elements as they are in memory
  Axis batch, kept, depth;
  // If not null, the windows determine the places of elements; the kept and depth axes do not.
  std::unique_ptr<const InputWindows> windows;
};

// A part of a factor: some of its kept dimension, some of its depth.
struct FactorBlock {
  int64_t kept_begin, kept_end;
  int64_t depth_begin, depth_end;
};

class GemmProblem {
 public:
  // Chooses the orientation: vectors are made of columns.
  explicit GemmProblem(Contraction&& contraction)
      : GemmProblem(contraction, Arrange(contraction)) {}

  bool has_windows() const { return a.windows != nullptr || b.windows != nullptr; }
  // The lanes of a vector that a sum takes.
  int64_t parts() const { return complex ? 2 : 1; }
  // Stores sums of neighboring rows or columns, along `axis`, in their places of the result. `to`
  // is the place along the other axes.
  void StoreLine(const Axis& axis, int64_t begin, int64_t end, const std::byte* sums,
                 std::byte* to) const;

  const bool swapped;    // the rows are the right operand's
  const bool in_planes;  // it is computed by PlaneConvolution or DepthwiseConvolution
  const LaneKind lane;
  const PrimitiveType result_type;
  const int64_t result_width;
  const PrimitiveType sum_type;
  const int64_t sum_width;
  const bool complex;
  const bool plain_result;  // sums are stored in the result without conversion
  const int64_t batches, depth;
  const Factor a, b;  // whose kept dimensions are rows and columns
  const int64_t rows, columns;
  const Axis c_batch, c_rows, c_columns;

 private:
  GemmProblem(const Contraction& c, bool is_swapped);
  static bool Arrange(Contraction& c);
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_GEMM_PROBLEM_H_
