#include "text/hlo/hlo_parser.h"

#include <unordered_set>
#include <utility>

#include "base/rules.h"
#include "base/str_cat.h"
#include "hlo/read_shape.h"
#include "hlo/rules.h"
#include "ops/mixed_precision.h"
#include "ops/mixed_precision_rewriter.h"
#include "ops/verify/call_verifier.h"
#include "ops/verify/verifier.h"
#include "text/hlo/computation_parser.h"
#include "text/hlo/foreign_text.h"
#include "text/hlo/header_text.h"
#include "text/hlo/instruction_parser.h"
#include "text/rules.h"

namespace hloom {

namespace {

using namespace hlo_text;  // NOLINT: the parts of the parser

constexpr Rule kTextP13 = {
    "text.p13",
    "a called computation is one of the text, and none calls itself, however indirectly"};
constexpr Rule kTextP19 = {"text.p19", "a text has one module"};
constexpr Rule kHloParserRules[] = {kTextP1,  kTextP2,  kTextP3,  kTextP4,  kTextP5,  kTextP6,
                                    kTextP7,  kTextP8,  kTextP9,  kTextP10, kTextP11, kTextP12,
                                    kTextP13, kTextP14, kTextP15, kTextP16, kTextP17, kTextP18,
                                    kTextP19, kTextW1,  kElidedC1};

// `entry` is not a keyword: a computation may have this name. If another name follows, ENTRY was
// meant.
bool IsEntryInSmallLetters(std::string_view name) { return name == "entry" || name == "Entry"; }

class ModuleParser {
 public:
  ModuleParser(std::string_view text, const HloParserOptions& options)
      : in_(text), table_(options) {}

  StatusOr<std::unique_ptr<HloModule>> Parse();

 private:
  // The beginning of the text.
  enum class Form { kModule, kComputations, kInstructions };
  Form FindForm();

  Status Header();
  Status Computations();
  Status Computation();
  Status SkipParameters();
  Status CheckAllDefined();
  // The computations, callees before callers, otherwise in the order of the text.
  StatusOr<std::vector<ParsedComputation*>> CalleesFirst();
  Status CycleAt(const ParsedComputation::Call& call) const;
  Status CheckEntryLayout();
  void MakeNamesUnique();
  Status InsertConverts();
  std::optional<size_t> PlaceOf(const VerifierCulprit& culprit) const;
  Status Verify();

