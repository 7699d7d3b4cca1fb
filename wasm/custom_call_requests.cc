#include "wasm/custom_call_requests.h"

#include "ops/host/custom_call_registry.h"
#include "wasm/values_json.h"

namespace hloom {

namespace {

Status NotOneAnswer() {
  return InvalidArgument("engine.c3")
      .Op("run")
      .Say("an answer is one of value, error and unknown")
      .Help(
          "give the value of the call, the error that it ended with, or the names that are known");
}

// Errors stay short whatever a program calls its functions.
Status ThrownBy(const CustomCallInfo& call, std::string_view error) {
  return Aborted("custom_call.c5")
      .Say(StrCat("the function \"", call.target.substr(0, 100), "\" failed: ", error))
      .Help(
          "see what it threw; the run ended with it, other runs did not, and the program can run "
          "again");
}

// The error that JavaScript answered.
Status ErrorFrom(const CustomCallInfo& call, const Json& arguments) {
  if (arguments.Find("error") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const std::string error, arguments.GetString("error"));
    return ThrownBy(call, error);
  }
  HLOOM_ASSIGN_OR_RETURN(const std::vector<std::string> names, arguments.GetStringList("unknown"));
  return UnknownCustomCall(call.target, std::vector<std::string_view>(names.begin(), names.end()));
}

}  // namespace

StatusOr<std::optional<Literal>> LaterHost::Ask(const HloInstruction& instruction, Operands) {
  if (instruction.opcode() != HloOpcode::kCustomCall) return NobodyAnswers(instruction);
  return std::optional<Literal>();
}

Status NotWaiting() {
  return FailedPrecondition("engine.c2")
      .Op("run")
      .Say("the run waits for no answer")
      .Help("answer once, after a call whose state is waiting");
}

Host* HostOfRuns(InstanceState& state) {
  if (state.host == nullptr) state.host = std::make_unique<LaterHost>();
  return state.host.get();
}

// The operands are written as one tuple: all of their buffers are the caller's, or none is.
Status WriteRequest(InstanceState& state, Execution& run, JsonWriter& out) {
  const HloInstruction& instruction = *run.waiting();
  const CustomCallInfo call = CustomCallOf(instruction);
  std::vector<Literal> operands;
  for (const Literal* operand : run.WaitingOperands()) operands.push_back(*operand);
  const Literal tuple = Literal::MakeTuple(std::move(operands));
  out.BeginObject().Key("target").String(call.target);
  out.Key("opaque").String(call.opaque);
  out.Key("instruction").String(instruction.name());
  out.Key("location").String(run.WaitingPlace());
  out.Key("shape");
  WriteShape(call.shape, out);
  out.Key("operands");
  HLOOM_RETURN_IF_ERROR(WriteLiteral(state, tuple, out));
  out.EndObject();
  return OkStatus();
}

// The value is read first of all, so that its buffers are adopted whatever is wrong.
Status AnswerRequest(InstanceState& state, const Json& arguments) {
  Literal value;
  if (const Json* json = arguments.Find("value")) {
    HLOOM_ASSIGN_OR_RETURN(value, LiteralFromJson(state, *json));
  }
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("run"));
  HLOOM_ASSIGN_OR_RETURN(RunEntry * run, state.runs.Find(handle));
  const HloInstruction* instruction =
      run->execution == nullptr ? nullptr : run->execution->waiting();
  if (instruction == nullptr) return NotWaiting();
  int answers = 0;
  for (std::string_view key : {"value", "error", "unknown"}) {
    if (arguments.Find(key) != nullptr) ++answers;
  }
  if (answers != 1) return NotOneAnswer();
  if (value.valid()) {
    run->execution->Answer(std::move(value));
  } else {
    run->execution->Answer(ErrorFrom(CustomCallOf(*instruction), arguments));
  }
  return OkStatus();
}

}  // namespace hloom
