#include "hlo/devices/replica_groups.h"

#include <algorithm>

#include "base/hash.h"
#include "base/rules.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "base/wire_util.h"
#include "hlo/devices/mesh_axes_groups.h"
#include "hlo/kinds/js_form.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

// ReplicaGroup, CollectiveDeviceListProto, IotaReplicaGroupListProto and SourceTarget.
enum ReplicaGroupField { kReplicaIds = 1 };
enum DeviceListField { kListGroups = 1, kListIota = 2 };
enum IotaField { kGroups = 1, kGroupSize = 2, kReshapeDims = 3, kTransposePerm = 4 };
enum PairField { kSource = 1, kTarget = 2 };

using Iota = ReplicaGroups::Iota;

// ---- iotas ----

// The fault of an iota, or "".
std::string_view ReplicaGroupsFaultOf(const Iota& iota) {
  if (iota.groups < 1 || iota.group_size < 1) return "it has no groups, or no ids in a group";
  const size_t rank = iota.reshape_dims.size();
  if (rank > 64) return "it has more than 64 dimensions";
  int64_t ids = 1;
  for (const int64_t size : iota.reshape_dims) {
    if (size < 1 || size > ReplicaGroups::kMostIds / ids) return "it has no ids, or too many";
    ids *= size;
  }
  if (iota.groups > ids || iota.group_size > ids || iota.groups * iota.group_size != ids) {
    return "the groups and the dimensions have different numbers of ids";
  }
  std::vector<bool> named(rank, false);
  for (const int64_t d : iota.transpose_perm) {
    if (d < 0 || static_cast<size_t>(d) >= rank || named[static_cast<size_t>(d)]) {
      return "T(...) does not name each dimension once";
    }
    named[static_cast<size_t>(d)] = true;
  }
  return iota.transpose_perm.size() == rank ? "" : "T(...) does not name each dimension once";
}

constexpr std::string_view kIotaHelp =
    "write [groups,ids in each]<=[dimensions]T(their order), such as [4,2]<=[2,4]T(1,0), of at "
    "most 65536 ids";

Status ReadInts(TextReader& in, char open, char close, std::string_view what,
                std::vector<int64_t>* values) {
  return in.List(open, close, what,
                 [&]() -> Status { return Store(in.Int64(), &values->emplace_back()); });
}

Status ParseIota(TextReader& in, Iota& iota) {
  const size_t begin = in.position();
  std::vector<int64_t> tiles;
  HLOOM_RETURN_IF_ERROR(ReadInts(in, '[', ']', "the number of groups and their size", &tiles));
  if (tiles.size() != 2) {
    return in.ErrorAt(begin, kReplicaGroupsP1, "an iota of groups has two numbers here")
        .Help(std::string(kIotaHelp));
  }
  iota.groups = tiles[0];
  iota.group_size = tiles[1];
  if (!in.Accept("<=")) return in.Expected("'<=' and the dimensions of an iota");
  HLOOM_RETURN_IF_ERROR(ReadInts(in, '[', ']', "the dimensions of an iota", &iota.reshape_dims));
  if (iota.reshape_dims.empty()) return in.Expected("the dimensions of an iota");
  if (in.AcceptWord("T")) {
    HLOOM_RETURN_IF_ERROR(
        ReadInts(in, '(', ')', "the order of the dimensions", &iota.transpose_perm));
  } else {
    for (size_t d = 0; d < iota.reshape_dims.size(); ++d) {
      iota.transpose_perm.push_back(static_cast<int64_t>(d));
    }
  }
  const std::string_view fault = ReplicaGroupsFaultOf(iota);
  if (fault.empty()) return OkStatus();
  return in.ErrorAt(begin, kReplicaGroupsP1, std::string(fault)).Help(std::string(kIotaHelp));
}

void PrintIota(const Iota& iota, std::string& out) {
  StrAppend(out, "[", iota.groups, ",", iota.group_size, "]<=[", StrJoin(iota.reshape_dims, ","),
            "]");
  if (std::is_sorted(iota.transpose_perm.begin(), iota.transpose_perm.end())) return;
  StrAppend(out, "T(", StrJoin(iota.transpose_perm, ","), ")");
}

