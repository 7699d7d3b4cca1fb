// The attributes that any instruction may have in HLO text: metadata={...}, sharding={...} and the
// like; InstructionExtras, written and read.
#ifndef HLOOM_TEXT_EXTRAS_EXTRAS_TEXT_H_
#define HLOOM_TEXT_EXTRAS_EXTRAS_TEXT_H_

#include <string>
#include <string_view>

#include "base/text_reader.h"
#include "hlo/hlo_instruction.h"
#include "text/hlo/text_values.h"

namespace hloom::hlo_text {

struct ExtrasPrintOptions {
  bool print_percent = true;
  bool print_metadata = true;
};

// ", sharding={replicated}, metadata={op_name=\"x\"}": they are in XLA's order, each with its
// comma.
void AppendExtras(std::string& out, const InstructionExtras& extras,
                  const ExtrasPrintOptions& options);

struct ExtraAttribute {
  std::string_view name;
  bool (*present)(const InstructionExtras& extras);
  void (*print)(std::string& out, const InstructionExtras& extras,
                const ExtrasPrintOptions& options);
  // Reads the value after the '='; `names` are the instructions before this one.
  Status (*parse)(TextReader& in, const InstructionTable& names, InstructionExtras& extras);
};

// The attributes in the order in which they are printed.
Span<const ExtraAttribute> ExtraAttributes();

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_EXTRAS_EXTRAS_TEXT_H_
