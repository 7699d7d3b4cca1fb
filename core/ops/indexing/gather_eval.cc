#include "kernels/indexing/gather.h"

#include <algorithm>

#include "kernels/sizes.h"
#include "ops/indexing/gather.h"
#include "ops/indexing/window_indices_eval.h"
#include "ops/literal_copies_eval.h"
#include "ops/op_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The live sizes of the result are those of the indices and of the dimensions that are taken whole.
Status SetGatheredSizes(const WindowMapping& mapping, const Literal& operand,
                        const Literal& indices, Literal& result) {
  const Shape& shape = result.shape();
  const auto copy = [&](const std::vector<int64_t>& to, const Literal& source,
                        const std::vector<int64_t>& from) -> Status {
    for (size_t i = 0; i < to.size(); ++i) {
      if (!shape.is_dynamic_dimension(to[i])) continue;
      HLOOM_RETURN_IF_ERROR(result.SetDynamicSize(to[i], source.GetDynamicSize(from[i])));
    }
    return OkStatus();
  };
  HLOOM_RETURN_IF_ERROR(
      copy(mapping.BatchDims(shape.rank()), indices, mapping.IndicesDims(indices.shape().rank())));
  return copy(mapping.window.dims, operand, mapping.OperandWindowDims(operand.shape().rank()));
}

// What gather copies for each index vector, in the arrays as they are at this run.
struct SliceBox {
  std::vector<int64_t> last;   // of each dimension of the operand: the last start of a slice
  std::vector<int64_t> sizes;  // of each dimension that the result has
  bool cut = false;            // less than the slice is there
  int64_t elements;

  SliceBox(const std::vector<int64_t>& slice_sizes, const std::vector<int64_t>& live_sizes,
           const std::vector<int64_t>& sliced_dims) {
    std::vector<int64_t> there;
    for (size_t d = 0; d < slice_sizes.size(); ++d) {
      there.push_back(std::min(slice_sizes[d], live_sizes[d]));
      last.push_back(live_sizes[d] - there[d]);
      // A collapsed dimension may have slice size 0: the slice is empty, but the result still has
      // an element for it.
      cut = cut || there[d] < slice_sizes[d] || slice_sizes[d] == 0;
    }
    elements = ElementCount(there);
    if (elements == 0) there.assign(there.size(), 0);
    sizes = Selected(there, sliced_dims);
  }
};

GatherArrays ArraysOf(const HloInstruction& instruction, const WindowMapping& mapping,
                      Operands operands, const std::vector<int64_t>& counted, const SliceBox& box,
                      Literal& result) {
  const Literal& operand = *operands[0];
  const Shape& shape = instruction.shape();
  const std::vector<int64_t> from = IndexUtil::Strides(operand.shape());
  const std::vector<int64_t> to = IndexUtil::Strides(shape);
  return {.indices = IndexVectorsOf(mapping, *operands[1], counted),
          .operand = operand.data<std::byte>(),
          .last_starts = box.last,
          .operand_strides = from,
          .result = result.mutable_data<std::byte>(),
          .result_strides = Selected(to, mapping.BatchDims(shape.rank())),
          .sizes = box.sizes,
          .to_strides = Selected(to, mapping.window.dims),
          .from_strides = Selected(from, mapping.OperandWindowDims(operand.shape().rank())),
          .width = ByteWidth(shape.element_type())};
}

Kernel GatherAfter(Kernel clear, GatherArrays arrays) {
  co_await std::move(clear);
  co_await GatherSlices(arrays);
  co_return OkStatus();
}

Kernel EvaluateGather(EvalContext&, const HloInstruction& instruction, Operands operands,
                      Destination& destination) {
  const auto& attributes = instruction.attributes<GatherAttributes>();
  const WindowMapping mapping = MappingOf(attributes.dimension_numbers);
  const Literal& operand = *operands[0];
  const Literal& indices = *operands[1];
  Literal& result = destination.array();
  HLOOM_RETURN_IF_ERROR(SetGatheredSizes(mapping, operand, indices, result));
  const SliceBox box(attributes.slice_sizes, operand.live_sizes(),
                     mapping.OperandWindowDims(operand.shape().rank()));
  Kernel clear = box.cut || instruction.shape().is_dynamic() ? ClearElements(result) : Kernel();
  const std::vector<int64_t> counted =
      Selected(indices.live_sizes(), mapping.IndicesDims(indices.shape().rank()));
  const bool none = std::find(counted.begin(), counted.end(), 0) != counted.end();
  if (box.elements == 0 || none) return clear;
  GatherArrays arrays = ArraysOf(instruction, mapping, operands, counted, box, result);
  if (clear.done()) return GatherSlices(arrays);
  return GatherAfter(std::move(clear), std::move(arrays));
}

}  // namespace

extern const OpEval kGatherEval;
constexpr OpEval kGatherEval = {
    .evaluate = EvaluateGather,
    .reads_live_sizes = true,
};

}  // namespace hloom
