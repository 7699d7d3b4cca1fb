// builder.*, computation.*
#include <cstring>

#include "base/utf8.h"
#include "text/hlo_graph.h"
#include "text/hlo_parser.h"
#include "text/hlo_proto.h"
#include "text/hlo_text.h"
#include "wasm/host_arguments.h"
#include "wasm/host_methods.h"
#include "wasm/host_room.h"
#include "wasm/host_values.h"

namespace hloom {

namespace {

StatusOr<XlaBuilder*> FindBuilder(HostState& state, const Json& arguments) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("builder"));
  HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<XlaBuilder> * builder, state.builders.Find(handle));
  return builder->get();
}

StatusOr<XlaComputation*> FindComputation(HostState& state, const Json& arguments) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("computation"));
  return state.computations.Find(handle);
}

Status Create(HostState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const std::string name, arguments.GetString("name"));
  HLOOM_RETURN_IF_ERROR(CheckRoomToWork());
  const int64_t handle = state.builders.Add(std::make_unique<XlaBuilder>(name));
  result.BeginObject().Key("builder").Number(static_cast<int>(handle)).EndObject();
  return OkStatus();
}

Status UnknownFunction(std::string_view name, int64_t overload) {
  std::vector<std::string_view> names;
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) names.push_back(def.name);
  }
  const std::string_view near = NearestWord(name, names);
  return InvalidArgument("function.c1")
      .Say(StrCat("the builder has no function \"", Shortened(name), "\"",
                  overload == 0 ? std::string() : StrCat(" with an overload ", overload)))
      .Help(near.empty() || near == name ? std::string("see the list of operations")
                                         : StrCat("did you mean ", near, "?"));
}

Status Call(HostState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const std::string name, arguments.GetString("function"));
  int64_t overload = 0;
  if (arguments.Find("overload") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(overload, arguments.GetInt64("overload"));
  }
  const BuilderDef* def =
      overload < 0 || overload > 64 ? nullptr : FindBuilderDef(name, static_cast<int>(overload));
  if (def == nullptr) return UnknownFunction(name, overload);
  HLOOM_ASSIGN_OR_RETURN(const Json* given, arguments.Get("arguments"));
  StatusOr<std::vector<Argument>> decoded = DecodeArguments(state, builder, *def, *given);
  if (!decoded.ok()) return decoded.status().WithOp(def->name);

  HLOOM_RETURN_IF_ERROR(CheckRoomToWork());

  const XlaOp op = def->invoke(builder, *decoded);
  // The wrong call itself answers the error; the builder goes on without it.
  HLOOM_RETURN_IF_ERROR(builder->TakeError());
  HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(op));
  result.BeginObject().Key("op").Number(static_cast<int>(op.handle())).Key("shape");
  WriteShape(*shape, result);
  if (const BroadcastExplanation* explanation = builder->GetBroadcastExplanation(op)) {
    result.Key("explanation");
    WriteExplanation(*explanation, result);
  }
  result.EndObject();
  return OkStatus();
}

void WriteComputation(HostState& state, XlaComputation computation, JsonWriter& result) {
  const ProgramShape program_shape = computation.GetProgramShape();
  const int64_t held_bytes = computation.HeldBytes();
  const int64_t handle = state.computations.Add(std::move(computation));
  result.BeginObject().Key("computation").Number(static_cast<int>(handle));
  result.Key("held_bytes").Int64AsString(held_bytes);
  result.Key("program_shape");
  WriteProgramShape(program_shape, result);
  result.EndObject();
}

StatusOr<XlaComputation> BuildFrom(XlaBuilder* builder, const Json* root) {
  if (root == nullptr || root->is_null()) return builder->Build();
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, root->AsInt64());
  return builder->Build(XlaOp(builder, handle));
}

Status Build(HostState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_RETURN_IF_ERROR(CheckRoomToWork());
  HLOOM_ASSIGN_OR_RETURN(XlaComputation computation, BuildFrom(builder, arguments.Find("root")));
  WriteComputation(state, std::move(computation), result);
  return OkStatus();
}

Status ReleaseBuilder(HostState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("builder"));
  HLOOM_RETURN_IF_ERROR(state.builders.Take(handle).status());
  result.BeginObject().EndObject();
  return OkStatus();
}

Status GetProgramShape(HostState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaComputation * computation, FindComputation(state, arguments));
  WriteProgramShape(computation->GetProgramShape(), result);
  return OkStatus();
}

// default: as today's XLA prints; short: as XLA's tests are written; long: with the shapes of
// operands, as older versions of XLA print.
StatusOr<HloTextOptions> TextForm(const Json* form) {
  if (form == nullptr || form->is_null() || form->text() == "default") return HloTextOptions();
  if (form->text() == "short") return HloTextOptions::ShortParsable();
  if (form->text() == "long") return HloTextOptions{.print_operand_shape = true};
  return InvalidArgument("function.c3")
      .Say(StrCat("\"", Shortened(form->text()), "\" is no form of HLO text"))
      .Help("the forms are default, short and long");
}

