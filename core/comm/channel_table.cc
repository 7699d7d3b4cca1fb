#include "comm/channel_table.h"

#include <optional>
#include <set>

#include "base/str_cat.h"
#include "ops/host/transfer.h"

namespace hloom {

namespace {

constexpr Rule kRules[] = {
    {"comm.c6",
     "_xla_send_recv_source_target_pairs is a list such as {{0,1},{1,2}} of devices that are "
     "there, "
     "each at most once as a source and once as a target"},
    {"comm.c7",
     "over a channel without source-target pairs one device sends, and one device receives"},
    {"comm.c8", "a send-done or recv-done ends what its own device began on its channel"},
};

constexpr std::string_view kPairs = "_xla_send_recv_source_target_pairs";

using Pairs = std::vector<std::pair<int64_t, int64_t>>;

// {{0,1},{1,2}}, with blanks anywhere; nothing where it is something else.
std::optional<Pairs> ParsePairs(std::string_view text) {
  std::string dense;
  for (const char c : text) {
    if (c != ' ') dense.push_back(c);
  }
  if (dense == "{}") return Pairs();
  if (dense.size() < 2 || dense.front() != '{' || dense.back() != '}') return std::nullopt;
  Pairs pairs;
  size_t at = 1;
  const auto number = [&](char end) -> std::optional<int64_t> {
    int64_t value = 0;
    size_t digits = 0;
    for (; at < dense.size() && dense[at] >= '0' && dense[at] <= '9' && digits < 9; ++at) {
      value = 10 * value + (dense[at] - '0');
      ++digits;
    }
    if (digits == 0 || at >= dense.size() || dense[at] != end) return std::nullopt;
    ++at;
    return value;
  };
  while (at < dense.size() && dense[at] == '{') {
    ++at;
    const std::optional<int64_t> source = number(',');
    const std::optional<int64_t> target = source ? number('}') : std::nullopt;
    if (!target) return std::nullopt;
    pairs.emplace_back(*source, *target);
    if (at + 1 == dense.size()) return pairs;
    if (dense[at++] != ',') return std::nullopt;
  }
  return std::nullopt;
}

// Whether each device is there, and is a source and a target once at most.
bool AreProper(const Pairs& pairs, const DeviceGrid& grid) {
  std::set<int64_t> sources;
  std::set<int64_t> targets;
  for (const auto& [source, target] : pairs) {
    if (source >= grid.size() || target >= grid.size()) return false;
    if (!sources.insert(source).second || !targets.insert(target).second) return false;
  }
  return true;
}

StatusOr<Pairs> PairsOf(const HloInstruction& send, const DeviceGrid& grid) {
  const InstructionExtras* extras = send.extras();
  if (extras == nullptr) return Pairs();
  const auto found = extras->frontend_attributes.find(std::string(kPairs));
  if (found == extras->frontend_attributes.end()) return Pairs();
  std::optional<Pairs> pairs = ParsePairs(found->second);
  if (pairs && AreProper(*pairs, grid)) return *std::move(pairs);
  return InvalidArgument("comm.c6")  // comm.c6
      .Op(GetOpDef(send.opcode()).name)
      .Say(StrCat(kPairs, "=\"", found->second, "\" on ", Count(grid.size(), "device")))
      .Help(
          "write {{0,1},{1,2}}, where device 0 sends to 1, and 1 to 2; a run has the devices from "
          "0 to one less than there are");
}

}  // namespace

Span<const Rule> ChannelRules() { return kRules; }

StatusOr<ChannelTable> ChannelTable::Create(const HloModule& module, const DeviceGrid& grid) {
  std::unordered_map<int64_t, ChannelEntry> ends;
  std::vector<int64_t> order;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      const TransferPart part = GetOpEval(instruction->opcode()).transfer;
      if (part != TransferPart::kSend && part != TransferPart::kRecv) continue;
      const auto& attributes = instruction->attributes<ChannelAttributes>();
      if (attributes.is_host_transfer || attributes.channel_id <= 0) continue;
      const auto [place, is_new] = ends.try_emplace(attributes.channel_id);
      if (is_new) order.push_back(attributes.channel_id);
      (part == TransferPart::kSend ? place->second.send : place->second.recv) = instruction.get();
    }
  }
  ChannelTable table;
  for (const int64_t channel : order) {
    ChannelEntry& entry = ends[channel];
    if (entry.send == nullptr || entry.recv == nullptr) continue;
    entry.channel_id = channel;
    HLOOM_ASSIGN_OR_RETURN(entry.pairs, PairsOf(*entry.send, grid));
    table.numbers_.emplace(channel, static_cast<int64_t>(table.entries_.size()));
    table.entries_.push_back(std::move(entry));
  }
  return table;
}

int64_t ChannelTable::NumberOf(const HloInstruction& instruction) const {
  const auto& attributes = instruction.attributes<ChannelAttributes>();
  if (attributes.is_host_transfer) return -1;
  const auto found = numbers_.find(attributes.channel_id);
  return found == numbers_.end() ? -1 : found->second;
}

}  // namespace hloom