  TextReader in_;
  std::unique_ptr<HloModule> module_ = std::make_unique<HloModule>("main");
  std::unique_ptr<HloModule> written_;  // the module without converts, if there are any
  ComputationTable table_;
  HeaderPlaces places_;
  const ParsedComputation* entry_ = nullptr;
};

StatusOr<std::unique_ptr<HloModule>> ModuleParser::Parse() {
  const Form form = FindForm();
  if (form == Form::kInstructions) {
    ParsedComputation& main = table_.Mention("main", 0);
    HLOOM_RETURN_IF_ERROR(ParseInstructionsAlone(in_, table_, main));
    table_.Define(main, 0);
    entry_ = &main;
  } else {
    if (form == Form::kModule) {
      HLOOM_RETURN_IF_ERROR(
          Header().WithHelp("the first line is written like: HloModule name, attribute=value"));
    }
    HLOOM_RETURN_IF_ERROR(Computations().WithHelp(
        "computations are written like: ENTRY main (x: f32[2]) -> f32[2] { instructions }"));
  }
  HLOOM_RETURN_IF_ERROR(CheckAllDefined());
  HLOOM_ASSIGN_OR_RETURN(const std::vector<ParsedComputation*> order, CalleesFirst());
  for (ParsedComputation* parsed : order) {
    const HloComputation* added = module_->AddComputation(std::move(parsed->computation));
    if (parsed == entry_) module_->set_entry_computation(added);
  }
  if (form == Form::kComputations) {
    module_->set_name(StrCat("module_", module_->entry_computation().name()));
  }
  SpreadThreads(*module_);
  MakeNamesUnique();
  HLOOM_RETURN_IF_ERROR(CheckEntryLayout());
  if (table_.options().allow_mixed_precision) HLOOM_RETURN_IF_ERROR(InsertConverts());
  if (table_.options().verify) HLOOM_RETURN_IF_ERROR(Verify());
  return std::move(module_);
}

ModuleParser::Form ModuleParser::FindForm() {
  const size_t begin = in_.position();
  if (in_.PeekName() == "HloModule") return Form::kModule;
  if (in_.PeekName() == "ENTRY") return Form::kComputations;
  Form form = Form::kInstructions;
  if (!ShapeFollows(in_) && !OpcodeFollows(in_)) {
    in_.Accept('%');
    in_.Name();
    const char next = in_.Peek();
    if (next == '{' || next == '(') form = Form::kComputations;
    // HLO text does not begin like this: users forget the header less often than its name.
    if (next != '=' && form == Form::kInstructions) form = Form::kModule;
  }
  in_.set_position(begin);
  if (in_.PeekName() == "ROOT") form = Form::kInstructions;
  return form;
}

Status ModuleParser::Header() {
  if (!in_.AcceptWord("HloModule")) {
    constexpr std::string_view kFirstWords[] = {"HloModule", "ENTRY"};
    const std::string_view word = in_.PeekName();
    const std::string_view near = IsEntryInSmallLetters(word) ? "ENTRY"
                                  : word.size() > 64          ? ""
                                                              : NearestWord(word, kFirstWords);
    return in_.Expected("HloModule and its name, or a computation, or an instruction")
        .Help(near.empty()
                  ? std::string("write for instance \"ENTRY main { x = f32[2] parameter(0) }\"")
                  : StrCat("did you mean ", near, "?"));
  }
  const bool percent = in_.Accept('%');
  const size_t place = in_.position();
  const std::string_view name = in_.Name();
  if (name.empty()) return in_.Expected("the name of the module");
  HLOOM_RETURN_IF_ERROR(CheckName(in_, name, place, percent));
  in_.Accept(':');  // XLA takes it for the end of the name
  module_->set_name(std::string(name));
  return ReadHeader(in_, module_->mutable_config(), places_);
}

Status ModuleParser::Computations() {
  do {
    HLOOM_RETURN_IF_ERROR(Computation());
  } while (!in_.AtEnd());
  if (entry_ == nullptr) entry_ = table_.defined().back();
  return OkStatus();
}

// ENTRY %name (x: f32[2]) -> f32[2] { ... }
Status ModuleParser::Computation() {
  const size_t begin = in_.position();
  const bool is_entry = in_.AcceptWord("ENTRY");
  const bool percent = in_.Accept('%');
  const size_t place = in_.position();
  const std::string_view name = in_.Name();
  if (name.empty()) return in_.Expected("a computation, like \"ENTRY main { ... }\"");
  if (!is_entry && !percent && name == "HloModule" &&
      (in_.Peek() == '%' || !in_.PeekName().empty())) {
    return in_.ErrorAt(place, kTextP19, "a second module begins here")
        .Help(
            "read each module on its own; hloom check looks at all modules of a file that lines "
            "\"// -----\" part");
  }
  if (!is_entry && IsEntryInSmallLetters(name) && (in_.Peek() == '%' || !in_.PeekName().empty())) {
    in_.set_position(begin);
    return in_.Expected("a computation, like \"ENTRY main { ... }\"").Help("did you mean ENTRY?");
  }
  if (is_entry && entry_ != nullptr) {
    return in_.ErrorAt(begin, kTextP9, "the module has an ENTRY already")
        .Detail(StrCat("the first one is ", entry_->name.substr(0, 64), " at ",
                       in_.Place(entry_->place)))
        .Help("one computation is the entry; leave out ENTRY for the others");
  }
  HLOOM_RETURN_IF_ERROR(CheckName(in_, name, place, percent));
  ParsedComputation& parsed = table_.Mention(name, place);
  if (parsed.defined) {
    return in_
        .ErrorAt(place, kTextP5, StrCat("a computation ", in_.Found(place), " already exists"))
        .Detail(StrCat("the first one is at ", in_.Place(parsed.place)))
        .Help("give each computation its own name");
  }
  size_t result_place = 0;
  std::optional<Shape> result;
  if (in_.Peek() == '(') {
    HLOOM_RETURN_IF_ERROR(SkipParameters());
    if (!in_.Accept("->")) return in_.Expected("'->' and the shape of the result");
    result_place = in_.position();
    HLOOM_ASSIGN_OR_RETURN(result, ReadShape(in_));
  }
  HLOOM_RETURN_IF_ERROR(ParseComputationBody(in_, table_, parsed));
  HLOOM_RETURN_IF_ERROR(ParseComputationAttributes(in_, parsed));
  table_.Define(parsed, place);
  if (is_entry) entry_ = &parsed;
  const Shape& root = parsed.computation->root()->shape();
  if (!result || ShapeUtil::Compatible(*result, root)) return OkStatus();
  return in_
      .ErrorAt(result_place, kTextP10,
               StrCat("the result of ", name.substr(0, 64), " is said to be ", result->ToString(),
                      ", but its root is ", root.ToString()))
      .Help("write the root's shape after '->', or leave out all between the name and '{'");
}

// Reads (x: f32[2], v: f32[]) and checks its grammar only, as XLA does.
Status ModuleParser::SkipParameters() {
  return in_.List('(', ')', "the parameters", [&]() -> Status {
    in_.Accept('%');
    if (in_.Name().empty()) return in_.Expected("the name of a parameter");
    HLOOM_RETURN_IF_ERROR(in_.Expect(':', "after the name of a parameter"));
    return ReadShape(in_).status();
  });
}

Status ModuleParser::CheckAllDefined() {
  const ParsedComputation* undefined = table_.FirstUndefined();
  if (undefined == nullptr) return OkStatus();
  const std::string_view near =
      undefined->name.size() > 64 ? "" : NearestWord(undefined->name, table_.Names());
  return in_
      .ErrorAt(undefined->place, kTextP13,
               StrCat("unknown computation ", in_.Found(undefined->place)))
      .Help(near.empty() ? std::string("define it in the text, before or after its callers")
                         : StrCat("did you mean ", near, "?"));
}

Status ModuleParser::CycleAt(const ParsedComputation::Call& call) const {
  return in_
      .ErrorAt(call.place, kTextP13,
               StrCat("the computation ", call.callee->name.substr(0, 64),
                      " calls itself, here or through others"))
      .Help("computations cannot be recursive; use while");
}

// A depth-first walk with its own stack.
StatusOr<std::vector<ParsedComputation*>> ModuleParser::CalleesFirst() {
  enum class State { kNew, kOpen, kDone };
  std::unordered_map<const ParsedComputation*, State> states;
  struct Visit {
    ParsedComputation* computation;
    size_t next;
  };
  std::vector<ParsedComputation*> order;
  std::vector<Visit> stack;
  for (ParsedComputation* start : table_.defined()) {
    if (states[start] == State::kNew) {
      states[start] = State::kOpen;
      stack.push_back({start, 0});
    }
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.next == top.computation->calls.size()) {
        states[top.computation] = State::kDone;
        order.push_back(top.computation);
        stack.pop_back();
        continue;
      }
      const ParsedComputation::Call& call = top.computation->calls[top.next++];
      State& state = states[call.callee];
      if (state == State::kOpen) return CycleAt(call);
      if (state == State::kDone) continue;
      state = State::kOpen;
      stack.push_back({call.callee, 0});
    }
  }
  return order;
}

