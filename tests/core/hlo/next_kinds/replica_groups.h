// A kind that no operation has yet, in the one file that it takes: which replicas work together, in
// text {{0,1},{2,3}}, in bytes XLA's ReplicaGroup, in JavaScript [[0, 1], [2, 3]].
#ifndef HLOOM_TESTS_HLO_NEXT_KINDS_REPLICA_GROUPS_H_
#define HLOOM_TESTS_HLO_NEXT_KINDS_REPLICA_GROUPS_H_

#include <cstdint>
#include <vector>

#include "base/str_cat.h"
#include "hlo/kinds/js_form.h"

namespace hloom {

using IdGroups = std::vector<std::vector<int64_t>>;

namespace replica_groups {

// ReplicaGroup of xla_data.proto.
enum ReplicaGroupField { kReplicaIds = 1 };

inline void Print(const IdGroups& all, std::string& out) {
  std::vector<std::string> groups;
  for (const std::vector<int64_t>& group : all) groups.push_back(Braced(group));
  StrAppend(out, "{", StrJoin(groups, ","), "}");
}

inline Status Parse(IdGroups& all, TextReader& in, const Shape* shape) {
  return in.List('{', '}', "the replica groups", [&]() -> Status {
    return AttributeKindOf<std::vector<int64_t>>().parse(&all.emplace_back(), in, shape);
  });
}

inline void Write(const IdGroups& all, int field, WireWriter& out) {
  for (const std::vector<int64_t>& group : all) {
    out.BeginMessage(field);
    out.PackInt64s(kReplicaIds, group);
    out.EndMessage();
  }
}

// One occurrence is one group.
inline Status Read(IdGroups& all, const WireReader& field) {
  HLOOM_ASSIGN_OR_RETURN(WireReader message, field.Message());
  std::vector<int64_t>& group = all.emplace_back();
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

inline constexpr Codec<IdGroups> kCodec = {
    .name = "replica_groups",
    .print = Print,
    .parse = Parse,
    .write = Write,
    .read = Read,
    .js = &kForm,
    .read_json = ReadJsonList<std::vector<int64_t>>,
};

}  // namespace replica_groups

template <>
inline const AttributeKind& AttributeKindOf<IdGroups>() {
  return MakeKind<replica_groups::kCodec>();
}

}  // namespace hloom

#endif  // HLOOM_TESTS_HLO_NEXT_KINDS_REPLICA_GROUPS_H_
