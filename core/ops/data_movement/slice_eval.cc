#include <algorithm>

#include "ops/data_movement/slice.h"
#include "ops/data_movement/strided_source_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The indices of the range that are below the live size. [1:8:3] of 6 live elements takes 1 and 4.
int64_t LiveLength(const SliceRange& range, int64_t live) {
  const int64_t length = std::max<int64_t>(std::min(range.limit, live) - range.start, 0);
  return length / range.stride + (length % range.stride != 0 ? 1 : 0);
}

// Dead elements move with the others, so that a slice of one of them has a value.
Status SetLiveLengths(const HloInstruction& instruction, Operands operands,
                      Destination& destination) {
  const SliceRanges& ranges = instruction.attributes<SliceAttributes>().slice;
  Literal& result = destination.array();
  for (size_t i = 0; i < ranges.size(); ++i) {
    const int64_t dimension = static_cast<int64_t>(i);
    if (!result.shape().is_dynamic_dimension(dimension)) continue;
    const int64_t live = operands[0]->GetDynamicSize(dimension);
    HLOOM_RETURN_IF_ERROR(result.SetDynamicSize(dimension, LiveLength(ranges[i], live)));
  }
  return OkStatus();
}

StridedSource SourceOfSlice(const HloInstruction& instruction, const Shape& operand) {
  const SliceRanges& ranges = instruction.attributes<SliceAttributes>().slice;
  StridedSource source = {IndexUtil::Strides(operand), 0};
  for (size_t i = 0; i < ranges.size(); ++i) {
    source.first += ranges[i].start * source.strides[i];
    // A stride past the end is never stepped along, and could overflow.
    const bool steps = instruction.shape().dimensions(static_cast<int64_t>(i)) > 1;
    source.strides[i] *= steps ? ranges[i].stride : 0;
  }
  return source;
}

}  // namespace

constexpr OpEval kSliceEval = {
    .kind = Computes{.prepare = PrepareBySource<SourceOfSlice>},
    .live = {.handled = true, .set_result = SetLiveLengths},
};

}  // namespace hloom
