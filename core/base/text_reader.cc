#include "base/text_reader.h"

#include <algorithm>
#include <optional>

#include "base/float_text.h"
#include "base/rules.h"
#include "base/str_cat.h"
#include "base/utf8.h"

namespace hloom {

namespace {

bool IsTextReaderDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsNamePart(char c) { return IsNameStart(c) || IsTextReaderDigit(c) || c == '.' || c == '-'; }

// The number of characters of a line that an error shows, and the most of them before the caret.
constexpr size_t kExcerptWidth = 90;
constexpr size_t kExcerptBefore = 60;

// The end of the character that begins at `offset`; an invalid byte counts as one character.
size_t NextCharacter(std::string_view text, size_t offset) {
  return offset + std::max<size_t>(1, Utf8Length(text, offset));
}

int HexValue(char c) {
  if (IsTextReaderDigit(c)) return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

constexpr std::string_view kEscapes = "abfnrtv\\\"'?";
constexpr std::string_view kEscaped = "\a\b\f\n\r\t\v\\\"'?";

// Decodes one C escape, after the backslash at text[i - 1], and moves `i` to its last character.
// Returns false for an unknown escape.
bool Unescape(std::string_view text, size_t& i, std::string& out) {
  const char c = text[i];
  if (const size_t found = kEscapes.find(c); found != std::string_view::npos) {
    out.push_back(kEscaped[found]);
    return true;
  }
  const bool hex = c == 'x' || c == 'X';
  const int base = hex ? 16 : 8;
  size_t at = hex ? i + 1 : i;
  const size_t end = std::min(text.size(), hex ? text.size() : i + 3);
  int value = 0;
  const size_t first = at;
  for (; at < end; ++at) {
    const int digit = HexValue(text[at]);
    if (digit < 0 || digit >= base) break;
    value = value * base + digit;
    if (value > 255) return false;
  }
  if (at == first) return false;
  out.push_back(static_cast<char>(value));
  i = at - 1;
  return true;
}

}  // namespace

void TextReader::SkipBlanks() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      ++position_;
      continue;
    }
    if (c != '/' || position_ + 1 == text_.size()) return;
    const char next = text_[position_ + 1];
    if (next == '/') {
      position_ = std::min(text_.find_first_of("\r\n", position_), text_.size());
    } else if (next == '*') {
      const size_t end = text_.find("*/", position_ + 2);
      if (end == std::string_view::npos) return;  // the next token's reader reports it
      position_ = end + 2;
    } else {
      return;
    }
  }
}

bool TextReader::Accept(char c) {
  if (position() == text_.size() || text_[position_] != c) return false;
  ++position_;
  return true;
}

bool TextReader::Accept(std::string_view symbol) {
  if (text_.substr(position(), symbol.size()) != symbol) return false;
  position_ += symbol.size();
  return true;
}

std::string_view TextReader::PeekName() {
  const size_t begin = position();
  if (begin == text_.size() || !IsNameStart(text_[begin])) return {};
  size_t end = begin + 1;
  while (end < text_.size() && IsNamePart(text_[end])) ++end;
  return text_.substr(begin, end - begin);
}

std::string_view TextReader::Name() {
  const std::string_view name = PeekName();
  position_ += name.size();
  return name;
}

bool TextReader::AcceptWord(std::string_view word) {
  if (PeekName() != word) return false;
  position_ += word.size();
  return true;
}

Status TextReader::Expect(char c, std::string_view where) {
  if (Accept(c)) return OkStatus();
  return Expected(StrCat("'", c, "' ", where));
}

Status TextReader::ExpectedStart(char open, std::string_view what) {
  return Expected(StrCat("'", open, "' before ", what));
}

Status TextReader::ExpectedEnd(char close, std::string_view what) {
  return Expected(StrCat("',' or '", close, "' after one of ", what));
}

StatusOr<int64_t> TextReader::Int64() {
  const size_t begin = position();
  size_t at = begin;
  const bool negative = at < text_.size() && text_[at] == '-';
  if (negative) ++at;
  const size_t first = at;
  uint64_t magnitude = 0;
  const uint64_t limit = (uint64_t{1} << 63) - (negative ? 0 : 1);
  bool fits = true;
  for (; at < text_.size() && IsTextReaderDigit(text_[at]); ++at) {
    const uint64_t digit = static_cast<uint64_t>(text_[at] - '0');
    fits = fits && magnitude <= (limit - digit) / 10;
    if (fits) magnitude = magnitude * 10 + digit;
  }
  if (at == first) return Expected("an integer");
  if (!fits) {
    return ErrorAt(begin, kTextP2, "the number does not fit into 64 bits")
        .Help("integers are from -9223372036854775808 to 9223372036854775807");
  }
  position_ = at;
  return static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
}

