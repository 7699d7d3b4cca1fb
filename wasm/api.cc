#include "wasm/api.h"

#include "base/utf8.h"
#include "hlo/rules.h"
#include "wasm/methods.h"
#include "wasm/rules.h"
#include "wasm/values_json.h"

namespace hloom {

namespace {

constexpr Rule kHostC1 = {"host.c1", "a call names an existing method"};
constexpr Rule kRules[] = {kHandleC1, kShapeC11, kShapeC13,   kLiteralC1,  kLiteralC5,
                           kHostC1,   kEngineC2, kEngineC3,   kEngineC4,   kEngineC5,
                           kValueC1,  kValueC2,  kFunctionC1, kFunctionC2, kFunctionC3};

Span<const Span<const MethodRow>> Tables() {
  // The table is local to the function, so that it is built on first use and needs no initializer,
  // which a linker could drop.
  static const Span<const MethodRow> kTables[] = {
      ShapeMethods(), BuilderMethods(), BuilderStateMethods(), EngineMethods(), InfoMethods()};
  return kTables;
}

const MethodRow* FindMethod(std::string_view name) {
  for (Span<const MethodRow> table : Tables()) {
    for (const MethodRow& row : table) {
      if (row.name == name) return &row;
    }
  }
  return nullptr;
}

Status UnknownMethod(std::string_view name) {
  std::vector<std::string_view> names;
  for (Span<const MethodRow> table : Tables()) {
    for (const MethodRow& row : table) names.push_back(row.name);
  }
  const std::string_view near = NearestWord(name, names);
  return InvalidArgument(kHostC1)
      .Say(StrCat("unknown method \"", Shortened(name), "\""))
      .Help(near.empty() ? StrCat("the methods are ", StrJoin(names, ", "))
                         : StrCat("did you mean ", near, "?"));
}

Status CallMethod(InstanceState& state, const MethodRow& row, std::string_view text,
                  JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const Json arguments, ParseJson(text));
  HLOOM_RETURN_IF_ERROR(arguments.CheckType(Json::Type::kObject));
  HLOOM_RETURN_IF_ERROR(arguments.CheckKeys(row.keys));
  return row.method(state, arguments, result);
}

Status Dispatch(InstanceState& state, std::string_view method, std::string_view text,
                JsonWriter& result) {
  const MethodRow* row = FindMethod(method);
  if (row == nullptr) return UnknownMethod(method);
  Status status = CallMethod(state, *row, text, result);
  if (status.ok()) return status;
  // The errors of the JSON reader and other lower layers have no help.
  return status.WithHelp(
      StrCat(method, " takes a JSON object with the members {", StrJoin(row->keys, ", "), "}"));
}

}  // namespace

Span<const Rule> BoundaryRules() { return kRules; }

std::string CallCore(InstanceState& state, std::string_view method,
                     std::string_view arguments_json) {
  std::string answer = R"({"result":)";
  JsonWriter result(&answer);
  const Status status = Dispatch(state, method, arguments_json, result);
  if (status.ok()) {
    answer.push_back('}');
    return answer;
  }
  answer.clear();  // whatever was written before the error
  JsonWriter envelope(&answer);
  envelope.BeginObject().Key("error");
  WriteError(status, envelope);
  envelope.EndObject();
  return answer;
}

int64_t AllocateBuffer(InstanceState& state, int64_t bytes) {
  if (bytes < 0) return 0;
  StatusOr<Buffer> buffer = Buffer::Allocate(bytes, state.buffer_ledger);
  return buffer.ok() ? state.buffers.Add(*std::move(buffer)) : 0;
}

std::byte* BufferAddress(InstanceState& state, int64_t handle) {
  StatusOr<Buffer*> buffer = state.buffers.Find(handle);
  return buffer.ok() ? (*buffer)->data() : nullptr;
}

int64_t BufferSize(InstanceState& state, int64_t handle) {
  StatusOr<Buffer*> buffer = state.buffers.Find(handle);
  return buffer.ok() ? (*buffer)->size() : 0;
}

void ReleaseBuffer(InstanceState& state, int64_t handle) { state.buffers.Release(handle); }

}  // namespace hloom
