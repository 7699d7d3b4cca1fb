// MlirCursor: a position in MLIR text, and the tokens that follow it.
//
// Tokens are views of the text, so that reading one allocates nothing. Errors show the line and a
// caret under the place, like those of HLO text.
#ifndef HLOOM_TEXT_MLIR_MLIR_CURSOR_H_
#define HLOOM_TEXT_MLIR_MLIR_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"
#include "base/text_reader.h"
#include "text/mlir/mlir_text_rules.h"
#include "text/mlir/mlir_tree.h"

namespace hloom::mlir {

// Every method that reads the text first skips blanks and comments, which begin with //.
class MlirCursor {
 public:
  // Reads text[begin, end). Places count from the start of `text`.
  MlirCursor(std::string_view text, size_t begin, size_t end)
      : text_(text), position_(begin), end_(end) {}

  std::string_view text() const { return text_; }
  std::string_view Text(size_t begin, size_t end) const { return text_.substr(begin, end - begin); }
  size_t end() const { return end_; }
  // The start of the next token.
  size_t position() { return SkipBlanks(), position_; }
  // The end of the last token.
  size_t last() const { return position_; }
  void set_position(size_t position) { position_ = position; }

  bool AtEnd() { return position() == end_; }
  // The next character, or NUL at the end.
  char Peek() { return AtEnd() ? '\0' : text_[position_]; }
  // The character right behind the last token, or NUL at the end.
  char PeekAdjacent() const { return position_ == end_ ? '\0' : text_[position_]; }
  bool Accept(char c) {
    if (Peek() != c || position_ == end_) return false;
    ++position_;
    return true;
  }
  // Takes a symbol of several characters: "->", "{-#".
  bool Accept(std::string_view symbol);
  // The word at this position, [a-zA-Z_][a-zA-Z0-9_$.]*, or an empty one.
  std::string_view PeekWord();
  std::string_view Word() {
    const std::string_view word = PeekWord();
    position_ += word.size();
    return word;
  }
  bool AcceptWord(std::string_view word) {
    if (PeekWord() != word) return false;
    position_ += word.size();
    return true;
  }
  // The characters right behind a sigil like '%': [a-zA-Z0-9_$.-]*.
  std::string_view Suffix();

  // mlir.p1: the next character is `c`; `where` describes its role, "after the operands".
  Status Expect(char c, std::string_view where);
  Status Expect(std::string_view symbol, std::string_view where);
  Status ExpectWord(std::string_view word, std::string_view where);
  // A decimal or hexadecimal integer with its sign. mlir.p2.
  StatusOr<int64_t> Int64();
  // The contents of a string in quotes, as a view of the text if it has no escapes: any bytes.
  // mlir.p3.
  StatusOr<std::string_view> String(Module& module);
  // Reads a name in quotes, which must be UTF-8: errors show it. mlir.p3.
  StatusOr<std::string_view> QuotedName(Module& module);
  // Takes a string without decoding it.
  StatusOr<std::string_view> RawString();
  // The text up to, but not with, the bracket that closes one that was opened before this place.
  // Takes the bracket too.
  StatusOr<std::string_view> Bracketed(char close);
  // The text up to, but not with, a ',' or a closing bracket outside of brackets.
  StatusOr<std::string_view> Item();

  // ---- errors ----

  // mlir.p1 at the next token: "expected WHAT, found ...".
  ErrorBuilder Expected(std::string_view what);
  ErrorBuilder ErrorAt(size_t place, const Rule& rule, Message headline) const {
    return TextReader(text_).ErrorAt(place, rule, std::move(headline));
  }
  // The same for something that MLIR has and hloom does not read.
  Status UnsupportedAt(size_t place, const Rule& rule, Message headline, Message help) const;
  // "line 4, column 32"
  std::string Place(size_t place) const { return TextReader(text_).Place(place); }
  // Line and column of places that never go back. They count from the start of the text unless
  // set_origin gives another place, with its line and column.
  SourcePosition Advance(size_t place);
  void set_origin(size_t place, SourcePosition origin) {
    counted_ = place;
    line_column_ = origin;
  }

 private:
  void SkipBlanks() {
    while (position_ < end_) {
      const char c = text_[position_];
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        ++position_;
      } else if (c == '/') {
        if (!SkipComment()) return;
      } else {
        return;
      }
    }
  }
  bool SkipComment();
  Status Skip(bool item, char close);
  // The text from `begin` up to `end` without the blanks at its end. mlir.p3.
  StatusOr<std::string_view> Kept(size_t begin, size_t end);
  Status CheckUtf8(size_t place, std::string_view text) const;
  std::string Found(size_t place) const;

  const std::string_view text_;
  size_t position_;
  const size_t end_;
  size_t counted_ = 0;  // the place of `line_column_`
  SourcePosition line_column_ = {1, 1};
};

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_MLIR_CURSOR_H_
