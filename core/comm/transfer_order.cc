#include "comm/transfer_order.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ops/host/transfer.h"
#include "ops/op_eval.h"

namespace hloom {

namespace {

bool IsEither(const HloInstruction& instruction, Transfers::Part a, Transfers::Part b) {
  const Transfers* transfer = GetOpEval(instruction.opcode()).As<Transfers>();
  return transfer != nullptr && (transfer->part == a || transfer->part == b);
}
bool Begins(const HloInstruction& instruction) {
  return IsEither(instruction, Transfers::kSend, Transfers::kRecv);
}
bool Ends(const HloInstruction& instruction) {
  return IsEither(instruction, Transfers::kSendDone, Transfers::kRecvDone);
}

// True if moving the instruction earlier has no effect on others.
bool MayComeEarlier(const HloInstruction& instruction) {
  if (Begins(instruction)) return true;
  const OpTraits& traits = GetOpDef(instruction.opcode()).traits;
  return !traits.side_effect && !traits.asks_host && !traits.collective && !Ends(instruction) &&
         instruction.called_computations().empty();
}

template <typename F>
void ForEachBefore(const HloInstruction& instruction, const F& f) {
  for (const HloInstruction* operand : instruction.operands()) f(*operand);
  if (instruction.extras() == nullptr) return;
  for (const HloInstruction* before : instruction.extras()->control_predecessors) f(*before);
}

std::string PairsTextOf(const HloInstruction& begin) {
  const std::string* pairs = SendRecvPairsOf(begin);
  return pairs == nullptr ? std::string() : *pairs;
}

// The channels with sends or recvs whose other end, found by pairs, is on another channel: the
// sends and recvs of such a channel do not name the same lists of pairs.
using ChannelsByPairs = std::set<int64_t>;
ChannelsByPairs FindChannelsByPairs(const HloModule& module) {
  std::map<int64_t, std::pair<std::set<std::string>, std::set<std::string>>> pairs;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (!Begins(*instruction)) continue;
      auto& of_channel = pairs[instruction->attributes<ChannelAttributes>().channel_id];
      const bool sends = IsEither(*instruction, Transfers::kSend, Transfers::kSend);
      (sends ? of_channel.first : of_channel.second).insert(PairsTextOf(*instruction));
    }
  }
  ChannelsByPairs channels;
  for (const auto& [channel, ends] : pairs) {
    if (ends.first != ends.second) channels.insert(channel);
  }
  return channels;
}

// Orders one computation.
class TransferOrder {
 public:
  TransferOrder(const HloComputation& computation, const ChannelsByPairs& by_pairs)
      : computation_(computation),
        by_pairs_(by_pairs),
        stays_(computation.instructions().size()),
        is_placed_(computation.instructions().size()),
        beginning_(computation.instructions().size()) {}

  // Empty if nothing changes.
  std::vector<HloInstruction*> Order() {
    if (!FindBeginnings()) return {};
    for (const auto& instruction : computation_.instructions()) {
      for (HloInstruction* early : beginning_[IndexOf(*instruction)]) Place(early);
      Place(instruction.get());
    }
    return std::move(order_);
  }

 private:
  static size_t IndexOf(const HloInstruction& instruction) {
    return static_cast<size_t>(instruction.index());
  }

  // Finds for each send and recv the first -done that can follow it: the first after all of its
  // dependencies that must keep their places. Transfers of one channel keep their order, because
  // the first recv gets the value of the first send; so do transfers that are matched by their
  // pairs.
  bool FindBeginnings() {
    std::vector<int64_t> dones;
    bool any = false;
    for (const auto& instruction : computation_.instructions()) {
      int64_t last = -1;
      ForEachBefore(*instruction, [&](const HloInstruction& before) {
        last = std::max(last, stays_[IndexOf(before)]);
      });
      if (Begins(*instruction)) {
        int64_t& of_channel = channels_.try_emplace(ChannelOf(*instruction), -1).first->second;
        last = of_channel = std::max(last, of_channel);
        const auto done = std::upper_bound(dones.begin(), dones.end(), last);
        if (done != dones.end()) {
          beginning_[static_cast<size_t>(*done)].push_back(instruction.get());
          any = true;
        }
      }
      if (!MayComeEarlier(*instruction)) last = instruction->index();
      if (Ends(*instruction)) dones.push_back(instruction->index());
      stays_[IndexOf(*instruction)] = last;
    }
    return any;
  }

  // Instructions with one key keep their order.
  using OrderKey = std::tuple<int64_t, std::string, HloOpcode>;
  OrderKey ChannelOf(const HloInstruction& begin) const {
    const int64_t channel = begin.attributes<ChannelAttributes>().channel_id;
    std::string pairs = PairsTextOf(begin);
    const bool is_by_pairs = !pairs.empty() && by_pairs_.count(channel) > 0;
    return is_by_pairs ? OrderKey(-1, std::move(pairs), begin.opcode())
                       : OrderKey(channel, "", begin.opcode());
  }

  // Appends an instruction to the order, after its dependencies.
  void Place(HloInstruction* instruction) {
    std::vector<HloInstruction*> stack;
    stack.push_back(instruction);
    while (!stack.empty()) {
      HloInstruction* const top = stack.back();
      if (is_placed_[IndexOf(*top)]) {
        stack.pop_back();
        continue;
      }
      const size_t before = stack.size();
      ForEachBefore(*top, [&](const HloInstruction& needed) {
        if (!is_placed_[IndexOf(needed)]) {
          stack.push_back(computation_.instructions()[IndexOf(needed)].get());
        }
      });
      if (stack.size() > before) continue;
      is_placed_[IndexOf(*top)] = true;
      order_.push_back(top);
      stack.pop_back();
    }
  }

  const HloComputation& computation_;
  const ChannelsByPairs& by_pairs_;
  std::vector<int64_t> stays_;  // the last dependency that keeps its place
  std::vector<bool> is_placed_;
  std::vector<std::vector<HloInstruction*>> beginning_;  // by the -done behind them
  std::vector<HloInstruction*> order_;
  std::map<OrderKey, int64_t> channels_;
};

}  // namespace

std::unique_ptr<HloModule> BeginTransfersEarly(const HloModule& module) {
  if (module.config().is_scheduled) return nullptr;
  const ChannelsByPairs by_pairs = FindChannelsByPairs(module);
  std::unique_ptr<HloModule> changed;
  for (size_t c = 0; c < module.computations().size(); ++c) {
    const HloModule& current = changed == nullptr ? module : *changed;
    if (TransferOrder(*current.computations()[c], by_pairs).Order().empty()) continue;
    if (changed == nullptr) changed = module.Clone();
    HloComputation& computation = *changed->computations()[c];
    computation.SetOrder(TransferOrder(computation, by_pairs).Order());
  }
  return changed;
}

}  // namespace hloom
