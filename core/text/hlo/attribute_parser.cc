// The attributes of HLO text: the part of InstructionParser that reads them.
#include <algorithm>

#include "base/str_cat.h"
#include "hlo/rules.h"
#include "text/extras/extras_text.h"
#include "text/hlo/instruction_parser.h"
#include "text/hlo/older_names.h"
#include "text/rules.h"

namespace hloom::hlo_text {

namespace {

// Finds the attribute of a name, or the first one between the parentheses.
class AttributeFinder final : public AttributeVisitor {
 public:
  AttributeFinder(std::string_view name, bool in_operands)
      : name_(name), in_operands_(in_operands) {}

  void Field(const AttributeField& field, const AttributeKind& field_kind,
             void* field_value) override {
    if (kind != nullptr || field.in_operands != in_operands_) return;
    if (!in_operands_ && field.name != name_) return;
    kind = &field_kind;
    value = field_value;
  }

  const AttributeKind* kind = nullptr;
  void* value = nullptr;

 private:
  std::string_view name_;
  bool in_operands_;
};

// The names of the attributes after the parentheses; only the required ones.
class AttributeNames final : public AttributeVisitor {
 public:
  explicit AttributeNames(bool required) : required_(required) {}
  void Field(const AttributeField& field, const AttributeKind&, void*) override {
    if (field.in_operands) return;
    if (required_ && (field.omit_default || field.optional_in_text)) return;
    names.push_back(field.name);
  }
  std::vector<std::string_view> names;

