// The report of a fuzzer when a condition does not hold: the sentence, then an abort, which
// libFuzzer reports with the input.
#ifndef HLOOM_TESTS_FUZZ_CHECK_H_
#define HLOOM_TESTS_FUZZ_CHECK_H_

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/status.h"

namespace hloom::fuzz {

inline void Check(bool holds, std::string_view what, std::string_view more = {}) {
  if (holds) return;
  std::fprintf(stderr, "%.*s\n%.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(more.size()), more.data());
  std::abort();
}

// An error has a rule and a help.
inline void CheckError(const Status& status) {
  Check(!status.rule().empty(), "an error without a rule", status.ToString());
  Check(!status.fields().help.empty(), "an error without help", status.ToString());
  Check(status.ToString().size() < 64 * 1024, "an error of more than 64 KB");
}

inline std::string_view Text(const uint8_t* data, size_t size) {
  return std::string_view(reinterpret_cast<const char*>(data), size);
}

}  // namespace hloom::fuzz

#endif  // HLOOM_TESTS_FUZZ_CHECK_H_
