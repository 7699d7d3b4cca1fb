// What the attributes of an instruction are, as the graphs of a module show them: as HLO text
// writes them, and each of bounded length.
#ifndef HLOOM_TEXT_GRAPH_ATTRIBUTE_TEXTS_H_
#define HLOOM_TEXT_GRAPH_ATTRIBUTE_TEXTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "hlo/hlo_instruction.h"

namespace hloom {

struct AttributeText {
  std::string_view name;
  std::string value;
  bool in_operands = false;
};

// Those that say more than their default. A send or recv also has the frontend attribute that says
// which devices send to which.
std::vector<AttributeText> AttributeTextsOf(const HloInstruction& instruction);

// A text of any length is cut with a count: "{0,1,2... 491 more bytes".
std::string ShortenedText(const std::string& text);
// The same for groups of ids or pairs, which `noun` names, cut between two of them; where the first
// is too long itself, it is cut between ids: "{{0,1},{2,3}, ... 509 more groups}",
// "{{0,1,2, ... 125 more ids}, ... 3 more groups}".
std::string ShortenedGroups(const std::string& text, std::string_view noun);

}  // namespace hloom

#endif  // HLOOM_TEXT_GRAPH_ATTRIBUTE_TEXTS_H_
