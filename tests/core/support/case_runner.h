// Runs one case of tests/cases through the generic entry, as JavaScript does. The schema is in
// tests/cases/README.md.
#ifndef HLOOM_TESTS_SUPPORT_CASE_RUNNER_H_
#define HLOOM_TESTS_SUPPORT_CASE_RUNNER_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "builder/builder_def.h"
#include "support/case_files.h"
#include "support/case_values.h"
#include "support/js_run.h"
#include "support/test_threads.h"

namespace hloom::testing_support {

class CaseRunner {
 public:
  CaseRunner() { state_.threads = TestThreads(); }
  // Returns the failure, or an empty text. `json` is one element of a file's "cases".
  std::string Run(const Json& json);

  // The record of a run, for fuzzers that start from it: its calls, a line each, and its program's
  // bytes.
  struct Record {
    std::string calls;
    std::string module;
  };
  void set_record(Record* record) { record_ = record; }
  // Somebody looks at every instruction, which must not change what comes out.
  void set_traced(bool traced) { traced_ = traced; }

 private:
  using Names = std::map<std::string, int64_t, std::less<>>;

  // {"result": ...}, or the error as a Status with its code, rule and message.
  StatusOr<Json> Call(std::string_view method, std::string arguments);
  StatusOr<int64_t> CallForHandle(std::string_view method, std::string arguments,
                                  std::string_view key);

  Status Execute(const Json& json);
  StatusOr<int64_t> BuildComputation(std::string_view name,
                                     const std::vector<std::string>& parameters, const Json* steps,
                                     const Json* root);
  Status AddStep(int64_t builder, const Json& step, Names& ops);
  // `spec` is null for an argument that the function does not have.
  StatusOr<std::string> ArgumentText(const Json& value, const ArgumentSpec* spec, const Names& ops);
  StatusOr<std::string> LiteralText(const Json& value);
  Status RunText(const Json& hlo, const Json& json);
  Status RunComputation(int64_t computation, const Json& json);
  // Takes as many of the run's arrays as the parameter has, from `array` on.
  Status GiveArgument(const Json& argument, const Shape& parameter, size_t device, size_t& array);
  Status SetLimits(const Json& limits);
  std::string CompareResult(const Json& expected) const;
  std::string CompareError(const Status& status, const Json& expected) const;
  std::string ReleaseAll();

  InstanceState state_;
  JsRun run_;
  Record* record_ = nullptr;
  bool traced_ = false;
  Names computations_;
  std::vector<int64_t> values_;        // on the engine
  std::vector<std::string> releases_;  // method and arguments, to be called at the end
  bool running_ = false;               // past the build
  size_t devices_ = 1;
  std::string result_shape_;  // as JSON
  std::vector<CaseLeaf> leaves_;
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_CASE_RUNNER_H_
