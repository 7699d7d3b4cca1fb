#include "text/mlir/mlir_pretty_forms.h"

#include <memory>
#include <utility>
#include <vector>

#include "base/str_cat.h"
#include "shape/shape_util.h"
#include "text/mlir/mlir_form_parts.h"
#include "text/mlir/mlir_operation_parser.h"

namespace hloom::mlir {
namespace pretty_forms {
namespace {

// ---- types ----

// The type of the parts of a tensor of complex numbers; null if it is none.
const Type* PartsOfComplex(Parser& parser, const Type& type) {
  if (type.kind != Type::Kind::kTensor || !IsComplexType(type.element_type)) return nullptr;
  Type part = type;
  part.element_type = ComplexComponentType(type.element_type);
  return parser.module().Unique(std::move(part));
}

// Gives the types that were written without an arrow to operands and results.
Status AssignTypes(Parser& parser, Draft& draft, size_t place, TypeForm form) {
  MlirCursor& in = parser.in();
  std::vector<const Type*>& types = draft.operand_types;
  const auto wrong = [&](std::string_view what) -> Status {
    return in.ErrorAt(place, kMlirP1, StrCat("expected ", what, " after the ':'"))
        .Help("or the types of operands and results: (types) -> types");
  };
  const Type* const type = types[0];
  const size_t operands = draft.operands.size();
  switch (form) {
    case TypeForm::kSame:
      if (types.size() != 1) return wrong("the type of the operands and of the result");
      draft.result_types.push_back(type);
      types.assign(operands, type);
      break;
    case TypeForm::kResults:
      draft.result_types = types;
      types.clear();
      break;
    case TypeForm::kOperands:
      break;
    case TypeForm::kPairwise:
      draft.result_types = types;
      break;
    case TypeForm::kSelect:
      if (types.size() != 2) return wrong("the type of the predicate and that of the result");
      draft.result_types = {types[1]};
      types = {type, types[1], types[1]};
      break;
    case TypeForm::kComplex: {
      const Type* const part = types.size() == 1 ? PartsOfComplex(parser, *type) : nullptr;
      if (part == nullptr) return wrong("the type of a tensor of complex numbers");
      draft.result_types = {type};
      types.assign(operands, part);
      break;
    }
    case TypeForm::kTuple:
      if (types.size() != 1 || type->kind != Type::Kind::kTuple)
        return wrong("the type of a tuple");
      draft.result_types = {type};
      types = type->parts;
      break;
    case TypeForm::kFunctional:
    case TypeForm::kArrow:
      return in.Expected("'->' after the types of the operands");
  }
  return parser.CheckOperandTypes(draft, types);
}

}  // namespace

Status TypesBehindColon(Parser& parser, Draft& draft, TypeForm form) {
  MlirCursor& in = parser.in();
  const size_t place = in.position();
  if (in.Peek() == '(') return parser.ParseFunctionalType(draft);
  draft.operand_types.clear();
  HLOOM_RETURN_IF_ERROR(parser.parts().ParseTypes(draft.operand_types));
  if (in.Accept("->")) {
    HLOOM_RETURN_IF_ERROR(parser.parts().ParseResultTypes(draft.result_types));
    return parser.CheckOperandTypes(draft, draft.operand_types);
  }
  return AssignTypes(parser, draft, place, form);
}

Status AttributesAndTypes(Parser& parser, Draft& draft, TypeForm form) {
  HLOOM_RETURN_IF_ERROR(parser.ParseOptionalAttributes(draft));
  HLOOM_RETURN_IF_ERROR(parser.in().Expect(':', "before the type of an operation"));
  return TypesBehindColon(parser, draft, form);
}

Status AttributesAndTypes(Parser& parser, Draft& draft) {
  return AttributesAndTypes(parser, draft, draft.form->types);
}

namespace {

// ---- fields ----

const Attribute* MakeStruct(Parser& parser, std::string_view name,
                            std::vector<NamedAttribute> fields) {
  Attribute* const made = parser.module().NewAttribute(Attribute::Kind::kStruct);
  made->dialect_name = name;
  made->fields = std::move(fields);
  return made;
}

// "DEFAULT"
StatusOr<const Attribute*> EnumValue(Parser& parser, std::string_view enum_name) {
  const std::string_view word = parser.in().Word();
  if (word.empty()) return parser.in().Expected(StrCat("the name of a ", enum_name));
  return parser.parts().MakeEnum(enum_name, word);
}

// "[DEFAULT, HIGH]"
StatusOr<const Attribute*> PrecisionValue(Parser& parser) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(in.Expect('[', "before the precisions"));
  std::vector<const Attribute*> elements;
  if (!in.Accept(']')) {
    do {
      HLOOM_ASSIGN_OR_RETURN(const Attribute* element, EnumValue(parser, "precision"));
      elements.push_back(element);
    } while (in.Accept(','));
    HLOOM_RETURN_IF_ERROR(in.Expect(']', "after the precisions"));
  }
  return parser.parts().MakeArray(std::move(elements));
}

// "e5m2" has 5 bits of exponent and 2 of mantissa.
Status ExponentMantissa(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  const size_t place = in.position();
  const std::string_view word = in.Word();
  int64_t bits[2] = {};
  size_t at = 0;
  bool valid = true;
  for (const char letter : {'e', 'm'}) {
    valid = valid && at < word.size() && word[at] == letter;
    const size_t first = ++at;
    int64_t& value = bits[letter == 'm' ? 1 : 0];
    for (; at < word.size() && word[at] >= '0' && word[at] <= '9' && value < 10000; ++at) {
      value = value * 10 + (word[at] - '0');
    }
    valid = valid && at > first;
  }
  if (!valid || at != word.size()) {
    in.set_position(place);
    return in.Expected("a format, like e5m2");
  }
  MlirPartParser& parts = parser.parts();
  HLOOM_RETURN_IF_ERROR(
      parser.AddAttribute(draft, place, "exponent_bits", parts.MakeInteger(bits[0], S32)));
  return parser.AddAttribute(draft, place, "mantissa_bits", parts.MakeInteger(bits[1], S32));
}

// "[0] x [1]" becomes two fields of dot_dimension_numbers; like in the generic form, empty lists
// are absent.
Status DotDimensions(Parser& parser, Draft& draft, std::string_view lhs_name,
                     std::string_view rhs_name) {
  MlirCursor& in = parser.in();
  const size_t place = in.position();
  HLOOM_ASSIGN_OR_RETURN(const Attribute* lhs, parser.parts().ParseIntegers());
  HLOOM_RETURN_IF_ERROR(in.ExpectWord("x", "between the dimensions of lhs and rhs"));
  HLOOM_ASSIGN_OR_RETURN(const Attribute* rhs, parser.parts().ParseIntegers());
  std::vector<NamedAttribute> fields;
  if (!draft.attributes.empty() && draft.attributes.back().name == "dot_dimension_numbers") {
    fields = draft.attributes.back().value->fields;
    draft.attributes.pop_back();
  }
  if (!lhs->integers.empty()) fields.push_back({lhs_name, lhs});
  if (!rhs->integers.empty()) fields.push_back({rhs_name, rhs});
  return parser.AddAttribute(draft, place, "dot_dimension_numbers",
                             MakeStruct(parser, "dot", std::move(fields)));
}

StatusOr<const Attribute*> FieldValue(Parser& parser, const FormField& field) {
  MlirCursor& in = parser.in();
  MlirPartParser& parts = parser.parts();
  switch (field.kind) {
    case FieldKind::kInteger: {
      HLOOM_ASSIGN_OR_RETURN(const int64_t value, in.Int64());
      return parts.MakeInteger(value, S64);
    }
    case FieldKind::kIntegers:
      return parts.ParseIntegers();
    case FieldKind::kEnum:
      return EnumValue(parser, field.enum_name);
    case FieldKind::kBool: {
      const std::string_view word = in.PeekWord();
      if (word != "true" && word != "false") return in.Expected("true or false");
      in.Word();
      return parts.MakeBool(word == "true");
    }
    case FieldKind::kString: {
      HLOOM_ASSIGN_OR_RETURN(const std::string_view text, in.String(parser.module()));
      return parts.MakeString(text);
    }
    case FieldKind::kPrecision:
      return PrecisionValue(parser);
    default:  // kAlgorithm
      HLOOM_RETURN_IF_ERROR(in.Expect('<', "before an algorithm"));
      return parts.ParseStruct("stablehlo.dot_algorithm");
  }
}

// "dims = [0, 1]"
Status ReadField(Parser& parser, Draft& draft, uint32_t& seen) {
  MlirCursor& in = parser.in();
  const size_t place = in.position();
  const std::string_view key = in.PeekWord();
  const Span<const FormField> fields = draft.form->fields;
  for (size_t i = 0; i < fields.size(); ++i) {
    const FormField& field = fields[i];
    if (field.key != key) continue;
    in.Word();
    if (!in.Accept('=')) return in.Expected(StrCat("'=' after ", key));
    if ((seen >> i & 1) != 0) {
      return in.ErrorAt(place, kMlirP12, StrCat(key, " occurs twice"));
    }
    seen |= uint32_t{1} << i;
    if (field.kind == FieldKind::kExponentMantissa) return ExponentMantissa(parser, draft);
    if (field.kind == FieldKind::kBatching) {
      return DotDimensions(parser, draft, "lhs_batching_dimensions", "rhs_batching_dimensions");
    }
    if (field.kind == FieldKind::kContracting) {
      return DotDimensions(parser, draft, "lhs_contracting_dimensions",
                           "rhs_contracting_dimensions");
    }
    HLOOM_ASSIGN_OR_RETURN(const Attribute* value, FieldValue(parser, field));
    return parser.AddAttribute(draft, place, field.attribute, value);
  }
  std::string expected = fields.empty() ? "a value, like %0" : "";
  for (size_t i = 0; i < fields.size(); ++i) {
    if ((seen >> i & 1) != 0) continue;
    StrAppend(expected, expected.empty() ? "" : " or ", "'", fields[i].key, " ='");
  }
  return in.Expected(expected.empty() ? std::string("'{' or ':'") : expected);
}

// "%a, %b, low = [0], high = [1] {attributes} : types". Ends before the attributes.
Status OperandsAndFields(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  bool more = !draft.form->fields.empty();
  if (in.Peek() == '%') {
    do {
      HLOOM_RETURN_IF_ERROR(parser.ParseOperand(draft));
      more = in.Accept(',');
    } while (more && in.Peek() == '%');
  }
  uint32_t seen = 0;
  while (more) {
    HLOOM_RETURN_IF_ERROR(ReadField(parser, draft, seen));
    more = in.Accept(',');
  }
  const Span<const FormField> fields = draft.form->fields;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].optional || (seen >> i & 1) != 0) continue;
    return in.Expected(StrCat("', ", fields[i].key, " = ...'"));
  }
  return OkStatus();
}