StatusOr<double> TextReader::Double() {
  const size_t begin = position();
  const std::string_view word = While([](char c) {
    return IsTextReaderDigit(c) || std::string_view(".-+eEinfa").find(c) != std::string_view::npos;
  });
  if (const std::optional<double> value = DoubleFromText(word)) return *value;
  position_ = begin;
  return Expected("a number");
}

StatusOr<bool> TextReader::Bool() {
  if (AcceptWord("true")) return true;
  if (AcceptWord("false")) return false;
  return Expected("true or false");
}

StatusOr<std::string> TextReader::String() {
  const size_t begin = position();
  HLOOM_ASSIGN_OR_RETURN(std::string out, ByteString());
  HLOOM_RETURN_IF_ERROR(CheckUtf8(out, begin));
  return out;
}

Status TextReader::CheckUtf8(std::string_view text, size_t position) const {
  if (FindInvalidUtf8(text) == std::string_view::npos) return OkStatus();
  return ErrorAt(position, kTextP3, "the string is not UTF-8")
      .Help("write it in UTF-8: é is é itself, or \\303\\251, not \\351");
}

StatusOr<std::string> TextReader::ByteString() {
  const size_t begin = position();
  const char quote = Peek();
  if (quote != '"' && quote != '\'') return Expected("a string in quotes");
  std::string out;
  for (size_t i = begin + 1; i < text_.size(); ++i) {
    if (text_[i] == quote) {
      position_ = i + 1;
      return out;
    }
    if (text_[i] != '\\') {
      out.push_back(text_[i]);
      continue;
    }
    const size_t escape = i++;
    if (i < text_.size() && !Unescape(text_, i, out)) {
      return ErrorAt(escape, kTextP3, "the string has an escape that does not exist")
          .Help("write \\n, \\t, \\\", \\\\, \\101 (octal) or \\x41");
    }
  }
  return ErrorAt(begin, kTextP3, "the string has no end").Help(StrCat("close it with ", quote));
}

StatusOr<std::string_view> TextReader::Braces() {
  const size_t begin = position();
  if (Peek() != '{') return Expected("'{'");
  int64_t depth = 0;
  for (size_t i = begin; i < text_.size(); ++i) {
    const char c = text_[i];
    if (c == '"') {
      for (++i; i < text_.size() && text_[i] != '"'; ++i) {
        if (text_[i] == '\\') ++i;
      }
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      position_ = i + 1;
      return text_.substr(begin, position_ - begin);
    }
  }
  return ErrorAt(begin, kTextP3, "the brace is never closed")
      .Help("every '{' outside of strings needs its '}'");
}

StatusOr<size_t> TextReader::OneOf(Span<const std::string_view> names, std::string_view what) {
  const std::string_view name = PeekName();
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] != name) continue;
    position_ += name.size();
    return i;
  }
  const std::string_view near = name.size() > 64 ? std::string_view() : NearestWord(name, names);
  return Expected(what).Help(near.empty() ? StrCat("write one of ", StrJoin(names, ", "))
                                          : StrCat("did you mean ", near, "?"));
}

ErrorBuilder TextReader::Expected(std::string_view what) {
  const size_t at = position();
  return ErrorAt(at, kTextP1, StrCat("expected ", what, ", found ", Found(at)));
}

std::string TextReader::Found(size_t position) const {
  if (position >= text_.size()) return "the end of the text";
  const std::string_view rest = text_.substr(position);
  if (rest.substr(0, 2) == "/*") return "a comment that never ends";
  size_t length = 0;
  while (length < rest.size() && IsNamePart(rest[length])) ++length;
  constexpr size_t kLongest = 40;
  if (length > kLongest) return StrCat("\"", rest.substr(0, kLongest), "...\"");
  if (length > 0) return StrCat("\"", rest.substr(0, length), "\"");
  if (rest[0] == '"') return "a string";
  const size_t width = Utf8Length(rest, 0);
  const bool printable = width > 0 && (width > 1 || (rest[0] >= ' ' && rest[0] != '\x7f'));
  if (printable) return StrCat("'", rest.substr(0, width), "'");
  return StrCat("the byte ", int{static_cast<unsigned char>(rest[0])});
}

