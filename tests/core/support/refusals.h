// Programs that the parser or the verifier refuses, each with the rule that it breaks.
#ifndef HLOOM_TESTS_SUPPORT_REFUSALS_H_
#define HLOOM_TESTS_SUPPORT_REFUSALS_H_

#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "text/hlo/hlo_parser.h"

namespace hloom::testing_support {

struct Refusal {
  std::string_view what;
  std::string_view rule;
  std::string_view text;
};

// Empty where the text is a program.
inline std::string RuleOf(std::string_view text) {
  const auto module = ParseHloModule(text);
  if (module.ok()) return "";
  EXPECT_FALSE(module.status().fields().help.empty()) << module.status().ToString();
  return std::string(module.status().rule());
}

inline void ExpectRefused(Span<const Refusal> refusals) {
  for (const Refusal& refusal : refusals) {
    EXPECT_EQ(RuleOf(refusal.text), refusal.rule) << refusal.what << "\n" << refusal.text;
  }
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_REFUSALS_H_
