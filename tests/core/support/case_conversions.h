// The table "conversions" of a case file: one case for each pair of element types.
#ifndef HLOOM_TESTS_SUPPORT_CASE_CONVERSIONS_H_
#define HLOOM_TESTS_SUPPORT_CASE_CONVERSIONS_H_

#include "base/json.h"

namespace hloom::testing_support {

// The file with each conversion written out as a case, before the cases that it lists itself. A
// file without "conversions" comes back as it is. tests/js/support/case-conversions.ts does the
// same.
StatusOr<Json> ExpandConversions(Json file);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_CASE_CONVERSIONS_H_
