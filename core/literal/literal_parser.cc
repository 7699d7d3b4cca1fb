#include "literal/literal_parser.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/rules.h"
#include "base/str_cat.h"
#include "base/text_reader.h"
#include "base/utf8.h"
#include "literal/literal_util.h"
#include "literal/number_parser.h"
#include "literal/rules.h"
#include "shape/index_util.h"
#include "shape/rules.h"

namespace hloom {

namespace {

// The largest literal, in bytes, that a shorter text may ask for.
constexpr int64_t kLargestStorage = kLargestUnwrittenLiteral;

// The help for {...}, which XLA prints for an array of more than ten elements, unless all are
// requested.
constexpr std::string_view kPrintAll =
    "print the program with all of its constants: as_hlo_text(print_large_constants=True) in "
    "Python, HloPrintOptions::set_print_large_constants(true) in C++, "
    "XLA_FLAGS=--xla_dump_large_constants for dumps; or take its bytes, which leave nothing out; "
    "or read it with elidedConstants: 'zeros' (elided_constants in C++, --elided-constants zeros "
    "of "
    "the command) where values do not matter";

// The end of the comment at `position`; `position` if there is none.
size_t EndOfComment(std::string_view text, size_t position) {
  if (text.substr(position, 2) == "/*") {
    const size_t end = text.find("*/", position + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  if (text.substr(position, 2) != "//") return position;
  return std::min(text.find_first_of("\r\n", position), text.size());
}

class LiteralParser {
 public:
  explicit LiteralParser(std::string_view text) : in_(text) {}
  LiteralParser(std::string_view text, size_t position, const ElidedLiteral* elided = nullptr)
      : in_(text), embedded_(true), elided_(elided) {
    in_.set_position(position);
  }

  StatusOr<Literal> ParseWithShapes();
  StatusOr<Literal> ParseAs(const Shape& shape);
  StatusOr<Literal> ParsePrefixAs(const Shape& shape);
  StatusOr<Literal> ParsePrefixWithShapes() { return ValueWithShape(0); }
  // The end of the literal, or the position of the error.
  size_t position() const { return failed_at_.value_or(end_); }

 private:
  StatusOr<Literal> ValueWithShape(int depth);
  // `shape` is null where every leaf brings its own.
  StatusOr<Literal> Tuple(const Shape* shape, int depth);
  StatusOr<Literal> Value(const Shape& shape, int depth);
  Status SkipShape(const Shape& shape);
  StatusOr<Literal> Array(const Shape& shape);
  // True if elements are left out here and `elided_` can supply them.
  bool AcceptElided();
  // Returns the error in the text from `begin` on, unless its elements are left out.
  Status ExplainElided(size_t begin, const Status& status);
  StatusOr<Literal> Elements(const Shape& shape);
  StatusOr<Literal> WrittenElements(const Shape& shape);
  StatusOr<Shape> LiveShape(const Shape& shape);
  StatusOr<Literal> Splat(const Shape& shape);
  Status Rows(const Shape& shape, Literal& literal);
  Status Element(PrimitiveType type, std::byte* out);
  Status Number(PrimitiveType type, std::byte* out);
  Status End();

  bool Accept(char c) {
    const size_t begin = in_.position();
    if (!in_.Accept(c)) return false;
    end_ = begin + 1;
    return true;
  }
  void GoTo(size_t position) {
    in_.set_position(position);
    end_ = position;
  }
  // Takes the next number or name, up to a blank, a bracket or a comma. PeekWord does not consume
  // it.
  std::string_view Word();
  std::string_view PeekWord();
  bool AcceptToken();
  StatusOr<Shape> ShapePrefix(size_t* length);
  ErrorBuilder Expected(std::string_view what) { return ErrorAt(in_.position(), kLiteralP2, what); }
  ErrorBuilder ErrorAt(size_t position, const Rule& rule, std::string_view what);
  std::string Place(size_t position) const;
  std::string Found(size_t position) const;

  TextReader in_;
  size_t end_ = 0;         // the end of the last token that was taken
  bool embedded_ = false;  // in a longer text, whose reader adds the place to errors
  const ElidedLiteral* elided_ = nullptr;
  std::optional<size_t> failed_at_;
};

std::string_view LiteralParser::Word() {
  return in_.While([](char c) {
    // The characters up to ',' are few, and all others that end a word but '/' are brackets.
    return c > ',' ? c != '/' && c != '{' && c != '}'
                   : c != ' ' && c != ',' && c != '(' && c != ')' && c != '\t' && c != '\r' &&
                         c != '\n';
  });
}

std::string_view LiteralParser::PeekWord() {
  const size_t begin = in_.position();
  const std::string_view word = Word();
  in_.set_position(begin);
  return word;
}

bool LiteralParser::AcceptToken() {
  const size_t begin = in_.position();
  if (PeekWord() != "token") return false;
  GoTo(begin + 5);
  return true;
}

// Reads the shape at this position without taking it.
StatusOr<Shape> LiteralParser::ShapePrefix(size_t* length) {
  return ShapeUtil::ParseShapePrefix(in_.text().substr(in_.position()), length);
}

std::string LiteralParser::Found(size_t position) const {
  if (position >= in_.text().size()) return "the end of the text";
  const std::string_view rest = in_.text().substr(position);
  const size_t line = std::min(rest.find_first_of("\r\n"), rest.size());
  if (line == 0) return "the end of the line";
  return StrCat("\"", Utf8Prefix(rest.substr(0, line), 20), "\"");
}

std::string LiteralParser::Place(size_t position) const {
  if (embedded_) return std::string();
  int64_t line = 1;
  int64_t column = 1;
  for (char c : in_.text().substr(0, position)) {
    column = c == '\n' ? 1 : column + 1;
    line += c == '\n' ? 1 : 0;
  }
  return StrCat("line ", line, ", column ", column, " of the literal: ");
}

ErrorBuilder LiteralParser::ErrorAt(size_t position, const Rule& rule, std::string_view what) {
  failed_at_ = position;
  return InvalidArgument(rule)
      .Say(StrCat(Place(position), "expected ", what, ", found ", Found(position)))
      .Help("write literals like f32[2,2] { { 1, 2 }, { 3, 4 } }, s32[] 7 or (f32[] 1, token)");
}

Status LiteralParser::End() {
  // A comment may end with the text.
  if (in_.AtEnd() || in_.text().substr(in_.position(), 2) == "/*") return OkStatus();
  return Expected("the end of the text");
}

Status LiteralParser::Number(PrimitiveType type, std::byte* out) {
  const size_t begin = in_.position();
  std::string_view word = Word();
  // A NaN may be followed by its payload, nan(0x1).
  if (word.size() <= 4) {
    const std::string_view after = in_.text().substr(begin + word.size());
    if (after.substr(0, 3) == "(0x") {
      const size_t close = after.find_first_not_of("0123456789abcdefABCDEF", 3);
      const bool closed = close != std::string_view::npos && after[close] == ')';
      if (closed) word = in_.text().substr(begin, word.size() + close + 1);
    }
  }
  const NumberVerdict verdict = ParseNumber(type, word, out);
  if (verdict == NumberVerdict::kOk) {
    GoTo(begin + word.size());
    return OkStatus();
  }
  in_.set_position(begin);
  if (verdict == NumberVerdict::kSyntax) return Expected(NumberDescription(type));
  return ErrorAt(begin, kLiteralP3, StrCat("a number that ", PrimitiveTypeText(type), " has"))
      .Help("the number is past the ends of the type, or one that it cannot represent at all");
}

// Complex numbers are (real, imaginary), or only a real number.
Status LiteralParser::Element(PrimitiveType type, std::byte* out) {
  if (!IsComplexType(type)) return Number(type, out);
  const PrimitiveType part = ComplexComponentType(type);
  const size_t width = static_cast<size_t>(ByteWidth(part));
  if (!Accept('(')) {
    std::memset(out + width, 0, width);
    return Number(part, out);
  }
  HLOOM_RETURN_IF_ERROR(Number(part, out));
  if (!Accept(',')) return Expected("',' between the parts of a complex number");
  HLOOM_RETURN_IF_ERROR(Number(part, out + width));
  if (!Accept(')')) return Expected("')' after a complex number");
  return OkStatus();
}

// The braces of an array, without recursion: `depth` of them are open, index[d] elements of the
// d-th are read.
Status LiteralParser::Rows(const Shape& shape, Literal& literal) {
  const size_t rank = static_cast<size_t>(shape.rank());
  const size_t width = static_cast<size_t>(ByteWidth(shape.element_type()));
  const std::vector<int64_t> strides = IndexUtil::Strides(shape);
  const bool empty = ShapeUtil::ElementsIn(shape) == 0;
  std::vector<int64_t> index(rank, 0);
  size_t depth = 0;
  int64_t linear = 0;
  if (!Accept('{')) return Expected("'{'");
  depth = 1;
  // {} is any empty array, with any number of empty rows.
  if (empty && Accept('}')) return OkStatus();
  while (depth > 0) {
    const size_t d = depth - 1;
    if (index[d] == shape.dimensions()[d]) {
      if (!Accept('}')) {
        return Expected(StrCat("'}' after ", Count(index[d], d + 1 == rank ? "element" : "row"),
                               " of dimension ", d));
      }
      linear -= index[d] * strides[d];
      index[d] = 0;
      --depth;
      if (depth == 0) return OkStatus();
      ++index[depth - 1];
      linear += strides[depth - 1];
      continue;
    }
    if (index[d] > 0 && !Accept(',')) {
      return Expected(StrCat("',' and ", Count(shape.dimensions()[d] - index[d], "more element"),
                             " of dimension ", d));
    }
    if (d + 1 < rank) {
      if (!Accept('{')) return Expected("'{'");
      ++depth;
      continue;
    }
    HLOOM_RETURN_IF_ERROR(
        Element(shape.element_type(), literal.mutable_data<std::byte>() + linear * width));
    ++index[d];
    linear += strides[d];
  }
  return OkStatus();
}

// The live sizes behind a dynamic shape, f32[<=4,2](1,2): a size for each dimension. Without them
// the sizes are the bounds.
StatusOr<Shape> LiteralParser::LiveShape(const Shape& shape) {
  const Layout layout(shape.layout().minor_to_major());
  if (shape.is_static() || in_.Peek() != '(')
    return Shape(shape.element_type(), shape.dimensions(), layout);
  std::vector<int64_t> sizes;
  const size_t begin = in_.position();
  while (static_cast<int64_t>(sizes.size()) < shape.rank()) {
    if (!Accept(sizes.empty() ? '(' : ',')) return Expected("',' and the size of a dimension");
    int64_t size = 0;
    HLOOM_RETURN_IF_ERROR(Number(S64, reinterpret_cast<std::byte*>(&size)));
    sizes.push_back(size);
  }
  if (!Accept(')')) return Expected("')' after the live sizes");
  const Shape live(shape.element_type(), sizes, layout);
  if (!ShapeUtil::ValidateShape(live).ok() || !ShapeUtil::Holds(shape, live)) {
    return ErrorAt(begin, kLiteralP2, StrCat("live sizes within those of ", shape.ToString()));
  }
  return live;
}

bool LiteralParser::AcceptElided() {
  if (elided_ == nullptr || in_.Peek() != '{') return false;
  const size_t begin = in_.position();
  const size_t length = ElidedLength(in_.text().substr(begin));
  GoTo(begin + length);
  return length > 0;
}

Status LiteralParser::ExplainElided(size_t begin, const Status& status) {
  if (status.ok() || status.rule() != kLiteralP2.id) return status;
  const std::string_view text = in_.text();
  const size_t failed = failed_at_.value_or(begin);
  const bool stopped_there = text.substr(failed, 3) == "..." || failed == begin;
  if (!stopped_there || ElidedLength(text.substr(begin)) == 0) return status;
  return ErrorAt(begin, kLiteralP2, "elements: the printer of this text left them out")
      .Help(std::string(kPrintAll));
}

// One element for the whole array: s32[3,3] constant(1).
StatusOr<Literal> LiteralParser::Splat(const Shape& shape) {
  const size_t begin = in_.position();
  HLOOM_ASSIGN_OR_RETURN(Literal element,
                         Literal::Create(ShapeUtil::MakeScalarShape(shape.element_type())));
  const Status status = Element(shape.element_type(), element.mutable_data<std::byte>());
  if (!status.ok()) {
    const bool nothing_read = in_.position() == begin && status.rule() == kLiteralP2.id;
    return nothing_read ? Expected("'{', or one value for all elements") : status;
  }
  const int64_t bytes = ShapeUtil::ByteSizeOf(shape);
  Literal literal;
  if (bytes <= kLargestStorage) literal = LiteralUtil::Full(shape, element);
  if (literal.valid()) return literal;
  failed_at_ = begin;
  return ResourceExhausted(kMemoryC2)
      .Say(StrCat("the literal would take ", bytes, " bytes"))
      .Operand(shape)
      .Help(StrCat("a literal that is written as one value takes at most ", kLargestStorage,
                   " bytes; broadcast a scalar, which takes no memory in the program"));
}

// The elements of `shape`, which is static.
StatusOr<Literal> LiteralParser::Elements(const Shape& shape) {
  const size_t begin = in_.position();
  StatusOr<Literal> literal = WrittenElements(shape);
  if (!literal.ok()) return ExplainElided(begin, literal.status());
  return literal;
}

StatusOr<Literal> LiteralParser::WrittenElements(const Shape& shape) {
  if (shape.rank() > 0 && in_.Peek() != '{') return Splat(shape);
  // Checked before any memory is allocated: each element takes at least a character, and all but
  // the last a comma.
  const int64_t left = static_cast<int64_t>(in_.text().size() - in_.position());
  if (ShapeUtil::ElementsIn(shape) > left / 2 + 1) {
    return Expected(StrCat(ShapeUtil::ElementsIn(shape), " elements"));
  }
  HLOOM_ASSIGN_OR_RETURN(Literal literal, Literal::Create(shape));
  if (shape.rank() == 0) {
    HLOOM_RETURN_IF_ERROR(Element(shape.element_type(), literal.mutable_data<std::byte>()));
  } else {
    HLOOM_RETURN_IF_ERROR(Rows(shape, literal));
  }
  return literal;
}

StatusOr<Literal> LiteralParser::Array(const Shape& shape) {
  if (AcceptElided()) return (*elided_)(shape);
  // Padding and bounds can ask for any memory in a few characters.
  const int64_t written = static_cast<int64_t>(in_.text().size()) * 16;
  const bool more_than_written = !shape.is_static() || shape.layout().has_padding();
  if (more_than_written && ShapeUtil::ByteSizeOf(shape) > std::max(kLargestStorage, written)) {
    return ResourceExhausted(kLiteralP4)
        .Say(StrCat("the literal would take ", ShapeUtil::ByteSizeOf(shape),
                    " bytes, with its padding and up to its bounds"))
        .Operand(shape)
        .Help(StrCat("a literal in text takes at most ", kLargestStorage,
                     " bytes: give it a smaller layout, or smaller bounds"));
  }
  if (shape.is_static()) return Elements(shape);
  HLOOM_ASSIGN_OR_RETURN(const Shape live, LiveShape(shape));
  HLOOM_ASSIGN_OR_RETURN(const Literal elements, Elements(live));
  return elements.ToBoundedDynamic(shape);
}

// An element of a tuple whose shape was given may repeat its own, as XLA prints them.
Status LiteralParser::SkipShape(const Shape& shape) {
  if (PeekWord().find('[') == std::string_view::npos) return OkStatus();
  size_t length = 0;
  const StatusOr<Shape> repeated = ShapePrefix(&length);
  if (!repeated.ok() || !ShapeUtil::Compatible(*repeated, shape)) {
    return Expected(StrCat("a value of shape ", shape.ToString()));
  }
  GoTo(in_.position() + length);
  return OkStatus();
}

// Depth is that of the shape, which is valid.
StatusOr<Literal> LiteralParser::Value(const Shape& shape, int depth) {
  if (shape.IsTuple()) return Tuple(&shape, depth);
  if (shape.IsArray()) {
    HLOOM_RETURN_IF_ERROR(SkipShape(shape));
    return Array(shape);
  }
  if (shape.IsToken() && AcceptToken()) return Literal::MakeToken();
  return Expected(shape.IsToken() ? "token" : "a value: an opaque has no text");
}

StatusOr<Literal> LiteralParser::Tuple(const Shape* shape, int depth) {
  if (depth >= ShapeUtil::kMaxTupleDepth) {
    return InvalidArgument(kShapeC4)
        .Say(StrCat("tuples nest more than ", ShapeUtil::kMaxTupleDepth, " deep"))
        .Help("flatten the tuple");
  }
  if (shape != nullptr && AcceptElided()) return (*elided_)(*shape);
  if (!Accept('(')) {
    const size_t begin = in_.position();
    return ExplainElided(begin, Expected("'('"));
  }
  const size_t wanted = shape == nullptr ? 0 : shape->tuple_shapes().size();
  std::vector<Literal> elements;
  while (true) {
    const size_t count = elements.size();
    if (shape != nullptr ? count == wanted : in_.Peek() == ')') break;
    if (count > 0 && !Accept(',')) return Expected("',' and the next element of the tuple");
    StatusOr<Literal> element = shape == nullptr ? ValueWithShape(depth + 1)
                                                 : Value(shape->tuple_shapes()[count], depth + 1);
    if (!element.ok()) return element.status();
    elements.push_back(*std::move(element));
  }
  if (!Accept(')')) return Expected("')' after the elements of a tuple");
  return Literal::MakeTuple(std::move(elements));
}

StatusOr<Literal> LiteralParser::ValueWithShape(int depth) {
  if (AcceptToken()) return Literal::MakeToken();
  size_t length = 0;
  StatusOr<Shape> shape = ShapePrefix(&length);
  const size_t begin = in_.position();
  if (in_.Peek() == '(') {
    // A tuple's shape may only be before the outermost value.
    if (depth == 0 && shape.ok()) {
      GoTo(begin + length);
      if (in_.Peek() == '(') return Tuple(&*shape, depth);
      in_.set_position(begin);
    }
    return Tuple(nullptr, depth);
  }
  if (!shape.ok() && shape.status().rule() != kShapeP1.id) return shape.status();
  if (!shape.ok()) return Expected("a shape like f32[2,3], or a tuple of values");
  GoTo(begin + length);
  return Value(*shape, depth);
}

StatusOr<Literal> LiteralParser::ParseWithShapes() {
  HLOOM_ASSIGN_OR_RETURN(Literal literal, ValueWithShape(0));
  HLOOM_RETURN_IF_ERROR(End());
  return literal;
}

StatusOr<Literal> LiteralParser::ParseAs(const Shape& shape) {
  HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(shape));
  HLOOM_ASSIGN_OR_RETURN(Literal literal, Value(shape, 0));
  HLOOM_RETURN_IF_ERROR(End());
  return literal;
}

StatusOr<Literal> LiteralParser::ParsePrefixAs(const Shape& shape) {
  HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(shape));
  return Value(shape, 0);
}

}  // namespace

StatusOr<Literal> ParseLiteral(std::string_view text) {
  return LiteralParser(text).ParseWithShapes();
}

StatusOr<Literal> ParseLiteral(const Shape& shape, std::string_view text) {
  return LiteralParser(text).ParseAs(shape);
}

StatusOr<Literal> ParseLiteralAt(const Shape& shape, std::string_view text, size_t* position) {
  LiteralParser parser(text, *position);
  StatusOr<Literal> literal = parser.ParsePrefixAs(shape);
  *position = parser.position();
  return literal;
}

StatusOr<Literal> ParseElidedLiteralAt(const Shape& shape, std::string_view text, size_t* position,
                                       const ElidedLiteral& elided) {
  LiteralParser parser(text, *position, &elided);
  StatusOr<Literal> literal = parser.ParsePrefixAs(shape);
  *position = parser.position();
  return literal;
}

size_t ElidedLength(std::string_view text) {
  if (!text.starts_with('{') && !text.starts_with('(')) return 0;
  bool elided = false;
  int64_t depth = 0;
  size_t at = 0;
  while ((at = text.find_first_of("{}()./", at)) != std::string_view::npos) {
    const char c = text[at];
    if (c == '/') {
      const size_t end = EndOfComment(text, at);
      if (end == at) return 0;
      at = end;
      continue;
    }
    elided = elided || text.substr(at, 3) == "...";
    ++at;
    if (c == '{' || c == '(') ++depth;
    if ((c == '}' || c == ')') && --depth == 0) return elided ? at : 0;
  }
  return 0;
}

StatusOr<Literal> ParseLiteralAt(std::string_view text, size_t* position) {
  LiteralParser parser(text, *position);
  StatusOr<Literal> literal = parser.ParsePrefixWithShapes();
  *position = parser.position();
  return literal;
}

}  // namespace hloom
