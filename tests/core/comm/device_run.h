// Runs of small programs on several devices, for tests.
#ifndef HLOOM_TESTS_CORE_COMM_DEVICE_RUN_H_
#define HLOOM_TESTS_CORE_COMM_DEVICE_RUN_H_

#include <memory>
#include <string>
#include <vector>

#include "runtime/execution.h"

namespace hloom {
namespace testing_support {

std::shared_ptr<const HloModule> Parse(const std::string& text);

// For each device its arguments: one f32[] each.
std::vector<std::vector<Literal>> Scalars(const std::vector<float>& values);

struct Outcome {
  Status status;
  std::vector<std::string> results;
};

// Runs with one thread, and with several.
std::vector<Outcome> Run(const std::string& text, const DeviceGrid& grid,
                         const std::vector<std::vector<Literal>>& arguments, RunLimits limits = {});
void ExpectResults(const std::string& text, const DeviceGrid& grid,
                   const std::vector<std::vector<Literal>>& arguments,
                   const std::vector<std::string>& results);
// The common error of both runs; it must have a help.
std::string ErrorOf(const std::string& text, const DeviceGrid& grid,
                    const std::vector<std::vector<Literal>>& arguments,
                    const RunLimits& limits = {});
// The error that refuses the start of a run.
std::string ErrorOfStart(const std::string& text, const DeviceGrid& grid,
                         const std::vector<std::vector<Literal>>& arguments);

}  // namespace testing_support
}  // namespace hloom

#endif  // HLOOM_TESTS_CORE_COMM_DEVICE_RUN_H_
