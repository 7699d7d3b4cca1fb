// The methods builder.* and computation.*.
#include <algorithm>
#include <cstring>

#include "base/utf8.h"
#include "builder/closures.h"
#include "hlo/rules.h"
#include "text/graph/hlo_graph.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/mlir/mlir_bytecode.h"
#include "text/mlir/mlir_text.h"
#include "text/proto/hlo_proto.h"
#include "text/stablehlo/jax_export.h"
#include "text/stablehlo/stablehlo_exporter.h"
#include "text/stablehlo/stablehlo_importer.h"
#include "wasm/arguments.h"
#include "wasm/builder_handles.h"
#include "wasm/free_memory.h"
#include "wasm/jax_export_json.h"
#include "wasm/methods.h"
#include "wasm/rules.h"
#include "wasm/values_json.h"

namespace hloom {

StatusOr<XlaBuilder*> FindBuilder(InstanceState& state, const Json& arguments) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("builder"));
  HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<XlaBuilder> * builder, state.builders.Find(handle));
  return builder->get();
}

void WriteComputation(InstanceState& state, XlaComputation computation, JsonWriter& result) {
  const ProgramShape program_shape = computation.GetProgramShape();
  const int64_t held_bytes = computation.HeldBytes();
  const int64_t handle = state.computations.Add(std::move(computation));
  result.BeginObject().Key("computation").Number(static_cast<int>(handle));
  result.Key("held_bytes").Int64AsString(held_bytes);
  result.Key("program_shape");
  WriteProgramShape(program_shape, result);
  result.EndObject();
}

namespace {

StatusOr<XlaComputation*> FindComputation(InstanceState& state, const Json& arguments) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("computation"));
  return state.computations.Find(handle);
}

Status Create(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const std::string name, arguments.GetString("name"));
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  std::unique_ptr<XlaBuilder> created;
  if (const Json* parent = arguments.Find("parent"); parent != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t parent_handle, parent->AsInt64());
    HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<XlaBuilder> * found, state.builders.Find(parent_handle));
    created = (*found)->CreateRegion(name);
  } else {
    created = std::make_unique<XlaBuilder>(name);
  }
  const int64_t handle = state.builders.Add(std::move(created));
  result.BeginObject().Key("builder").Number(static_cast<int>(handle)).EndObject();
  return OkStatus();
}

Status UnknownFunction(std::string_view name, int64_t overload) {
  std::vector<std::string_view> names;
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) names.push_back(def.name);
  }
  const std::string_view near = NearestWord(name, names);
  return InvalidArgument(kFunctionC1)
      .Say(StrCat("the builder has no function \"", Shortened(name), "\"",
                  overload == 0 ? std::string() : StrCat(" with an overload ", overload)))
      .Help(near.empty() || near == name ? std::string("see the list of operations")
                                         : StrCat("did you mean ", near, "?"));
}

// The row of the called function, which returns an operation or a computation.
StatusOr<const BuilderDef*> FindFunction(const Json& arguments, bool gives_computation) {
  HLOOM_ASSIGN_OR_RETURN(const std::string name, arguments.GetString("function"));
  int64_t overload = 0;
  if (arguments.Find("overload") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(overload, arguments.GetInt64("overload"));
  }
  const BuilderDef* def =
      overload < 0 || overload > 64 ? nullptr : FindBuilderDef(name, static_cast<int>(overload));
  if (def != nullptr && (def->make != nullptr) == gives_computation) return def;
  return UnknownFunction(name, overload);
}

// Decodes the arguments and calls the function. A wrong call returns the error, and the builder
// continues without it and without the constants of its numbers.
template <typename Function>
auto Invoke(InstanceState& state, XlaBuilder* builder, const BuilderDef& def, Function function,
            const Json& given, std::vector<Argument>& arguments)
    -> StatusOr<decltype(function(builder, Arguments()))> {
  const int64_t first = builder->next_handle();
  Status status;
  decltype(function(builder, Arguments())) value;
  StatusOr<std::vector<Argument>> decoded = DecodeArguments(state, builder, def, given);
  if (!decoded.ok()) {
    status = decoded.status().WithOp(def.name);
  } else {
    arguments = *std::move(decoded);
    status = CheckMemoryToWork();
    if (status.ok()) value = function(builder, arguments);
    if (status.ok()) status = builder->TakeError();
  }
  if (status.ok()) return value;
  builder->RemoveFrom(first);
  return status;
}

