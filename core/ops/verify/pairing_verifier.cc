#include "ops/verify/pairing_verifier.h"

#include <algorithm>
#include <map>

#include "base/article.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/host/transfer.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr Rule kPairingC1 = {
    "pairing.c1",
    "a start is used exactly once, by the operation that continues or ends it; the value of a "
    "send, "
    "recv or async-start may go through tuples, loops, conditionals and calls instead, and be the "
    "result of a computation"};
constexpr Rule kPairingC2 = {
    "pairing.c2",
    "an operation that continues or ends another has its value as the operand; send-done, "
    "recv-done, async-update and async-done may have any operation that carries the value"};
constexpr Rule kPairingC3 = {
    "pairing.c3", "the operations of one transfer have one channel_id and one is_host_transfer"};
constexpr Rule kPairingC5 = {
    "pairing.c5",
    "a channel of the host always sends, or always receives, in one shape and with the same "
    "frontend attributes that name the other end, such as _xla_host_transfer_rendezvous"};
constexpr Rule kPairingVerifierRules[] = {kPairingC1, kPairingC2, kPairingC3,
                                          kPairingC4, kPairingC5, kPairingC6};

struct Pair {
  HloOpcode opcode;
  // The operations that may use its value; empty: any operation.
  Span<const HloOpcode> users = {};
  // The operations that its operand may be; empty: any operation.
  Span<const HloOpcode> operand = {};
  bool transfer = false;
  // A computation may return its value to its callers.
  bool may_be_given = false;
};

constexpr HloOpcode kAfterStart[] = {HloOpcode::kAsyncUpdate,
                                     HloOpcode::kAsyncDone,
                                     HloOpcode::kTuple,
                                     HloOpcode::kWhile,
                                     HloOpcode::kConditional,
                                     HloOpcode::kCall,
                                     HloOpcode::kOptimizationBarrier};
constexpr HloOpcode kBeforeDone[] = {HloOpcode::kAsyncStart,
                                     HloOpcode::kAsyncUpdate,
                                     HloOpcode::kGetTupleElement,
                                     HloOpcode::kParameter,
                                     HloOpcode::kWhile,
                                     HloOpcode::kConditional,
                                     HloOpcode::kCall,
                                     HloOpcode::kOptimizationBarrier};
// These may have it as any operand, others only as the first one.
constexpr HloOpcode kCarriers[] = {HloOpcode::kTuple, HloOpcode::kConditional, HloOpcode::kCall,
                                   HloOpcode::kAsyncStart};
// The frontend attributes that name the host's end of a transfer, and say which part of a value it
// carries.
constexpr std::string_view kHostEnd[] = {
    "_xla_host_transfer_rendezvous", "_xla_host_transfer_handler_name",
    "_xla_host_transfer_original_type", "_xla_host_transfer_is_lower_bits"};
constexpr HloOpcode kCopyStart[] = {HloOpcode::kCopyStart};
constexpr HloOpcode kCopyDone[] = {HloOpcode::kCopyDone};
constexpr HloOpcode kSend[] = {HloOpcode::kSend};
constexpr HloOpcode kSendDone[] = {HloOpcode::kSendDone};
constexpr HloOpcode kRecv[] = {HloOpcode::kRecv};
constexpr HloOpcode kRecvDone[] = {HloOpcode::kRecvDone};
// The context of a transfer may go into these, and its -done may take it from those.
constexpr HloOpcode kAfterTransfer[] = {HloOpcode::kTuple,       HloOpcode::kWhile,
                                        HloOpcode::kConditional, HloOpcode::kCall,
                                        HloOpcode::kAsyncStart,  HloOpcode::kOptimizationBarrier};
constexpr HloOpcode kBeforeTransferDone[] = {
    HloOpcode::kGetTupleElement,    HloOpcode::kParameter, HloOpcode::kWhile,
    HloOpcode::kConditional,        HloOpcode::kCall,      HloOpcode::kAsyncDone,
    HloOpcode::kOptimizationBarrier};
constexpr HloOpcode kGatherStart[] = {HloOpcode::kAllGatherStart};
constexpr HloOpcode kGatherDone[] = {HloOpcode::kAllGatherDone};
constexpr HloOpcode kReduceStart[] = {HloOpcode::kAllReduceStart};
constexpr HloOpcode kReduceDone[] = {HloOpcode::kAllReduceDone};
constexpr HloOpcode kPermuteStart[] = {HloOpcode::kCollectivePermuteStart};
constexpr HloOpcode kPermuteDone[] = {HloOpcode::kCollectivePermuteDone};
constexpr Pair kPairs[] = {
    {HloOpcode::kAsyncStart, kAfterStart, {}, false, true},
    {HloOpcode::kAsyncUpdate, kAfterStart, kBeforeDone, false, true},
    {HloOpcode::kAsyncDone, {}, kBeforeDone},
    {HloOpcode::kSend, kSendDone, {}, true, true},
    {HloOpcode::kSendDone, {}, kSend, true},
    {HloOpcode::kRecv, kRecvDone, {}, true, true},
    {HloOpcode::kRecvDone, {}, kRecv, true},
    {HloOpcode::kCopyStart, kCopyDone, {}},
    {HloOpcode::kCopyDone, {}, kCopyStart},
    {HloOpcode::kAllGatherStart, kGatherDone, {}},
    {HloOpcode::kAllGatherDone, {}, kGatherStart},
    {HloOpcode::kAllReduceStart, kReduceDone, {}},
    {HloOpcode::kAllReduceDone, {}, kReduceStart},
    {HloOpcode::kCollectivePermuteStart, kPermuteDone, {}},
    {HloOpcode::kCollectivePermuteDone, {}, kPermuteStart},
};

