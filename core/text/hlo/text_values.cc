#include "text/hlo/text_values.h"

#include <limits>

#include "base/rules.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "hlo/name.h"
#include "text/rules.h"

namespace hloom::hlo_text {

void AppendSeparator(std::string& out, size_t i, size_t interval) {
  if (i == 0) return;
  out.append(", ");
  if (interval != 0 && i % interval == 0) StrAppend(out, "/*index=", i, "*/");
}

// Recursion is bounded by ShapeUtil::kMaxTupleDepth.
void AppendShape(std::string& out, const Shape& shape, bool print_layout) {
  if (!shape.IsTuple()) {
    out.append(shape.ToString(print_layout));
    return;
  }
  out.push_back('(');
  for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
    AppendSeparator(out, i, kIndexInterval);
    AppendShape(out, shape.tuple_shapes()[i], print_layout);
  }
  out.push_back(')');
}

Status CheckName(const TextReader& in, std::string_view name, size_t place, bool percent) {
  const bool legal = IsLegalHloName(name);
  if (legal && (percent || !IsHloKeyword(name))) return OkStatus();
  return in
      .ErrorAt(place, kTextP5, StrCat(name, " cannot be a name: the word means something else"))
      .Help(legal ? StrCat("write %", name, ": after a '%' it is a name")
                  : StrCat("write ", SanitizeHloName(name), ", for instance"));
}

void AppendName(std::string& out, std::string_view name, bool percent) {
  StrAppend(out, percent || IsHloKeyword(name) ? "%" : "", name);
}

StatusOr<std::string> ReadBytesOrJson(TextReader& in) {
  const char c = in.Peek();
  if (c == '"' || c == '\'') return in.ByteString();
  if (c != '{') return in.Expected("a string in quotes, or a JSON object");
  HLOOM_ASSIGN_OR_RETURN(const std::string_view json, in.Braces());
  return std::string(json);
}

StatusOr<std::string> ReadStringOrJson(TextReader& in) {
  const size_t begin = in.position();
  HLOOM_ASSIGN_OR_RETURN(std::string text, ReadBytesOrJson(in));
  HLOOM_RETURN_IF_ERROR(in.CheckUtf8(text, begin));
  return text;
}

namespace {

// Returns whether ReadStringOrJson reads back exactly this text if it is written unchanged.
bool ReadsAsJson(std::string_view text) {
  if (text.empty() || text[0] != '{' || FindInvalidUtf8(text) != std::string_view::npos)
    return false;
  TextReader in(text);
  const StatusOr<std::string_view> json = in.Braces();
  return json.ok() && json->size() == text.size();
}

bool IsName(std::string_view text) {
  TextReader in(text);
  return !text.empty() && in.PeekName().size() == text.size();
}

}  // namespace

void AppendStringOrJson(std::string& out, std::string_view text) {
  if (ReadsAsJson(text)) {
    out.append(text);
  } else {
    out.append(QuotedText(text));
  }
}

Status ReadFrontendAttributes(TextReader& in, FrontendAttributes& attributes) {
  return in.List('{', '}', "the frontend attributes", [&]() -> Status {
    std::string name(in.Name());
    if (name.empty()) {
      if (in.Peek() != '"') return in.Expected("the name of a frontend attribute");
      HLOOM_ASSIGN_OR_RETURN(name, in.String());
    }
    HLOOM_RETURN_IF_ERROR(in.Expect('=', "after the name of a frontend attribute"));
    HLOOM_ASSIGN_OR_RETURN(attributes[std::move(name)], ReadStringOrJson(in));
    return OkStatus();
  });
}

void AppendFrontendAttributes(std::string& out, const FrontendAttributes& attributes) {
  out.push_back('{');
  bool first = true;
  for (const auto& [name, value] : attributes) {
    if (!first) out.push_back(',');
    first = false;
    StrAppend(out, IsName(name) ? name : QuotedText(name), "=");
    AppendStringOrJson(out, value);
  }
  out.push_back('}');
}

StatusOr<ShapeIndex> ReadShapeIndex(TextReader& in) {
  ShapeIndex index;
  HLOOM_RETURN_IF_ERROR(in.List('{', '}', "the numbers of an index", [&]() -> Status {
    HLOOM_ASSIGN_OR_RETURN(const int64_t number, in.Int64());
    index.push_back(number);
    return OkStatus();
  }));
  return index;
}

StatusOr<int32_t> ReadInt32(TextReader& in) {
  const size_t begin = in.position();
  HLOOM_ASSIGN_OR_RETURN(const int64_t number, in.Int64());
  using Limits = std::numeric_limits<int32_t>;
  if (number < Limits::min() || number > Limits::max()) {
    return in.ErrorAt(begin, kTextP2, "the number does not fit into 32 bits")
        .Help(StrCat("the numbers here are from ", Limits::min(), " to ", Limits::max()));
  }
  return static_cast<int32_t>(number);
}

StatusOr<std::vector<bool>> ReadBools(TextReader& in) {
  std::vector<bool> values;
  const auto read = [&]() -> Status {
    HLOOM_ASSIGN_OR_RETURN(const bool value, in.Bool());
    values.push_back(value);
    return OkStatus();
  };
  HLOOM_RETURN_IF_ERROR(in.Peek() == '{' ? in.List('{', '}', "the truth values", read) : read());
  return values;
}

void AppendBools(std::string& out, const std::vector<bool>& values) {
  out.push_back('{');
  for (size_t i = 0; i < values.size(); ++i) {
    // vector<bool>::operator[] does not return a bool in every library.
    StrAppend(out, i > 0 ? "," : "", static_cast<bool>(values[i]));
  }
  out.push_back('}');
}

}  // namespace hloom::hlo_text
