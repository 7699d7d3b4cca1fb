#include "comm/channel_table.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "comm/rules.h"
#include "ops/host/transfer.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr Rule kCommC9 = {
    "comm.c9",
    "sends and recvs whose channels have no other end, and that name the same pairs and "
    "carry the same shape, are equally many; if there are several, all are in one "
    "computation, whose order pairs them"};
constexpr Rule kChannelTableRules[] = {kCommC6, kCommC7, kCommC8, kCommC9};

using Pairs = SendRecvPairs;

// Pairs of devices.
StatusOr<Pairs> PairsOf(const HloInstruction& instruction, const std::string& text,
                        const DeviceGrid& grid) {
  HLOOM_ASSIGN_OR_RETURN(const Pairs pairs, ReadSendRecvPairs(instruction, text, grid));
  const bool of_partitions = PairsArePartitions(instruction, grid);
  const int64_t ids = of_partitions ? grid.partitions : grid.replicas;
  Pairs devices;
  const int64_t others = grid.size() / ids;
  for (const auto& [source, target] : pairs) {
    for (int64_t other = 0; other < others; ++other) {
      const auto device = [&](int64_t number) {
        return of_partitions ? other * grid.partitions + number : number * grid.partitions + other;
      };
      devices.emplace_back(device(source), device(target));
    }
  }
  // The order in which the program lists them has no meaning.
  std::sort(devices.begin(), devices.end());
  return devices;
}

const Shape& SentShape(const HloInstruction& end) { return end.shape().tuple_shapes()[0]; }

// pairing.c4, also if only the run's pairs match the two ends.
Status OtherEndMissing(const HloInstruction& end, bool sends, std::string help) {
  return InvalidArgument(kPairingC4)
      .Op(GetOpDef(end.opcode()).name)
      .Say(StrCat("%", Shortened(end.name()), sends ? " sends " : " receives ",
                  SentShape(end).ToString(), ", and no operation with the same channel or pairs ",
                  sends ? "receives" : "sends", " that"))
      .Help(std::move(help));
}

Status OtherShape(const HloInstruction& end, bool sends) {
  return OtherEndMissing(end, sends, "receive exactly the shape that is sent");
}

// The lane's bits in a request (channels.h).
constexpr size_t kMostLanes = 4096;

Status TooManyLanes(size_t lanes) {
  return InvalidArgument(kCommC9)
      .Say(StrCat("channels that are joined by their pairs have ", lanes,
                  " lists of pairs together; ", kMostLanes, " are possible"))
      .Help("give a send and its recv the same `channel_id`"_msg);
}

}  // namespace

// A send or recv.
struct ChannelTable::End {
  const HloComputation* computation;
  const HloInstruction* instruction;
  bool sends;
  int64_t channel;  // 0 if it has none
  std::optional<Pairs> pairs;
};

// The sends and recvs of devices, in the order of the program.
StatusOr<std::vector<ChannelTable::End>> ChannelTable::EndsOf(const HloModule& module,
                                                              const DeviceGrid& grid) {
  std::vector<End> ends;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      const Transfers* transfer = GetOpEval(instruction->opcode()).As<Transfers>();
      if (transfer == nullptr) continue;
      const bool sends = transfer->part == Transfers::kSend;
      if (!sends && transfer->part != Transfers::kRecv) continue;
      const auto& attributes = instruction->attributes<ChannelAttributes>();
      const std::string* text = SendRecvPairsOf(*instruction);
      if (attributes.is_host_transfer || (attributes.channel_id <= 0 && text == nullptr)) continue;
      ends.push_back({computation.get(), instruction.get(), sends,
                      std::max<int64_t>(attributes.channel_id, 0), std::nullopt});
      if (text != nullptr) {
        HLOOM_ASSIGN_OR_RETURN(ends.back().pairs, PairsOf(*instruction, *text, grid));
      }
    }
  }
  return ends;
}

// Instructions without pairs use the pairs of the channel's only lane.
StatusOr<ChannelEntry> ChannelTable::EntryOf(
    const std::vector<const End*>& ends,
    std::unordered_map<const HloInstruction*, uint32_t>* lanes) {
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
    for (const End* end : ends) {
      if (end->pairs.has_value() != have_pairs) continue;
      if (entry.lanes.size() == kMostLanes || (!have_pairs && entry.lanes.size() > 1)) {
        return InvalidArgument(kCommC7)
            .Op(GetOpDef(end->instruction->opcode()).name)
            .Say(StrCat("channel ", end->channel, " has ", entry.lanes.size(),
                        " lists of pairs, and %", end->instruction->name(),
                        have_pairs ? " one more" : " none"))
            .Help(StrCat("add frontend_attributes={", kSendRecvPairs,
                         "=\"{{0,1}}\"} to each of them, or give each transfer a channel of its "
                         "own"));
      }
      const size_t lane = have_pairs            ? lane_of(end->pairs, *end->instruction)
                          : entry.lanes.empty() ? lane_of(std::nullopt, *end->instruction)
                                                : 0;
      // The lane of an instruction without pairs was chosen regardless of its shape.
      const ChannelLane& there = entry.lanes[lane];
      const HloInstruction* first = there.send == nullptr ? there.recv : there.send;
      if (first != nullptr &&
          !ShapeUtil::Compatible(SentShape(*first), SentShape(*end->instruction))) {
        return OtherShape(*end->instruction, end->sends);
      }
      (end->sends ? entry.lanes[lane].send : entry.lanes[lane].recv) = end->instruction;
      lanes->emplace(end->instruction, static_cast<uint32_t>(lane));
    }
  }
  return entry;
}

