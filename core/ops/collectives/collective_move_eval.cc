// Evaluation of the collectives that only move elements: all-gather, all-to-all,
// collective-broadcast, collective-permute.
#include <algorithm>

#include "base/str_cat.h"
#include "ops/collectives/collective_arrays_eval.h"
#include "ops/collectives/collective_moves_eval.h"
#include "ops/collectives/collective_util.h"
#include "ops/host/transfer_values.h"
#include "ops/literal_copies_eval.h"
#include "ops/op_eval.h"
#include "ops/rules.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// ---- all-gather ----

Kernel ComputeAllGather(const HloInstruction& instruction, const CollectiveMembers& members,
                        const LedgerPtr& ledger, std::vector<Literal>* results) {
  const int64_t dimension = instruction.attributes<AllGatherAttributes>().dimensions[0];
  CopyBatch copies;
  std::vector<Literal> arrays;
  for (size_t k = 0; k < instruction.operands().size(); ++k) {
    const Shape& shape = CollectiveArrayShape(instruction, k);
    StatusOr<Literal> gathered = copies.Create(std::make_shared<const Shape>(shape), ledger);
    HLOOM_CO_RETURN_IF_ERROR(gathered.status());
    arrays.push_back(*std::move(gathered));
    int64_t place = 0;
    for (const std::vector<Literal>& own : members.operands) {
      AddBlock({.sizes = own[k].shape().dimensions().ToVector(),
                .dimension = dimension,
                .to_place = place},
               own[k], arrays.back(), copies);
      place += own[k].shape().dimensions(dimension);
    }
  }
  co_await std::move(copies).Run();
  GiveToAll(std::move(arrays), results);
  co_return OkStatus();
}

// ---- all-to-all ----

// Device i gets block i of the array of device j, as block j.
Kernel ExchangeBlocks(const HloInstruction& instruction, const CollectiveMembers& members,
                      const LedgerPtr& ledger, std::vector<Literal>* results) {
  const int64_t dimension = instruction.attributes<AllToAllAttributes>().dimensions[0];
  const auto count = static_cast<int64_t>(members.size());
  CopyBatch copies;
  for (int64_t to = 0; to < count; ++to) {
    StatusOr<Literal> array =
        copies.Create(std::make_shared<const Shape>(instruction.shape()), ledger);
    HLOOM_CO_RETURN_IF_ERROR(array.status());
    (*results)[static_cast<size_t>(to)] = *std::move(array);
    std::vector<int64_t> sizes = instruction.shape().dimensions().ToVector();
    const int64_t block = sizes[static_cast<size_t>(dimension)] /= count;
    for (int64_t from = 0; from < count; ++from) {
      AddBlock({.sizes = sizes,
                .dimension = dimension,
                .to_place = from * block,
                .from_place = to * block},
               members.operands[static_cast<size_t>(from)][0], (*results)[static_cast<size_t>(to)],
               copies);
    }
  }
  co_await std::move(copies).Run();
  co_return OkStatus();
}

Kernel ComputeAllToAll(const HloInstruction& instruction, const CollectiveMembers& members,
                       const LedgerPtr& ledger, std::vector<Literal>* results) {
  if (!instruction.attributes<AllToAllAttributes>().dimensions.empty()) {
    return ExchangeBlocks(instruction, members, ledger, results);
  }
  for (size_t to = 0; to < members.size(); ++to) {
    std::vector<Literal> arrays;
    for (const std::vector<Literal>& own : members.operands) arrays.push_back(own[to]);
    (*results)[to] = Literal::MakeTuple(std::move(arrays));
  }
  return {};
}

// ---- collective-broadcast ----

bool IsNamed(const HloInstruction& instruction, const CollectiveMembers& members) {
  const StatusOr<DeviceGroups> groups = GroupsNamed(instruction, members.grid);
  return groups.ok() && std::find(groups->begin(), groups->end(), members.devices) != groups->end();
}

Kernel ComputeBroadcast(const HloInstruction& instruction, const CollectiveMembers& members,
                        const LedgerPtr& ledger, std::vector<Literal>* results) {
  if (!IsNamed(instruction, members)) {
    co_await ZerosFor(instruction, ledger, &(*results)[0]);
    co_return OkStatus();
  }
  GiveToAll({members.operands[0][0]}, results);
  co_return OkStatus();
}

