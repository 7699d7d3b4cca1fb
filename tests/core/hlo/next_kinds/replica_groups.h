// A kind that no operation has yet, in the one file that it takes: which replicas work together, in
// text {{0,1},{2,3}}, in bytes XLA's ReplicaGroup, in JavaScript [[0, 1], [2, 3]].
#ifndef HLOOM_TESTS_HLO_NEXT_KINDS_REPLICA_GROUPS_H_
#define HLOOM_TESTS_HLO_NEXT_KINDS_REPLICA_GROUPS_H_

#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "base/str_cat.h"
#include "hlo/kinds/js_form.h"

namespace hloom {

using IdGroups = std::vector<std::vector<int64_t>>;

namespace replica_groups {

// ReplicaGroup of xla_data.proto.
enum ReplicaGroupField { kReplicaIds = 1 };

inline IdGroups& All(void* value) { return *static_cast<IdGroups*>(value); }
inline const IdGroups& All(const void* value) { return *static_cast<const IdGroups*>(value); }

inline void Print(const void* value, std::string& out) {
  std::vector<std::string> groups;
  for (const std::vector<int64_t>& group : All(value)) groups.push_back(Braced(group));
  StrAppend(out, "{", StrJoin(groups, ","), "}");
}

inline Status Parse(void* value, TextReader& in, const Shape* shape) {
  return in.List('{', '}', "the replica groups", [&]() -> Status {
    return AttributeKindOf<std::vector<int64_t>>().parse(&All(value).emplace_back(), in, shape);
  });
}

inline void Write(const void* value, int field, WireWriter& out) {
  for (const std::vector<int64_t>& group : All(value)) {
    out.BeginMessage(field);
    out.PackInt64s(kReplicaIds, group);
    out.EndMessage();
  }
}

// One occurrence is one group.
inline Status Read(void* value, const WireReader& field) {
  HLOOM_ASSIGN_OR_RETURN(WireReader message, field.Message());
  std::vector<int64_t>& group = All(value).emplace_back();
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool more, message.Next());
    if (!more) return OkStatus();
    if (message.field() == kReplicaIds) HLOOM_RETURN_IF_ERROR(message.AppendInt64s(&group));
  }
}

inline constexpr JsForm kForm = {.type = JsForm::Type::kList,
                                 .parts = kJsElement<std::vector<int64_t>>,
                                 .type_name = "IdGroups",
                                 .doc = "The replicas of each group, by their numbers.",
                                 .meaning = "an array of groups of replicas",
                                 .example = "an array such as [[0, 1], [2, 3]]",
                                 .default_text = "{}"};

inline constexpr AttributeKind kKind = {
    .name = "replica_groups",
    .print = Print,
    .parse = Parse,
    .equal = [](const void* a, const void* b) { return All(a) == All(b); },
    .is_default = [](const void* value) { return All(value).empty(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          for (const std::vector<int64_t>& group : All(value)) hasher.AddInt64s(group);
        },
    .write = Write,
    .read = Read,
    .js = &kForm,
    .read_json = ReadJsonList<std::vector<int64_t>>,
};

}  // namespace replica_groups

template <>
inline const AttributeKind& AttributeKindOf<IdGroups>() {
  return replica_groups::kKind;
}

}  // namespace hloom

#endif  // HLOOM_TESTS_HLO_NEXT_KINDS_REPLICA_GROUPS_H_