const Pair* FindPair(HloOpcode opcode) {
  for (const Pair& pair : kPairs) {
    if (pair.opcode == opcode) return &pair;
  }
  return nullptr;
}

bool Contains(Span<const HloOpcode> opcodes, HloOpcode opcode) {
  return std::find(opcodes.begin(), opcodes.end(), opcode) != opcodes.end();
}
bool MayGoTo(const Pair& pair, HloOpcode user) {
  return Contains(pair.users, user) || (pair.transfer && Contains(kAfterTransfer, user));
}
std::string PairingVerifierNames(Span<const HloOpcode> opcodes) {
  std::vector<std::string_view> names;
  for (HloOpcode opcode : opcodes) names.push_back(HloOpcodeString(opcode));
  return StrJoin(names, " or ");
}

class PairVerifier {
 public:
  PairVerifier(const HloModule& module, VerifierCulprit* culprit)
      : module_(module), culprit_(culprit) {}

  Status Verify(const HloComputation& computation) {
    const auto is_of_pair = [](const auto& one) { return FindPair(one->opcode()) != nullptr; };
    const Span<const std::unique_ptr<HloInstruction>> all = computation.instructions();
    if (std::none_of(all.begin(), all.end(), is_of_pair)) return OkStatus();
    std::vector<Use> uses(computation.instructions().size());
    has_callers_ = &computation != &module_.entry_computation();
    uses[static_cast<size_t>(computation.root()->index())].is_given = has_callers_;
    for (const auto& instruction : computation.instructions()) {
      for (const HloInstruction* operand : instruction->operands()) {
        Use& use = uses[static_cast<size_t>(operand->index())];
        ++use.count;
        use.last = instruction.get();
      }
    }
    for (const auto& instruction : computation.instructions()) {
      const Pair* pair = FindPair(instruction->opcode());
      if (pair == nullptr) continue;
      Status status =
          VerifyOne(*pair, *instruction, uses[static_cast<size_t>(instruction->index())]);
      if (status.ok()) continue;
      if (culprit_ != nullptr) *culprit_ = {&computation, instruction.get()};
      return status.WithOp(HloOpcodeString(instruction->opcode()))
          .WithLocation(InstructionLocation(instruction->name(), computation.name()));
    }
    return OkStatus();
  }

 private:
  struct Use {
    int64_t count = 0;
    const HloInstruction* last = nullptr;
    bool is_given = false;  // to the callers of the computation
  };

  Status VerifyOne(const Pair& pair, const HloInstruction& instruction, const Use& use) {
    const bool goes_on =
        use.count == 1 && MayGoTo(pair, use.last->opcode()) &&
        (Contains(kCarriers, use.last->opcode()) || use.last->operand(0) == &instruction);
    const bool is_given = use.count == 0 && use.is_given && pair.may_be_given;
    if (!pair.users.empty() && !goes_on && !is_given) {
      return InvalidArgument(kPairingC1)
          .Say(use.count == 1 ? StrCat("%", Shortened(use.last->name()), " uses it, ",
                                       WithArticle(HloOpcodeString(use.last->opcode())))
                              : StrCat("it is used ", use.count, " times"))
          .Help(StrCat("give its value to one ", PairingVerifierNames(pair.users),
                       ", and to nothing else"));
    }
    if (!pair.operand.empty() && !MayComeFrom(pair, instruction.operand(0)->opcode())) {
      return InvalidArgument(kPairingC2)
          .Say(StrCat("its operand %", Shortened(instruction.operand(0)->name()), " is ",
                      WithArticle(HloOpcodeString(instruction.operand(0)->opcode()))))
          .Help(StrCat("its operand must be the ", PairingVerifierNames(pair.operand), " itself"));
    }
    return pair.transfer ? VerifyTransfer(pair, instruction) : OkStatus();
  }

  bool MayComeFrom(const Pair& pair, HloOpcode operand) const {
    if (Contains(pair.operand, operand)) return true;
    // Nobody has begun what the program itself takes.
    if (operand == HloOpcode::kParameter && !has_callers_) return false;
    return pair.transfer && Contains(kBeforeTransferDone, operand);
  }