// ---- forms ----

Status PlainForm(Parser& parser, Draft& draft) {
  HLOOM_RETURN_IF_ERROR(OperandsAndFields(parser, draft));
  return AttributesAndTypes(parser, draft);
}

// "dense<0> : tensor<i32>": the type is that of the result.
Status ConstantForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  // Quantized and older constants: stablehlo.constant() {value = ...} : () -> type
  if (in.Peek() == '(') {
    HLOOM_RETURN_IF_ERROR(parser.ParseOperandsInParentheses(draft));
    if (in.Accept('<')) {
      HLOOM_RETURN_IF_ERROR(parser.ParseOptionalAttributes(draft));
      HLOOM_RETURN_IF_ERROR(in.Expect('>', "after the properties of an operation"));
    }
    return AttributesAndTypes(parser, draft);
  }
  HLOOM_RETURN_IF_ERROR(parser.ParseOptionalAttributes(draft));
  const size_t place = in.position();
  HLOOM_ASSIGN_OR_RETURN(const Attribute* value, parser.parts().ParseAttribute());
  if (value->kind != Attribute::Kind::kElements) {
    in.set_position(place);
    return in.Expected("a constant, like dense<1.0> : tensor<f32>");
  }
  draft.result_types = {value->type};
  return parser.AddAttribute(draft, place, "value", value);
}