// Text may name instructions of different computations alike; modules may not. Instructions with
// names in the text keep them if possible; others are named after that.
void ModuleParser::MakeNamesUnique() {
  std::unordered_set<const HloInstruction*> unnamed;
  for (const ParsedComputation* parsed : table_.defined())
    unnamed.insert(parsed->unnamed.begin(), parsed->unnamed.end());
  std::unordered_set<std::string_view> used;
  std::vector<HloInstruction*> others;
  std::unordered_set<std::string_view> used_computations;
  std::vector<HloComputation*> other_computations;
  for (const auto& computation : module_->computations()) {
    if (!used_computations.insert(computation->name()).second)
      other_computations.push_back(computation.get());
    for (const auto& instruction : computation->instructions()) {
      if (unnamed.count(instruction.get()) > 0) continue;
      if (!used.insert(instruction->name()).second) others.push_back(instruction.get());
    }
  }
  for (const ParsedComputation* parsed : table_.defined()) {
    for (HloInstruction* instruction : parsed->unnamed) {
      if (!used.insert(instruction->name()).second) others.push_back(instruction);
    }
  }
  std::unordered_map<std::string, int64_t> counters;
  const auto rename = [&counters](auto* named, std::unordered_set<std::string_view>& taken) {
    const std::string base(NameWithoutId(named->name()));
    int64_t& counter = counters[base];
    std::string name;
    do {
      name = StrCat(base, ".", ++counter);
    } while (taken.count(name) > 0);
    named->set_name_and_id(std::move(name), named->unique_id());
    taken.insert(named->name());
  };
  for (HloInstruction* instruction : others) rename(instruction, used);
  counters.clear();
  for (HloComputation* computation : other_computations) rename(computation, used_computations);
}

