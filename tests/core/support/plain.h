// Turns functions that also take a result_accuracy into functions of one operand, for tables of
// such.
#ifndef HLOOM_TESTS_SUPPORT_PLAIN_H_
#define HLOOM_TESTS_SUPPORT_PLAIN_H_

#include "builder/xla_builder.h"

namespace hloom::testing_support {

template <XlaOp (*kFunction)(XlaOp, const std::optional<ResultAccuracy>&)>
XlaOp Plain(XlaOp operand) {
  return kFunction(operand, std::nullopt);
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_PLAIN_H_
