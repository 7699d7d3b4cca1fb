// The text form of shapes: f32[2,3]{1,0}, (f32[2], token[]), b(f32[4]); padding, which XLA's form does not
// have, is f32[2,3]{0,1:PAD(3,5)ZERO_PAD}.
#include <algorithm>
#include <limits>
#include <optional>

#include "base/math_util.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "shape/parts_budget.h"
#include "shape/shape_text.h"
#include "shape/shape_util.h"

namespace hloom {

namespace {

// What numpy, MLIR and C call some element types.
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

class ShapeParser {
 public:
  explicit ShapeParser(std::string_view text) : text_(text) {}

  StatusOr<Shape> Parse() {
    HLOOM_ASSIGN_OR_RETURN(Shape shape, ParsePrefix());
    SkipSpace();
    if (position_ != text_.size()) return Fail("the end of the shape");
    return shape;
  }

  StatusOr<Shape> ParsePrefix() {
    SkipSpace();
    if (CountPartsInText(text_.substr(position_)) > PartsBudget::kMaxParts)
      return PartsBudget::Exceeded();
    HLOOM_ASSIGN_OR_RETURN(Shape shape, ParseAt(0));
    HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(shape));
    return shape;
  }

  // Where the shape ended, or went wrong.
  size_t position() const { return failed_at_.value_or(position_); }

 private:
  // Depth is bounded before the call goes deeper.
  StatusOr<Shape> ParseAt(int depth) {
    SkipSpace();
    if (!Accept('(')) return ParseArray();
    if (depth >= ShapeUtil::kMaxTupleDepth) {
      return InvalidArgument("shape.c4")
          .Say(StrCat("tuples nest more than ", ShapeUtil::kMaxTupleDepth, " deep"))
          .Help("flatten the tuple");
    }
    std::vector<Shape> elements;
    SkipSpace();
    if (Accept(')')) return Shape(std::move(elements));
    do {
      HLOOM_ASSIGN_OR_RETURN(Shape element, ParseAt(depth + 1));
      elements.push_back(std::move(element));
      SkipSpace();
    } while (Accept(','));
    if (!Accept(')')) return Fail("',' or ')' after a tuple element");
    return Shape(std::move(elements));
  }

  StatusOr<Shape> ParseArray(bool in_buffer = false) {
    const size_t begin = position_;
    while (position_ < text_.size() && IsWordCharacter(text_[position_])) ++position_;
    const std::string_view word = text_.substr(begin, position_ - begin);
    const std::optional<PrimitiveType> type = ParsePrimitiveType(word);
    if (word == "b" && !in_buffer && Accept('(')) {
      SkipSpace();
      HLOOM_ASSIGN_OR_RETURN(Shape array, ParseArray(/*in_buffer=*/true));
      SkipSpace();
      if (!Accept(')')) return Fail("')' after the shape that a buffer holds");
      return Shape::Buffer(std::move(array));
    }
    if (!type || *type == TUPLE || *type == BUFFER) return UnknownType(word, begin);
    if (!Accept('[')) return Fail(StrCat("'[' after ", word));
    std::vector<bool> dynamic;
    HLOOM_ASSIGN_OR_RETURN(std::vector<int64_t> dimensions, ParseInts(']', &dynamic));
    if (*type == TOKEN) return ShapeUtil::MakeTokenShape();
    if (*type == OPAQUE_TYPE) return ShapeUtil::MakeOpaqueShape();
    Shape shape = ShapeUtil::MakeShape(*type, dimensions, dynamic);
    // In HLO text a brace may also open a computation: f32[2]{ ... }.
    if (!LayoutFollows()) return shape;
    Accept('{');
    HLOOM_ASSIGN_OR_RETURN(Layout layout, ParseLayout());
    shape.set_layout(std::move(layout));
    return shape;
  }

  bool LayoutFollows() const {
    if (text_.substr(position_, 1) != "{") return false;
    const size_t at = text_.find_first_not_of(" \t\r\n", position_ + 1);
    return at == std::string_view::npos || IsDigit(text_[at]) ||
           std::string_view(":-}").find(text_[at]) != std::string_view::npos || at == position_ + 1;
  }

