#include "text/stablehlo/import_scope.h"

#include <algorithm>

#include "base/str_cat.h"
#include "base/text_reader.h"
#include "base/utf8.h"
#include "builder/rules.h"
#include "ops/data_movement/broadcast.h"
#include "text/stablehlo/export_text.h"
#include "text/stablehlo/function_importer.h"
#include "text/stablehlo/import_types.h"

namespace hloom::stablehlo {

namespace {

using mlir::Attribute;
using Kind = Attribute::Kind;

// Lists of attributes have an entry for each dimension or device.
constexpr int64_t kMostEntries = int64_t{1} << 20;

Status WrongAttribute(std::string_view name, std::string_view expected) {
  return InvalidArgument(kStableHloC2)
      .Say(MessageCat("the attribute ", ArgumentName(name), " is not ", expected))
      .Help("write the attribute as the specification of StableHLO does");
}

// "outer::inner" as @outer::@inner.
void AppendSymbol(std::string_view symbol, std::string& text) {
  for (size_t begin = 0; begin <= symbol.size();) {
    const size_t end = std::min(symbol.find("::", begin), symbol.size());
    StrAppend(text, begin > 0 ? "::" : "",
              stablehlo_text::Symbol(symbol.substr(begin, end - begin)));
    begin = end + 2;
  }
}

// dense<[1, 2]> : tensor<2xi32>. A splat of any size has one value.
void AppendElements(const Attribute& attribute, std::string& text) {
  constexpr std::string_view kEnd = "> : ";
  std::string elements = "dense<> : ";
  if (attribute.literal != nullptr) {
    StatusOr<std::string> written = stablehlo_text::DenseElements(*attribute.literal);
    if (written.ok()) elements = *std::move(written);
  }
  elements.resize(elements.rfind(kEnd) + kEnd.size());
  StrAppend(text, elements, attribute.type == nullptr ? "" : ToString(*attribute.type));
}

void AppendAttribute(const Attribute& attribute, int depth, std::string& text) {
  constexpr int kMostDepth = 64;
  const auto typed = [&](std::string_view value) {
    StrAppend(text, value);
    if (attribute.type != nullptr) StrAppend(text, " : ", ToString(*attribute.type));
  };
  if (depth > kMostDepth) {
    text += "...";
    return;
  }
  switch (attribute.kind) {
    case Kind::kUnit:
      text += "unit";
      return;
    case Kind::kBool:
      text += attribute.integer != 0 ? "true" : "false";
      return;
    case Kind::kInteger:
      return typed(StrCat(attribute.integer));
    case Kind::kFloat:
      return typed(stablehlo_text::DoubleText(attribute.number));
    case Kind::kString:
      text += stablehlo_text::Quoted(attribute.text);
      return;
    case Kind::kSymbol:
      AppendSymbol(attribute.text, text);
      return;
    case Kind::kType:
      if (attribute.type != nullptr) text += ToString(*attribute.type);
      return;
    case Kind::kArray:
      text += '[';
      for (size_t i = 0; i < attribute.elements.size(); ++i) {
        if (i > 0) text += ", ";
        AppendAttribute(*attribute.elements[i], depth + 1, text);
      }
      text += ']';
      return;
    case Kind::kDictionary:
    case Kind::kStruct:
      if (attribute.kind == Kind::kStruct) {
        StrAppend(text, "#stablehlo.", attribute.dialect_name, "<");
      } else {
        text += '{';
      }
      for (size_t i = 0; i < attribute.fields.size(); ++i) {
        StrAppend(text, i > 0 ? ", " : "", stablehlo_text::Key(attribute.fields[i].name));
        if (attribute.fields[i].value->kind == Kind::kUnit) continue;
        text += " = ";
        AppendAttribute(*attribute.fields[i].value, depth + 1, text);
      }
      text += attribute.kind == Kind::kStruct ? '>' : '}';
      return;
    case Kind::kIntegers:
      StrAppend(text, "array<", attribute.type == nullptr ? "i64" : ToString(*attribute.type),
                attribute.integers.empty() ? "" : ": ", StrJoin(attribute.integers, ", "), ">");
      return;
    case Kind::kElements:
      AppendElements(attribute, text);
      return;
    case Kind::kEnum:
      StrAppend(text, "#stablehlo<", attribute.dialect_name, " ", attribute.text, ">");
      return;
    case Kind::kOther:
      if (attribute.dialect_name.empty() || attribute.dialect_name.substr(0, 8) == "builtin.") {
        StrAppend(text, attribute.text);
      } else {
        StrAppend(text, "#", attribute.dialect_name, "<", attribute.text, ">");
      }
      return;
  }
}

}  // namespace

std::optional<std::vector<int64_t>> NumbersOf(const Attribute& attribute) {
  switch (attribute.kind) {
    case Kind::kIntegers:
      return attribute.integers;
    case Kind::kArray: {
      std::vector<int64_t> numbers;
      for (const Attribute* element : attribute.elements) {
        if (element->kind != Kind::kInteger && element->kind != Kind::kBool) return std::nullopt;
        numbers.push_back(element->integer);
      }
      return numbers;
    }
    case Kind::kElements: {
      if (attribute.literal == nullptr || attribute.type == nullptr) return std::nullopt;
      std::optional<std::vector<int64_t>> numbers = IntegersOf(*attribute.literal, kMostEntries);
      if (!numbers || attribute.literal->shape().rank() > 0) return numbers;
      int64_t count = 1;
      for (const int64_t size : attribute.type->dimensions) {
        if (size < 0 || (size > 0 && count > kMostEntries / size)) return std::nullopt;
        count *= size;
      }
      return std::vector<int64_t>(static_cast<size_t>(count), numbers->front());
    }
    default:
      return std::nullopt;
  }
}

std::string AttributeText(const Attribute& attribute) {
  std::string text;
  AppendAttribute(attribute, 0, text);
  return text;
}

XlaOp OpScope::Fail(Status status) {
  if (error.ok()) error = std::move(status);
  return XlaOp(builder, 0);
}

XlaOp OpScope::Refuse(std::string sentence, std::string help) {
  return Fail(Unimplemented(kStableHloC1).Say(std::move(sentence)).Help(std::move(help)));
}

// ---- attributes ----

const Attribute* OpScope::Need(std::string_view name) {
  const Attribute* const attribute = Find(name);
  if (attribute == nullptr) {
    Fail(InvalidArgument(kStableHloC2)
             .Say(MessageCat("the attribute ", ArgumentName(name), " is missing"))
             .Help("write the attribute: it has no default"));
  }
  return attribute;
}

int64_t OpScope::Int(std::string_view name) {
  const Attribute* const attribute = Need(name);
  return attribute == nullptr ? 0 : Int(name, 0);
}

int64_t OpScope::Int(std::string_view name, int64_t absent) {
  const Attribute* const attribute = Find(name);
  if (attribute == nullptr) return absent;
  if (attribute->kind == Kind::kInteger || attribute->kind == Kind::kBool) {
    return attribute->integer;
  }
  if (const auto numbers = NumbersOf(*attribute); numbers && numbers->size() == 1) {
    return numbers->front();
  }
  Fail(WrongAttribute(name, "an integer"));
  return absent;
}

double OpScope::Float(std::string_view name) {
  const Attribute* const attribute = Need(name);
  if (attribute == nullptr) return 0;
  if (attribute->kind == Kind::kFloat) return attribute->number;
  if (attribute->kind == Kind::kInteger) return static_cast<double>(attribute->integer);
  Fail(WrongAttribute(name, "a number"));
  return 0;
}

bool OpScope::Bool(std::string_view name, bool absent) {
  const Attribute* const attribute = Find(name);
  if (attribute == nullptr) return absent;
  if (attribute->kind == Kind::kUnit) return true;
  return Int(name, 0) != 0;
}

std::string OpScope::Text(std::string_view name, std::string_view absent) {
  const Attribute* const attribute = Find(name);
  if (attribute == nullptr) return std::string(absent);
  if (attribute->kind == Kind::kString || attribute->kind == Kind::kSymbol ||
      attribute->kind == Kind::kEnum) {
    return std::string(attribute->text);
  }
  Fail(WrongAttribute(name, "a string"));
  return std::string(absent);
}

std::vector<int64_t> OpScope::Ints(std::string_view name) {
  return Need(name) == nullptr ? std::vector<int64_t>() : Ints(name, {});
}

std::vector<int64_t> OpScope::Ints(std::string_view name, std::vector<int64_t> absent) {
  const Attribute* const attribute = Find(name);
  return attribute == nullptr ? std::move(absent) : IntsOf(*attribute, name);
}

std::vector<int64_t> OpScope::IntsOf(const Attribute& attribute, std::string_view name) {
  if (auto numbers = NumbersOf(attribute)) return *std::move(numbers);
  Fail(WrongAttribute(name, "a list of integers"));
  return {};
}

std::vector<bool> OpScope::Bools(std::string_view name) {
  std::vector<bool> bools;
  for (const int64_t number : Ints(name, {})) bools.push_back(number != 0);
  return bools;
}

std::vector<std::pair<int64_t, int64_t>> OpScope::Pairs(std::string_view name) {
  const std::vector<int64_t> numbers = Ints(name, {});
  std::vector<std::pair<int64_t, int64_t>> pairs;
  if (numbers.size() % 2 != 0) Fail(WrongAttribute(name, "a list of pairs of integers"));
  for (size_t i = 0; i + 1 < numbers.size(); i += 2) pairs.emplace_back(numbers[i], numbers[i + 1]);
  return pairs;
}

size_t OpScope::Choice(std::string_view name, Span<const std::string_view> names,
                       std::optional<size_t> absent) {
  const Attribute* const attribute = absent ? Find(name) : Need(name);
  if (attribute == nullptr) return absent.value_or(0);
  if (attribute->kind == Kind::kEnum || attribute->kind == Kind::kString) {
    for (size_t i = 0; i < names.size(); ++i) {
      if (names[i] == attribute->text) return i;
    }
  }
  Fail(WrongAttribute(name, StrCat("one of ", StrJoin(names, ", "))));
  return absent.value_or(0);
}

std::vector<int64_t> OpScope::FieldInts(const Attribute* record, std::string_view name) {
  const Attribute* const field = record == nullptr ? nullptr : record->Field(name);
  if (field == nullptr) return {};
  if (auto numbers = NumbersOf(*field)) return *std::move(numbers);
  Fail(WrongAttribute(name, "a list of integers"));
  return {};
}

int64_t OpScope::FieldInt(const Attribute* record, std::string_view name) {
  const Attribute* const field = record == nullptr ? nullptr : record->Field(name);
  if (field == nullptr) return 0;
  if (field->kind == Kind::kInteger || field->kind == Kind::kBool) return field->integer;
  Fail(WrongAttribute(name, "an integer"));
  return 0;
}

// ---- types ----

Shape OpScope::ResultShape(size_t i) {
  StatusOr<Shape> shape = ShapeOfType(DeclaredResult(i));
  if (shape.ok()) return *std::move(shape);
  Fail(shape.status());
  return Shape();
}

std::vector<Shape> OpScope::ResultShapes() {
  std::vector<Shape> shapes;
  for (size_t i = 0; i < op.results.size(); ++i) shapes.push_back(ResultShape(i));
  return shapes;
}

PrimitiveType OpScope::ResultType(size_t i) const {
  return i < op.results.size() ? DeclaredResult(i).element_type : PRIMITIVE_TYPE_INVALID;
}

const Shape& OpScope::ShapeOf(XlaOp value) const {
  const StatusOr<const Shape*> shape = builder->ShapeOf(value);
  return shape.ok() ? **shape : no_shape;
}

// ---- known integers ----

std::optional<KnownIntegers> OpScope::Known(size_t operand) const {
  const KnownIntegers* const known = importer.KnownOf(*op.operands[operand]);
  return known == nullptr ? std::nullopt : std::optional(*known);
}

KnownIntegers OpScope::NeedKnown(size_t operand, std::string_view role) {
  std::optional<KnownIntegers> known = Known(operand);
  if (known) return *std::move(known);
  Fail(InvalidArgument(kStableHloC8)
           .Say(StrCat("operand ", operand, ", ", role,
                       ", does not follow from constants and the shapes of the arguments"))
           .Help("HLO has arrays of fixed sizes, so that a size may not depend on the values of "
                 "arguments"));
  return {};
}

Shape OpScope::ResultShapeFrom(size_t operand) {
  const mlir::Type& declared = DeclaredResult();
  const Shape& sizes = ShapeOf(operand);
  const bool is_vector = sizes.IsArray() && sizes.rank() == 1 &&
                         IsIntegralType(sizes.element_type()) &&
                         sizes.dimensions(0) == static_cast<int64_t>(declared.dimensions.size());
  if (!is_vector) {
    Fail(InvalidArgument(kStableHloC12)
             .Say(StrCat("operand ", operand, ", the shape of the result, is ", TypeText(sizes)))
             .Help(StrCat("give it ",
                          Count(static_cast<int64_t>(declared.dimensions.size()), "integer"),
                          ", one for each dimension of the result")));
    return Shape();
  }
  const bool is_unknown = HasUnknownSize(declared);
  Shape shape = is_unknown ? Shape() : ResultShape();
  if (!error.ok() || shape.is_dynamic()) return shape;
  if (is_unknown) NeedKnown(operand, "the shape of the result");
  const std::optional<KnownIntegers> known = Known(operand);
  if (!error.ok() || !known) return shape;
  StatusOr<Shape> made = ShapeUtil::MakeValidatedShape(ResultType(), *known);
  if (!made.ok()) {
    Fail(made.status());
    return Shape();
  }
  if (!Fits(declared, *made)) {
    Fail(InvalidArgument(kStableHloC3)
             .Say(StrCat("the result is declared ", ToString(declared), ", but operand ", operand,
                         " states the sizes of ", TypeText(*made)))
             .Help(StrCat("declare ", TypeText(*made), ", or change the sizes")));
  }
  return *std::move(made);
}

// ---- regions ----

XlaOp OpScope::Together(Span<const XlaOp> values) {
  return values.size() == 1 ? values[0] : Tuple(builder, values);
}

namespace {

// The region's operations in `inner`, and its values as the root.
StatusOr<Closure> ClosureOf(FunctionImporter& importer, const mlir::Region& region,
                            XlaBuilder* inner, Span<const XlaOp> arguments) {
  HLOOM_ASSIGN_OR_RETURN(const std::vector<XlaOp> values,
                         importer.ImportRegion(region, inner, arguments));
  if (values.size() == 1) return inner->BuildClosure(values[0]);
  HLOOM_ASSIGN_OR_RETURN(const XlaOp root,
                         inner->AddInstruction({.opcode = HloOpcode::kTuple, .operands = values}));
  return inner->BuildClosure(root);
}

StatusOr<Closure> ClosureOfShapes(FunctionImporter& importer, const mlir::Region& region,
                                  XlaBuilder* inner, Span<const Shape> parameters) {
  std::vector<XlaOp> arguments;
  const size_t count = region.blocks.empty() ? 0 : region.blocks[0].arguments.size();
  for (size_t i = 0; i < count; ++i) {
    Shape shape;
    if (parameters.size() == count) {
      shape = parameters[i];
    } else {
      HLOOM_ASSIGN_OR_RETURN(shape, ShapeOfType(*region.blocks[0].arguments[i]->type));
    }
    HLOOM_ASSIGN_OR_RETURN(const XlaOp argument,
                           inner->AddParameter(static_cast<int64_t>(i), shape, StrCat("Arg_", i)));
    arguments.push_back(argument);
  }
  return ClosureOf(importer, region, inner, arguments);
}

StatusOr<Closure> ClosureOfState(FunctionImporter& importer, const mlir::Region& region,
                                 XlaBuilder* inner, const Shape& state, bool spread) {
  HLOOM_ASSIGN_OR_RETURN(const XlaOp parameter, inner->AddParameter(0, state, "arg_tuple"));
  if (!spread) return ClosureOf(importer, region, inner, {parameter});
  std::vector<XlaOp> arguments;
  for (size_t i = 0; i < state.tuple_shapes().size(); ++i) {
    arguments.push_back(GetTupleElement(parameter, static_cast<int64_t>(i)));
  }
  return ClosureOf(importer, region, inner, arguments);
}

}  // namespace

Closure OpScope::RegionClosure(size_t i, Span<const Shape> parameters) {
  if (!error.ok()) return {};
  const std::unique_ptr<XlaBuilder> inner = builder->CreateRegion(StrCat("region_", i));
  StatusOr<Closure> closure = ClosureOfShapes(importer, *op.regions[i], inner.get(), parameters);
  if (closure.ok()) return *std::move(closure);
  Fail(closure.status());
  return {};
}

Closure OpScope::StateRegion(size_t i, const Shape& state, bool spread) {
  if (!error.ok()) return {};
  const std::unique_ptr<XlaBuilder> inner = builder->CreateRegion(StrCat("region_", i));
  StatusOr<Closure> closure = ClosureOfState(importer, *op.regions[i], inner.get(), state, spread);
  if (closure.ok()) return *std::move(closure);
  Fail(closure.status());
  return {};
}

XlaComputation OpScope::Region(size_t i, Span<const Shape> parameters) {
  const Closure closure = RegionClosure(i, parameters);
  if (closure.captures.empty()) return closure.computation;
  Fail(InvalidArgument(kRegionC1)
           .Say(StrCat("region ", i, " uses a value of the program around it, ",
                       ShapeOf(closure.captures[0]).ToString()))
           .Detail("the operation has no operand in which the value could reach the computation")
           .Help("compute with the value before or after the operation; a constant is copied in"));
  return {};
}

namespace {

// True for i8 and i32, bf16 and f64: the second holds all values of the first.
bool IsPromotable(PrimitiveType from, PrimitiveType to) {
  const bool same_kind = (IsSignedIntegralType(from) && IsSignedIntegralType(to)) ||
                         (IsUnsignedIntegralType(from) && IsUnsignedIntegralType(to)) ||
                         (IsFloatingPointType(from) && IsFloatingPointType(to)) ||
                         (IsComplexType(from) && IsComplexType(to));
  return same_kind && BitWidth(from) < BitWidth(to);
}

}  // namespace

void OpScope::Promote(size_t region, size_t argument, size_t first, size_t count) {
  const std::vector<mlir::Block>& blocks = op.regions[region]->blocks;
  if (blocks.empty()) return;
  const Span<const mlir::Value* const> arguments = blocks[0].arguments;
  for (size_t k = 0; k < count && argument + k < arguments.size(); ++k) {
    const mlir::Type& type = *arguments[argument + k]->type;
    XlaOp& operand = operands[first + k];
    const Shape& shape = ShapeOf(operand);
    if (type.kind != mlir::Type::Kind::kTensor || !shape.IsArray()) continue;
    if (IsPromotable(shape.element_type(), type.element_type)) {
      operand = ConvertElementType(operand, type.element_type);
    }
  }
}

// ---- instructions ----

XlaOp OpScope::Add(HloOpcode opcode, std::vector<XlaOp> arguments,
                   std::unique_ptr<Attributes> attributes,
                   std::vector<const XlaComputation*> called, std::optional<Shape> given_shape) {
  // An error that was read before would hide behind that of the instruction.
  if (!error.ok()) return XlaOp(builder, 0);
  return builder->ReportErrorOrReturn(
      builder->AddInstruction({.opcode = opcode,
                               .operands = std::move(arguments),
                               .attributes = std::move(attributes),
                               .called_computations = std::move(called),
                               .given_shape = std::move(given_shape)}));
}

XlaOp OpScope::Plain(HloOpcode opcode) {
  const OpDef& def = GetOpDef(opcode);
  return Add(opcode, operands, def.make_attributes == nullptr ? nullptr : def.make_attributes());
}

// f32[1,3] to f32[2,3,4] with dimensions {0, 1}: reshaped to f32[3], which becomes dimension 1.
XlaOp OpScope::BroadcastTo(XlaOp operand, const Shape& result, std::vector<int64_t> dimensions) {
  const Shape& shape = ShapeOf(operand);
  if (!shape.IsArray() || !result.IsArray() || shape.dimensions().size() != dimensions.size()) {
    return Add(HloOpcode::kBroadcast, {operand}, MakeAttributes(BroadcastAttributes{dimensions}),
               {}, result);
  }
  std::vector<int64_t> kept_sizes;
  std::vector<int64_t> kept;
  for (int64_t i = 0; i < shape.rank(); ++i) {
    const int64_t to = dimensions[static_cast<size_t>(i)];
    const bool stretched = shape.dimensions(i) == 1 && !shape.is_dynamic_dimension(i) && to >= 0 &&
                           to < result.rank() && result.dimensions(to) != 1;
    if (stretched) continue;
    kept_sizes.push_back(shape.dimensions(i));
    kept.push_back(to);
  }
  if (kept.size() < dimensions.size()) {
    operand = Reshape(operand, kept_sizes);
    dimensions = std::move(kept);
  }
  return Add(HloOpcode::kBroadcast, {operand}, MakeAttributes(BroadcastAttributes{dimensions}), {},
             result);
}

}  // namespace hloom::stablehlo