namespace {

// The line of a place and its number, from 1; '\r' at its end is not part of it.
struct Line {
  int64_t number;
  size_t begin;
  size_t end;
};

Line LineOf(std::string_view text, size_t position) {
  position = std::min(position, text.size());
  const std::string_view before = text.substr(0, position);
  const size_t last = before.rfind('\n');
  Line line;
  line.number = 1 + std::count(before.begin(), before.end(), '\n');
  line.begin = last == std::string_view::npos ? 0 : last + 1;
  line.end = std::min(text.find('\n', position), text.size());
  if (line.end > position && text[line.end - 1] == '\r') --line.end;
  return line;
}

// The number of characters before `position` in its line. Computed when needed, because a line may
// have any length.
size_t CaretOf(std::string_view text, const Line& line, size_t position) {
  size_t caret = 0;
  for (size_t at = line.begin; at < line.end; ++caret) {
    at = std::min(NextCharacter(text, at), line.end);
    if (at > position) break;
  }
  return caret;
}

// The one printable column that an excerpt shows for a character.
std::string_view ColumnOf(std::string_view text, size_t at, size_t next) {
  if (Utf8Length(text, at) == 0) return "?";
  const bool control = static_cast<unsigned char>(text[at]) < ' ' || text[at] == '\x7f';
  return control ? " " : text.substr(at, next - at);
}

}  // namespace

std::string TextReader::Place(size_t position) const {
  const TextPosition place = PositionOf(position);
  return StrCat("line ", place.line, ", column ", place.column);
}

TextPosition TextReader::PositionOf(size_t position) const {
  const Line line = LineOf(text_, position);
  return {line.number, static_cast<int64_t>(CaretOf(text_, line, position)) + 1};
}

void TextReader::AppendExcerpt(size_t position, std::vector<Message>& lines) const {
  const Line line = LineOf(text_, position);
  const size_t caret = CaretOf(text_, line, position);
  const size_t begin = caret > kExcerptBefore ? caret - kExcerptBefore : 0;
  std::string shown(begin > 0 ? "..." : "");
  const size_t margin = shown.size();
  size_t at = line.begin;
  for (size_t column = 0; at < line.end && column < begin + kExcerptWidth; ++column) {
    const size_t next = std::min(NextCharacter(text_, at), line.end);
    if (column >= begin) shown.append(ColumnOf(text_, at, next));
    at = next;
  }
  if (at < line.end) shown.append("...");
  lines.push_back(std::move(shown));
  lines.push_back(StrCat(std::string(margin + caret - begin, ' '), "^"));
}

ErrorBuilder TextReader::ErrorAt(size_t position, const Rule& rule, Message headline) const {
  std::vector<Message> excerpt;
  AppendExcerpt(position, excerpt);
  return InvalidArgument(rule)
      .Say(std::move(headline))
      .Detail(std::move(excerpt[0]))
      .Detail(std::move(excerpt[1]))
      .Position(PositionOf(position))
      .At(Place(position));
}

Status TextReader::Locate(const Status& status, size_t position) const {
  if (status.ok()) return status;
  ErrorFields fields = status.fields();
  std::vector<Message> details;
  AppendExcerpt(position, details);
  details.insert(details.end(), fields.details.begin(), fields.details.end());
  fields.details = std::move(details);
  fields.position = PositionOf(position);
  fields.location =
      fields.location.empty() ? Place(position) : StrCat(Place(position), ", ", fields.location);
  return Status(std::move(fields));
}

std::string QuotedText(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    switch (c) {
      case '\n':
        out.append("\\n");
        break;
      case '\r':
        out.append("\\r");
        break;
      case '\t':
        out.append("\\t");
        break;
      case '"':
      case '\'':
      case '\\':
        out.push_back('\\');
        out.push_back(c);
        break;
      default:
        if (byte >= ' ' && byte < 0x7f) {
          out.push_back(c);
        } else {  // three octal digits, so that the next character is not read as one
          out.push_back('\\');
          for (int shift = 6; shift >= 0; shift -= 3)
            out.push_back(static_cast<char>('0' + ((byte >> shift) & 7)));
        }
    }
  }
  out.push_back('"');
  return out;
}

}  // namespace hloom