// "LT, %a, %b, FLOAT : types"
Status CompareForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  const size_t place = in.position();
  HLOOM_ASSIGN_OR_RETURN(const Attribute* direction, EnumValue(parser, "comparison_direction"));
  HLOOM_RETURN_IF_ERROR(parser.AddAttribute(draft, place, "comparison_direction", direction));
  HLOOM_RETURN_IF_ERROR(in.Expect(',', "after the direction of a comparison"));
  HLOOM_RETURN_IF_ERROR(parser.ParseOperand(draft));
  HLOOM_RETURN_IF_ERROR(in.Expect(',', "after the first operand of a comparison"));
  HLOOM_RETURN_IF_ERROR(parser.ParseOperand(draft));
  if (in.Accept(',')) {
    const size_t type_place = in.position();
    HLOOM_ASSIGN_OR_RETURN(const Attribute* type, EnumValue(parser, "comparison_type"));
    HLOOM_RETURN_IF_ERROR(parser.AddAttribute(draft, type_place, "compare_type", type));
  }
  return AttributesAndTypes(parser, draft);
}

// "%t[0] : types"
Status TupleElementForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(parser.ParseOperand(draft));
  HLOOM_RETURN_IF_ERROR(in.Expect('[', "before the index of an element"));
  const size_t place = in.position();
  HLOOM_ASSIGN_OR_RETURN(const int64_t index, in.Int64());
  HLOOM_RETURN_IF_ERROR(in.Expect(']', "after the index of an element"));
  HLOOM_RETURN_IF_ERROR(
      parser.AddAttribute(draft, place, "index", parser.parts().MakeInteger(index, S32)));
  return AttributesAndTypes(parser, draft);
}

