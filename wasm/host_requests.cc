#include "wasm/host_requests.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "ops/host/custom_call_registry.h"
#include "ops/host/transfer.h"
#include "ops/rules.h"
#include "wasm/rules.h"
#include "wasm/values_json.h"

namespace hloom {

namespace {

Status NotOneAnswer() {
  return InvalidArgument(kEngineC3)
      .Op("run")
      .Say("an answer is one of value, error and unknown")
      .Help("give the custom call's value, its error, or the names that are known");
}

// Errors stay short for any function names.
Status ThrownBy(const CustomCallInfo& custom_call, std::string_view error) {
  return Aborted(kCustomCallC5)
      .Say(StrCat("the function \"", custom_call.target.substr(0, 100), "\" failed: ", error))
      .Help(
          "see what it threw; the run ended with it, other runs did not, and the program can run "
          "again");
}

// A text, or pieces: texts and ["advice", text, name].
StatusOr<Message> HelpFrom(const Json& help) {
  if (help.is_string()) return Message(help.text());
  HLOOM_RETURN_IF_ERROR(help.CheckType(Json::Type::kArray));
  Message out;
  for (const Json& piece : help.items()) {
    if (piece.is_string()) {
      out.Append(piece.text());
      continue;
    }
    HLOOM_ASSIGN_OR_RETURN(const std::vector<std::string> advice, piece.AsStringList());
    if (advice.size() != 3 || advice[0] != "advice") return NotOneAnswer();
    out.Append(Advice(advice[2], advice[1]));
  }
  return out;
}

// The error from JavaScript for an instruction that is not a custom call.
Status FeedErrorFrom(const Json& arguments) {
  HLOOM_ASSIGN_OR_RETURN(const std::string error, arguments.GetString("error"));
  HLOOM_ASSIGN_OR_RETURN(const Json* const help, arguments.Get("help"));
  HLOOM_ASSIGN_OR_RETURN(Message advice, HelpFrom(*help));
  return FailedPrecondition(kAskC2).Say(error).Help(std::move(advice));
}

// The error from JavaScript.
Status ErrorFrom(const HloInstruction& instruction, const Json& arguments) {
  if (instruction.opcode() != HloOpcode::kCustomCall) return FeedErrorFrom(arguments);
  const CustomCallInfo custom_call = CustomCallOf(instruction);
  if (arguments.Find("error") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const std::string error, arguments.GetString("error"));
    return ThrownBy(custom_call, error);
  }
  HLOOM_ASSIGN_OR_RETURN(const std::vector<std::string> names, arguments.GetStringList("unknown"));
  return UnknownCustomCall(custom_call.target,
                           std::vector<std::string_view>(names.begin(), names.end()));
}

class LaterHost final : public Host {
 public:
  StatusOr<std::optional<Literal>> Ask(const HostQuestion&) override {
    return std::optional<Literal>();
  }
};

Status NotWaiting() {
  return FailedPrecondition(kEngineC2)
      .Op("run")
      .Say("the run waits for no answer")
      .Help("answer once, while the run waits");
}

// The transfers of a running program: the position of the value in the operation's shapes.
struct HostTransfer {
  HloOpcode opcode;
  bool goes_in;
};
constexpr HostTransfer kHostTransfers[] = {
    {HloOpcode::kInfeed, true},
    {HloOpcode::kOutfeed, false},
    {HloOpcode::kRecv, true},
    {HloOpcode::kSend, false},
};

const HostTransfer* TransferOf(const HloInstruction& instruction, const Executable& executable) {
  const auto* found =
      std::find_if(std::begin(kHostTransfers), std::end(kHostTransfers),
                   [&](const HostTransfer& row) { return row.opcode == instruction.opcode(); });
  if (found == std::end(kHostTransfers)) return nullptr;
  // Channels between devices do not concern the host.
  if (GetOpEval(instruction.opcode()).As<Transfers>() == nullptr) return found;
  const StatusOr<ChannelTable>& channels = executable.channels();
  return channels.ok() && channels->NumberOf(instruction) >= 0 ? nullptr : found;
}

// 0 if the instruction has no channel.
int64_t ChannelOf(const HloInstruction& instruction) {
  if (GetOpEval(instruction.opcode()).As<Transfers>() == nullptr) return 0;
  return instruction.attributes<ChannelAttributes>().channel_id;
}

}  // namespace

Host* HostOfRuns(InstanceState& state) {
  if (state.host == nullptr) state.host = std::make_unique<LaterHost>();
  return state.host.get();
}

void WriteTransfers(const Executable& executable, JsonWriter& out) {
  out.BeginArray();
  for (const auto& computation : executable.module().computations()) {
    for (const auto& instruction : computation->instructions()) {
      const HostTransfer* transfer = TransferOf(*instruction, executable);
      if (transfer == nullptr) continue;
      out.BeginObject().Key("goes_in").Bool(transfer->goes_in);
      out.Key("channel").Int64AsString(ChannelOf(*instruction));
      out.Key("shape");
      WriteShape(transfer->goes_in ? instruction->shape().tuple_shapes()[0]
                                   : instruction->operand(0)->shape(),
                 out);
      out.EndObject();
    }
  }
  out.EndArray();
}

// The operands are written as one tuple: the caller owns all of their buffers, or none.
Status WriteRequest(InstanceState& state, Execution& run, JsonWriter& out) {
  const std::optional<Execution::Question> question = run.TakeQuestion();
  if (!question) return NotWaiting();
  const HloInstruction& instruction = *question->instruction;
  const CustomCallInfo custom_call = instruction.opcode() == HloOpcode::kCustomCall
                                         ? CustomCallOf(instruction)
                                         : CustomCallInfo{.shape = instruction.shape()};
  std::vector<Literal> operands;
  for (const Literal* operand : question->operands) operands.push_back(*operand);
  const Literal tuple = Literal::MakeTuple(std::move(operands));
  out.BeginObject().Key("operation").String(GetOpDef(instruction.opcode()).name);
  out.Key("device").Number(static_cast<int>(question->device));
  out.Key("channel").Int64AsString(ChannelOf(instruction));
  out.Key("target").String(custom_call.target);
  out.Key("opaque").String(custom_call.opaque);
  out.Key("instruction").String(instruction.name());
  out.Key("location").String(question->place);
  out.Key("shape");
  WriteShape(custom_call.shape, out);
  out.Key("operands");
  HLOOM_RETURN_IF_ERROR(WriteLiteral(state, tuple, out));
  out.EndObject();
  return OkStatus();
}

// The value is read first, so that its buffers are adopted even on errors.
Status AnswerRequest(InstanceState& state, const Json& arguments) {
  Literal value;
  if (const Json* json = arguments.Find("value")) {
    HLOOM_ASSIGN_OR_RETURN(value, LiteralFromJson(state, *json));
  }
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, arguments.GetInt64("run"));
  HLOOM_ASSIGN_OR_RETURN(RunEntry * run, state.runs.Find(handle));
  int64_t device = 0;
  if (arguments.Find("device") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(device, arguments.GetInt64("device"));
  }
  const HloInstruction* instruction =
      run->execution == nullptr ? nullptr : run->execution->asking(device);
  if (instruction == nullptr) return NotWaiting();
  int answers = 0;
  for (std::string_view key : {"value", "error", "unknown"}) {
    if (arguments.Find(key) != nullptr) ++answers;
  }
  if (answers != 1) return NotOneAnswer();
  if (value.valid()) {
    run->execution->Answer(device, std::move(value));
  } else {
    run->execution->Answer(device, ErrorFrom(*instruction, arguments));
  }
  return OkStatus();
}

}  // namespace hloom
