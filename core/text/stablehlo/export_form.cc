#include "text/stablehlo/export_form.h"

#include <algorithm>
#include <limits>

#include "literal/literal_util.h"
#include "ops/control/call.h"
#include "text/extras/sharding_text.h"
#include "text/stablehlo/export_text.h"
#include "text/stablehlo/kept_attributes.h"

namespace hloom::stablehlo_text {

using stablehlo::kSdySharding;

namespace {

constexpr const StableHloForm* kForms[] = {
#define HLOOM_OP(opcode, name) &opcode##Form,
#include "hlo/ops.def"
};

}  // namespace

const StableHloForm& GetStableHloForm(HloOpcode opcode) {
  return *kForms[static_cast<int>(opcode)];
}

// Depth is bounded by ShapeUtil::kMaxTupleDepth.
void AppendLeafShapes(const Shape& shape, std::vector<const Shape*>& leaves) {
  if (!shape.IsTuple()) {
    leaves.push_back(&shape);
    return;
  }
  for (const Shape& element : shape.tuple_shapes()) AppendLeafShapes(element, leaves);
}

std::vector<const Shape*> LeafShapes(const Shape& shape) {
  std::vector<const Shape*> leaves;
  AppendLeafShapes(shape, leaves);
  return leaves;
}

size_t LeafCount(const Shape& shape) {
  if (!shape.IsTuple()) return 1;
  size_t count = 0;
  for (const Shape& element : shape.tuple_shapes()) count += LeafCount(element);
  return count;
}

// ---- operands ----

const Leaves& FormWriter::unresolved(size_t i) const {
  return (*values_)[static_cast<size_t>(instruction_->operand(i)->index())];
}

Leaves FormWriter::operand(size_t i) { return OperandRange(i, i + 1); }

Leaves FormWriter::OperandRange(size_t first, size_t end) {
  Leaves leaves;
  for (size_t i = first; i < end; ++i) {
    for (const ValueId value : unresolved(i)) leaves.push_back(Resolve(value));
  }
  return leaves;
}

ValueId FormWriter::Placeholder(const Shape* type) {
  placeholders_.push_back(type);
  return kFirstPlaceholder + static_cast<ValueId>(placeholders_.size() - 1);
}

ValueId FormWriter::Resolve(ValueId value) {
  if (value < kFirstPlaceholder) return value;
  const Shape* type = placeholders_[value - kFirstPlaceholder];
  if (type->IsToken()) {
    return Pretty({.name = "stablehlo.create_token", .results = {type}, .has_extras = false},
                  Types::kResult);
  }
  return Constant(LiteralUtil::Zero(*type));
}

// %1 = stablehlo.optimization_barrier %c : tensor<i32>
// %2 = stablehlo.set_dimension_size %0, %1, dim = 0 : (tensor<4xf32>, tensor<i32>) ->
//      tensor<?xf32, #stablehlo.bounds<4>>
//
// Without the barrier, readers see that the constant is the whole dimension, and leave it static.
ValueId FormWriter::Fit(ValueId value, const Shape& wanted) {
  value = Resolve(value);
  Shape shape = TypeOf(value);
  if (!shape.IsArray() || wanted.is_static() || shape.rank() != wanted.rank()) return value;
  for (int64_t d = 0; d < wanted.rank(); ++d) {
    if (!wanted.is_dynamic_dimension(d) || shape.is_dynamic_dimension(d)) continue;
    const int64_t size = shape.dimensions(d);
    if (size > std::numeric_limits<int32_t>::max()) continue;
    shape.set_dynamic_dimension(d, true);
    const ValueId constant = Constant(LiteralUtil::CreateR0<int32_t>(static_cast<int32_t>(size)));
    const ValueId barrier = Pretty({.name = "stablehlo.optimization_barrier",
                                    .operands = {constant},
                                    .results = {&TypeOf(constant)},
                                    .has_extras = false},
                                   Types::kOperands);
    const Operation operation{.name = "stablehlo.set_dimension_size",
                              .operands = {value, barrier},
                              .results = {Keep(shape)},
                              .has_extras = false};
    value =
        Pretty(operation, StrCat(" ", Values(operation.operands), ", dim = ", d), Types::kFunction);
  }
  return value;
}

Leaves FormWriter::FitAll(const Leaves& values, Span<const Shape* const> wanted) {
  Leaves fitted;
  for (size_t i = 0; i < values.size(); ++i) fitted.push_back(Fit(values[i], *wanted[i]));
  return fitted;
}

ValueId FormWriter::Broadcast(ValueId scalar, const Shape* shape, bool has_extras) {
  const Operation operation{.name = "stablehlo.broadcast_in_dim",
                            .operands = {scalar},
                            .results = {shape},
                            .has_extras = has_extras};
  return Pretty(operation, StrCat(" ", Values(operation.operands), ", dims = []"),
                Types::kFunction);
}

// Along each dynamic dimension, elements at indices from its size on become zero:
//
//   %1 = get_dimension_size %0, dim = 0    %2 = set_dimension_size %0, %c, dim = 0
//   %3 = iota dim = 0    %4 = compare LT, %3, %1    %5 = select %4, %2, %cst
ValueId FormWriter::PadTo(const Shape& wanted, ValueId value) {
  const Shape dynamic = TypeOf(value);
  const Shape* numbers = Keep(ShapeUtil::MakeShape(S32, dynamic.dimensions()));
  const Shape* truths = Keep(ShapeUtil::MakeShape(PRED, dynamic.dimensions()));
  const Shape* scalar = Keep(ShapeUtil::MakeScalarShape(S32));
  std::vector<ValueId> sizes;
  for (int64_t d = 0; d < dynamic.rank(); ++d) {
    const Operation get{.name = "stablehlo.get_dimension_size",
                        .operands = {value},
                        .results = {scalar},
                        .has_extras = false};
    sizes.push_back(dynamic.is_dynamic_dimension(d)
                        ? Pretty(get, StrCat(" ", Values({value}), ", dim = ", d), Types::kFunction)
                        : 0);
  }
  Shape shape = dynamic;
  for (int64_t d = 0; d < dynamic.rank(); ++d) {
    if (!dynamic.is_dynamic_dimension(d)) continue;
    shape.set_dynamic_dimension(d, false);
    const auto bound = static_cast<int32_t>(dynamic.dimensions(d));
    const Operation set{.name = "stablehlo.set_dimension_size",
                        .operands = {value, Constant(LiteralUtil::CreateR0<int32_t>(bound))},
                        .results = {Keep(shape)},
                        .has_extras = false};
    value = Pretty(set, StrCat(" ", Values(set.operands), ", dim = ", d), Types::kFunction);
  }
  const Shape* result = Keep(shape);
  const ValueId zero = Broadcast(
      Constant(LiteralUtil::Zero(ShapeUtil::MakeScalarShape(shape.element_type()))), result);
  for (int64_t d = 0; d < dynamic.rank(); ++d) {
    if (!dynamic.is_dynamic_dimension(d)) continue;
    const ValueId index =
        Pretty({.name = "stablehlo.iota", .results = {numbers}, .has_extras = false},
               StrCat(" dim = ", d), Types::kResult);
    const Operation less{.name = "stablehlo.compare",
                         .operands = {index, Broadcast(sizes[static_cast<size_t>(d)], numbers)},
                         .results = {truths},
                         .has_extras = false};
    const ValueId is_live =
        Pretty(less, StrCat(" LT, ", Values(less.operands), ", SIGNED"), Types::kFunction);
    value = Pretty({.name = "stablehlo.select",
                    .operands = {is_live, value},
                    .results = {result},
                    .has_extras = false},
                   StrCat(" ", Values({is_live, value, zero})), Types::kOperands);
  }
  for (int64_t d = 0; d < wanted.rank(); ++d) {
    if (!wanted.is_dynamic_dimension(d)) continue;
    shape.set_dynamic_dimension(d, true);
    const Operation set{.name = "stablehlo.set_dimension_size",
                        .operands = {value, sizes[static_cast<size_t>(d)]},
                        .results = {Keep(shape)},
                        .has_extras = false};
    value = Pretty(set, StrCat(" ", Values(set.operands), ", dim = ", d), Types::kFunction);
  }
  return value;
}

size_t FormWriter::LeafOffset(const Shape& tuple, int64_t index) {
  std::vector<size_t>& offsets = leaf_offsets_[&tuple];
  if (offsets.empty()) {
    size_t next = 0;
    for (const Shape& element : tuple.tuple_shapes()) {
      offsets.push_back(next);
      next += LeafCount(element);
    }
  }
  return offsets[static_cast<size_t>(index)];
}

const Shape* FormWriter::Keep(Shape shape) {
  kept_.push_back(std::move(shape));
  return &kept_.back();
}

std::string FormWriter::Values(const Leaves& values) {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ", ";
    ProgramText::AppendValue(text, values[i]);
  }
  return text;
}

