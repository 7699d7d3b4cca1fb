// A program that builds, reads, writes and runs programs.
#include <cstdio>

#include "builder/builder_def.h"
#include "runtime/execution.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

int main(int argc, char** argv) {
  using namespace hloom;  // NOLINT
  // Every builder function is reached from the table, and every operation from the parser.
  if (argc < 2 || FindBuilderDef(argv[1], 0) == nullptr) return 2;
  const auto module = ParseHloModule(argv[1]);
  if (!module.ok()) return 1;
  const auto again = HloModuleFromProto(HloModuleToProto(**module));
  if (!again.ok()) return 1;
  std::puts(HloModuleToText(**again).c_str());
  const auto result = Evaluate(**again, {});
  if (result.ok()) std::puts(result->ToString().c_str());
  return result.ok() ? 0 : 1;
}
