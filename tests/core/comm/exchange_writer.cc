#include "comm/exchange_writer.h"

#include <algorithm>
#include <iterator>

#include "comm/collective_elements.h"
#include "comm/exchange_groups.h"
#include "comm/exchange_instructions.h"
#include "comm/exchange_operands.h"

namespace hloom::testing_support {

namespace {

struct Kind {
  Exchange kind;
  std::string_view opcode;
  bool may_be_split;  // or wrapped
  bool keeps_shape;   // with one operand
};
constexpr Kind kKinds[] = {
    {Exchange::kAllReduce, "all-reduce", true, true},
    {Exchange::kAllGather, "all-gather", true, false},
    {Exchange::kReduceScatter, "reduce-scatter", true, false},
    {Exchange::kAllToAll, "all-to-all", true, true},
    {Exchange::kAllToAllOfTuple, "all-to-all", true, false},
    {Exchange::kRaggedAllToAll, "ragged-all-to-all", true, false},
    {Exchange::kBroadcast, "collective-broadcast", true, true},
    {Exchange::kPermute, "collective-permute", true, true},
    {Exchange::kTransfer, "send", false, true},
};

// The number of iterations of a loop on each device, and the instructions that compute the number,
// n. If ids are replicas, each partition is independent, and may have more iterations than others.
struct RoundsOfLoop {
  Sizes on;  // by device
  std::string text;
};
RoundsOfLoop RandomRounds(ProgramWriter& writer, IdsModel ids) {
  const GridModel& grid = writer.grid();
  const int64_t least = writer.random().Between(0, 2);
  RoundsOfLoop rounds{Sizes(static_cast<size_t>(grid.devices()), least),
                      StrCat("  n = s32[] constant(", least, ")\n")};
  const bool partitions = ids == IdsModel::kReplicas;
  if (!(partitions || ids == IdsModel::kPartitions) || writer.random().OneIn(3)) return rounds;
  for (int64_t device = 0; device < grid.devices(); ++device) {
    rounds.on[static_cast<size_t>(device)] +=
        partitions ? device % grid.partitions : device / grid.partitions;
  }
  rounds.text = StrCat("  least = s32[] constant(", least, ")\n  id = u32[] ",
                       partitions ? "partition-id()" : "replica-id()",
                       "\n  more = s32[] convert(id)\n  n = s32[] add(least, more)\n");
  return rounds;
}

// The value of each device after its rounds.
SpreadArray AfterRounds(const ExchangeSpec& spec, const GridModel& grid, const SpreadArray& first,
                        const Sizes& rounds) {
  SpreadArray result = first;
  SpreadArray next = first;
  for (int64_t round = 1; round <= *std::max_element(rounds.begin(), rounds.end()); ++round) {
    next = ExchangeModel(spec, grid, {next})[0];
    for (size_t device = 0; device < rounds.size(); ++device) {
      if (rounds[device] == round) result.on[device] = next.on[device];
    }
  }
  return result;
}

// The exchange is in a loop, each time with its result of the iteration before.
void WriteLoop(ProgramWriter& writer, const ExchangeText& exchange, const ProgramValue& operand) {
  const RoundsOfLoop rounds = RandomRounds(writer, IdsOf(exchange.spec));
  const SpreadArray& first = operand.array;
  const std::string more = writer.NewName("more");
  const std::string body = writer.NewName("body");
  const std::string state =
      StrCat("  s = (s32[], ", PrimitiveTypeText(first.type), "[", StrJoin(first.sizes(), ","),
             "]) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n");
  writer.AddComputation(more, StrCat(more, " {\n", state, rounds.text,
                                     "  ROOT r = pred[] compare(i, n), direction=LT\n}\n"));
  const Instructions inside = InstructionsOf(writer, exchange, {{"x", first}}, {first});
  std::string text = StrCat(body, " {\n", state, "  x = get-tuple-element(s), index=1\n",
                            "  one = s32[] constant(1)\n  j = s32[] add(i, one)\n");
  for (const std::string& line : inside.begin) StrAppend(text, "  ", line, "\n");
  for (const std::string& line : inside.end) StrAppend(text, "  ", line, "\n");
  StrAppend(text, "  ROOT r = tuple(j, ", inside.values[0].name, ")\n}\n");
  writer.AddComputation(body, text);
  const std::string name = writer.NewName("v");
  writer.Write({StrCat(name, "_zero = s32[] constant(0)"),
                StrCat(name, "_state = tuple(", name, "_zero, ", operand.name, ")"),
                StrCat(name, "_end = while(", name, "_state), condition=", more, ", body=", body),
                StrCat(name, " = get-tuple-element(", name, "_end), index=1")});
  writer.AddValue({name, AfterRounds(exchange.spec, writer.grid(), first, rounds.on)});
}

// Every device does the exchange, but devices with an odd number do it in another branch: they meet
// by the channel_id.
void WriteBranches(ProgramWriter& writer, const ExchangeText& exchange, const ProgramValue& operand,
                   const SpreadArray& result) {
  const Instructions inside = InstructionsOf(writer, exchange, {{"x", operand.array}}, {result});
  std::string text = StrCat(" {\n  x = ", PrimitiveTypeText(operand.array.type), "[",
                            StrJoin(operand.array.sizes(), ","), "] parameter(0)\n");
  for (const std::string& line : inside.begin) StrAppend(text, "  ", line, "\n");
  for (const std::string& line : inside.end) StrAppend(text, "  ", line, "\n");
  StrAppend(text, "  ROOT r = copy(", inside.values[0].name, ")\n}\n");
  const std::string even = writer.NewName("even"), odd = writer.NewName("odd");
  writer.AddComputation(even, even + text);
  writer.AddComputation(odd, odd + text);
  const std::string name = writer.NewName("v");
  const bool replica = writer.random().OneIn(2);
  writer.Write({StrCat(name, "_id = u32[] ", replica ? "replica-id()" : "partition-id()"),
                StrCat(name, "_one = u32[] constant(1)"),
                StrCat(name, "_odd = and(", name, "_id, ", name, "_one)"),
                StrCat(name, "_branch = s32[] convert(", name, "_odd)"),
                StrCat(name, " = conditional(", name, "_branch, ", operand.name, ", ", operand.name,
                       "), branch_computations={", even, ", ", odd, "}")});
  writer.AddValue({name, result});
}

// Copies the values to one layout.
std::vector<ProgramValue> InOneLayout(ProgramWriter& writer,
                                      const std::vector<ProgramValue>& values) {
  const std::string shape = writer.ShapeText(values[0].array);
  std::vector<ProgramValue> copies;
  for (const ProgramValue& value : values) {
    copies.push_back({writer.NewName("copy"), value.array});
    writer.Write({StrCat(copies.back().name, " = ", shape, " copy(", value.name, ")")});
  }
  return copies;
}

Form RandomForm(Random& random, const Kind& kind) {
  if (!kind.may_be_split || random.OneIn(2)) return Form::kWhole;
  return random.OneIn(3) ? Form::kWrapped : Form::kSplit;
}

std::string Dimensions(const ExchangeSpec& spec) {
  const bool has_dimension = spec.kind == Exchange::kAllGather ||
                             spec.kind == Exchange::kReduceScatter ||
                             spec.kind == Exchange::kAllToAll;
  return has_dimension ? StrCat(", dimensions={", spec.dimension, "}") : "";
}

}  // namespace

void WriteExchange(ProgramWriter& writer) {
  Random& random = writer.random();
  const Kind& kind = kKinds[random.Below(std::size(kKinds))];
  ExchangeText exchange{.spec = {.kind = kind.kind},
                        .opcode = std::string(kind.opcode),
                        .form = RandomForm(random, kind)};
  ExchangeSpec& spec = exchange.spec;
  exchange.attributes = SetGroups(random, writer.grid(), spec);
  std::vector<ProgramValue> operands = MakeOperands(writer, spec);
  if (kind.kind == Exchange::kAllToAllOfTuple) operands = InOneLayout(writer, operands);
  StrAppend(exchange.attributes, Dimensions(spec));
  if (spec.kind == Exchange::kAllReduce || spec.kind == Exchange::kReduceScatter) {
    const Reduction reduction = RandomReduction(random, operands[0].array.type);
    spec.reduction = reduction.apply;
    writer.AddComputation(reduction.name, reduction.text);
    StrAppend(exchange.attributes, ", to_apply=", reduction.name);
  }
  writer.Count(StrCat(exchange.form == Form::kWrapped ? "async " : "", exchange.opcode,
                      exchange.form == Form::kSplit ? "-start" : ""));
  if (kind.keeps_shape && operands.size() == 1 && random.OneIn(6)) {
    return WriteLoop(writer, exchange, operands[0]);
  }
  std::vector<SpreadArray> arrays;
  for (const ProgramValue& operand : operands) arrays.push_back(operand.array);
  const std::vector<SpreadArray> results = ExchangeModel(spec, writer.grid(), arrays);
  const bool is_array = kind.kind != Exchange::kAllToAllOfTuple && operands.size() == 1;
  if (spec.has_channel && is_array && kind.may_be_split && random.OneIn(6)) {
    writer.Count("in branches");
    return WriteBranches(writer, exchange, operands[0], results[0]);
  }
  const Instructions text = InstructionsOf(writer, exchange, operands, results);
  writer.Write(text.begin);
  if (text.end.empty()) return writer.AddValues(text.values);
  writer.AddLater(text.end, text.values);
}

}  // namespace hloom::testing_support
