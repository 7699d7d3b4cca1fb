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

// The ids in any order, cut anywhere; some may be missing unless `all_ids`.
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

// An axis of a mesh, or one of the parts that it is cut into.
struct AxisPart {
  std::string text;  // "'x1'" or "'x1':(2)3"
  size_t axis;
  int64_t size;
};

// A mesh of `ids` ids, as text, and all parts of its axes, from major to minor.
std::string RandomMesh(Random& random, int64_t ids, std::vector<AxisPart>& parts) {
  std::vector<std::string> axes;
  const auto divisor_of = [&random](int64_t number) {
    while (true) {
      const int64_t divisor = random.Between(1, number);
      if (number % divisor == 0) return divisor;
    }
  };
  for (int64_t left = ids; left > 1 || axes.empty();) {
    const int64_t size = divisor_of(left);
    left /= size;
    const std::string name = StrCat("'x", axes.size(), "'");
    const int64_t major = random.OneIn(2) ? divisor_of(size) : size;
    if (major == 1 || major == size) {
      parts.push_back({name, axes.size(), size});
    } else {
      parts.push_back({StrCat(name, ":(1)", major), axes.size(), major});
      parts.push_back({StrCat(name, ":(", major, ")", size / major), axes.size(), size / major});
    }
    axes.push_back(StrCat(name, "=", size));
  }
  return StrCat("mesh[", StrJoin(axes, ","), "]");
}

// Groups as axes of a mesh, such as mesh['x0'=2,'x1'=4] {'x1':(2)2,'x0'}: the ids of a group are
// those whose places in the mesh differ only along these axes, the last of them the fastest.
std::string SetMeshAxes(Random& random, int64_t ids, std::vector<Sizes>& groups) {
  std::vector<AxisPart> parts;
  std::string text = RandomMesh(random, ids, parts);
  Sizes devices(static_cast<size_t>(ids));
  for (int64_t i = 0; i < ids; ++i) devices[static_cast<size_t>(i)] = i;
  if (random.OneIn(3)) {
    devices = random.Permutation(devices.size());
    StrAppend(text, ", device_ids=(", StrJoin(devices, ","), ")");
  }
  std::vector<size_t> chosen;
  for (const int64_t part : random.Permutation(parts.size())) {
    const auto next = static_cast<size_t>(part);
    // Two parts of one axis that follow each other would have to be written as one.
    const bool follows = !chosen.empty() && chosen.back() + 1 == next &&
                         parts[chosen.back()].axis == parts[next].axis;
    if (!follows && random.OneIn(2)) chosen.push_back(next);
  }
  Sizes sizes;
  for (const AxisPart& part : parts) sizes.push_back(part.size);
  int64_t group_size = 1;
  std::vector<std::string> names;
  for (const size_t part : chosen) {
    group_size *= sizes[part];
    names.push_back(parts[part].text);
  }
  groups.assign(static_cast<size_t>(ids / group_size), Sizes(static_cast<size_t>(group_size)));
  for (int64_t i = 0; i < ids; ++i) {
    const Sizes index = IndexAt(sizes, i);
    int64_t group = 0;
    int64_t member = 0;
    for (size_t part = 0; part < parts.size(); ++part) {
      if (std::find(chosen.begin(), chosen.end(), part) != chosen.end()) continue;
      group = group * sizes[part] + index[part];
    }
    for (const size_t part : chosen) member = member * sizes[part] + index[part];
    groups[static_cast<size_t>(group)][static_cast<size_t>(member)] =
        devices[static_cast<size_t>(i)];
  }
  return StrCat(text, " {", StrJoin(names, ","), "}");
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
  if (random.OneIn(3)) {
    return StrCat(", replica_groups=", SetMeshAxes(random, ids, spec.replica_groups));
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
    // With a channel the ids are partitions, without one replicas; if there is only one of either,
    // they number the others.
    spec.has_channel = random.OneIn(2);
    spec.of_partitions = spec.has_channel ? grid.partitions > 1 : grid.replicas == 1;
    SetPairs(random, CountOfIds(IdsOf(spec), grid), spec);
    return "";
  }
  std::string text;
  spec.has_channel = random.OneIn(2);
  // The numbers differ from those of transfers; several collectives may have the same.
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
