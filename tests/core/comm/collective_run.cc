#include "comm/collective_run.h"

#include <cstdlib>

#include "base/str_cat.h"
#include "runtime/execution.h"
#include "support/test_threads.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"

namespace hloom::testing_support {

namespace {

StatusOr<std::vector<Literal>> Run(const CollectiveProgram& program,
                                   const std::shared_ptr<const Executable>& executable,
                                   bool threads) {
  RunLimits limits;
  if (threads) limits.threads = TestThreads();
  HLOOM_ASSIGN_OR_RETURN(const auto run,
                         Execution::StartOnDevices(executable, program.arguments, limits));
  for (bool done = false; !done;) {
    HLOOM_ASSIGN_OR_RETURN(done, run->RunFor(1));
  }
  std::vector<Literal> results;
  for (size_t device = 0; device < program.arguments.size(); ++device) {
    results.push_back(run->TakeResult(device));
  }
  return results;
}

// Empty, or which element of the root is wrong.
std::string Compare(const CollectiveProgram& program, const std::vector<Literal>& results) {
  for (size_t device = 0; device < results.size(); ++device) {
    if (results[device].elements().size() != program.results.size()) return "not so many elements";
    for (size_t k = 0; k < program.results.size(); ++k) {
      const SpreadArray& array = program.results[k];
      const Literal& have = results[device].elements()[k];
      const Shape shape = ShapeUtil::MakeShape(array.type, array.sizes());
      const Literal want = ToLiteral(array.on[device], shape);
      if (have == want) continue;
      return StrCat("element ", k, " of the root on device ", device, " is\n  ",
                    have.ToString().substr(0, 2000), "\nnot\n  ", want.ToString().substr(0, 2000));
    }
  }
  return "";
}

}  // namespace

std::string JudgeModule(const CollectiveProgram& program, std::shared_ptr<const HloModule> module) {
  const auto executable =
      Executable::Create(module, {program.grid.replicas, program.grid.partitions});
  if (!executable.ok()) return executable.status().ToString();
  for (const bool threads : {false, true}) {
    const StatusOr<std::vector<Literal>> results = Run(program, *executable, threads);
    const std::string wrong =
        results.ok() ? Compare(program, *results) : results.status().ToString();
    if (wrong.empty()) continue;
    return StrCat(wrong, "\nwith ", threads ? "four threads" : "one thread", " on ",
                  program.grid.replicas, " replicas of ", program.grid.partitions,
                  " partitions by\n", HloModuleToText(*module));
  }
  return "";
}

std::string JudgeText(const CollectiveProgram& program) {
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(program.text);
  if (!module.ok()) return StrCat(module.status().ToString(), "\n", program.text);
  const std::string wrong = JudgeModule(program, *std::move(module));
  return wrong.empty() ? "" : StrCat(wrong, "\nread from\n", program.text);
}

int64_t NumberFromEnvironment(const char* variable, int64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoll(text);
}

}  // namespace hloom::testing_support
