#include "wasm/trace_json.h"

#include <utility>

#include "base/str_cat.h"
#include "literal/literal_preview.h"

namespace hloom {

void JsonTrace::Executed(const TraceEvent& event) {
  if (!events_.empty()) events_.push_back(',');
  JsonWriter json(&events_);
  json.BeginObject().Key("computation").String(event.computation.name());
  json.Key("instruction").String(event.instruction.name());
  json.Key("opcode").String(HloOpcodeString(event.instruction.opcode()));
  json.Key("shape").String(event.instruction.shape().ToString(/*print_layout=*/true));
  json.Key("value").String(
      IsUnderWay(event.instruction) ? "(under way)" : LiteralPreview(event.value, max_elements_));
  if (event.device >= 0) json.Key("device").Number(static_cast<int>(event.device));
  json.Key("callers").BeginArray();
  for (const TraceCaller& caller : event.callers) {
    json.BeginObject().Key("instruction").String(caller.instruction->name());
    json.Key("iteration").String(caller.iteration < 0 ? "" : StrCat(caller.iteration));
    json.EndObject();
  }
  json.EndArray().EndObject();
}

namespace {

constexpr std::string_view NameOf(CommEvent::Kind kind) {
  switch (kind) {
    case CommEvent::Kind::kStart:
      return "start";
    case CommEvent::Kind::kWait:
      return "wait";
    case CommEvent::Kind::kTransfer:
      return "transfer";
    case CommEvent::Kind::kEnd:
      return "end";
  }
  return "";
}

}  // namespace

void WriteCommEvents(const std::vector<CommEvent>& events, CommEvent::Clock::time_point started,
                     JsonWriter& out) {
  out.BeginArray();
  for (const CommEvent& event : events) {
    const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(event.time - started);
    out.BeginObject().Key("kind").String(NameOf(event.kind));
    out.Key("device").Number(static_cast<int>(event.device));
    out.Key("instruction").String(event.instruction->name());
    out.Key("opcode").String(HloOpcodeString(event.instruction->opcode()));
    out.Key("round").Int64AsString(event.round);
    out.Key("nanoseconds").Int64AsString(since.count());
    out.Key("bytes").Int64AsString(event.bytes);
    out.Key("from").Number(static_cast<int>(event.from));
    out.Key("to").Number(static_cast<int>(event.to));
    out.EndObject();
  }
  out.EndArray();
}

std::string JsonTrace::Take() { return StrCat("[", std::exchange(events_, ""), "]"); }

}  // namespace hloom