// "%a [0:4, 1:9:2] : types"
Status SliceForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(parser.ParseOperand(draft));
  const size_t place = in.position();
  HLOOM_RETURN_IF_ERROR(in.Expect('[', "before the ranges of a slice"));
  constexpr std::string_view kNames[] = {"start_indices", "limit_indices", "strides"};
  std::vector<int64_t> values[3];
  if (!in.Accept(']')) {
    do {
      HLOOM_ASSIGN_OR_RETURN(const int64_t start, in.Int64());
      HLOOM_RETURN_IF_ERROR(in.Expect(':', "after the start of a range"));
      HLOOM_ASSIGN_OR_RETURN(const int64_t limit, in.Int64());
      int64_t stride = 1;
      if (in.Accept(':')) {
        HLOOM_ASSIGN_OR_RETURN(stride, in.Int64());
      }
      values[0].push_back(start);
      values[1].push_back(limit);
      values[2].push_back(stride);
    } while (in.Accept(','));
    if (!in.Accept(']')) return in.Expected("',' or ']' after a range");
  }
  for (size_t i = 0; i < 3; ++i) {
    HLOOM_RETURN_IF_ERROR(parser.AddAttribute(
        draft, place, kNames[i], parser.parts().MakeIntegers(std::move(values[i]), S64)));
  }
  return AttributesAndTypes(parser, draft);
}

// "@name(%a, %b) {attributes} : types"
Status CustomCallForm(Parser& parser, Draft& draft) {
  const size_t place = parser.in().position();
  HLOOM_ASSIGN_OR_RETURN(const std::string_view target, parser.parts().ParseSymbolName());
  HLOOM_RETURN_IF_ERROR(
      parser.AddAttribute(draft, place, "call_target_name", parser.parts().MakeString(target)));
  HLOOM_RETURN_IF_ERROR(parser.ParseOperandsInParentheses(draft));
  return AttributesAndTypes(parser, draft);
}

// "@f(%a) {attributes} : types"
Status CallForm(Parser& parser, Draft& draft) {
  const size_t place = parser.in().position();
  HLOOM_ASSIGN_OR_RETURN(const std::string_view callee, parser.parts().ParseSymbolName());
  HLOOM_RETURN_IF_ERROR(parser.AddAttribute(
      draft, place, "callee", parser.parts().MakeText(Attribute::Kind::kSymbol, callee)));
  HLOOM_RETURN_IF_ERROR(parser.ParseOperandsInParentheses(draft));
  return AttributesAndTypes(parser, draft);
}

// "\"name\" %a, %b {attributes} : types"
Status CompositeForm(Parser& parser, Draft& draft) {
  const size_t place = parser.in().position();
  HLOOM_ASSIGN_OR_RETURN(const std::string_view name, parser.in().String(parser.module()));
  HLOOM_RETURN_IF_ERROR(parser.AddAttribute(draft, place, "name", parser.parts().MakeString(name)));
  HLOOM_RETURN_IF_ERROR(parser.ParseOperands(draft));
  return AttributesAndTypes(parser, draft);
}

// "%a, \"tag\" : type"
Status TraceForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(parser.ParseOperand(draft));
  HLOOM_RETURN_IF_ERROR(in.Expect(',', "after the operand"));
  const size_t place = in.position();
  HLOOM_ASSIGN_OR_RETURN(const std::string_view tag, in.String(parser.module()));
  HLOOM_RETURN_IF_ERROR(parser.AddAttribute(draft, place, "tag", parser.parts().MakeString(tag)));
  return AttributesAndTypes(parser, draft);
}

// "{attributes} %a, %b : types", or "()" without operands.
Status BarrierForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(parser.ParseOptionalAttributes(draft));
  if (in.Accept('(')) return in.Expect(')', "of an optimization_barrier without operands");
  HLOOM_RETURN_IF_ERROR(parser.ParseOperands(draft));
  HLOOM_RETURN_IF_ERROR(in.Expect(':', "before the types of the operands"));
  return TypesBehindColon(parser, draft, draft.form->types);
}

// "%a, %b {attributes} : types"; nothing behind it if nothing is returned.
Status ReturnForm(Parser& parser, Draft& draft) {
  HLOOM_RETURN_IF_ERROR(parser.ParseOperands(draft));
  HLOOM_RETURN_IF_ERROR(parser.ParseOptionalAttributes(draft));
  if (draft.operands.empty() && !parser.in().Accept(':')) return OkStatus();
  if (!draft.operands.empty()) {
    HLOOM_RETURN_IF_ERROR(parser.in().Expect(':', "before the types of the operands"));
  }
  return TypesBehindColon(parser, draft, TypeForm::kOperands);
}

