// How builder functions report: into the builder of the first operand that has one.
#ifndef HLOOM_BUILDER_FUNCTION_UTIL_H_
#define HLOOM_BUILDER_FUNCTION_UTIL_H_

#include "builder/xla_builder.h"

namespace hloom {

// Runs `body`, which returns StatusOr<XlaOp>, and reports. A null builder (an operand that was
// never assigned) gives an invalid op. After a failed call the builder holds its error: calls on
// the invalid op change nothing more.
template <typename Body>
XlaOp InBuilder(XlaBuilder* builder, Body&& body) {
  if (builder == nullptr) return XlaOp();
  if (!builder->GetCurrentStatus().ok()) return XlaOp(builder, 0);
  return builder->ReportErrorOrReturn(body());
}

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTION_UTIL_H_
