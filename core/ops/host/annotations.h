// Custom calls with which XLA and JAX annotate the memory and the sharding of values. They compute
// nothing.
#ifndef HLOOM_OPS_HOST_ANNOTATIONS_H_
#define HLOOM_OPS_HOST_ANNOTATIONS_H_

#include <string_view>

#include "ops/op_def.h"

namespace hloom {

enum class AnnotationKind : uint8_t {
  // Returns its operand: Sharding, MoveToHost.
  kIdentity,
  // Returns its operand, or ().
  kRemark,
  // Converts arrays of all devices to those of each, or vice versa. It is an identity if the shapes
  // are equal: SPMDFullToShardShape.
  kBoundary,
};

struct Annotation {
  std::string_view target;
  AnnotationKind kind;
};

// Null for other targets.
const Annotation* FindAnnotation(std::string_view target);

// The value that a call returns.
enum class Handed : uint8_t {
  kOperand,   // its operand
  kOperands,  // the tuple of its operands
  kNothing,   // (), whatever it is given
  kOther,     // something of another shape
};
Handed HandedBy(Span<const Shape* const> operands, const Shape& result);
Handed HandedBy(const HloInstruction& call);

// custom_call.c12: the shape of an annotation; for other targets, the given one.
StatusOr<Shape> InferAnnotation(const InferContext& context, std::string_view target);

// custom_call.c13, for a call that would change a shape.
Status ChangesShape(const HloInstruction& call);

}  // namespace hloom

#endif  // HLOOM_OPS_HOST_ANNOTATIONS_H_
