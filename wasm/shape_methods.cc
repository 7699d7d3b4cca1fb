// The methods shape.* and broadcast.*.
#include "wasm/methods.h"
#include "wasm/values_json.h"

namespace hloom {

namespace {

// The core's form of a shape: JavaScript has its own reader, which tests compare with this one.
Status Parse(InstanceState&, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const Json* json, arguments.Get("shape"));
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, ShapeFromJson(*json));
  result.BeginObject().Key("shape");
  WriteShape(shape, result);
  result.Key("text").String(shape.ToString());
  result.Key("text_with_layout").String(shape.ToString(/*print_layout=*/true));
  int64_t elements = 0;
  for (const Shape* leaf : ShapeUtil::ArrayLeaves(shape)) elements += ShapeUtil::ElementsIn(*leaf);
  result.Key("elements").Int64AsString(elements);
  result.Key("bytes").Int64AsString(ShapeUtil::ByteSizeOf(shape));
  result.EndObject();
  return OkStatus();
}

Status ShapeExplain(InstanceState&, const Json& arguments, JsonWriter& result) {
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

constexpr std::string_view kShape[] = {"shape"};
constexpr std::string_view kExplain[] = {"lhs", "rhs", "broadcast_dimensions"};

constexpr MethodRow kShapeMethods[] = {
    {"shape.parse", kShape, Parse},
    {"broadcast.explain", kExplain, ShapeExplain},
};

}  // namespace

Span<const MethodRow> ShapeMethods() { return kShapeMethods; }

}  // namespace hloom
