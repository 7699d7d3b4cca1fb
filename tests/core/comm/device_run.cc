#include "comm/device_run.h"

#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "support/test_threads.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace testing_support {

std::shared_ptr<const HloModule> Parse(const std::string& text) {
  auto module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  return *std::move(module);
}

std::vector<Outcome> Run(const std::string& text, const DeviceGrid& grid,
                         const std::vector<std::vector<Literal>>& arguments, RunLimits limits) {
  std::vector<Outcome> outcomes;
  const auto executable = *Executable::Create(Parse(text), grid);
  for (const bool threads : {false, true}) {
    limits.threads = threads ? TestThreads() : nullptr;
    auto run = Execution::StartOnDevices(
        executable, Span<const std::vector<Literal>>(arguments.data(), arguments.size()), limits);
    Outcome outcome{run.status()};
    if (run.ok()) {
      StatusOr<bool> done = false;
      while (done.ok() && !*done) done = (*run)->RunFor(1);
      outcome.status = done.status();
      for (int64_t device = 0; done.ok() && device < grid.size(); ++device) {
        outcome.results.push_back((*run)->TakeResult(static_cast<size_t>(device)).ToString());
      }
    }
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

std::vector<std::vector<Literal>> Scalars(const std::vector<float>& values) {
  std::vector<std::vector<Literal>> arguments;
  for (const float value : values) arguments.push_back({LiteralUtil::CreateR0(value)});
  return arguments;
}

void ExpectResults(const std::string& text, const DeviceGrid& grid,
                   const std::vector<std::vector<Literal>>& arguments,
                   const std::vector<std::string>& results) {
  for (const Outcome& outcome : Run(text, grid, arguments)) {
    EXPECT_TRUE(outcome.status.ok()) << outcome.status.ToString();
    EXPECT_EQ(outcome.results, results);
  }
}

std::string ErrorOf(const std::string& text, const DeviceGrid& grid,
                    const std::vector<std::vector<Literal>>& arguments, const RunLimits& limits) {
  std::string first;
  for (const Outcome& outcome : Run(text, grid, arguments, limits)) {
    EXPECT_FALSE(outcome.status.ok());
    if (outcome.status.ok()) return "";
    EXPECT_FALSE(outcome.status.fields().help.empty());
    first = outcome.status.ToString();
  }
  return first;
}

std::string ErrorOfStart(const std::string& text, const DeviceGrid& grid,
                         const std::vector<std::vector<Literal>>& arguments) {
  const auto executable = Executable::Create(Parse(text), grid);
  const auto run = Execution::StartOnDevices(
      *executable, Span<const std::vector<Literal>>(arguments.data(), arguments.size()), {});
  return run.ok() ? "" : run.status().ToString();
}

}  // namespace testing_support
}  // namespace hloom
