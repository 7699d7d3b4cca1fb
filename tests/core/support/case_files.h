// Finds the cases, and reads them. The schema is in tests/cases/README.md.
#ifndef HLOOM_TESTS_SUPPORT_CASE_FILES_H_
#define HLOOM_TESTS_SUPPORT_CASE_FILES_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace hloom::testing_support {

// The names of the case files without their ending: every operation, and what is about no single
// one.
std::vector<std::string> CaseFileNames();
// All of a file, by its path from the root of the checkout.
StatusOr<std::string> ReadCheckoutFile(const std::string& path);
// The parsed file tests/cases/<name>.jsonc, with its conversions written out as cases and the
// values that it names put in their places.
StatusOr<Json> ReadCaseFile(std::string_view name);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_CASE_FILES_H_
