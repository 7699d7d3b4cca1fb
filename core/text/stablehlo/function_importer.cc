#include "text/stablehlo/function_importer.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "base/text_reader.h"
#include "base/utf8.h"
#include "hlo/name.h"
#include "ops/verify/verifier.h"
#include "text/extras/sharding_text.h"
#include "text/stablehlo/export_text.h"
#include "text/stablehlo/import_types.h"
#include "text/stablehlo/kept_attributes.h"

namespace hloom::stablehlo {

namespace {

using mlir::Attribute;
using mlir::Location;
using mlir::Operation;

// Each level takes about 5 KB of the stack, of which WebAssembly has 1 MB.
constexpr int kMostDepth = 128;
constexpr int64_t kMostCopies = 64;

bool IsReturn(const Operation& op) {
  constexpr std::string_view kReturns[] = {"func.return", "stablehlo.return", "return",
                                           "sdy.return"};
  return op.results.empty() &&
         std::find(std::begin(kReturns), std::end(kReturns), op.name) != std::end(kReturns);
}

// Calls visit(location) on a location and on its parts, in their order, and on those of the parts.
// `visit` returns how many of the parts of its argument follow. The first 64 locations are visited.
template <typename Visit>
void VisitLocations(const Location& location, const Visit& visit) {
  constexpr size_t kMost = 64;
  const Location* todo[kMost];
  size_t count = 0;
  todo[count++] = &location;
  for (size_t seen = 0; count > 0 && seen < kMost; ++seen) {
    const Location& next = *todo[--count];
    const size_t parts = std::min({visit(next), next.parts.size(), kMost - count});
    for (size_t i = parts; i-- > 0;) todo[count++] = next.parts[i];
  }
}

// The names of a location, as XLA finds them: loc("a"("b")) has the name a, loc(fused["a", "b"]) the
// name "a;b". That of loc(callsite("a" at "b")) is the callee's, a.
std::string NamesOf(const Location& location) {
  std::string names;
  VisitLocations(location, [&](const Location& one) -> size_t {
    if (one.kind == Location::Kind::kCallSite) return 1;
    if (one.kind != Location::Kind::kName) return one.parts.size();
    StrAppend(names, names.empty() ? "" : ";", one.text);
    return 0;
  });
  return names;
}

// The first file of a location, that of a callee before that of its caller; null if it has none.
const Location* FileOf(const Location& location) {
  const Location* file = nullptr;
  VisitLocations(location, [&](const Location& one) -> size_t {
    if (file == nullptr && one.kind == Location::Kind::kFile) file = &one;
    return file == nullptr ? one.parts.size() : 0;
  });
  return file;
}

int32_t Narrow(int64_t number) {
  return number < 0 || number > INT32_MAX ? 0 : static_cast<int32_t>(number);
}

// loc("jit(f)/add"("f.py":3:4)) has the operation's name and the line of the user's program.
OpMetadata MetadataOf(const Location* location) {
  OpMetadata metadata;
  if (location == nullptr) return metadata;
  metadata.op_name = NamesOf(*location);
  if (const Location* file = FileOf(*location)) {
    metadata.source_file = std::string(file->text);
    metadata.source_line = Narrow(file->line);
    metadata.source_column = Narrow(file->column);
    metadata.source_end_line = Narrow(file->end_line);
    metadata.source_end_column = Narrow(file->end_column);
  }
  if (FindInvalidUtf8(metadata.op_name) != std::string_view::npos) metadata.op_name.clear();
  if (FindInvalidUtf8(metadata.source_file) != std::string_view::npos) {
    metadata.source_file.clear();
  }
  return metadata;
}

std::string StringField(const Attribute* attributes, std::string_view name) {
  const Attribute* const field = attributes == nullptr ? nullptr : attributes->Field(name);
  if (field == nullptr) return {};
  return field->kind == Attribute::Kind::kString || field->kind == Attribute::Kind::kOther
             ? std::string(field->text)
             : std::string();
}

// Sharding of mhlo.sharding, in the form of HLO text. nullopt: there is none.
StatusOr<std::optional<HloSharding>> ShardingOf(const Attribute* attribute) {
  if (attribute == nullptr || attribute->kind != Attribute::Kind::kString ||
      attribute->text.empty()) {
    return std::optional<HloSharding>();
  }
  TextReader in(attribute->text);
  HloSharding sharding;
  Status status = hlo_text::ReadSharding(in, sharding);
  if (status.ok() && !in.AtEnd()) status = in.Expected("the end of the sharding");
  if (status.ok()) return std::optional<HloSharding>(std::move(sharding));
  return InvalidArgument(kStableHloC2)
      .Say(StrCat("mhlo.sharding is ", QuotedText(Shortened(attribute->text)), ": ",
                  status.fields().headline.text()))
      .Help("write the sharding as HLO text does: {devices=[2,1]<=[2]}, {replicated}");
}

// mhlo.frontend_attributes, and Shardy's sharding in the form in which XLA carries it through HLO.
FrontendAttributes FrontendAttributesOf(const Attribute* list, const Attribute* sharding) {
  FrontendAttributes attributes;
  if (list != nullptr) {
    for (const mlir::NamedAttribute& field : list->fields) {
      attributes[std::string(field.name)] = field.value->kind == Attribute::Kind::kString
                                                ? std::string(field.value->text)
                                                : AttributeText(*field.value);
    }
  }
  if (sharding != nullptr) attributes[kSdySharding] = AttributeText(*sharding);
  return attributes;
}
FrontendAttributes FrontendAttributesOf(const Operation& op) {
  return FrontendAttributesOf(op.Find("mhlo.frontend_attributes"), op.Find("sdy.sharding"));
}

// The attributes without the named ones, as a dictionary.
std::string OtherAttributesText(const Attribute& attributes,
                                std::initializer_list<std::string_view> without) {
  std::vector<std::pair<std::string, std::string>> kept;
  for (const mlir::NamedAttribute& field : attributes.fields) {
    if (std::find(without.begin(), without.end(), field.name) != without.end()) continue;
    const bool is_unit = field.value->kind == Attribute::Kind::kUnit;
    kept.push_back({std::string(field.name), is_unit ? "" : AttributeText(*field.value)});
  }
  return stablehlo_text::Dictionary(std::move(kept));
}

// The name of an argument: loc("x"). Other locations are those of operations.
std::string NameOf(const Location* location) {
  if (location == nullptr || location->kind != Location::Kind::kName) return {};
  return MetadataOf(location).op_name;
}

// {mesh = #sdy.mesh<["x"=2]>}
std::string MeshesText(const ModuleIndex& index) {
  std::vector<std::pair<std::string, std::string>> meshes;
  for (const auto& [name, mesh] : index.meshes()) {
    meshes.push_back({std::string(name), AttributeText(*mesh)});
  }
  return stablehlo_text::Dictionary(std::move(meshes));
}

// The attributes of the results in kResultAttributes; empty if there are none.
std::string ResultAttributesText(const Function& function) {
  const Attribute* const list = function.op->Find("res_attrs");
  if (list == nullptr) return {};
  std::vector<std::string> results;
  bool any = false;
  for (const Attribute* attributes : list->elements) {
    results.push_back(OtherAttributesText(*attributes, {"mhlo.sharding"}));
    any |= results.back() != "{}";
  }
  return any ? stablehlo_text::SquareList(results) : std::string();
}

std::string KeyOf(const Function& function, Span<const Shape> shapes,
                  const std::vector<std::optional<KnownIntegers>>& known) {
  std::string key(function.name);
  for (size_t i = 0; i < shapes.size(); ++i) {
    StrAppend(key, ";", shapes[i].ToString(/*print_layout=*/true));
    if (known[i]) StrAppend(key, "=", StrJoin(*known[i], ","));
  }
  return key;
}

std::string CountText(int most, int least) {
  if (most < 0) return StrCat(least, " or more");
  return most == least ? StrCat(most) : StrCat(least, " to ", most);
}

}  // namespace

Status FunctionImporter::Located(const Status& status, const Operation& op) const {
  if (status.ok() || IsPlaced(status)) return status;
  ErrorFields fields = status.fields();
  fields.op = Shortened(op.name);
  return Placed(Status(std::move(fields)), op.position, options_.source);
}

// ---- operations ----

StatusOr<std::vector<XlaOp>> FunctionImporter::OperandsOf(const Operation& op,
                                                          XlaBuilder* builder) {
  std::vector<XlaOp> operands;
  operands.reserve(op.operands.size());
  for (const mlir::Value* value : op.operands) {
    const XlaOp operand = values_[value->number];
    if (!operand.valid()) {
      return InvalidArgument(kStableHloC4)
          .Say(StrCat("operand ", operands.size(), " is not defined before the operation"))
          .Help("use results of earlier operations, and arguments of the blocks around");
    }
    HLOOM_ASSIGN_OR_RETURN(const XlaOp own, builder->Use(operand));
    operands.push_back(own);
  }
  return operands;
}

void FunctionImporter::SetKnown(const mlir::Value& value, std::optional<KnownIntegers> known) {
  Boxed<KnownIntegers>& kept = known_[value.number];
  kept = known ? Boxed<KnownIntegers>(*std::move(known)) : Boxed<KnownIntegers>();
}

Status FunctionImporter::Bind(OpScope& scope, XlaOp result) {
  const Operation& op = scope.op;
  std::vector<XlaOp>& results = scope.results;
  const bool as_tuple = results.empty() && op.results.size() != 1;
  size_t count = results.empty() ? op.results.size() : results.size();
  if (as_tuple && result.valid()) {
    HLOOM_ASSIGN_OR_RETURN(const Shape* const shape, scope.builder->ShapeOf(result));
    if (shape->IsTuple()) count = shape->tuple_shapes().size();
  }
  if (count != op.results.size()) {
    return InvalidArgument(kStableHloC4)
        .Say(StrCat(Count(static_cast<int64_t>(op.results.size()), "result"),
                    " of an operation that gives ", count))
        .Help("declare a result for each value that the operation gives");
  }
  if (as_tuple) {
    for (size_t i = 0; i < op.results.size(); ++i) {
      results.push_back(GetTupleElement(result, static_cast<int64_t>(i)));
    }
    HLOOM_RETURN_IF_ERROR(scope.builder->TakeError());
  }
  for (size_t i = 0; i < op.results.size(); ++i) {
    const mlir::Value& value = *op.results[i];
    const XlaOp own = results.empty() ? result : results[i];
    HLOOM_ASSIGN_OR_RETURN(const Shape* const shape, scope.builder->ShapeOf(own));
    if (!Fits(*value.type, *shape)) {
      return InvalidArgument(kStableHloC3)
          .Say(StrCat("result ", i, " is declared ", ToString(*value.type), ", but ",
                      TypeText(*shape), " follows from the operands"))
          .Help(StrCat("declare ", TypeText(*shape), ", or change the operands"));
    }
    values_[value.number] = own;
    SetKnown(value,
             i < scope.known_results.size() ? std::move(scope.known_results[i]) : std::nullopt);
  }
  return OkStatus();
}

Status FunctionImporter::ImportByRow(const Operation& op, XlaBuilder* builder) {
  const ImportRow* const row = index_.RowOf(op.name);
  if (row == nullptr || row->import == nullptr) {
    return Unimplemented(kStableHloC1).Say("hloom does not import this operation");
  }
  const int operand_count = static_cast<int>(std::min<size_t>(op.operands.size(), INT32_MAX));
  const auto wrong = [](std::string_view what, size_t found, std::string expected) -> Status {
    return InvalidArgument(kStableHloC4)
        .Say(StrCat(Count(static_cast<int64_t>(found), what), " instead of ", expected))
        .Help("write the operation as the specification of StableHLO does");
  };
  if (operand_count < row->min_operands ||
      (row->max_operands >= 0 && operand_count > row->max_operands)) {
    return wrong("operand", op.operands.size(), CountText(row->max_operands, row->min_operands));
  }
  if (row->results >= 0 && op.results.size() != static_cast<size_t>(row->results)) {
    return wrong("result", op.results.size(), StrCat(row->results));
  }
  if (row->regions < 0 ? row->regions == -1 && op.regions.empty()
                       : op.regions.size() != static_cast<size_t>(row->regions)) {
    return wrong("region", op.regions.size(),
                 row->regions < 0 ? "1 or more" : StrCat(row->regions));
  }
  HLOOM_ASSIGN_OR_RETURN(std::vector<XlaOp> operands, OperandsOf(op, builder));
  OpScope scope = {.importer = *this,
                   .op = op,
                   .row = *row,
                   .builder = builder,
                   .operands = std::move(operands)};
  const XlaOp result = row->import(scope);
  HLOOM_RETURN_IF_ERROR(scope.error);
  HLOOM_RETURN_IF_ERROR(builder->TakeError());
  HLOOM_ASSIGN_OR_RETURN(const std::optional<HloSharding> sharding,
                         ShardingOf(op.Find("mhlo.sharding")));
  if (sharding && result.valid()) {
    HLOOM_RETURN_IF_ERROR(builder->SetInstructionSharding(result, sharding));
  }
  HLOOM_RETURN_IF_ERROR(Bind(scope, result));
  if (op.results.size() != 1) return OkStatus();
  const Shape& shape = scope.ShapeOf(values_[op.results[0]->number]);
  const bool may_be_known =
      shape.IsArray() && shape.rank() <= 2 && shape.is_static() &&
      (IsIntegralType(shape.element_type()) || shape.element_type() == PRED) &&
      ShapeUtil::ElementsIn(shape) <= kMostKnown;
  const mlir::Value& value = *op.results[0];
  if (may_be_known && KnownOf(value) == nullptr) SetKnown(value, FoldIntegers(scope, shape));
  return OkStatus();
}

Status FunctionImporter::ImportOperation(const Operation& op, XlaBuilder* builder) {
  if (++imported_ > kMostCopies * index_.operation_count() + 4096) {
    return Located(
        InvalidArgument(kStableHloC11)
            .Say(StrCat("the program expands to more than ", imported_ - 1, " operations"))
            .Help("functions with dynamic sizes are copied for each set of sizes: call "
                  "them with fewer"),
        op);
  }
  builder->SetOpMetadata(MetadataOf(op.location));
  FrontendAttributes attributes = FrontendAttributesOf(op);
  const bool has_attributes = !attributes.empty();
  if (has_attributes) builder->SetFrontendAttributes(std::move(attributes));
  const Status status = ImportByRow(op, builder);
  if (has_attributes) builder->ClearFrontendAttributes();
  return Located(status, op);
}

StatusOr<std::vector<XlaOp>> FunctionImporter::ImportBlock(const mlir::Block& block,
                                                           XlaBuilder* builder) {
  const size_t count = block.operations.size();
  for (size_t i = 0; i < count; ++i) {
    const Operation& op = *block.operations[i];
    if (IsReturn(op) != (i + 1 == count)) {
      return Located(InvalidArgument(kStableHloC5)
                         .Say(IsReturn(op) ? "operations follow the return"
                                           : "the block ends without a return")
                         .Help("a block ends with its only return"),
                     op);
    }
    if (!IsReturn(op)) {
      HLOOM_RETURN_IF_ERROR(ImportOperation(op, builder));
      continue;
    }
    StatusOr<std::vector<XlaOp>> values = OperandsOf(op, builder);
    if (!values.ok()) return Located(values.status(), op);
    return *std::move(values);
  }
  return InvalidArgument(kStableHloC5)
      .Say("a block has no operation")
      .Help("a block ends with a return");
}

StatusOr<std::vector<XlaOp>> FunctionImporter::ImportRegion(const mlir::Region& region,
                                                            XlaBuilder* builder,
                                                            Span<const XlaOp> arguments) {
  if (region.blocks.size() != 1) {
    return InvalidArgument(kStableHloC5)
        .Say(StrCat("a region has ", region.blocks.size(), " blocks"))
        .Help("a region of StableHLO is one block");
  }
  const mlir::Block& block = region.blocks[0];
  if (block.arguments.size() != arguments.size()) {
    return InvalidArgument(kStableHloC4)
        .Say(StrCat("a region takes ",
                    Count(static_cast<int64_t>(block.arguments.size()), "argument"),
                    ", and the operation gives ", arguments.size()))
        .Help("declare an argument for each value that the operation gives");
  }
  if (depth_ >= kMostDepth) {
    return InvalidArgument(kStableHloC11)
        .Say(StrCat("regions nest more than ", kMostDepth, " deep"))
        .Help("move the inner operations into a function");
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const mlir::Value& value = *block.arguments[i];
    HLOOM_ASSIGN_OR_RETURN(const Shape* const shape, builder->ShapeOf(arguments[i]));
    if (!Fits(*value.type, *shape)) {
      return InvalidArgument(kStableHloC3)
          .Say(StrCat("argument ", i, " of a region is declared ", ToString(*value.type),
                      ", but the operation gives ", TypeText(*shape)))
          .Help(StrCat("declare ", TypeText(*shape)));
    }
    values_[value.number] = arguments[i];
    SetKnown(value, std::nullopt);
  }
  ++depth_;
  StatusOr<std::vector<XlaOp>> values = ImportBlock(block, builder);
  --depth_;
  // The builder of the region ends before these could be used.
  for (const mlir::Value* argument : block.arguments) values_[argument->number] = {};
  for (const Operation* op : block.operations) {
    for (const mlir::Value* result : op->results) values_[result->number] = {};
  }
  return values;
}

// ---- functions ----

Status FunctionImporter::AnnotateParameter(const Function& function, size_t number, XlaOp parameter,
                                           XlaBuilder* builder) const {
  const Attribute* const attributes = function.ArgumentAttributes(number);
  if (attributes == nullptr) return OkStatus();
  HLOOM_ASSIGN_OR_RETURN(const std::optional<HloSharding> sharding,
                         ShardingOf(attributes->Field("mhlo.sharding")));
  if (sharding) HLOOM_RETURN_IF_ERROR(builder->SetInstructionSharding(parameter, sharding));
  FrontendAttributes frontend = FrontendAttributesOf(attributes->Field("mhlo.frontend_attributes"),
                                                     attributes->Field("sdy.sharding"));
  if (&function == &index_.entry()) {
    std::string others =
        OtherAttributesText(*attributes, {"jax.buffer_donor", "mhlo.frontend_attributes",
                                          "mhlo.sharding", "sdy.sharding", "tf.aliasing_output"});
    if (others != "{}") frontend[kArgumentAttributes] = std::move(others);
  }
  for (auto& [name, value] : frontend) {
    HLOOM_RETURN_IF_ERROR(
        builder->SetInstructionFrontendAttribute(parameter, name, std::move(value)));
  }
  return OkStatus();
}

Status FunctionImporter::SetAliases(const Function& function, XlaBuilder* builder) const {
  const Attribute* const type = function.op->Find("function_type");
  const size_t results = type == nullptr || type->type == nullptr
                             ? 0
                             : type->type->parts.size() - type->type->input_count;
  for (size_t i = 0; i < function.body->arguments.size(); ++i) {
    const Attribute* const attributes = function.ArgumentAttributes(i);
    if (attributes == nullptr) continue;
    const int64_t number = static_cast<int64_t>(i);
    if (const Attribute* output = attributes->Field("tf.aliasing_output")) {
      const bool is_tuple = results != 1;
      builder->SetUpAlias(is_tuple ? ShapeIndex{output->integer} : ShapeIndex{}, number, {});
    }
    const Attribute* const donor = attributes->Field("jax.buffer_donor");
    if (donor != nullptr && (donor->kind == Attribute::Kind::kUnit || donor->integer != 0)) {
      builder->AddBufferDonor(number, {});
    }
  }
  return OkStatus();
}

StatusOr<FunctionImporter::Built> FunctionImporter::Build(const Function& function,
                                                          const Arguments& arguments) {
  XlaBuilder builder(function.name);
  const mlir::Block& body = *function.body;
  for (size_t i = 0; i < body.arguments.size(); ++i) {
    const bool is_entry = &function == &index_.entry();
    std::string name = StringField(function.ArgumentAttributes(i), "jax.arg_info");
    if (i < body.argument_locations.size() && is_entry) {
      const Location* const location = body.argument_locations[i];
      builder.SetOpMetadata(MetadataOf(location));
      if (name.empty()) name = NameOf(location);
    }
    // Names are unique in a module: those of the entry's parameters, which people write, stay.
    if (name.empty()) name = StrCat(is_entry ? "arg" : "Arg_", i);
    HLOOM_ASSIGN_OR_RETURN(const XlaOp parameter, builder.AddParameter(static_cast<int64_t>(i),
                                                                       arguments.shapes[i], name));
    HLOOM_RETURN_IF_ERROR(AnnotateParameter(function, i, parameter, &builder));
    values_[body.arguments[i]->number] = parameter;
    SetKnown(*body.arguments[i], i < arguments.known.size() ? arguments.known[i] : std::nullopt);
  }
  builder.ClearOpMetadata();
  HLOOM_ASSIGN_OR_RETURN(const std::vector<XlaOp> values, ImportBlock(body, &builder));
  const Operation& last = *body.operations.back();
  const Attribute* const type = function.op->Find("function_type");
  if (type != nullptr && type->type != nullptr) {
    const size_t declared = type->type->parts.size() - type->type->input_count;
    if (declared != values.size()) {
      return Located(InvalidArgument(kStableHloC3)
                         .Say(StrCat("@", Shortened(function.name), " returns ",
                                     Count(static_cast<int64_t>(values.size()), "result"),
                                     ", and declares ", declared))
                         .Help("declare the types of all results"),
                     last);
    }
  }
  // Results without a sharding have the one that any other wins over, if there are others.
  std::vector<HloSharding> shardings(values.size(), {.type = HloSharding::Type::kUnknown});
  bool any_sharding = false;
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t at = type == nullptr || type->type == nullptr ? 0 : type->type->input_count + i;
    if (type != nullptr && type->type != nullptr && at < type->type->parts.size()) {
      HLOOM_ASSIGN_OR_RETURN(const Shape* const shape, builder.ShapeOf(values[i]));
      if (!Fits(*type->type->parts[at], *shape)) {
        return Located(
            InvalidArgument(kStableHloC3)
                .Say(StrCat("result ", i, " of @", Shortened(function.name), " is declared ",
                            ToString(*type->type->parts[at]), ", but is ", TypeText(*shape)))
                .Help(StrCat("declare ", TypeText(*shape))),
            last);
      }
    }
    const Attribute* const attributes = function.ResultAttributes(i);
    if (attributes == nullptr) continue;
    HLOOM_ASSIGN_OR_RETURN(const std::optional<HloSharding> sharding,
                           ShardingOf(attributes->Field("mhlo.sharding")));
    if (!sharding) continue;
    shardings[i] = *sharding;
    any_sharding = true;
  }
  builder.ClearOpMetadata();
  XlaOp root = values.size() == 1 ? values[0] : Tuple(&builder, values);
  if (any_sharding) {
    HloSharding whole = shardings[0];
    if (values.size() > 1) {
      whole = {.type = HloSharding::Type::kTuple, .tuple_elements = std::move(shardings)};
    }
    HLOOM_RETURN_IF_ERROR(builder.SetInstructionSharding(root, whole));
  }
  if (&function == &index_.entry()) HLOOM_RETURN_IF_ERROR(SetAliases(function, &builder));
  Built built;
  for (const mlir::Value* value : last.operands) {
    const KnownIntegers* const known = KnownOf(*value);
    built.known.push_back(known == nullptr ? std::nullopt : std::optional(*known));
  }
  HLOOM_ASSIGN_OR_RETURN(built.computation, builder.Build(root));
  return built;
}

