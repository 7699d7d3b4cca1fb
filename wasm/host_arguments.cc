#include "wasm/host_arguments.h"

#include <algorithm>

#include "base/utf8.h"
#include "wasm/host_values.h"

namespace hloom {

namespace {

struct Decoder {
  HostState& state;
  XlaBuilder* builder;
  const ArgumentSpec& spec;
};

using DecodeFunction = Status (*)(const Decoder& d, const Json& json, Argument& out);

Status DecodeOp(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, json.AsInt64());
  out.op = XlaOp(d.builder, handle);
  return OkStatus();
}

Status DecodeOps(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> handles, json.AsInt64List());
  for (int64_t handle : handles) out.ops.push_back(XlaOp(d.builder, handle));
  return OkStatus();
}

Status DecodeInt64(const Decoder&, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(out.integer, json.AsInt64());
  return OkStatus();
}

Status DecodeInt64s(const Decoder&, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(out.integers, json.AsInt64List());
  return OkStatus();
}

Status DecodeBool(const Decoder&, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(out.boolean, json.AsBool());
  return OkStatus();
}

Status DecodeString(const Decoder&, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(out.text, json.AsString());
  return OkStatus();
}

Status DecodeEnum(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(out.text, json.AsString());
  const auto& values = d.spec.values;
  if (std::find(values.begin(), values.end(), out.text) != values.end()) return OkStatus();
  const std::string_view near = NearestWord(out.text, values);
  return InvalidArgument("function.c3")
      .Say(StrCat("\"", Shortened(out.text), "\" is no value of ", d.spec.name))
      .Detail(StrCat("it is one of ", StrJoin(values, ", ")))
      .Help(near.empty() ? StrCat("use ", values.front()) : StrCat("did you mean ", near, "?"));
}

Status DecodeType(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(const std::string name, json.AsString());
  const std::optional<PrimitiveType> type = ParsePrimitiveType(name);
  if (type) {
    out.type = *type;
    return OkStatus();
  }
  return InvalidArgument("function.c3")
      .Say(StrCat("\"", Shortened(name), "\" is no element type, which ", d.spec.name, " must be"))
      .Help(StrCat("the element types are named ", ArrayTypeNames()));
}

Status DecodeShape(const Decoder&, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(out.shape, ShapeFromJson(json));
  return OkStatus();
}

Status DecodeShapes(const Decoder&, const Json& json, Argument& out) {
  HLOOM_RETURN_IF_ERROR(json.CheckKind(Json::Kind::kArray));
  for (const Json& entry : json.items()) {
    HLOOM_ASSIGN_OR_RETURN(Shape shape, ShapeFromJson(entry));
    out.shapes.push_back(std::move(shape));
  }
  return OkStatus();
}

Status DecodeLiteral(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(out.literal, LiteralFromJson(d.state, json));
  return OkStatus();
}

Status AppendComputation(const Decoder& d, int64_t handle, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(XlaComputation * computation, d.state.computations.Find(handle));
  out.computations.push_back(*computation);
  return OkStatus();
}

Status DecodeComputation(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t handle, json.AsInt64());
  return AppendComputation(d, handle, out);
}

Status DecodeComputations(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> handles, json.AsInt64List());
  for (int64_t handle : handles) HLOOM_RETURN_IF_ERROR(AppendComputation(d, handle, out));
  return OkStatus();
}

Status DecodeBools(const Decoder&, const Json& json, Argument& out) {
  HLOOM_RETURN_IF_ERROR(json.CheckKind(Json::Kind::kArray));
  for (const Json& entry : json.items()) {
    HLOOM_ASSIGN_OR_RETURN(const bool value, entry.AsBool());
    out.booleans.push_back(value);
  }
  return OkStatus();
}

// [[low, high, interior], ...], where interior may be left out.
Status DecodePaddingConfig(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_RETURN_IF_ERROR(json.CheckKind(Json::Kind::kArray));
  for (const Json& entry : json.items()) {
    HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> numbers, entry.AsInt64List());
    if (numbers.size() != 2 && numbers.size() != 3) {
      return InvalidArgument("function.c3")
          .Say(StrCat("an entry of ", d.spec.name, " has ",
                      Count(static_cast<int64_t>(numbers.size()), "number")))
          .Help("each entry is [low, high] or [low, high, interior]");
    }
    *out.padding_config.add_dimensions() =
        PaddingConfigDimension(numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : 0);
  }
  return OkStatus();
}

