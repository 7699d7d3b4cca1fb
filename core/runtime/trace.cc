#include "runtime/trace.h"

#include "ops/op_eval.h"

namespace hloom {

bool IsUnderWay(const HloInstruction& instruction) {
  return ExecutingOpEval(instruction).collective_part == OpEval::CollectivePart::kStart;
}

}  // namespace hloom