void FormWriter::GiveFrom(ValueId first, size_t count) {
  given_.clear();
  for (size_t i = 0; i < count; ++i) given_.push_back(first + static_cast<ValueId>(i));
}

// ---- operations ----

void FormWriter::AppendTypes(const Operation& operation, Types types, std::string& text) const {
  const auto operands = [&] {
    for (size_t i = 0; i < operation.operands.size(); ++i) {
      if (i > 0) text += ", ";
      AppendType(text, TypeOf(operation.operands[i]));
    }
  };
  const auto results = [&] {
    for (size_t i = 0; i < operation.results.size(); ++i) {
      if (i > 0) text += ", ";
      AppendType(text, *operation.results[i]);
    }
  };
  if (types == Types::kSame) {
    types = Types::kResult;
    for (const ValueId operand : operation.operands) {
      if (!ShapeUtil::EqualIgnoringLayout(TypeOf(operand), *operation.results[0])) {
        types = Types::kFunction;
      }
    }
  }
  if (types == Types::kNone) return;
  text += " : ";
  if (types == Types::kResult) return results();
  if (types == Types::kOperands) return operands();
  const bool arrow = types == Types::kArrow;
  if (!arrow) text += '(';
  operands();
  text += arrow ? " -> " : ") -> ";
  const bool alone = operation.results.size() == 1;
  if (!alone) text += '(';
  results();
  if (!alone) text += ')';
}

