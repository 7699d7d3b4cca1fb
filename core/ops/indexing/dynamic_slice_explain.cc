// Explains elements of boxes at computed start indices.
#include <algorithm>

#include "kernels/indexing/index_vectors.h"
#include "ops/indexing/dynamic_slice.h"
#include "ops/indexing/indexing_explain.h"
#include "ops/rerun_explain.h"
#include "shape/index_util.h"

namespace hloom {

int64_t ReadIndex(const Literal& indices, Span<const int64_t> at) {
  int64_t value = 0;
  IndexFunctionOf(indices.shape().element_type())(
      indices.data<std::byte>(), IndexUtil::MultidimensionalIndexToLinearIndex(indices.shape(), at),
      nullptr, 0, 1, &value);
  return value;
}

SliceStart ClampedStart(int64_t dimension, int64_t asked, int64_t taken, int64_t size) {
  return {dimension, asked, std::clamp<int64_t>(asked, 0, std::max<int64_t>(size - taken, 0))};
}

namespace {

// The operands from `first` on are the start indices of a box of these sizes in operand 0: a scalar
// for each dimension, or a vector.
void AddStarts(const ExecutedOp& op, size_t first, Span<const int64_t> taken,
               std::vector<Source>& sources) {
  const Shape& array = op.operands[0]->shape();
  const bool vector = op.operands.size() == first + 1 && op.operands[first]->shape().rank() == 1;
  for (size_t i = first; i < op.operands.size(); ++i) {
    const Literal& starts = *op.operands[i];
    Source source = Deciding(vector ? BoxOf(i, WholeOf(starts), "start_indices")
                                    : ElementOf(i, {}, "start_indices"));
    for (int64_t d = 0; d < (vector ? array.rank() : 1); ++d) {
      const int64_t dimension = vector ? d : static_cast<int64_t>(i - first);
      const int64_t asked =
          vector ? ReadIndex(starts, Span<const int64_t>(&d, 1)) : ReadIndex(starts, {});
      source.starts.push_back(ClampedStart(dimension, asked, taken[static_cast<size_t>(dimension)],
                                           array.dimensions(dimension)));
    }
    sources.push_back(std::move(source));
  }
}

void DecideOfSlice(const ExecutedOp& op, const ElementPlace&, std::vector<Source>& sources) {
  AddStarts(op, 1, op.instruction.attributes<DynamicSliceAttributes>().dynamic_slice_sizes,
            sources);
}
void DecideOfUpdate(const ExecutedOp& op, const ElementPlace&, std::vector<Source>& sources) {
  AddStarts(op, 2, op.operands[1]->shape().dimensions(), sources);
}

StatusOr<std::unique_ptr<ElementSources>> PrepareSlice(ExplainContext& context,
                                                       const ExecutedOp& op) {
  return PrepareMoved(context, op, 1, DecideOfSlice);
}
StatusOr<std::unique_ptr<ElementSources>> PrepareUpdate(ExplainContext& context,
                                                        const ExecutedOp& op) {
  return PrepareMoved(context, op, 2, DecideOfUpdate);
}

}  // namespace

constexpr OpExplain kDynamicSliceExplain = {.prepare = PrepareSlice, .linear = true};
constexpr OpExplain kDynamicUpdateSliceExplain = {.prepare = PrepareUpdate, .linear = true};

}  // namespace hloom