// An entry for each channel that is not the host's; some lanes may have one end so far.
Status ChannelTable::JoinByChannel(const std::vector<End>& ends) {
  std::unordered_map<int64_t, std::vector<const End*>> by_channel;
  std::vector<int64_t> order;
  for (const End& end : ends) {
    const auto [place, is_new] = by_channel.try_emplace(end.channel);
    if (is_new) order.push_back(end.channel);
    place->second.push_back(&end);
  }
  for (const int64_t channel : order) {
    const std::vector<const End*>& of_channel = by_channel[channel];
    const auto any = [&of_channel](auto is) {
      return std::any_of(of_channel.begin(), of_channel.end(), is);
    };
    const bool two_sided = any([](const End* end) { return end->sends; }) &&
                           any([](const End* end) { return !end->sends; });
    // A channel with one end is the host's, unless that end names devices.
    if (!two_sided && !any([](const End* end) { return end->pairs.has_value(); })) continue;
    HLOOM_ASSIGN_OR_RETURN(ChannelEntry entry, EntryOf(of_channel, &lanes_));
    entry.channel_id = channel;
    entry.two_sided = two_sided;
    numbers_.emplace(channel, static_cast<int64_t>(entries_.size()));
    entries_.push_back(std::move(entry));
  }
  return OkStatus();
}

// Joins ends without a partner on their channels to ends of other channels. If channel 1 sends, and
// channel 2 receives, over {{0,1}}, both become one entry with one lane.
Status ChannelTable::JoinByPairs(const std::vector<End>& ends) {
  using Place = std::pair<int64_t, uint32_t>;  // an entry, and a lane of it
  const auto place_of = [this](const End& end) {
    return Place(numbers_.find(end.channel)->second, LaneOf(*end.instruction));
  };
  const auto lane_at = [this](const Place& place) -> ChannelLane& {
    return entries_[static_cast<size_t>(place.first)].lanes[place.second];
  };
  // In the order of their first ends. A channel has one lane for each combination of pairs and
  // shape.
  struct Halves {
    std::vector<const End*> sends, recvs;
    const HloComputation* computation = nullptr;
    bool in_one_computation = true;
  };
  std::map<std::pair<Pairs, std::string>, Halves> by_pairs;
  std::vector<const Halves*> order;
  std::set<Place> seen;
  for (const End& end : ends) {
    if (lanes_.count(end.instruction) == 0) continue;  // the host's
    const Place place = place_of(end);
    const ChannelLane& lane = lane_at(place);
    if (lane.send != nullptr && lane.recv != nullptr) continue;
    if (!lane.pairs) return OtherShape(*end.instruction, end.sends);
    const std::string shape = ShapeUtil::MakeStaticShape(SentShape(*end.instruction)).ToString();
    const auto [halves, is_new] = by_pairs.try_emplace({*lane.pairs, shape});
    Halves& found = halves->second;
    if (is_new) {
      order.push_back(&found);
      found.computation = end.computation;
    }
    found.in_one_computation = found.in_one_computation && end.computation == found.computation;
    if (seen.insert(place).second) (end.sends ? found.sends : found.recvs).push_back(&end);
  }
  if (order.empty()) return OkStatus();
  std::map<Place, Place> same_lane;  // that of a recv, and that of its send
  std::vector<bool> joined(entries_.size(), false);
  for (const Halves* halves : order) {
    HLOOM_RETURN_IF_ERROR(CheckHalves(*halves));
    for (size_t i = 0; i < halves->sends.size(); ++i) {
      const Place send = place_of(*halves->sends[i]), recv = place_of(*halves->recvs[i]);
      lane_at(send).recv = lane_at(recv).recv;
      same_lane.emplace(recv, send);
      joined[static_cast<size_t>(send.first)] = joined[static_cast<size_t>(recv.first)] = true;
    }
  }
  // All joined channels share one entry: an entry only groups lanes, and lanes are independent of
  // each other.
  std::vector<ChannelEntry> entries;
  std::map<Place, Place> moved;
  std::vector<int64_t> numbers;  // of the new entries
  int64_t together = -1;
  for (size_t e = 0; e < entries_.size(); ++e) {
    const bool goes_in = joined[e] && together >= 0;
    const auto number = goes_in ? together : static_cast<int64_t>(entries.size());
    if (joined[e]) together = number;
    if (!goes_in) entries.push_back({entries_[e].channel_id, entries_[e].two_sided, {}});
    std::vector<ChannelLane>& lanes = entries[static_cast<size_t>(number)].lanes;
    for (uint32_t l = 0; l < entries_[e].lanes.size(); ++l) {
      const Place place(static_cast<int64_t>(e), l);
      if (same_lane.count(place) > 0) continue;
      moved.emplace(place, Place(number, static_cast<uint32_t>(lanes.size())));
      lanes.push_back(std::move(entries_[e].lanes[l]));
    }
    if (lanes.size() > kMostLanes) return TooManyLanes(lanes.size());
    numbers.push_back(number);
  }
  std::unordered_map<const HloInstruction*, uint32_t> lanes;
  for (const End& end : ends) {
    if (lanes_.count(end.instruction) == 0) continue;
    const auto same = same_lane.find(place_of(end));
    const Place place = same == same_lane.end() ? place_of(end) : same->second;
    lanes.emplace(end.instruction, moved.find(place)->second.second);
  }
  for (auto& [channel, number] : numbers_) number = numbers[static_cast<size_t>(number)];
  lanes_ = std::move(lanes);
  entries_ = std::move(entries);
  return OkStatus();
}

