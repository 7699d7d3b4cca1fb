#include "comm/channel_table.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/host/transfer.h"

namespace hloom {

namespace {

constexpr Rule kChannelTableRules[] = {
    {"comm.c6",
     "_xla_send_recv_source_target_pairs is a list such as {{0,1},{1,2}} of partitions, or of "
     "replicas where there is no channel_id, that are there, each at most once as a source and "
     "once "
     "as a target"},
    {"comm.c7",
     "over a channel without source-target pairs one device sends, and one device receives; where "
     "its transfers have several lists of pairs, each says which is its own"},
    {"comm.c8", "a send-done or recv-done ends what its own device began on its channel"},
};

using Pairs = SendRecvPairs;

// Whether each id is there, and is a source and a target once at most.
bool AreProper(const Pairs& pairs, int64_t ids) {
  std::set<int64_t> sources;
  std::set<int64_t> targets;
  for (const auto& [source, target] : pairs) {
    if (source >= ids || target >= ids) return false;
    if (!sources.insert(source).second || !targets.insert(target).second) return false;
  }
  return true;
}

// Pairs of devices.
StatusOr<Pairs> PairsOf(const HloInstruction& instruction, const std::string& text,
                        const DeviceGrid& grid) {
  const bool has_channel = instruction.attributes<ChannelAttributes>().channel_id > 0;
  const bool of_partitions = has_channel ? grid.partitions > 1 : grid.replicas == 1;
  const int64_t ids = of_partitions ? grid.partitions : grid.replicas;
  const std::optional<Pairs> pairs = ParseSendRecvPairs(text);
  if (!pairs || !AreProper(*pairs, ids)) {
    const std::string_view id = of_partitions ? "partition" : "replica";
    return InvalidArgument("comm.c6")  // comm.c6
        .Op(GetOpDef(instruction.opcode()).name)
        .Say(StrCat(kSendRecvPairs, "=\"", text, "\" in a run with ", Count(ids, id)))
        .Help(StrCat("write {{0,1},{1,2}}, where ", id, " 0 sends to 1, and 1 to 2, each once"));
  }
  Pairs devices;
  const int64_t others = grid.size() / ids;
  for (const auto& [source, target] : *pairs) {
    for (int64_t other = 0; other < others; ++other) {
      const auto device = [&](int64_t number) {
        return of_partitions ? other * grid.partitions + number : number * grid.partitions + other;
      };
      devices.emplace_back(device(source), device(target));
    }
  }
  // Who writes them in another order means the same.
  std::sort(devices.begin(), devices.end());
  return devices;
}

const Shape& SentShape(const HloInstruction& end) { return end.shape().tuple_shapes()[0]; }

// pairing.c4, also where only the run's pairs tell that two ends belong together.
Status OtherEndMissing(const HloInstruction& end, bool sends, std::string help) {
  return InvalidArgument("pairing.c4")  // pairing.c4
      .Op(GetOpDef(end.opcode()).name)
      .Say(StrCat("%", Shortened(end.name()), sends ? " sends " : " receives ",
                  SentShape(end).ToString(), ", and nothing with the same channel and pairs ",
                  sends ? "receives" : "sends", " that"))
      .Help(std::move(help));
}

Status OtherShape(const HloInstruction& end, bool sends) {
  return OtherEndMissing(end, sends, "receive exactly the shape that is sent");
}

Status CheckLane(const ChannelLane& lane) {
  if (lane.send != nullptr && lane.recv != nullptr) return OkStatus();
  const bool sends = lane.send != nullptr;
  return OtherShape(sends ? *lane.send : *lane.recv, sends);
}

// A channel with one end is the host's, unless that end names devices: then the other one is
// missing.
template <typename Ends>
Status CheckOneSided(const Ends& ends) {
  for (const auto& end : ends) {
    if (!end.pairs) continue;
    return OtherEndMissing(*end.instruction, end.sends,
                           StrCat("add the ", end.sends ? "recv" : "send",
                                  ", or leave the pairs out where the other end is the host"));
  }
  return OkStatus();
}

// Requests have so many bits for the lane (channels.h).
constexpr size_t kMostLanes = 4096;

}  // namespace

// A send or recv.
struct ChannelTable::End {
  const HloInstruction* instruction;
  bool sends;
  std::optional<Pairs> pairs;
};

// Those without pairs have the only ones that there are.
StatusOr<ChannelEntry> ChannelTable::EntryOf(
    const std::vector<End>& ends, std::unordered_map<const HloInstruction*, uint32_t>* lanes) {
  ChannelEntry entry;
  const auto lane_of = [&](const std::optional<Pairs>& pairs, const HloInstruction& end) {
    for (size_t lane = 0; lane < entry.lanes.size(); ++lane) {
      const ChannelLane& there = entry.lanes[lane];
      const HloInstruction& first = there.send == nullptr ? *there.recv : *there.send;
      if (there.pairs == pairs && ShapeUtil::Compatible(SentShape(first), SentShape(end))) {
        return lane;
      }
    }
    entry.lanes.push_back({pairs});
    return entry.lanes.size() - 1;
  };
  for (const bool have_pairs : {true, false}) {
    for (const End& end : ends) {
      if (end.pairs.has_value() != have_pairs) continue;
      if (entry.lanes.size() == kMostLanes || (!have_pairs && entry.lanes.size() > 1)) {
        return InvalidArgument("comm.c7")  // comm.c7
            .Op(GetOpDef(end.instruction->opcode()).name)
            .Say(StrCat("channel ", end.instruction->attributes<ChannelAttributes>().channel_id,
                        " has ", entry.lanes.size(), " lists of pairs, and %",
                        end.instruction->name(), have_pairs ? " one more" : " none"))
            .Help(StrCat("add frontend_attributes={", kSendRecvPairs,
                         "=\"{{0,1}}\"} to each of them, or give each transfer a channel of its "
                         "own"));
      }
      const size_t lane = have_pairs            ? lane_of(end.pairs, *end.instruction)
                          : entry.lanes.empty() ? lane_of(std::nullopt, *end.instruction)
                                                : 0;
      // Who has no pairs takes a lane of any shape.
      const ChannelLane& there = entry.lanes[lane];
      const HloInstruction* first = there.send == nullptr ? there.recv : there.send;
      if (first != nullptr &&
          !ShapeUtil::Compatible(SentShape(*first), SentShape(*end.instruction))) {
        return OtherShape(*end.instruction, end.sends);
      }
      (end.sends ? entry.lanes[lane].send : entry.lanes[lane].recv) = end.instruction;
      lanes->emplace(end.instruction, static_cast<uint32_t>(lane));
    }
  }
  for (const ChannelLane& lane : entry.lanes) HLOOM_RETURN_IF_ERROR(CheckLane(lane));
  return entry;
}

Span<const Rule> ChannelRules() { return kChannelTableRules; }

StatusOr<ChannelTable> ChannelTable::Create(const HloModule& module, const DeviceGrid& grid) {
  std::unordered_map<int64_t, std::vector<End>> ends;
  std::vector<int64_t> order;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      const TransferPart part = GetOpEval(instruction->opcode()).transfer;
      if (part != TransferPart::kSend && part != TransferPart::kRecv) continue;
      const auto& attributes = instruction->attributes<ChannelAttributes>();
      const std::string* text = SendRecvPairsOf(*instruction);
      if (attributes.is_host_transfer || (attributes.channel_id <= 0 && text == nullptr)) continue;
      End end = {instruction.get(), part == TransferPart::kSend, std::nullopt};
      if (text != nullptr) {
        HLOOM_ASSIGN_OR_RETURN(end.pairs, PairsOf(*instruction, *text, grid));
      }
      const auto [place, is_new] = ends.try_emplace(std::max<int64_t>(attributes.channel_id, 0));
      if (is_new) order.push_back(place->first);
      place->second.push_back(std::move(end));
    }
  }
  ChannelTable table;
  for (const int64_t channel : order) {
    const std::vector<End>& of_channel = ends[channel];
    const auto sends = std::count_if(of_channel.begin(), of_channel.end(),
                                     [](const End& end) { return end.sends; });
    if (sends == 0 || sends == static_cast<int64_t>(of_channel.size())) {
      HLOOM_RETURN_IF_ERROR(CheckOneSided(of_channel));
      continue;
    }
    HLOOM_ASSIGN_OR_RETURN(ChannelEntry entry, EntryOf(of_channel, &table.lanes_));
    entry.channel_id = channel;
    table.numbers_.emplace(channel, static_cast<int64_t>(table.entries_.size()));
    table.entries_.push_back(std::move(entry));
  }
  return table;
}

int64_t ChannelTable::NumberOf(const HloInstruction& instruction) const {
  const auto& attributes = instruction.attributes<ChannelAttributes>();
  if (attributes.is_host_transfer) return -1;
  const auto is_end = [](const HloInstruction& end) {
    const TransferPart part = GetOpEval(end.opcode()).transfer;
    return part == TransferPart::kSend || part == TransferPart::kRecv;
  };
  // A -done belongs to what it ends; where that comes through a loop, to its channel.
  const HloInstruction& end = is_end(instruction) ? instruction : *instruction.operand(0);
  if (is_end(end) && lanes_.find(&end) == lanes_.end()) return -1;
  const auto found = numbers_.find(std::max<int64_t>(attributes.channel_id, 0));
  return found == numbers_.end() ? -1 : found->second;
}

}  // namespace hloom
