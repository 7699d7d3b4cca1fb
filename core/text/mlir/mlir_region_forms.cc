// The pretty forms of operations that have regions, and those of sdy.
#include <string_view>
#include <utility>
#include <vector>

#include "base/str_cat.h"
#include "text/mlir/mlir_form_parts.h"
#include "text/mlir/mlir_operation_parser.h"
#include "text/mlir/mlir_pretty_forms.h"

namespace hloom::mlir {
namespace pretty_forms {
// ---- forms with regions ----

namespace {

Status OpenBrace(Parser& parser, Draft& draft, std::string_view where) {
  HLOOM_RETURN_IF_ERROR(parser.in().Expect('{', where));
  draft.opens_region = true;
  return OkStatus();
}

}  // namespace

// "(%a init: %c), (%b init: %d) across dimensions = [0] {attributes} : types" and either
// "applies stablehlo.add" before "across", or "reducer(%x: type, %y: type) (...) {...}" at the end.
//
// The operands are %a, %b, %c, %d; the arguments of the region likewise: with
// "reducer(%x, %y) (%z, %w)" they are %x, %z, %y, %w.
Status ReduceForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  Draft inits;
  inits.name = draft.name;
  do {
    HLOOM_RETURN_IF_ERROR(in.Expect('(', "before an operand and its initial value"));
    HLOOM_RETURN_IF_ERROR(parser.ParseOperand(draft));
    HLOOM_RETURN_IF_ERROR(in.ExpectWord("init", "after an operand of a reduction"));
    HLOOM_RETURN_IF_ERROR(in.Expect(':', "after init"));
    HLOOM_RETURN_IF_ERROR(parser.ParseOperand(inits));
    HLOOM_RETURN_IF_ERROR(in.Expect(')', "after an initial value"));
  } while (in.Accept(','));
  draft.operands.insert(draft.operands.end(), inits.operands.begin(), inits.operands.end());
  std::string_view applied;
  if (in.AcceptWord("applies")) {
    applied = parser.NameWithoutMhlo(in.Word());
    if (applied.empty()) return in.Expected("an operation, like stablehlo.add, after applies");
  }
  HLOOM_RETURN_IF_ERROR(in.ExpectWord("across", "after the operands of a reduction"));
  HLOOM_RETURN_IF_ERROR(in.ExpectWord("dimensions", "after across"));
  HLOOM_RETURN_IF_ERROR(in.Expect('=', "after dimensions"));
  const size_t place = in.position();
  HLOOM_ASSIGN_OR_RETURN(const Attribute* dimensions, parser.parts().ParseIntegers());
  HLOOM_RETURN_IF_ERROR(parser.AddAttribute(draft, place, "dimensions", dimensions));
  HLOOM_RETURN_IF_ERROR(AttributesAndTypes(parser, draft));
  if (!applied.empty()) {
    const Type& operand = *draft.operands[0].value->type;
    const bool unread = IsUnread(operand) && !draft.result_types.empty();
    const Type& input = unread ? *draft.result_types[0] : operand;
    if (input.kind != Type::Kind::kTensor) {
      return in.ErrorAt(draft.operands[0].place, kMlirP1,
                        StrCat("expected a tensor to reduce, found ", ToString(input)));
    }
    parser.AddAppliedRegion(draft, applied,
                            parser.module().Unique({.kind = Type::Kind::kTensor,
                                                    .element_type = input.element_type,
                                                    .is_index = input.is_index}));
    return OkStatus();
  }
  HLOOM_RETURN_IF_ERROR(in.ExpectWord("reducer", "after the type of a reduction"));
  std::vector<BlockArgument> accumulators;
  while (in.Accept('(')) {
    HLOOM_ASSIGN_OR_RETURN(const BlockArgument element, parser.ParseArgument());
    HLOOM_RETURN_IF_ERROR(in.Expect(',', "after an argument of a reducer"));
    HLOOM_ASSIGN_OR_RETURN(const BlockArgument accumulator, parser.ParseArgument());
    HLOOM_RETURN_IF_ERROR(in.Expect(')', "after two arguments of a reducer"));
    draft.arguments.push_back(element);
    accumulators.push_back(accumulator);
  }
  draft.arguments.insert(draft.arguments.end(), accumulators.begin(), accumulators.end());
  return OpenBrace(parser, draft, "before the body of a reducer");
}

// "(%arg = %init, ...) : types attributes {...} cond {...} do {...}"
Status WhileForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(in.Expect('(', "before the values of a loop"));
  if (!in.Accept(')')) {
    do {
      HLOOM_ASSIGN_OR_RETURN(const BlockArgument argument, parser.ParseArgumentName());
      draft.arguments.push_back(argument);
      HLOOM_RETURN_IF_ERROR(in.Expect('=', "after the name of a value of a loop"));
      HLOOM_RETURN_IF_ERROR(parser.ParseOperand(draft));
    } while (in.Accept(','));
    if (!in.Accept(')')) return in.Expected("',' or ')' after a value of a loop");
  }
  if (!draft.operands.empty()) {
    HLOOM_RETURN_IF_ERROR(in.Expect(':', "before the types of the values of a loop"));
    HLOOM_RETURN_IF_ERROR(parser.parts().ParseTypes(draft.result_types));
  }
  HLOOM_RETURN_IF_ERROR(parser.CheckOperandTypes(draft, draft.result_types));
  for (size_t i = 0; i < draft.arguments.size(); ++i) {
    draft.arguments[i].type = draft.result_types[i];
  }
  if (in.AcceptWord("attributes")) HLOOM_RETURN_IF_ERROR(parser.ParseOptionalAttributes(draft));
  HLOOM_RETURN_IF_ERROR(in.ExpectWord("cond", "after the types of the values of a loop"));
  // Both regions have the arguments, and the second one is opened later.
  draft.later_arguments = draft.arguments;
  return OpenBrace(parser, draft, "before the condition of a loop");
}

