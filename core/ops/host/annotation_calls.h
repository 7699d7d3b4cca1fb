// Custom calls with which XLA and JAX say where a value is to lie, and how devices share it. They
// compute nothing.
#ifndef HLOOM_OPS_HOST_ANNOTATION_CALLS_H_
#define HLOOM_OPS_HOST_ANNOTATION_CALLS_H_

#include <string_view>

#include "ops/op_def.h"

namespace hloom {

enum class AnnotationKind : uint8_t {
  // Gives its operand: Sharding, MoveToHost.
  kIdentity,
  // Gives its operand, or looks at it and gives ().
  kRemark,
  // Stands where arrays of all devices become those of each, or the other way round. It is an
  // identity where the shapes say so: SPMDFullToShardShape.
  kBoundary,
};

struct AnnotationCall {
  std::string_view target;
  AnnotationKind kind;
};

// Null for other targets.
const AnnotationCall* FindAnnotationCall(std::string_view target);

// The value that a call returns.
enum class Handed : uint8_t {
  kOperand,   // its operand
  kOperands,  // the tuple of its operands
  kNothing,   // (), whatever it is given
  kOther,     // something of another shape
};
Handed HandedBy(Span<const Shape* const> operands, const Shape& result);
Handed HandedBy(const HloInstruction& call);

// custom_call.c12: the shape of an annotation; for other targets, the one that is given.
StatusOr<Shape> InferAnnotationCall(const InferContext& context, std::string_view target);

// custom_call.c13, for a call that hands on something of another shape.
Status ChangesShape(const HloInstruction& call);

}  // namespace hloom

#endif  // HLOOM_OPS_HOST_ANNOTATION_CALLS_H_
