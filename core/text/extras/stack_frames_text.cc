#include "text/extras/stack_frames_text.h"

#include "base/str_cat.h"
#include "text/hlo/text_values.h"

namespace hloom::hlo_text {

namespace {

// 1 "a.py" ... under a title.
Status ReadStrings(TextReader& in, std::string_view title, std::vector<std::string>& strings) {
  if (!in.AcceptWord(title)) return in.Expected(title);
  while (in.Peek() >= '0' && in.Peek() <= '9') {
    HLOOM_RETURN_IF_ERROR(in.Int64().status());
    HLOOM_ASSIGN_OR_RETURN(std::string string, in.String());
    strings.push_back(std::move(string));
  }
  return OkStatus();
}

template <typename T>
struct NumberField {
  std::string_view name;
  int32_t T::*member;
};

// 1 {file_name_id=1 line=7} ... under a title.
template <typename T, size_t kCount>
Status ReadRecords(TextReader& in, std::string_view title, const NumberField<T> (&fields)[kCount],
                   std::vector<T>& records) {
  if (!in.AcceptWord(title)) return in.Expected(title);
  std::string_view names[kCount];
  for (size_t i = 0; i < kCount; ++i) names[i] = fields[i].name;
  while (in.Peek() >= '0' && in.Peek() <= '9') {
    HLOOM_RETURN_IF_ERROR(in.Int64().status());
    HLOOM_RETURN_IF_ERROR(in.Expect('{', "before a place in the program"));
    T record;
    while (!in.Accept('}')) {
      in.Accept(',');
      HLOOM_ASSIGN_OR_RETURN(const size_t i, in.OneOf(names, "a field of the place, or '}'"));
      HLOOM_RETURN_IF_ERROR(in.Expect('=', "after a field of the place"));
      HLOOM_ASSIGN_OR_RETURN(record.*fields[i].member, ReadInt32(in));
    }
    records.push_back(record);
  }
  return OkStatus();
}

using Location = StackFrameIndex::FileLocation;
using Frame = StackFrameIndex::StackFrame;
constexpr NumberField<Location> kLocationFields[] = {
    {"file_name_id", &Location::file_name_id},
    {"function_name_id", &Location::function_name_id},
    {"line", &Location::line},
    {"end_line", &Location::end_line},
    {"column", &Location::column},
    {"end_column", &Location::end_column},
};
constexpr NumberField<Frame> kFrameFields[] = {
    {"file_location_id", &Frame::file_location_id},
    {"parent_frame_id", &Frame::parent_frame_id},
};

// In XLA's text, parents are one higher than in its bytes, so that no parent, 0, is written as 1.
int32_t Shifted(int32_t id, int32_t by) {
  return static_cast<int32_t>(static_cast<uint32_t>(id) + static_cast<uint32_t>(by));
}

void AppendStrings(std::string& out, std::string_view title,
                   const std::vector<std::string>& strings) {
  StrAppend(out, title, "\n");
  for (size_t i = 0; i < strings.size(); ++i)
    StrAppend(out, i + 1, " ", QuotedText(strings[i]), "\n");
  out.push_back('\n');
}

template <typename T, size_t kCount>
void AppendRecords(std::string& out, std::string_view title, const NumberField<T> (&fields)[kCount],
                   const std::vector<T>& records) {
  StrAppend(out, title, "\n");
  for (size_t i = 0; i < records.size(); ++i) {
    StrAppend(out, i + 1, " {");
    for (size_t f = 0; f < kCount; ++f)
      StrAppend(out, f == 0 ? "" : " ", fields[f].name, "=", records[i].*fields[f].member);
    out.append("}\n");
  }
  out.push_back('\n');
}

}  // namespace

Status ReadStackFrames(TextReader& in, StackFrameIndex& index) {
  if (in.PeekName() != "FileNames") return OkStatus();
  HLOOM_RETURN_IF_ERROR(ReadStrings(in, "FileNames", index.file_names));
  HLOOM_RETURN_IF_ERROR(ReadStrings(in, "FunctionNames", index.function_names));
  HLOOM_RETURN_IF_ERROR(ReadRecords(in, "FileLocations", kLocationFields, index.file_locations));
  HLOOM_RETURN_IF_ERROR(ReadRecords(in, "StackFrames", kFrameFields, index.stack_frames));
  for (Frame& frame : index.stack_frames)
    frame.parent_frame_id = Shifted(frame.parent_frame_id, -1);
  return OkStatus();
}

void AppendStackFrames(std::string& out, const StackFrameIndex& index) {
  if (index == StackFrameIndex()) return;
  AppendStrings(out, "FileNames", index.file_names);
  AppendStrings(out, "FunctionNames", index.function_names);
  AppendRecords(out, "FileLocations", kLocationFields, index.file_locations);
  std::vector<Frame> frames = index.stack_frames;
  for (Frame& frame : frames) frame.parent_frame_id = Shifted(frame.parent_frame_id, 1);
  AppendRecords(out, "StackFrames", kFrameFields, frames);
  out.push_back('\n');
}

}  // namespace hloom::hlo_text
