// The builder functions of collectives against the plain model, one in each program: all-to-all
// that cuts along one dimension and concatenates along another, CrossReplicaSum, and the counting
// of shards. HLOOM_SEED and HLOOM_ROUNDS are as in collective_differential_test.cc.
#include "builder/functions/collective_functions.h"
#include "builder/functions/functions.h"
#include "comm/collective_elements.h"
#include "comm/collective_run.h"
#include "comm/exchange_groups.h"
#include "comm/exchange_operands.h"
#include "gtest/gtest.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr Exchange kKinds[] = {Exchange::kAllReduce,       Exchange::kAllGather,
                               Exchange::kReduceScatter,   Exchange::kAllToAll,
                               Exchange::kAllToAll,        Exchange::kAllToAll,
                               Exchange::kAllToAllOfTuple, Exchange::kRaggedAllToAll,
                               Exchange::kBroadcast,       Exchange::kPermute};

// The arguments of a builder function.
struct Call {
  ExchangeSpec spec;
  std::vector<XlaOp> operands;
  int64_t devices;  // of a group
  XlaComputation reduction;
  bool sums;  // by CrossReplicaSum

  ReplicaGroups groups() const { return {.list = spec.replica_groups, .iota = {}}; }
  OptionalChannel channel() const {
    return spec.has_channel ? OptionalChannel(ChannelHandle{1}) : std::nullopt;
  }
  SourceTargetPairs pairs() const {
    SourceTargetPairs pairs;
    for (const auto& [source, target] : spec.pairs) pairs.pairs.push_back({source, target});
    return pairs;
  }
};

XlaOp ReduceAll(const Call& call) {
  const std::vector<XlaOp>& x = call.operands;
  if (call.sums)
    return CrossReplicaSum(x.size() == 1 ? x[0] : Tuple(x[0].builder(), x), call.groups());
  if (x.size() > 1) {
    return AllReduceTuple(x, call.reduction, call.groups(), call.channel(),
                          call.spec.use_global_device_ids);
  }
  return AllReduce(x[0], call.reduction, call.groups(), call.channel(),
                   call.spec.use_global_device_ids);
}

XlaOp CallFunction(const Call& call) {
  const std::vector<XlaOp>& x = call.operands;
  const ExchangeSpec& spec = call.spec;
  const auto dimension = static_cast<int64_t>(spec.dimension);
  switch (spec.kind) {
    case Exchange::kAllReduce:
      return ReduceAll(call);
    case Exchange::kAllGather:
      return AllGatherTuple(x, dimension, call.devices, call.groups(), call.channel(),
                            spec.use_global_device_ids);
    case Exchange::kReduceScatter:
      return ReduceScatter(x[0], call.reduction, dimension, call.devices, call.groups(),
                           call.channel(), spec.use_global_device_ids);
    case Exchange::kAllToAll:
      return AllToAll(x[0], dimension, static_cast<int64_t>(spec.concat_dimension), call.devices,
                      call.groups(), call.channel());
    case Exchange::kAllToAllOfTuple:
      return AllToAllTuple(x, call.groups(), call.channel());
    case Exchange::kRaggedAllToAll:
      return RaggedAllToAll(x[0], x[2], x[3], x[1], x[4], x[5], call.groups(), call.channel());
    case Exchange::kBroadcast:
      return CollectiveBroadcast(x[0], call.groups(), call.channel());
    case Exchange::kPermute:
      return MultiCollectivePermute(x, call.pairs(), call.channel());
    case Exchange::kTransfer:
      break;
  }
  return XlaOp();
}

// The computation that the model's reduction is.
XlaComputation ComputationOf(const std::string& text) {
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  return XlaComputation(std::shared_ptr<const HloModule>(*std::move(module)));
}

void SetReduction(Random& random, PrimitiveType type, Call& call) {
  const ExchangeSpec& spec = call.spec;
  call.sums = spec.kind == Exchange::kAllReduce && !spec.has_channel &&
              HasExactValue("add", type) && random.OneIn(2);
  if (call.sums) {
    call.spec.reduction = [type](const std::string& a, const std::string& b) {
      return ElementwiseValue("add", type, {a, b});
    };
    return;
  }
  const Reduction reduction = RandomReduction(random, type);
  call.spec.reduction = reduction.apply;
  call.reduction = ComputationOf(reduction.text);
}

// Empty, or a description of the fault.
std::string Trial(uint64_t seed) {
  ProgramWriter writer(seed, 1);
  Random& random = writer.random();
  Call call{.spec = {.kind = kKinds[random.Below(std::size(kKinds))]}};
  SetGroups(random, writer.grid(), call.spec);
  std::vector<ProgramValue> values = MakeOperands(writer, call.spec);
  if (call.spec.kind == Exchange::kReduceScatter) values.resize(1);
  call.devices = static_cast<int64_t>(GroupsModel(call.spec, writer.grid())[0].size());
  const auto rank = static_cast<int64_t>(values[0].array.sizes().size());
  if (call.spec.kind == Exchange::kAllToAll) {
    call.spec.concat_dimension = static_cast<size_t>(random.Below(rank));
  }
  SetReduction(random, values[0].array.type, call);
  std::vector<SpreadArray> arrays;
  for (const ProgramValue& value : values) arrays.push_back(value.array);
  const GridModel grid = writer.grid();
  CollectiveProgram program = writer.Finish();
  program.results = ExchangeModel(call.spec, grid, arrays);
  for (const SpreadArray& array : program.results) {
    if (HasNan(array)) return "";
  }
  XlaBuilder b("m");
  std::vector<XlaOp> parameters;
  for (const Literal& argument : program.arguments[0]) {
    const Shape& shape = argument.shape();
    parameters.push_back(Parameter(&b, static_cast<int64_t>(parameters.size()),
                                   ShapeUtil::MakeShape(shape.element_type(), shape.dimensions()),
                                   StrCat("p", parameters.size())));
  }
  for (const ProgramValue& value : values) {
    call.operands.push_back(parameters[static_cast<size_t>(std::stoi(value.name.substr(1)))]);
  }
  const XlaOp result = CallFunction(call);
  const StatusOr<Shape> shape = b.GetShape(result);
  if (!shape.ok()) return shape.status().ToString();
  if (!shape->IsTuple()) Tuple(&b, {result});
  const StatusOr<XlaComputation> computation = b.Build();
  if (!computation.ok()) return computation.status().ToString();
  return JudgeModule(program, computation->CreateModule());
}

TEST(CollectiveBuilderTest, GivesWhatTheModelSays) {
  const int64_t first = NumberFromEnvironment("HLOOM_SEED", 1);
  const int64_t rounds = NumberFromEnvironment("HLOOM_ROUNDS", Rounds(1000, 200));
  for (int64_t seed = first; seed < first + rounds; ++seed) {
    const std::string wrong = Trial(static_cast<uint64_t>(seed));
    ASSERT_TRUE(wrong.empty()) << "seed " << seed << ": " << wrong;
  }
}

}  // namespace
}  // namespace hloom
