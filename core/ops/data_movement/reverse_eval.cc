#include "ops/data_movement/reverse.h"
#include "ops/data_movement/strided_source_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// Index i of a reversed dimension of size n comes from n - 1 - i: the copy starts at the last
// element and walks back.
StridedSource SourceOfReverse(const HloInstruction& instruction, const Shape& operand) {
  StridedSource source = {IndexUtil::Strides(operand), 0};
  for (int64_t dimension : instruction.attributes<ReverseAttributes>().dimensions) {
    int64_t& stride = source.strides[static_cast<size_t>(dimension)];
    source.first += (instruction.shape().dimensions(dimension) - 1) * stride;
    stride = -stride;
  }
  return source;
}

}  // namespace

constexpr OpEval kReverseEval = {
    .kind = Computes{.prepare = PrepareBySource<SourceOfReverse>},
};

}  // namespace hloom
