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
  json.Key("value").String(LiteralPreview(event.value, max_elements_));
  json.Key("callers").BeginArray();
  for (const TraceCaller& caller : event.callers) {
    json.BeginObject().Key("instruction").String(caller.instruction->name());
    json.Key("iteration").String(caller.iteration < 0 ? "" : StrCat(caller.iteration));
    json.EndObject();
  }
  json.EndArray().EndObject();
}

std::string JsonTrace::Take() { return StrCat("[", std::exchange(events_, ""), "]"); }

}  // namespace hloom
