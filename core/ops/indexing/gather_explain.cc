#include <algorithm>

#include "ops/indexing/gather.h"
#include "ops/indexing/indexing_explain.h"
#include "ops/indexing/window_mapping.h"
#include "ops/rerun_explain.h"

namespace hloom {

namespace {

// The index vector of the slice of an element.
void DecideOfGather(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  const auto& attributes = op.instruction.attributes<GatherAttributes>();
  const WindowMapping mapping = MappingOf(attributes.dimension_numbers);
  const Literal& indices = *op.operands[1];
  const int64_t rank = indices.shape().rank();
  const std::vector<int64_t> batch = mapping.BatchDims(static_cast<int64_t>(at.index.size()));
  const std::vector<int64_t> along = mapping.IndicesDims(rank);
  ElementBox box(static_cast<size_t>(rank));
  ElementIndex component(static_cast<size_t>(rank));
  for (size_t i = 0; i < batch.size(); ++i) {
    const int64_t place = at.index[static_cast<size_t>(batch[i])];
    box[static_cast<size_t>(along[i])] = One(place);
    component[static_cast<size_t>(along[i])] = place;
  }
  const bool stored = mapping.index_vector_dim < rank;
  const auto vector_dim = static_cast<size_t>(mapping.index_vector_dim);
  if (stored) box[vector_dim] = {0, indices.shape().dimensions(mapping.index_vector_dim), 1};
  Source source = Deciding(BoxOf(1, std::move(box)));
  for (size_t k = 0; k < mapping.index_map.dims.size(); ++k) {
    if (stored) component[vector_dim] = static_cast<int64_t>(k);
    const int64_t d = mapping.index_map.dims[k];
    source.starts.push_back(ClampedStart(d, ReadIndex(indices, component),
                                         attributes.slice_sizes[static_cast<size_t>(d)],
                                         op.operands[0]->GetDynamicSize(d)));
  }
  sources.push_back(std::move(source));
}

StatusOr<std::unique_ptr<ElementSources>> PrepareGatherSources(ExplainContext& context,
                                                               const ExecutedOp& op) {
  return PrepareMoved(context, op, 1, DecideOfGather);
}

}  // namespace

constexpr OpExplain kGatherExplain = {.prepare = PrepareGatherSources, .linear = true};

}  // namespace hloom