Status WhileResume(Parser& parser, Draft& draft) {
  if (draft.regions.size() == 2) return OkStatus();
  HLOOM_RETURN_IF_ERROR(parser.in().ExpectWord("do", "after the condition of a loop"));
  draft.arguments = std::move(draft.later_arguments);
  return OpenBrace(parser, draft, "before the body of a loop");
}

// "(%a, %b) inits(%c) dimension=0 {attributes} {...} : types"
Status ScanForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  MlirPartParser& parts = parser.parts();
  HLOOM_RETURN_IF_ERROR(parser.ParseOperandsInParentheses(draft));
  const int64_t inputs = static_cast<int64_t>(draft.operands.size());
  const size_t place = in.position();
  HLOOM_RETURN_IF_ERROR(in.ExpectWord("inits", "after the inputs of a scan"));
  HLOOM_RETURN_IF_ERROR(parser.ParseOperandsInParentheses(draft));
  const int64_t inits = static_cast<int64_t>(draft.operands.size()) - inputs;
  HLOOM_RETURN_IF_ERROR(parser.AddAttribute(draft, place, "operandSegmentSizes",
                                            parts.MakeIntegers({inputs, inits}, S32)));
  // The other fields, in any order: is_reverse=true, is_associative=true.
  while (in.Peek() != '{') {
    const size_t field_place = in.position();
    const std::string_view name = in.Word();
    if (name == "attributes") {
      HLOOM_RETURN_IF_ERROR(parser.ParseOptionalAttributes(draft));
      break;
    }
    if (name != "dimension" && name != "is_reverse" && name != "is_associative") {
      in.set_position(field_place);
      return in.Expected("dimension, is_reverse, is_associative, or '{' before the body of a scan");
    }
    HLOOM_RETURN_IF_ERROR(in.Expect('=', StrCat("after ", name)));
    HLOOM_ASSIGN_OR_RETURN(const Attribute* value, parts.ParseAttribute());
    HLOOM_RETURN_IF_ERROR(parser.AddAttribute(draft, field_place, name, value));
    in.Accept(',');
  }
  // The arguments of the region have a label: ^bb0(...):
  return OpenBrace(parser, draft, "before the body of a scan");
}

Status TypesResume(Parser& parser, Draft& draft) {
  return AttributesAndTypes(parser, draft, TypeForm::kFunctional);
}

