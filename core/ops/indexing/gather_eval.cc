#include "kernels/indexing/gather.h"

#include <algorithm>

#include "kernels/sizes.h"
#include "ops/indexing/gather.h"
#include "ops/indexing/window_indices_eval.h"
#include "ops/literal_copies_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The live sizes of the result are those of the indices and of the dimensions that are taken as a
// whole.
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

// The slices that gather copies for each index vector, in the arrays of this run.
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

GatherArrays GatherArraysOf(const HloInstruction& instruction, const WindowMapping& mapping,
                            Span<const Shape* const> operands, const std::vector<int64_t>& counted,
                            const SliceBox& box) {
  const Shape& operand = *operands[0];
  const Shape& shape = instruction.shape();
  const std::vector<int64_t> from = IndexUtil::Strides(operand);
  const std::vector<int64_t> to = IndexUtil::Strides(shape);
  return {.indices = IndexVectorsOf(mapping, *operands[1], counted),
          .last_starts = box.last,
          .operand_strides = from,
          .result_strides = Selected(to, mapping.BatchDims(shape.rank())),
          .sizes = box.sizes,
          .to_strides = Selected(to, mapping.window.dims),
          .from_strides = Selected(from, mapping.OperandWindowDims(operand.rank())),
          .width = ByteWidth(shape.element_type())};
}

// Copies the existing slices.
class PreparedGather final : public PreparedOp {
 public:
  explicit PreparedGather(const GatherArrays& arrays) : tasks_(arrays) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return GatherByTasks(tasks_, operands[1], operands[0], results[0]);
  }
  bool is_small() const override { return tasks_.count() <= 1; }

 private:
  const GatherTasks tasks_;
};

// The work of gather for an operand and indices of these live sizes.
struct GatherParts {
  GatherParts(const HloInstruction& instruction, Span<const Shape* const> operands,
              const std::vector<int64_t>& operand_sizes, const std::vector<int64_t>& indices_sizes)
      : mapping(MappingOf(instruction.attributes<GatherAttributes>().dimension_numbers)),
        box(instruction.attributes<GatherAttributes>().slice_sizes, operand_sizes,
            mapping.OperandWindowDims(operands[0]->rank())),
        clears(box.cut || instruction.shape().is_dynamic()) {
    const std::vector<int64_t> counted =
        Selected(indices_sizes, mapping.IndicesDims(operands[1]->rank()));
    if (box.elements == 0 || ElementCount(counted) == 0) return;
    copies = std::make_unique<PreparedGather>(
        GatherArraysOf(instruction, mapping, operands, counted, box));
  }

  WindowMapping mapping;
  SliceBox box;
  bool clears;                                         // elements that are not copied
  std::unique_ptr<const PreparedOp> copies = nullptr;  // null where there is nothing to copy
};

Kernel CopyAfter(Kernel clear, std::unique_ptr<const PreparedOp> copies, Operands operands,
                 Destination& destination) {
  co_await std::move(clear);
  co_await RunOnce(std::move(copies), operands, destination);
  co_return OkStatus();
}

Kernel EvaluateGather(EvalContext&, const HloInstruction& instruction, Operands operands,
                      Destination& destination) {
  GatherParts parts(instruction, ShapesOf(operands), operands[0]->live_sizes(),
                    operands[1]->live_sizes());
  Literal& result = destination.array();
  HLOOM_RETURN_IF_ERROR(SetGatheredSizes(parts.mapping, *operands[0], *operands[1], result));
  if (!parts.clears) return RunOnce(std::move(parts.copies), operands, destination);
  return CopyAfter(ClearElements(result), std::move(parts.copies), operands, destination);
}

std::unique_ptr<const PreparedOp> PrepareGather(const HloInstruction& instruction,
                                                Span<const Shape* const> operands) {
  GatherParts parts(instruction, operands, operands[0]->dimensions().ToVector(),
                    operands[1]->dimensions().ToVector());
  return parts.clears ? nullptr : std::move(parts.copies);
}

}  // namespace

constexpr OpEval kGatherEval = {
    .kind = Computes{.prepare = PrepareGather, .evaluate = EvaluateGather},
    .live = kHandlesLiveSizes,
};

}  // namespace hloom
