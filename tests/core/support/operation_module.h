// Modules of one operation, for tests that go through the operations' table.
#ifndef HLOOM_TESTS_SUPPORT_OPERATION_MODULE_H_
#define HLOOM_TESTS_SUPPORT_OPERATION_MODULE_H_

#include <memory>
#include <string>

#include "builder/builder_def.h"
#include "builder/xla_builder.h"
#include "ops/op_def.h"

namespace hloom::testing_support {

// The operation on as many parameters of this shape as it needs.
inline StatusOr<std::unique_ptr<HloModule>> ModuleOfOperation(const OpDef& def,
                                                              const Shape& shape) {
  XlaBuilder b("one");
  XlaBuilder::Instruction instruction{.opcode = def.opcode};
  for (int i = 0; i < def.min_operands; ++i) {
    instruction.operands.push_back(Parameter(&b, i, shape, std::string(1, 'a' + i)));
  }
  if (def.make_attributes != nullptr) instruction.attributes = def.make_attributes();
  HLOOM_RETURN_IF_ERROR(b.AddInstruction(std::move(instruction)).status());
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation computation, b.Build());
  return computation.CreateModule();
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_OPERATION_MODULE_H_