// A scan has as many last values as it has first ones; its other results are outputs.
Status ScanResume(Parser& parser, Draft& draft) {
  HLOOM_RETURN_IF_ERROR(TypesResume(parser, draft));
  for (const NamedAttribute& one : draft.attributes) {
    if (one.name != "operandSegmentSizes" || one.value->integers.size() != 2) continue;
    const int64_t carries = one.value->integers[1];
    const int64_t outputs = static_cast<int64_t>(draft.result_types.size()) - carries;
    return parser.AddAttribute(draft, draft.place, "resultSegmentSizes",
                               parser.parts().MakeIntegers({outputs, carries}, S32));
  }
  return OkStatus();
}

// ---- modules and functions ----

namespace {

// "@name" if it comes next.
Status OptionalSymbol(Parser& parser, Draft& draft) {
  const size_t place = parser.in().position();
  if (parser.in().Peek() != '@') return OkStatus();
  HLOOM_ASSIGN_OR_RETURN(const std::string_view name, parser.parts().ParseSymbolName());
  return parser.AddAttribute(draft, place, "sym_name", parser.parts().MakeString(name));
}

Status AttributesWithKeyword(Parser& parser, Draft& draft) {
  if (!parser.in().AcceptWord("attributes")) return OkStatus();
  if (parser.in().Peek() != '{') return parser.in().Expected("'{' after attributes");
  return parser.ParseOptionalAttributes(draft);
}

}  // namespace

// "@name attributes {...} {...}"
Status ModuleForm(Parser& parser, Draft& draft) {
  HLOOM_RETURN_IF_ERROR(OptionalSymbol(parser, draft));
  HLOOM_RETURN_IF_ERROR(AttributesWithKeyword(parser, draft));
  return OpenBrace(parser, draft, "before the operations of a module");
}

namespace {

// The attributes of the arguments or results of a function: an array of dictionaries, if any has
// some.
class SlotAttributes {
 public:
  Status Read(Parser& parser) {
    fields_.emplace_back();
    if (parser.in().Peek() != '{') return OkStatus();
    any_ = true;
    return parser.parts().ParseFields(fields_.back());
  }
  Status AddTo(Parser& parser, Draft& draft, std::string_view name) {
    if (!any_) return OkStatus();
    std::vector<const Attribute*> elements;
    for (std::vector<NamedAttribute>& fields : fields_) {
      Attribute* const element = parser.module().NewAttribute(Attribute::Kind::kDictionary);
      element->fields = std::move(fields);
      elements.push_back(element);
    }
    return parser.AddAttribute(draft, draft.place, name,
                               parser.parts().MakeArray(std::move(elements)));
  }

 private:
  std::vector<std::vector<NamedAttribute>> fields_;
  bool any_ = false;
};

// "(%a: type {...} loc(...), ...)"; a declaration may leave out the names.
Status ReadParameters(Parser& parser, Draft& draft, std::vector<const Type*>& types,
                      SlotAttributes& attributes) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(in.Expect('(', "after the name of a function"));
  if (in.Accept(')')) return OkStatus();
  do {
    BlockArgument argument;
    const bool is_named = in.Peek() == '%';
    if (is_named) {
      HLOOM_ASSIGN_OR_RETURN(argument, parser.ParseArgumentName());
      HLOOM_RETURN_IF_ERROR(in.Expect(':', "after the name of a parameter"));
    }
    HLOOM_ASSIGN_OR_RETURN(argument.type, parser.parts().ParseType());
    types.push_back(argument.type);
    HLOOM_RETURN_IF_ERROR(attributes.Read(parser));
    HLOOM_ASSIGN_OR_RETURN(argument.location, parser.parts().ParseOptionalLocation());
    if (is_named) draft.arguments.push_back(argument);
  } while (in.Accept(','));
  if (in.Accept(')')) return OkStatus();
  return in.Expected("',' or ')' after a parameter");
}

