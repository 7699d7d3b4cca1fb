#include "text/extras/metadata_proto.h"

#include "base/wire_util.h"

namespace hloom::hlo_proto {

namespace {

struct TextField {
  int number;
  std::string OpMetadata::*member;
};
struct MetadataProtoNumberField {
  int number;
  int32_t OpMetadata::*member;
};

constexpr TextField kMetadataTexts[] = {
    {1, &OpMetadata::op_type},          {2, &OpMetadata::op_name},
    {3, &OpMetadata::source_file},      {12, &OpMetadata::deduplicated_name},
    {16, &OpMetadata::scheduling_name},
};
constexpr MetadataProtoNumberField kMetadataNumbers[] = {
    {4, &OpMetadata::source_line},        {15, &OpMetadata::stack_frame_id},
    {17, &OpMetadata::source_end_line},   {18, &OpMetadata::source_column},
    {19, &OpMetadata::source_end_column},
};
constexpr int kProfileType = 5;
constexpr int kLastMetadataField = 19;

}  // namespace

void WriteMetadata(const OpMetadata& metadata, int field, WireWriter& out) {
  out.BeginMessage(field);
  for (int number = 1; number <= kLastMetadataField; ++number) {
    for (const auto& row : kMetadataTexts) {
      if (row.number == number) out.SetString(number, metadata.*row.member);
    }
    for (const auto& row : kMetadataNumbers) {
      if (row.number == number) out.SetInt32(number, metadata.*row.member);
    }
    if (number == kProfileType) out.PackInt64s(number, metadata.profile_type);
  }
  out.EndMessage();
}

Status ReadMetadata(const WireReader& field, OpMetadata& metadata) {
  return ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    for (const auto& row : kMetadataTexts) {
      if (row.number == reader.field()) return Store(reader.String(), &(metadata.*row.member));
    }
    for (const auto& row : kMetadataNumbers) {
      if (row.number == reader.field()) return Store(reader.Int32(), &(metadata.*row.member));
    }
    if (reader.field() == kProfileType) return reader.AppendInt64s(&metadata.profile_type);
    return OkStatus();
  });
}

}  // namespace hloom::hlo_proto
