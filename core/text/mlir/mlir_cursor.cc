#include "text/mlir/mlir_cursor.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/str_cat.h"
#include "base/utf8.h"

namespace hloom::mlir {
namespace {

bool IsMlirLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsMlirDigit(char c) { return c >= '0' && c <= '9'; }
bool IsMlirWordPart(char c) { return IsMlirLetter(c) || IsMlirDigit(c) || c == '$' || c == '.'; }
bool IsMlirSuffixPart(char c) { return IsMlirWordPart(c) || c == '-'; }

int MlirHexValue(char c) {
  if (IsMlirDigit(c)) return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// The bracket that closes `open`, or NUL if it opens nothing.
char ClosingBracket(char open) {
  switch (open) {
    case '(':
      return ')';
    case '[':
      return ']';
    case '{':
      return '}';
    case '<':
      return '>';
    default:
      return '\0';
  }
}

}  // namespace

bool MlirCursor::SkipComment() {
  if (position_ + 1 >= end_ || text_[position_ + 1] != '/') return false;
  position_ = std::min(text_.find('\n', position_), end_);
  return true;
}

bool MlirCursor::Accept(std::string_view symbol) {
  const size_t begin = position();
  if (end_ - begin < symbol.size() || text_.substr(begin, symbol.size()) != symbol) return false;
  position_ += symbol.size();
  return true;
}

std::string_view MlirCursor::PeekWord() {
  const size_t begin = position();
  if (begin == end_ || !IsMlirLetter(text_[begin])) return {};
  size_t end = begin + 1;
  while (end < end_ && IsMlirWordPart(text_[end])) ++end;
  return text_.substr(begin, end - begin);
}

std::string_view MlirCursor::Suffix() {
  const size_t begin = position_;
  while (position_ < end_ && IsMlirSuffixPart(text_[position_])) {
    // In "%0->" the minus sign is the arrow's.
    if (text_[position_] == '-' && position_ + 1 < end_ && text_[position_ + 1] == '>') break;
    ++position_;
  }
  return text_.substr(begin, position_ - begin);
}

Status MlirCursor::Expect(char c, std::string_view where) {
  if (Accept(c)) return OkStatus();
  return Expected(StrCat("'", c, "' ", where));
}

Status MlirCursor::Expect(std::string_view symbol, std::string_view where) {
  if (Accept(symbol)) return OkStatus();
  return Expected(StrCat("'", symbol, "' ", where));
}

Status MlirCursor::ExpectWord(std::string_view word, std::string_view where) {
  if (AcceptWord(word)) return OkStatus();
  return Expected(StrCat("'", word, "' ", where));
}

StatusOr<int64_t> MlirCursor::Int64() {
  const size_t begin = position();
  size_t at = begin;
  const bool negative = at < end_ && text_[at] == '-';
  if (negative) ++at;
  const bool hex =
      at + 2 < end_ && text_[at] == '0' && text_[at + 1] == 'x' && MlirHexValue(text_[at + 2]) >= 0;
  if (hex) at += 2;
  const uint64_t base = hex ? 16 : 10;
  // A hexadecimal number may have all 64 bits.
  const uint64_t limit = hex && !negative ? ~uint64_t{0} : (uint64_t{1} << 63) - (negative ? 0 : 1);
  const size_t first = at;
  uint64_t magnitude = 0;
  bool fits = true;
  for (; at < end_; ++at) {
    const int digit = MlirHexValue(text_[at]);
    if (digit < 0 || static_cast<uint64_t>(digit) >= base) break;
    fits = fits && magnitude <= (limit - static_cast<uint64_t>(digit)) / base;
    if (fits) magnitude = magnitude * base + static_cast<uint64_t>(digit);
  }
  if (at == first) return Expected("an integer");
  if (!fits) return ErrorAt(begin, kMlirP2, "the number does not fit into 64 bits");
  position_ = at;
  return static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
}

StatusOr<std::string_view> MlirCursor::RawString() {
  const size_t begin = position();
  if (Peek() != '"') return Expected("a string in quotes");
  const char* const data = text_.data();
  char bits = 0;
  for (size_t at = begin + 1; at < end_; ++at) {
    const char c = data[at];
    bits |= c;
    if (c == '"') {
      position_ = at + 1;
      const std::string_view raw = text_.substr(begin + 1, at - begin - 1);
      if ((bits & 0x80) != 0) HLOOM_RETURN_IF_ERROR(CheckUtf8(begin, raw));
      return raw;
    }
    if (c == '\n') break;
    if (c == '\\') ++at;
  }
  return ErrorAt(begin, kMlirP3, "the string has no end on its line").Help("close it with \"");
}

StatusOr<std::string_view> MlirCursor::String(Module& module) {
  const size_t begin = position();
  HLOOM_ASSIGN_OR_RETURN(const std::string_view raw, RawString());
  if (raw.find('\\') == std::string_view::npos) return raw;
  std::string out;
  out.reserve(raw.size());
  for (size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\') {
      out.push_back(raw[i]);
      continue;
    }
    const char c = raw[++i];  // RawString ends no string behind a backslash
    if (c == '"' || c == '\\') {
      out.push_back(c);
    } else if (c == 'n') {
      out.push_back('\n');
    } else if (c == 't') {
      out.push_back('\t');
    } else if (i + 1 < raw.size() && MlirHexValue(c) >= 0 && MlirHexValue(raw[i + 1]) >= 0) {
      out.push_back(static_cast<char>(MlirHexValue(c) * 16 + MlirHexValue(raw[i + 1])));
      ++i;
    } else {
      return ErrorAt(begin + i, kMlirP3, "the string has an escape that does not exist")
          .Help("write \\n, \\t, \\\", \\\\ or two hexadecimal digits, \\0A");
    }
  }
  return module.Copy(out);
}

StatusOr<std::string_view> MlirCursor::QuotedName(Module& module) {
  const size_t begin = position();
  HLOOM_ASSIGN_OR_RETURN(const std::string_view name, String(module));
  HLOOM_RETURN_IF_ERROR(CheckUtf8(begin, name));
  return name;
}

Status MlirCursor::CheckUtf8(size_t place, std::string_view text) const {
  if (FindInvalidUtf8(text) == std::string_view::npos) return OkStatus();
  return ErrorAt(place, kMlirP3, "the text is not UTF-8")
      .Help("names are in UTF-8; write other bytes in strings in hexadecimal: \\FF");
}

StatusOr<std::string_view> MlirCursor::Kept(size_t begin, size_t end) {
  while (end > begin && (text_[end - 1] == ' ' || text_[end - 1] == '\n')) --end;
  const std::string_view kept = text_.substr(begin, end - begin);
  HLOOM_RETURN_IF_ERROR(CheckUtf8(begin, kept));
  return kept;
}

// With `item`, the end is also a ',' or a closing bracket, which is not taken.
Status MlirCursor::Skip(bool item, char close) {
  const size_t begin = position();
  std::vector<char> open;
  while (position() < end_) {
    const char c = text_[position_];
    if (c == '"') {
      HLOOM_RETURN_IF_ERROR(RawString().status());
      continue;
    }
    if (c == '-' && position_ + 1 < end_ && text_[position_ + 1] == '>') {
      position_ += 2;
      continue;
    }
    if (open.empty() && item && (c == ',' || c == '>' || c == ']' || c == ')' || c == '}')) {
      return OkStatus();
    }
    if (open.empty() && !item && c == close) return OkStatus();
    if (const char closing = ClosingBracket(c); closing != '\0') {
      open.push_back(closing);
    } else if (c == '>' || c == ']' || c == ')' || c == '}') {
      if (open.empty() || open.back() != c) break;
      open.pop_back();
    }
    ++position_;
  }
  const char missing = open.empty() ? close : open.back();
  return Expected(StrCat("'", missing, "'"))
      .Help(StrCat("it closes the text that begins at ", Place(begin)));
}

StatusOr<std::string_view> MlirCursor::Bracketed(char close) {
  const size_t begin = position();
  HLOOM_RETURN_IF_ERROR(Skip(/*item=*/false, close));
  return Kept(begin, position_++);
}

StatusOr<std::string_view> MlirCursor::Item() {
  const size_t begin = position();
  HLOOM_RETURN_IF_ERROR(Skip(/*item=*/true, '>'));
  return Kept(begin, position_);
}

std::string MlirCursor::Found(size_t place) const {
  if (place >= end_) return "the end of the text";
  constexpr std::string_view kSigils = "%@#!^";
  if (kSigils.find(text_[place]) == std::string_view::npos) return TextReader(text_).Found(place);
  constexpr size_t kLongest = 40;
  size_t end = place + 1;
  while (end < end_ && IsMlirSuffixPart(text_[end])) ++end;
  const bool cut = end - place > kLongest;
  if (cut) end = place + kLongest;
  return StrCat("\"", text_.substr(place, end - place), cut ? "...\"" : "\"");
}

ErrorBuilder MlirCursor::Expected(std::string_view what) {
  const size_t at = position();
  return ErrorAt(at, kMlirP1, StrCat("expected ", what, ", found ", Found(at)));
}

Status MlirCursor::UnsupportedAt(size_t place, const Rule& rule, Message headline,
                                 Message help) const {
  const Status error = Unimplemented(rule).Say(std::move(headline)).Help(std::move(help));
  return TextReader(text_).Locate(error, place);
}

SourcePosition MlirCursor::Advance(size_t place) {
  const std::string_view before = text_.substr(0, place);
  size_t end = before.find('\n', counted_);
  for (; end != std::string_view::npos; end = before.find('\n', counted_)) {
    ++line_column_.line;
    line_column_.column = 1;
    counted_ = end + 1;
  }
  for (; counted_ < place; ++counted_) {
    line_column_.column += (text_[counted_] & 0xC0) != 0x80;
  }
  return line_column_;
}

}  // namespace hloom::mlir
