#include <algorithm>
#include <numeric>
#include <utility>

#include "base/json.h"
#include "base/json_scope.h"
#include "base/json_writer.h"
#include "base/rules.h"
#include "base/str_cat.h"
#include "base/utf8.h"

namespace hloom {
namespace {

bool IsJsonParserDigit(char c) { return c >= '0' && c <= '9'; }

int HexDigit(char c) {
  if (IsJsonParserDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string HexByte(uint8_t byte) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  return StrCat("byte 0x", kDigits[byte >> 4], kDigits[byte & 15]);
}

// True if there are only a few keys, as in most objects, and all of them differ.
bool FewKeysDiffer(const std::vector<std::string>& keys) {
  constexpr size_t kFew = 8;
  if (keys.size() > kFew) return false;
  for (size_t i = 1; i < keys.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (keys[i] == keys[j]) return false;
    }
  }
  return true;
}

}  // namespace

// Open containers are kept on an explicit stack, so that deeply nested text cannot overflow the
// call stack.
class JsonParser {
 public:
  JsonParser(std::string_view text, const JsonOptions& options) : text_(text), options_(options) {}

  StatusOr<Json> Parse();

 private:
  struct Frame {
    Json container;
    size_t start;                     // offset of the bracket
    std::vector<size_t> key_offsets;  // an object's, for duplicate keys
  };

  // Each Read* begins at the first byte of the token it reads and leaves `pos_` behind the token.
  Status ReadScalar(Json* value);
  Status ReadWord(std::string_view word);
  Status ReadNumber(std::string* text);
  Status ReadDigits(std::string_view where);
  Status ReadString(std::string* text);
  Status ReadEscape(std::string* text);
  Status ReadHex4(uint32_t* unit);
  Status ReadKey();
  Status SkipBlanks();
  Status SkipComment();

  Status CountValue();
  Status Open();
  Status Close(Json* value);
  // Attaches a value that has been read, and moves on to the start of the next one, or to the end
  // of the document (`*done`).
  Status Attach(Json value, Json* root, bool* done);
  Status CheckKeysDiffer(const Frame& frame) const;

  bool AtEnd() const { return pos_ >= text_.size(); }
  char Peek() const { return AtEnd() ? '\0' : text_[pos_]; }
  bool Take(char c) {
    if (AtEnd() || text_[pos_] != c) return false;
    ++pos_;
    return true;
  }
  static char Closer(const Frame& frame) { return frame.container.is_object() ? '}' : ']'; }

  std::string Found() const;
  std::string Place(size_t offset) const;
  ErrorBuilder Error(const Rule& rule, size_t offset, std::string headline) const;
  ErrorBuilder Expected(std::string_view what) const {
    return Error(kJsonC1, pos_, StrCat("expected ", what, ", found ", Found()));
  }

  const std::string_view text_;
  const JsonOptions options_;
  size_t pos_ = 0;
  size_t values_ = 0;
  std::vector<Frame> stack_;
};

std::string JsonParser::Place(size_t offset) const {
  size_t line = 1;
  size_t column = 1;
  for (size_t i = 0; i < offset && i < text_.size(); ++i) {
    if (text_[i] == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<uint8_t>(text_[i]) & 0xC0) != 0x80) {
      ++column;  // columns count characters, not bytes
    }
  }
  return StrCat("line ", line, ", column ", column, " (byte ", offset, ") of the JSON text");
}

ErrorBuilder JsonParser::Error(const Rule& rule, size_t offset, std::string headline) const {
  return InvalidArgument(rule).Say(std::move(headline)).At(Place(offset));
}

std::string JsonParser::Found() const {
  if (AtEnd()) return "the end of the text";
  const size_t length = Utf8Length(text_, pos_);
  const auto byte = static_cast<uint8_t>(text_[pos_]);
  if (length == 0 || byte < 0x20 || byte == 0x7F) return HexByte(byte);
  return StrCat("'", text_.substr(pos_, length), "'");
}

Status JsonParser::SkipBlanks() {
  while (!AtEnd()) {
    const char c = text_[pos_];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++pos_;
    } else if (c == '/') {
      HLOOM_RETURN_IF_ERROR(SkipComment());
    } else {
      break;
    }
  }
  return OkStatus();
}

Status JsonParser::SkipComment() {
  const size_t start = pos_;
  const std::string_view rest = text_.substr(pos_);
  const bool line = rest.substr(0, 2) == "//";
  if (!line && rest.substr(0, 2) != "/*") return Expected("a JSON token");
  if (!options_.allow_comments) {
    return Error(kJsonC1, start, "comments are not allowed in JSON");
  }
  const size_t end = line ? text_.find('\n', pos_) : text_.find("*/", pos_ + 2);
  if (!line && end == std::string_view::npos) {
    return Error(kJsonC1, start, "the comment that begins here is not closed by */");
  }
  const size_t comment_end = line ? std::min(end, text_.size()) : end + 2;
  pos_ = comment_end;
  return OkStatus();
}