// True if the function computes integers of known integers, in a program with unknown sizes.
bool FunctionImporter::IsWorthKnowing(const Function& function, const Arguments& arguments) const {
  if (!index_.entry().has_unknown_sizes || arguments.known.empty()) return false;
  for (const std::optional<KnownIntegers>& known : arguments.known) {
    if (!known) return false;
  }
  for (const mlir::Value* result : function.body->operations.back()->operands) {
    const PrimitiveType type = result->type->element_type;
    if (!IsIntegralType(type) && type != PRED) return false;
  }
  return true;
}

StatusOr<XlaComputation> FunctionImporter::Callee(std::string_view name, OpScope& call) {
  const Function* const function = index_.Find(name);
  if (function == nullptr || function->body == nullptr || function->body->operations.empty()) {
    return InvalidArgument(kStableHloC6)
        .Say(StrCat("the module has no function @", Shortened(name), " with a body"))
        .Help("define the function in the module");
  }
  Arguments arguments;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    arguments.shapes.push_back(call.ShapeOf(i));
    arguments.known.push_back(call.Known(i));
  }
  if (!function->has_unknown_sizes && !IsWorthKnowing(*function, arguments)) {
    return built_.at(function);
  }
  HLOOM_ASSIGN_OR_RETURN(Built built, Specialize(*function, arguments));
  call.known_results = std::move(built.known);
  return std::move(built.computation);
}

