// Lines of "method {json}" as calls of one instance, the way JavaScript makes them: every answer is
// JSON, a result or an error, and whatever was built is given back at the end.
#include "base/json.h"
#include "fuzz/check.h"
#include "wasm/api.h"

using namespace hloom;        // NOLINT
using namespace hloom::fuzz;  // NOLINT

namespace {

constexpr int kMaxCalls = 32;

// Methods that a fuzzer must not call.
constexpr std::string_view kTrap = "debug.trap";

void Call(InstanceState& state, std::string_view line) {
  const size_t space = line.find(' ');
  const std::string_view method = line.substr(0, space);
  if (method == kTrap) return;
  const std::string_view arguments =
      space == std::string_view::npos ? std::string_view("{}") : line.substr(space + 1);
  const std::string answer = CallCore(state, method, arguments);
  const StatusOr<Json> json = ParseJson(answer);
  Check(json.ok(), "an answer that is no JSON", answer);
  const Json* error = json->Find("error");
  Check((error == nullptr) != (json->Find("result") == nullptr), "neither a result nor an error",
        answer);
  if (error == nullptr) return;
  const StatusOr<std::string> rule = error->GetString("rule");
  Check(rule.ok() && !rule->empty(), "an error without a rule", answer);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text = Text(data, size);
  InstanceState state;
  for (int calls = 0; calls < kMaxCalls && !text.empty(); ++calls) {
    const size_t end = text.find('\n');
    Call(state, text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return 0;
}
