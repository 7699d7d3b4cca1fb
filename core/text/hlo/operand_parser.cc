// The operands of HLO text: the part of InstructionParser that reads them.
#include <algorithm>

#include "base/str_cat.h"
#include "hlo/read_shape.h"
#include "ops/control/structural.h"
#include "text/hlo/instruction_parser.h"
#include "text/rules.h"

namespace hloom::hlo_text {

// x, %x, f32[2] %x, an element of a tuple: %x#0, or an instruction: add(x, y), f32[2] add(x, y).
StatusOr<HloInstruction*> InstructionParser::Operand() {
  const size_t begin = in_.position();
  std::optional<Shape> shape;
  if (ShapeFollows(in_)) {
    HLOOM_ASSIGN_OR_RETURN(shape, ReadShape(in_));
  }
  const bool percent = in_.Accept('%');
  const size_t place = in_.position();
  const std::string_view name = in_.PeekName();
  if (name.empty()) {
    const char next = in_.Peek();
    // A shape without a name, f32[2], is an operand in a text of instructions.
    if (shape && make_parameters_ && (next == ',' || next == ')')) {
      return AddParameter("", *shape, begin);
    }
    return in_.Expected("the name of an operand");
  }
  in_.Name();
  if (!percent && in_.Peek() == '(') {
    in_.set_position(begin);
    return RightHandSide("", begin, /*nested=*/true);
  }
  return NamedOperand(name, place, shape, begin);
}

StatusOr<HloInstruction*> InstructionParser::NamedOperand(std::string_view name, size_t place,
                                                          const std::optional<Shape>& shape,
                                                          size_t shape_place) {
  const auto found = names_.find(name);
  if (found == names_.end() && make_parameters_ && shape && in_.Peek() != '#')
    return AddParameter(name, *shape, place);
  if (found == names_.end()) return UnknownOperand(name, place);
  HloInstruction* operand = found->second;
  while (in_.Peek() == '#') {
    HLOOM_ASSIGN_OR_RETURN(operand, Element(operand));
  }
  const Shape& defined = operand->shape();
  if (!shape || ShapeUtil::Compatible(*shape, defined)) return operand;
  return in_
      .ErrorAt(shape_place, kTextP10,
               StrCat("the operand %", name.substr(0, kLongestName), " is ", defined.ToString(),
                      ", but is said to be ", shape->ToString(), " here"))
      .Help("leave the shape of the operand out, or write that of its definition");
}

// In XLA's short form, %pair#1 is an element of a tuple without a name: a get-tuple-element called
// pair_1, which all its uses share.
StatusOr<HloInstruction*> InstructionParser::Element(HloInstruction* tuple) {
  in_.Accept('#');
  const size_t place = in_.position();
  HLOOM_ASSIGN_OR_RETURN(const int64_t index, in_.Int64());
  const Shape& shape = tuple->shape();
  const int64_t count =
      shape.IsTuple() ? static_cast<int64_t>(shape.tuple_shapes().size()) : int64_t{0};
  if (index < 0 || index >= count) {
    return in_
        .ErrorAt(place, kTextP17,
                 StrCat("%", tuple->name().substr(0, kLongestName), " has no element ", index))
        .Detail(StrCat("it is ", shape.ToString()))
        .Help(count == 0 ? std::string("only tuples have elements")
                         : StrCat("the elements are 0..", count - 1));
  }
  HloInstruction*& element = elements_[{tuple, index}];
  if (element != nullptr) return element;
  HLOOM_ASSIGN_OR_RETURN(element,
                         Add({.opcode = HloOpcode::kGetTupleElement,
                              .operands = {tuple},
                              .attributes = MakeAttributes(GetTupleElementAttributes{index}),
                              .written = true},
                             "", place));
  element->set_name_and_id(StrCat(tuple->name(), "_", index), element->unique_id());
  return element;
}

Status InstructionParser::UnknownOperand(std::string_view name, size_t place) const {
  std::vector<std::string_view> names;
  // Comparing with all names of a huge computation would take long for a guess.
  if (names_.size() <= 10000) {
    for (const auto& [known, instruction] : names_) names.push_back(known);
  }
  std::sort(names.begin(), names.end());
  const std::string_view near = Nearest(name, names);
  return in_
      .ErrorAt(place, kTextP4,
               StrCat("no instruction ", in_.Found(place), " comes before this one"))
      .Help(!near.empty() ? StrCat("did you mean ", near, "?")
            : make_parameters_
                ? std::string("write the operand's shape before its name to make it a parameter")
                : std::string("an operand is defined earlier in the same computation; values of "
                              "others come in as parameters"));
}

StatusOr<HloInstruction*> InstructionParser::AddParameter(std::string_view name, const Shape& shape,
                                                          size_t place) {
  int64_t number = 0;
  for (const auto& instruction : target_.computation->instructions()) {
    if (instruction->opcode() == HloOpcode::kParameter) ++number;
  }
  return Add({.opcode = HloOpcode::kParameter,
              .attributes = MakeAttributes(ParameterAttributes{number}),
              .shape = std::make_shared<const Shape>(shape),
              .written = true},
             name, place);
}

}  // namespace hloom::hlo_text