StatusOr<FunctionImporter::Built> FunctionImporter::Specialize(const Function& function,
                                                               const Arguments& arguments) {
  if (arguments.shapes.size() != function.body->arguments.size()) {
    return InvalidArgument(kStableHloC4)
        .Say(StrCat("@", Shortened(function.name), " takes ",
                    Count(static_cast<int64_t>(function.body->arguments.size()), "argument"),
                    ", and the call gives ", arguments.shapes.size()))
        .Help("pass a value for each argument of the function");
  }
  for (size_t i = 0; i < arguments.shapes.size(); ++i) {
    const mlir::Type& declared = *function.body->arguments[i]->type;
    if (Fits(declared, arguments.shapes[i])) continue;
    return InvalidArgument(kStableHloC3)
        .Say(StrCat("argument ", i, " of @", Shortened(function.name), " is declared ",
                    ToString(declared), ", but the call gives ", TypeText(arguments.shapes[i])))
        .Help(StrCat("declare ", TypeText(arguments.shapes[i])));
  }
  const std::string key = KeyOf(function, arguments.shapes, arguments.known);
  if (const auto known = specialized_.find(key); known != specialized_.end()) {
    return known->second;
  }
  if (depth_ >= kMostDepth) {
    return InvalidArgument(kStableHloC11)
        .Say(StrCat("calls of functions with dynamic sizes nest more than ", kMostDepth, " deep"))
        .Help("inline some of the functions");
  }
  ++depth_;
  StatusOr<Built> built = Build(function, arguments);
  --depth_;
  if (built.ok()) specialized_.emplace(key, *built);
  return built;
}