// "-> (type {...}, ...)" or "-> type"
Status ReadResults(Parser& parser, std::vector<const Type*>& types, SlotAttributes& attributes) {
  MlirCursor& in = parser.in();
  if (!in.Accept("->")) return OkStatus();
  if (!in.Accept('(')) {
    HLOOM_ASSIGN_OR_RETURN(const Type* type, parser.parts().ParseType());
    types.push_back(type);
    return OkStatus();  // a brace is that of the body
  }
  if (in.Accept(')')) return OkStatus();
  do {
    HLOOM_ASSIGN_OR_RETURN(const Type* type, parser.parts().ParseType());
    types.push_back(type);
    HLOOM_RETURN_IF_ERROR(attributes.Read(parser));
  } while (in.Accept(','));
  if (in.Accept(')')) return OkStatus();
  return in.Expected("',' or ')' after the type of a result");
}

}  // namespace

// "public @name(%a: type {...}) -> (type {...}) attributes {...} {...}"
Status FunctionForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  MlirPartParser& parts = parser.parts();
  const size_t place = in.position();
  const std::string_view visibility = in.PeekWord();
  if (visibility == "public" || visibility == "private" || visibility == "nested") {
    in.Word();
    HLOOM_RETURN_IF_ERROR(
        parser.AddAttribute(draft, place, "sym_visibility", parts.MakeString(visibility)));
  }
  if (in.Peek() != '@') return in.Expected("the name of a function, like @main");
  HLOOM_RETURN_IF_ERROR(OptionalSymbol(parser, draft));
  Type type = {.kind = Type::Kind::kFunction};
  SlotAttributes arguments;
  SlotAttributes results;
  HLOOM_RETURN_IF_ERROR(ReadParameters(parser, draft, type.parts, arguments));
  const bool named = draft.arguments.size() == type.parts.size();
  type.input_count = static_cast<uint32_t>(type.parts.size());
  HLOOM_RETURN_IF_ERROR(ReadResults(parser, type.parts, results));
  HLOOM_RETURN_IF_ERROR(parser.AddAttribute(
      draft, place, "function_type", parts.MakeType(parser.module().Unique(std::move(type)))));
  HLOOM_RETURN_IF_ERROR(arguments.AddTo(parser, draft, "arg_attrs"));
  HLOOM_RETURN_IF_ERROR(results.AddTo(parser, draft, "res_attrs"));
  HLOOM_RETURN_IF_ERROR(AttributesWithKeyword(parser, draft));
  if (in.Peek() != '{') {  // a declaration
    draft.arguments.clear();
    return OkStatus();
  }
  if (!named) {
    return in.ErrorAt(draft.place, kMlirP1, "expected names for the parameters of a function")
        .Help("only a function without a body leaves them out: (%arg0: tensor<f32>)");
  }
  return OpenBrace(parser, draft, "before the body of a function");
}

// ---- sdy ----

namespace {

// The text of an attribute, up to a blank, with its brackets. Takes `key` and the '=' first.
Status KeptField(Parser& parser, Draft& draft, std::string_view key, std::string_view dialect_name,
                 char open, char close, bool with_brackets) {
  MlirCursor& in = parser.in();
  const size_t place = in.position();
  HLOOM_RETURN_IF_ERROR(in.Expect(open, StrCat("before ", key)));
  HLOOM_ASSIGN_OR_RETURN(std::string_view text, in.Bracketed(close));
  if (with_brackets) text = in.Text(place, in.last());
  return parser.AddAttribute(draft, place, key,
                             parser.parts().MakeText(Attribute::Kind::kOther, text, dialect_name));
}

}  // namespace

// "@mesh = <[\"x\"=2]>"
Status MeshForm(Parser& parser, Draft& draft) {
  if (parser.in().Peek() != '@') return parser.in().Expected("the name of a mesh, like @mesh");
  HLOOM_RETURN_IF_ERROR(OptionalSymbol(parser, draft));
  HLOOM_RETURN_IF_ERROR(parser.in().Expect('=', "after the name of a mesh"));
  HLOOM_RETURN_IF_ERROR(KeptField(parser, draft, "mesh", "sdy.mesh", '<', '>', false));
  return parser.ParseOptionalAttributes(draft);
}

// "%a <@mesh, [{}]> : type"
Status ShardingForm(Parser& parser, Draft& draft) {
  HLOOM_RETURN_IF_ERROR(parser.ParseOperand(draft));
  HLOOM_RETURN_IF_ERROR(KeptField(parser, draft, "sharding", "sdy.sharding", '<', '>', false));
  return AttributesAndTypes(parser, draft);
}

