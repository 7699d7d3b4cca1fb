// The methods version, ops, statistics and debug.*.
#include <algorithm>

#include "builder/builder_def.h"
#include "builder/other_names.h"
#include "shape/parts_budget.h"
#include "shape/shape_util.h"
#include "wasm/all_rules.h"
#include "wasm/api.h"
#include "wasm/kinds_json.h"
#include "wasm/methods.h"

namespace hloom {

namespace {

constexpr std::string_view kVersion = "0.1.0";

Status Version(InstanceState& state, const Json&, JsonWriter& result) {
#if defined(__wasm_simd128__)
  constexpr bool kSimd = true;
#else
  constexpr bool kSimd = false;
#endif
  result.BeginObject().Key("version").String(kVersion);
  result.Key("simd").Bool(kSimd);
  result.Key("threads").Number(state.Threads()->threads());
  result.EndObject();
  return OkStatus();
}

void WriteTypes(JsonWriter& out) {
  out.BeginArray();
  for (const PrimitiveTypeInfo& type : AllPrimitiveTypes()) {
    out.BeginObject().Key("name").String(type.name).Key("text").String(type.text);
    out.Key("proto").Number(static_cast<int>(type.type)).Key("bits").Number(type.bits);
    out.Key("kind").String(TypeKindName(type.kind)).EndObject();
  }
  out.EndArray();
}

void WriteRules(Span<const Rule> rules, JsonWriter& out) {
  out.BeginArray();
  for (const Rule& rule : rules) {
    out.BeginObject().Key("id").String(rule.id).Key("text").String(rule.text).EndObject();
  }
  out.EndArray();
}

// Lists the fields of a default attribute struct.
class AttributeLister final : public AttributeVisitor {
 public:
  explicit AttributeLister(JsonWriter& out) : out_(out) {}
  void Field(const AttributeField& field, const AttributeKind& kind, void*) override {
    out_.BeginObject().Key("name").String(field.name).Key("kind").String(kind.name);
    out_.Key("doc").String(field.doc).EndObject();
  }

 private:
  JsonWriter& out_;
};

std::vector<std::string_view> TraitNames(const OpTraits& traits) {
  std::vector<std::string_view> names;
  if (traits.elementwise) names.push_back("elementwise");
  if (traits.commutative) names.push_back("commutative");
  if (traits.control_flow) names.push_back("control_flow");
  if (traits.asks_host) names.push_back("asks_host");
  if (traits.side_effect) names.push_back("side_effect");
  if (traits.shape_given) names.push_back("shape_given");
  return names;
}

void WriteOperation(const OpDef& def, JsonWriter& out) {
  out.BeginObject().Key("name").String(def.name).Key("operands").BeginArray();
  for (const OperandSpec& operand : def.operands) {
    out.BeginObject().Key("name").String(operand.name).Key("doc").String(operand.doc).EndObject();
  }
  out.EndArray();
  out.Key("min_operands").Number(def.min_operands).Key("max_operands").Number(def.max_operands);
  out.Key("types").BeginArray();
  for (const PrimitiveTypeInfo& type : AllPrimitiveTypes()) {
    if (IsArrayType(type.type) && TypeSetContains(def.types, type.type)) out.String(type.name);
  }
  out.EndArray().Key("attributes").BeginArray();
  if (def.make_attributes != nullptr) {
    AttributeLister lister(out);
    def.make_attributes()->VisitConst(lister);
  }
  out.EndArray().Key("regions").BeginArray();
  for (const RegionSpec& region : def.regions) out.String(region.name);
  out.EndArray().Key("traits").StringList(TraitNames(def.traits));
  out.Key("rules");
  WriteRules(def.rules, out);
  out.EndObject();
}

// JavaScript's name of a builder function: Add is add, SVD is svd.
std::string JsName(std::string_view name) {
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::string out(name);
  const bool initials = std::all_of(name.begin(), name.end(), is_capital);
  for (size_t i = 0; i < (initials ? out.size() : 1); ++i) {
    out[i] = static_cast<char>(out[i] - 'A' + 'a');
  }
  return out;
}

// The function's own rules, and those of the operations that it lowers to.
std::vector<std::string_view> RuleIdsOf(const BuilderDef& def) {
  std::vector<std::string_view> ids;
  for (const Rule& rule : def.rules) ids.push_back(rule.id);
  for (const ArgumentSpec& argument : def.arguments) {
    if (argument.name != "broadcast_dimensions" || argument.required) continue;
    for (const Rule& rule : BroadcastRules()) ids.push_back(rule.id);
  }
  for (HloOpcode opcode : def.lowers_to) {
    for (const Rule& rule : GetOpDef(opcode).rules) ids.push_back(rule.id);
  }
  return ids;
}

void WriteBuilder(const BuilderDef& def, JsonWriter& out) {
  out.BeginObject().Key("name").String(def.name).Key("js").String(JsName(def.name));
  out.Key("overload").Number(def.overload).Key("group").String(def.group);
  if (def.make != nullptr) out.Key("gives").String("computation");
  out.Key("lowers_to").BeginArray();
  for (HloOpcode opcode : def.lowers_to) out.String(HloOpcodeString(opcode));
  out.EndArray().Key("arguments").BeginArray();
  for (const ArgumentSpec& argument : def.arguments) WriteArgument(argument, out);
  out.EndArray().Key("rules").StringList(RuleIdsOf(def)).EndObject();
}

Status Ops(InstanceState&, const Json&, JsonWriter& result) {
  result.BeginObject().Key("version").String(kVersion).Key("types");
  WriteTypes(result);
  result.Key("limits").BeginObject();
  result.Key("tuple_depth").Number(ShapeUtil::kMaxTupleDepth);
  result.Key("shape_parts").Number(static_cast<int>(PartsBudget::kMaxParts)).EndObject();
  result.Key("operations").BeginArray();
  for (const OpDef* def : AllOpDefs()) WriteOperation(*def, result);
  result.EndArray().Key("rules");
  WriteRules(AllRules(), result);
  result.Key("builders").BeginArray();
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) WriteBuilder(def, result);
  }
  result.EndArray().Key("kinds");
  WriteKinds(result);
  result.EndObject();
  return OkStatus();
}

