// The attributes of an instruction for the graphs of a module: in the form of HLO text, each of
// bounded length.
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

// Those that differ from their defaults. A send or recv also has the frontend attribute with its
// source-target pairs.
std::vector<AttributeText> AttributeTextsOf(const HloInstruction& instruction);

// Shortens a text, with a count: "{0,1,2... 491 more bytes".
std::string ShortenedText(const std::string& text);
// The same for groups of ids or pairs, which `noun` names, shortened between two of them; if the
// first itself is too long, it is shortened between ids: "{{0,1},{2,3}, ... 509 more groups}",
// "{{0,1,2, ... 125 more ids}, ... 3 more groups}".
std::string ShortenedGroups(const std::string& text, std::string_view noun);

}  // namespace hloom

#endif  // HLOOM_TEXT_GRAPH_ATTRIBUTE_TEXTS_H_