Status BuilderCall(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const BuilderDef* def, FindFunction(arguments, false));
  HLOOM_ASSIGN_OR_RETURN(const Json* given, arguments.Get("arguments"));
  std::vector<Argument> decoded;
  const auto invoke = [&](XlaBuilder* in, Arguments all) {
    return InvokeWithCaptures(*def, in, all);
  };
  HLOOM_ASSIGN_OR_RETURN(const XlaOp op, Invoke(state, builder, *def, invoke, *given, decoded));
  HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(op));
  // JavaScript knows the shapes of these, but not of the constants that numbers became.
  std::vector<XlaOp> ops;
  for (const Argument& argument : decoded) {
    const auto add = [&](XlaOp operand) {
      const auto& numbers = argument.numbers;
      const bool is_number = std::any_of(numbers.begin(), numbers.end(), [&](XlaOp number) {
        return number.handle() == operand.handle();
      });
      if (operand.valid() && !is_number) ops.push_back(operand);
    };
    add(argument.op);
    for (const XlaOp& operand : argument.ops) add(operand);
  }
  result.BeginObject().Key("op").Number(static_cast<int>(op.handle())).Key("shape");
  WriteShapeBesideOps(*shape, ops, result);
  if (const BroadcastOperands* broadcast = op.broadcast_operands()) {
    result.Key("broadcast").BeginObject().Key("lhs");
    WriteShapeBesideOps(*broadcast->lhs, ops, result);
    result.Key("rhs");
    WriteShapeBesideOps(*broadcast->rhs, ops, result);
    result.Key("broadcast_dimensions").Int64List(broadcast->broadcast_dimensions).EndObject();
  }
  result.EndObject();
  return OkStatus();
}

// Calls a function that returns a computation.
Status BuilderMake(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const BuilderDef* def, FindFunction(arguments, true));
  HLOOM_ASSIGN_OR_RETURN(const Json* given, arguments.Get("arguments"));
  std::vector<Argument> decoded;
  HLOOM_ASSIGN_OR_RETURN(XlaComputation computation,
                         Invoke(state, builder, *def, def->make, *given, decoded));
  WriteComputation(state, std::move(computation), result);
  return OkStatus();
}

StatusOr<XlaComputation> BuildFrom(XlaBuilder* builder, const Json* root) {
  if (root == nullptr || root->is_null()) return builder->Build();
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, root->AsInt64());
  return builder->Build(XlaOp(builder, handle));
}

Status Build(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  HLOOM_ASSIGN_OR_RETURN(XlaComputation computation, BuildFrom(builder, arguments.Find("root")));
  WriteComputation(state, std::move(computation), result);
  return OkStatus();
}

// The operation of a region for one of a builder around it.
Status Use(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * region, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const int64_t around, arguments.GetInt64("around"));
  HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<XlaBuilder> * builder, state.builders.Find(around));
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("op"));
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  HLOOM_ASSIGN_OR_RETURN(const XlaOp op, region->Use(XlaOp(builder->get(), handle)));
  result.BeginObject().Key("op").Number(static_cast<int>(op.handle())).EndObject();
  return OkStatus();
}

Status BuildRegion(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * region, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const int64_t root, arguments.GetInt64("root"));
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  HLOOM_ASSIGN_OR_RETURN(Closure closure, region->BuildClosure(XlaOp(region, root)));
  std::vector<int64_t> captures;
  for (const XlaOp& capture : closure.captures) captures.push_back(capture.handle());
  result.BeginObject().Key("captures").Int64List(captures).Key("built");
  WriteComputation(state, std::move(closure.computation), result);
  result.EndObject();
  return OkStatus();
}

Status ReleaseBuilder(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("builder"));
  HLOOM_RETURN_IF_ERROR(state.builders.Take(handle).status());
  result.BeginObject().EndObject();
  return OkStatus();
}

// default: as current XLA prints; short: as in XLA's tests; long: with the shapes of operands, as
// older versions of XLA print.
StatusOr<HloTextOptions> TextForm(const Json* form) {
  if (form == nullptr || form->is_null() || form->text() == "default") return HloTextOptions();
  if (form->text() == "short") return HloTextOptions::ShortParsable();
  if (form->text() == "long") return HloTextOptions{.print_operand_shape = true};
  return InvalidArgument(kFunctionC3)
      .Say(StrCat("\"", Shortened(form->text()), "\" is not a form of HLO text"))
      .Help("the forms are default, short and long");
}

Status HloText(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaComputation * computation, FindComputation(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(HloTextOptions options, TextForm(arguments.Find("form")));
  if (const Json* large = arguments.Find("print_large_constants"); large != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(options.print_large_constants, large->AsBool());
  }
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  const std::unique_ptr<HloModule> module = computation->CreateModule();
  HLOOM_RETURN_IF_ERROR(CheckHloTextSize(*module, options));
  const std::string text = HloModuleToText(*module, options);
  result.BeginObject().Key("text").String(text).EndObject();
  return OkStatus();
}

Status Dot(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaComputation * computation, FindComputation(state, arguments));
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  const std::string text = HloModuleToDot(*computation->CreateModule());
  result.BeginObject().Key("text").String(text).EndObject();
  return OkStatus();
}