std::vector<CollectiveMove> MovesOfBroadcast(const HloInstruction& instruction,
                                             const CollectiveMembers& members) {
  std::vector<CollectiveMove> moves;
  if (!IsNamed(instruction, members)) return moves;
  const int64_t bytes = BytesOf(members.operands[0]);
  for (size_t to = 1; to < members.size(); ++to) moves.push_back({0, to, bytes});
  return moves;
}

// ---- collective-permute ----

Status CheckPermuteRuns(const HloInstruction& instruction) {
  if (instruction.attributes<CollectivePermuteAttributes>().slice_sizes.slices.empty()) {
    return OkStatus();
  }
  return Unimplemented(kCollectivePermuteC3)
      .Op(HloOpcodeString(instruction.opcode()))
      .Say(StrCat("%", instruction.name(), " sends slices into places of other arrays"))
      .Detail("XLA's compilers write that for devices that share their memory")
      .Help(
          "send the slices as arrays of their own: dynamic-slice, collective-permute, and "
          "dynamic-update-slice");
}

// members.size() if the device is in another group.
size_t PlaceAmong(const CollectiveMembers& members, int64_t device) {
  const auto found = std::find(members.devices.begin(), members.devices.end(), device);
  return static_cast<size_t>(found - members.devices.begin());
}

Kernel ComputePermute(const HloInstruction& instruction, const CollectiveMembers& members,
                      const LedgerPtr& ledger, std::vector<Literal>* results) {
  const StatusOr<std::vector<DevicePair>> pairs = DevicePairsOf(instruction, members.grid);
  HLOOM_CO_RETURN_IF_ERROR(pairs.status());
  for (const DevicePair& pair : *pairs) {
    const size_t source = PlaceAmong(members, pair.source);
    if (source == members.size()) continue;
    (*results)[PlaceAmong(members, pair.target)] = ArrayOrTupleOf(members.operands[source]);
  }
  const bool of_a_tuple = instruction.operand(0)->shape().IsTuple();
  for (Literal& result : *results) {
    if (result.valid()) continue;
    if (of_a_tuple) {
      StatusOr<Literal> zeros = ZeroValue(ResultOfCollective(instruction), ledger);
      HLOOM_CO_RETURN_IF_ERROR(zeros.status());
      result = *std::move(zeros);
    } else {
      co_await ZerosFor(instruction, ledger, &result);
    }
  }
  co_return OkStatus();
}

std::vector<CollectiveMove> MovesOfPermute(const HloInstruction& instruction,
                                           const CollectiveMembers& members) {
  std::vector<CollectiveMove> moves;
  const StatusOr<std::vector<DevicePair>> pairs = DevicePairsOf(instruction, members.grid);
  if (!pairs.ok()) return moves;
  for (const DevicePair& pair : *pairs) {
    const size_t from = PlaceAmong(members, pair.source);
    if (from == members.size() || pair.source == pair.target) continue;
    moves.push_back({from, PlaceAmong(members, pair.target), BytesOf(members.operands[from])});
  }
  return moves;
}

constexpr Collective kAllGather = {ComputeAllGather, WholeToEach, ChannelIn<AllGatherAttributes>};
constexpr Collective kAllToAll = {ComputeAllToAll, PartToEach, ChannelIn<AllToAllAttributes>};
constexpr Collective kBroadcast = {ComputeBroadcast, MovesOfBroadcast,
                                   ChannelIn<CollectiveBroadcastAttributes>};
constexpr Collective kPermute = {ComputePermute, MovesOfPermute,
                                 ChannelIn<CollectivePermuteAttributes>, CheckPermuteRuns};

constexpr OpEval kAllToAllBegun = CollectiveStart(&kAllToAll);
constexpr OpEval kBroadcastBegun = CollectiveStart(&kBroadcast);

}  // namespace

constexpr OpEval kAllGatherEval = WholeCollective(&kAllGather, &kAllGatherStartEval);
constexpr OpEval kAllGatherStartEval = CollectiveStart(&kAllGather);
constexpr OpEval kAllGatherDoneEval = CollectiveDone();
constexpr OpEval kAllToAllEval = WholeCollective(&kAllToAll, &kAllToAllBegun);
constexpr OpEval kCollectiveBroadcastEval = WholeCollective(&kBroadcast, &kBroadcastBegun);
constexpr OpEval kCollectivePermuteEval = WholeCollective(&kPermute, &kCollectivePermuteStartEval);
constexpr OpEval kCollectivePermuteStartEval = CollectiveStart(&kPermute);
constexpr OpEval kCollectivePermuteDoneEval = CollectiveDone();

}  // namespace hloom