// The overloads of a builder function, in the order of their names and numbers, without texts that
// only the documentation has.
Status Function(InstanceState&, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(const std::string name, arguments.GetString("function"));
  std::vector<const BuilderDef*> overloads;
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) {
      if (JsName(def.name) == name) overloads.push_back(&def);
    }
  }
  std::sort(overloads.begin(), overloads.end(), [](const BuilderDef* a, const BuilderDef* b) {
    return a->name != b->name ? a->name < b->name : a->overload < b->overload;
  });
  result.BeginObject().Key("overloads").BeginArray();
  for (const BuilderDef* def : overloads) {
    result.BeginObject().Key("name").String(def->name).Key("overload").Number(def->overload);
    result.Key("arguments").BeginArray();
    for (const ArgumentSpec& argument : def->arguments) WriteArgumentKind(argument, result);
    result.EndArray();
    if (!def->lowers_to.empty()) {
      result.Key("operation").String(HloOpcodeString(def->lowers_to.back()));
    }
    result.EndObject();
  }
  result.EndArray().EndObject();
  return OkStatus();
}

Status OtherNames(InstanceState&, const Json&, JsonWriter& result) {
  result.BeginObject().Key("names").BeginArray();
  for (const OtherName& other : OtherBuilderNames()) {
    result.BeginArray().String(other.name).String(other.use).String(other.write).EndArray();
  }
  result.EndArray().EndObject();
  return OkStatus();
}

Status Kinds(InstanceState&, const Json&, JsonWriter& result) {
  result.BeginObject().Key("kinds");
  WriteKinds(result);
  result.EndObject();
  return OkStatus();
}

int64_t TotalBytes(const HandleTable<Buffer>& buffers) {
  int64_t total = 0;
  buffers.ForEach([&](const Buffer& buffer) { total += buffer.size(); });
  return total;
}

// A memory without a run under way does not count.
int RunsUnderWay(const InstanceState& state) {
  int runs = 0;
  state.runs.ForEach([&](const RunEntry& run) {
    if (run.memory == nullptr || run.execution != nullptr) ++runs;
  });
  return runs;
}

Status Statistics(InstanceState& state, const Json&, JsonWriter& result) {
  result.BeginObject().Key("builders").Number(state.builders.size());
  result.Key("computations").Number(state.computations.size());
  result.Key("executables").Number(state.executables.size());
  result.Key("runs").Number(RunsUnderWay(state));
  result.Key("buffers").Number(state.buffers.size());
  result.Key("buffer_bytes").Int64AsString(TotalBytes(state.buffers));
  result.Key("values").Number(state.values.size());
  result.Key("value_bytes").Int64AsString(state.values.bytes());
  result.Key("pooled_bytes").Int64AsString(state.client_ledger->pool()->kept()).EndObject();
  return OkStatus();
}

Status Trap(InstanceState&, const Json&, JsonWriter&) {
  __builtin_trap();
  return OkStatus();
}

constexpr std::string_view kFunction[] = {"function"};

constexpr MethodRow kInfoMethods[] = {
    {"version", {}, Version},
    {"ops", {}, Ops},
    {"builder.function", kFunction, Function},
    {"builder.kinds", {}, Kinds},
    {"builder.other_names", {}, OtherNames},
    {"statistics", {}, Statistics},
    {"debug.trap", {}, Trap},
};

}  // namespace

Span<const MethodRow> InfoMethods() { return kInfoMethods; }

}  // namespace hloom
