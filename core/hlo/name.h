// Names of modules, computations and instructions: what HLO text can spell.
#ifndef HLOOM_HLO_NAME_H_
#define HLOOM_HLO_NAME_H_

#include <string>
#include <string_view>

namespace hloom {

// [a-zA-Z_][a-zA-Z0-9_.-]*, and no word that HLO text reads as something else ("f32", "ROOT").
bool IsLegalHloName(std::string_view name);

// The nearest legal name, by XLA's own rule: '_' in place of what a name cannot hold, and after a
// reserved word. An empty name stays empty.
std::string SanitizeHloName(std::string_view name);

}  // namespace hloom

#endif  // HLOOM_HLO_NAME_H_
