// Texts of other kinds that are given as HLO text: MLIR, JSON, Python and so on, by how they begin.
#ifndef HLOOM_TEXT_HLO_FOREIGN_TEXT_H_
#define HLOOM_TEXT_HLO_FOREIGN_TEXT_H_

#include <string_view>

namespace hloom::hlo_text {

// What people take for HLO text, or paste in its place.
struct ForeignText {
  std::string_view what;  // "JSON"; empty where nothing is known of the text
  std::string_view help;
};

// Says what a text is by its beginning. Only texts that cannot be read as HLO text are asked for.
ForeignText FindForeignText(std::string_view text);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_HLO_FOREIGN_TEXT_H_
