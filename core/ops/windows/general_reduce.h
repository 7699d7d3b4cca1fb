// How reductions walk their operands, and the reduction by any computation.
#ifndef HLOOM_OPS_WINDOWS_GENERAL_REDUCE_H_
#define HLOOM_OPS_WINDOWS_GENERAL_REDUCE_H_

#include <algorithm>
#include <vector>

#include "ops/op_def.h"
#include "ops/poller.h"
#include "ops/windows/fold_util.h"
#include "ops/windows/reduce.h"
#include "shape/index_util.h"

namespace hloom {

// Which elements fall together. For f32[4,2,3] reduced over {0}: kept sizes {2,3}, reduced sizes
// {4}.
struct Partition {
  std::vector<int64_t> kept_dimensions, reduced_dimensions;
  std::vector<int64_t> kept_sizes, reduced_sizes;

  Partition(const Shape& shape, Span<const int64_t> dimensions) {
    for (int64_t i = 0; i < shape.rank(); ++i) {
      const bool reduced = std::find(dimensions.begin(), dimensions.end(), i) != dimensions.end();
      (reduced ? reduced_dimensions : kept_dimensions).push_back(i);
      (reduced ? reduced_sizes : kept_sizes).push_back(shape.dimensions(i));
    }
  }
  // Unsigned: where another size is 0 the others may multiply to anything, and nobody asks.
  int64_t reduced_count() const {
    uint64_t count = 1;
    for (int64_t size : reduced_sizes) count *= static_cast<uint64_t>(size);
    return static_cast<int64_t>(count);
  }
};

// Results come in row-major order, whatever their layout is: a last step puts them into it.
inline ShapePtr RowMajor(const Shape& shape, PrimitiveType type) {
  return std::make_shared<const Shape>(ShapeUtil::MakeShape(type, shape.dimensions()));
}

// Walks offsets of the elements at given dimensions, in row-major order.
class OffsetWalk {
 public:
  OffsetWalk(const Shape& shape, Span<const int64_t> dimensions) {
    const std::vector<int64_t> strides = IndexUtil::Strides(shape);
    for (int64_t d : dimensions) {
      sizes_.push_back(shape.dimensions(d));
      strides_.push_back(strides[static_cast<size_t>(d)]);
    }
    index_.resize(sizes_.size());
  }
  int64_t offset() const { return offset_; }
  void Next() {
    for (size_t d = sizes_.size(); d-- > 0;) {
      offset_ += strides_[d];
      if (++index_[d] < sizes_[d]) return;
      offset_ -= strides_[d] * sizes_[d];
      index_[d] = 0;
    }
  }

 private:
  std::vector<int64_t> sizes_, strides_, index_;
  int64_t offset_ = 0;
};

// Any computation, any number of arrays: applied in row-major order, rounding at each application.
StatusOr<Literal> ReduceByComputation(EvalContext& context, const HloInstruction& instruction,
                                      Operands operands, const Partition& partition);

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_GENERAL_REDUCE_H_
