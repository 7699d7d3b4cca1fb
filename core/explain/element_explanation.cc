#include "explain/element_explanation.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"

namespace hloom {

ExplainedPart::ExplainedPart() = default;
ExplainedPart::ExplainedPart(const ExplainedPart& other) = default;
ExplainedPart::ExplainedPart(ExplainedPart&& other) noexcept = default;
ExplainedPart& ExplainedPart::operator=(const ExplainedPart& other) = default;
ExplainedPart& ExplainedPart::operator=(ExplainedPart&& other) noexcept = default;
ExplainedPart::~ExplainedPart() = default;

ElementExplanation::ElementExplanation() = default;
ElementExplanation::ElementExplanation(const ElementExplanation& other) = default;
ElementExplanation::ElementExplanation(ElementExplanation&& other) noexcept = default;
ElementExplanation& ElementExplanation::operator=(const ElementExplanation& other) = default;
ElementExplanation& ElementExplanation::operator=(ElementExplanation&& other) noexcept = default;
ElementExplanation::~ElementExplanation() = default;

std::string ElementExplanation::ToString() const {
  return StrCat(arithmetic, "\n", StrJoin(sentences, "\n"));
}

std::string ElementName(std::string_view instruction, ShapeIndexView leaf,
                        Span<const int64_t> index) {
  std::string name(instruction);
  if (!leaf.empty()) name.append(Braced(leaf));
  if (!index.empty()) StrAppend(name, "[", StrJoin(index, ","), "]");
  return name;
}

std::string BoxName(std::string_view instruction, ShapeIndexView leaf, const ElementBox& box) {
  std::string name = ElementName(instruction, leaf, {});
  if (box.empty()) return name;
  std::vector<std::string> texts;
  for (const IndexRange& range : box) {
    const int64_t last = range.start + (range.size - 1) * range.step;
    texts.push_back(range.size == 0   ? "none"
                    : range.size == 1 ? StrCat(range.start)
                                      : StrCat(range.start, "..", last));
    if (range.size > 1 && range.step != 1) StrAppend(texts.back(), " by ", range.step);
  }
  return StrCat(name, "[", StrJoin(texts, ","), "]");
}

std::string ElementText(const Literal& array, Span<const int64_t> index) {
  std::vector<int64_t> limits;
  for (const int64_t i : index) limits.push_back(i + 1);
  const StatusOr<Literal> slice = array.Slice(index, limits);
  if (!slice.ok()) return "";
  const auto scalar =
      std::make_shared<const Shape>(ShapeUtil::MakeScalarShape(array.shape().element_type()));
  return Literal::OverStorage(scalar, slice->storage()).ToStringWithoutShape();
}

namespace {

// The element under the name that a reader knows: an element of a broadcast is named by the
// repeated instruction.
std::pair<const HloInstruction*, ElementIndex> Through(const HloInstruction* instruction,
                                                       Span<const int64_t> index) {
  ElementIndex at = index.ToVector();
  while (const auto repeated = OpExplainOf(*instruction).repeated) {
    at = repeated(*instruction, at);
    instruction = instruction->operand(0);
  }
  return {instruction, std::move(at)};
}

class OperandNames final : public ElementNames {
 public:
  explicit OperandNames(const HloInstruction& instruction) : instruction_(instruction) {}
  std::string Name(size_t operand, ShapeIndexView leaf, Span<const int64_t> index) const override {
    const auto [from, at] = Through(instruction_.operand(operand), index);
    return ElementName(from->name(), leaf, at);
  }
  std::string NameWith(size_t operand, const std::vector<std::string>& index) const override {
    const std::string& name = instruction_.operand(operand)->name();
    return index.empty() ? name : StrCat(name, "[", StrJoin(index, ","), "]");
  }

