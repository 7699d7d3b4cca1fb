// Parts of an instruction's result that share memory with parts of its operands.
#ifndef HLOOM_OPS_CONTROL_ALIASING_H_
#define HLOOM_OPS_CONTROL_ALIASING_H_

#include <string_view>

#include "hlo/attributes/custom_call.h"
#include "ops/op_def.h"

namespace hloom {

// `rule`: each alias joins a part of `result` and a part of an operand that exist and have the same
// shape, layouts aside. `ignore_buffers`: a buffer and the array that it holds are the same.
Status ExpectAliases(const Rule& rule, const InferContext& context, const Shape& result,
                     const OutputOperandAliasing& aliasing, bool ignore_buffers = false);

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_ALIASING_H_
