#include "text/mlir/mlir_text.h"

#include <algorithm>
#include <utility>

#include "text/mlir/mlir_operation_parser.h"
#include "text/mlir/mlir_text_rules.h"

namespace hloom::mlir {
namespace {

constexpr Rule kMlirTextRules[] = {kMlirP1,  kMlirP2,  kMlirP3,  kMlirP4, kMlirP5,
                                   kMlirP6,  kMlirP7,  kMlirP8,  kMlirP9, kMlirP10,
                                   kMlirP11, kMlirP12, kMlirP13, kMlirP14};

// The begin of the line after `place` that splits the text, or its end.
size_t FindSplit(std::string_view text, size_t place) {
  constexpr std::string_view kSplit = "// -----";
  while (true) {
    const size_t found = text.find(kSplit, place);
    if (found == std::string_view::npos) return text.size();
    // Only blanks come before it on its line.
    size_t begin = found;
    while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
    if (begin == 0 || text[begin - 1] == '\n') return found;
    place = found + kSplit.size();
  }
}

}  // namespace

Span<const Rule> MlirTextRules() { return kMlirTextRules; }

StatusOr<std::vector<std::unique_ptr<Module>>> ParseMlirText(std::string_view text) {
  std::vector<std::unique_ptr<Module>> modules;
  size_t begin = 0;
  MlirCursor lines(text, 0, text.size());
  const PrettyFormTable forms = MakePrettyFormTable();
  while (true) {
    const size_t end = FindSplit(text, begin);
    MlirCursor blank(text, begin, end);
    const bool last = end == text.size();
    // A part without operations has no module, unless the whole text is such a part.
    if (!blank.AtEnd()) {
      auto module = std::make_unique<Module>();
      MlirOperationParser parser(text, begin, end, *module, forms);
      parser.in().set_origin(begin, lines.Advance(begin));
      HLOOM_RETURN_IF_ERROR(parser.Parse());
      modules.push_back(std::move(module));
    }
    if (last) break;
    begin = std::min(text.find('\n', end), text.size());
  }
  if (modules.empty()) {
    MlirCursor in(text, 0, text.size());
    return in.Expected("a module")
        .Help(
            "programs are written like: module @jit_f { func.func public @main(...) -> ... {...} "
            "}");
  }
  return modules;
}

}  // namespace hloom::mlir