// "(%a, k = 3) : type -> (type, type)"
Status TopKForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(in.Expect('(', "before the operand"));
  HLOOM_RETURN_IF_ERROR(OperandsAndFields(parser, draft));
  HLOOM_RETURN_IF_ERROR(in.Expect(')', "after k"));
  return AttributesAndTypes(parser, draft);
}

// ---- convolution ----

// "[[0, 1], [2, 3]]" is dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>.
StatusOr<const Attribute*> PaddingValue(Parser& parser) {
  MlirCursor& in = parser.in();
  std::vector<int64_t> values;
  const size_t place = in.position();
  HLOOM_RETURN_IF_ERROR(in.Expect('[', "before the padding"));
  if (!in.Accept(']')) {
    do {
      HLOOM_RETURN_IF_ERROR(in.Expect('[', "before the padding of a dimension"));
      HLOOM_ASSIGN_OR_RETURN(const int64_t low, in.Int64());
      HLOOM_RETURN_IF_ERROR(in.Expect(',', "after the low padding of a dimension"));
      HLOOM_ASSIGN_OR_RETURN(const int64_t high, in.Int64());
      HLOOM_RETURN_IF_ERROR(in.Expect(']', "after the high padding of a dimension"));
      values.push_back(low);
      values.push_back(high);
    } while (in.Accept(','));
    if (!in.Accept(']')) return in.Expected("',' or ']' after the padding of a dimension");
  }
  const int64_t rows = static_cast<int64_t>(values.size()) / 2;
  Attribute* const made = parser.module().NewAttribute(Attribute::Kind::kElements);
  made->type = parser.parts().TensorType(S64, {rows, 2});
  StatusOr<Literal> literal = Literal::Create(ShapeUtil::MakeShape(S64, {rows, 2}));
  if (!literal.ok()) return in.ErrorAt(place, kMlirP10, literal.status().fields().headline);
  std::copy(values.begin(), values.end(), literal->mutable_data<int64_t>());
  made->literal = std::make_shared<const Literal>(*std::move(literal));
  return made;
}

// "[0, 1]" or "[false, true]"
StatusOr<const Attribute*> ReversalValue(Parser& parser) {
  MlirCursor& in = parser.in();
  std::vector<int64_t> values;
  HLOOM_RETURN_IF_ERROR(in.Expect('[', "before the reversed dimensions"));
  if (!in.Accept(']')) {
    do {
      const std::string_view word = in.PeekWord();
      if (word == "true" || word == "false") {
        in.Word();
        values.push_back(word == "true");
        continue;
      }
      HLOOM_ASSIGN_OR_RETURN(const int64_t value, in.Int64());
      values.push_back(value != 0);
    } while (in.Accept(','));
    if (!in.Accept(']')) return in.Expected("',' or ']' after true or false");
  }
  return parser.parts().MakeIntegers(std::move(values), PRED);
}

struct WindowField {
  std::string_view key;
  std::string_view attribute;
  StatusOr<const Attribute*> (*read)(Parser& parser);
};
StatusOr<const Attribute*> WindowIntegers(Parser& parser) { return parser.parts().ParseIntegers(); }
constexpr WindowField kWindowFields[] = {
    {"stride", "window_strides", WindowIntegers},   {"pad", "padding", PaddingValue},
    {"lhs_dilate", "lhs_dilation", WindowIntegers}, {"rhs_dilate", "rhs_dilation", WindowIntegers},
    {"reverse", "window_reversal", ReversalValue},
};

// "{stride = [1, 1], pad = [[0, 0], [1, 1]]}"
Status WindowValue(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the fields of a window"));
  if (in.Accept('}')) return OkStatus();
  do {
    const size_t place = in.position();
    const std::string_view key = in.PeekWord();
    const WindowField* known = nullptr;
    for (const WindowField& field : kWindowFields) {
      if (field.key == key) known = &field;
    }
    if (known == nullptr) {
      return in.Expected("stride, pad, lhs_dilate, rhs_dilate or reverse");
    }
    in.Word();
    if (!in.Accept('=')) return in.Expected(StrCat("'=' after ", key));
    HLOOM_ASSIGN_OR_RETURN(const Attribute* value, known->read(parser));
    HLOOM_RETURN_IF_ERROR(parser.AddAttribute(draft, place, known->attribute, value));
  } while (in.Accept(','));
  if (in.Accept('}')) return OkStatus();
  return in.Expected("',' or '}' after a field of a window");
}

