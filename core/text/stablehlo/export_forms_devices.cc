// Forms of operations that involve other devices and the host.
#include <algorithm>

#include "ops/collectives/collective_attributes.h"
#include "ops/collectives/collective_util.h"
#include "ops/collectives/device_groups.h"
#include "ops/host/custom_call.h"
#include "ops/host/transfer.h"
#include "text/stablehlo/export_forms.h"
#include "text/stablehlo/kept_attributes.h"

namespace hloom::stablehlo_text {

namespace {

// ---- groups and channels ----

// #stablehlo.channel_handle<handle = 1, type = 1>. The types are those of XLA's ChannelHandle.
enum ChannelType { kDeviceToDevice = 1, kDeviceToHost = 2, kHostToDevice = 3 };
std::string ChannelText(int64_t channel, ChannelType type) {
  return StrCat("#stablehlo.channel_handle<handle = ", channel,
                ", type = ", static_cast<int64_t>(type), ">");
}
void AddChannel(int64_t channel, Operation& operation) {
  if (channel == 0) return;
  operation.attributes.push_back({"channel_handle", ChannelText(channel, kDeviceToDevice)});
}

// dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>. Shorter groups end with -1, as in XLA.
std::string GroupsText(const ReplicaGroups& groups) {
  const std::vector<std::vector<int64_t>> lists = groups.Expanded();
  size_t longest = 0;
  for (const std::vector<int64_t>& list : lists) longest = std::max(longest, list.size());
  std::vector<int64_t> ids;
  for (const std::vector<int64_t>& list : lists) {
    ids.insert(ids.end(), list.begin(), list.end());
    ids.resize(ids.size() + longest - list.size(), -1);
  }
  return DenseI64(ids, static_cast<int64_t>(lists.size()), static_cast<int64_t>(longest));
}

void AddGroups(const CollectiveAttributes& attributes, Operation& operation) {
  operation.attributes.push_back({"replica_groups", GroupsText(attributes.replica_groups)});
  AddChannel(attributes.channel_id, operation);
  if (attributes.use_global_device_ids) {
    operation.attributes.push_back({"use_global_device_ids", ""});
  }
}

// Gives `results`, or for a -start with the shape ((operands), (results), contexts...) the leaves
// of all that.
void GiveCollective(FormWriter& writer, Leaves results) {
  const HloInstruction& collective = writer.instruction();
  const Shape& shape = collective.shape();
  if (&ResultOfCollective(collective) == &shape) return writer.Give(std::move(results));
  Leaves leaves = writer.AllOperands();
  leaves.resize(std::min(leaves.size(), LeafCount(shape.tuple_shapes(0))));
  leaves.insert(leaves.end(), results.begin(), results.end());
  const std::vector<const Shape*> shapes = LeafShapes(shape);
  while (leaves.size() < shapes.size()) {
    leaves.push_back(writer.Placeholder(shapes[leaves.size()]));
  }
  writer.Give(std::move(leaves));
}

// Writes one operation for all operands.
void WriteTogether(FormWriter& writer, Operation operation) {
  operation.operands = writer.AllOperands();
  operation.results = LeafShapes(ResultOfCollective(writer.instruction()));
  const ValueId first = writer.Generic(operation);
  Leaves results;
  for (size_t i = 0; i < operation.results.size(); ++i) {
    results.push_back(first + static_cast<ValueId>(i));
  }
  GiveCollective(writer, std::move(results));
}

// Writes one operation for each operand, where StableHLO's has a single one.
void WriteEach(FormWriter& writer, Operation operation) {
  const Leaves operands = writer.AllOperands();
  const std::vector<const Shape*> shapes = LeafShapes(ResultOfCollective(writer.instruction()));
  Leaves results;
  for (size_t i = 0; i < operands.size(); ++i) {
    operation.operands = {operands[i]};
    operation.results = {shapes[i]};
    results.push_back(writer.Generic(operation));
  }
  GiveCollective(writer, std::move(results));
}

void EmitAllReduce(FormWriter& writer, const StableHloForm& form) {
  Operation operation{.name = form.name, .regions = writer.regions()};
  AddGroups(writer.instruction().attributes<AllReduceAttributes>(), operation);
  WriteTogether(writer, std::move(operation));
}

void EmitAllGather(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<AllGatherAttributes>();
  Operation operation{.name = form.name,
                      .attributes = {{"all_gather_dim", I64(attributes.dimensions[0])}}};
  AddGroups(attributes, operation);
  WriteTogether(writer, std::move(operation));
}

void EmitReduceScatter(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<ReduceScatterAttributes>();
  Operation operation{.name = form.name,
                      .regions = writer.regions(),
                      .attributes = {{"scatter_dimension", I64(attributes.dimensions[0])}}};
  AddGroups(attributes, operation);
  WriteEach(writer, std::move(operation));
}

void EmitCollectiveBroadcast(FormWriter& writer, const StableHloForm& form) {
  Operation operation{.name = form.name};
  AddGroups(writer.instruction().attributes<CollectiveBroadcastAttributes>(), operation);
  WriteEach(writer, std::move(operation));
}

void EmitCollectivePermute(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<CollectivePermuteAttributes>();
  std::vector<int64_t> ids;
  for (const auto& [source, target] : attributes.source_target_pairs.pairs) {
    ids.push_back(source);
    ids.push_back(target);
  }
  const auto pairs = static_cast<int64_t>(attributes.source_target_pairs.pairs.size());
  Operation operation{.name = form.name,
                      .attributes = {{"source_target_pairs", DenseI64(ids, pairs, 2)}}};
  AddChannel(attributes.channel_id, operation);
  WriteEach(writer, std::move(operation));
}
std::string RefusePermute(const HloInstruction& permute) {
  const auto& attributes = permute.attributes<CollectivePermuteAttributes>();
  return attributes.slice_sizes.slices.empty()
             ? ""
             : "StableHLO has no collective_permute of slices into another array";
}

// ---- all-to-all ----

int64_t SplitCount(FormWriter& writer, const AllToAllAttributes& attributes) {
  if (attributes.dimensions.empty()) {
    return static_cast<int64_t>(writer.instruction().operands().size());
  }
  if (!attributes.replica_groups.empty()) return attributes.replica_groups.SizeOfFirstGroup();
  const HloModuleConfig& config = writer.module().config();
  return IdsIn({config.replica_count, config.num_partitions},
               ModeOfMoves(attributes.has_channel()));
}

Operation AllToAll(FormWriter& writer, const StableHloForm& form, int64_t dimension) {
  const auto& attributes = writer.instruction().attributes<AllToAllAttributes>();
  Operation operation{.name = form.name,
                      .attributes = {{"concat_dimension", I64(dimension)},
                                     {"split_count", I64(SplitCount(writer, attributes))},
                                     {"split_dimension", I64(dimension)}}};
  AddGroups(attributes, operation);
  return operation;
}

// One operand for each device: stacked along a new dimension, which is split among the devices.
void EmitStackedAllToAll(FormWriter& writer, const StableHloForm& form) {
  const std::vector<const Shape*> results = LeafShapes(writer.instruction().shape());
  const Shape& part = *results[0];
  std::vector<int64_t> sizes = part.dimensions().ToVector();
  sizes.insert(sizes.begin(), 1);
  const Shape* row = writer.Keep(ShapeUtil::MakeShape(part.element_type(), sizes));
  sizes[0] = static_cast<int64_t>(results.size());
  const Shape* stack = writer.Keep(ShapeUtil::MakeShape(part.element_type(), sizes));
  const auto reshape = [&](ValueId value, const Shape* shape) {
    return writer.Pretty(
        {.name = "stablehlo.reshape", .operands = {value}, .results = {shape}, .has_extras = false},
        Types::kFunction);
  };
  Leaves rows = writer.AllOperands();
  for (ValueId& value : rows) value = reshape(value, row);
  const ValueId stacked = writer.Pretty(
      {.name = "stablehlo.concatenate", .operands = rows, .results = {stack}, .has_extras = false},
      StrCat(" ", FormWriter::Values(rows), ", dim = 0"), Types::kFunction);
  Operation operation = AllToAll(writer, form, 0);
  operation.operands = {stacked};
  operation.results = {stack};
  const ValueId exchanged = writer.Generic(operation);
  Leaves leaves;
  for (size_t i = 0; i < results.size(); ++i) {
    std::string ranges = StrCat(i, ":", i + 1);
    for (const int64_t size : part.dimensions()) StrAppend(ranges, ", 0:", size);
    const ValueId slice = writer.Pretty(
        {.name = "stablehlo.slice", .operands = {exchanged}, .results = {row}, .has_extras = false},
        StrCat(" ", FormWriter::Values({exchanged}), " [", ranges, "]"), Types::kFunction);
    leaves.push_back(reshape(slice, results[i]));
  }
  writer.Give(std::move(leaves));
}

void EmitAllToAll(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<AllToAllAttributes>();
  if (attributes.dimensions.empty()) return EmitStackedAllToAll(writer, form);
  WriteEach(writer, AllToAll(writer, form, attributes.dimensions[0]));
}

// JAX's form: a custom call that XLA turns into its instruction.
void EmitRaggedAllToAll(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<GroupAttributes>();
  std::string config = "{";
  if (attributes.has_channel())
    StrAppend(config, "channel_id = ", I64(attributes.channel_id), ", ");
  StrAppend(config, "replica_groups = ", GroupsText(attributes.replica_groups), "}");
  Operation operation = WholeOperation(writer, form);
  operation.attributes = {{"api_version", "4 : i32"}, {"backend_config", config}};
  writer.GivePretty(operation,
                    StrCat(" @ragged_all_to_all(", FormWriter::Values(operation.operands), ")"),
                    Types::kFunction);
}

void EmitResultAlone(FormWriter& writer, const StableHloForm& form) {
  writer.GiveFrom(writer.Pretty(WholeOperation(writer, form), Types::kResult), 1);
}

// The result among the leaves ((operands), (results), contexts...).
void EmitDoneOfPair(FormWriter& writer, const StableHloForm&) {
  const Shape& start = writer.instruction().operand(0)->shape();
  const Leaves& leaves = writer.unresolved(0);
  const auto begin = leaves.begin() + static_cast<std::ptrdiff_t>(writer.LeafOffset(start, 1));
  const auto count = static_cast<std::ptrdiff_t>(LeafCount(start.tuple_shapes(1)));
  writer.Give(Leaves(begin, begin + count));
}

// ---- transfers ----

void EmitInfeed(FormWriter& writer, const StableHloForm& form) {
  Operation operation = WholeOperation(writer, form);
  operation.attributes = {
      {"infeed_config",
       Quoted(writer.instruction().attributes<InfeedAttributes>().infeed_config.bytes)}};
  writer.GiveGeneric(operation);
}
void EmitOutfeed(FormWriter& writer, const StableHloForm& form) {
  Operation operation = WholeOperation(writer, form);
  operation.attributes = {
      {"outfeed_config",
       Quoted(writer.instruction().attributes<OutfeedAttributes>().outfeed_config.bytes)}};
  writer.GiveGeneric(operation);
}

void AddTransfer(const HloInstruction& instruction, ChannelType with_host, Operation& operation) {
  const auto& attributes = instruction.attributes<ChannelAttributes>();
  const ChannelType type = attributes.is_host_transfer ? with_host : kDeviceToDevice;
  operation.attributes = {{"channel_handle", ChannelText(attributes.channel_id, type)},
                          {"is_host_transfer", BoolText(attributes.is_host_transfer)}};
}

// (value, context, token), of which only the token is new.
void EmitSend(FormWriter& writer, const StableHloForm& form) {
  const Shape& shape = writer.instruction().shape();
  Operation operation{
      .name = form.name, .operands = writer.AllOperands(), .results = {&shape.tuple_shapes(2)}};
  AddTransfer(writer.instruction(), kDeviceToHost, operation);
  Leaves leaves = writer.unresolved(0);
  leaves.push_back(writer.Placeholder(&shape.tuple_shapes(1)));
  leaves.push_back(writer.Generic(operation));
  writer.Give(std::move(leaves));
}
void EmitSendDone(FormWriter& writer, const StableHloForm&) {
  writer.Give({writer.unresolved(0).back()});
}

// (value, context, token): the value arrives at once.
void EmitRecv(FormWriter& writer, const StableHloForm& form) {
  const Shape& shape = writer.instruction().shape();
  Operation operation{.name = form.name,
                      .operands = writer.AllOperands(),
                      .results = LeafShapes(shape.tuple_shapes(0))};
  const size_t arrays = operation.results.size();
  operation.results.push_back(&shape.tuple_shapes(2));
  AddTransfer(writer.instruction(), kHostToDevice, operation);
  const ValueId first = writer.Generic(operation);
  Leaves leaves;
  for (size_t i = 0; i < arrays; ++i) leaves.push_back(first + static_cast<ValueId>(i));
  leaves.push_back(writer.Placeholder(&shape.tuple_shapes(1)));
  leaves.push_back(first + static_cast<ValueId>(arrays));
  writer.Give(std::move(leaves));
}
void EmitRecvDone(FormWriter& writer, const StableHloForm&) {
  Leaves leaves = writer.unresolved(0);
  leaves.erase(leaves.end() - 2);  // the context
  writer.Give(std::move(leaves));
}

// ---- custom calls ----

// The value of a tuple, from its leaves. Depth is bounded by ShapeUtil::kMaxTupleDepth.
ValueId PackTuple(FormWriter& writer, const Shape& shape, const Leaves& leaves, size_t& next) {
  if (!shape.IsTuple()) return leaves[next++];
  Leaves elements;
  for (const Shape& element : shape.tuple_shapes()) {
    elements.push_back(PackTuple(writer, element, leaves, next));
  }
  return writer.Pretty({.name = "stablehlo.tuple",
                        .operands = std::move(elements),
                        .results = {&shape},
                        .has_extras = false},
                       Types::kResult);
}

// Appends the leaves of a tuple's value.
void UnpackTuple(FormWriter& writer, ValueId value, Leaves& leaves) {
  const Shape& shape = writer.TypeOf(value);
  if (!shape.IsTuple()) {
    leaves.push_back(value);
    return;
  }
  for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
    const Operation get{.name = "stablehlo.get_tuple_element",
                        .operands = {value},
                        .results = {&shape.tuple_shapes()[i]},
                        .has_extras = false};
    UnpackTuple(
        writer,
        writer.Pretty(get, StrCat(" ", FormWriter::Values({value}), "[", i, "]"), Types::kFunction),
        leaves);
  }
}

// "dense<[1, 0]> : tensor<2xindex>"
std::string LayoutText(const Shape& shape) {
  const std::vector<int64_t> order = shape.layout().minor_to_major().ToVector();
  const std::string list = order.empty()       ? ""
                           : order.size() == 1 ? StrCat(order[0])
                                               : SquareList(order);
  return StrCat("dense<", list, "> : tensor<", order.size(), "xindex>");
}

std::string LayoutsText(Span<const Shape> shapes) {
  std::vector<std::string> texts;
  for (const Shape& shape : shapes) texts.push_back(LayoutText(shape));
  return SquareList(texts);
}

std::string AliasesText(const OutputOperandAliasing& aliasing) {
  std::vector<std::string> texts;
  for (const OutputOperandAlias& alias : aliasing) {
    texts.push_back(StrCat("#stablehlo.output_operand_alias<output_tuple_indices = ",
                           SquareList(alias.output_index), ", operand_index = ", alias.operand,
                           ", operand_tuple_indices = ", SquareList(alias.operand_index), ">"));
  }
  return SquareList(texts);
}

bool HasBackendConfig(const HloInstruction& call) {
  return call.extras() != nullptr && !call.extras()->backend_config.empty();
}

bool AnyTuple(Span<const Shape> shapes) {
  return std::any_of(shapes.begin(), shapes.end(),
                     [](const Shape& shape) { return shape.IsTuple(); });
}

void AddCallAttributes(FormWriter& writer, Operation& operation) {
  const HloInstruction& call = writer.instruction();
  const auto& attributes = call.attributes<CustomCallAttributes>();
  const auto add = [&](std::string name, std::string value) {
    operation.attributes.push_back({std::move(name), std::move(value)});
  };
  if (attributes.api_version != CustomCallApiVersion::kOriginal) {
    add("api_version", StrCat(static_cast<int64_t>(attributes.api_version), " : i32"));
  }
  if (HasBackendConfig(call)) {
    const std::string& config = call.extras()->backend_config;
    const bool typed = attributes.api_version == CustomCallApiVersion::kTypedFfi;
    add("backend_config", typed ? config : Quoted(config));
  }
  std::vector<std::string> callees;
  for (const HloComputation* callee : call.called_computations()) {
    callees.push_back(writer.FunctionSymbol(*callee));
  }
  if (!callees.empty()) add("called_computations", SquareList(callees));
  if (attributes.has_side_effect) add("has_side_effect", "true");
  const LayoutConstraints& constraints = attributes.operand_layout_constraints;
  const Shape& shape = call.shape();
  const Span<const Shape> results =
      shape.IsTuple() ? shape.tuple_shapes() : Span<const Shape>(&shape, 1);
  const Span<const Shape> operands(constraints.operands);
  if (constraints.constrained && !AnyTuple(operands) && !AnyTuple(results)) {
    add("operand_layouts", LayoutsText(operands));
    add("result_layouts", LayoutsText(results));
  }
  if (!attributes.output_to_operand_aliasing.empty()) {
    add("output_operand_aliases", AliasesText(attributes.output_to_operand_aliasing));
  }
}

// The sharding of a call that is a constraint of Shardy, <@mesh, [{"x"}]>; empty for others.
std::string ConstraintOf(const FormWriter& writer, const HloInstruction& call) {
  constexpr std::string_view kBegin = "[<";
  constexpr std::string_view kEnd = ">]";
  const InstructionExtras* const extras = call.extras();
  if (!writer.has_meshes() || extras == nullptr || extras->sharding ||
      extras->frontend_attributes.size() != 1 || call.operands().size() != 1 ||
      !call.shape().IsArray() ||
      call.attributes<CustomCallAttributes>().custom_call_target != "Sharding") {
    return "";
  }
  const auto kept = extras->frontend_attributes.find(stablehlo::kSdySharding);
  if (kept == extras->frontend_attributes.end()) return "";
  mlir::Module tree;
  const mlir::Attribute* const values = AttributeOfText(kept->second, tree);
  if (values == nullptr || values->dialect_name != "sdy.sharding_per_value") return "";
  std::string_view text = values->text;
  if (text.size() < kBegin.size() + kEnd.size() || text.substr(0, kBegin.size()) != kBegin ||
      text.substr(text.size() - kEnd.size()) != kEnd) {
    return "";
  }
  text = text.substr(1, text.size() - 2);
  // The list has one sharding.
  const std::string sharding = StrCat("#sdy.sharding", text);
  const mlir::Attribute* const one = AttributeOfText(sharding, tree);
  return one != nullptr ? std::string(text) : std::string();
}

// Operands that are tuples stay tuples. A result that is a tuple of several arrays is several
// results, as in XLA; any other tuple stays one.
void EmitCustomCall(FormWriter& writer, const StableHloForm& form) {
  const HloInstruction& call = writer.instruction();
  const Shape& shape = call.shape();
  if (const std::string constraint = ConstraintOf(writer, call); !constraint.empty()) {
    Operation operation{.name = "sdy.sharding_constraint",
                        .operands = writer.operand(0),
                        .results = {&shape},
                        .has_extras = false};
    writer.AppendLocation(call, operation.tail);
    return writer.GivePretty(operation,
                             StrCat(" ", FormWriter::Values(operation.operands), " ", constraint),
                             Types::kResult);
  }
  const bool several =
      shape.IsTuple() && shape.tuple_shapes().size() != 1 && !AnyTuple(shape.tuple_shapes());
  Operation operation{.name = form.name};
  operation.results = several ? LeafShapes(shape) : std::vector<const Shape*>{&shape};
  for (size_t i = 0; i < call.operands().size(); ++i) {
    size_t next = 0;
    operation.operands.push_back(
        PackTuple(writer, call.operand(i)->shape(), writer.operand(i), next));
  }
  AddCallAttributes(writer, operation);
  const ValueId first =
      writer.Pretty(operation,
                    StrCat(" ", Symbol(call.attributes<CustomCallAttributes>().custom_call_target),
                           "(", FormWriter::Values(operation.operands), ")"),
                    Types::kFunction);
  if (several) return writer.GiveFrom(first, operation.results.size());
  Leaves leaves;
  UnpackTuple(writer, first, leaves);
  writer.Give(std::move(leaves));
}
std::string RefuseCustomCall(const HloInstruction& call) {
  const auto& attributes = call.attributes<CustomCallAttributes>();
  const bool plain = !attributes.window && !attributes.dimension_numbers &&
                     attributes.feature_group_count == GroupCount() &&
                     attributes.batch_group_count == GroupCount() &&
                     attributes.padding_type == PaddingType::kInvalid &&
                     !attributes.literal.value.valid();
  if (!plain) {
    return "StableHLO's custom_call has no window, dim_labels, groups, padding_type or literal";
  }
  const bool typed = attributes.api_version == CustomCallApiVersion::kTypedFfi;
  if (typed && HasBackendConfig(call) && !IsDictionaryText(call.extras()->backend_config)) {
    return "the backend_config of a custom_call of API_VERSION_TYPED_FFI is a dictionary of MLIR";
  }
  return "";
}

}  // namespace