StatusOr<FunctionImporter::Arguments> FunctionImporter::DeclaredArguments(
    const Function& function) const {
  Arguments arguments;
  for (const mlir::Value* argument : function.body->arguments) {
    HLOOM_ASSIGN_OR_RETURN(Shape shape, ShapeOfType(*argument->type));
    arguments.shapes.push_back(std::move(shape));
  }
  return arguments;
}

StatusOr<FunctionImporter::Arguments> FunctionImporter::ArgumentsOfEntry() const {
  const Function& entry = index_.entry();
  const std::vector<Shape>& given = options_.argument_shapes;
  if (given.empty()) return DeclaredArguments(entry);
  const size_t count = entry.body->arguments.size();
  if (given.size() != count) {
    return InvalidArgument(kStableHloC9)
        .Say(StrCat(Count(static_cast<int64_t>(given.size()), "argument shape"), " for ",
                    Count(static_cast<int64_t>(count), "argument")))
        .Help("give a shape for each argument, or none");
  }
  for (size_t i = 0; i < count; ++i) {
    const mlir::Type& declared = *entry.body->arguments[i]->type;
    if (ShapeUtil::ValidateShape(given[i]).ok() && Fits(declared, given[i])) continue;
    return InvalidArgument(kStableHloC9)
        .Say(StrCat("argument ", i, " is declared ", ToString(declared), ", and ",
                    given[i].ToString(), " is given"))
        .Help("give a shape of the declared element type, rank and sizes");
  }
  return Arguments{.shapes = given, .known = {}};
}

