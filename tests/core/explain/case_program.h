// The programs of tests/cases, with their arguments and results, for those who ask about elements.
#ifndef HLOOM_TESTS_EXPLAIN_CASE_PROGRAM_H_
#define HLOOM_TESTS_EXPLAIN_CASE_PROGRAM_H_

#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "ops/op_explain.h"
#include "runtime/execution.h"
#include "support/case_runner.h"

namespace hloom::testing_support {

struct CaseProgram {
  std::shared_ptr<const Executable> program;
  std::vector<Literal> arguments;
  Literal result;
};
// The program is null where the case is one of an error.
StatusOr<CaseProgram> ReadCaseProgram(const Json& json);

// The indices of the first, a middle and the last live element.
std::vector<ElementIndex> Samples(const Literal& array);

// A test's name: that of its file of cases, with letters and underscores alone.
std::string CaseTestName(const ::testing::TestParamInfo<std::string>& info);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_EXPLAIN_CASE_PROGRAM_H_
