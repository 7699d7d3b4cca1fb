#include "wasm/arguments.h"

#include <algorithm>

#include "base/rules.h"
#include "base/utf8.h"
#include "hlo/rules.h"
#include "wasm/values_json.h"

namespace hloom {

namespace {

// Resolves references in the JSON of attributes: buffers of the caller.
class InstanceJsonValues final : public JsonValues {
 public:
  explicit InstanceJsonValues(InstanceState& state) : state_(state) {}
  StatusOr<Shape> ShapeOf(const Json& json) override { return ShapeFromJson(json); }
  StatusOr<Literal> LiteralOf(const Json& json) override { return LiteralFromJson(state_, json); }

 private:
  InstanceState& state_;
};

struct Decoder {
  InstanceState& state;
  XlaBuilder* builder;
  bool takes_numbers = false;  // the argument's operands may be numbers
};

// A number as an operand: a literal, which becomes a constant of the program. The sharding of
// arrays and the metadata of one instruction do not apply to it.
StatusOr<XlaOp> DecodeNumber(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(const Literal literal, LiteralFromJson(d.state, json));
  const XlaScopedShardingAssignment sharding(d.builder, std::nullopt);
  std::optional<OpMetadata> once = d.builder->SwapOneShotOpMetadata(std::nullopt);
  const XlaOp number = ConstantLiteral(d.builder, literal);
  d.builder->SwapOneShotOpMetadata(std::move(once));
  HLOOM_RETURN_IF_ERROR(d.builder->TakeError());
  out.numbers.push_back(number);
  return number;
}

StatusOr<XlaOp> DecodeOperand(const Decoder& d, const Json& json, Argument& out) {
  if (d.takes_numbers && json.is_object()) return DecodeNumber(d, json, out);
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, json.AsInt64());
  return XlaOp(d.builder, handle);
}

Status DecodeOp(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(out.op, DecodeOperand(d, json, out));
  return OkStatus();
}

Status DecodeOps(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_RETURN_IF_ERROR(json.CheckType(Json::Type::kArray));
  for (const Json& item : json.items()) {
    HLOOM_ASSIGN_OR_RETURN(const XlaOp op, DecodeOperand(d, item, out));
    out.ops.push_back(op);
  }
  return OkStatus();
}

// A computation, or one that was made in a region of this builder: a closure.
Status AppendComputation(const Decoder& d, const Json& json, Argument& out) {
  const bool is_closure = json.is_object();
  const Json* handle = &json;
  std::vector<XlaOp> captures;
  if (is_closure) {
    HLOOM_ASSIGN_OR_RETURN(handle, json.Get("computation"));
    HLOOM_ASSIGN_OR_RETURN(const Json* captured, json.Get("captures"));
    HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> handles, captured->AsInt64List());
    for (int64_t op : handles) captures.push_back(XlaOp(d.builder, op));
  }
  HLOOM_ASSIGN_OR_RETURN(const int64_t number, handle->AsInt64());
  HLOOM_ASSIGN_OR_RETURN(XlaComputation * computation, d.state.computations.Find(number));
  if (is_closure || !out.captures.empty()) {
    out.captures.resize(out.computations.size());
    out.captures.push_back(std::move(captures));
  }
  out.computations.push_back(*computation);
  return OkStatus();
}

Status DecodeComputation(const Decoder& d, const Json& json, Argument& out) {
  return AppendComputation(d, json, out);
}

Status DecodeComputations(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_RETURN_IF_ERROR(json.CheckType(Json::Type::kArray));
  for (size_t i = 0; i < json.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(AppendComputation(d, json.items()[i], out));
  }
  return OkStatus();
}

// The decoders are in the order of ArgumentKind::Operand, without its first value, which is not a
// kind.
constexpr Status (*kOperandDecoders[])(const Decoder&, const Json&, Argument&) = {
    nullptr, DecodeOp, DecodeOps, DecodeComputation, DecodeComputations};

Status DecodeAttribute(const Decoder& d, const ArgumentSpec& spec, const Json& json,
                       Argument& out) {
  InstanceJsonValues values(d.state);
  return out.kind->read_json(out.value.get(), {json, spec.name, values});
}

// Gives an omitted argument its value.
Status SetDefault(const Decoder& d, const ArgumentSpec& spec, Argument& out) {
  if (!spec.default_json.empty()) {
    HLOOM_ASSIGN_OR_RETURN(const Json json, ParseJson(spec.default_json));
    return DecodeAttribute(d, spec, json, out);
  }
  if (out.kind->set_default != nullptr) out.kind->set_default(out.value.get());
  return OkStatus();
}

Status Decode(const Decoder& d, const ArgumentSpec& spec, const Json* json, Argument& out) {
  out.given = json != nullptr;
  if (spec.kind.attribute == nullptr) {
    if (json == nullptr) return OkStatus();
    const Decoder operands{d.state, d.builder, !spec.type_of.empty()};
    return kOperandDecoders[static_cast<size_t>(spec.kind.operand)](operands, *json, out);
  }
  out.kind = &spec.kind.attribute();
  out.value = spec.kind.make();
  return json == nullptr ? SetDefault(d, spec, out) : DecodeAttribute(d, spec, *json, out);
}

// Converts an error of the JSON reader to one about the argument, in the function's terms.
Status Explained(const Status& status, const ArgumentSpec& spec) {
  if (!IsJsonError(status)) return status;
  return InvalidArgument(kFunctionC3)
      .Say(MessageCat("the argument ", ArgumentName(spec.name), " must be of kind ",
                      spec.kind.name()))
      .Detail(status.fields().headline)
      .Help(MessageCat(ArgumentName(spec.name), ": ", spec.doc));
}

Status CheckNames(const BuilderDef& def, const Json& arguments) {
  HLOOM_RETURN_IF_ERROR(arguments.CheckType(Json::Type::kObject));
  std::vector<std::string_view> names;
  for (const ArgumentSpec& spec : def.arguments) {
    names.push_back(spec.name);
    if (!spec.required || arguments.Find(spec.name) != nullptr) continue;
    return InvalidArgument(kFunctionC2)
        .Say(MessageCat("the argument ", ArgumentName(spec.name), " is missing"))
        .Help(MessageCat(ArgumentName(spec.name), ": ", spec.doc));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& key = arguments.key(i);
    if (std::find(names.begin(), names.end(), key) != names.end()) continue;
    const std::string_view near = NearestWord(key, names);
    return InvalidArgument(kFunctionC2)
        .Say(StrCat("has no argument \"", Shortened(key), "\""))
        .Help(!near.empty()   ? StrCat("did you mean ", near, "?")
              : names.empty() ? std::string("it takes none")
                              : StrCat("it takes ", StrJoin(names, ", ")));
  }
  return OkStatus();
}

}  // namespace

StatusOr<std::vector<Argument>> DecodeArguments(InstanceState& state, XlaBuilder* builder,
                                                const BuilderDef& def, const Json& arguments) {
  HLOOM_RETURN_IF_ERROR(CheckNames(def, arguments));
  const Decoder decoder{state, builder};
  std::vector<Argument> decoded(def.arguments.size());
  for (size_t i = 0; i < decoded.size(); ++i) {
    const ArgumentSpec& spec = def.arguments[i];
    const Status status = Decode(decoder, spec, arguments.Find(spec.name), decoded[i]);
    if (!status.ok()) return Explained(status, spec);
  }
  return decoded;
}

}  // namespace hloom
