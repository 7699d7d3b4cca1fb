#include "text/hlo/instruction_parser.h"

#include <algorithm>

#include "base/str_cat.h"
#include "hlo/read_shape.h"
#include "ops/control/async.h"
#include "text/hlo/older_names.h"
#include "text/rules.h"
#include "text/xla_opcodes.h"

namespace hloom::hlo_text {

namespace {

constexpr std::string_view kInstructionHelp =
    "instructions are written like: ROOT sum = f32[2] add(x, y), name=value";

}  // namespace

std::string_view Nearest(std::string_view word, const std::vector<std::string_view>& names) {
  // A word of one letter is near to every other such word.
  if (word.size() < 2 || word.size() > kLongestName) return std::string_view();
  return NearestWord(word, names);
}

bool OpcodeFollows(TextReader& in) {
  const size_t begin = in.position();
  const std::string_view name = in.Name();
  const bool follows = in.Peek() == '(' && IsXlaOpcode(name);
  in.set_position(begin);
  return follows;
}

Status InstructionParser::ParseInstruction() {
  const Status status = Instruction();
  if (status.ok()) return status;
  return status.WithHelp(kInstructionHelp);
}

// Common mistakes in place of an instruction, with the fix.
std::string InstructionParser::HelpWhereNoneFollows() {
  const std::string_view rest = in_.text().substr(in_.position());
  if (rest.empty() && !make_parameters_) return HelpToClose();
  if (rest.starts_with(';')) return "leave out ';': an instruction ends with its line";
  if (rest.starts_with('#')) return "comments are written // or /* */";
  if (rest.starts_with("...") || rest.starts_with("\u2026"))
    return "something was left out here: write it, or print the whole program";
  return std::string(kInstructionHelp);
}

std::string InstructionParser::HelpToClose() const {
  if (target_.name == "_") return "close the computation with '}'";
  return StrCat("close the computation ", target_.name.substr(0, kLongestName), " with '}'");
}

Status InstructionParser::Instruction() {
  const size_t begin = in_.position();
  const bool is_root = in_.AcceptWord("ROOT");
  // Only in a text of instructions may the first one have no name.
  const bool nameless = make_parameters_ && target_.computation->instructions().empty() &&
                        (ShapeFollows(in_) || OpcodeFollows(in_));
  std::string_view name;
  size_t place = in_.position();
  if (!nameless) {
    const bool percent = in_.Accept('%');
    name = in_.Name();
    if (name.empty()) {
      const bool may_end = begin == place && !target_.instruction_places.empty();
      return in_
          .Expected(
              StrCat("an instruction, like \"x = f32[2] parameter(0)\"", may_end ? ", or '}'" : ""))
          .Help(HelpWhereNoneFollows());
    }
    if (const auto found = names_.find(name); found != names_.end()) {
      const size_t index = static_cast<size_t>(found->second->index());
      return in_
          .ErrorAt(place, kTextP5,
                   StrCat("an instruction %", name.substr(0, kLongestName), " already exists"))
          .Detail(StrCat("the first one is at ", in_.Place(target_.instruction_places[index])))
          .Help("give each instruction of a computation its own name");
    }
    if (const char next = in_.Peek();
        !make_parameters_ && (next == '{' || next == '(' || (name == "ENTRY" && next != '=')))
      return in_.Expected("'=' after the name of an instruction").Help(HelpToClose());
    HLOOM_RETURN_IF_ERROR(in_.Expect('=', "after the name of an instruction"));
    HLOOM_RETURN_IF_ERROR(CheckName(in_, name, place, percent));
    // x = f32[2] negate(y) metadata={...}
    if (const char next = in_.Peek(); next == '{' || next == '"') {
      return in_.Expected("a shape, like f32[2,3], or an operation")
          .Help(StrCat("if ", name.substr(0, kLongestName),
                       " is an attribute of the instruction before, a ',' is missing"));
    }
  }
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* instruction,
                         RightHandSide(name, place, /*nested=*/false));
  if (!is_root) return OkStatus();
  if (root_ != nullptr) {
    return in_.ErrorAt(begin, kTextP9, "the computation has a ROOT already")
        .Detail(StrCat("the first one is %", root_->name().substr(0, kLongestName)))
        .Help("one instruction is the result; leave out ROOT for the others");
  }
  root_ = instruction;
  return OkStatus();
}

StatusOr<HloInstruction*> InstructionParser::RightHandSide(std::string_view name, size_t place,
                                                           bool nested) {
  if (depth_ >= kMaxNesting) return TooDeep(place);
  ++depth_;
  Draft draft;
  if (ShapeFollows(in_)) {
    HLOOM_ASSIGN_OR_RETURN(draft.shape, ReadShape(in_, table_.maker().parts_left()));
  }
  HLOOM_RETURN_IF_ERROR(Opcode(draft));
  if (draft.def->make_attributes != nullptr) draft.attributes = draft.def->make_attributes();
  HLOOM_RETURN_IF_ERROR(Parentheses(draft));
  // After an operand a comma is followed by the next operand.
  while (!nested && in_.Accept(',')) HLOOM_RETURN_IF_ERROR(Attribute(draft));
  HLOOM_RETURN_IF_ERROR(CheckAttributes(draft));
  --depth_;
  return Build(std::move(draft), name, place);
}