 private:
  const HloInstruction& instruction_;
};

// The role of an operand in the table of operations; the last role applies to all further operands.
std::string_view RoleOf(const HloInstruction& instruction, const Source& source) {
  if (!source.role.empty()) return source.role;
  const auto& operands = GetOpDef(instruction.opcode()).operands;
  if (operands.empty()) return "operand";
  return operands[std::min(source.operand, operands.size() - 1)].name;
}

// "add(x[0], y[0])", by default.
std::string DefaultArithmetic(const ExecutedOp& op, const std::vector<Source>& sources,
                              const ElementNames& names) {
  const OpExplain& explain = OpExplainOf(op.instruction);
  const std::string_view separator = explain.symbol.empty() ? ", " : explain.symbol;
  std::string terms;
  int64_t values = 0;
  for (const Source& source : sources) {
    if (source.decides) continue;
    const std::string elements = ListElements(source, names, separator);
    if (elements.empty()) continue;
    if (values++ > 0) terms.append(separator);
    terms.append(elements);
  }
  const bool moved = explain.prepare != nullptr || explain.linear;
  if (!explain.symbol.empty() || (moved && values == 1)) return terms;
  return StrCat(GetOpDef(op.instruction.opcode()).name, "(", terms, ")");
}

std::string RightSide(const ExecutedOp& op, const ElementPlace& at,
                      const std::vector<Source>& sources, const std::string& value) {
  const OpExplain& explain = OpExplainOf(op.instruction);
  const OperandNames names(op.instruction);
  if (explain.arithmetic != nullptr) return explain.arithmetic(op, at, sources, names);
  const bool has_value = std::any_of(sources.begin(), sources.end(),
                                     [](const Source& source) { return !source.decides; });
  return has_value ? DefaultArithmetic(op, sources, names) : value;
}

// "; dimension 0 starts at 9, moved to 8 so that the slice is inside".
std::string StartsText(const std::vector<SliceStart>& starts) {
  std::string text;
  for (const SliceStart& start : starts) {
    StrAppend(text, "; dimension ", start.dimension, " starts at ", start.asked);
    if (start.asked != start.start) {
      StrAppend(text, ", moved to ", start.start, " so that the slice lies inside");
    }
  }
  return text;
}

// "; 4 of the window's 9 positions fall into padding or holes".
std::string HolesText(const ExplainedPart& part) {
  if (part.window.empty()) return "";
  int64_t positions = 1;
  for (size_t d = 0; d < part.window.size(); ++d) {
    if (part.window[d].count > 0) positions *= part.window[d].count;
    // A dimension without a window has one position for each element of the box.
    if (part.window[d].count == 0) positions *= part.box[d].size;
  }
  const int64_t lost = positions - part.count;
  if (lost == 0) return "";
  return StrCat("; ", lost, " of the window's ", positions,
                " positions fall into padding or between elements");
}

std::string ExplanationSentenceOf(const ExplainedPart& part) {
  std::string what;
  if (part.is_box) {
    what = BoxName(part.instruction, part.leaf, part.box);
    StrAppend(what, ", ", Count(part.count, "element"));
  } else if (part.count == 1) {
    what = ElementName(part.instruction, part.leaf, part.elements[0].index);
    if (!part.through.empty()) {
      StrAppend(what, ", which repeats ", ElementName(part.through, {}, part.through_index));
    }
    StrAppend(what, ", which is ", part.elements[0].value);
  } else {
    for (const ExplainedElement& element : part.elements) {
      StrAppend(what, what.empty() ? "" : " and ",
                ElementName(part.instruction, part.leaf, element.index), " = ", element.value);
    }
    const int64_t more = part.count - static_cast<int64_t>(part.elements.size());
    if (more > 0) StrAppend(what, " and ", more, " more");
  }
  // An operand that is named like its role, such as lhs, is named once.
  const std::string role = part.role == part.instruction ? "" : StrCat(part.role, " ");
  return StrCat("It ", part.decides ? "is decided by " : "takes ", role, what,
                StartsText(part.starts), HolesText(part), ".");
}

ExplainedPart PartOf(const ExecutedOp& op, Source source) {
  const HloInstruction* const from = op.instruction.operand(source.operand);
  ExplainedPart part;
  part.operand = source.operand;
  part.instruction = from->name();
  part.role = RoleOf(op.instruction, source);
  part.leaf = source.leaf;
  part.decides = source.decides;
  part.starts = std::move(source.starts);
  part.window = std::move(source.window);
  part.is_box = source.is_box && (ElementsIn(source.box) != 1 || !part.window.empty());
  if (source.is_box && !part.is_box) {
    ForEachIn(source.box, [&](Span<const int64_t> index) {
      source.elements.push_back(index.ToVector());
      return true;
    });
  }
  part.count = part.is_box ? ElementsIn(source.box) : static_cast<int64_t>(source.elements.size());
  if (part.is_box) part.box = std::move(source.box);
  const Literal& array = LeafOf(*op.operands[source.operand], source.leaf);
  for (const ElementIndex& index : source.elements) {
    if (part.elements.size() == kMostElementsListed) break;
    part.elements.push_back({index, ElementText(array, index)});
  }
  if (!part.is_box && part.count == 1) {
    auto [through, index] = Through(from, part.elements[0].index);
    if (through != from) {
      part.through = through->name();
      part.through_index = std::move(index);
    }
  }
  part.sentence = ExplanationSentenceOf(part);
  return part;
}

std::string_view WhyNoParts(Origin origin) {
  switch (origin) {
    case Origin::kArgument:
      return " It is an argument.";
    case Origin::kHost:
      return " The host gives it.";
    case Origin::kDevices:
      return " The devices of its group work it out together.";
    case Origin::kItself:
      return " It is made of no other element.";
    case Origin::kOperands:
    case Origin::kComputation:
      return "";
  }
  return "";
}

}  // namespace

StatusOr<ElementExplanation> ExplainExecuted(ExplainContext& context, const ExecutedOp& op,
                                             const HloInstruction& named,
                                             const HloComputation& computation,
                                             const ElementPlace& at) {
  const HloInstruction& instruction = op.instruction;
  const OpExplain& explain = OpExplainOf(instruction);
  ElementExplanation answer;
  answer.instruction = named.name();
  answer.opcode = HloOpcodeString(named.opcode());
  answer.computation = computation.name();
  answer.shape = named.shape().ToString();
  answer.leaf = at.leaf.ToVector();
  answer.index = at.index.ToVector();
  answer.value = ElementText(LeafOf(op.result, at.leaf), at.index);
  HLOOM_ASSIGN_OR_RETURN(const std::unique_ptr<ElementSources> found, PrepareSources(context, op));
  std::vector<Source> sources;
  found->Find(at, sources);
  answer.origin =
      sources.empty() || IsFromOutside(explain.origin) ? explain.origin : Origin::kOperands;
  const std::string name = ElementName(answer.instruction, at.leaf, at.index);
  answer.sentences.push_back(
      StrCat(name, " is ", answer.value, ".", sources.empty() ? WhyNoParts(answer.origin) : ""));
  if (answer.origin == Origin::kComputation) {
    for (const HloComputation* callee : instruction.called_computations()) {
      answer.inside.push_back(callee->name());
    }
    answer.sentences.push_back(
        StrCat("The answer is inside of ", StrJoin(answer.inside, " and "), "."));
    answer.arithmetic = StrCat(name, " = what ", StrJoin(answer.inside, ", "), " gives");
    return answer;
  }
  answer.arithmetic = StrCat(name, " = ", RightSide(op, at, sources, answer.value));
  for (Source& source : sources) {
    answer.parts.push_back(PartOf(op, std::move(source)));
    answer.sentences.push_back(answer.parts.back().sentence);
  }
  return answer;
}

}  // namespace hloom
