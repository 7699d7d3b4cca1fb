// The text form of shapes: f32[2,3]{1,0}, (f32[2], token[]), b(f32[4]); padding, which XLA's form
// does not have, is f32[2,3]{0,1:PAD(3,5)ZERO_PAD}.
#include <algorithm>
#include <limits>
#include <optional>

#include "base/math_util.h"
#include "base/str_cat.h"
#include "base/text_reader.h"
#include "base/utf8.h"
#include "shape/parts_budget.h"
#include "shape/rules.h"
#include "shape/shape_text.h"
#include "shape/shape_util.h"

namespace hloom {

namespace {

// The names of some element types in numpy, MLIR and C.
struct OtherName {
  std::string_view name;
  std::string_view meant;
};
constexpr OtherName kOtherNames[] = {
    {"bool", "pred"},   {"i1", "pred"},       {"int8", "s8"},       {"i8", "s8"},
    {"int16", "s16"},   {"i16", "s16"},       {"int", "s32"},       {"int32", "s32"},
    {"i32", "s32"},     {"int64", "s64"},     {"i64", "s64"},       {"uint8", "u8"},
    {"ui8", "u8"},      {"uint16", "u16"},    {"ui16", "u16"},      {"uint32", "u32"},
    {"ui32", "u32"},    {"uint64", "u64"},    {"ui64", "u64"},      {"half", "f16"},
    {"float16", "f16"}, {"bfloat16", "bf16"}, {"float", "f32"},     {"float32", "f32"},
    {"double", "f64"},  {"float64", "f64"},   {"complex64", "c64"}, {"complex128", "c128"},
};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsTypePart(char c) { return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsWordPart(char c) { return IsTypePart(c) || c == '_'; }

class ShapeParser {
 public:
  using Fault = ShapeUtil::TextFault;

  explicit ShapeParser(std::string_view text) : in_(text) {}

  StatusOr<Shape> Parse() {
    alone_ = true;
    HLOOM_ASSIGN_OR_RETURN(Shape shape, ParsePrefix());
    if (!in_.AtEnd()) return Fail("the end of the shape");
    return shape;
  }

  // A layout may be apart from the sizes, as in f32[2,3] {1,0}. Without this, and unless the shape
  // is the whole text, {0,1} is a layout only right behind it: f32[2] {0, 1} are two elements.
  void AllowBlankBeforeLayout() { blank_before_layout_ = true; }

  StatusOr<Shape> ParsePrefix() {
    if (CountPartsInText(in_.text().substr(in_.position())) > PartsBudget::kMaxParts)
      return PartsBudget::Exceeded();
    HLOOM_ASSIGN_OR_RETURN(Shape shape, ParseAt(0));
    HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(shape));
    return shape;
  }

  // The end of the shape, or the position of the error.
  size_t position() const { return fault_ ? fault_->position : end_; }
  const std::optional<Fault>& fault() const { return fault_; }

 private:
  bool Accept(char c) {
    const size_t begin = in_.position();
    if (!in_.Accept(c)) return false;
    end_ = begin + 1;
    return true;
  }

  // The character there; NUL beyond the end.
  char CharacterAt(size_t i) const { return i < in_.text().size() ? in_.text()[i] : '\0'; }

  // The depth is checked before the recursion.
  StatusOr<Shape> ParseAt(int depth) {
    if (!Accept('(')) return ParseArray();
    if (depth >= ShapeUtil::kMaxTupleDepth) {
      return InvalidArgument(kShapeC4)
          .Say(StrCat("tuples nest more than ", ShapeUtil::kMaxTupleDepth, " deep"))
          .Help("flatten the tuple");
    }
    std::vector<Shape> elements;
    if (Accept(')')) return Shape(std::move(elements));
    do {
      HLOOM_ASSIGN_OR_RETURN(Shape element, ParseAt(depth + 1));
      elements.push_back(std::move(element));
    } while (Accept(','));
    if (!Accept(')')) return Fail("',' or ')' after a tuple element");
    return Shape(std::move(elements));
  }

  StatusOr<Shape> ParseArray(bool in_buffer = false) {
    const size_t begin = in_.position();
    const std::string_view word = in_.While(IsTypePart);
    if (in_.text().substr(begin, 2) == "b(" && !in_buffer && Accept('(')) {
      HLOOM_ASSIGN_OR_RETURN(Shape array, ParseArray(/*in_buffer=*/true));
      if (!Accept(')')) return Fail("')' after the shape that a buffer holds");
      return Shape::Buffer(std::move(array));
    }
    const std::optional<PrimitiveType> type = ParsePrimitiveType(word);
    if (!type || *type == TUPLE || *type == BUFFER) return UnknownType(word, begin);
    if (!Accept('[')) return Fail(StrCat("'[' after ", word));
    if (*type == TOKEN || *type == OPAQUE_TYPE) {
      if (!Accept(']')) return Fail("']': only arrays have sizes");
      return *type == TOKEN ? ShapeUtil::MakeTokenShape() : ShapeUtil::MakeOpaqueShape();
    }
    std::vector<bool> dynamic;
    HLOOM_ASSIGN_OR_RETURN(std::vector<int64_t> dimensions, ParseInts(']', &dynamic));
    Shape shape = ShapeUtil::MakeShape(*type, dimensions, dynamic);
    if (!LayoutFollows()) return shape;
    HLOOM_ASSIGN_OR_RETURN(Layout layout, ParseLayout());
    shape.set_layout(std::move(layout));
    return shape;
  }

  // In HLO text a brace may also open a computation: f32[2]{ ... }. The brace is taken if a layout
  // follows: if it is apart, f32[2] {0}, if a dimension or a ':' does, as XLA has it.
  bool LayoutFollows() {
    const size_t end = end_;
    if (alone_) return Accept('{');
    const bool apart = in_.position() != end;
    if ((apart && !blank_before_layout_) || !Accept('{')) return false;
    const char next = in_.Peek();
    if (!in_.AtEnd() && (IsDigit(next) || next == ':')) return true;
    if (!apart && (in_.AtEnd() || in_.position() == end_ || next == '-' || next == '}')) {
      return true;
    }
    in_.set_position(end);
    end_ = end;
    return false;
  }

  // Reads a layout from behind its opening brace on.
  StatusOr<Layout> ParseLayout() {
    const bool properties = ComesBefore(':', '}');
    HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> order, ParseInts(properties ? ':' : '}'));
    Layout layout(order);
    if (!properties) return layout;
    if (in_.Peek() == '}') return Fail("a property, like T(8,128)");
    if (AcceptProperty("PAD")) HLOOM_RETURN_IF_ERROR(ParsePadding(layout));
    HLOOM_RETURN_IF_ERROR(ParseProperties(layout));
    if (!Accept('}')) return UnknownProperty();
    return layout;
  }

