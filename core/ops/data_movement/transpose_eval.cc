#include "ops/data_movement/strided_source_eval.h"
#include "ops/data_movement/transpose.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

StridedSource SourceOfTranspose(const HloInstruction& instruction, const Shape& operand) {
  const std::vector<int64_t> operand_strides = IndexUtil::Strides(operand);
  StridedSource source;
  for (int64_t dimension : instruction.attributes<TransposeAttributes>().dimensions) {
    source.strides.push_back(operand_strides[static_cast<size_t>(dimension)]);
  }
  return source;
}

}  // namespace

constexpr OpEval kTransposeEval = {
    .kind = Computes{.prepare = PrepareBySource<SourceOfTranspose>},
};

}  // namespace hloom