Status HloText(HostState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaComputation * computation, FindComputation(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const HloTextOptions options, TextForm(arguments.Find("form")));
  HLOOM_RETURN_IF_ERROR(CheckRoomToWork());
  const std::string text = HloModuleToText(*computation->CreateModule(), options);
  result.BeginObject().Key("text").String(text).EndObject();
  return OkStatus();
}

Status Dot(HostState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaComputation * computation, FindComputation(state, arguments));
  HLOOM_RETURN_IF_ERROR(CheckRoomToWork());
  const std::string text = HloModuleToDot(*computation->CreateModule());
  result.BeginObject().Key("text").String(text).EndObject();
  return OkStatus();
}

Status Graph(HostState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaComputation * computation, FindComputation(state, arguments));
  HLOOM_RETURN_IF_ERROR(CheckRoomToWork());
  const std::string graph = HloModuleToJson(*computation->CreateModule());
  result.BeginObject().Key("graph").Raw(graph).EndObject();
  return OkStatus();
}

Status ProtoBy(std::string (*write)(const HloModule&), HostState& state, const Json& arguments,
               JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaComputation * computation, FindComputation(state, arguments));
  HLOOM_RETURN_IF_ERROR(CheckRoomToWork());
  const std::string bytes = write(*computation->CreateModule());
  HLOOM_ASSIGN_OR_RETURN(Buffer buffer,
                         Buffer::Allocate(static_cast<int64_t>(bytes.size()), state.buffer_ledger));
  if (!bytes.empty()) std::memcpy(buffer.data(), bytes.data(), bytes.size());
  const int64_t handle = state.buffers.Add(std::move(buffer));
  result.BeginObject().Key("buffer").Number(static_cast<int>(handle)).EndObject();
  return OkStatus();
}

Status Proto(HostState& state, const Json& arguments, JsonWriter& result) {
  return ProtoBy(HloModuleToProto, state, arguments, result);
}

Status ProtoWithConfig(HostState& state, const Json& arguments, JsonWriter& result) {
  return ProtoBy(HloModuleToProtoWithConfig, state, arguments, result);
}

using ModuleReader = StatusOr<std::unique_ptr<HloModule>> (*)(std::string_view bytes);

// The buffer, which is adopted, holds a module in some form.
Status FromBuffer(HostState& state, const Json& arguments, JsonWriter& result,
                  ModuleReader reader) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("buffer"));
  HLOOM_ASSIGN_OR_RETURN(const Buffer bytes, state.buffers.Take(handle));
  HLOOM_RETURN_IF_ERROR(CheckRoomToWork());
  HLOOM_ASSIGN_OR_RETURN(
      std::unique_ptr<HloModule> module,
      reader({reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(bytes.size())}));
  WriteComputation(state, XlaComputation(std::shared_ptr<const HloModule>(std::move(module))),
                   result);
  return OkStatus();
}

Status FromProto(HostState& state, const Json& arguments, JsonWriter& result) {
  return FromBuffer(state, arguments, result, HloModuleFromProto);
}

Status FromHloText(HostState& state, const Json& arguments, JsonWriter& result) {
  return FromBuffer(state, arguments, result,
                    [](std::string_view text) { return ParseHloModule(text); });
}

Status ReleaseComputation(HostState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("computation"));
  HLOOM_RETURN_IF_ERROR(state.computations.Take(handle).status());
  result.BeginObject().EndObject();
  return OkStatus();
}

constexpr std::string_view kName[] = {"name"};
constexpr std::string_view kBuilder[] = {"builder"};
constexpr std::string_view kCall[] = {"builder", "function", "overload", "arguments"};
constexpr std::string_view kBuild[] = {"builder", "root"};
constexpr std::string_view kComputation[] = {"computation"};
constexpr std::string_view kHloText[] = {"computation", "form"};
constexpr std::string_view kBuffer[] = {"buffer"};

constexpr HostMethodRow kMethods[] = {
    {"builder.create", kName, Create},
    {"builder.call", kCall, Call},
    {"builder.build", kBuild, Build},
    {"builder.release", kBuilder, ReleaseBuilder},
    {"computation.program_shape", kComputation, GetProgramShape},
    {"computation.hlo_text", kHloText, HloText},
    {"computation.dot", kComputation, Dot},
    {"computation.graph", kComputation, Graph},
    {"computation.proto", kComputation, Proto},
    {"computation.proto_with_config", kComputation, ProtoWithConfig},
    {"computation.from_proto", kBuffer, FromProto},
    {"computation.from_hlo_text", kBuffer, FromHloText},
    {"computation.release", kComputation, ReleaseComputation},
};

}  // namespace

Span<const HostMethodRow> BuilderMethods() { return kMethods; }

}  // namespace hloom