  Status ParsePadding(Layout& layout) {
    HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> padded, ParseInts(')'));
    layout.set_padding(padded);
    const size_t begin = in_.position();
    const std::string_view name = in_.While(IsWordPart);
    if (name.empty() || CharacterAt(begin + name.size()) == '(') {  // a property
      in_.set_position(begin);
      return OkStatus();
    }
    const std::optional<PaddingValue> value = ParsePaddingValue(name);
    if (!value) {
      in_.set_position(begin);
      return Fail("ZERO_PAD, ONE_PAD, LOWEST_PAD, HIGHEST_PAD or UNKNOWN_PAD");
    }
    layout.set_padding(padded, *value);
    return OkStatus();
  }

  // D(D,D)T(8,128)(2,1)L(2)#(u32)*(u32)E(4)S(1)SC(0:1,2)M(8), each once at most, in this order.
  Status ParseProperties(Layout& layout) {
    LayoutProperties properties;
    const size_t levels = in_.position();
    if (AcceptProperty("D") && !AcceptDense()) {
      in_.set_position(levels);
      return UnknownProperty();
    }
    if (AcceptProperty("T")) {
      do {
        HLOOM_ASSIGN_OR_RETURN(std::vector<int64_t> tile,
                               ParseInts(')', nullptr, /*combine=*/true));
        properties.tiles.push_back(std::move(tile));
      } while (Accept('('));
    }
    HLOOM_RETURN_IF_ERROR(ParseNumber("L", &properties.tail_padding_alignment));
    HLOOM_RETURN_IF_ERROR(ParseIndexType("#", &properties.index_type));
    HLOOM_RETURN_IF_ERROR(ParseIndexType("*", &properties.pointer_type));
    HLOOM_RETURN_IF_ERROR(ParseNumber("E", &properties.element_size_in_bits));
    HLOOM_RETURN_IF_ERROR(ParseNumber("S", &properties.memory_space));
    if (AcceptProperty("SC")) {
      do {
        LayoutProperties::Split split;
        HLOOM_ASSIGN_OR_RETURN(split.dimension, ParseInt());
        if (!Accept(':')) return Fail("':' after the dimension");
        HLOOM_ASSIGN_OR_RETURN(split.indices, ParseInts(')'));
        properties.splits.push_back(std::move(split));
      } while (Accept('('));
    }
    HLOOM_RETURN_IF_ERROR(ParseNumber("M", &properties.dynamic_shape_metadata_prefix_bytes));
    layout.set_properties(std::move(properties));
    return OkStatus();
  }