// The header may give the parameters and the result other layouts, but nothing else.
Status ModuleParser::CheckEntryLayout() {
  std::optional<ProgramShape>& layout = module_->mutable_config().entry_computation_layout;
  if (!layout) return OkStatus();
  const ProgramShape actual = module_->entry_computation().ComputeProgramShape();
  bool compatible = layout->parameters.size() == actual.parameters.size() &&
                    ShapeUtil::Compatible(layout->result, actual.result);
  for (size_t i = 0; compatible && i < actual.parameters.size(); ++i) {
    compatible = ShapeUtil::Compatible(layout->parameters[i], actual.parameters[i]);
  }
  if (!compatible) {
    const auto text = [](const ProgramShape& shape) {
      std::string out = "(";
      for (size_t i = 0; i < shape.parameters.size(); ++i)
        StrAppend(out, i == 0 ? "" : ", ", shape.parameters[i].ToString());
      return StrCat(out, ")->", shape.result.ToString());
    };
    return in_
        .ErrorAt(*places_.Find("entry_computation_layout", 0), kTextP10,
                 StrCat("the entry computation is ", text(actual), ", not ", text(*layout)))
        .Help("leave entry_computation_layout out, or write the shapes that the entry has");
  }
  // A layout that is equal to the computation's is not kept.
  if (layout->parameters == actual.parameters && layout->result == actual.result) layout.reset();
  return OkStatus();
}

Status ModuleParser::InsertConverts() {
  HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<HloModule> converted, InsertImpliedConverts(*module_));
  if (converted == nullptr) return OkStatus();
  written_ = std::exchange(module_, std::move(converted));
  return OkStatus();
}

// `defined` has the positions, but its computations belong to the module now: both have the ids,
// which are the same with and without converts.
std::optional<size_t> ModuleParser::PlaceOf(const VerifierCulprit& culprit) const {
  if (culprit.computation == nullptr) return std::nullopt;
  for (const ParsedComputation* parsed : table_.defined()) {
    if (parsed->id != culprit.computation->unique_id()) continue;
    if (culprit.instruction == nullptr) return parsed->place;
    const HloModule& as_written = written_ == nullptr ? *module_ : *written_;
    for (const auto& computation : as_written.computations()) {
      if (computation->unique_id() != parsed->id) continue;
      for (const auto& instruction : computation->instructions()) {
        if (instruction->unique_id() == culprit.instruction->unique_id())
          return parsed->instruction_places[static_cast<size_t>(instruction->index())];
      }
    }
  }
  return std::nullopt;
}

Status ModuleParser::Verify() {
  VerifierCulprit culprit;
  Status status = VerifyModule(*module_, &culprit);
  if (status.ok()) return status;
  if (culprit.instruction != nullptr && !table_.options().allow_mixed_precision)
    status = HelpWithMixture(status, *culprit.instruction);
  if (const size_t* place = places_.Find(culprit.attribute, culprit.entry))
    return in_.Locate(status, *place);
  const std::optional<size_t> place = PlaceOf(culprit);
  return place ? in_.Locate(status, *place) : status;
}

}  // namespace

Span<const Rule> HloTextRules() { return kHloParserRules; }

StatusOr<std::unique_ptr<HloModule>> ParseHloModule(std::string_view text,
                                                    const HloParserOptions& options) {
  // Some editors begin a file with a byte order mark.
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  StatusOr<std::unique_ptr<HloModule>> module = ModuleParser(text, options).Parse();
  if (module.ok() || module.status().fields().rule != kTextP1.id) return module;
  const ForeignText foreign = FindForeignText(text);
  if (foreign.what.empty()) return module;
  TextReader in(text);
  return in.ErrorAt(in.position(), kTextP1, StrCat("this is ", foreign.what, " and not HLO text"))
      .Help(std::string(foreign.help));
}

}  // namespace hloom
