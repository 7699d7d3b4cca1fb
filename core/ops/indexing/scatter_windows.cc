#include "ops/indexing/scatter_windows.h"

#include <algorithm>

#include "literal/relayout.h"
#include "ops/indexing/scatter.h"
#include "ops/indexing/scatter_update.h"
#include "ops/indexing/window_starts.h"
#include "ops/live_sizes.h"
#include "ops/poller.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The live sizes, where those that meet agree: of all operands, of all updates, and of the updates
// and the indices in the dimensions that count index vectors.
StatusOr<OperandSizes> LiveSizes(const HloInstruction& instruction, const WindowMapping& mapping,
                                 Operands operands) {
  OperandSizes sizes;
  for (const Literal* operand : operands) sizes.push_back(operand->live_sizes());
  const size_t n = operands.size() / 2;
  for (int64_t d = 0; d < operands[0]->shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, n, sizes));
  }
  const int64_t updates_rank = operands[n + 1]->shape().rank();
  for (int64_t d : mapping.window.dims) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, n + 1, operands.size(), sizes));
  }
  const std::vector<int64_t> batch = mapping.BatchDims(updates_rank);
  const std::vector<int64_t> counted = mapping.IndicesDims(operands[n]->shape().rank());
  for (size_t b = 0; b < batch.size(); ++b) {
    std::vector<OperandDimension> meeting = {{n, counted[b]}};
    for (size_t i = n + 1; i < operands.size(); ++i) meeting.push_back({i, batch[b]});
    HLOOM_RETURN_IF_ERROR(AlignDimensions(instruction, meeting, sizes));
  }
  return sizes;
}

// The operands' values in the layouts of the results, and where windows lie in them. In a loop that
// carries a big array this is the array itself, and nothing is copied.
StatusOr<std::vector<ScatterArray>> MakeArrays(EvalContext& context,
                                               const HloInstruction& instruction,
                                               const WindowMapping& mapping, Operands operands) {
  const size_t n = operands.size() / 2;
  std::vector<ScatterArray> arrays;
  for (size_t i = 0; i < n; ++i) {
    const Shape& shape = n == 1 ? instruction.shape() : instruction.shape().tuple_shapes()[i];
    const Literal& updates = *operands[n + 1 + i];
    Literal result = context.Take(*operands[i]);
    HLOOM_ASSIGN_OR_RETURN(result, Relayout(result, shape.layout(), context.ledger()));
    HLOOM_RETURN_IF_ERROR(result.MakeUnique(context.ledger()));
    arrays.push_back({std::move(result), &updates,
                      Selected(IndexUtil::Strides(shape), mapping.OperandWindowDims(shape.rank())),
                      Selected(IndexUtil::Strides(updates.shape()), mapping.window.dims)});
  }
  return arrays;
}

// Goes through the windows and applies those that lie within the operands.
Status ApplyWindows(EvalContext& context, const WindowMapping& mapping, const Literal& indices,
                    const OperandSizes& sizes, const std::vector<int64_t>& window,
                    const std::vector<ScatterArray>& arrays, WindowUpdate& update) {
  const size_t n = arrays.size();
  const int64_t rank = static_cast<int64_t>(sizes[0].size());
  // From which starts on a window no longer lies within the operands.
  std::vector<int64_t> end = sizes[0];
  const std::vector<int64_t> window_dims = mapping.OperandWindowDims(rank);
  int64_t elements = 1;
  for (size_t i = 0; i < window.size(); ++i) {
    end[static_cast<size_t>(window_dims[i])] -= window[i] - 1;
    elements *= window[i];
  }
  WindowStarts starts(mapping, indices,
                      Selected(sizes[n], mapping.IndicesDims(indices.shape().rank())), elements);
  std::vector<std::vector<int64_t>> strides;
  for (const ScatterArray& array : arrays) {
    const Shape& updates = array.updates->shape();
    starts.AddArray(Selected(IndexUtil::Strides(updates), mapping.BatchDims(updates.rank())));
    strides.push_back(IndexUtil::Strides(array.result.shape()));
  }
  // A window that does not start at 0 of its own accord fits there, or never.
  const bool never = std::any_of(end.begin(), end.end(), [](int64_t d) { return d <= 0; });
  WindowOffsets windows(n);
  std::vector<bool> inside;
  Poller poller(context);
  while (const int64_t count = never ? 0 : starts.ReadBlock()) {
    HLOOM_RETURN_IF_ERROR(poller.After(count * elements));
    inside.assign(static_cast<size_t>(count), true);
    for (const WindowStarts::Dimension& dimension : starts.dimensions()) {
      for (size_t k = 0; k < inside.size(); ++k) {
        const int64_t start = dimension.starts[k];
        if (start < 0 || start >= end[dimension.operand_dim]) inside[k] = false;
      }
    }
    windows.Clear();
    for (size_t k = 0; k < inside.size(); ++k) {
      if (!inside[k]) continue;
      for (size_t i = 0; i < n; ++i) {
        int64_t offset = 0;
        for (const WindowStarts::Dimension& dimension : starts.dimensions())
          offset += dimension.starts[k] * strides[i][dimension.operand_dim];
        windows.results[i].push_back(offset);
        windows.updates[i].push_back(starts.offsets(i)[k]);
      }
    }
    HLOOM_RETURN_IF_ERROR(update.Apply(windows));
  }
  return update.Finish();
}

}  // namespace

StatusOr<Literal> EvaluateScatter(EvalContext& context, const HloInstruction& instruction,
                                  Operands operands) {
  const WindowMapping mapping =
      MappingOf(instruction.attributes<ScatterAttributes>().dimension_numbers);
  const size_t n = operands.size() / 2;
  HLOOM_ASSIGN_OR_RETURN(const OperandSizes sizes, LiveSizes(instruction, mapping, operands));
  HLOOM_ASSIGN_OR_RETURN(std::vector<ScatterArray> arrays,
                         MakeArrays(context, instruction, mapping, operands));
  const std::vector<int64_t> window = Selected(sizes[n + 1], mapping.window.dims);
  // Without updates, or without an element to update, there is nothing to do; and the products of
  // the sizes need not fit 64 bits: of s32[2^62,4,0], windows of {2^62,4}.
  const auto empty = [](const std::vector<int64_t>& of) {
    return std::find(of.begin(), of.end(), 0) != of.end();
  };
  if (!empty(sizes[0]) && !empty(sizes[n + 1])) {
    HLOOM_ASSIGN_OR_RETURN(
        const std::unique_ptr<WindowUpdate> update,
        MakeWindowUpdate(context, *instruction.called_computation(0), window, arrays));
    HLOOM_RETURN_IF_ERROR(
        ApplyWindows(context, mapping, *operands[n], sizes, window, arrays, *update));
  }
  if (n == 1) return std::move(arrays[0].result);
  std::vector<Literal> results;
  for (ScatterArray& array : arrays) results.push_back(std::move(array.result));
  return Literal::MakeTuple(std::move(results));
}

}  // namespace hloom
