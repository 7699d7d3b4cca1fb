// ElementExplanation: the elements of the operands from which an element of an instruction's result
// is computed. It is one plain object; texts and pictures render it.
#ifndef HLOOM_EXPLAIN_ELEMENT_EXPLANATION_H_
#define HLOOM_EXPLAIN_ELEMENT_EXPLANATION_H_

#include <string>
#include <vector>

#include "base/json_writer.h"
#include "ops/op_explain.h"

namespace hloom {

// The maximum number of elements in a list; a count states how many more there are.
inline constexpr size_t kMostElementsListed = 16;

struct ExplainedElement {
  ElementIndex index;
  std::string value;  // as text
};

// The part of one operand that an element is computed from.
struct ExplainedPart {
  ExplainedPart();
  ExplainedPart(const ExplainedPart& other);
  ExplainedPart(ExplainedPart&& other) noexcept;
  ExplainedPart& operator=(const ExplainedPart& other);
  ExplainedPart& operator=(ExplainedPart&& other) noexcept;
  ~ExplainedPart();

  size_t operand = 0;
  std::string instruction;  // the operand's name
  std::string role;
  ShapeIndex leaf;
  bool decides = false;
  int64_t count = 0;  // of elements
  // The first elements, at most kMostElementsListed.
  std::vector<ExplainedElement> elements;
  // A box has no list.
  bool is_box = false;
  ElementBox box;
  std::vector<WindowPositions> window;
  std::vector<SliceStart> starts;
  // The origin of a single element that instructions repeat.
  std::string through;
  ElementIndex through_index;
  std::string sentence;
};

// An instruction for which the computation that holds the element was run.
struct ExplainedCaller {
  std::string instruction;
  int64_t iteration;  // -1 if it is not a loop
};

struct ElementExplanation {
  ElementExplanation();
  ElementExplanation(const ElementExplanation& other);
  ElementExplanation(ElementExplanation&& other) noexcept;
  ElementExplanation& operator=(const ElementExplanation& other);
  ElementExplanation& operator=(ElementExplanation&& other) noexcept;
  ~ElementExplanation();

  std::string instruction;
  std::string opcode;
  std::string computation;
  std::string shape;
  ShapeIndex leaf;
  ElementIndex index;
  std::string value;
  Origin origin = Origin::kOperands;
  std::vector<std::string> inside;  // the computations that the answer is in
  std::vector<ExplainedCaller> callers;
  std::string arithmetic;
  std::vector<ExplainedPart> parts;
  std::vector<std::string> sentences;  // one for the element, and one for each part

  // The arithmetic and the sentences, a line each.
  std::string ToString() const;
};

// Explains a live element of an instruction that was executed. `named` is the instruction itself,
// or the -done of the -start that made the result.
StatusOr<ElementExplanation> ExplainExecuted(ExplainContext& context, const ExecutedOp& op,
                                             const HloInstruction& named,
                                             const HloComputation& computation,
                                             const ElementPlace& at);

// "x[1,2]", "t{0}[1]", "x" for a scalar.
std::string ElementName(std::string_view instruction, ShapeIndexView leaf,
                        Span<const int64_t> index);
// "x[1,0..9]", "x[0..8 by 2]".
std::string BoxName(std::string_view instruction, ShapeIndexView leaf, const ElementBox& box);
// An element of an array as text.
std::string ElementText(const Literal& array, Span<const int64_t> index);

void WriteJson(const ElementExplanation& explanation, JsonWriter& json);
void WriteBox(const ElementBox& box, JsonWriter& json);

}  // namespace hloom

#endif  // HLOOM_EXPLAIN_ELEMENT_EXPLANATION_H_
