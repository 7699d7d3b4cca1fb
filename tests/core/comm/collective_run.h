// Runs programs on their devices and compares their results with those of the plain model.
#ifndef HLOOM_TESTS_COMM_COLLECTIVE_RUN_H_
#define HLOOM_TESTS_COMM_COLLECTIVE_RUN_H_

#include <memory>
#include <string>

#include "comm/collective_program.h"
#include "hlo/hlo_module.h"

namespace hloom::testing_support {

// Runs the module on the program's devices, with one thread and with four. Returns an empty text,
// or a description of the first element of the root that is not, bit for bit, the right one.
std::string JudgeModule(const CollectiveProgram& program, std::shared_ptr<const HloModule> module);
// The same of the program's text.
std::string JudgeText(const CollectiveProgram& program);

// The number in an environment variable, if there is one.
int64_t NumberFromEnvironment(const char* variable, int64_t otherwise);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_COMM_COLLECTIVE_RUN_H_
