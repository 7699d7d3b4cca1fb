// Operands as a whole: how many an operation takes, and how errors show them.
#ifndef HLOOM_OPS_OPERANDS_H_
#define HLOOM_OPS_OPERANDS_H_

#include <string>
#include <vector>

#include "ops/op_def.h"

namespace hloom {

// arity.c1: as many operands as the operation is defined for. InferShape checks it, too.
Status CheckArity(const InferContext& context);

// The shapes for ErrorFields::operands; none if they are too many to be read: operands may be many,
// and each may name the same huge tuple.
std::vector<std::string> OperandTexts(Span<const Shape* const> operands);

}  // namespace hloom

#endif  // HLOOM_OPS_OPERANDS_H_
