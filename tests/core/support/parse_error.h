// The texts of errors that the parser of HLO text gives.
#ifndef HLOOM_TESTS_SUPPORT_PARSE_ERROR_H_
#define HLOOM_TESTS_SUPPORT_PARSE_ERROR_H_

#include <string>
#include <string_view>

#include "text/hlo/hlo_parser.h"

namespace hloom::testing_support {

inline std::string ErrorOf(std::string_view text) {
  const StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  return module.ok() ? "no error" : module.status().ToString();
}

// The instruction is in line 4, from column 3 on, after x: f32[2] and s: f32[].
inline std::string ErrorIn(std::string_view instruction) {
  return ErrorOf("ENTRY main {\n  x = f32[2] parameter(0)\n  s = f32[] parameter(1)\n  " +
                 std::string(instruction) + "\n}");
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_PARSE_ERROR_H_