Status Graph(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaComputation * computation, FindComputation(state, arguments));
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  const std::string graph = HloModuleToJson(*computation->CreateModule());
  result.BeginObject().Key("graph").Raw(graph).EndObject();
  return OkStatus();
}

Status ProtoBy(std::string (*write)(const HloModule&), InstanceState& state, const Json& arguments,
               JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaComputation * computation, FindComputation(state, arguments));
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  const std::unique_ptr<HloModule> module = computation->CreateModule();
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWrite(HeldBytes(*module)));
  const std::string bytes = write(*module);
  HLOOM_ASSIGN_OR_RETURN(Buffer buffer,
                         Buffer::Allocate(static_cast<int64_t>(bytes.size()), state.buffer_ledger));
  if (!bytes.empty()) std::memcpy(buffer.data(), bytes.data(), bytes.size());
  const int64_t handle = state.buffers.Add(std::move(buffer));
  result.BeginObject().Key("buffer").Number(static_cast<int>(handle)).EndObject();
  return OkStatus();
}

Status Proto(InstanceState& state, const Json& arguments, JsonWriter& result) {
  return ProtoBy(HloModuleToProto, state, arguments, result);
}

Status ProtoWithConfig(InstanceState& state, const Json& arguments, JsonWriter& result) {
  return ProtoBy(HloModuleToProtoWithConfig, state, arguments, result);
}

// Reads a module, in the form that `read` knows, from the buffer, which is adopted.
template <typename Reader>
Status FromBuffer(InstanceState& state, const Json& arguments, JsonWriter& result, Reader read) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("buffer"));
  HLOOM_ASSIGN_OR_RETURN(const Buffer bytes, state.buffers.Take(handle));
  bool allow_mixed_precision = false;
  if (const Json* allow = arguments.Find("allow_mixed_precision"); allow != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(allow_mixed_precision, allow->AsBool());
  }
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  HLOOM_ASSIGN_OR_RETURN(
      std::unique_ptr<HloModule> module,
      read({reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(bytes.size())},
           allow_mixed_precision));
  WriteComputation(state, XlaComputation(std::shared_ptr<const HloModule>(std::move(module))),
                   result);
  return OkStatus();
}

Status FromProto(InstanceState& state, const Json& arguments, JsonWriter& result) {
  return FromBuffer(state, arguments, result, [](std::string_view bytes, bool allow) {
    return HloModuleFromProto(bytes, {.allow_mixed_precision = allow});
  });
}

StatusOr<ElidedConstants> ElidedConstantsFrom(const Json* json) {
  if (json == nullptr || json->text() == "refuse") return ElidedConstants::kRefuse;
  if (json->text() == "zeros") return ElidedConstants::kZeros;
  return InvalidArgument(kFunctionC3)
      .Say(StrCat("\"", json->text().substr(0, 64), "\" is not a way to read elided constants"))
      .Help("elided constants can be refused, \"refuse\", or become \"zeros\"");
}

Status FromHloText(InstanceState& state, const Json& arguments, JsonWriter& result) {
  StatusOr<ElidedConstants> elided = ElidedConstantsFrom(arguments.Find("elided_constants"));
  return FromBuffer(state, arguments, result,
                    [&](std::string_view text, bool allow) -> StatusOr<std::unique_ptr<HloModule>> {
                      HLOOM_RETURN_IF_ERROR(elided.status());
                      return ParseHloModule(
                          text, {.allow_mixed_precision = allow, .elided_constants = *elided});
                    });
}

// StableHLO text, MLIR bytecode, or a file of jax.export: their first bytes tell.
StatusOr<XlaComputation> ComputationOfStableHlo(std::string_view source,
                                                std::vector<Shape> argument_shapes) {
  if (!mlir::IsMlirBytecode(source) && IsJaxExport(source)) {
    HLOOM_ASSIGN_OR_RETURN(const JaxExport read, ReadJaxExport(source));
    source = read.module;
  }
  if (mlir::IsMlirBytecode(source)) {
    HLOOM_ASSIGN_OR_RETURN(const std::unique_ptr<mlir::Module> module,
                           mlir::ReadMlirBytecode(source));
    return ImportStableHlo(*module, {.argument_shapes = std::move(argument_shapes)});
  }
  const StatusOr<std::vector<std::unique_ptr<mlir::Module>>> modules = mlir::ParseMlirText(source);
  if (!modules.ok()) {
    return modules.status().WithHelp(
        "operations are written like: %0 = stablehlo.add %arg0, %arg1 : tensor<2x3xf32>");
  }
  if (modules->size() == 1) {
    return ImportStableHlo(*(*modules)[0],
                           {.argument_shapes = std::move(argument_shapes), .source = source});
  }
  return InvalidArgument(kFunctionC3)
      .Say(StrCat("the text has ", modules->size(), " modules"))
      .Help("read one at a time: lines \"// -----\" separate them");
}

