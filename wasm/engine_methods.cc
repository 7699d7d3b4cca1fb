// The methods engine.*.
#include "base/str_cat.h"
#include "comm/run_grid.h"
#include "text/proto/hlo_proto.h"
#include "wasm/host_requests.h"
#include "wasm/methods.h"
#include "wasm/rules.h"
#include "wasm/values_json.h"

namespace hloom {

namespace {

StatusOr<RunEntry*> FindRunEntry(InstanceState& state, const Json& arguments) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("run"));
  return state.runs.Find(handle);
}

StatusOr<Execution*> FindRun(InstanceState& state, const Json& arguments) {
  HLOOM_ASSIGN_OR_RETURN(RunEntry * run, FindRunEntry(state, arguments));
  if (run->execution != nullptr) return run->execution.get();
  return FailedPrecondition(kEngineC4)
      .Op("run")
      .Say("no run is under way in this memory")
      .Help("start one: write its arguments, and go on");
}

// The requested number; 0 for the number of the module.
StatusOr<int64_t> CountOrDefault(const Json& arguments, std::string_view key) {
  if (arguments.Find(key) == nullptr) return 0;
  HLOOM_ASSIGN_OR_RETURN(const int64_t count, arguments.GetInt64(key));
  return count == 0 ? -1 : count;
}

StatusOr<ResultAccuracy::Mode> AccuracyOrDefault(const Json& arguments) {
  if (arguments.Find("accuracy") == nullptr) return ResultAccuracy::DEFAULT;
  HLOOM_ASSIGN_OR_RETURN(const std::string mode, arguments.GetString("accuracy"));
  return mode == "highest" ? ResultAccuracy::HIGHEST : ResultAccuracy::DEFAULT;
}

Status Compile(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("buffer"));
  HLOOM_ASSIGN_OR_RETURN(const Buffer bytes, state.buffers.Take(handle));
  HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<HloModule> module,
                         HloModuleFromProto({reinterpret_cast<const char*>(bytes.data()),
                                             static_cast<size_t>(bytes.size())}));
  ExecutableEntry executable;
  executable.program_shape = module->entry_computation().ComputeProgramShape();
  HLOOM_ASSIGN_OR_RETURN(const int64_t replicas, CountOrDefault(arguments, "replicas"));
  HLOOM_ASSIGN_OR_RETURN(const int64_t partitions, CountOrDefault(arguments, "partitions"));
  HLOOM_ASSIGN_OR_RETURN(const DeviceGrid grid, RunGrid(*module, replicas, partitions));
  HLOOM_ASSIGN_OR_RETURN(const ResultAccuracy::Mode accuracy, AccuracyOrDefault(arguments));
  HLOOM_ASSIGN_OR_RETURN(executable.executable,
                         Executable::Create(std::move(module), grid, accuracy));
  // A program compiled for one device may only be inspected, so its groups are checked when it runs.
  if (grid.size() > 1) HLOOM_RETURN_IF_ERROR(executable.executable->CheckDevices());
  executable.program_shape.result = *executable.executable->result_shape();
  const ProgramShape program_shape = executable.program_shape;
  const std::shared_ptr<const Executable> compiled = executable.executable;
  const int64_t id = state.executables.Add(std::move(executable));
  result.BeginObject().Key("executable").Number(static_cast<int>(id));
  result.Key("replicas").Number(static_cast<int>(grid.replicas));
  result.Key("partitions").Number(static_cast<int>(grid.partitions));
  result.Key("program_shape");
  WriteProgramShape(program_shape, result);
  result.Key("transfers");
  WriteTransfers(*compiled, result);
  result.EndObject();
  return OkStatus();
}

Status Request(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(Execution * run, FindRun(state, arguments));
  return WriteRequest(state, *run, result);
}

// The error is the answer.
Status Error(InstanceState& state, const Json& arguments, JsonWriter&) {
  HLOOM_ASSIGN_OR_RETURN(RunEntry * run, FindRunEntry(state, arguments));
  if (!run->error.ok()) return run->error;
  return FailedPrecondition(kEngineC5)
      .Op("run")
      .Say("no run in this memory has failed")
      .Help("ask after the run has failed");
}

Status Answer(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_RETURN_IF_ERROR(AnswerRequest(state, arguments));
  result.BeginObject().EndObject();
  return OkStatus();
}

// A failed run also has a trace, which shows the cause.
Status Trace(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(RunEntry * run, FindRunEntry(state, arguments));
  const bool answers = run->question != nullptr && run->question->begun();
  const std::string events = answers                 ? run->question->Take()
                             : run->trace == nullptr ? "[]"
                                                     : run->trace->Take();
  result.BeginObject().Key("events").Raw(events).EndObject();
  return OkStatus();
}

Status Communication(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(RunEntry * run, FindRunEntry(state, arguments));
  result.BeginObject().Key("events");
  WriteCommEvents(run->comm_log == nullptr ? std::vector<CommEvent>() : run->comm_log->Take(),
                  run->started, result);
  result.EndObject();
  return OkStatus();
}