  // Takes the name and its '(' if both come next.
  bool AcceptProperty(std::string_view name) {
    const size_t begin = in_.position();
    return CharacterAt(begin + name.size()) == '(' && in_.Accept(name) && Accept('(');
  }

  // The rest of D(D,D): every dimension is kept dense, as all are here.
  bool AcceptDense() {
    if (Accept(')')) return true;
    do {
      if (!Accept('D')) return false;
      Accept('+');
      Accept('~');
    } while (Accept(','));
    return Accept(')');
  }

  Status ParseNumber(std::string_view name, int64_t* number) {
    if (!AcceptProperty(name)) return OkStatus();
    HLOOM_ASSIGN_OR_RETURN(*number, ParseInt());
    if (!Accept(')')) return Fail(StrCat("')' after the number in ", name, "(...)"));
    return OkStatus();
  }

  Status ParseIndexType(std::string_view name, PrimitiveType* type) {
    if (!AcceptProperty(name)) return OkStatus();
    const std::string_view word = PeekWord();
    const std::optional<PrimitiveType> found = ParsePrimitiveType(word);
    if (!found) return Fail("an element type, like u32");
    in_.Accept(word);
    *type = *found;
    if (!Accept(')')) return Fail("')' after the element type");
    return OkStatus();
  }

  // True if a `c` comes before the next `closing`.
  bool ComesBefore(char c, char closing) {
    const std::string_view text = in_.text();
    size_t at = in_.position();
    while (at < text.size() && text[at] != c && text[at] != closing) ++at;
    return at < text.size() && text[at] == c;
  }

  // The next letters, digits and underscores.
  std::string_view PeekWord() {
    const size_t begin = in_.position();
    const std::string_view word = in_.While(IsWordPart);
    in_.set_position(begin);
    return word;
  }

  // Reads the integers up to `closing`, which is consumed. `dynamic`, if not null, gets a flag for
  // each of them: true if it follows a <=. With `combine`, an entry may be '*'.
  StatusOr<std::vector<int64_t>> ParseInts(char closing, std::vector<bool>* dynamic = nullptr,
                                           bool combine = false) {
    std::vector<int64_t> values;
    if (Accept(closing)) return values;
    do {
      if (dynamic != nullptr) {
        if (Accept('?')) return ShapeUtil::Unbounded(static_cast<int64_t>(values.size()));
        dynamic->push_back(in_.Accept("<="));
      }
      if (combine && Accept('*')) {
        values.push_back(LayoutProperties::kCombineDimension);
        continue;
      }
      HLOOM_ASSIGN_OR_RETURN(const int64_t value, ParseInt());
      values.push_back(value);
    } while (Accept(','));
    if (!Accept(closing)) return Fail(StrCat("',' or '", closing, "'"));
    return values;
  }

