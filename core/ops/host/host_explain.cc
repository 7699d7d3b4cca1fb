// Explains values from the host and to the host.
#include "ops/host/annotations.h"
#include "ops/host/custom_call.h"
#include "ops/op_explain.h"

namespace hloom {

namespace {

// Only the host knows how a function uses its arguments.
void AddAll(const Literal& value, ShapeIndex& leaf, size_t operand, std::vector<Source>& sources) {
  if (value.shape().IsTuple()) {
    for (size_t i = 0; i < value.elements().size(); ++i) {
      leaf.push_back(static_cast<int64_t>(i));
      AddAll(value.elements()[i], leaf, operand, sources);
      leaf.pop_back();
    }
  } else if (value.shape().IsArray()) {
    sources.push_back(BoxOf(operand, WholeOf(value)));
    sources.back().leaf = leaf;
  }
}

void SourcesOfHost(const ExecutedOp& op, const ElementPlace&, std::vector<Source>& sources) {
  for (size_t i = 0; i < op.operands.size(); ++i) {
    ShapeIndex leaf;
    AddAll(*op.operands[i], leaf, i, sources);
  }
}

constexpr OpExplain kAtHost = {.origin = Origin::kHost, .sources = SourcesOfHost};

// Annotations return their operands and call no function.
const OpExplain* ExplainAnnotation(const HloInstruction& call) {
  if (FindAnnotation(call.attributes<CustomCallAttributes>().custom_call_target) == nullptr) {
    return nullptr;
  }
  const Handed handed = HandedBy(call);
  if (handed == Handed::kOperand) return &GetOpExplain(HloOpcode::kCopy);
  return handed == Handed::kOperands ? &GetOpExplain(HloOpcode::kTuple) : nullptr;
}

}  // namespace

constexpr OpExplain kCustomCallExplain = {
    .origin = Origin::kHost, .sources = SourcesOfHost, .explained_by = ExplainAnnotation};
constexpr OpExplain kInfeedExplain = kAtHost;
constexpr OpExplain kOutfeedExplain = kAtHost;
constexpr OpExplain kSendExplain = kAtHost;
constexpr OpExplain kSendDoneExplain = kAtHost;
constexpr OpExplain kRecvExplain = kAtHost;
constexpr OpExplain kRecvDoneExplain = kAtHost;
// The values are numbers of the device.
constexpr OpExplain kReplicaIdExplain = {.origin = Origin::kHost};
constexpr OpExplain kPartitionIdExplain = {.origin = Origin::kHost};

// An explanation is for a run on one device. It can only name the whole operands of a collective.
constexpr OpExplain kOfDevices = {.origin = Origin::kDevices, .sources = SourcesOfHost};
constexpr OpExplain kAllGatherExplain = kOfDevices;
constexpr OpExplain kAllGatherStartExplain = kOfDevices;
constexpr OpExplain kAllGatherDoneExplain = kOfDevices;
constexpr OpExplain kAllReduceExplain = kOfDevices;
constexpr OpExplain kAllReduceStartExplain = kOfDevices;
constexpr OpExplain kAllReduceDoneExplain = kOfDevices;
constexpr OpExplain kAllToAllExplain = kOfDevices;
constexpr OpExplain kCollectiveBroadcastExplain = kOfDevices;
constexpr OpExplain kCollectivePermuteExplain = kOfDevices;
constexpr OpExplain kCollectivePermuteStartExplain = kOfDevices;
constexpr OpExplain kCollectivePermuteDoneExplain = kOfDevices;
constexpr OpExplain kRaggedAllToAllExplain = kOfDevices;
constexpr OpExplain kReduceScatterExplain = kOfDevices;

}  // namespace hloom