// "(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {...} {attributes} : types"
Status ConvolutionForm(Parser& parser, Draft& draft) {
  MlirCursor& in = parser.in();
  HLOOM_RETURN_IF_ERROR(parser.ParseOperandsInParentheses(draft));
  const size_t place = in.position();
  HLOOM_RETURN_IF_ERROR(in.ExpectWord("dim_numbers", "after the operands"));
  HLOOM_RETURN_IF_ERROR(in.Expect('=', "after dim_numbers"));
  HLOOM_ASSIGN_OR_RETURN(const Attribute* numbers, parser.parts().ParseConvolutionDimensions());
  HLOOM_RETURN_IF_ERROR(parser.AddAttribute(draft, place, "dimension_numbers", numbers));
  HLOOM_RETURN_IF_ERROR(in.Expect(',', "after dim_numbers"));
  HLOOM_RETURN_IF_ERROR(in.ExpectWord("window", "after dim_numbers"));
  HLOOM_RETURN_IF_ERROR(in.Expect('=', "after window"));
  HLOOM_RETURN_IF_ERROR(WindowValue(parser, draft));
  return AttributesAndTypes(parser, draft);
}

// ---- the table ----

constexpr FormField kIotaFields[] = {{"dim", FieldKind::kInteger, "iota_dimension"}};
constexpr FormField kDimensionFields[] = {{"dim", FieldKind::kInteger, "dimension"}};
constexpr FormField kBroadcastFields[] = {{"sizes", FieldKind::kIntegers, "broadcast_sizes"}};
constexpr FormField kBroadcastInDimFields[] = {
    {"dims", FieldKind::kIntegers, "broadcast_dimensions"}};
constexpr FormField kTransposeFields[] = {{"dims", FieldKind::kIntegers, "permutation"}};
constexpr FormField kReverseFields[] = {{"dims", FieldKind::kIntegers, "dimensions"}};
constexpr FormField kPadFields[] = {{"low", FieldKind::kIntegers, "edge_padding_low"},
                                    {"high", FieldKind::kIntegers, "edge_padding_high"},
                                    {"interior", FieldKind::kIntegers, "interior_padding"}};
constexpr FormField kDynamicSliceFields[] = {{"sizes", FieldKind::kIntegers, "slice_sizes"}};
constexpr FormField kFftFields[] = {{"type", FieldKind::kEnum, "fft_type", "fft_type"},
                                    {"length", FieldKind::kIntegers, "fft_length"}};
constexpr FormField kRngFields[] = {
    {"distribution", FieldKind::kEnum, "rng_distribution", "rng_distribution"}};
constexpr FormField kRngBitsFields[] = {
    {"algorithm", FieldKind::kEnum, "rng_algorithm", "rng_algorithm"}};
constexpr FormField kCholeskyFields[] = {{"lower", FieldKind::kBool, "lower", {}, true}};
constexpr FormField kReducePrecisionFields[] = {{"format", FieldKind::kExponentMantissa, {}}};
constexpr FormField kEinsumFields[] = {{"config", FieldKind::kString, "einsum_config"}};
constexpr FormField kDotFields[] = {
    {"precision", FieldKind::kPrecision, "precision_config", {}, true}};
constexpr FormField kDotGeneralFields[] = {
    {"batching_dims", FieldKind::kBatching, {}, {}, true},
    {"contracting_dims", FieldKind::kContracting, {}},
    {"precision", FieldKind::kPrecision, "precision_config", {}, true},
    {"algorithm", FieldKind::kAlgorithm, "algorithm", {}, true}};
constexpr FormField kTopKFields[] = {{"k", FieldKind::kInteger, "k"}};

// A row whose name is as it is written.
constexpr PrettyForm Row(std::string_view name,
                         Status (*head)(MlirOperationParser&, OperationDraft&),
                         TypeForm types = TypeForm::kFunctional, Span<const FormField> fields = {},
                         Status (*resume)(MlirOperationParser&, OperationDraft&) = nullptr) {
  return {name, name, head, types, fields, resume};
}
// "%a, %b : type" of operands and result, if they are the same.
constexpr PrettyForm Same(std::string_view name, Span<const FormField> fields = {}) {
  return Row(name, PlainForm, TypeForm::kSame, fields);
}
constexpr PrettyForm Renamed(std::string_view written, std::string_view name) {
  return {written, name, PlainForm, TypeForm::kSame};
}
// "%a, %b, name = value : (types) -> types"
constexpr PrettyForm Plain(std::string_view name, Span<const FormField> fields = {}) {
  return Row(name, PlainForm, TypeForm::kFunctional, fields);
}
// "%a, %b : types -> types"
constexpr PrettyForm Arrow(std::string_view name) { return Row(name, PlainForm, TypeForm::kArrow); }
// " : type" of the result
constexpr PrettyForm Nullary(std::string_view name, Span<const FormField> fields = {}) {
  return Row(name, PlainForm, TypeForm::kResults, fields);
}