// [[low, high], ...]
Status DecodePairs(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_RETURN_IF_ERROR(json.CheckKind(Json::Kind::kArray));
  for (const Json& entry : json.items()) {
    HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> numbers, entry.AsInt64List());
    if (numbers.size() != 2) {
      return InvalidArgument("function.c3")
          .Say(StrCat("an entry of ", d.spec.name, " has ",
                      Count(static_cast<int64_t>(numbers.size()), "number")))
          .Help("each entry is a pair: [1, 0]");
    }
    out.pairs.emplace_back(numbers[0], numbers[1]);
  }
  return OkStatus();
}

// "SAME", "VALID", or [[low, high], ...].
Status DecodePadding(const Decoder& d, const Json& json, Argument& out) {
  if (json.kind() != Json::Kind::kString) {
    HLOOM_RETURN_IF_ERROR(DecodePairs(d, json, out));
    out.padding = std::move(out.pairs);
    return OkStatus();
  }
  if (json.text() == "SAME" || json.text() == "VALID") {
    out.padding = json.text() == "SAME" ? Padding::kSame : Padding::kValid;
    return OkStatus();
  }
  return InvalidArgument("function.c3")
      .Say(StrCat("\"", Shortened(json.text()), "\" is no value of ", d.spec.name))
      .Help("it is SAME, VALID, or [low, high] for each dimension");
}

// Sets the fields of a record that an object names, and notes what is wrong.
class RecordFiller final : public AttributeVisitor {
 public:
  RecordFiller(const ArgumentSpec& spec, const Json& json) : spec_(spec), json_(json) {}

  void Field(const AttributeField& field, const AttributeKind& kind, void* value) override {
    names_.push_back(field.name);
    if (!status_.ok()) return;
    const Json* member = json_.Find(field.name);
    if (member == nullptr) {
      if (field.omit_default) return;
      status_ = InvalidArgument("function.c2")
                    .Say(StrCat(field.name, " of ", spec_.name, " is missing"))
                    .Help(StrCat(field.name, ": ", field.doc));
      return;
    }
    const Status read = Read(kind, *member, value);
    if (read.ok()) return;
    status_ = InvalidArgument("function.c3")
                  .Say(StrCat(field.name, " of ", spec_.name, " must be of kind ", kind.name))
                  .Detail(read.fields().headline)
                  .Help(StrCat(field.name, ": ", field.doc));
  }

  Status Finish() const {
    HLOOM_RETURN_IF_ERROR(status_);
    for (size_t i = 0; i < json_.size(); ++i) {
      const std::string& key = json_.key(i);
      if (std::find(names_.begin(), names_.end(), key) != names_.end()) continue;
      const std::string_view near = NearestWord(key, names_);
      return InvalidArgument("function.c2")
          .Say(StrCat(spec_.name, " has no field \"", Shortened(key), "\""))
          .Help(near.empty() ? StrCat("its fields are ", StrJoin(names_, ", "))
                             : StrCat("did you mean ", near, "?"));
    }
    return OkStatus();
  }

 private:
  static Status Read(const AttributeKind& kind, const Json& json, void* value) {
    if (&kind == &AttributeKindOf<int64_t>()) {
      HLOOM_ASSIGN_OR_RETURN(*static_cast<int64_t*>(value), json.AsInt64());
    } else {
      HLOOM_ASSIGN_OR_RETURN(*static_cast<std::vector<int64_t>*>(value), json.AsInt64List());
    }
    return OkStatus();
  }

  const ArgumentSpec& spec_;
  const Json& json_;
  std::vector<std::string_view> names_;
  Status status_;
};

StatusOr<std::unique_ptr<Attributes>> RecordFrom(const Decoder& d, const Json& json) {
  HLOOM_RETURN_IF_ERROR(json.CheckKind(Json::Kind::kObject));
  std::unique_ptr<Attributes> record = d.spec.record->make();
  RecordFiller filler(d.spec, json);
  record->Visit(filler);
  HLOOM_RETURN_IF_ERROR(filler.Finish());
  return record;
}

Status DecodeRecord(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_ASSIGN_OR_RETURN(out.record, RecordFrom(d, json));
  return OkStatus();
}

Status DecodeRecords(const Decoder& d, const Json& json, Argument& out) {
  HLOOM_RETURN_IF_ERROR(json.CheckKind(Json::Kind::kArray));
  for (const Json& entry : json.items()) {
    HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<Attributes> record, RecordFrom(d, entry));
    out.records.push_back(std::move(record));
  }
  return OkStatus();
}

Status DecodeTolerance(const Json& json, ResultAccuracy::Tolerance& tolerance) {
  static constexpr std::string_view kKeys[] = {"atol", "rtol", "ulps"};
  HLOOM_RETURN_IF_ERROR(json.CheckKind(Json::Kind::kObject));
  HLOOM_RETURN_IF_ERROR(json.CheckKeys(kKeys));
  if (json.Find("atol") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const double atol, json.GetDouble("atol"));
    tolerance.set_atol(atol);
  }
  if (json.Find("rtol") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const double rtol, json.GetDouble("rtol"));
    tolerance.set_rtol(rtol);
  }
  if (json.Find("ulps") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t ulps, json.GetInt64("ulps"));
    tolerance.set_ulps(ulps);
  }
  return OkStatus();
}

