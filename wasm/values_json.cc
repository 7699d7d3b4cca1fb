#include "wasm/values_json.h"

#include <cstring>
#include <unordered_map>

#include "base/utf8.h"
#include "builder/builder_def.h"
#include "builder/rules.h"
#include "shape/rules.h"
#include "wasm/layout_json.h"
#include "wasm/leaves.h"
#include "wasm/rules.h"

namespace hloom {

namespace {

Status SetDynamicDimensions(const Json& json, Shape& shape) {
  HLOOM_RETURN_IF_ERROR(json.CheckType(Json::Type::kArray));
  if (static_cast<int64_t>(json.size()) != shape.rank()) {
    return InvalidArgument(kShapeC11)
        .Say(MessageCat("`dynamic_dimensions` has "_msg,
                        Count(static_cast<int64_t>(json.size()), "entry"), ", the shape has rank ",
                        shape.rank()))
        .Help("give true or false for each dimension, or leave it out where all are static");
  }
  for (int64_t d = 0; d < shape.rank(); ++d) {
    HLOOM_ASSIGN_OR_RETURN(const bool dynamic, json.items()[static_cast<size_t>(d)].AsBool());
    shape.set_dynamic_dimension(d, dynamic);
  }
  return OkStatus();
}

// The recursion is at most as deep as the JSON, which kMaxJsonDepth bounds. `tuples` are the
// earlier ones, in the order in which they ended; a number instead of a shape refers to one of
// them.
StatusOr<Shape> ShapeFromObject(const Json& json, std::vector<Shape>& tuples) {
  if (json.is_string()) {
    return ShapeUtil::ParseShape(json.text());
  }
  if (json.is_number() && !tuples.empty()) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t index, json.AsInt64());
    if (index >= 0 && index < static_cast<int64_t>(tuples.size()))
      return tuples[static_cast<size_t>(index)];
    return InvalidArgument(kShapeC13)
        .Say(StrCat("tuple ", index, " does not come before this place"))
        .Help(StrCat("the tuples so far are 0..", tuples.size() - 1));
  }
  HLOOM_RETURN_IF_ERROR(json.CheckType(Json::Type::kObject));
  static constexpr std::string_view kKeys[] = {"type", "dimensions", "dynamic_dimensions", "layout",
                                               "tuple_shapes"};
  HLOOM_RETURN_IF_ERROR(json.CheckKeys(kKeys));
  HLOOM_ASSIGN_OR_RETURN(const std::string name, json.GetString("type"));
  const std::optional<PrimitiveType> type = ParsePrimitiveType(name);
  if (!type) {
    return InvalidArgument(kShapeC1)
        .Say(StrCat("\"", Shortened(name), "\" is not an element type"))
        .Help(StrCat("the element types are named ", ArrayTypeNames(),
                     ", TUPLE, OPAQUE_TYPE, TOKEN, BUFFER"));
  }
  if (*type == TOKEN) return ShapeUtil::MakeTokenShape();
  if (*type == OPAQUE_TYPE) return ShapeUtil::MakeOpaqueShape();
  if (*type == BUFFER) {
    HLOOM_ASSIGN_OR_RETURN(const Json* list, json.GetArray("tuple_shapes"));
    if (list->size() == 1) {
      HLOOM_ASSIGN_OR_RETURN(Shape array, ShapeFromObject(list->items()[0], tuples));
      return Shape::Buffer(std::move(array));
    }
    return InvalidArgument(kShapeC12)
        .Say(StrCat("a buffer has ", Count(static_cast<int64_t>(list->size()), "shape"), " inside"))
        .Help("`tuple_shapes` of a buffer is the shape of the array that it holds"_msg);
  }
  if (*type == TUPLE) {
    std::vector<Shape> elements;
    HLOOM_ASSIGN_OR_RETURN(const Json* list, json.GetArray("tuple_shapes"));
    for (const Json& element : list->items()) {
      HLOOM_ASSIGN_OR_RETURN(Shape shape, ShapeFromObject(element, tuples));
      elements.push_back(std::move(shape));
    }
    tuples.emplace_back(std::move(elements));
    return tuples.back();
  }
  HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> dimensions, json.GetInt64List("dimensions"));
  Shape shape = ShapeUtil::MakeShape(*type, dimensions);
  if (const Json* dynamic = json.Find("dynamic_dimensions"); dynamic != nullptr) {
    HLOOM_RETURN_IF_ERROR(SetDynamicDimensions(*dynamic, shape));
  }
  if (const Json* json_layout = json.Find("layout");
      json_layout != nullptr && !json_layout->is_null()) {
    HLOOM_ASSIGN_OR_RETURN(Layout layout, LayoutFromJson(*json_layout));
    shape.set_layout(std::move(layout));
  }
  return shape;
}