constexpr StableHloForm kAllGatherForm = {.name = "stablehlo.all_gather", .emit = EmitAllGather};
constexpr StableHloForm kAllGatherStartForm = kAllGatherForm;
constexpr StableHloForm kAllGatherDoneForm = {.emit = EmitDoneOfPair};
constexpr StableHloForm kAllReduceForm = {
    .name = "stablehlo.all_reduce", .emit = EmitAllReduce, .calls = CallForm::kRegions};
constexpr StableHloForm kAllReduceStartForm = kAllReduceForm;
constexpr StableHloForm kAllReduceDoneForm = {.emit = EmitNothing};
constexpr StableHloForm kAllToAllForm = {.name = "stablehlo.all_to_all", .emit = EmitAllToAll};
constexpr StableHloForm kCollectiveBroadcastForm = {.name = "stablehlo.collective_broadcast",
                                                    .emit = EmitCollectiveBroadcast};
constexpr StableHloForm kCollectivePermuteForm = {
    .name = "stablehlo.collective_permute", .emit = EmitCollectivePermute, .refuse = RefusePermute};
constexpr StableHloForm kCollectivePermuteStartForm = kCollectivePermuteForm;
constexpr StableHloForm kCollectivePermuteDoneForm = {.emit = EmitDoneOfPair};
constexpr StableHloForm kRaggedAllToAllForm = {.name = "stablehlo.custom_call",
                                               .emit = EmitRaggedAllToAll};
constexpr StableHloForm kReduceScatterForm = {
    .name = "stablehlo.reduce_scatter", .emit = EmitReduceScatter, .calls = CallForm::kRegions};
constexpr StableHloForm kPartitionIdForm = {.name = "stablehlo.partition_id",
                                            .emit = EmitResultAlone};
constexpr StableHloForm kReplicaIdForm = {.name = "stablehlo.replica_id", .emit = EmitResultAlone};
constexpr StableHloForm kInfeedForm = {.name = "stablehlo.infeed", .emit = EmitInfeed};
constexpr StableHloForm kOutfeedForm = {.name = "stablehlo.outfeed", .emit = EmitOutfeed};
constexpr StableHloForm kSendForm = {.name = "stablehlo.send", .emit = EmitSend};
constexpr StableHloForm kSendDoneForm = {.emit = EmitSendDone};
constexpr StableHloForm kRecvForm = {.name = "stablehlo.recv", .emit = EmitRecv};
constexpr StableHloForm kRecvDoneForm = {.emit = EmitRecvDone};
constexpr StableHloForm kCustomCallForm = {
    .name = "stablehlo.custom_call", .emit = EmitCustomCall, .refuse = RefuseCustomCall};

}  // namespace hloom::stablehlo_text
