// Text as a module: what parses is verified, and prints, in every form, to text that parses and
// prints the same; so does what its bytes read as.
#include "text/hlo/hlo_text.h"
#include "fuzz/check.h"
#include "hlo/held_bytes.h"
#include "ops/verify/verifier.h"
#include "text/hlo/hlo_parser.h"
#include "text/proto/hlo_proto.h"

using namespace hloom;        // NOLINT
using namespace hloom::fuzz;  // NOLINT

namespace {

// A constant of one written value may have a gigabyte of elements, whose text takes longer than an
// input may.
constexpr int64_t kMostBytes = int64_t{4} << 20;

void CheckForm(const HloModule& module, const HloTextOptions& options) {
  const std::string text = HloModuleToText(module, options);
  const StatusOr<std::unique_ptr<HloModule>> again = ParseHloModule(text);
  Check(again.ok(), "what was printed does not parse", again.status().ToString() + "\n" + text);
  Check(HloModuleToText(**again, options) == text, "print, parse, print is not stable", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(Text(data, size));
  if (!module.ok()) {
    CheckError(module.status());
    return 0;
  }
  const Status verified = VerifyModule(**module);
  Check(verified.ok(), "a module that the verifier refuses was parsed", verified.ToString());
  if (HeldBytes(**module) > kMostBytes) return 0;
  CheckForm(**module, {});
  CheckForm(**module, HloTextOptions::ShortParsable());
  HloTextOptions long_form;
  long_form.print_operand_shape = true;
  CheckForm(**module, long_form);
  const std::string bytes = HloModuleToProtoWithConfig(**module);
  const StatusOr<std::unique_ptr<HloModule>> read = HloModuleFromProto(bytes);
  Check(read.ok(), "the bytes of the module cannot be read", read.status().ToString());
  Check(HloModuleToProtoWithConfig(**read) == bytes, "write, read, write is not stable",
        HloModuleToText(**module));
  return 0;
}
