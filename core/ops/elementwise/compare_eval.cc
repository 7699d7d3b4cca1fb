#include "kernels/elementwise/elements.h"
#include "ops/elementwise/compare.h"
#include "ops/elementwise/elementwise_arrays_eval.h"

namespace hloom {

namespace {

ElementFunction CompareFunctionFor(const HloInstruction& instruction, PrimitiveType type) {
  const auto& loops = IsTotalOrderOfFloats(instruction) ? kCompareTotalOrderLoops : kCompareLoops;
  const auto direction = instruction.attributes<CompareAttributes>().direction;
  return {loops[static_cast<size_t>(direction)](type)};
}
constexpr ElementOp kCompareElements = {CompareFunctionFor};

}  // namespace

constexpr OpEval kCompareEval = ElementwiseEval(&kCompareElements);

}  // namespace hloom