// Builds a literal of `shape` from arrays, taken from `leaves` in depth-first order.
StatusOr<Literal> Assemble(const ShapePtr& shape, std::vector<Leaf>& leaves, size_t& next,
                           const LedgerPtr& ledger) {
  if (shape->IsToken()) return Literal::MakeToken();
  if (shape->IsTuple()) {
    std::vector<Literal> elements;
    for (const Shape& element : shape->tuple_shapes()) {
      HLOOM_ASSIGN_OR_RETURN(
          Literal literal, Assemble(std::make_shared<const Shape>(element), leaves, next, ledger));
      elements.push_back(std::move(literal));
    }
    return Literal::MakeTuple(shape, std::move(elements));
  }
  if (!shape->IsArray()) return NoSuchValue(*shape);
  return LiteralFromLeaf(shape, std::move(leaves[next++]), ledger);
}

void WriteSide(std::string_view key, const BroadcastSide& side, JsonWriter& out) {
  out.Key(key).BeginObject();
  out.Key("dimension").String(side.dimension ? StrCat(*side.dimension) : std::string());
  out.Key("size").Int64AsString(side.size);
  out.Key("origin").String(BroadcastOriginName(side.origin));
  out.Key("expanded").Bool(side.expanded);
  out.EndObject();
}

// Unshared storage is passed without a copy.
StatusOr<Buffer> Owned(const Literal& literal, const LedgerPtr& ledger) {
  const Buffer& storage = literal.storage();
  if (storage.unique()) return storage;
  HLOOM_ASSIGN_OR_RETURN(Buffer copy, Buffer::Allocate(storage.size(), ledger));
  if (storage.size() > 0) {
    std::memcpy(copy.data(), storage.data(), static_cast<size_t>(storage.size()));
  }
  return copy;
}

Status CollectLeaves(InstanceState& state, const Literal& literal, std::vector<Leaf>& leaves) {
  for (const Literal& element : literal.elements()) {
    HLOOM_RETURN_IF_ERROR(CollectLeaves(state, element, leaves));
  }
  if (!literal.shape().IsArray()) return OkStatus();
  Leaf leaf;
  if (literal.shape().is_dynamic()) leaf.sizes = literal.live_sizes();
  HLOOM_ASSIGN_OR_RETURN(const Literal live, literal.ToStatic(state.buffer_ledger));
  HLOOM_ASSIGN_OR_RETURN(leaf.buffer, Owned(live, state.buffer_ledger));
  leaves.push_back(std::move(leaf));
  return OkStatus();
}

// The sizes of each leaf in the JSON; they are checked with its shape.
Status ReadSizes(const Json& json, std::vector<Leaf>& leaves) {
  HLOOM_RETURN_IF_ERROR(json.CheckType(Json::Type::kArray));
  if (json.size() != leaves.size()) {
    return InvalidArgument(kLiteralC1)
        .Say(MessageCat("`dynamic_sizes` has "_msg,
                        Count(static_cast<int64_t>(json.size()), "list"), ", the value ",
                        Count(static_cast<int64_t>(leaves.size()), "buffer")))
        .Help("give one list for each array, in depth-first order: [] where its shape is static");
  }
  for (size_t i = 0; i < leaves.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(json.items()[i].CheckType(Json::Type::kArray));
    for (const Json& size : json.items()[i].items()) {
      HLOOM_ASSIGN_OR_RETURN(const int64_t number, size.AsInt64());
      leaves[i].sizes.push_back(number);
    }
  }
  return OkStatus();
}

}  // namespace

StatusOr<Shape> ShapeFromJson(const Json& json) {
  std::vector<Shape> tuples;
  HLOOM_ASSIGN_OR_RETURN(Shape shape, ShapeFromObject(json, tuples));
  HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(shape));
  return shape;
}

