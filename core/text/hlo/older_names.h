// Names from older versions of XLA in HLO text.
#ifndef HLOOM_TEXT_HLO_OLDER_NAMES_H_
#define HLOOM_TEXT_HLO_OLDER_NAMES_H_

#include <string>
#include <string_view>

namespace hloom::hlo_text {

// "did you mean all-reduce? ...", for an operation of an older version; empty for other words.
std::string HelpWithOlderOperation(std::string_view name);
// The same for an attribute.
std::string HelpWithOlderAttribute(std::string_view name);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_HLO_OLDER_NAMES_H_
