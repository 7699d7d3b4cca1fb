// The operands of an operation: their number, and their form in errors.
#ifndef HLOOM_OPS_OPERANDS_H_
#define HLOOM_OPS_OPERANDS_H_

#include <string>
#include <vector>

#include "ops/op_def.h"

namespace hloom {

// arity.c1: as many operands as the operation is defined for. InferShape checks it, too.
Status CheckArity(const InferContext& context);

// The shapes for ErrorFields::operands; empty if they would be too long: there may be many
// operands, and each may be the same huge tuple.
std::vector<std::string> OperandTexts(Span<const Shape* const> operands);

}  // namespace hloom

#endif  // HLOOM_OPS_OPERANDS_H_