// {"mode": "HIGHEST"} or {"tolerance": {"atol": 1.5, "rtol": 0.5, "ulps": "1"}}
Status DecodeResultAccuracy(const Decoder& d, const Json& json, Argument& out) {
  static constexpr std::string_view kKeys[] = {"mode", "tolerance"};
  HLOOM_RETURN_IF_ERROR(json.CheckKind(Json::Kind::kObject));
  HLOOM_RETURN_IF_ERROR(json.CheckKeys(kKeys));
  const Json* tolerance = json.Find("tolerance");
  if (json.size() != 1) {
    return InvalidArgument("function.c3")
        .Say(StrCat(d.spec.name, " has ", json.size() == 0 ? "neither" : "both",
                    " a mode and a tolerance"))
        .Help("give one of them: a mode, DEFAULT or HIGHEST, or a tolerance");
  }
  if (tolerance != nullptr)
    return DecodeTolerance(*tolerance, *out.result_accuracy.mutable_tolerance());
  HLOOM_ASSIGN_OR_RETURN(const std::string mode, json.GetString("mode"));
  if (mode != "DEFAULT" && mode != "HIGHEST") {
    return InvalidArgument("function.c3")
        .Say(StrCat("\"", Shortened(mode), "\" is no mode of ", d.spec.name))
        .Help("it is DEFAULT or HIGHEST");
  }
  out.result_accuracy.set_mode(mode == "HIGHEST" ? ResultAccuracy::HIGHEST
                                                 : ResultAccuracy::DEFAULT);
  return OkStatus();
}

// In the order of ArgumentKind.
constexpr DecodeFunction kDecoders[] = {
    DecodeOp,           DecodeOps,    DecodeInt64,         DecodeInt64s,  DecodeBool,
    DecodeString,       DecodeType,   DecodeShape,         DecodeLiteral, DecodeComputation,
    DecodeComputations, DecodeEnum,   DecodePaddingConfig, DecodeBools,   DecodePairs,
    DecodePadding,      DecodeRecord, DecodeRecords,       DecodeShapes,  DecodeResultAccuracy,
};

// What the JSON reader found wrong is said of the argument, in the function's words.
Status Explained(const Status& status, const ArgumentSpec& spec) {
  if (status.rule().substr(0, 5) != "json.") return status;
  return InvalidArgument("function.c3")
      .Say(StrCat("the argument ", spec.name, " must be of kind ", ArgumentKindName(spec.kind)))
      .Detail(status.fields().headline)
      .Help(StrCat(spec.name, ": ", spec.doc));
}

Status CheckNames(const BuilderDef& def, const Json& arguments) {
  HLOOM_RETURN_IF_ERROR(arguments.CheckKind(Json::Kind::kObject));
  std::vector<std::string_view> names;
  for (const ArgumentSpec& spec : def.arguments) {
    names.push_back(spec.name);
    if (!spec.required || arguments.Find(spec.name) != nullptr) continue;
    return InvalidArgument("function.c2")
        .Say(StrCat("the argument ", spec.name, " is missing"))
        .Help(StrCat(spec.name, ": ", spec.doc));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& key = arguments.key(i);
    if (std::find(names.begin(), names.end(), key) != names.end()) continue;
    const std::string_view near = NearestWord(key, names);
    return InvalidArgument("function.c2")
        .Say(StrCat("has no argument \"", Shortened(key), "\""))
        .Help(!near.empty()   ? StrCat("did you mean ", near, "?")
              : names.empty() ? std::string("it takes none")
                              : StrCat("it takes ", StrJoin(names, ", ")));
  }
  return OkStatus();
}

}  // namespace

StatusOr<std::vector<Argument>> DecodeArguments(HostState& state, XlaBuilder* builder,
                                                const BuilderDef& def, const Json& arguments) {
  HLOOM_RETURN_IF_ERROR(CheckNames(def, arguments));
  std::vector<Argument> decoded;
  decoded.reserve(def.arguments.size());
  for (const ArgumentSpec& spec : def.arguments) {
    Argument argument;
    if (const Json* json = arguments.Find(spec.name)) {
      argument.given = true;
      const Decoder decoder{state, builder, spec};
      const Status status = kDecoders[static_cast<size_t>(spec.kind)](decoder, *json, argument);
      if (!status.ok()) return Explained(status, spec);
    }
    decoded.push_back(std::move(argument));
  }
  return decoded;
}

}  // namespace hloom
