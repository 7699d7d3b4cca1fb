// Prints HLO text in XLA's grammar, which XLA can parse.
//
//   HloModule axis_demo, entry_computation_layout={(f32[2,3]{1,0}, f32[3]{0})->f32[2,3]{1,0}}
//
//   ENTRY %main.5 (x: f32[2,3], v: f32[3]) -> f32[2,3] {
//     %x = f32[2,3]{1,0} parameter(0)
//     %v = f32[3]{0} parameter(1)
//     %broadcast.3 = f32[2,3]{1,0} broadcast(%v), dimensions={1}
//     ROOT %add.4 = f32[2,3]{1,0} add(%x, %broadcast.3)
//   }
#ifndef HLOOM_TEXT_HLO_HLO_TEXT_H_
#define HLOOM_TEXT_HLO_HLO_TEXT_H_

#include <string>

#include "hlo/hlo_module.h"

namespace hloom {

// Names as in XLA's HloPrintOptions. The defaults are those of current XLA, which no longer prints
// the shapes of operands (they are at the definitions). Only constants differ: they are printed
// completely by default, because an elided one cannot be read back.
struct HloTextOptions {
  bool print_percent = true;         // %add.4 rather than add.4
  bool print_program_shape = true;   // (x: f32[2,3]) -> f32[2,3] after a computation's name
  bool print_operand_shape = false;  // add(f32[2,3]{1,0} %x, ...)
  // The number of operands after which a comment has the index of the next one, /*index=5*/; 0:
  // never.
  int print_operand_index_annotation_interval = 5;
  bool print_metadata = true;  // metadata={op_name="..." ...}
  // Without it, constants that are tuples or have more than 10 elements are {...}, which can be
  // read as zeros: HloParserOptions::elided_constants.
  bool print_large_constants = true;

  // The form of XLA's tests: `add.4 = f32[2,3]{1,0} add(x, broadcast.3)`.
  static HloTextOptions ShortParsable() {
    return {.print_percent = false,
            .print_program_shape = false,
            .print_operand_shape = false,
            .print_operand_index_annotation_interval = 0};
  }
};

// The module must be one that VerifyModule accepts. Padded layouts are printed in our extension of
// the grammar, f32[2,3]{0,1:PAD(3,5)ZERO_PAD}, which XLA does not parse. Ends with an empty line,
// as XLA's does.
std::string HloModuleToText(const HloModule& module, const HloTextOptions& options = {});
// text.w1: the text has at most kMaxHloTextSize characters. Checked before anything is printed, by
// the maximum length of numbers of each type. Call this first before you print modules from users.
inline constexpr int64_t kMaxHloTextSize = int64_t{1} << 27;
Status CheckHloTextSize(const HloModule& module, const HloTextOptions& options = {});
// Prints the same for XLA to read: no shape may be padded (layout.c6), and text.w1 is checked too.
StatusOr<std::string> HloModuleToStrictText(const HloModule& module,
                                            const HloTextOptions& options = {});
// The text of a computation from its name to its closing brace, without "ENTRY".
std::string HloComputationToText(const HloComputation& computation,
                                 const HloTextOptions& options = {});

}  // namespace hloom

#endif  // HLOOM_TEXT_HLO_HLO_TEXT_H_