Status ReadIota(const WireReader& field, Iota& iota) {
  HLOOM_RETURN_IF_ERROR(ForEachFieldIn(field, [&iota](const WireReader& message) -> Status {
    switch (message.field()) {
      case kGroups:
        return Store(message.Int64(), &iota.groups);
      case kGroupSize:
        return Store(message.Int64(), &iota.group_size);
      case kReshapeDims:
        return message.AppendInt64s(&iota.reshape_dims);
      case kTransposePerm:
        return message.AppendInt64s(&iota.transpose_perm);
      default:
        return OkStatus();
    }
  }));
  const std::string_view fault = ReplicaGroupsFaultOf(iota);
  if (fault.empty()) return OkStatus();
  return InvalidArgument(kReplicaGroupsP1)
      .Say(StrCat("an iota of replica groups is wrong: ", fault))
      .Help(std::string(kIotaHelp));
}

void WriteIota(const Iota& iota, WireWriter& out) {
  out.BeginMessage(kIotaDeviceListField);
  out.SetInt64(kGroups, iota.groups);
  out.SetInt64(kGroupSize, iota.group_size);
  out.PackInt64s(kReshapeDims, iota.reshape_dims);
  out.PackInt64s(kTransposePerm, iota.transpose_perm);
  out.EndMessage();
}

// ---- replica groups ----

void PrintReplicaGroups(const ReplicaGroups& groups, std::string& out) {
  if (groups.is_iota()) return PrintIota(groups.iota, out);
  if (groups.mesh_axes) return PrintMeshAxes(*groups.mesh_axes, out);
  std::vector<std::string> texts;
  for (const std::vector<int64_t>& group : groups.list) texts.push_back(Braced(group));
  StrAppend(out, "{", StrJoin(texts, ","), "}");
}

Status ParseReplicaGroups(ReplicaGroups& groups, TextReader& in, const Shape*) {
  groups = {};
  if (in.Peek() == '[') return ParseIota(in, groups.iota);
  if (in.PeekName() == "mesh") return ParseMeshAxes(in, groups.mesh_axes.emplace());
  return in.List('{', '}', "the replica groups", [&]() -> Status {
    return ReadInts(in, '{', '}', "the ids of a group", &groups.list.emplace_back());
  });
}

// Elements of both messages' lists of groups.
Status ReadGroup(const WireReader& field, ReplicaGroups& groups) {
  std::vector<int64_t> group;
  HLOOM_RETURN_IF_ERROR(ForEachFieldIn(field, [&group](const WireReader& message) {
    return message.field() == kReplicaIds ? message.AppendInt64s(&group) : OkStatus();
  }));
  // An iota or mesh axes are complete; the list of groups beside them is the same, so it is
  // ignored.
  if (groups.is_list()) groups.list.push_back(std::move(group));
  return OkStatus();
}

Status ReadAsIota(const WireReader& field, ReplicaGroups& groups) {
  groups = {};
  return ReadIota(field, groups.iota);
}

Status ReadReplicaGroups(ReplicaGroups& groups, const WireReader& field) {
  if (field.field() == kIotaDeviceListField) return ReadAsIota(field, groups);
  if (field.field() == kMeshAxesGroupListField) {
    if (groups.is_iota()) return OkStatus();  // XLA takes the iota if there are both
    groups = {};
    return ReadMeshAxes(field, groups.mesh_axes.emplace());
  }
  if (field.field() != kCollectiveDeviceListField) return ReadGroup(field, groups);
  return ForEachFieldIn(field, [&groups](const WireReader& message) -> Status {
    if (message.field() == kListGroups) return ReadGroup(message, groups);
    return message.field() == kListIota ? ReadAsIota(message, groups) : OkStatus();
  });
}