template <typename Halves>
Status ChannelTable::CheckHalves(const Halves& halves) const {
  const std::vector<const End*>& some = halves.sends.empty() ? halves.recvs : halves.sends;
  const End& end = *some.front();
  if (halves.sends.empty() || halves.recvs.empty()) {
    if (entries_[static_cast<size_t>(numbers_.find(end.channel)->second)].two_sided) {
      return OtherShape(*end.instruction, end.sends);
    }
    return OtherEndMissing(*end.instruction, end.sends,
                           StrCat("add the ", end.sends ? "recv" : "send",
                                  ", or leave the pairs out where the other end is the host"));
  }
  const bool as_many = halves.sends.size() == halves.recvs.size();
  if (as_many && (halves.sends.size() == 1 || halves.in_one_computation)) return OkStatus();
  const auto names = [](const std::vector<const End*>& of) {
    std::vector<std::string> texts;
    constexpr size_t kShown = 4;
    for (size_t i = 0; i < std::min(of.size(), kShown); ++i) {
      texts.push_back(
          StrCat("%", Shortened(of[i]->instruction->name()), " (channel_id=", of[i]->channel, ")"));
    }
    return StrCat(StrJoin(texts, ", "), of.size() > kShown ? " ..." : "");
  };
  return InvalidArgument(kCommC9)
      .Op(GetOpDef(end.instruction->opcode()).name)
      .Say(StrCat("it is ambiguous which of ", names(halves.recvs), " receives from ",
                  names(halves.sends)))
      .Detail(as_many ? "they name the same pairs, and are of several computations"
                      : "they name the same pairs, and are not as many of either")
      .Help("give a send and its recv the same `channel_id`"_msg);
}

Span<const Rule> ChannelRules() { return kChannelTableRules; }

StatusOr<ChannelTable> ChannelTable::Create(const HloModule& module, const DeviceGrid& grid) {
  HLOOM_ASSIGN_OR_RETURN(const std::vector<End> ends, EndsOf(module, grid));
  ChannelTable table;
  HLOOM_RETURN_IF_ERROR(table.JoinByChannel(ends));
  HLOOM_RETURN_IF_ERROR(table.JoinByPairs(ends));
  return table;
}

int64_t ChannelTable::NumberOf(const HloInstruction& instruction) const {
  const auto& attributes = instruction.attributes<ChannelAttributes>();
  if (attributes.is_host_transfer) return -1;
  const auto is_end = [](const HloInstruction& end) {
    const Transfers* transfer = GetOpEval(end.opcode()).As<Transfers>();
    return transfer != nullptr &&
           (transfer->part == Transfers::kSend || transfer->part == Transfers::kRecv);
  };
  // A -done belongs to the channel of its -start; if a loop passes the context, to its own
  // channel_id.
  const HloInstruction& end = is_end(instruction) ? instruction : *instruction.operand(0);
  if (is_end(end) && lanes_.find(&end) == lanes_.end()) return -1;
  const auto found = numbers_.find(std::max<int64_t>(attributes.channel_id, 0));
  return found == numbers_.end() ? -1 : found->second;
}

}  // namespace hloom
