#include "text/extras/sharding_text.h"

#include "base/str_cat.h"
#include "hlo/devices/mesh_text.h"
#include "text/extras/metadata_text.h"
#include "text/hlo/text_values.h"
#include "text/rules.h"

namespace hloom::hlo_text {

namespace {

using Type = HloSharding::Type;

// The types that are a single word.
struct TypeWord {
  std::string_view word;
  Type type;
};
constexpr TypeWord kTypeWords[] = {
    {"replicated", Type::kReplicated}, {"maximal", Type::kMaximal},     {"manual", Type::kManual},
    {"unknown", Type::kUnknown},       {"unreduced", Type::kUnreduced},
};
constexpr size_t kTypeCount = sizeof(kTypeWords) / sizeof(kTypeWords[0]);

// The other parts in the braces.
enum Word : size_t {
  kDevice,
  kShardingTextDevices,
  kReplicateLast,
  kLastDims,
  kShardAs,
  kShardingTextShardLike,
  kOrigin
};
constexpr std::string_view kWords[] = {"device",         "devices",  "last_tile_dim_replicate",
                                       "last_tile_dims", "shard_as", "shard_like",
                                       "metadata"};
constexpr size_t kWordCount = sizeof(kWords) / sizeof(kWords[0]);

std::string_view WordOf(Type type) {
  for (const TypeWord& row : kTypeWords) {
    if (row.type == type) return row.word;
  }
  return "other";
}

void AppendTiles(std::string& out, const HloSharding& sharding) {
  StrAppend(out, "devices=[", StrJoin(sharding.tile_dims, ","), "]");
  if (!sharding.devices.reshape_dims.empty()) {
    out.append("<=");
    AppendIota(out, sharding.devices);
  } else {
    out.append(StrJoin(sharding.devices.ids, ","));
  }
  if (sharding.replicate_on_last_tile_dim) out.append(" last_tile_dim_replicate");
  if (sharding.last_tile_dims.empty()) return;
  const char* separator = " last_tile_dims={";
  for (const Type type : sharding.last_tile_dims) {
    StrAppend(out, separator, WordOf(type));
    separator = ", ";
  }
  out.push_back('}');
}

void AppendOne(std::string& out, const HloSharding& sharding) {
  out.push_back('{');
  if (sharding.named) {
    AppendNamedSharding(out, *sharding.named);
    out.push_back('}');
    return;
  }
  if (sharding.type == Type::kOther) {
    AppendTiles(out, sharding);
  } else {
    out.append(WordOf(sharding.type));
    if (sharding.type == Type::kMaximal)
      StrAppend(out, " device=", StrJoin(sharding.devices.ids, ","));
  }
  if (sharding.shard_group) {
    StrAppend(out, sharding.shard_group->like ? " shard_like " : " shard_as ",
              sharding.shard_group->id);
  }
  if (!sharding.metadata.empty()) {
    out.append(" metadata=");
    if (sharding.metadata.size() == 1) {
      AppendMetadata(out, sharding.metadata[0]);
    } else {
      AppendMetadataList(out, sharding.metadata);
    }
  }
  out.push_back('}');
}

Status ReadInts(TextReader& in, char open, char close, std::string_view what,
                std::vector<int64_t>& values) {
  return in.List(open, close, what, [&]() -> Status {
    HLOOM_ASSIGN_OR_RETURN(const int64_t value, in.Int64());
    values.push_back(value);
    return OkStatus();
  });
}

// [2,2]0,1,2,3 or [2,2]<=[4]
Status ReadTiles(TextReader& in, HloSharding& sharding) {
  HLOOM_RETURN_IF_ERROR(
      ReadInts(in, '[', ']', "the counts of tiles in each dimension", sharding.tile_dims));
  if (in.Accept("<=")) return ReadIota(in, sharding.devices);
  do {
    HLOOM_ASSIGN_OR_RETURN(const int64_t device, in.Int64());
    sharding.devices.ids.push_back(device);
  } while (in.Accept(','));
  return OkStatus();
}

Status ReadLastTileDims(TextReader& in, std::vector<Type>& types) {
  constexpr std::string_view kMeanings[] = {"replicated", "manual", "unreduced", "maximal"};
  constexpr Type kTypes[] = {Type::kReplicated, Type::kManual, Type::kUnreduced, Type::kMaximal};
  return in.List('{', '}', "the meanings of the last dimensions", [&]() -> Status {
    HLOOM_ASSIGN_OR_RETURN(const size_t i, in.OneOf(kMeanings, "the meaning of a dimension"));
    types.push_back(kTypes[i]);
    return OkStatus();
  });
}

// Reads the parts between the braces of one sharding, in any order.
class ShardingReader {
 public:
  ShardingReader(TextReader& in, HloSharding& sharding) : in_(in), sharding_(sharding) {}