void WriteReplicaGroups(const ReplicaGroups& groups, int field, WireWriter& out) {
  for (const std::vector<int64_t>& group : groups.Expanded()) {
    out.BeginMessage(field);
    out.PackInt64s(kReplicaIds, group);
    out.EndMessage();
  }
  if (groups.is_iota()) WriteIota(groups.iota, out);
  if (groups.mesh_axes) WriteMeshAxes(*groups.mesh_axes, kMeshAxesGroupListField, out);
}

constexpr JsForm kIdsForm = {.type = JsForm::Type::kList,
                             .parts = kJsElement<int64_t>,
                             .meaning = "an array of integers",
                             .example = "an array such as [0, 1]"};
constexpr JsPart kIds[] = {{.form = &kIdsForm}};
constexpr JsForm kReplicaGroupsListForm = {.type = JsForm::Type::kList,
                                           .parts = kIds,
                                           .meaning = "an array of groups of ids",
                                           .example = "an array such as [[0, 1], [2, 3]]"};
constexpr JsForm kTextForm = {.type = JsForm::Type::kText,
                              .meaning = "groups as HLO text has them",
                              .example = "text such as '[2,4]<=[8]'"};
constexpr JsPart kReplicaGroupsParts[] = {{.form = &kReplicaGroupsListForm}, {.form = &kTextForm}};
constexpr JsForm kReplicaGroupsForm = {
    .type = JsForm::Type::kEither,
    .parts = kReplicaGroupsParts,
    .type_name = "ReplicaGroups",
    .doc =
        "The ids of each group of devices that work together: an array of them, "
        "`[[0, 1], [2, 3]]`, or text as in HLO: an iota, `'[2,4]<=[8]'`, or axes of a mesh, "
        "`\"mesh['a'=2,'b'=4] {'b'}\"`.",
    .meaning = "an array of groups of ids",
    .example = "an array such as [[0, 1], [2, 3]], or text such as '[2,2]<=[4]'",
    .default_text = "{}"};

Status ReadJsonReplicaGroups(ReplicaGroups& groups, const JsonInput& in) {
  if (in.json.is_string()) {
    TextReader text(in.json.text());
    const Status read = ParseReplicaGroups(groups, text, nullptr);
    if (read.ok() && text.AtEnd()) return OkStatus();
    return ErrorBuilder(StatusCode::kInvalidArgument, read.ok() ? kTextP1.id : read.rule())
        .Say(MessageCat(ArgumentName(in.name), " is ", QuotedText(Shortened(in.json.text())), ": ",
                        read.ok() ? Message("more than groups") : read.fields().headline))
        .Help(read.fields().help.empty() ? "write [[0, 1], [2, 3]], or text such as '[2,2]<=[4]'"
                                         : read.fields().help);
  }
  HLOOM_RETURN_IF_ERROR(in.json.CheckType(Json::Type::kArray));
  for (const Json& group : in.json.items()) {
    HLOOM_RETURN_IF_ERROR(Store(group.AsInt64List(), &groups.list.emplace_back()));
  }
  return OkStatus();
}

constexpr Codec<ReplicaGroups> kReplicaGroups = {
    .name = "replica_groups",
    .print = PrintReplicaGroups,
    .parse = ParseReplicaGroups,
    .is_default = [](const ReplicaGroups& groups) { return groups.empty(); },
    .hash =
        [](const ReplicaGroups& groups, Hasher& hasher) {
          // Different forms of the same groups may have the same hash.
          for (const std::vector<int64_t>& group : groups.Expanded()) {
            hasher.AddInt64s(group);
          }
        },
    .write = WriteReplicaGroups,
    .read = ReadReplicaGroups,
    .js = &kReplicaGroupsForm,
    .read_json = ReadJsonReplicaGroups,
};

// ---- pairs ----

Status ParsePair(TextReader& in, Int64Pair& pair) {
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before a pair of source and target"));
  HLOOM_ASSIGN_OR_RETURN(pair.first, in.Int64());
  HLOOM_RETURN_IF_ERROR(in.Expect(',', "after the source"));
  HLOOM_ASSIGN_OR_RETURN(pair.second, in.Int64());
  return in.Expect('}', "after the target");
}