void FormWriter::AppendFrontend(FrontendAttributes frontend, NamedTexts& attributes) const {
  const auto sharding = frontend.find(kSdySharding);
  if (has_meshes_ && sharding != frontend.end()) {
    mlir::Module tree;
    const mlir::Attribute* const attribute = AttributeOfText(sharding->second, tree);
    if (attribute != nullptr && attribute->dialect_name.substr(0, 12) == "sdy.sharding") {
      attributes.push_back({"sdy.sharding", sharding->second});
      frontend.erase(sharding);
    }
  }
  if (!frontend.empty()) {
    attributes.push_back({"mhlo.frontend_attributes", StringDictionary(frontend)});
  }
}

void FormWriter::AppendExtras(NamedTexts& attributes) const {
  const InstructionExtras* extras = instruction_->extras();
  if (extras == nullptr) return;
  const bool composite = instruction_->opcode() == HloOpcode::kCall &&
                         instruction_->attributes<CallAttributes>().is_composite;
  FrontendAttributes frontend = extras->frontend_attributes;
  if (composite) {
    for (const char* own : {"composite.attributes", "composite.name", "composite.version"}) {
      frontend.erase(own);
    }
  }
  AppendFrontend(std::move(frontend), attributes);
  if (extras->sharding) {
    std::string sharding;
    hlo_text::AppendSharding(sharding, *extras->sharding);
    attributes.push_back({"mhlo.sharding", Quoted(sharding)});
  }
}

// loc("jit(f)/add"("model.py":3:4 to :9)); without a name loc("model.py":3:4 to :9).
void FormWriter::AppendLocation(const HloInstruction& instruction, std::string& text) const {
  if (!locations_ || instruction.extras() == nullptr) return;
  const OpMetadata& metadata = instruction.extras()->metadata;
  std::string file;
  if (!metadata.source_file.empty()) {
    const int32_t line = std::max(metadata.source_line, 0);
    const int32_t column = std::max(metadata.source_column, 0);
    const int32_t end_line = std::max(metadata.source_end_line, 0);
    const int32_t end_column = std::max(metadata.source_end_column, 0);
    file = StrCat(Quoted(metadata.source_file), ":", line, ":", column);
    if (end_line == line && end_column > column) {
      StrAppend(file, " to :", end_column);
    } else if (end_line > line) {
      StrAppend(file, " to ", end_line, ":", end_column);
    }
  }
  if (metadata.op_name.empty()) {
    if (!file.empty()) StrAppend(text, " loc(", file, ")");
    return;
  }
  StrAppend(text, " loc(", Quoted(metadata.op_name));
  if (!file.empty()) StrAppend(text, "(", file, ")");
  text += ')';
}

ValueId FormWriter::Write(const Operation& operation, std::string text) {
  if (operation.has_extras) AppendLocation(*instruction_, text);
  return program_.AddOperation(block_, text, operation.results, operation.regions,
                               operation.result_name);
}

