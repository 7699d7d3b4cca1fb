// TextReader: a cursor over the text of a program, for the parsers of HLO text. It hands out views
// of the text, so reading a token allocates nothing; lines and columns are computed only for
// errors.
//
//   INVALID_ARGUMENT [text.p1] expected ',' or ')' after an operand, found "y"
//     ROOT %sum = f32[2]{0} add(%x %y)
//                                  ^
//     at line 4, column 32
#ifndef HLOOM_BASE_TEXT_READER_H_
#define HLOOM_BASE_TEXT_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/span.h"
#include "base/status.h"

namespace hloom {

// Every method that reads the text first skips blanks and comments: /* ... */, and // to the end of
// the line. The text must outlive the reader.
class TextReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  // The start of the next token.
  size_t position() { return SkipBlanks(), position_; }
  void set_position(size_t position) { position_ = position; }

  bool AtEnd() { return position() == text_.size(); }
  // The next character, or NUL at the end.
  char Peek() { return AtEnd() ? '\0' : text_[position_]; }
  bool Accept(char c);
  // Takes a symbol of two characters if it comes next: "->", "<=".
  bool Accept(std::string_view symbol);
  // The name at this position, [a-zA-Z_][a-zA-Z0-9_.-]*, or an empty one; taken if it is `word`.
  bool AcceptWord(std::string_view word);
  std::string_view PeekName();
  std::string_view Name();
  // The characters from here on of which `is_part` is true, possibly none.
  template <typename F>
  std::string_view While(F is_part) {
    const size_t begin = position();
    while (position_ < text_.size() && is_part(text_[position_])) ++position_;
    return text_.substr(begin, position_ - begin);
  }

  // text.p1: the next character is `c`; `where` describes its role, "after an operand".
  Status Expect(char c, std::string_view where);
  // A decimal integer with its sign. text.p2: it fits into 64 bits.
  StatusOr<int64_t> Int64();
  // A decimal number, or inf or nan with its sign.
  StatusOr<double> Double();
  StatusOr<bool> Bool();
  // The contents of a string in quotes, single or double, with C's escapes: any bytes. text.p3.
  StatusOr<std::string> ByteString();
  // Reads a string that must be UTF-8 (text.p3). Protobuf strings must be UTF-8, so a text without
  // this rule could not be converted to bytes.
  StatusOr<std::string> String();
  // text.p3: `text`, which begins at a place of the program, is UTF-8.
  Status CheckUtf8(std::string_view text, size_t position) const;
  // Takes the text from an opening brace through its matching closing brace, ignoring braces in
  // quoted strings, as XLA does for a JSON object. text.p3.
  StatusOr<std::string_view> Braces();
  // One of a few names; the answer is its index. text.p1, with the nearest name.
  StatusOr<size_t> OneOf(Span<const std::string_view> names, std::string_view what);

  // `open`, elements with commas between them, `close`. `what` names the elements: "the operands".
  // `element` reads one and returns Status.
  template <typename F>
  Status List(char open, char close, std::string_view what, F element) {
    if (!Accept(open)) return ExpectedStart(open, what);
    if (Accept(close)) return OkStatus();
    do {
      HLOOM_RETURN_IF_ERROR(element());
    } while (Accept(','));
    return Accept(close) ? OkStatus() : ExpectedEnd(close, what);
  }

  // Counts the bytes that the values of a text take beyond the length of the text itself, and
  // returns the sum so far.
  int64_t AddUnwritten(int64_t bytes) { return unwritten_ += bytes; }

  // ---- errors ----

  // text.p1 at the next token: "expected WHAT, found ...".
  ErrorBuilder Expected(std::string_view what);
  // An error at a place of the text: line, column, the line itself with a caret under the place.
  ErrorBuilder ErrorAt(size_t position, const Rule& rule, Message headline) const;
  // Adds the place and the line to an error of a lower layer.
  Status Locate(const Status& status, size_t position) const;
  // "line 4, column 32". Columns count characters, from 1.
  std::string Place(size_t position) const;
  // The token at a place, for an error text: "\"add\"", "the end of the text".
  std::string Found(size_t position) const;

 private:
  void SkipBlanks();
  Status ExpectedStart(char open, std::string_view what);
  Status ExpectedEnd(char close, std::string_view what);
  // The line of a place, shortened if it is long, and a line with the caret.
  void AppendExcerpt(size_t position, std::vector<Message>& lines) const;
  TextPosition PositionOf(size_t position) const;

  std::string_view text_;
  size_t position_ = 0;
  int64_t unwritten_ = 0;
};

// `text` in double quotes, with C's escapes for everything that is not printable ASCII.
// TextReader::ByteString reads it back, and so does String if it is UTF-8.
std::string QuotedText(std::string_view text);

}  // namespace hloom

#endif  // HLOOM_BASE_TEXT_READER_H_