StatusOr<XlaComputation> FunctionImporter::Import() {
  XlaComputation entry;
  for (const size_t number : index_.order()) {
    const Function& function = index_.function(number);
    const bool is_entry = &function == &index_.entry();
    if (function.has_unknown_sizes && !is_entry) continue;
    StatusOr<Arguments> arguments = is_entry ? ArgumentsOfEntry() : DeclaredArguments(function);
    if (!arguments.ok()) return Located(arguments.status(), *function.op);
    StatusOr<Built> built = Build(function, *arguments);
    if (!built.ok()) return Located(built.status(), *function.op);
    if (is_entry) {
      entry = std::move(built->computation);
    } else {
      built_.emplace(&function, std::move(built->computation));
    }
  }
  values_ = {};
  known_ = {};
  // The entry keeps its callees.
  built_.clear();
  specialized_.clear();
  std::unique_ptr<HloModule> module = entry.ReleaseModule();
  HloModuleConfig& config = module->mutable_config();
  const Operation& top = index_.module();
  const auto number = [&](std::string_view name, int64_t& field) {
    const Attribute* const attribute = top.Find(name);
    if (attribute != nullptr && attribute->kind == Attribute::Kind::kInteger) {
      field = attribute->integer;
    }
  };
  number("mhlo.num_replicas", config.replica_count);
  number("mhlo.num_partitions", config.num_partitions);
  config.num_partitions = std::max(config.num_partitions, devices_);
  config.frontend_attributes = FrontendAttributesOf(top);
  if (!index_.meshes().empty()) config.frontend_attributes[kSdyMeshes] = MeshesText(index_);
  if (std::string results = ResultAttributesText(index_.entry()); !results.empty()) {
    config.frontend_attributes[kResultAttributes] = std::move(results);
  }
  if (const Attribute* name = top.Find("sym_name"); name != nullptr && !name->text.empty()) {
    module->set_name(SanitizeHloName(name->text));
  }
  const Status verified = VerifyBuiltModule(*module);
  if (!verified.ok()) return Located(verified, top);
  return XlaComputation(std::shared_ptr<const HloModule>(std::move(module)));
}

}  // namespace hloom::stablehlo
