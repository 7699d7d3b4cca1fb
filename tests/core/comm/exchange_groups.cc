#include "comm/exchange_groups.h"

#include <algorithm>

#include "base/str_cat.h"

namespace hloom::testing_support {

namespace {

std::string GroupsText(const std::vector<Sizes>& groups) {
  std::vector<std::string> texts;
  for (const Sizes& group : groups) texts.push_back(StrCat("{", StrJoin(group, ","), "}"));
  return StrCat("{", StrJoin(texts, ","), "}");
}

// The ids in any order, cut after each `size`.
std::vector<Sizes> EvenGroups(Random& random, int64_t ids, int64_t size) {
  const Sizes order = random.Permutation(static_cast<size_t>(ids));
  std::vector<Sizes> groups;
  for (int64_t i = 0; i < ids; i += size) {
    groups.emplace_back(order.begin() + i, order.begin() + i + size);
  }
  return groups;
}

// The ids in any order, cut anywhere; some are left out if they may be.
std::vector<Sizes> AnyGroups(Random& random, int64_t ids, bool all_ids) {
  std::vector<Sizes> groups;
  for (const int64_t id : random.Permutation(static_cast<size_t>(ids))) {
    if (!all_ids && random.OneIn(4)) continue;
    if (groups.empty() || random.OneIn(3)) groups.emplace_back();
    groups.back().push_back(id);
  }
  return groups;
}

// Groups of `size` as an iota, such as [4,2]<=[2,2,2]T(2,0,1): the ids in row-major order of some
// dimensions, these transposed, and read in row-major order again.
std::string SetIota(Random& random, int64_t ids, int64_t size, std::vector<Sizes>& groups) {
  Sizes dimensions;
  for (int64_t left = ids; left > 1 || dimensions.empty();) {
    const int64_t divisor = random.Between(1, left);
    if (left % divisor != 0) continue;
    dimensions.push_back(divisor);
    left /= divisor;
  }
  const Sizes order = random.Permutation(dimensions.size());
  Sizes transposed;
  for (const int64_t d : order) transposed.push_back(dimensions[static_cast<size_t>(d)]);
  for (int64_t i = 0; i < ids; ++i) {
    const Sizes index = IndexAt(transposed, i);
    Sizes original(index.size());
    for (size_t d = 0; d < index.size(); ++d) original[static_cast<size_t>(order[d])] = index[d];
    if (i % size == 0) groups.emplace_back();
    groups.back().push_back(PositionOf(dimensions, original));
  }
  const std::string text =
      StrCat("[", groups.size(), ",", size, "]<=[", StrJoin(dimensions, ","), "]");
  const bool stays = std::is_sorted(order.begin(), order.end()) && random.OneIn(2);
  return stays ? text : StrCat(text, "T(", StrJoin(order, ","), ")");
}

bool MayBeUneven(Exchange kind) {
  return kind == Exchange::kAllReduce || kind == Exchange::kBroadcast;
}

std::string SetReplicaGroups(Random& random, int64_t ids, ExchangeSpec& spec) {
  if (!spec.use_global_device_ids && random.OneIn(3)) {
    return random.OneIn(2) ? "" : ", replica_groups={}";
  }
  if (MayBeUneven(spec.kind) && random.OneIn(2)) {
    spec.replica_groups = AnyGroups(random, ids, spec.kind == Exchange::kAllReduce);
    return StrCat(", replica_groups=", GroupsText(spec.replica_groups));
  }
  int64_t size = 0;
  while (size == 0 || ids % size != 0) size = random.Between(1, ids);
  if (random.OneIn(4)) {
    return StrCat(", replica_groups=", SetIota(random, ids, size, spec.replica_groups));
  }
  spec.replica_groups = EvenGroups(random, ids, size);
  return StrCat(", replica_groups=", GroupsText(spec.replica_groups));
}

// Each id is a source once at most, and a target once at most. A transfer must have a pair.
void SetPairs(Random& random, int64_t ids, ExchangeSpec& spec) {
  const Sizes sources = random.Permutation(static_cast<size_t>(ids));
  const Sizes targets = random.Permutation(static_cast<size_t>(ids));
  const int64_t count = random.Between(spec.kind == Exchange::kTransfer ? 1 : 0, ids);
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    spec.pairs.emplace_back(sources[i], targets[i]);
  }
}

}  // namespace

std::string SetGroups(Random& random, const GridModel& grid, ExchangeSpec& spec) {
  if (spec.kind == Exchange::kTransfer) {
    // With a channel the ids are those of partitions, without one of replicas; but for where there
    // is only one of these.
    spec.has_channel = random.OneIn(2);
    spec.of_partitions = spec.has_channel ? grid.partitions > 1 : grid.replicas == 1;
    SetPairs(random, CountOfIds(IdsOf(spec), grid), spec);
    return "";
  }
  std::string text;
  spec.has_channel = random.OneIn(2);
  // Other numbers than those of transfers; several collectives may have one.
  if (spec.has_channel) StrAppend(text, ", channel_id=", random.Between(1, 3));
  const bool has_global_ids = spec.kind == Exchange::kAllReduce ||
                              spec.kind == Exchange::kAllGather ||
                              spec.kind == Exchange::kReduceScatter;
  spec.use_global_device_ids = spec.has_channel && has_global_ids && random.OneIn(2);
  if (spec.use_global_device_ids) StrAppend(text, ", use_global_device_ids=true");
  const int64_t ids = CountOfIds(IdsOf(spec), grid);
  if (spec.kind != Exchange::kPermute) return text + SetReplicaGroups(random, ids, spec);
  SetPairs(random, ids, spec);
  return StrCat(text, ", source_target_pairs=", PairsText(spec));
}

std::string PairsText(const ExchangeSpec& spec) {
  std::vector<Sizes> pairs;
  for (const auto& [source, target] : spec.pairs) pairs.push_back({source, target});
  return GroupsText(pairs);
}

}  // namespace hloom::testing_support
