// Bytes as a module: what is read is a verified module, written again it reads as the same, prints,
// and runs within its limits.
#include "fuzz/check.h"
#include "literal/literal_util.h"
#include "ops/verify/verifier.h"
#include "runtime/execution.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

using namespace hloom;        // NOLINT
using namespace hloom::fuzz;  // NOLINT

namespace {

constexpr int64_t kMaxArgumentBytes = 1 << 16;

// Runs a module with zeros for arguments. It may fail, but only with an error.
void Run(const HloModule& module) {
  std::vector<Literal> arguments;
  for (const HloInstruction* parameter : module.entry_computation().parameters()) {
    const Shape& shape = parameter->shape();
    if (!shape.IsArray() || ShapeUtil::ByteSizeOf(shape) > kMaxArgumentBytes) return;
    arguments.push_back(LiteralUtil::Zero(ShapeUtil::MakeStaticShape(shape)));
  }
  const StatusOr<Literal> value =
      Evaluate(module, arguments, {.instructions = 1000, .bytes = 1 << 20});
  if (!value.ok()) CheckError(value.status());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const StatusOr<std::unique_ptr<HloModule>> module = HloModuleFromProto(Text(data, size));
  if (!module.ok()) {
    CheckError(module.status());
    return 0;
  }
  const Status verified = VerifyModule(**module);
  Check(verified.ok(), "a module that the verifier refuses was read", verified.ToString());
  const std::string text = HloModuleToText(**module);
  // The module alone has no place for some of its first line.
  const Status alone = HloModuleFromProto(HloModuleToProto(**module)).status();
  Check(alone.ok(), "what was written alone cannot be read", alone.ToString());
  const StatusOr<std::unique_ptr<HloModule>> again =
      HloModuleFromProto(HloModuleToProtoWithConfig(**module));
  Check(again.ok(), "what was written cannot be read", again.status().ToString());
  Check(HloModuleToText(**again) == text, "what was written is another module", text);
  Run(**module);
  return 0;
}