Status FromStableHlo(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("buffer"));
  HLOOM_ASSIGN_OR_RETURN(const Buffer bytes, state.buffers.Take(handle));
  std::vector<Shape> shapes;
  if (const Json* given = arguments.Find("argument_shapes"); given != nullptr) {
    for (const Json& one : given->items()) {
      HLOOM_ASSIGN_OR_RETURN(Shape shape, ShapeFromJson(one));
      shapes.push_back(std::move(shape));
    }
  }
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  HLOOM_ASSIGN_OR_RETURN(XlaComputation computation,
                         ComputationOfStableHlo({reinterpret_cast<const char*>(bytes.data()),
                                                 static_cast<size_t>(bytes.size())},
                                                std::move(shapes)));
  WriteComputation(state, std::move(computation), result);
  return OkStatus();
}

// The buffer stays, for computation.from_stablehlo.
Status DescribeJaxExport(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("buffer"));
  HLOOM_ASSIGN_OR_RETURN(const Buffer* bytes, state.buffers.Find(handle));
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  HLOOM_ASSIGN_OR_RETURN(const JaxExport read,
                         ReadJaxExport({reinterpret_cast<const char*>(bytes->data()),
                                        static_cast<size_t>(bytes->size())}));
  WriteJaxExport(read, result);
  return OkStatus();
}

Status StableHloText(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaComputation * computation, FindComputation(state, arguments));
  StableHloExportOptions options;
  if (const Json* locations = arguments.Find("locations"); locations != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(options.locations, locations->AsBool());
  }
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  HLOOM_ASSIGN_OR_RETURN(const std::string text,
                         HloModuleToStableHlo(*computation->CreateModule(), options));
  result.BeginObject().Key("text").String(text).EndObject();
  return OkStatus();
}

Status ReleaseComputation(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("computation"));
  HLOOM_RETURN_IF_ERROR(state.computations.Take(handle).status());
  result.BeginObject().EndObject();
  return OkStatus();
}

constexpr std::string_view kCreate[] = {"name", "parent"};
constexpr std::string_view kUse[] = {"builder", "around", "op"};
constexpr std::string_view kBuilder[] = {"builder"};
constexpr std::string_view kCall[] = {"builder", "function", "overload", "arguments"};
constexpr std::string_view kBuild[] = {"builder", "root"};
constexpr std::string_view kComputation[] = {"computation"};
constexpr std::string_view kHloText[] = {"computation", "form", "print_large_constants"};
constexpr std::string_view kProto[] = {"buffer", "allow_mixed_precision"};
constexpr std::string_view kBufferOnly[] = {"buffer"};
constexpr std::string_view kStableHlo[] = {"buffer", "argument_shapes"};
constexpr std::string_view kStableHloText[] = {"computation", "locations"};
constexpr std::string_view kText[] = {"buffer", "allow_mixed_precision", "elided_constants"};

constexpr MethodRow kBuilderMethods[] = {
    {"builder.create", kCreate, Create},
    {"builder.use", kUse, Use},
    {"builder.build_region", kBuild, BuildRegion},
    {"builder.call", kCall, BuilderCall},
    {"builder.make", kCall, BuilderMake},
    {"builder.build", kBuild, Build},
    {"builder.release", kBuilder, ReleaseBuilder},
    {"computation.hlo_text", kHloText, HloText},
    {"computation.dot", kComputation, Dot},
    {"computation.graph", kComputation, Graph},
    {"computation.proto", kComputation, Proto},
    {"computation.proto_with_config", kComputation, ProtoWithConfig},
    {"computation.from_proto", kProto, FromProto},
    {"computation.from_hlo_text", kText, FromHloText},
    {"computation.from_stablehlo", kStableHlo, FromStableHlo},
    {"jax_export.describe", kBufferOnly, DescribeJaxExport},
    {"computation.stablehlo_text", kStableHloText, StableHloText},
    {"computation.release", kComputation, ReleaseComputation},
};

}  // namespace

Span<const MethodRow> BuilderMethods() { return kBuilderMethods; }

}  // namespace hloom