Status JsonParser::ReadWord(std::string_view word) {
  if (text_.substr(pos_, word.size()) != word) return Expected("a JSON value");
  pos_ += word.size();
  return OkStatus();
}

Status JsonParser::ReadDigits(std::string_view where) {
  if (!IsJsonParserDigit(Peek())) return Expected(StrCat("a digit ", where));
  while (IsJsonParserDigit(Peek())) ++pos_;
  return OkStatus();
}

Status JsonParser::ReadNumber(std::string* text) {
  const size_t start = pos_;
  Take('-');
  if (Take('0')) {
    if (IsJsonParserDigit(Peek())) {
      return Error(kJsonC1, start, "a number may not begin with a needless 0");
    }
  } else {
    HLOOM_RETURN_IF_ERROR(ReadDigits("after '-'"));
  }
  if (Take('.')) HLOOM_RETURN_IF_ERROR(ReadDigits("after the decimal point"));
  if (Take('e') || Take('E')) {
    if (!Take('+')) Take('-');
    HLOOM_RETURN_IF_ERROR(ReadDigits("in the exponent"));
  }
  *text = text_.substr(start, pos_ - start);
  return OkStatus();
}

Status JsonParser::ReadHex4(uint32_t* unit) {
  *unit = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = HexDigit(Peek());
    if (digit < 0) return Expected("four hexadecimal digits after \\u");
    *unit = *unit << 4 | static_cast<uint32_t>(digit);
    ++pos_;
  }
  return OkStatus();
}

Status JsonParser::ReadEscape(std::string* text) {
  static constexpr std::string_view kNames = "\"\\/bfnrt";
  static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const size_t start = pos_;
  ++pos_;  // the backslash
  if (!AtEnd()) {
    const size_t simple = kNames.find(Peek());
    if (simple != std::string_view::npos) {
      text->push_back(kMeanings[simple]);
      ++pos_;
      return OkStatus();
    }
  }
  if (!Take('u')) return Expected("one of \" \\ / b f n r t u after a backslash");
  uint32_t unit;
  HLOOM_RETURN_IF_ERROR(ReadHex4(&unit));
  if (unit >= 0xDC00 && unit < 0xE000) {
    return Error(kJsonC2, start, "a low surrogate without a high one before it");
  }
  if (unit >= 0xD800 && unit < 0xDC00) {
    uint32_t low = 0;
    if (text_.substr(pos_, 2) == "\\u") {
      pos_ += 2;
      HLOOM_RETURN_IF_ERROR(ReadHex4(&low));
    }
    if (low < 0xDC00 || low >= 0xE000) {
      return Error(kJsonC2, start, "a high surrogate without a low one behind it");
    }
    unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
  }
  AppendUtf8(*text, unit);
  return OkStatus();
}

Status JsonParser::ReadString(std::string* text) {
  const size_t start = pos_;
  ++pos_;  // the quote
  text->clear();
  for (;;) {
    const size_t run = pos_;
    while (!AtEnd()) {
      const auto byte = static_cast<uint8_t>(text_[pos_]);
      if (byte < 0x20 || byte == '"' || byte == '\\') break;
      if (byte < 0x80) {
        ++pos_;
        continue;
      }
      const size_t length = Utf8Length(text_, pos_);
      if (length == 0) {
        return Error(kJsonC2, pos_, StrCat(HexByte(byte), " is not well-formed UTF-8 here"));
      }
      pos_ += length;
    }
    text->append(text_.substr(run, pos_ - run));
    if (AtEnd()) return Error(kJsonC1, start, "the string that begins here is not closed");
    if (Take('"')) return OkStatus();
    if (Peek() != '\\') {
      return Error(kJsonC1, pos_, StrCat(Found(), " must be escaped in a string"))
          .Help("a line break is written \\n, a tab \\t");
    }
    HLOOM_RETURN_IF_ERROR(ReadEscape(text));
  }
}

Status JsonParser::ReadScalar(Json* value) {
  const char c = Peek();
  if (c == '"') {
    value->type_ = Json::Type::kString;
    return ReadString(&value->text_);
  }
  if (c == '-' || IsJsonParserDigit(c)) {
    value->type_ = Json::Type::kNumber;
    return ReadNumber(&value->text_);
  }
  if (c == 't' || c == 'f') {
    value->type_ = Json::Type::kBool;
    value->bool_ = c == 't';
    return ReadWord(c == 't' ? "true" : "false");
  }
  if (c == 'n') return ReadWord("null");
  if (text_.substr(pos_, 3) == "\xEF\xBB\xBF") {
    return Expected("a JSON value").Help("save the text as UTF-8 without a byte order mark");
  }
  return Expected("a JSON value");
}

// Reads `"key" :` of the innermost object.
Status JsonParser::ReadKey() {
  if (Peek() != '"') return Expected("a key in double quotes");
  Frame& frame = stack_.back();
  frame.key_offsets.push_back(pos_);
  std::string key;
  HLOOM_RETURN_IF_ERROR(ReadString(&key));
  frame.container.scope_->keys.push_back(std::move(key));
  HLOOM_RETURN_IF_ERROR(SkipBlanks());
  if (!Take(':')) return Expected("':' after the key");
  return OkStatus();
}

