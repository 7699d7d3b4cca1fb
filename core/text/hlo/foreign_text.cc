#include "text/hlo/foreign_text.h"

#include <algorithm>

#include "base/text_reader.h"

namespace hloom::hlo_text {

namespace {

// The number of bytes of a text that decide its kind.
constexpr size_t kLookedAt = 4096;

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view WithoutBlanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

bool ForeignTextContains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Returns whether the text begins with the words, and the last of them ends there.
bool BeginsWith(std::string_view text, std::string_view words) {
  return text.starts_with(words) && text.size() > words.size() &&
         (kBlanks.find(text[words.size()]) != std::string_view::npos || text[words.size()] == '(');
}

bool IsMlir(std::string_view text) {
  if (BeginsWith(text, "func.func") || text.starts_with("\"builtin.module\"")) return true;
  const bool may_be = BeginsWith(text, "module") || text[0] == '#';
  if (may_be && ForeignTextContains(text, "func.func")) return true;
  return text.starts_with("module @") || text.starts_with("module attributes") ||
         text.starts_with("#loc") ||
         (text.starts_with("module {") && ForeignTextContains(text, "= loc("));
}

bool IsPython(std::string_view text) {
  if (BeginsWith(text, "import") || BeginsWith(text, "def") || text.starts_with("@jax"))
    return true;
  return BeginsWith(text, "from") &&
         ForeignTextContains(text.substr(0, text.find('\n')), " import ");
}

// Returns whether the text is like {"name": 1} or [[1, 2]]: no HLO text begins with a bracket or
// such a brace.
bool IsJson(std::string_view text) {
  if (text[0] == '[') return true;
  if (text[0] != '{') return false;
  const std::string_view next = WithoutBlanks(text.substr(1));
  return !next.empty() && (next[0] == '"' || next[0] == '}');
}

}  // namespace

ForeignText FindForeignText(std::string_view text) {
  text = text.substr(TextReader(text).position()).substr(0, kLookedAt);
  if (text.empty()) return {};
  if (IsMlir(text)) {
    return {"MLIR, such as StableHLO,",
            "StableHLO has a reader of its own: parseStableHlo(text), or a file named .mlir"};
  }
  if (text.starts_with("```") || text.starts_with("~~~")) {
    return {"a block of Markdown", "take what is between the lines with ``` alone"};
  }
  if (text.starts_with("{ lambda")) {
    return {"a jaxpr", "in JAX, jax.jit(f).lower(...).as_text() gives StableHLO text"};
  }
  if (IsPython(text)) {
    return {"Python", "run it: in JAX, jax.jit(f).lower(...).as_text() gives StableHLO text"};
  }
  if (IsJson(text)) {
    return {"JSON", "a program is written like: ENTRY main { x = f32[2] parameter(0) }"};
  }
  if (text[0] == '<') {
    return {"HTML or XML", "take the file itself, not a page that shows it"};
  }
  if (BeginsWith(text, "hlo_module") || text.starts_with("name: \"")) {
    return {"a message of protobuf in its text format",
            "take its bytes, or the HLO text of the program"};
  }
  if (text[0] == '#') return {"a text with a #", "comments are written // or /* */"};
  return {};
}

}  // namespace hloom::hlo_text