  Status VerifyTransfer(const Pair& pair, const HloInstruction& instruction) {
    const auto& own = instruction.attributes<ChannelAttributes>();
    if (pair.operand.empty()) return BeginOnChannel(instruction, own);
    // A value that was carried here is checked at its origin.
    if (BegunBy(instruction) == nullptr) return OkStatus();
    const auto& begun = instruction.operand(0)->attributes<ChannelAttributes>();
    if (own.channel_id == begun.channel_id && own.is_host_transfer == begun.is_host_transfer) {
      return OkStatus();
    }
    return InvalidArgument(kPairingC3)
        .Say(StrCat("channel_id=", own.channel_id,
                    ", is_host_transfer=", own.is_host_transfer ? "true" : "false", "; %",
                    Shortened(instruction.operand(0)->name()), " has channel_id=", begun.channel_id,
                    ", is_host_transfer=", begun.is_host_transfer ? "true" : "false"))
        .Help("give both the same");
  }

  // The shape of a transferred value is the first part of the result of send and recv.
  Status BeginOnChannel(const HloInstruction& instruction, const ChannelAttributes& attributes) {
    if (attributes.channel_id <= 0) return OkStatus();
    if (attributes.is_host_transfer) return CheckHostChannel(instruction, attributes.channel_id);
    // Several transfers with pairs may share a channel; the run pairs them.
    if (SendRecvPairsOf(instruction) != nullptr) return OkStatus();
    Ends& ends = channels_[attributes.channel_id];
    const bool sends = instruction.opcode() == HloOpcode::kSend;
    const HloInstruction*& own = sends ? ends.send : ends.recv;
    const HloInstruction* other = sends ? ends.recv : ends.send;
    // A pipelined loop has the same transfer before it and in its body.
    if (other == nullptr) other = own;
    own = &instruction;
    if (other == nullptr) return OkStatus();
    const Shape& here = instruction.shape().tuple_shapes()[0];
    const Shape& there = other->shape().tuple_shapes()[0];
    if (ShapeUtil::Compatible(here, there)) return OkStatus();
    return InvalidArgument(kPairingC4)
        .Say(StrCat("channel ", attributes.channel_id, " carries ", here.ToString(), " here, and ",
                    there.ToString(), " at %", Shortened(other->name())))
        .Help("receive exactly the shape that is sent");
  }

  // The host sees only the channel: all its operations must do the same.
  Status CheckHostChannel(const HloInstruction& instruction, int64_t channel) {
    const HloInstruction* first = host_channels_.emplace(channel, &instruction).first->second;
    if (first->opcode() == instruction.opcode() && first->shape() == instruction.shape()) {
      return CheckHostEnd(instruction, *first, channel);
    }
    return InvalidArgument(kPairingC5)
        .Say(StrCat("channel ", channel, " of the host is that of %", Shortened(first->name()),
                    ", ", WithArticle(HloOpcodeString(first->opcode())), " of ",
                    first->shape().tuple_shapes()[0].ToString(/*print_layout=*/true)))
        .Help("give a different operation, shape or layout its own channel_id");
  }

  static Status CheckHostEnd(const HloInstruction& instruction, const HloInstruction& first,
                             int64_t channel) {
    for (const std::string_view name : kHostEnd) {
      const std::string* here = FrontendAttribute(instruction, name);
      const std::string* there = FrontendAttribute(first, name);
      if (here == there || (here != nullptr && there != nullptr && *here == *there)) continue;
      const auto text = [](const std::string* value) {
        return value == nullptr ? std::string("none") : StrCat("\"", Shortened(*value), "\"");
      };
      return InvalidArgument(kPairingC5)
          .Say(StrCat("channel ", channel, " of the host has ", name, "=", text(there), " at %",
                      Shortened(first.name()), ", and ", text(here), " here"))
          .Help("give both the same frontend_attributes, or each its own channel_id");
    }
    return OkStatus();
  }

  struct Ends {
    const HloInstruction* send = nullptr;
    const HloInstruction* recv = nullptr;
  };
  const HloModule& module_;
  VerifierCulprit* culprit_;
  bool has_callers_ = false;  // the computation at work
  std::map<int64_t, Ends> channels_;
  std::map<int64_t, const HloInstruction*> host_channels_;
};

}  // namespace

const HloInstruction* BegunBy(const HloInstruction& instruction) {
  const Pair* pair = FindPair(instruction.opcode());
  if (pair == nullptr || instruction.operands().empty()) return nullptr;
  const HloInstruction* operand = instruction.operand(0);
  const bool begins = FindPair(operand->opcode()) != nullptr;
  return begins && Contains(pair->operand, operand->opcode()) ? operand : nullptr;
}

Span<const Rule> PairingRules() { return kPairingVerifierRules; }

Status VerifyPairs(const HloModule& module, VerifierCulprit* culprit) {
  PairVerifier verifier(module, culprit);
  for (const auto& computation : module.computations()) {
    HLOOM_RETURN_IF_ERROR(verifier.Verify(*computation));
  }
  return OkStatus();
}

}  // namespace hloom
