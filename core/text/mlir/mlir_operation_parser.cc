#include "text/mlir/mlir_operation_parser.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "text/mlir/mlir_pretty_forms.h"

namespace hloom::mlir {
namespace {

std::string ShownName(std::string_view name) { return StrCat("%", Shortened(name)); }

// The number that a name is, as MLIR writes it: 0, or without a zero in front. SIZE_MAX if it is none.
size_t NumberOf(std::string_view name) {
  constexpr size_t kMostDigits = 9;
  if (name.empty() || name.size() > kMostDigits || (name[0] == '0' && name.size() > 1)) {
    return SIZE_MAX;
  }
  size_t number = 0;
  for (const char c : name) {
    if (c < '0' || c > '9') return SIZE_MAX;
    number = number * 10 + static_cast<size_t>(c - '0');
  }
  return number;
}

// Operations whose regions do not see the values around them.
bool IsIsolated(std::string_view name) { return name == "func.func" || name == "builtin.module"; }

}  // namespace

const ValueNames::Named* ValueNames::Find(std::string_view name) const {
  const size_t number = NumberOf(name);
  if (number < numbered_.size() && numbered_[number].values != nullptr) return &numbered_[number];
  const auto other = others_.find(name);
  return other == others_.end() ? nullptr : &other->second;
}

bool ValueNames::Add(std::string_view name, const Named& named) {
  if (Find(name) != nullptr) return false;
  // The array is in proportion to the names. A region has larger numbers than the operations around
  // it, also than those that follow.
  constexpr size_t kAlways = 64;
  const size_t number = NumberOf(name);
  if (number < 2 * ++added_ + kAlways) {
    if (number >= numbered_.size()) numbered_.resize(number + 1);
    numbered_[number] = named;
  } else {
    others_.emplace(name, named);
  }
  return true;
}

void ValueNames::Remove(std::string_view name) {
  const size_t number = NumberOf(name);
  if (number < numbered_.size() && numbered_[number].values != nullptr) {
    numbered_[number] = {};
  } else {
    others_.erase(name);
  }
}

void OperationDraft::Clear() {
  name = {};
  form = nullptr;
  result_names.clear();
  operands.clear();
  attributes.clear();
  regions.clear();
  result_types.clear();
  location = nullptr;
  opens_region = false;
  arguments.clear();
  later_arguments.clear();
}

PrettyFormTable MakePrettyFormTable() {
  PrettyFormTable table;
  for (const PrettyForm& form : PrettyForms()) table.emplace(form.written, &form);
  return table;
}

MlirOperationParser::MlirOperationParser(std::string_view text, size_t begin, size_t end,
                                         Module& module, const PrettyFormTable& forms)
    : module_(module), parts_(text, begin, end, module), in_(parts_.in()), forms_(forms) {}

Status MlirOperationParser::Parse() {
  Frame& outer = frames_.emplace_back();
  outer.region = module_.NewRegion();
  outer.region->blocks.emplace_back();
  outer.in_block = true;
  scopes_.emplace_back();
  HLOOM_RETURN_IF_ERROR(ParseStatements());
  HLOOM_RETURN_IF_ERROR(parts_.Finish());
  SetTop();
  return OkStatus();
}

// The module of the text, or one around its operations.
void MlirOperationParser::SetTop() {
  Frame& outer = frames_.front();
  if (outer.operations.size() == 1 && outer.operations[0]->name == "builtin.module") {
    module_.top = outer.operations[0];
    return;
  }
  EndBlock(outer);
  Operation* const top = module_.NewOperation();
  top->name = "builtin.module";
  top->position = {1, 1};
  top->regions = module_.Copy(std::vector<const Region*>{outer.region});
  module_.top = top;
}

Status MlirOperationParser::ParseStatements() {
  while (true) {
    const char c = in_.Peek();
    const bool outside = frames_.size() == 1;
    if (in_.AtEnd()) {
      if (outside) return OkStatus();
      const Frame& frame = frames_.back();
      return in_.Expected("an operation or '}'")
          .Help(StrCat("the region of ", Shortened(frame.draft.name), " at ", Place(frame.place),
                       " is not closed"));
    }
    if (c == '}' && !outside) {
      HLOOM_RETURN_IF_ERROR(CloseRegion());
    } else if (c == '^') {
      HLOOM_RETURN_IF_ERROR(ParseBlockLabel());
    } else if (outside && (c == '#' || c == '!')) {
      HLOOM_RETURN_IF_ERROR(parts_.ParseAliasDefinition());
    } else if (outside && c == '{') {
      HLOOM_RETURN_IF_ERROR(parts_.ParseResources());
    } else {
      HLOOM_RETURN_IF_ERROR(ParseStatement());
    }
  }
}

// ---- values ----

const Value* MlirOperationParser::NewValue(const Type* type, size_t place) {
  value_places_.push_back(place);
  return module_.NewValue(type);
}

Status MlirOperationParser::Define(std::string_view name, const Value* const* values, size_t count,
                                   size_t place) {
  Scope& scope = scopes_.back();
  if (!scope.names.Add(name, {values, count, place})) {
    return in_.ErrorAt(place, kMlirP5, StrCat("the value ", ShownName(name), " is already defined"))
        .Detail(StrCat("the first one is at ", Place(scope.names.Find(name)->place)))
        .Help("give each value its own name");
  }
  if (!frames_.back().has_scope) scope.inner.push_back(name);
  return OkStatus();
}

Status MlirOperationParser::ParseOperand(OperationDraft& draft) {
  const size_t place = in_.position();
  if (!in_.Accept('%')) return in_.Expected("a value, like %0");
  const std::string_view name = in_.Suffix();
  const ValueNames::Named* const found = scopes_.back().names.Find(name);
  if (found == nullptr) {
    if (name.empty()) return in_.Expected("the name of a value after '%'");
    return in_.ErrorAt(place, kMlirP5, StrCat("the value ", ShownName(name), " is not defined"))
        .Help("a value is defined before its use, in the same region or around it");
  }
  const ValueNames::Named& named = *found;
  int64_t index = 0;
  if (in_.PeekAdjacent() == '#') {
    in_.Accept('#');
    HLOOM_ASSIGN_OR_RETURN(index, in_.Int64());
  }
  if (index < 0 || static_cast<uint64_t>(index) >= named.count) {
    return in_
        .ErrorAt(
            place, kMlirP5,
            StrCat(ShownName(name), " has ", Count(static_cast<int64_t>(named.count), "result"),
                   ", none of them #", index))
        .Detail(StrCat("it is defined at ", Place(named.place)));
  }
  draft.operands.push_back({named.values[index], place});
  return OkStatus();
}

Status MlirOperationParser::ParseOperands(OperationDraft& draft) {
  if (in_.Peek() != '%') return OkStatus();
  do {
    HLOOM_RETURN_IF_ERROR(ParseOperand(draft));
  } while (in_.Accept(','));
  return OkStatus();
}

Status MlirOperationParser::ParseOperandsInParentheses(OperationDraft& draft) {
  HLOOM_RETURN_IF_ERROR(in_.Expect('(', "before the operands"));
  if (in_.Accept(')')) return OkStatus();
  do {
    HLOOM_RETURN_IF_ERROR(ParseOperand(draft));
  } while (in_.Accept(','));
  if (in_.Accept(')')) return OkStatus();
  return in_.Expected("',' or ')' after an operand");
}

StatusOr<BlockArgument> MlirOperationParser::ParseArgumentName() {
  BlockArgument argument = {.place = in_.position()};
  if (!in_.Accept('%')) return in_.Expected("the name of an argument, like %arg0");
  argument.name = in_.Suffix();
  if (argument.name.empty()) return in_.Expected("the name of an argument after '%'");
  return argument;
}

StatusOr<BlockArgument> MlirOperationParser::ParseArgument() {
  HLOOM_ASSIGN_OR_RETURN(BlockArgument argument, ParseArgumentName());
  HLOOM_RETURN_IF_ERROR(in_.Expect(':', "after the name of an argument"));
  HLOOM_ASSIGN_OR_RETURN(argument.type, parts_.ParseType());
  HLOOM_ASSIGN_OR_RETURN(argument.location, parts_.ParseOptionalLocation());
  return argument;
}

Status MlirOperationParser::CheckOperandTypes(const OperationDraft& draft,
                                              Span<const Type* const> types) const {
  if (types.size() != draft.operands.size()) {
    return in_
        .ErrorAt(draft.place, kMlirP7,
                 StrCat(Shortened(draft.name), " has ",
                        Count(static_cast<int64_t>(draft.operands.size()), "operand"), " and ",
                        Count(static_cast<int64_t>(types.size()), "type"), " for operands"))
        .Help("write the type of each operand");
  }
  for (size_t i = 0; i < types.size(); ++i) {
    const OperandUse& use = draft.operands[i];
    if (use.value->type == types[i] || IsUnread(*use.value->type)) continue;
    const size_t definition = value_places_[use.value->number];
    return in_
        .ErrorAt(use.place, kMlirP7,
                 StrCat("this operand is of type ", ToString(*types[i]), " here and of type ",
                        ToString(*use.value->type), " where it is defined"))
        .Detail(StrCat("it is defined at ", Place(definition)))
        .Help("the type at the end of an operation repeats the types of its operands");
  }
  return OkStatus();
}

// ---- attributes ----

Status MlirOperationParser::ParseOptionalAttributes(OperationDraft& draft) {
  if (in_.Peek() != '{') return OkStatus();
  return parts_.ParseFields(draft.attributes);
}

Status MlirOperationParser::AddAttribute(OperationDraft& draft, size_t place, std::string_view name,
                                         const Attribute* value) {
  for (const NamedAttribute& one : draft.attributes) {
    if (one.name != name) continue;
    return in_.ErrorAt(place, kMlirP12, StrCat("the attribute ", Shortened(name), " occurs twice"))
        .Help("leave one of them out");
  }
  draft.attributes.push_back({name, value});
  return OkStatus();
}

// ---- operations ----

Status MlirOperationParser::ParseResultNames(OperationDraft& draft) {
  if (in_.Peek() != '%') return OkStatus();
  do {
    ResultName result = {.place = in_.position()};
    if (!in_.Accept('%')) return in_.Expected("the name of a result, like %0");
    result.name = in_.Suffix();
    if (result.name.empty()) return in_.Expected("the name of a result after '%'");
    if (in_.Accept(':')) {
      HLOOM_ASSIGN_OR_RETURN(const int64_t count, in_.Int64());
      if (count < 1) {
        return in_.ErrorAt(result.place, kMlirP6, "a name is for one result or more");
      }
      result.count = static_cast<size_t>(count);
    }
    draft.result_names.push_back(result);
  } while (in_.Accept(','));
  return in_.Expect('=', "after the name of a result");
}

namespace {

std::string_view DialectOf(std::string_view operation) {
  const size_t dot = operation.find('.');
  return dot == std::string_view::npos ? std::string_view() : operation.substr(0, dot);
}

std::string HelpForUnknown(std::string_view name) {
  const std::string_view dialect = DialectOf(name);
  std::vector<std::string_view> known;
  // Operations of mhlo that have another name here were found.
  for (const PrettyForm& form : PrettyForms()) {
    if (DialectOf(form.written) == dialect && dialect != "mhlo") known.push_back(form.written);
  }
  const std::string_view near =
      name.size() > kLongestMlirName ? std::string_view() : NearestWord(name, known);
  if (!near.empty()) return StrCat("did you mean ", near, "?");
  if (known.empty()) return "convert the program to StableHLO and CHLO";
  return StrCat("print the program with the generic form of operations, \"", Shortened(name),
                "\"(...)");
}

}  // namespace

// A text that goes on after an operation that is not read: "%0 =", "}", "^bb0", "stablehlo.add".
bool MlirOperationParser::AtStatement() {
  const size_t begin = in_.position();
  const char c = in_.Peek();
  if (c == '^' || c == '#' || c == '!' || c == '"') return true;
  const std::string_view word = in_.PeekWord();
  if (!word.empty()) return forms_.count(word) > 0 || !DialectOf(word).empty();
  // The names of results: "%0, %1:2 = name"; "%i = %c" is a part of a form.
  while (in_.Accept('%')) {
    in_.Suffix();
    if (in_.Accept(':')) in_.Suffix();
    in_.Accept(',');
  }
  const bool defines = in_.Accept('=') && (in_.Peek() == '"' || !in_.PeekWord().empty());
  in_.set_position(begin);
  return defines;
}

// Skips the text of an operation whose form is not known: up to a line that begins another one. It
// stays in the tree, with the reason as the attribute of no name, so that the importer can tell all
// operations that it does not have.
Status MlirOperationParser::SkipOperation(OperationDraft& draft) {
  constexpr std::pair<char, char> kBrackets[] = {{'(', ')'}, {'[', ']'}, {'{', '}'}, {'<', '>'}};
  while (true) {
    const size_t last = in_.last();
    const size_t next = in_.position();
    const bool new_line = in_.Text(last, next).find('\n') != std::string_view::npos;
    const char c = in_.Peek();
    if (in_.AtEnd() || c == '}' || ((new_line || c == '%') && AtStatement())) break;
    const auto bracket = std::find_if(std::begin(kBrackets), std::end(kBrackets),
                                      [&](const auto& one) { return one.first == c; });
    if (bracket != std::end(kBrackets)) {
      in_.Accept(c);
      HLOOM_RETURN_IF_ERROR(in_.Bracketed(bracket->second).status());
    } else if (c == '"') {
      HLOOM_RETURN_IF_ERROR(in_.RawString().status());
    } else if (in_.Word().empty()) {
      in_.set_position(next + 1);
    }
  }
  // The type of each result is in the text, which is longer than the number of results.
  const Type* const unread = module_.Unique({});
  size_t left = in_.last() - draft.place;
  for (const ResultName& result : draft.result_names) {
    if (result.count > left) {
      return in_
          .ErrorAt(result.place, kMlirP6,
                   StrCat(Shortened(draft.name), " does not have ", result.count, " results"))
          .Help("write %0:2 = ... for the two results of an operation");
    }
    left -= result.count;
    draft.result_types.insert(draft.result_types.end(), result.count, unread);
  }
  const std::string reason =
      StrCat("hloom does not read it in this form: ", HelpForUnknown(draft.name));
  draft.attributes.push_back({"", parts_.MakeString(module_.Copy(reason))});
  return OkStatus();
}

std::string_view MlirOperationParser::NameWithoutMhlo(std::string_view name) {
  constexpr std::string_view kMhlo = "mhlo.";
  if (name.substr(0, kMhlo.size()) != kMhlo) return name;
  const auto own = forms_.find(name);
  if (own != forms_.end()) return own->second->name;
  return module_.Copy(StrCat("stablehlo.", name.substr(kMhlo.size())));
}

Status MlirOperationParser::ParseStatement() {
  OperationDraft& draft = draft_;
  draft.Clear();
  HLOOM_RETURN_IF_ERROR(ParseResultNames(draft));
  draft.place = in_.position();
  draft.position = in_.Advance(draft.place);
  if (in_.Peek() == '"') {
    HLOOM_ASSIGN_OR_RETURN(const std::string_view quoted, in_.QuotedName(module_));
    draft.name = NameWithoutMhlo(quoted);
    HLOOM_RETURN_IF_ERROR(ParseGeneric(draft));
    return Continue(draft);
  }
  const std::string_view name = in_.Word();
  if (name.empty()) {
    return in_.Expected("an operation")
        .Help(
            "operations are written like: %0 = stablehlo.add %a, "
            "%b : tensor<f32>");
  }
  auto found = forms_.find(name);
  if (found == forms_.end()) found = forms_.find(NameWithoutMhlo(name));
  if (found == forms_.end()) {
    if (DialectOf(name).empty()) {
      return in_.UnsupportedAt(draft.place, kMlirP8,
                               StrCat("hloom has no operation ", Shortened(name)),
                               HelpForUnknown(name));
    }
    draft.name = name;
    HLOOM_RETURN_IF_ERROR(SkipOperation(draft));
    return Continue(draft);
  }
  draft.form = found->second;
  draft.name = draft.form->name;
  HLOOM_RETURN_IF_ERROR(draft.form->head(*this, draft));
  return Continue(draft);
}

Status MlirOperationParser::Continue(OperationDraft& draft) {
  if (draft.opens_region) return OpenRegion(draft);
  return AddOperation(draft);
}

Status MlirOperationParser::ParseGeneric(OperationDraft& draft) {
  HLOOM_RETURN_IF_ERROR(ParseOperandsInParentheses(draft));
  if (in_.Peek() == '[') {
    return in_.UnsupportedAt(
        in_.position(), kMlirP13,
        StrCat("the operation ", Shortened(draft.name), " branches to other blocks"),
        "write control flow as stablehlo.if, stablehlo.case, stablehlo.while");
  }
  if (in_.Accept('<')) {
    HLOOM_RETURN_IF_ERROR(parts_.ParseFields(draft.attributes));
    HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after the properties of an operation"));
  }
  if (in_.Accept('(')) return ParseGenericRegion(draft);
  return ParseGenericTail(draft);
}

Status MlirOperationParser::ParseGenericRegion(OperationDraft& draft) {
  HLOOM_RETURN_IF_ERROR(in_.Expect('{', "before a region"));
  draft.opens_region = true;
  return OkStatus();
}

Status MlirOperationParser::ParseGenericTail(OperationDraft& draft) {
  HLOOM_RETURN_IF_ERROR(ParseOptionalAttributes(draft));
  HLOOM_RETURN_IF_ERROR(in_.Expect(':', "before the type of an operation"));
  return ParseFunctionalType(draft);
}

Status MlirOperationParser::ParseFunctionalType(OperationDraft& draft) {
  draft.operand_types.clear();
  HLOOM_RETURN_IF_ERROR(parts_.ParseTypesInParentheses(draft.operand_types));
  HLOOM_RETURN_IF_ERROR(in_.Expect("->", "after the types of the operands"));
  HLOOM_RETURN_IF_ERROR(parts_.ParseResultTypes(draft.result_types));
  return CheckOperandTypes(draft, draft.operand_types);
}

Status MlirOperationParser::AddOperation(OperationDraft& draft) {
  if (draft.location == nullptr) {
    HLOOM_ASSIGN_OR_RETURN(draft.location, parts_.ParseOptionalLocation());
  }
  Operation* const operation = module_.NewOperation();
  operation->name = draft.name;
  operation->position = draft.position;
  operation->location = draft.location;
  std::vector<const Value*>& values = values_;
  values.clear();
  for (const OperandUse& use : draft.operands) values.push_back(use.value);
  operation->operands = module_.Copy(values);
  operation->attributes = module_.Copy(draft.attributes);
  operation->regions = module_.Copy(draft.regions);
  values.clear();
  const size_t place = draft.result_names.empty() ? draft.place : draft.result_names[0].place;
  for (const Type* type : draft.result_types) values.push_back(NewValue(type, place));
  operation->results = module_.Copy(values);

  size_t named = 0;
  for (const ResultName& result : draft.result_names)
    named += std::min(result.count, size_t{1} << 30);
  if (!draft.result_names.empty() && named != values.size()) {
    return in_
        .ErrorAt(
            place, kMlirP6,
            StrCat(Shortened(draft.name), " has ",
                   Count(static_cast<int64_t>(values.size()), "result"), " and names for ", named))
        .Help("write %0:2 = ... for the two results of an operation");
  }
  size_t first = 0;
  for (const ResultName& result : draft.result_names) {
    HLOOM_RETURN_IF_ERROR(
        Define(result.name, operation->results.data() + first, result.count, result.place));
    first += result.count;
  }
  Frame& frame = frames_.back();
  if (!frame.in_block) HLOOM_RETURN_IF_ERROR(BeginBlock(frame, {}));
  frame.operations.push_back(operation);
  return OkStatus();
}

// ---- regions ----

Status MlirOperationParser::OpenRegion(OperationDraft& draft) {
  if (frames_.size() > kMaxRegions) {
    return in_.ErrorAt(draft.place, kMlirP9,
                       StrCat("regions nest more than ", kMaxRegions, " deep"));
  }
  Frame frame;
  frame.draft = std::move(draft);
  frame.draft.opens_region = false;
  frame.place = in_.last() - 1;
  frame.region = module_.NewRegion();
  frame.draft.regions.push_back(frame.region);
  frame.has_scope = IsIsolated(frame.draft.name);
  if (frame.has_scope) scopes_.emplace_back();
  frame.names = scopes_.back().inner.size();
  draft = OperationDraft();
  frames_.push_back(std::move(frame));
  Frame& opened = frames_.back();
  if (opened.draft.arguments.empty()) return OkStatus();
  const std::vector<BlockArgument> arguments = std::move(opened.draft.arguments);
  opened.draft.arguments.clear();
  return BeginBlock(opened, arguments);
}

Status MlirOperationParser::BeginBlock(Frame& frame, Span<const BlockArgument> arguments) {
  frame.region->blocks.emplace_back();
  frame.in_block = true;
  std::vector<const Value*> values;
  std::vector<const Location*> locations;
  bool any_location = false;
  for (const BlockArgument& argument : arguments) {
    values.push_back(NewValue(argument.type, argument.place));
    locations.push_back(argument.location);
    any_location |= argument.location != nullptr;
  }
  frame.arguments = module_.Copy(values);
  if (any_location) frame.argument_locations = module_.Copy(locations);
  for (size_t i = 0; i < arguments.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(
        Define(arguments[i].name, frame.arguments.data() + i, 1, arguments[i].place));
  }
  return OkStatus();
}

void MlirOperationParser::EndBlock(Frame& frame) {
  if (!frame.in_block) return;
  Block& block = frame.region->blocks.back();
  block.arguments = frame.arguments;
  block.argument_locations = frame.argument_locations;
  block.operations = module_.Copy(frame.operations);
  frame.operations.clear();
  frame.arguments = {};
  frame.argument_locations = {};
  frame.in_block = false;
}

Status MlirOperationParser::ParseBlockLabel() {
  const size_t place = in_.position();
  Frame& frame = frames_.back();
  if (frames_.size() == 1) return in_.ErrorAt(place, kMlirP1, "a block is part of a region");
  in_.Accept('^');
  if (in_.Suffix().empty()) return in_.Expected("the name of a block after '^'");
  std::vector<BlockArgument> arguments;
  if (in_.Accept('(') && !in_.Accept(')')) {
    do {
      HLOOM_ASSIGN_OR_RETURN(const BlockArgument argument, ParseArgument());
      arguments.push_back(argument);
    } while (in_.Accept(','));
    if (!in_.Accept(')')) return in_.Expected("',' or ')' after an argument of a block");
  }
  HLOOM_RETURN_IF_ERROR(in_.Expect(':', "after the arguments of a block"));
  if (frame.in_block) {
    return in_.UnsupportedAt(place, kMlirP13, "the region has more than one block",
                             "the regions of StableHLO have one block");
  }
  return BeginBlock(frame, arguments);
}

Status MlirOperationParser::CloseRegion() {
  in_.Accept('}');
  Frame& frame = frames_.back();
  EndBlock(frame);
  if (frame.has_scope) {
    scopes_.pop_back();
  } else {
    Scope& scope = scopes_.back();
    while (scope.inner.size() > frame.names) {
      scope.names.Remove(scope.inner.back());
      scope.inner.pop_back();
    }
  }
  OperationDraft draft = std::move(frame.draft);
  frames_.pop_back();
  if (draft.form != nullptr) {
    if (draft.form->resume != nullptr) HLOOM_RETURN_IF_ERROR(draft.form->resume(*this, draft));
  } else if (in_.Accept(',')) {
    HLOOM_RETURN_IF_ERROR(ParseGenericRegion(draft));
  } else {
    if (!in_.Accept(')')) return in_.Expected("',' or ')' after a region");
    HLOOM_RETURN_IF_ERROR(ParseGenericTail(draft));
  }
  return Continue(draft);
}

void MlirOperationParser::AddAppliedRegion(OperationDraft& draft, std::string_view operation,
                                           const Type* type) {
  Region* const region = module_.NewRegion();
  std::vector<const Value*> arguments = {NewValue(type, draft.place), NewValue(type, draft.place)};
  Block& block = region->blocks.emplace_back();
  block.arguments = module_.Copy(arguments);
  Operation* const applied = module_.NewOperation();
  applied->name = operation;
  applied->operands = block.arguments;
  applied->results = module_.Copy(std::vector<const Value*>{NewValue(type, draft.place)});
  applied->position = draft.position;
  Operation* const end = module_.NewOperation();
  end->name = "stablehlo.return";
  end->operands = applied->results;
  end->position = draft.position;
  block.operations = module_.Copy(std::vector<const Operation*>{applied, end});
  draft.regions.push_back(region);
}

}  // namespace hloom::mlir