Status InstructionParser::Opcode(Draft& draft) {
  draft.opcode_place = in_.position();
  const std::string_view name = in_.PeekName();
  if (name.empty()) {
    return in_.Expected(draft.shape ? "an operation, like add" : "a shape, like f32[2,3]");
  }
  if (const std::optional<HloOpcode> opcode = ParseHloOpcode(name)) {
    draft.def = &GetOpDef(*opcode);
    in_.Name();
    return OkStatus();
  }
  if (const std::optional<AsyncSugar> sugar = FindAsyncSugar(name)) {
    draft.wrapped = sugar->step == HloOpcode::kAsyncStart;
    draft.def = &GetOpDef(draft.wrapped ? sugar->wrapped : sugar->step);
    if (!draft.wrapped) draft.goes_on_with = sugar->wrapped;
    in_.Name();
    return OkStatus();
  }
  if (IsXlaOpcode(name)) {
    return in_.Locate(Unimplemented(kTextP14)
                          .Say(StrCat("the operation ", name, " is not supported yet"))
                          .Help("XLA has it; hloom does not have it so far"),
                      draft.opcode_place);
  }
  std::vector<std::string_view> known;
  for (const OpDef* def : AllOpDefs()) known.push_back(def->name);
  const std::string_view near = Nearest(name, known);
  const std::string older = HelpWithOlderOperation(name);
  return in_
      .ErrorAt(draft.opcode_place, kTextP14,
               StrCat("unknown operation ", in_.Found(draft.opcode_place)))
      .Help(!older.empty() ? older
            : near.empty() ? std::string("see the list of operations in the documentation")
                           : StrCat("did you mean ", near, "?"));
}

// text.p11: the shape, which is not written, can be inferred.
Status InstructionParser::CheckInferable(const Draft& draft) const {
  const auto needs_shape = [&](std::string why) -> Status {
    return in_
        .ErrorAt(draft.opcode_place, kTextP11,
                 StrCat("the shape of this ", draft.def->name, " must be written"))
        .Help(std::move(why));
  };
  if (draft.def->traits.shape_given) {
    return needs_shape(StrCat("write the shape before the operation, f32[2,3] ", draft.def->name,
                              "(...): it does not follow from the operands"));
  }
  for (const HloComputation* callee : draft.callees) {
    if (callee != nullptr && callee->root() != nullptr) continue;
    return needs_shape(
        "write it before the operation, or define the computations that it calls first");
  }
  return OkStatus();
}

namespace {

// The extras of add-start are also those of the add, except those for its shape or its position in
// a computation. A custom-call passes its backend_config to the host.
std::unique_ptr<InstructionExtras> ExtrasOfWrapped(const InstructionExtras* extras) {
  if (extras == nullptr) return nullptr;
  auto own = std::make_unique<InstructionExtras>();
  own->metadata = extras->metadata;
  own->frontend_attributes = extras->frontend_attributes;
  own->backend_config = extras->backend_config;
  own->statistics = extras->statistics;
  return own;
}

}  // namespace

// call-start may leave parameters to call-update, and also the shape of the result: both are those
// of the computation.
Status InstructionParser::AddWhatIsBoundLater(const Draft& draft,
                                              std::vector<std::shared_ptr<const Shape>>& parameters,
                                              Shape& result) const {
  const HloComputation* callee = draft.callees[0];
  if (callee->root() != nullptr) {
    for (size_t i = parameters.size(); i < callee->parameters().size(); ++i)
      parameters.push_back(callee->parameters()[i]->shape_ptr());
    if (ShapeUtil::IsEmptyTuple(result)) result = callee->root()->shape();
    return OkStatus();
  }
  if (!ShapeUtil::IsEmptyTuple(result)) return OkStatus();
  return in_
      .ErrorAt(draft.opcode_place, kTextP11,
               "the shape of the result of this call-start must be written")
      .Help("write it in place of (), or define the computation that it calls first");
}

