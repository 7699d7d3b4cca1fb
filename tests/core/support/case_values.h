// Values of the language-neutral cases: JSON to bytes in a shape's layout, and back to a
// comparison.
#ifndef HLOOM_TESTS_SUPPORT_CASE_VALUES_H_
#define HLOOM_TESTS_SUPPORT_CASE_VALUES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "base/json.h"
#include "shape/shape_util.h"

namespace hloom::testing_support {

using Bytes = std::vector<std::byte>;

// One array of a value. An array of a dynamic shape has its live elements and the live sizes.
struct CaseLeaf {
  Bytes bytes;
  std::vector<int64_t> sizes;  // empty where the shape is static
};

// The array leaves of `value`, depth first. `sizes` are the live sizes of an array where the lists
// do not tell them, or null. Errors are in the case, not in what is tested.
StatusOr<std::vector<CaseLeaf>> EncodeCaseValue(const Shape& shape, const Json& value,
                                                const Json* sizes = nullptr);

// The first difference between the leaves and the expected value, with its place; empty if there is
// none. Floats may be `tolerance_ulps` apart.
std::string CompareCaseValue(const Shape& shape, const Json& expected,
                             const std::vector<CaseLeaf>& leaves, int64_t tolerance_ulps,
                             const Json* sizes = nullptr);

// `json` as text again.
std::string CaseJsonText(const Json& json);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_CASE_VALUES_H_