  StatusOr<int64_t> ParseInt() {
    const size_t begin = in_.position();
    const bool negative = Accept('-');
    const bool adjacent = !negative || in_.position() == begin + 1;
    const std::string_view digits = in_.While(IsDigit);
    if (digits.empty() || !adjacent) {
      in_.set_position(begin);
      return Fail("a number");
    }
    int64_t value = 0;
    for (const char digit : digits) {
      const std::optional<int64_t> tenfold = CheckedMultiply(value, 10);
      const std::optional<int64_t> next =
          tenfold ? CheckedAdd(*tenfold, digit - '0') : std::nullopt;
      if (!next) {
        in_.set_position(begin);
        return Fail("a number below 2^63");
      }
      value = *next;
    }
    return negative ? -value : value;
  }

  ErrorBuilder Fail(std::string expected) {
    fault_ = Fault{in_.position(), StrCat("expected ", expected), /*is_expected=*/true};
    return InvalidArgument(kShapeP1)
        .Say(StrCat(Quoted(), " is not a shape"))
        .Detail(FaultText())
        .Help("write shapes like f32[2,3], f32[2,3]{0,1}, (f32[2], s32[]) or token[]");
  }

  std::string FaultText() const {
    return StrCat("at character ", fault_->position, ": ", fault_->message);
  }

  // Long texts are cut: a literal of any size may follow a shape.
  std::string Quoted() const {
    const std::string_view start = Utf8Prefix(in_.text(), 200);
    return StrCat("\"", start, start.size() < in_.text().size() ? "..." : "", "\"");
  }

  // XLA had D and P for sparse arrays, which hloom does not have.
  Status UnknownProperty() {
    const std::string_view word = PeekWord();
    if (word != "D" && word != "P")
      return Fail("'}', or a property that comes later than the last");
    fault_ = Fault{in_.position(),
                   StrCat(word, "(...) says how a sparse array is kept, which is not supported")};
    return Unimplemented(kShapeP2)
        .Say(StrCat(Quoted(), " has the layout of a sparse array"))
        .Detail(FaultText())
        .Help("lower the program with dense arrays");
  }

  Status UnknownType(std::string_view word, size_t begin) {
    std::vector<std::string_view> names;
    for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
      if (info.type != TUPLE && info.type != BUFFER) names.push_back(info.text);
    }
    fault_ = Fault{begin, StrCat("\"", Shortened(word), "\" is not an element type")};
    std::string_view near = word.size() > 64 ? std::string_view() : NearestWord(word, names);
    for (const auto& [name, meant] : kOtherNames) {
      if (word == name) near = meant;
    }
    return InvalidArgument(kShapeP1)
        .Say(StrCat(Quoted(), " is not a shape"))
        .Detail(FaultText())
        .Help(near.empty() ? StrCat("the element types are ", StrJoin(names, ", "))
                           : StrCat("did you mean ", near, "?"));
  }

  TextReader in_;
  size_t end_ = 0;  // the end of the last bracket that was taken: a shape ends with one
  bool alone_ = false;
  bool blank_before_layout_ = false;
  std::optional<Fault> fault_;
};

}  // namespace

// Layouts, in braces, have parentheses of their own: T(8,128).
int64_t CountPartsInText(std::string_view text) {
  int64_t parts = 0;
  int64_t open = 0;
  bool in_layout = false;
  for (const char c : text) {
    if (c == '{' || c == '}') in_layout = c == '{';
    if (in_layout) continue;
    if (c == '(' || c == '[') ++parts;
    if (c == '(') ++open;
    if (c == ')') --open;
    if (open <= 0) break;
  }
  return std::max<int64_t>(parts, 1);
}

StatusOr<Shape> ShapeUtil::ParseShapePrefix(std::string_view text, size_t* length,
                                            bool blank_before_layout,
                                            std::optional<TextFault>* fault) {
  ShapeParser parser(text);
  if (blank_before_layout) parser.AllowBlankBeforeLayout();
  StatusOr<Shape> shape = parser.ParsePrefix();
  *length = parser.position();
  if (fault != nullptr) *fault = parser.fault();
  return shape;
}

StatusOr<Shape> ShapeUtil::ParseShape(std::string_view text) { return ShapeParser(text).Parse(); }

}  // namespace hloom
