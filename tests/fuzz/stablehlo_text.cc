// Text of MLIR as programs: each module of it becomes a verified program, or an error.
#include "fuzz/check_stablehlo.h"

using namespace hloom;        // NOLINT
using namespace hloom::fuzz;  // NOLINT

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text = Text(data, size);
  const auto modules = mlir::ParseMlirText(text);
  if (!modules.ok()) {
    // The method of the boundary adds help to errors that have none.
    CheckError(modules.status().WithHelp("see the documentation of StableHLO"));
    return 0;
  }
  for (const std::unique_ptr<mlir::Module>& module : *modules) CheckStableHlo(*module, text);
  return 0;
}
