// Names of modules, computations and instructions that HLO text can spell.
#ifndef HLOOM_HLO_NAME_H_
#define HLOOM_HLO_NAME_H_

#include <string>
#include <string_view>

#include "base/span.h"

namespace hloom {

// [a-zA-Z_][a-zA-Z0-9_.-]*, and no element type ("f32").
bool IsLegalHloName(std::string_view name);
// True if HLO text reads the word as a name only after a '%': "ROOT", "nan".
bool IsHloKeyword(std::string_view name);
// All these words.
Span<const std::string_view> HloKeywords();

// The nearest legal name, by XLA's own rule: '_' replaces characters that a name cannot hold, and
// is appended to an element type. An empty name stays empty.
std::string SanitizeHloName(std::string_view name);

}  // namespace hloom

#endif  // HLOOM_HLO_NAME_H_
