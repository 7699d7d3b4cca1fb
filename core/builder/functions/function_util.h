// Error reporting of builder functions: into the builder of the first operand that has one.
#ifndef HLOOM_BUILDER_FUNCTIONS_FUNCTION_UTIL_H_
#define HLOOM_BUILDER_FUNCTIONS_FUNCTION_UTIL_H_

#include <optional>

#include "builder/xla_builder.h"
#include "hlo/attributes/result_accuracy.h"

namespace hloom {

// Runs `body`, which returns StatusOr<XlaOp>, and reports. A null builder (an operand that was
// never assigned) gives an invalid op. After a failed call the builder has its error, without the
// operations that `body` added; calls on the invalid op have no further effect.
template <typename Body>
XlaOp InBuilder(XlaBuilder* builder, Body&& body) {
  if (builder == nullptr) return XlaOp();
  if (!builder->GetCurrentStatus().ok()) return XlaOp(builder, 0);
  const int64_t first = builder->next_handle();
  const XlaOp op = builder->ReportErrorOrReturn(body());
  if (!builder->GetCurrentStatus().ok()) builder->RemoveFrom(first);
  return op;
}

inline XlaBuilder* BuilderOf(XlaOp a, XlaOp b) { return a.builder() ? a.builder() : b.builder(); }

// Broadcasts both operands as the explanation states, and applies the operation.
StatusOr<XlaOp> BroadcastAndApply(XlaBuilder* builder, XlaOp lhs, XlaOp rhs,
                                  Span<const int64_t> broadcast_dimensions, HloOpcode opcode,
                                  std::unique_ptr<Attributes> attributes);

// The shape that an HLO reshape to these sizes gives, with the dynamic dimensions that follow from
// the operand's: reshape.c3. The reshape makes the other checks.
StatusOr<Shape> ReshapedShape(const XlaBuilder& builder, const Shape& operand,
                              Span<const int64_t> new_sizes, int64_t inferred_dimension = -1);

// A whole builder function for a binary operation, and one for a unary operation, with its
// attributes if it has any.
XlaOp ApplyBinary(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions, HloOpcode opcode);
XlaOp ApplyUnary(XlaOp operand, HloOpcode opcode, std::unique_ptr<Attributes> attributes = nullptr);
XlaOp ApplyAccurate(XlaOp operand, HloOpcode opcode,
                    const std::optional<ResultAccuracy>& result_accuracy);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_FUNCTION_UTIL_H_
