#include "base/str_cat.h"
#include "explain/element_explanation.h"

namespace hloom {

void WriteBox(const ElementBox& box, JsonWriter& json) {
  json.BeginArray();
  for (const IndexRange& range : box) {
    json.BeginObject().Key("start").Int64AsString(range.start);
    json.Key("size").Int64AsString(range.size).Key("step").Int64AsString(range.step).EndObject();
  }
  json.EndArray();
}

namespace {

void WriteWindow(const std::vector<WindowPositions>& window, JsonWriter& json) {
  json.BeginArray();
  for (const WindowPositions& along : window) {
    json.BeginObject().Key("count").Int64AsString(along.count).Key("positions").BeginArray();
    for (const int64_t place : along.places) {
      json.String(place == WindowPositions::kPadding ? "padding"
                  : place == WindowPositions::kHole  ? "hole"
                                                     : StrCat(place));
    }
    json.EndArray().EndObject();
  }
  json.EndArray();
}

void WriteStarts(const std::vector<SliceStart>& starts, JsonWriter& json) {
  json.BeginArray();
  for (const SliceStart& start : starts) {
    json.BeginObject().Key("dimension").Int64AsString(start.dimension);
    json.Key("asked").Int64AsString(start.asked).Key("start").Int64AsString(start.start);
    json.EndObject();
  }
  json.EndArray();
}

void WritePart(const ExplainedPart& part, JsonWriter& json) {
  json.BeginObject().Key("operand").Int64AsString(static_cast<int64_t>(part.operand));
  json.Key("instruction").String(part.instruction).Key("role").String(part.role);
  json.Key("tuple_index").Int64List(part.leaf).Key("decides").Bool(part.decides);
  json.Key("count").Int64AsString(part.count);
  if (part.is_box) {
    json.Key("box");
    WriteBox(part.box, json);
  } else {
    json.Key("elements").BeginArray();
    for (const ExplainedElement& element : part.elements) {
      json.BeginObject().Key("index").Int64List(element.index);
      json.Key("value").String(element.value).EndObject();
    }
    json.EndArray();
    json.Key("more").Int64AsString(part.count - static_cast<int64_t>(part.elements.size()));
  }
  if (!part.window.empty()) {
    json.Key("window");
    WriteWindow(part.window, json);
  }
  if (!part.starts.empty()) {
    json.Key("starts");
    WriteStarts(part.starts, json);
  }
  if (!part.through.empty()) {
    json.Key("through").BeginObject().Key("instruction").String(part.through);
    json.Key("index").Int64List(part.through_index).EndObject();
  }
  json.Key("sentence").String(part.sentence).EndObject();
}

// In the order of Origin.
constexpr std::string_view kOrigins[] = {"operands", "argument", "itself",
                                         "host",     "devices",  "computation"};

}  // namespace

void WriteJson(const ElementExplanation& explanation, JsonWriter& json) {
  json.BeginObject().Key("instruction").String(explanation.instruction);
  json.Key("opcode").String(explanation.opcode);
  json.Key("computation").String(explanation.computation);
  json.Key("shape").String(explanation.shape);
  json.Key("tuple_index").Int64List(explanation.leaf);
  json.Key("index").Int64List(explanation.index).Key("value").String(explanation.value);
  json.Key("origin").String(kOrigins[static_cast<size_t>(explanation.origin)]);
  json.Key("inside").StringList(explanation.inside);
  json.Key("callers").BeginArray();
  for (const ExplainedCaller& caller : explanation.callers) {
    json.BeginObject().Key("instruction").String(caller.instruction);
    json.Key("iteration").String(caller.iteration < 0 ? "" : StrCat(caller.iteration));
    json.EndObject();
  }
  json.EndArray().Key("arithmetic").String(explanation.arithmetic);
  json.Key("parts").BeginArray();
  for (const ExplainedPart& part : explanation.parts) WritePart(part, json);
  json.EndArray().Key("sentences").StringList(explanation.sentences).EndObject();
}

}  // namespace hloom