StatusOr<Literal> LiteralFromJson(InstanceState& state, const Json& json, const LedgerPtr& ledger) {
  HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> handles, json.GetInt64List("leaves"));
  // The buffers are taken first: even on errors below, the caller must not release them again.
  std::vector<Leaf> leaves;
  Status missing;
  for (int64_t handle : handles) {
    StatusOr<Buffer> buffer = state.buffers.Take(handle);
    if (buffer.ok()) {
      leaves.push_back({*std::move(buffer), {}});
    } else if (missing.ok()) {
      missing = buffer.status();
    }
  }
  HLOOM_RETURN_IF_ERROR(missing);
  HLOOM_ASSIGN_OR_RETURN(const Json* shape_json, json.Get("shape"));
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, ShapeFromJson(*shape_json));
  const size_t wanted = ShapeUtil::ArrayLeaves(shape).size();
  if (leaves.size() != wanted) {
    return InvalidArgument(kLiteralC1)
        .Operand(shape)
        .Say(StrCat("a value of shape ", shape.ToString(), " has ",
                    Count(static_cast<int64_t>(wanted), "array"), ", ", leaves.size(),
                    leaves.size() == 1 ? " buffer was given" : " buffers were given"))
        .Help("give one buffer for each array, in depth-first order");
  }
  if (const Json* sizes = json.Find("dynamic_sizes"); sizes != nullptr) {
    HLOOM_RETURN_IF_ERROR(ReadSizes(*sizes, leaves));
  }
  size_t next = 0;
  return Assemble(std::make_shared<const Shape>(shape), leaves, next, ledger);
}

namespace {

// Tuples that share their elements are written once, and then by their number.
class ShapeWriter {
 public:
  ShapeWriter(const std::unordered_map<const Shape*, int64_t>* ops, JsonWriter& out)
      : ops_(ops), out_(out) {}

  // Depth is bounded by ShapeUtil::kMaxTupleDepth.
  void Write(const Shape& shape) {
    const Shape* elements = shape.tuple_shapes().data();
    if (ops_ != nullptr && elements != nullptr) {
      if (const auto known = ops_->find(elements); known != ops_->end()) {
        out_.BeginObject().Key("type").String("OP");
        out_.Key("op").Number(static_cast<int>(known->second)).EndObject();
        return;
      }
    }
    if (const auto known = tuples_.find(elements); elements != nullptr && known != tuples_.end()) {
      out_.Number(known->second);
      return;
    }
    out_.BeginObject().Key("type").String(PrimitiveTypeName(shape.element_type()));
    if (shape.IsTuple()) {
      out_.Key("tuple_shapes").BeginArray();
      for (const Shape& element : shape.tuple_shapes()) Write(element);
      out_.EndArray();
      const int number = count_++;
      if (elements != nullptr) tuples_.emplace(elements, number);
    } else if (shape.IsBuffer()) {
      out_.Key("tuple_shapes").BeginArray();
      Write(shape.buffer_shape());
      out_.EndArray();
    } else if (shape.IsArray()) {
      Array(shape);
    }
    out_.EndObject();
  }

 private:
  void Array(const Shape& shape) {
    out_.Key("dimensions").Int64List(shape.dimensions());
    if (shape.is_dynamic()) {
      out_.Key("dynamic_dimensions").BeginArray();
      for (const bool dynamic : shape.dynamic_dimensions()) out_.Bool(dynamic);
      out_.EndArray();
    }
    out_.Key("layout");
    WriteLayout(shape.layout(), out_);
  }

  const std::unordered_map<const Shape*, int64_t>* ops_;
  JsonWriter& out_;
  std::unordered_map<const Shape*, int> tuples_;
  int count_ = 0;
};

}  // namespace

void WriteShape(const Shape& shape, JsonWriter& out) { ShapeWriter(nullptr, out).Write(shape); }

void WriteShapeBesideOps(const Shape& shape, Span<const XlaOp> ops, JsonWriter& out) {
  // A reference is not shorter than a small tuple.
  constexpr int64_t kFewParts = 16;
  std::unordered_map<const Shape*, int64_t> tuples;
  for (const XlaOp& op : ops) {
    const StatusOr<const Shape*> known = op.builder()->ShapeOf(op);
    if (!known.ok()) continue;
    if ((*known)->parts() >= kFewParts) {
      tuples.emplace((*known)->tuple_shapes().data(), op.handle());
    } else if (**known == shape) {
      out.Number(static_cast<int>(op.handle()));
      return;
    }
  }
  ShapeWriter(&tuples, out).Write(shape);
}

void WriteProgramShape(const ProgramShape& program_shape, JsonWriter& out) {
  out.BeginObject().Key("parameters").BeginArray();
  for (const Shape& parameter : program_shape.parameters) WriteShape(parameter, out);
  out.EndArray().Key("parameter_names").StringList(program_shape.parameter_names);
  out.Key("result");
  WriteShape(program_shape.result, out);
  out.Key("text").String(program_shape.ToString()).EndObject();
}

namespace {

// The HLO operation that a builder function is above all, for readers who write HLO: the last of
// several is the one that the function is named after.
void WriteOperationOf(std::string_view function, JsonWriter& out) {
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) {
      if (def.name != function || def.lowers_to.empty()) continue;
      out.String(HloOpcodeString(def.lowers_to.back()));
      return;
    }
  }
}

