#include "text/xla_opcodes.h"

#include <algorithm>
#include <iterator>

#include "hlo/opcode.h"

namespace hloom::hlo_text {

namespace {

// The operations that hloom does not have yet, sorted.
constexpr std::string_view kOpcodes[] = {
    "atan",
    "collective-reduce",
    "shuffle",
};

bool IsOpcode(std::string_view name) {
  return ParseHloOpcode(name).has_value() ||
         std::binary_search(std::begin(kOpcodes), std::end(kOpcodes), name);
}

}  // namespace

bool IsXlaOpcodeItself(std::string_view name) { return IsOpcode(name); }

bool IsXlaOpcode(std::string_view name) {
  if (IsOpcode(name)) return true;
  for (const std::string_view suffix : {"-start", "-update", "-done"}) {
    if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix &&
        IsOpcode(name.substr(0, name.size() - suffix.size()))) {
      return true;
    }
  }
  return false;
}

}  // namespace hloom::hlo_text