namespace {

// "in_shardings=[<@mesh, [{}]>] out_shardings=[...]"
Status ReadShardings(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  for (const std::string_view key : {"in_shardings", "out_shardings"}) {
    HLOOM_RETURN_IF_ERROR(in.ExpectWord(key, "after the operands"));
    HLOOM_RETURN_IF_ERROR(in.Expect('=', StrCat("after ", key)));
    HLOOM_RETURN_IF_ERROR(KeptField(parser, draft, key, "sdy.sharding_per_value", '[', ']', true));
  }
  return OkStatus();
}

// "(%arg1: type, ...) {": the arguments of a region.
Status ReadRegionArguments(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(in.Expect('(', "before the arguments of a region"));
  if (!in.Accept(')')) {
    do {
      HLOOM_ASSIGN_OR_RETURN(const BlockArgument argument, parser.ParseArgument());
      draft.arguments.push_back(argument);
    } while (in.Accept(','));
    if (!in.Accept(')')) return in.Expected("',' or ')' after an argument of a region");
  }
  return OpenBrace(parser, draft, "before the operations of a region");
}

}  // namespace

// "(%a) in_shardings=[...] out_shardings=[...] manual_axes={\"x\"} (%arg: type) {...} : types"
Status ManualComputationForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(parser.ParseOperandsInParentheses(draft));
  HLOOM_RETURN_IF_ERROR(ReadShardings(parser, draft));
  HLOOM_RETURN_IF_ERROR(in.ExpectWord("manual_axes", "after the shardings"));
  HLOOM_RETURN_IF_ERROR(in.Expect('=', "after manual_axes"));
  HLOOM_RETURN_IF_ERROR(KeptField(parser, draft, "manual_axes", "sdy.manual_axes", '{', '}', true));
  return ReadRegionArguments(parser, draft);
}

// "<\"name\">(%a) in_shardings=[...] out_shardings=[...] (%arg: type) {...} : types"
Status NamedComputationForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(in.Expect('<', "before the name of a computation"));
  const size_t place = in.position();
  HLOOM_ASSIGN_OR_RETURN(const std::string_view name, in.String(parser.module()));
  HLOOM_RETURN_IF_ERROR(in.Expect('>', "after the name of a computation"));
  HLOOM_RETURN_IF_ERROR(parser.AddAttribute(draft, place, "name", parser.parts().MakeString(name)));
  HLOOM_RETURN_IF_ERROR(parser.ParseOperandsInParentheses(draft));
  if (in.PeekWord() == "in_shardings") HLOOM_RETURN_IF_ERROR(ReadShardings(parser, draft));
  return ReadRegionArguments(parser, draft);
}

// "%a group_id=1 : type"
Status ShardingGroupForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(parser.ParseOperand(draft));
  HLOOM_RETURN_IF_ERROR(in.ExpectWord("group_id", "after the operand"));
  HLOOM_RETURN_IF_ERROR(in.Expect('=', "after group_id"));
  const size_t place = in.position();
  HLOOM_ASSIGN_OR_RETURN(const int64_t group, in.Int64());
  HLOOM_RETURN_IF_ERROR(
      parser.AddAttribute(draft, place, "group_id", parser.parts().MakeInteger(group, S64)));
  return AttributesAndTypes(parser, draft);
}

// "%a allowed_direction=NONE : type"
Status PropagationBarrierForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(parser.ParseOperand(draft));
  HLOOM_RETURN_IF_ERROR(in.ExpectWord("allowed_direction", "after the operand"));
  HLOOM_RETURN_IF_ERROR(in.Expect('=', "after allowed_direction"));
  const size_t place = in.position();
  const std::string_view direction = in.Word();
  if (direction.empty()) return in.Expected("a direction, like NONE");
  HLOOM_RETURN_IF_ERROR(parser.AddAttribute(
      draft, place, "allowed_direction",
      parser.parts().MakeText(Attribute::Kind::kOther, direction, "sdy.propagation_direction")));
  return AttributesAndTypes(parser, draft);
}

}  // namespace pretty_forms
}  // namespace hloom::mlir