 private:
  bool required_;
};

Status ReadValue(TextReader& in, const AttributeFinder& attribute, const Shape* shape) {
  return attribute.kind->parse(attribute.value, in, shape);
}

bool AttributeParserContains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

// Reads the operands, or the one attribute in their place.
Status InstructionParser::Parentheses(Draft& draft) {
  if (draft.attributes != nullptr) {
    AttributeFinder finder("", /*in_operands=*/true);
    draft.attributes->Visit(finder);
    if (finder.kind != nullptr) {
      HLOOM_RETURN_IF_ERROR(in_.Expect('(', "after the operation"));
      if (!draft.shape && draft.def->traits.shape_given) {
        HLOOM_RETURN_IF_ERROR(CheckInferable(draft));
      }
      HLOOM_ASSIGN_OR_RETURN(const bool elided, AcceptElided(finder.kind, finder.value, draft));
      if (!elided)
        HLOOM_RETURN_IF_ERROR(ReadValue(in_, finder, draft.shape ? &*draft.shape : nullptr));
      return in_.Expect(')', StrCat("after what ", draft.def->name, " holds"));
    }
  }
  return in_.List('(', ')', "the operands", [&]() -> Status {
    HLOOM_ASSIGN_OR_RETURN(HloInstruction * operand, Operand());
    draft.operands.push_back(operand);
    return OkStatus();
  });
}

// Replaces a constant's value that was elided when the program was printed.
StatusOr<bool> InstructionParser::AcceptElided(const AttributeKind* kind, void* value,
                                               const Draft& draft) {
  Literal* const constant = ValueAs<Literal>(*kind, value);
  const bool may_be = constant != nullptr && draft.shape &&
                      table_.options().elided_constants == ElidedConstants::kZeros;
  if (!may_be) return false;
  return table_.zeros().Accept(in_, *draft.shape, constant);
}

Status InstructionParser::Attribute(Draft& draft) {
  const size_t place = in_.position();
  const std::string_view name = in_.Name();
  if (name.empty()) return in_.Expected("an attribute, like dimensions={0}");
  if (AttributeParserContains(draft.seen, name)) {
    return in_.ErrorAt(place, kTextP7, StrCat("the attribute ", name, " is given twice"))
        .Help("keep one of them");
  }
  AttributeFinder finder(name, /*in_operands=*/false);
  if (draft.attributes != nullptr) draft.attributes->Visit(finder);
  const auto equals = [&] { return in_.Expect('=', "after the name of an attribute"); };
  if (finder.kind != nullptr) {
    draft.seen.push_back(name);
    HLOOM_RETURN_IF_ERROR(equals());
    return ReadValue(in_, finder, draft.shape ? &*draft.shape : nullptr);
  }
  for (const RegionSpec& region : draft.def->regions) {
    if (region.name != name && (name != region.alone || region.alone.empty())) continue;
    if (AttributeParserContains(draft.seen, region.name)) {
      return in_
          .ErrorAt(place, kTextP7, StrCat(region.name, " and ", region.alone, " are both given"))
          .Help("they mean the same: keep one of them");
    }
    draft.seen.push_back(region.name);
    HLOOM_RETURN_IF_ERROR(equals());
    return Region(region, name == region.alone, draft);
  }
  if (draft.wrapped && name == "async_execution_thread") {
    draft.seen.push_back(name);
    HLOOM_RETURN_IF_ERROR(equals());
    HLOOM_ASSIGN_OR_RETURN(draft.async_execution_thread, in_.String());
    return OkStatus();
  }
  if (draft.goes_on_with == HloOpcode::kCustomCall && name == "custom_call_target") {
    draft.seen.push_back(name);
    HLOOM_RETURN_IF_ERROR(equals());
    return TargetAgain(draft);
  }
  for (const ExtraAttribute& extra : ExtraAttributes()) {
    if (extra.name != name) continue;
    draft.seen.push_back(name);
    HLOOM_RETURN_IF_ERROR(equals());
    if (draft.extras == nullptr) draft.extras = std::make_unique<InstructionExtras>();
    return extra.parse(in_, names_, *draft.extras);
  }
  return UnknownAttribute(name, place, draft);
}

Status InstructionParser::TargetAgain(const Draft& draft) {
  const size_t begin = in_.position();
  HLOOM_ASSIGN_OR_RETURN(const std::string again, in_.String());
  const std::string* target = draft.operands.empty() ? nullptr : WrappedTarget(*draft.operands[0]);
  if (target == nullptr || *target == again) return OkStatus();
  return in_
      .ErrorAt(begin, kTextP18,
               StrCat("%", draft.operands[0]->name().substr(0, kLongestName), " calls ",
                      QuotedText(target->substr(0, kLongestName))))
      .Help("leave it out: custom-call-start states it");
}

Status InstructionParser::UnknownAttribute(std::string_view name, size_t place,
                                           const Draft& draft) const {
  AttributeNames collector(/*required=*/false);
  if (draft.attributes != nullptr) draft.attributes->VisitConst(collector);
  std::vector<std::string_view> names = std::move(collector.names);
  for (const RegionSpec& region : draft.def->regions) names.push_back(region.name);
  const std::string own = StrJoin(names, ", ");
  for (const ExtraAttribute& extra : ExtraAttributes()) names.push_back(extra.name);
  const std::string_view near = Nearest(name, names);
  const std::string older = HelpWithOlderAttribute(name);
  return in_
      .ErrorAt(place, kTextP6, StrCat(draft.def->name, " has no attribute ", in_.Found(place)))
      .Help(!older.empty()  ? older
            : !near.empty() ? StrCat("did you mean ", near, "?")
            : own.empty()   ? StrCat(draft.def->name, " has no attributes of its own")
                            : StrCat(draft.def->name, " has ", own));
}

Status InstructionParser::Region(const RegionSpec& region, bool alone, Draft& draft) {
  const size_t first = static_cast<size_t>(region.first);
  if (region.count == 1 || alone) {
    HLOOM_ASSIGN_OR_RETURN(ParsedComputation * callee, Callee());
    if (draft.callees.size() <= first) draft.callees.resize(first + 1);
    draft.callees[first] = callee->computation.get();
    return OkStatus();
  }
  std::vector<const HloComputation*> list;
  HLOOM_RETURN_IF_ERROR(in_.List('{', '}', "the computations", [&]() -> Status {
    HLOOM_ASSIGN_OR_RETURN(ParsedComputation * callee, Callee());
    list.push_back(callee->computation.get());
    return OkStatus();
  }));
  if (draft.callees.size() < first + list.size()) draft.callees.resize(first + list.size());
  std::copy(list.begin(), list.end(), draft.callees.begin() + static_cast<std::ptrdiff_t>(first));
  return OkStatus();
}

// Reads a called computation: a name, or the whole computation in braces.
StatusOr<ParsedComputation*> InstructionParser::Callee() {
  const size_t begin = in_.position();
  if (in_.Peek() == '{') {
    if (depth_ >= kMaxNesting) return TooDeep(begin);
    ParsedComputation& callee = table_.AddNameless();
    HLOOM_RETURN_IF_ERROR(ParseComputationBody(in_, table_, callee, depth_));
    table_.Define(callee, begin);
    target_.calls.push_back({&callee, begin});
    return &callee;
  }
  in_.Accept('%');
  const size_t place = in_.position();
  const std::string_view name = in_.Name();
  if (name.empty()) return in_.Expected("the name of a computation");
  ParsedComputation& callee = table_.Mention(name, place);
  target_.calls.push_back({&callee, place});
  return &callee;
}

Status InstructionParser::CheckAttributes(const Draft& draft) const {
  if (draft.attributes == nullptr) return OkStatus();
  AttributeNames required(/*required=*/true);
  draft.attributes->VisitConst(required);
  for (const std::string_view name : required.names) {
    if (AttributeParserContains(draft.seen, name)) continue;
    return in_
        .ErrorAt(draft.opcode_place, kTextP8,
                 StrCat(draft.def->name, " needs the attribute ", name))
        .Help(StrCat("write ", name, "=... after the parentheses"));
  }
  return OkStatus();
}

// The regions of an instruction may depend on its operands.
Status InstructionParser::CheckRegions(const Draft& draft,
                                       const HloInstruction& instruction) const {
  for (const RegionSpec& region : draft.def->regions) {
    const bool applies = region.applies == nullptr || region.applies(instruction);
    const bool seen = AttributeParserContains(draft.seen, region.name);
    if (applies == seen) continue;
    if (applies) {
      return in_
          .ErrorAt(draft.opcode_place, kTextP8,
                   StrCat(draft.def->name, " needs the computation ", region.name))
          .Help(StrCat("write ", region.name, region.count == 1 ? "=NAME" : "={NAME, NAME}",
                       " after the parentheses"));
    }
    return in_
        .ErrorAt(draft.opcode_place, kTextP6,
                 StrCat(draft.def->name, " with these operands has no ", region.name))
        .Help(
            StrCat("the operands decide how the computations of ", draft.def->name, " are named"));
  }
  return OkStatus();
}

}  // namespace hloom::hlo_text