  Status Read() {
    const size_t begin = in_.position();
    std::string_view words[kTypeCount + kWordCount];
    for (size_t i = 0; i < kTypeCount; ++i) words[i] = kTypeWords[i].word;
    for (size_t i = 0; i < kWordCount; ++i) words[kTypeCount + i] = kWords[i];
    while (!in_.Accept('}')) {
      const size_t at = in_.position();
      HLOOM_ASSIGN_OR_RETURN(const size_t i, in_.OneOf(words, "a part of the sharding, or '}'"));
      if (i < kTypeCount) {
        if (has_type_) return Contradiction(at);
        has_type_ = true;
        sharding_.type = kTypeWords[i].type;
      } else {
        HLOOM_RETURN_IF_ERROR(ReadPart(static_cast<Word>(i - kTypeCount), at));
      }
    }
    return Finish(begin);
  }

 private:
  Status ReadPart(Word word, size_t at) {
    switch (word) {
      case kDevice:
      case kShardingTextDevices:
        return ReadDevices(word, at);
      case kReplicateLast:
        sharding_.replicate_on_last_tile_dim = true;
        return OkStatus();
      case kLastDims:
        HLOOM_RETURN_IF_ERROR(in_.Expect('=', "before the meanings of the last dimensions"));
        return ReadLastTileDims(in_, sharding_.last_tile_dims);
      case kShardAs:
      case kShardingTextShardLike: {
        HLOOM_ASSIGN_OR_RETURN(const int64_t id, in_.Int64());
        sharding_.shard_group = HloSharding::ShardGroup{id, word == kShardingTextShardLike};
        return OkStatus();
      }
      case kOrigin:
        HLOOM_RETURN_IF_ERROR(in_.Expect('=', "before the metadata"));
        return ReadMetadataList(in_, sharding_.metadata);
    }
    return OkStatus();
  }

  Status ReadDevices(Word word, size_t at) {
    if (has_devices_) return Contradiction(at);
    has_devices_ = true;
    has_tiles_ = word == kShardingTextDevices;
    HLOOM_RETURN_IF_ERROR(in_.Expect('=', "before the devices"));
    if (has_tiles_) return ReadTiles(in_, sharding_);
    HLOOM_ASSIGN_OR_RETURN(sharding_.devices.ids.emplace_back(), in_.Int64());
    return OkStatus();
  }

  Status Finish(size_t begin) {
    const bool tiles_only =
        sharding_.replicate_on_last_tile_dim || !sharding_.last_tile_dims.empty();
    const bool both_last =
        sharding_.replicate_on_last_tile_dim && !sharding_.last_tile_dims.empty();
    const bool maximal = has_type_ && sharding_.type == Type::kMaximal;
    const bool complete = has_type_ ? has_devices_ == maximal && !has_tiles_ : has_tiles_;
    if (!complete || both_last || (tiles_only && !has_tiles_)) return Contradiction(begin);
    if (!has_type_) sharding_.type = Type::kOther;
    return OkStatus();
  }

  Status Contradiction(size_t at) const {
    return in_.ErrorAt(at, kTextP15, "the sharding is contradictory or incomplete")
        .Help(
            "write {replicated}, {manual}, {unknown}, {unreduced}, {maximal device=0}, or tiles: "
            "{devices=[2,1]0,1}, {devices=[2,2]<=[4] last_tile_dim_replicate}");
  }

  TextReader& in_;
  HloSharding& sharding_;
  bool has_type_ = false;
  bool has_devices_ = false;
  bool has_tiles_ = false;
};

// Reads a sharding from behind its opening brace on.
Status ReadOne(TextReader& in, HloSharding& sharding) {
  if (!NamedShardingFollows(in)) return ShardingReader(in, sharding).Read();
  sharding.type = Type::kOther;
  HLOOM_RETURN_IF_ERROR(ReadNamedSharding(in, sharding.named.emplace()));
  return in.Expect('}', "after the sharding");
}

}  // namespace

void AppendSharding(std::string& out, const HloSharding& sharding) {
  if (sharding.type != Type::kTuple) return AppendOne(out, sharding);
  out.push_back('{');
  for (size_t i = 0; i < sharding.tuple_elements.size(); ++i) {
    AppendSeparator(out, i, kIndexInterval);
    AppendOne(out, sharding.tuple_elements[i]);
  }
  out.push_back('}');
}

Status ReadSharding(TextReader& in, HloSharding& sharding) {
  const size_t begin = in.position();
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the sharding"));
  if (in.Peek() != '{' && in.Peek() != '}') return ReadOne(in, sharding);
  in.set_position(begin);
  sharding.type = Type::kTuple;
  return in.List('{', '}', "the shardings of a tuple", [&]() -> Status {
    HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the sharding of an array"));
    return ReadOne(in, sharding.tuple_elements.emplace_back());
  });
}

}  // namespace hloom::hlo_text
