// Texts of other kinds that are given as HLO text: MLIR, JSON, Python and so on, by how they begin.
#ifndef HLOOM_TEXT_HLO_FOREIGN_TEXT_H_
#define HLOOM_TEXT_HLO_FOREIGN_TEXT_H_

#include <string_view>

namespace hloom::hlo_text {

// Texts that users mistake for HLO text.
struct ForeignText {
  std::string_view what;  // "JSON"; empty if the kind is unknown
  std::string_view help;
};

// Returns the kind of a text by its beginning. Call it only for texts that cannot be parsed as HLO
// text.
ForeignText FindForeignText(std::string_view text);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_HLO_FOREIGN_TEXT_H_
