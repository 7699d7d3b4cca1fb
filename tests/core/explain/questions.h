// Questions about elements of programs that are written as HLO text.
#ifndef HLOOM_TESTS_EXPLAIN_QUESTIONS_H_
#define HLOOM_TESTS_EXPLAIN_QUESTIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/str_cat.h"
#include "explain/explainer.h"
#include "literal/literal_parser.h"
#include "text/hlo/hlo_parser.h"

namespace hloom::testing_support {

// A program of one computation: "ROOT" and the parameters are as the test writes them.
inline StatusOr<ElementExplanation> Ask(std::string_view text, const ElementQuestion& question,
                                        const std::vector<std::string_view>& arguments = {},
                                        const RunLimits& limits = {}) {
  HLOOM_ASSIGN_OR_RETURN(auto module, ParseHloModule(text));
  HLOOM_ASSIGN_OR_RETURN(auto executable, Executable::Create(std::move(module)));
  std::vector<Literal> literals;
  for (const std::string_view argument : arguments) {
    HLOOM_ASSIGN_OR_RETURN(Literal literal, ParseLiteral(argument));
    literals.push_back(std::move(literal));
  }
  return ExplainElement(std::move(executable), question, literals, limits);
}

inline std::string Entry(std::string_view instructions) {
  return StrCat("HloModule m\nENTRY main {\n", instructions, "\n}\n");
}

// The arithmetic, and then what each part takes, in the words of its sentence.
inline std::string Told(const StatusOr<ElementExplanation>& answer) {
  if (!answer.ok()) return answer.status().ToString();
  std::string text = answer->arithmetic;
  for (const ExplainedPart& part : answer->parts) StrAppend(text, "\n", part.sentence);
  return text;
}

// The beginning of a program that folds: the computations "add" and "larger".
inline constexpr std::string_view kFolds = R"(HloModule m
    add { a = f32[] parameter(0)
        b = f32[] parameter(1)
        ROOT s = f32[] add(a, b) }
    larger { a.1 = f32[] parameter(0)
        b.1 = f32[] parameter(1)
        ROOT m = f32[] maximum(a.1, b.1) }
    ENTRY main {)";

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_EXPLAIN_QUESTIONS_H_