// add-start(x, y) becomes async-start(x, y) of a computation that adds.
Status InstructionParser::Wrap(Draft& draft) {
  if (!draft.shape || !draft.shape->IsTuple() || draft.shape->tuple_shapes().size() < 2) {
    return in_
        .ErrorAt(draft.opcode_place, kTextP11,
                 StrCat("the shape of this ", draft.def->name, "-start must be written"))
        .Help("write it before the operation: ((shapes of the operands), shape of the result)");
  }
  Shape result = draft.shape->tuple_shapes()[1];
  std::vector<ShapePtr> parameters;
  for (const HloInstruction* operand : draft.operands) parameters.push_back(operand->shape_ptr());
  if (draft.def->opcode == HloOpcode::kCall && !draft.callees.empty()) {
    HLOOM_RETURN_IF_ERROR(AddWhatIsBoundLater(draft, parameters, result));
  }
  InstructionDraft wrapped = {
      .opcode = draft.def->opcode,
      .attributes = std::move(draft.attributes),
      .called_computations = std::move(draft.callees),
      .shape = std::make_shared<const Shape>(std::move(result)),
      .extras = ExtrasOfWrapped(draft.extras.get()),
      .written = true,
  };
  HLOOM_ASSIGN_OR_RETURN(
      ParsedComputation * callee,
      WrapInComputation(in_, table_, parameters, std::move(wrapped), draft.opcode_place));
  // A called computation must come before its caller, in any order of the text.
  for (const ParsedComputation::Call& call : target_.calls) {
    const HloComputation* called = call.callee->computation.get();
    const auto own = callee->computation->root()->called_computations();
    if (std::find(own.begin(), own.end(), called) != own.end()) callee->calls.push_back(call);
  }
  target_.calls.push_back({callee, draft.opcode_place});
  draft.callees = {callee->computation.get()};
  draft.def = &GetOpDef(HloOpcode::kAsyncStart);
  draft.attributes = MakeAttributes(AsyncAttributes{std::move(draft.async_execution_thread), {}});
  draft.seen = {"calls"};
  return OkStatus();
}

Status InstructionParser::CheckGoesOn(const Draft& draft) const {
  if (!draft.goes_on_with || draft.operands.empty()) return OkStatus();
  const std::optional<HloOpcode> begun = wrapped_opcodes_.Of(draft.operands[0]);
  if (!begun || *begun == *draft.goes_on_with) return OkStatus();
  return in_
      .ErrorAt(draft.opcode_place, kTextP18,
               StrCat("%", draft.operands[0]->name().substr(0, kLongestName), " goes with ",
                      HloOpcodeString(*begun), "-start, not with ",
                      HloOpcodeString(*draft.goes_on_with), "-start"))
      .Help(StrCat("write ", HloOpcodeString(*begun), "-done, or ", draft.def->name));
}

StatusOr<HloInstruction*> InstructionParser::Build(Draft draft, std::string_view name,
                                                   size_t place) {
  if (draft.wrapped) HLOOM_RETURN_IF_ERROR(Wrap(draft));
  HLOOM_RETURN_IF_ERROR(CheckGoesOn(draft));
  if (!draft.shape) HLOOM_RETURN_IF_ERROR(CheckInferable(draft));
  const Draft kept = {.def = draft.def, .opcode_place = draft.opcode_place, .seen = draft.seen};
  InstructionDraft complete = {
      .opcode = draft.def->opcode,
      .operands = std::move(draft.operands),
      .attributes = std::move(draft.attributes),
      .called_computations = std::move(draft.callees),
      .shape = draft.shape ? std::make_shared<const Shape>(*std::move(draft.shape)) : nullptr,
      .extras = std::move(draft.extras),
      .written = true,
      .allow_mixed_precision = table_.options().allow_mixed_precision,
  };
  StatusOr<std::unique_ptr<HloInstruction>> made = table_.maker().Make(std::move(complete));
  if (!made.ok()) return in_.Locate(made.status(), kept.opcode_place);
  HLOOM_RETURN_IF_ERROR(CheckRegions(kept, **made));
  return AddMade(*std::move(made), name, place);
}

StatusOr<HloInstruction*> InstructionParser::Add(InstructionDraft draft, std::string_view name,
                                                 size_t place) {
  StatusOr<std::unique_ptr<HloInstruction>> made = table_.maker().Make(std::move(draft));
  if (!made.ok()) return in_.Locate(made.status(), place);
  return AddMade(*std::move(made), name, place);
}

HloInstruction* InstructionParser::AddMade(std::unique_ptr<HloInstruction> instruction,
                                           std::string_view name, size_t place) {
  const std::string_view opcode = HloOpcodeString(instruction->opcode());
  HloInstruction* added = target_.computation->AddInstruction(std::move(instruction));
  // No other instruction can name one without a name; the module makes the name unique.
  added->set_name_and_id(name.empty() ? StrCat(opcode, ".anon") : std::string(name),
                         table_.NextId());
  wrapped_opcodes_.Add(*added);
  target_.instruction_places.push_back(place);
  if (name.empty()) {
    target_.unnamed.push_back(added);
  } else {
    names_.emplace(name, added);
  }
  return added;
}

Status InstructionParser::TooDeep(size_t place) const {
  return in_
      .ErrorAt(place, kTextP12,
               StrCat("instructions and computations nest more than ", kMaxNesting, " deep"))
      .Help("give the inner ones names, and lines of their own");
}

}  // namespace hloom::hlo_text
