#include "text/extras/metadata_text.h"

#include <cstdint>

#include "base/str_cat.h"
#include "hlo/rules.h"
#include "text/hlo/text_values.h"

namespace hloom::hlo_text {

namespace {

// One of the members is set: how the field is written follows from its type.
struct MetadataField {
  std::string_view name;
  std::string OpMetadata::*text = nullptr;
  int32_t OpMetadata::*number = nullptr;
  std::vector<int64_t> OpMetadata::*list = nullptr;
};

constexpr MetadataField kMetadataFields[] = {
    {.name = "op_type", .text = &OpMetadata::op_type},
    {.name = "op_name", .text = &OpMetadata::op_name},
    {.name = "source_file", .text = &OpMetadata::source_file},
    {.name = "source_line", .number = &OpMetadata::source_line},
    {.name = "source_end_line", .number = &OpMetadata::source_end_line},
    {.name = "source_column", .number = &OpMetadata::source_column},
    {.name = "source_end_column", .number = &OpMetadata::source_end_column},
    {.name = "profile_type", .list = &OpMetadata::profile_type},
    {.name = "deduplicated_name", .text = &OpMetadata::deduplicated_name},
    {.name = "scheduling_name", .text = &OpMetadata::scheduling_name},
    {.name = "stack_frame_id", .number = &OpMetadata::stack_frame_id},
};
constexpr size_t kMetadataFieldCount = sizeof(kMetadataFields) / sizeof(kMetadataFields[0]);

void AppendMetadataField(std::string& out, const MetadataField& field, const OpMetadata& metadata) {
  if (field.text && !(metadata.*field.text).empty())
    StrAppend(out, " ", field.name, "=", QuotedText(metadata.*field.text));
  if (field.number && metadata.*field.number != 0)
    StrAppend(out, " ", field.name, "=", metadata.*field.number);
  if (field.list && !(metadata.*field.list).empty())
    StrAppend(out, " ", field.name, "=", Braced(metadata.*field.list));
}

Status ReadMetadataField(TextReader& in, const MetadataField& field, OpMetadata& metadata) {
  if (field.text) {
    HLOOM_ASSIGN_OR_RETURN(metadata.*field.text, in.String());
  } else if (field.number) {
    HLOOM_ASSIGN_OR_RETURN(metadata.*field.number, ReadInt32(in));
  } else {
    HLOOM_ASSIGN_OR_RETURN(metadata.*field.list, ReadShapeIndex(in));
  }
  return OkStatus();
}

}  // namespace

void AppendMetadata(std::string& out, const OpMetadata& metadata) {
  std::string fields;
  for (const MetadataField& field : kMetadataFields) AppendMetadataField(fields, field, metadata);
  StrAppend(out, "{", std::string_view(fields).substr(fields.empty() ? 0 : 1), "}");
}

Status ReadMetadata(TextReader& in, OpMetadata& metadata) {
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the metadata"));
  std::string_view names[kMetadataFieldCount];
  for (size_t i = 0; i < kMetadataFieldCount; ++i) names[i] = kMetadataFields[i].name;
  uint32_t seen = 0;
  while (!in.Accept('}')) {
    in.Accept(',');
    const size_t at = in.position();
    HLOOM_ASSIGN_OR_RETURN(const size_t i, in.OneOf(names, "a field of the metadata, or '}'"));
    if ((seen & (uint32_t{1} << i)) != 0) {
      return in.ErrorAt(at, kTextP7, StrCat("the field ", names[i], " is given twice"))
          .Help("keep one of them");
    }
    seen |= uint32_t{1} << i;
    HLOOM_RETURN_IF_ERROR(in.Expect('=', "after a field of the metadata"));
    HLOOM_RETURN_IF_ERROR(ReadMetadataField(in, kMetadataFields[i], metadata));
  }
  return OkStatus();
}

void AppendMetadataList(std::string& out, const std::vector<OpMetadata>& list) {
  out.push_back('{');
  for (size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out.append(", ");
    AppendMetadata(out, list[i]);
  }
  out.push_back('}');
}

Status ReadMetadataList(TextReader& in, std::vector<OpMetadata>& list) {
  const size_t begin = in.position();
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the metadata"));
  const bool is_list = in.Peek() == '{';
  in.set_position(begin);
  if (!is_list) return ReadMetadata(in, list.emplace_back());
  return in.List('{', '}', "the metadata", [&] { return ReadMetadata(in, list.emplace_back()); });
}

}  // namespace hloom::hlo_text