// A text, or where parts of it are marked: ["leave ",["argument","dimensions"]," out"]. Advice and
// values have a name, too: ["number","5","k"] is k=5. A function has its operation:
// ["function","ConvertElementType","convert"].
void WriteMessage(const Message& message, JsonWriter& out) {
  // In the order of Message::Kind.
  static constexpr std::string_view kKinds[] = {"argument", "function", "caller", "advice",
                                                "number",   "list",     "record", "choice"};
  const std::string_view text = message.text();
  if (message.parts().empty()) {
    out.String(text);
    return;
  }
  out.BeginArray();
  size_t end = 0;
  for (const Message::Part& part : message.parts()) {
    if (part.begin > end) out.String(text.substr(end, part.begin - end));
    end = part.begin + part.size;
    out.BeginArray().String(kKinds[static_cast<size_t>(part.kind)]);
    const bool names_value = part.kind >= Message::Kind::kNumber && !part.name.empty();
    const size_t before = names_value ? part.name.size() + 1 : 0;
    const std::string_view out_text = text.substr(part.begin + before, part.size - before);
    out.String(out_text);
    if (!part.name.empty()) out.String(part.name);
    if (part.kind == Message::Kind::kFunction) WriteOperationOf(out_text, out);
    out.EndArray();
  }
  if (end < text.size()) out.String(text.substr(end));
  out.EndArray();
}

}  // namespace

void WriteError(const Status& status, JsonWriter& out) {
  const ErrorFields& fields = status.fields();
  out.BeginObject();
  out.Key("code").String(StatusCodeName(fields.code));
  out.Key("rule").String(fields.rule);
  out.Key("op").String(fields.op);
  out.Key("operands").StringList(fields.operands);
  out.Key("headline");
  WriteMessage(fields.headline, out);
  out.Key("details").BeginArray();
  for (const Message& detail : fields.details) WriteMessage(detail, out);
  out.EndArray().Key("help");
  WriteMessage(fields.help, out);
  out.Key("location").String(fields.location);
  if (fields.position) {
    out.Key("line").Int64AsString(fields.position->line);
    out.Key("column").Int64AsString(fields.position->column);
  }
  if (fields.lists_devices) out.Key("lists_devices").Bool(true);
  if (fields.memory_is_full) out.Key("memory_is_full").Bool(true);
  out.Key("message").String(status.ToString());
  out.EndObject();
}

void WriteExplanation(const BroadcastExplanation& explanation, JsonWriter& out) {
  out.BeginObject().Key("ok").Bool(explanation.ok());
  out.Key("lhs");
  WriteShape(explanation.lhs, out);
  out.Key("rhs");
  WriteShape(explanation.rhs, out);
  out.Key("broadcast_dimensions").Int64List(explanation.broadcast_dimensions);
  if (explanation.ok()) {
    out.Key("result");
    WriteShape(explanation.result, out);
  } else {
    out.Key("error");
    WriteError(explanation.status, out);
  }
  out.Key("dimensions").BeginArray();
  for (const BroadcastDimension& dimension : explanation.dimensions) {
    out.BeginObject();
    out.Key("dimension").Int64AsString(dimension.dimension);
    out.Key("size").Int64AsString(dimension.size);
    WriteSide("lhs", dimension.lhs, out);
    WriteSide("rhs", dimension.rhs, out);
    out.Key("verdict").String(BroadcastVerdictName(dimension.verdict));
    const bool mismatch = dimension.verdict == BroadcastDimension::Verdict::kMismatch;
    out.Key("rule").String(mismatch ? kBroadcastC2.id : "");
    out.Key("sentence").String(dimension.Sentence());
    out.EndObject();
  }
  out.EndArray().Key("steps").BeginArray();
  for (const BroadcastStep& step : explanation.steps) out.String(step.ToString());
  out.EndArray().Key("text").String(explanation.ToString()).EndObject();
}

Status WriteLiteral(InstanceState& state, const Literal& literal, JsonWriter& out) {
  std::vector<Leaf> leaves;
  HLOOM_RETURN_IF_ERROR(CollectLeaves(state, literal, leaves));
  out.BeginObject().Key("shape");
  WriteShape(literal.shape(), out);
  if (literal.shape().is_dynamic()) {
    out.Key("dynamic_sizes").BeginArray();
    for (const Leaf& leaf : leaves) out.Int64List(leaf.sizes);
    out.EndArray();
  }
  out.Key("leaves").BeginArray();
  for (Leaf& leaf : leaves) {
    out.Number(static_cast<int>(state.buffers.Add(std::move(leaf.buffer))));
  }
  out.EndArray().EndObject();
  return OkStatus();
}

}  // namespace hloom
