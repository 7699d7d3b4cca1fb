#include "base/json_writer.h"

#include <cmath>

#include "base/float_text.h"
#include "base/str_cat.h"
#include "base/utf8.h"

namespace hloom {
namespace {

void AppendEscaped(std::string& out, char c) {
  static constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '"':
      out.append("\\\"");
      break;
    case '\\':
      out.append("\\\\");
      break;
    case '\b':
      out.append("\\b");
      break;
    case '\f':
      out.append("\\f");
      break;
    case '\n':
      out.append("\\n");
      break;
    case '\r':
      out.append("\\r");
      break;
    case '\t':
      out.append("\\t");
      break;
    default:
      StrAppend(out, "\\u00", kHex[c >> 4 & 15], kHex[c & 15]);
  }
}

// The number of leading characters that are ASCII and need no escape in a JSON string.
size_t PlainPrefix(std::string_view text) {
  size_t i = 0;
  for (; i < text.size(); ++i) {
    const auto byte = static_cast<uint8_t>(text[i]);
    if (byte < 0x20 || byte >= 0x80 || byte == '"' || byte == '\\') break;
  }
  return i;
}

void AppendQuoted(std::string& out, std::string_view text) {
  out.push_back('"');
  for (size_t i = 0; i < text.size();) {
    const size_t plain = PlainPrefix(text.substr(i));
    out.append(text.substr(i, plain));
    i += plain;
    if (i == text.size()) break;
    const char c = text[i];
    if (static_cast<uint8_t>(c) < 0x80) {
      AppendEscaped(out, c);
      ++i;
    } else if (const size_t length = Utf8Length(text, i); length > 0) {
      out.append(text.substr(i, length));
      i += length;
    } else {
      AppendUtf8(out, 0xFFFD);
      ++i;
    }
  }
  out.push_back('"');
}

}  // namespace

std::string JsonQuote(std::string_view text) {
  std::string out;
  AppendQuoted(out, text);
  return out;
}

// One bit is enough to place commas: behind any closed container its parent is not empty any more.
void JsonWriter::Comma() {
  if (!first_) out_.push_back(',');
  first_ = false;
}

JsonWriter& JsonWriter::Begin(char bracket) {
  Comma();
  out_.push_back(bracket);
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::End(char bracket) {
  out_.push_back(bracket);
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view key) {
  Comma();
  AppendQuoted(out_, key);
  out_.push_back(':');
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view value) {
  Comma();
  AppendQuoted(out_, value);
  return *this;
}

JsonWriter& JsonWriter::Int64AsString(int64_t value) {
  Comma();
  StrAppend(out_, '"', value, '"');
  return *this;
}

JsonWriter& JsonWriter::Number(int value) {
  Comma();
  StrAppend(out_, value);
  return *this;
}

JsonWriter& JsonWriter::Double(double value) {
  if (std::isnan(value)) return String("NaN");
  if (std::isinf(value)) return String(value < 0 ? "-Infinity" : "Infinity");
  Comma();
  out_.append(DoubleToString(value));
  return *this;
}

JsonWriter& JsonWriter::Bool(bool value) { return Raw(value ? "true" : "false"); }

JsonWriter& JsonWriter::Null() { return Raw("null"); }

JsonWriter& JsonWriter::Raw(std::string_view json) {
  Comma();
  out_.append(json);
  return *this;
}

JsonWriter& JsonWriter::Int64List(Span<const int64_t> values) {
  BeginArray();
  for (int64_t value : values) Int64AsString(value);
  return EndArray();
}

}  // namespace hloom
