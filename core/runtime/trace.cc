#include "runtime/trace.h"

#include "ops/op_eval.h"

namespace hloom {

bool IsUnderWay(const HloInstruction& instruction) {
  const Meets* meets = ExecutingOpEval(instruction).As<Meets>();
  return meets != nullptr && meets->part == Meets::kStart;
}

}  // namespace hloom