Status JsonParser::CountValue() {
  if (++values_ <= options_.max_values) return OkStatus();
  return ResourceExhausted(kJsonC8)
      .Say(StrCat("the JSON text holds more than ", options_.max_values, " values"))
      .Help("pass bulk data as bytes in a buffer")
      .At(Place(pos_));
}

Status JsonParser::Open() {
  if (stack_.size() == kMaxJsonDepth) {
    return Error(kJsonC4, pos_,
                 StrCat("arrays and objects nest more than ", kMaxJsonDepth, " deep"));
  }
  Frame frame;
  frame.start = pos_;
  const bool is_object = text_[pos_++] == '{';
  frame.container.type_ = is_object ? Json::Type::kObject : Json::Type::kArray;
  frame.container.scope_ = std::make_shared<Json::Scope>();
  Json::Scope& scope = *frame.container.scope_;
  scope.is_object = is_object;
  if (!stack_.empty()) {
    const Json& parent = stack_.back().container;
    scope.parent = parent.scope_;
    scope.index = parent.items_.size();
  }
  stack_.push_back(std::move(frame));
  return OkStatus();
}

Status JsonParser::CheckKeysDiffer(const Frame& frame) const {
  const std::vector<std::string>& keys = frame.container.scope_->keys;
  if (FewKeysDiffer(keys)) return OkStatus();
  std::vector<size_t> order(keys.size());
  std::iota(order.begin(), order.end(), size_t{0});
  // Sorting bounds the cost for any keys; hashing would invite chosen collisions.
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const int order_of_keys = keys[a].compare(keys[b]);
    return order_of_keys != 0 ? order_of_keys < 0 : a < b;
  });
  for (size_t i = 1; i < order.size(); ++i) {
    if (keys[order[i]] != keys[order[i - 1]]) continue;
    return Error(kJsonC3, frame.key_offsets[order[i]],
                 StrCat("the key ", JsonQuote(Utf8Prefix(keys[order[i]], 40)),
                        " occurs twice in one object"))
        .Detail(StrCat("first at ", Place(frame.key_offsets[order[i - 1]])));
  }
  return OkStatus();
}

Status JsonParser::Close(Json* value) {
  HLOOM_RETURN_IF_ERROR(CheckKeysDiffer(stack_.back()));
  *value = std::move(stack_.back().container);
  stack_.pop_back();
  return OkStatus();
}

Status JsonParser::Attach(Json value, Json* root, bool* done) {
  for (;;) {
    HLOOM_RETURN_IF_ERROR(SkipBlanks());
    if (stack_.empty()) {
      if (!AtEnd()) return Expected("the end of the text after the value");
      *root = std::move(value);
      *done = true;
      return OkStatus();
    }
    Frame& frame = stack_.back();
    const bool is_object = frame.container.is_object();
    if (!value.is_array() && !value.is_object()) {
      value.scope_ = frame.container.scope_;
      value.index_ = frame.container.items_.size();
    }
    frame.container.items_.push_back(std::move(value));
    const size_t comma = pos_;
    const bool more = Take(',');
    if (more) HLOOM_RETURN_IF_ERROR(SkipBlanks());
    if (!Take(Closer(frame))) {
      if (more) return is_object ? ReadKey() : OkStatus();
      if (AtEnd()) {
        return Error(
            kJsonC1, frame.start,
            StrCat("the ", is_object ? "object" : "array", " that begins here is not closed"));
      }
      return Expected(is_object ? "',' or '}' after a member" : "',' or ']' after an element");
    }
    if (more && !options_.allow_trailing_commas) {
      return Error(kJsonC1, comma, "a trailing comma is not allowed in JSON");
    }
    HLOOM_RETURN_IF_ERROR(Close(&value));
  }
}

StatusOr<Json> JsonParser::Parse() {
  Json root;
  for (bool done = false; !done;) {
    HLOOM_RETURN_IF_ERROR(SkipBlanks());
    HLOOM_RETURN_IF_ERROR(CountValue());
    Json value;
    if (Peek() == '{' || Peek() == '[') {
      HLOOM_RETURN_IF_ERROR(Open());
      HLOOM_RETURN_IF_ERROR(SkipBlanks());
      if (!Take(Closer(stack_.back()))) {
        if (stack_.back().container.is_object()) HLOOM_RETURN_IF_ERROR(ReadKey());
        continue;
      }
      HLOOM_RETURN_IF_ERROR(Close(&value));
    } else {
      HLOOM_RETURN_IF_ERROR(ReadScalar(&value));
    }
    HLOOM_RETURN_IF_ERROR(Attach(std::move(value), &root, &done));
  }
  return root;
}

StatusOr<Json> ParseJson(std::string_view text, const JsonOptions& options) {
  return JsonParser(text, options).Parse();
}

}  // namespace hloom
