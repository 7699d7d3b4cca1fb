// Groups of devices, in the form of XLA's headers.
#ifndef HLOOM_BUILDER_FUNCTIONS_COLLECTIVES_XLA_GROUPS_H_
#define HLOOM_BUILDER_FUNCTIONS_COLLECTIVES_XLA_GROUPS_H_

#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/span.h"
#include "hlo/devices/replica_groups.h"

namespace hloom {

// The methods of a repeated field of XLA's messages that a vector does not have.
class RepeatedIds : public std::vector<int64_t> {
 public:
  using std::vector<int64_t>::vector;
  RepeatedIds(std::vector<int64_t> ids) : vector(std::move(ids)) {}  // NOLINT: *ids = {0, 1}

  void Add(int64_t id) { push_back(id); }
  template <typename Iterator>
  void Add(Iterator from, Iterator to) {
    insert(end(), from, to);
  }
  int64_t Get(int i) const { return (*this)[static_cast<size_t>(i)]; }
};

// The ids of one group: XLA's message ReplicaGroup, which may also be written {0, 1}.
class ReplicaGroup {
 public:
  ReplicaGroup() = default;
  ReplicaGroup(std::initializer_list<int64_t> ids) : ids_(ids) {}

  const RepeatedIds& replica_ids() const { return ids_; }
  int64_t replica_ids(int i) const { return ids_.Get(i); }
  int replica_ids_size() const { return static_cast<int>(ids_.size()); }
  void add_replica_ids(int64_t id) { ids_.push_back(id); }
  void set_replica_ids(int i, int64_t id) { ids_[static_cast<size_t>(i)] = id; }
  RepeatedIds* mutable_replica_ids() { return &ids_; }
  void clear_replica_ids() { ids_.clear(); }

 private:
  RepeatedIds ids_;
};

// The groups that functions in XLA's form take: any list of ReplicaGroup, or ReplicaGroups.
class XlaReplicaGroups {
 public:
  XlaReplicaGroups() = default;
  XlaReplicaGroups(ReplicaGroups groups) : groups_(std::move(groups)) {}  // NOLINT
  XlaReplicaGroups(std::initializer_list<ReplicaGroup> groups)
      : XlaReplicaGroups(Span<const ReplicaGroup>(groups)) {}
  template <typename List>
  requires std::is_convertible_v<const List&, Span<const ReplicaGroup>> XlaReplicaGroups(
      const List& groups) {  // NOLINT
    for (const ReplicaGroup& group : Span<const ReplicaGroup>(groups)) {
      groups_.list.push_back(group.replica_ids());
    }
  }

  const ReplicaGroups& groups() const { return groups_; }

 private:
  ReplicaGroups groups_;
};

// The source_target_pairs that they take: {{0, 1}, {1, 2}}, or any list of such pairs.
class XlaSourceTargetPairs {
 public:
  XlaSourceTargetPairs() = default;
  XlaSourceTargetPairs(SourceTargetPairs pairs) : pairs_(std::move(pairs)) {}  // NOLINT
  XlaSourceTargetPairs(std::initializer_list<Int64Pair> pairs) : pairs_{{pairs}} {}
  template <typename List>
  requires std::is_convertible_v<const List&, Span<const Int64Pair>> XlaSourceTargetPairs(
      const List& pairs)  // NOLINT
      : pairs_{Span<const Int64Pair>(pairs).ToVector()} {}

  const SourceTargetPairs& pairs() const { return pairs_; }

 private:
  SourceTargetPairs pairs_;
};

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_COLLECTIVES_XLA_GROUPS_H_