ValueId FormWriter::Generic(const Operation& operation) {
  std::string text = StrCat("\"", operation.name, "\"(", Values(operation.operands), ")");
  if (!operation.attributes.empty()) StrAppend(text, " <", Dictionary(operation.attributes), ">");
  for (size_t i = 0; i < operation.regions.size(); ++i) {
    text += i == 0 ? " (" : ", ";
    ProgramText::AppendRegion(text, operation.regions[i]);
  }
  if (!operation.regions.empty()) text += ')';
  NamedTexts extras;
  if (operation.has_extras) AppendExtras(extras);
  if (!extras.empty()) StrAppend(text, " ", Dictionary(std::move(extras)));
  AppendTypes(operation, Types::kFunction, text);
  return Write(operation, std::move(text));
}

ValueId FormWriter::Pretty(const Operation& operation, std::string_view middle, Types types) {
  std::string text(operation.name);
  text += middle;
  NamedTexts attributes = operation.attributes;
  if (operation.has_extras) AppendExtras(attributes);
  if (!attributes.empty()) {
    if (!operation.keyword.empty()) StrAppend(text, " ", operation.keyword);
    StrAppend(text, " ", Dictionary(std::move(attributes)));
  }
  AppendTypes(operation, types, text);
  text += operation.tail;
  return Write(operation, std::move(text));
}

ValueId FormWriter::Pretty(const Operation& operation, Types types) {
  const std::string operands = Values(operation.operands);
  return Pretty(operation, operands.empty() ? "" : " " + operands, types);
}

ValueId FormWriter::OwnConstant(const Literal& literal) {
  const Shape& shape = literal.shape();
  if (shape.rank() == 0 || ShapeUtil::ElementsIn(shape) <= 1 || !IsUniform(literal)) {
    return Constant(literal, /*has_extras=*/true);
  }
  const PrimitiveType type = shape.element_type();
  const Literal scalar = LiteralUtil::FromData(ShapeUtil::MakeScalarShape(type),
                                               literal.bytes().data(), ByteWidth(type));
  return Broadcast(Constant(scalar), Keep(ShapeUtil::MakeShape(type, shape.dimensions())),
                   /*has_extras=*/true);
}

ValueId FormWriter::Constant(const Literal& literal, bool has_extras) {
  const Shape* shape =
      Keep(ShapeUtil::MakeShape(literal.shape().element_type(), literal.shape().dimensions()));
  StatusOr<std::string> value = DenseElements(literal);
  if (!value.ok()) {
    if (status_.ok()) status_ = value.status();
    return 0;
  }
  const PrimitiveType type = shape->element_type();
  const bool integer = type == PRED || IsIntegralType(type);
  const Operation operation{.name = "stablehlo.constant",
                            .results = {shape},
                            .result_name = integer ? ResultName::kInteger : ResultName::kConstant,
                            .has_extras = has_extras};
  std::string text(operation.name);
  NamedTexts extras;
  if (operation.has_extras) AppendExtras(extras);
  if (!extras.empty()) StrAppend(text, " ", Dictionary(std::move(extras)));
  text += ' ';
  text += *value;
  return Write(operation, std::move(text));
}

ValueId FormWriter::I64Constant(Span<const int64_t> values) {
  return Constant(LiteralUtil::CreateR1<int64_t>(values));
}

std::string FormWriter::FunctionSymbol(const HloComputation& computation) {
  std::string& symbol = symbols_[&computation];
  if (symbol.empty()) {
    // The number in "clip.5" only tells computations of HLO apart.
    const std::string base(NameWithoutId(computation.name()));
    std::string name = base;
    while (!names_.insert(name).second) name = StrCat(base, "_", next_suffixes_[base]++);
    symbol = Symbol(name);
    functions_.push_back(&computation);
  }
  return symbol;
}

ValueId FormWriter::Call(const HloComputation& callee, const Leaves& operands,
                         Span<const Shape* const> results, bool has_extras) {
  std::vector<const Shape*> parameters;
  for (const HloInstruction* parameter : callee.parameters()) {
    AppendLeafShapes(parameter->shape(), parameters);
  }
  const Operation operation{.name = InFunction() ? "call" : "func.call",
                            .operands = FitAll(operands, parameters),
                            .results = results.ToVector(),
                            .has_extras = has_extras};
  return Pretty(operation,
                StrCat(" ", FunctionSymbol(callee), "(", Values(operation.operands), ")"),
                Types::kFunction);
}

}  // namespace hloom::stablehlo_text