constexpr PrettyForm kPrettyForms[] = {
    {"module", "builtin.module", ModuleForm},
    Row("builtin.module", ModuleForm),
    {"func", "func.func", FunctionForm},
    Row("func.func", FunctionForm),
    {"call", "func.call", CallForm},
    Row("func.call", CallForm),
    {"return", "func.return", ReturnForm},
    Row("func.return", ReturnForm),

    Row("stablehlo.return", ReturnForm),
    Row("stablehlo.constant", ConstantForm),
    Nullary("stablehlo.iota", kIotaFields),
    Nullary("stablehlo.create_token"),
    Nullary("stablehlo.replica_id"),
    Nullary("stablehlo.partition_id"),
    Same("stablehlo.after_all"),

    Same("stablehlo.abs"),
    Same("stablehlo.cbrt"),
    Same("stablehlo.ceil"),
    Same("stablehlo.convert"),
    Same("stablehlo.cosine"),
    Same("stablehlo.count_leading_zeros"),
    Same("stablehlo.exponential"),
    Same("stablehlo.exponential_minus_one"),
    Same("stablehlo.floor"),
    Same("stablehlo.imag"),
    Same("stablehlo.is_finite"),
    Same("stablehlo.log"),
    Same("stablehlo.log_plus_one"),
    Same("stablehlo.logistic"),
    Same("stablehlo.negate"),
    Same("stablehlo.not"),
    Same("stablehlo.popcnt"),
    Same("stablehlo.real"),
    Same("stablehlo.round_nearest_afz"),
    Same("stablehlo.round_nearest_even"),
    Same("stablehlo.rsqrt"),
    Same("stablehlo.sign"),
    Same("stablehlo.sine"),
    Same("stablehlo.sqrt"),
    Same("stablehlo.tan"),
    Same("stablehlo.tanh"),
    Same("stablehlo.uniform_quantize"),
    Same("stablehlo.uniform_dequantize"),
    Same("stablehlo.reduce_precision", kReducePrecisionFields),
    Same("stablehlo.cholesky", kCholeskyFields),
    Same("stablehlo.reverse", kReverseFields),

    Same("stablehlo.add"),
    Same("stablehlo.and"),
    Same("stablehlo.atan2"),
    Same("stablehlo.divide"),
    Same("stablehlo.maximum"),
    Same("stablehlo.minimum"),
    Same("stablehlo.multiply"),
    Same("stablehlo.or"),
    Same("stablehlo.power"),
    Same("stablehlo.remainder"),
    Same("stablehlo.shift_left"),
    Same("stablehlo.shift_right_arithmetic"),
    Same("stablehlo.shift_right_logical"),
    Same("stablehlo.subtract"),
    Same("stablehlo.xor"),
    Same("stablehlo.clamp"),
    Row("stablehlo.complex", PlainForm, TypeForm::kComplex),
    Row("stablehlo.select", PlainForm, TypeForm::kSelect),
    Row("stablehlo.compare", CompareForm),

    Plain("stablehlo.bitcast_convert"),
    Plain("stablehlo.reshape"),
    Plain("stablehlo.dynamic_reshape"),
    Plain("stablehlo.dynamic_update_slice"),
    Plain("stablehlo.real_dynamic_slice"),
    Plain("stablehlo.dynamic_pad"),
    Plain("stablehlo.compute_reshape_shape"),
    Plain("stablehlo.cstr_reshapable"),
    Plain("stablehlo.broadcast", kBroadcastFields),
    Plain("stablehlo.broadcast_in_dim", kBroadcastInDimFields),
    Plain("stablehlo.dynamic_broadcast_in_dim", kBroadcastInDimFields),
    Plain("stablehlo.dynamic_iota", kIotaFields),
    Plain("stablehlo.dynamic_slice", kDynamicSliceFields),
    Plain("stablehlo.transpose", kTransposeFields),
    Plain("stablehlo.concatenate", kDimensionFields),
    Plain("stablehlo.get_dimension_size", kDimensionFields),
    Plain("stablehlo.set_dimension_size", kDimensionFields),
    Plain("stablehlo.pad", kPadFields),
    Plain("stablehlo.fft", kFftFields),
    Plain("stablehlo.rng", kRngFields),
    Plain("stablehlo.rng_bit_generator", kRngBitsFields),
    Plain("stablehlo.einsum", kEinsumFields),
    Plain("stablehlo.unary_einsum", kEinsumFields),
    Plain("stablehlo.dot", kDotFields),
    Plain("stablehlo.dot_general", kDotGeneralFields),
    Row("stablehlo.slice", SliceForm),
    Row("stablehlo.convolution", ConvolutionForm),
    Row("stablehlo.dynamic_conv", ConvolutionForm),
    Row("stablehlo.custom_call", CustomCallForm),
    Row("stablehlo.composite", CompositeForm),
    Row("stablehlo.get_tuple_element", TupleElementForm),
    Row("stablehlo.tuple", PlainForm, TypeForm::kTuple),
    Row("stablehlo.optimization_barrier", BarrierForm, TypeForm::kPairwise),
    Row("stablehlo.trace", TraceForm, TypeForm::kOperands),
    Row("stablehlo.reduce", ReduceForm),
    Row("stablehlo.while", WhileForm, TypeForm::kFunctional, {}, WhileResume),

    Arrow("chlo.acos"),
    Arrow("chlo.acosh"),
    Arrow("chlo.asin"),
    Arrow("chlo.asinh"),
    Arrow("chlo.atan"),
    Arrow("chlo.atanh"),
    Arrow("chlo.bessel_i1e"),
    Arrow("chlo.conj"),
    Arrow("chlo.cosh"),
    Arrow("chlo.digamma"),
    Arrow("chlo.erf"),
    Arrow("chlo.erf_inv"),
    Arrow("chlo.erfc"),
    Arrow("chlo.is_inf"),
    Arrow("chlo.is_neg_inf"),
    Arrow("chlo.is_pos_inf"),
    Arrow("chlo.lgamma"),
    Arrow("chlo.mulhi"),
    Arrow("chlo.next_after"),
    Arrow("chlo.polygamma"),
    Arrow("chlo.sinh"),
    Arrow("chlo.square"),
    Arrow("chlo.tan"),
    Arrow("chlo.zeta"),
    Arrow("chlo.minimum_broadcast_shapes"),
    Arrow("chlo.broadcast_add"),
    Arrow("chlo.broadcast_and"),
    Arrow("chlo.broadcast_atan2"),
    Arrow("chlo.broadcast_compare"),
    Arrow("chlo.broadcast_complex"),
    Arrow("chlo.broadcast_divide"),
    Arrow("chlo.broadcast_maximum"),
    Arrow("chlo.broadcast_minimum"),
    Arrow("chlo.broadcast_multiply"),
    Arrow("chlo.broadcast_next_after"),
    Arrow("chlo.broadcast_or"),
    Arrow("chlo.broadcast_polygamma"),
    Arrow("chlo.broadcast_power"),
    Arrow("chlo.broadcast_remainder"),
    Arrow("chlo.broadcast_select"),
    Arrow("chlo.broadcast_shift_left"),
    Arrow("chlo.broadcast_shift_right_arithmetic"),
    Arrow("chlo.broadcast_shift_right_logical"),
    Arrow("chlo.broadcast_subtract"),
    Arrow("chlo.broadcast_xor"),
    Arrow("chlo.broadcast_zeta"),
    Row("chlo.constant", ConstantForm),
    Row("chlo.top_k", TopKForm, TypeForm::kArrow, kTopKFields),
    Row("chlo.scan", ScanForm, TypeForm::kFunctional, {}, ScanResume),

    Renamed("mhlo.acos", "chlo.acos"),
    Renamed("mhlo.acosh", "chlo.acosh"),
    Renamed("mhlo.asin", "chlo.asin"),
    Renamed("mhlo.asinh", "chlo.asinh"),
    Renamed("mhlo.atanh", "chlo.atanh"),
    Renamed("mhlo.cosh", "chlo.cosh"),
    Renamed("mhlo.erf", "chlo.erf"),
    Renamed("mhlo.sinh", "chlo.sinh"),

    Row("sdy.mesh", MeshForm),
    Row("sdy.sharding_constraint", ShardingForm, TypeForm::kSame),
    Row("sdy.reshard", ShardingForm, TypeForm::kSame),
    Row("sdy.sharding_group", ShardingGroupForm, TypeForm::kOperands),
    Row("sdy.propagation_barrier", PropagationBarrierForm, TypeForm::kSame),
    Row("sdy.manual_computation", ManualComputationForm, TypeForm::kFunctional, {}, TypesResume),
    Row("sdy.named_computation", NamedComputationForm, TypeForm::kFunctional, {}, TypesResume),
    Row("sdy.constant", ConstantForm),
    Row("sdy.return", ReturnForm),
};

}  // namespace
}  // namespace pretty_forms

Span<const PrettyForm> PrettyForms() { return pretty_forms::kPrettyForms; }

}  // namespace hloom::mlir
