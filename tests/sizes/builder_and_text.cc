// A program that builds, reads and writes programs and runs none: its size is what those who only
// do that would link.
#include <cstdio>

#include "builder/builder_def.h"
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
  if (again.ok()) std::puts(HloModuleToText(**again).c_str());
  return again.ok() ? 0 : 1;
}
