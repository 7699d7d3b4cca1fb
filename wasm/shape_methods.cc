// shape.*, broadcast.*
#include "wasm/methods.h"
#include "wasm/values_json.h"

namespace hloom {

namespace {

void WriteShapeReport(const Shape& shape, JsonWriter& out) {
  out.BeginObject().Key("shape");
  WriteShape(shape, out);
  out.Key("text").String(shape.ToString());
  out.Key("text_with_layout").String(shape.ToString(/*print_layout=*/true));
  int64_t elements = 0;
  for (const Shape* leaf : ShapeUtil::ArrayLeaves(shape)) elements += ShapeUtil::ElementsIn(*leaf);
  out.Key("elements").Int64AsString(elements);
  out.Key("bytes").Int64AsString(ShapeUtil::ByteSizeOf(shape));
  out.EndObject();
}

Status Parse(InstanceState&, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const std::string text, arguments.GetString("text"));
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, ShapeUtil::ParseShape(text));
  WriteShapeReport(shape, result);
  return OkStatus();
}

Status Check(InstanceState&, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const Json* json, arguments.Get("shape"));
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, ShapeFromJson(*json));
  WriteShapeReport(shape, result);
  return OkStatus();
}

Status Explain(InstanceState&, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const Json* lhs_json, arguments.Get("lhs"));
  HLOOM_ASSIGN_OR_RETURN(const Shape lhs, ShapeFromJson(*lhs_json));
  HLOOM_ASSIGN_OR_RETURN(const Json* rhs_json, arguments.Get("rhs"));
  HLOOM_ASSIGN_OR_RETURN(const Shape rhs, ShapeFromJson(*rhs_json));
  std::vector<int64_t> dimensions;
  if (arguments.Find("broadcast_dimensions") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(dimensions, arguments.GetInt64List("broadcast_dimensions"));
  }
  WriteExplanation(ExplainBroadcast(lhs, rhs, dimensions), result);
  return OkStatus();
}

constexpr std::string_view kText[] = {"text"};
constexpr std::string_view kShape[] = {"shape"};
constexpr std::string_view kExplain[] = {"lhs", "rhs", "broadcast_dimensions"};

constexpr MethodRow kMethods[] = {
    {"shape.parse", kText, Parse},
    {"shape.check", kShape, Check},
    {"broadcast.explain", kExplain, Explain},
};

}  // namespace

Span<const MethodRow> ShapeMethods() { return kMethods; }

}  // namespace hloom
