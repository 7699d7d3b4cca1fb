#include "text/graph/channel_links.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "base/str_cat.h"
#include "ops/host/transfer.h"

namespace hloom {

namespace {

// A send or recv that may belong to a link.
struct Candidate {
  ChannelEnd end;
  int64_t channel_id;
  bool has_pairs;
  std::string pairs;
  std::string shape;
};

// Source-target pairs of the channel. Every instruction that states pairs states these.
struct PairsOfChannel {
  std::string pairs;
  std::string shape;
  bool several = false;
};

// Two ends have the same text if they name the same pairs, in any order, with or without blanks. A
// run refuses text that is not a list of pairs.
std::string PairsKey(const std::string& text) {
  std::optional<SendRecvPairs> pairs = ParseSendRecvPairs(text);
  if (!pairs) return text;
  std::sort(pairs->begin(), pairs->end());
  std::string key;
  for (const auto& [source, target] : *pairs) {
    StrAppend(key, key.empty() ? "" : ",", "{", source, ",", target, "}");
  }
  return StrCat("{", key, "}");
}

// Two ends have the same text if their shapes are compatible: types and sizes count, but layouts
// and dynamic dimensions do not.
std::string ShapeKey(const HloInstruction& instruction) {
  std::string text = instruction.shape().tuple_shapes()[0].ToString();
  text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == '<' || c == '='; }),
             text.end());
  return text;
}

std::vector<Candidate> CandidatesOf(const HloModule& module) {
  std::vector<Candidate> candidates;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (instruction->opcode() != HloOpcode::kSend && instruction->opcode() != HloOpcode::kRecv) {
        continue;
      }
      const auto& attributes = instruction->attributes<ChannelAttributes>();
      const std::string* pairs = SendRecvPairsOf(*instruction);
      if (attributes.is_host_transfer || (attributes.channel_id <= 0 && pairs == nullptr)) continue;
      candidates.push_back({{computation.get(), instruction.get()},
                            std::max<int64_t>(attributes.channel_id, 0),
                            pairs != nullptr,
                            pairs == nullptr ? "" : PairsKey(*pairs),
                            ShapeKey(*instruction)});
    }
  }
  return candidates;
}

// Sends without recvs, and recvs without sends, on channels of their own are joined by their pairs:
// the first to the first, and so on, if there are as many sends as recvs.
void JoinByPairs(std::vector<ChannelLink>& links, const std::vector<std::string>& shapes) {
  struct Halves {
    std::vector<size_t> sends, recvs;
  };
  std::map<std::pair<std::string, std::string>, Halves> by_pairs;
  for (size_t i = 0; i < links.size(); ++i) {
    if (links[i].pairs.empty() || links[i].sends.empty() == links[i].recvs.empty()) continue;
    Halves& halves = by_pairs[{links[i].pairs, shapes[i]}];
    (links[i].recvs.empty() ? halves.sends : halves.recvs).push_back(i);
  }
  for (const auto& [key, halves] : by_pairs) {
    if (halves.sends.size() != halves.recvs.size()) continue;
    for (size_t i = 0; i < halves.sends.size(); ++i) {
      // The first one keeps its position.
      const size_t kept = std::min(halves.sends[i], halves.recvs[i]);
      const size_t other = std::max(halves.sends[i], halves.recvs[i]);
      if (links[kept].sends.empty()) {
        links[kept].sends.swap(links[other].sends);
      } else {
        links[kept].recvs.swap(links[other].recvs);
      }
    }
  }
}

}  // namespace

std::vector<ChannelLink> ChannelLinksOf(const HloModule& module) {
  const std::vector<Candidate> candidates = CandidatesOf(module);
  std::unordered_map<int64_t, PairsOfChannel> pairs_of_channels;
  for (const Candidate& candidate : candidates) {
    if (!candidate.has_pairs) continue;
    const auto [place, is_new] = pairs_of_channels.try_emplace(
        candidate.channel_id, PairsOfChannel{candidate.pairs, candidate.shape});
    PairsOfChannel& known = place->second;
    if (known.pairs != candidate.pairs || known.shape != candidate.shape) known.several = true;
  }
  std::vector<ChannelLink> links;
  std::vector<std::string> shapes;
  std::map<std::tuple<int64_t, std::string, std::string>, size_t> numbers;
  for (const Candidate& candidate : candidates) {
    std::string pairs = candidate.pairs;
    // An end without pairs has those of its channel, if there are no others.
    const auto known = pairs_of_channels.find(candidate.channel_id);
    if (!candidate.has_pairs && known != pairs_of_channels.end() && !known->second.several) {
      pairs = known->second.pairs;
    }
    const auto [place, is_new] =
        numbers.try_emplace({candidate.channel_id, pairs, candidate.shape}, links.size());
    if (is_new) {
      links.push_back({candidate.channel_id, pairs, {}, {}});
      shapes.push_back(candidate.shape);
    }
    ChannelLink& link = links[place->second];
    const bool sends = candidate.end.instruction->opcode() == HloOpcode::kSend;
    (sends ? link.sends : link.recvs).push_back(candidate.end);
  }
  JoinByPairs(links, shapes);
  std::erase_if(links,
                [](const ChannelLink& link) { return link.sends.empty() || link.recvs.empty(); });
  return links;
}

}  // namespace hloom