// A run that has not begun, or is over, has no devices.
Status Devices(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(RunEntry * run, FindRunEntry(state, arguments));
  constexpr std::string_view kStates[] = {"runs", "waits", "ended"};
  result.BeginObject().Key("devices").BeginArray();
  if (run->execution != nullptr) {
    for (const Execution::DeviceProgress& device : run->execution->Progress()) {
      result.BeginObject().Key("state").String(kStates[static_cast<size_t>(device.state)]);
      result.Key("place").String(device.place).EndObject();
    }
  }
  result.EndArray().Key("table").BeginArray();
  if (run->execution != nullptr) {
    for (const std::string& line : run->execution->DeviceTable()) result.String(line);
  }
  result.EndArray().Key("place");
  result.String(run->execution == nullptr ? std::string() : run->execution->Place()).EndObject();
  return OkStatus();
}

// The next run in the memory returns an answer instead of its result.
Status EngineExplain(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(RunEntry * run, FindRunEntry(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(run->question, ElementQuestionRun::FromJson(arguments));
  result.BeginObject().EndObject();
  return OkStatus();
}

// Sets the client's memory limit, before any value exists.
Status Open(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t limit, arguments.GetInt64("memory_limit"));
  state.client_ledger = std::make_shared<MemoryLedger>(std::min(limit, kDefaultMemoryLimit),
                                                       "memoryLimit of the client", nullptr,
                                                       std::make_shared<MemoryPool>());
  result.BeginObject().EndObject();
  return OkStatus();
}

// Sets the seed of the random numbers of runs: 64 bits, as a signed number.
Status Seed(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t seed, arguments.GetInt64("seed"));
  state.seed = static_cast<uint64_t>(seed);
  result.BeginObject().EndObject();
  return OkStatus();
}

// A buffer for a value that stays, which counts for the client.
Status EngineAllocate(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t bytes, arguments.GetInt64("bytes"));
  HLOOM_ASSIGN_OR_RETURN(Buffer buffer, Buffer::Allocate(bytes, state.client_ledger));
  const int64_t handle = state.buffers.Add(std::move(buffer));
  result.BeginObject().Key("buffer").Number(static_cast<int>(handle)).EndObject();
  return OkStatus();
}

// The literal is read first, so that its buffers are adopted even on errors.
Status Put(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const Json* json, arguments.Get("array"));
  HLOOM_ASSIGN_OR_RETURN(Literal array, LiteralFromJson(state, *json, state.client_ledger));
  HLOOM_ASSIGN_OR_RETURN(const int64_t number, arguments.GetInt64("value"));
  if (!array.shape().IsArray()) {
    return InvalidArgument(kValueC2)
        .Operand(array.shape())
        .Say(StrCat(array.shape().ToString(), " is not an array"))
        .Help("put each array of a tuple by itself");
  }
  state.values.Add(number, std::move(array));
  result.BeginObject().EndObject();
  return OkStatus();
}

// The buffer is the value's own memory if possible: it is not overwritten while the buffer exists.
// For a dynamic array it has the live elements.
Status Value(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t number, arguments.GetInt64("value"));
  HLOOM_ASSIGN_OR_RETURN(const Literal value, state.values.Find(number));
  HLOOM_ASSIGN_OR_RETURN(const Literal live, value.ToStatic(state.buffer_ledger));
  result.BeginObject().Key("buffer").Number(static_cast<int>(state.buffers.Add(live.storage())));
  if (value.shape().is_dynamic()) result.Key("dynamic_sizes").Int64List(value.live_sizes());
  result.EndObject();
  return OkStatus();
}

Status ReleaseExecutable(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("executable"));
  HLOOM_RETURN_IF_ERROR(state.executables.Take(handle).status());
  result.BeginObject().EndObject();
  return OkStatus();
}

constexpr std::string_view kCompile[] = {"buffer", "replicas", "partitions", "accuracy"};
constexpr std::string_view kAnswer[] = {"run", "device", "value", "error", "help", "unknown"};
constexpr std::string_view kRun[] = {"run"};
constexpr std::string_view kQuestion[] = {"run",   "instruction", "tuple_index", "index",
                                          "round", "reach",       "to"};
constexpr std::string_view kExecutable[] = {"executable"};
constexpr std::string_view kOpen[] = {"memory_limit"};
constexpr std::string_view kSeed[] = {"seed"};
constexpr std::string_view kAllocate[] = {"bytes"};
constexpr std::string_view kPut[] = {"value", "array"};
constexpr std::string_view kValueKeys[] = {"value"};

constexpr MethodRow kEngineMethods[] = {
    {"engine.compile", kCompile, Compile},
    {"engine.request", kRun, Request},
    {"engine.answer", kAnswer, Answer},
    {"engine.error", kRun, Error},
    {"engine.trace", kRun, Trace},
    {"engine.communication", kRun, Communication},
    {"engine.devices", kRun, Devices},
    {"engine.explain", kQuestion, EngineExplain},
    {"engine.release_executable", kExecutable, ReleaseExecutable},
    {"engine.open", kOpen, Open},
    {"engine.seed", kSeed, Seed},
    {"engine.allocate", kAllocate, EngineAllocate},
    {"engine.put", kPut, Put},
    {"engine.value", kValueKeys, Value},
};

}  // namespace

Span<const MethodRow> EngineMethods() { return kEngineMethods; }

}  // namespace hloom