  // After the opening brace.
  StatusOr<Layout> ParseLayout() {
    const bool properties = ComesBefore(':', '}');
    HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> order, ParseInts(properties ? ':' : '}'));
    Layout layout(order);
    if (!properties) return layout;
    SkipSpace();
    if (text_.substr(position_, 1) == "}")
      return Fail("a property, like T(8,128)").operator Status();
    if (Word() == "PAD") HLOOM_RETURN_IF_ERROR(ParsePadding(layout));
    HLOOM_RETURN_IF_ERROR(ParseProperties(layout));
    SkipSpace();
    if (!Accept('}')) return UnknownProperty();
    return layout;
  }

  Status ParsePadding(Layout& layout) {
    position_ += 3;
    if (!Accept('(')) return Fail("'(' after PAD");
    HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> padded, ParseInts(')'));
    layout.set_padding(padded);
    SkipSpace();
    const std::string_view name = Word();
    const bool is_property = text_.substr(position_ + name.size(), 1) == "(";
    if (name.empty() || is_property) return OkStatus();
    const std::optional<PaddingValue> value = ParsePaddingValue(name);
    if (!value) return Fail("ZERO_PAD, ONE_PAD, LOWEST_PAD, HIGHEST_PAD or UNKNOWN_PAD");
    position_ += name.size();
    layout.set_padding(padded, *value);
    return OkStatus();
  }

  // D(D,D)T(8,128)(2,1)L(2)#(u32)*(u32)E(4)S(1)SC(0:1,2)M(8), each once at most, in this order.
  Status ParseProperties(Layout& layout) {
    LayoutProperties properties;
    const size_t levels = position_;
    if (AcceptProperty("D") && !AcceptDense()) {
      position_ = levels;
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
        HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> dimension, ParseInts(':'));
        if (dimension.size() != 1) return Fail("one dimension before ':'");
        split.dimension = dimension[0];
        HLOOM_ASSIGN_OR_RETURN(split.indices, ParseInts(')'));
        properties.splits.push_back(std::move(split));
      } while (Accept('('));
    }
    HLOOM_RETURN_IF_ERROR(ParseNumber("M", &properties.dynamic_shape_metadata_prefix_bytes));
    layout.set_properties(std::move(properties));
    return OkStatus();
  }

  // The name and its '(', both taken if they stand here.
  bool AcceptProperty(std::string_view name) {
    SkipSpace();
    if (text_.substr(position_, name.size()) != name ||
        text_.substr(position_ + name.size(), 1) != "(")
      return false;
    position_ += name.size() + 1;
    return true;
  }

  // The rest of D(D,D): every dimension is kept dense, as all are here.
  bool AcceptDense() {
    SkipSpace();
    if (Accept(')')) return true;
    do {
      SkipSpace();
      if (!Accept('D')) return false;
      Accept('+');
      Accept('~');
      SkipSpace();
    } while (Accept(','));
    return Accept(')');
  }

  Status ParseNumber(std::string_view name, int64_t* number) {
    if (!AcceptProperty(name)) return OkStatus();
    HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> numbers, ParseInts(')'));
    if (numbers.size() != 1) return Fail(StrCat("one number in ", name, "(...)"));
    *number = numbers[0];
    return OkStatus();
  }

  Status ParseIndexType(std::string_view name, PrimitiveType* type) {
    if (!AcceptProperty(name)) return OkStatus();
    const std::string_view word = Word();
    const std::optional<PrimitiveType> found = ParsePrimitiveType(word);
    if (!found) return Fail("an element type, like u32");
    position_ += word.size();
    *type = *found;
    if (!Accept(')')) return Fail("')' after the element type");
    return OkStatus();
  }

  // Whether there is a `c` from here on up to the next `closing`.
  bool ComesBefore(char c, char closing) const {
    size_t at = position_;
    while (at < text_.size() && text_[at] != c && text_[at] != closing) ++at;
    return at < text_.size() && text_[at] == c;
  }

  // The letters, digits and underscores from here on.
  std::string_view Word() const {
    size_t end = position_;
    while (end < text_.size() && (IsWordCharacter(text_[end]) || text_[end] == '_')) ++end;
    return text_.substr(position_, end - position_);
  }

  // The integers up to `closing`, which is consumed. With `dynamic`, a flag for each of them,
  // whether a <= stands before it. With `combine`, one may be '*'.
  StatusOr<std::vector<int64_t>> ParseInts(char closing, std::vector<bool>* dynamic = nullptr,
                                           bool combine = false) {
    std::vector<int64_t> values;
    SkipSpace();
    if (Accept(closing)) return values;
    do {
      SkipSpace();
      if (dynamic != nullptr) {
        if (Accept('?')) return ShapeUtil::Unbounded(static_cast<int64_t>(values.size()));
        dynamic->push_back(Accept('<'));
        if (dynamic->back() && !Accept('=')) return Fail("'=' after '<'").operator Status();
      }
      if (combine && Accept('*')) {
        values.push_back(LayoutProperties::kCombineDimension);
        SkipSpace();
        continue;
      }
      const bool negative = Accept('-');
      if (position_ >= text_.size() || !IsDigit(text_[position_]))
        return Fail("a number").operator Status();
      int64_t value = 0;
      while (position_ < text_.size() && IsDigit(text_[position_])) {
        const std::optional<int64_t> tenfold = CheckedMultiply(value, 10);
        const std::optional<int64_t> next =
            tenfold ? CheckedAdd(*tenfold, text_[position_] - '0') : std::nullopt;
        if (!next) return Fail("a number below 2^63").operator Status();
        value = *next;
        ++position_;
      }
      values.push_back(negative ? -value : value);
      SkipSpace();
    } while (Accept(','));
    if (!Accept(closing)) return Fail(StrCat("',' or '", closing, "'")).operator Status();
    return values;
  }

  ErrorBuilder Fail(std::string expected) const {
    failed_at_ = position_;
    return InvalidArgument("shape.p1")
        .Say(StrCat(Quoted(), " is not a shape"))
        .Detail(StrCat("at character ", position_, ": expected ", expected))
        .Help("write shapes like f32[2,3], f32[2,3]{0,1}, (f32[2], s32[]) or token[]");
  }

  // Long texts are cut: a shape may stand before a literal of any size.
  std::string Quoted() const {
    const std::string_view start = Utf8Prefix(text_, 200);
    return StrCat("\"", start, start.size() < text_.size() ? "..." : "", "\"");
  }

  // D and P are of sparse arrays, which hloom does not have.
  Status UnknownProperty() const {
    const std::string_view word = Word();
    if (word != "D" && word != "P")
      return Fail("'}', or a property that comes later than the last");
    failed_at_ = position_;
    return Unimplemented("shape.p2")
        .Say(StrCat(Quoted(), " has the layout of a sparse array"))
        .Detail(StrCat("at character ", position_, ": ", word,
                       "(...) says how a sparse array is kept, which is not supported"))
        .Help("lower the program with dense arrays");
  }

  Status UnknownType(std::string_view word, size_t begin) const {
    std::vector<std::string_view> names;
    for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
      if (info.type != TUPLE && info.type != BUFFER) names.push_back(info.text);
    }
    failed_at_ = begin;
    std::string_view near = word.size() > 64 ? std::string_view() : NearestWord(word, names);
    for (const auto& [name, meant] : kOtherNames) {
      if (word == name) near = meant;
    }
    return InvalidArgument("shape.p1")
        .Say(StrCat(Quoted(), " is not a shape"))
        .Detail(StrCat("at character ", begin, ": \"", Shortened(word), "\" is no element type"))
        .Help(near.empty() ? StrCat("the element types are ", StrJoin(names, ", "))
                           : StrCat("did you mean ", near, "?"));
  }

  static bool IsDigit(char c) { return c >= '0' && c <= '9'; }
  static bool IsWordCharacter(char c) {
    return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  // Blanks, and comments as XLA writes them into long tuples: /*index=5*/.
  void SkipSpace() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        ++position_;
      } else if (text_.substr(position_, 2) == "/*") {
        const size_t end = text_.find("*/", position_ + 2);
        if (end == std::string_view::npos) return;
        position_ = end + 2;
      } else {
        return;
      }
    }
  }
  bool Accept(char c) {
    if (position_ >= text_.size() || text_[position_] != c) return false;
    ++position_;
    return true;
  }

  std::string_view text_;
  size_t position_ = 0;
  mutable std::optional<size_t> failed_at_;
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

StatusOr<Shape> ShapeUtil::ParseShapePrefix(std::string_view text, size_t* length) {
  ShapeParser parser(text);
  StatusOr<Shape> shape = parser.ParsePrefix();
  *length = parser.position();
  return shape;
}

StatusOr<Shape> ShapeUtil::ParseShape(std::string_view text) { return ShapeParser(text).Parse(); }

}  // namespace hloom
