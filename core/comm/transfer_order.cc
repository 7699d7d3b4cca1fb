#include "comm/transfer_order.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "ops/host/transfer.h"
#include "ops/op_eval.h"

namespace hloom {

namespace {

bool Begins(const HloInstruction& instruction) {
  const TransferPart part = GetOpEval(instruction.opcode()).transfer;
  return part == TransferPart::kSend || part == TransferPart::kRecv;
}

bool Ends(const HloInstruction& instruction) {
  const TransferPart part = GetOpEval(instruction.opcode()).transfer;
  return part == TransferPart::kSendDone || part == TransferPart::kRecvDone;
}

// Whether it makes no difference to others when the instruction is executed.
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

// Orders one computation.
class TransferOrder {
 public:
  explicit TransferOrder(const HloComputation& computation)
      : computation_(computation),
        stays_(computation.instructions().size()),
        is_placed_(computation.instructions().size()),
        beginning_(computation.instructions().size()) {}

  // Empty where nothing changes.
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

  // Finds for each send and recv the first -done that can follow it: the first after all that it
  // needs and that has to stay in its place. Those of one channel keep their order, as the first
  // recv gets what was sent first.
  bool FindBeginnings() {
    std::vector<int64_t> dones;
    bool any = false;
    for (const auto& instruction : computation_.instructions()) {
      int64_t last = -1;
      ForEachBefore(*instruction, [&](const HloInstruction& before) {
        last = std::max(last, stays_[IndexOf(before)]);
      });
      if (Begins(*instruction)) {
        int64_t& of_channel = LastOfChannel(*instruction);
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

  int64_t& LastOfChannel(const HloInstruction& begin) {
    const int64_t channel = begin.attributes<ChannelAttributes>().channel_id;
    return channels_.try_emplace({channel, begin.opcode()}, -1).first->second;
  }

  // Puts an instruction, and before it what it needs, where the order has come to.
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
  std::vector<int64_t> stays_;  // the last of what each instruction needs, or the channel before it
  std::vector<bool> is_placed_;
  std::vector<std::vector<HloInstruction*>> beginning_;  // by the -done that they come before
  std::vector<HloInstruction*> order_;
  std::map<std::pair<int64_t, HloOpcode>, int64_t> channels_;
};

}  // namespace

std::unique_ptr<HloModule> BeginTransfersEarly(const HloModule& module) {
  if (module.config().is_scheduled) return nullptr;
  std::unique_ptr<HloModule> changed;
  for (size_t c = 0; c < module.computations().size(); ++c) {
    const HloModule& current = changed == nullptr ? module : *changed;
    if (TransferOrder(*current.computations()[c]).Order().empty()) continue;
    if (changed == nullptr) changed = module.Clone();
    HloComputation& computation = *changed->computations()[c];
    computation.SetOrder(TransferOrder(computation).Order());
  }
  return changed;
}

}  // namespace hloom