// One occurrence is one pair; an id that the wire leaves out is 0.
Status ReadSourceTargetPair(SourceTargetPairs& value, const WireReader& field) {
  Int64Pair pair = {0, 0};
  HLOOM_RETURN_IF_ERROR(ForEachFieldIn(field, [&pair](const WireReader& message) -> Status {
    if (message.field() == kSource) return Store(message.Int64(), &pair.first);
    return message.field() == kTarget ? Store(message.Int64(), &pair.second) : OkStatus();
  }));
  value.pairs.push_back(pair);
  return OkStatus();
}

constexpr std::string_view kPairNames[] = {"source", "target"};
constexpr JsPart kPairParts[] = {kJsPart<int64_t>, kJsPart<int64_t>};
constexpr JsForm kPairForm = {.type = JsForm::Type::kTuple,
                              .parts = kPairParts,
                              .part_names = kPairNames,
                              .least = 2,
                              .type_name = "SourceTargetPair",
                              .doc = "Which device sends, and which receives.",
                              .meaning = "a pair of integers",
                              .example = "a pair such as [0, 1]",
                              .brief = "[source, target]"};
constexpr JsPart kPairPart[] = {{.form = &kPairForm}};
constexpr JsForm kPairsForm = {.type = JsForm::Type::kList,
                               .parts = kPairPart,
                               .meaning = "an array of pairs",
                               .example = "an array such as [[0, 1], [1, 0]]",
                               .default_text = "{}"};

constexpr Codec<SourceTargetPairs> kSourceTargetPairs = {
    .name = "source_target_pairs",
    .print =
        [](const SourceTargetPairs& value, std::string& out) {
          std::vector<std::string> texts;
          for (const auto& [source, target] : value.pairs) {
            texts.push_back(StrCat("{", source, ",", target, "}"));
          }
          StrAppend(out, "{", StrJoin(texts, ","), "}");
        },
    .parse = [](SourceTargetPairs& value, TextReader& in, const Shape*) -> Status {
      value.pairs.clear();
      return in.List('{', '}', "the pairs of source and target",
                     [&] { return ParsePair(in, value.pairs.emplace_back()); });
    },
    .hash = [](const SourceTargetPairs& value, Hasher& hasher) { AddToHash(value.pairs, hasher); },
    .write =
        [](const SourceTargetPairs& value, int field, WireWriter& out) {
          for (const auto& [source, target] : value.pairs) {
            out.BeginMessage(field);
            out.SetInt64(kSource, source);
            out.SetInt64(kTarget, target);
            out.EndMessage();
          }
        },
    .read = ReadSourceTargetPair,
    .js = &kPairsForm,
    .read_json = [](SourceTargetPairs& value, const JsonInput& in) -> Status {
      return AttributeKindOf<std::vector<Int64Pair>>().read_json(&value.pairs, in);
    },
};

}  // namespace

int64_t ReplicaGroups::SizeOfFirstGroup() const {
  if (is_iota()) return iota.group_size;
  const std::vector<std::vector<int64_t>> groups = Expanded();
  return groups.empty() ? 0 : static_cast<int64_t>(groups[0].size());
}

std::vector<std::vector<int64_t>> ReplicaGroups::Expanded() const {
  if (mesh_axes) return GroupsOf(*mesh_axes);
  if (!is_iota()) return list;
  const std::vector<int64_t> ids = TransposedIota(iota.reshape_dims, iota.transpose_perm);
  std::vector<std::vector<int64_t>> groups;
  for (int64_t g = 0; g < iota.groups; ++g) {
    const auto begin = ids.begin() + g * iota.group_size;
    groups.emplace_back(begin, begin + iota.group_size);
  }
  return groups;
}

template <>
const AttributeKind& AttributeKindOf<ReplicaGroups>() {
  return MakeKind<kReplicaGroups>();
}
template <>
const AttributeKind& AttributeKindOf<SourceTargetPairs>() {
  return MakeKind<kSourceTargetPairs>();
}

}  // namespace hloom
