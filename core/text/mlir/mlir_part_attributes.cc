// The attributes of MLIR text.
#include "text/mlir/mlir_part_parser.h"

#include <unordered_set>
#include <utility>

#include "base/str_cat.h"
#include "base/utf8.h"

namespace hloom::mlir {

namespace {
using AttributeKind = Attribute::Kind;
}  // namespace

const Attribute* MlirPartParser::MakeInteger(int64_t value, PrimitiveType type) {
  constexpr int64_t kSmall = 64;
  const bool small = value >= 0 && value < kSmall && type == S64;
  if (small) {
    small_integers_.resize(kSmall);
    if (const Attribute* known = small_integers_[static_cast<size_t>(value)]) return known;
  }
  Attribute* const made = module_.NewAttribute(AttributeKind::kInteger);
  made->integer = value;
  made->type = ScalarType(type);
  if (small) small_integers_[static_cast<size_t>(value)] = made;
  return made;
}

const Attribute* MlirPartParser::MakeIntegers(std::vector<int64_t> values, PrimitiveType type) {
  Attribute* const made = module_.NewAttribute(AttributeKind::kIntegers);
  made->integers = std::move(values);
  made->type = ScalarType(type);
  return made;
}

const Attribute* MlirPartParser::MakeBool(bool value) {
  const Attribute*& known = bools_[value ? 1 : 0];
  if (known == nullptr) {
    Attribute* const made = module_.NewAttribute(AttributeKind::kBool);
    made->integer = value;
    made->type = ScalarType(PRED);
    known = made;
  }
  return known;
}

const Attribute* MlirPartParser::MakeUnit() {
  if (unit_ == nullptr) unit_ = module_.NewAttribute(AttributeKind::kUnit);
  return unit_;
}

const Attribute* MlirPartParser::MakeEnum(std::string_view name, std::string_view value) {
  for (const Attribute* known : enums_) {
    if (known->dialect_name == name && known->text == value) return known;
  }
  const Attribute* const made = MakeText(AttributeKind::kEnum, value, name);
  constexpr size_t kMost = 64;  // real programs have fewer than 20
  if (enums_.size() < kMost) enums_.push_back(made);
  return made;
}

const Attribute* MlirPartParser::MakeText(Attribute::Kind kind, std::string_view text,
                                          std::string_view dialect_name) {
  Attribute* const made = module_.NewAttribute(kind);
  made->text = text;
  made->dialect_name = dialect_name;
  return made;
}

const Attribute* MlirPartParser::MakeType(const Type* type) {
  const Attribute*& known = types_[type];
  if (known == nullptr) {
    Attribute* const made = module_.NewAttribute(AttributeKind::kType);
    made->type = type;
    known = made;
  }
  return known;
}

const Attribute* MlirPartParser::MakeArray(std::vector<const Attribute*> elements) {
  Attribute* const made = module_.NewAttribute(AttributeKind::kArray);
  made->elements = std::move(elements);
  return made;
}

StatusOr<const Attribute*> MlirPartParser::ParseAttribute() {
  const Nested nested(*this);
  if (depth_ > kMaxDepth) return TooDeep();
  const char c = in_.Peek();
  if ((c >= '0' && c <= '9') || c == '-') return ParseNumber();
  switch (c) {
    case '"':
      return ParseStringOrTyped();
    case '@':
      return ParseSymbol();
    case '[':
      return ParseArray();
    case '#':
      return ParseDialectAttribute();
    case '{': {
      std::vector<NamedAttribute> fields;
      HLOOM_RETURN_IF_ERROR(ParseFields(fields));
      Attribute* const made = module_.NewAttribute(AttributeKind::kDictionary);
      made->fields = std::move(fields);
      return made;
    }
    default:
      return ParseNamedByWord();
  }
}

Status MlirPartParser::ParseFields(std::vector<NamedAttribute>& fields) {
  HLOOM_RETURN_IF_ERROR(in_.Expect('{', "before attributes"));
  if (in_.Accept('}')) return OkStatus();
  // Long dictionaries are searched by a table.
  constexpr size_t kLong = 16;
  std::unordered_set<std::string_view> names;
  do {
    const size_t place = in_.position();
    std::string_view name;
    if (in_.Peek() == '"') {
      HLOOM_ASSIGN_OR_RETURN(name, in_.QuotedName(module_));
    } else {
      name = in_.Word();
    }
    if (name.empty()) return in_.Expected("the name of an attribute");
    bool twice = false;
    if (fields.size() < kLong) {
      for (const NamedAttribute& field : fields) twice = twice || field.name == name;
    } else {
      if (names.empty()) {
        for (const NamedAttribute& field : fields) names.insert(field.name);
      }
      twice = !names.insert(name).second;
    }
    if (twice) {
      return in_
          .ErrorAt(place, kMlirP12, StrCat("the attribute ", Shortened(name), " occurs twice"))
          .Help("leave one of them out");
    }
    const Attribute* value = nullptr;
    if (in_.Accept('=')) {
      HLOOM_ASSIGN_OR_RETURN(value, ParseAttribute());
    } else {
      value = MakeUnit();
    }
    fields.push_back({name, value});
  } while (in_.Accept(','));
  if (in_.Accept('}')) return OkStatus();
  return in_.Expected("',' or '}' after an attribute");
}

StatusOr<const Attribute*> MlirPartParser::ParseNumber() {
  const size_t begin = in_.position();
  const std::string_view text = in_.text();
  size_t end = begin + (text[begin] == '-' ? 1 : 0);
  const bool hex = end + 1 < in_.end() && text[end] == '0' && text[end + 1] == 'x';
  bool whole = true;
  for (; end < in_.end(); ++end) {
    const char c = text[end];
    const bool sign = (c == '-' || c == '+') && !hex && (text[end - 1] | 0x20) == 'e';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!sign && !letter && c != '.' && (c < '0' || c > '9')) break;
    whole = whole && (hex || (c >= '0' && c <= '9'));
  }
  const std::string_view word = in_.Text(begin, end);
  in_.set_position(end);
  const Type* type = nullptr;
  if (in_.Accept(':')) {
    HLOOM_ASSIGN_OR_RETURN(type, ParseType());
  } else {
    type = ScalarType(whole ? S64 : F64);
  }
  const auto wrong = [&]() -> Status {
    return in_.ErrorAt(
        begin, kMlirP2,
        StrCat("\"", Shortened(word), "\" is not a number of type ", ToString(*type)));
  };
  if (type->kind != Type::Kind::kScalar || IsComplexType(type->element_type)) {
    // A number of a type that hloom has no values of.
    return MakeText(AttributeKind::kOther, in_.Text(begin, in_.last()), "builtin.number");
  }
  if (IsFloatingPointType(type->element_type)) {
    double value;
    if (!ReadMlirFloat(word, type->element_type, value)) return wrong();
    Attribute* const made = module_.NewAttribute(AttributeKind::kFloat);
    made->number = value;
    made->type = type;
    return made;
  }
  int64_t value;
  const int bits = type->element_type == PRED ? 1 : BitWidth(type->element_type);
  if (!ReadMlirInteger(word, bits, value)) return wrong();
  if (type->element_type == PRED) return MakeBool(value != 0);
  if (!type->is_index && type->element_type == S64) return MakeInteger(value, S64);
  if (bits < 64 && IsSignedIntegralType(type->element_type)) {
    const int unused = 64 - bits;  // 255 : i8 is -1
    value = static_cast<int64_t>(static_cast<uint64_t>(value) << unused) >> unused;
  }
  Attribute* const made = module_.NewAttribute(AttributeKind::kInteger);
  made->integer = value;
  made->type = type;
  return made;
}

StatusOr<const Attribute*> MlirPartParser::ParseStringOrTyped() {
  HLOOM_ASSIGN_OR_RETURN(const std::string_view text, in_.String(module_));
  Attribute* const made = module_.NewAttribute(AttributeKind::kString);
  made->text = text;
  if (in_.Accept(':')) {
    HLOOM_ASSIGN_OR_RETURN(made->type, ParseType());
  }
  return made;
}

StatusOr<std::string_view> MlirPartParser::ParseSymbolName() {
  HLOOM_RETURN_IF_ERROR(in_.Expect('@', "before the name of a symbol"));
  if (in_.PeekAdjacent() == '"') return in_.QuotedName(module_);
  const std::string_view name = in_.Suffix();
  if (name.empty()) return in_.Expected("the name of a symbol after '@'");
  return name;
}

StatusOr<const Attribute*> MlirPartParser::ParseSymbol() {
  HLOOM_ASSIGN_OR_RETURN(std::string_view name, ParseSymbolName());
  std::string nested;
  while (in_.Accept("::")) {
    HLOOM_ASSIGN_OR_RETURN(const std::string_view inner, ParseSymbolName());
    if (nested.empty()) nested = std::string(name);
    StrAppend(nested, "::", inner);
  }
  if (!nested.empty()) name = module_.Copy(nested);
  return MakeText(AttributeKind::kSymbol, name);
}

StatusOr<const Attribute*> MlirPartParser::ParseArray() {
  HLOOM_RETURN_IF_ERROR(in_.Expect('[', "before the elements of an array"));
  std::vector<const Attribute*> elements;
  if (!in_.Accept(']')) {
    do {
      HLOOM_ASSIGN_OR_RETURN(const Attribute* element, ParseAttribute());
      elements.push_back(element);
    } while (in_.Accept(','));
    if (!in_.Accept(']')) return in_.Expected("',' or ']' after an element of an array");
  }
  return MakeArray(std::move(elements));
}

StatusOr<const Attribute*> MlirPartParser::ParseIntegers() {
  const size_t begin = in_.position();
  HLOOM_RETURN_IF_ERROR(in_.Expect('[', "before a list of integers"));
  // Lists that were read before are found by their text.
  const size_t close = std::min(in_.text().find(']', begin), in_.end());
  constexpr size_t kShort = 64;
  const bool is_short = close < in_.end() && close - begin < kShort;
  const std::string_view key = is_short ? in_.Text(begin, close + 1) : std::string_view();
  if (is_short) {
    if (const auto found = lists_.find(key); found != lists_.end()) {
      in_.set_position(close + 1);
      return found->second;
    }
  }
  std::vector<int64_t> values;
  if (!in_.Accept(']')) {
    do {
      if (in_.Accept('?')) {
        values.push_back(Type::kDynamic);
        continue;
      }
      HLOOM_ASSIGN_OR_RETURN(const int64_t value, in_.Int64());
      values.push_back(value);
    } while (in_.Accept(','));
    if (!in_.Accept(']')) return in_.Expected("',' or ']' after an integer");
  }
  const Attribute* const made = MakeIntegers(std::move(values), S64);
  if (is_short) lists_.emplace(key, made);
  return made;
}

StatusOr<const Attribute*> MlirPartParser::ParseNamedByWord() {
  const std::string_view word = in_.PeekWord();
  if (word == "true" || word == "false") {
    in_.Word();
    return MakeBool(word == "true");
  }
  if (word == "unit") {
    in_.Word();
    return MakeUnit();
  }
  if (word == "dense") return ParseDense();
  if (word == "dense_resource") return ParseDenseResource();
  if (word == "array") return ParseDenseArray();
  if (word == "affine_map" || word == "affine_set" || word == "strided" || word == "opaque" ||
      word == "sparse") {
    in_.Word();
    HLOOM_RETURN_IF_ERROR(in_.Expect('<', StrCat("after ", word)));
    HLOOM_ASSIGN_OR_RETURN(const std::string_view inside, in_.Bracketed('>'));
    const std::string_view name = module_.Copy(StrCat("builtin.", word));
    if (in_.Accept(':')) HLOOM_RETURN_IF_ERROR(ParseType().status());
    return MakeText(AttributeKind::kOther, inside, name);
  }
  if (word == "loc") {
    in_.Word();
    HLOOM_RETURN_IF_ERROR(in_.Expect('(', "after loc"));
    HLOOM_ASSIGN_OR_RETURN(const std::string_view inside, in_.Bracketed(')'));
    return MakeText(AttributeKind::kOther, inside, "builtin.loc");
  }
  const char c = in_.Peek();
  if (word.empty() && c != '!' && c != '(') return in_.Expected("an attribute");
  if (!word.empty() && !IsTypeWord(word)) {
    return in_.Expected("an attribute")
        .Help("attributes are written like 1 : i64, \"text\", [0, 1], #stablehlo<precision HIGH>");
  }
  HLOOM_ASSIGN_OR_RETURN(const Type* type, ParseType());
  return MakeType(type);
}

StatusOr<const Attribute*> MlirPartParser::DenseResult(const Type* type, DenseLiteral literal,
                                                       size_t begin, const DenseError& error) {
  if (literal == nullptr) {
    return in_.ErrorAt(begin + error.offset, kMlirP10, error.what).Help(error.help);
  }
  Attribute* const made = module_.NewAttribute(AttributeKind::kElements);
  made->type = type;
  made->literal = std::move(literal);
  return made;
}

StatusOr<const Attribute*> MlirPartParser::ParseDense() {
  const size_t place = in_.position();
  in_.Word();
  HLOOM_RETURN_IF_ERROR(in_.Expect('<', "after dense"));
  size_t begin = in_.position();
  std::string_view list;
  const bool hex = in_.Peek() == '"';
  if (hex) {
    HLOOM_ASSIGN_OR_RETURN(list, in_.RawString());
    ++begin;
  } else {
    if (in_.PeekWord() == kElided) return ElidedAt(begin);
    // Lists of numbers have no '>'.
    const size_t end = in_.text().find('>', begin);
    if (end == std::string_view::npos || end > in_.end()) {
      in_.set_position(in_.end());
      return in_.Expected("'>' after the elements of a constant");
    }
    list = in_.Text(begin, end);
    in_.set_position(end);
  }
  HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after the elements of a constant"));
  HLOOM_RETURN_IF_ERROR(in_.Expect(':', "and the type of the constant"));
  HLOOM_ASSIGN_OR_RETURN(const Type* type, ParseType());
  if (!IsDenseType(*type)) {
    return in_.ErrorAt(place, kMlirP10, StrCat("hloom has no constants of type ", ToString(*type)));
  }
  // dense<0.000000e+00> : tensor<f32>
  constexpr size_t kShort = 32;
  const bool is_short = !hex && list.size() <= kShort;
  const Attribute** const known = is_short ? &constants_[{type, list}] : nullptr;
  if (known != nullptr && *known != nullptr) return *known;
  DenseError error;
  DenseLiteral literal;
  if (!hex) {
    literal = ReadDenseList(*type, list, error);
  } else if (list.substr(0, 2) != "0x") {
    error = {0, "the string is not a sequence of bytes in hexadecimal", "it begins with 0x"};
  } else {
    literal = ReadDenseHex(*type, list.substr(2), error);
  }
  HLOOM_ASSIGN_OR_RETURN(const Attribute* made,
                         DenseResult(type, std::move(literal), begin, error));
  if (known != nullptr) *known = made;
  return made;
}

StatusOr<const Attribute*> MlirPartParser::ParseDenseResource() {
  const size_t place = in_.position();
  in_.Word();
  HLOOM_RETURN_IF_ERROR(in_.Expect('<', "after dense_resource"));
  std::string_view name;
  if (in_.Peek() == '"') {
    HLOOM_ASSIGN_OR_RETURN(name, in_.QuotedName(module_));
  } else {
    name = in_.Suffix();
  }
  if (name.empty()) return in_.Expected("the name of a resource");
  HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after the name of a resource"));
  HLOOM_RETURN_IF_ERROR(in_.Expect(':', "and the type of the constant"));
  HLOOM_ASSIGN_OR_RETURN(const Type* type, ParseType());
  if (!IsDenseType(*type)) {
    return in_.ErrorAt(place, kMlirP10, StrCat("hloom has no constants of type ", ToString(*type)));
  }
  Attribute* const made = module_.NewAttribute(AttributeKind::kElements);
  made->type = type;
  made->text = name;
  pending_resources_.push_back({made, place});
  return made;
}

StatusOr<const Attribute*> MlirPartParser::ParseDenseArray() {
  const size_t place = in_.position();
  in_.Word();
  HLOOM_RETURN_IF_ERROR(in_.Expect('<', "after array"));
  HLOOM_ASSIGN_OR_RETURN(const Type* type, ParseType());
  std::vector<int64_t> values;
  std::vector<const Attribute*> numbers;
  const bool is_float =
      type->kind == Type::Kind::kScalar && IsFloatingPointType(type->element_type);
  if (type->kind != Type::Kind::kScalar || IsComplexType(type->element_type)) {
    return in_.ErrorAt(place, kMlirP10, StrCat("hloom has no arrays of ", ToString(*type)));
  }
  const int bits = type->element_type == PRED ? 1 : BitWidth(type->element_type);
  if (in_.Accept(':') && in_.Peek() != '>') {
    do {
      const size_t begin = in_.position();
      const std::string_view word = in_.Suffix();
      int64_t value = 0;
      double number = 0;
      if (is_float && ReadMlirFloat(word, type->element_type, number)) {
        Attribute* const made = module_.NewAttribute(AttributeKind::kFloat);
        made->number = number;
        made->type = type;
        numbers.push_back(made);
      } else if (!is_float && bits == 1 && (word == "true" || word == "false")) {
        values.push_back(word == "true");
      } else if (!is_float && ReadMlirInteger(word, bits, value)) {
        values.push_back(value);
      } else {
        return in_.ErrorAt(
            begin, kMlirP10,
            StrCat("\"", Shortened(word), "\" is not an element of ", ToString(*type)));
      }
    } while (in_.Accept(',') && (in_.position(), true));
  }
  HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after the elements of an array"));
  if (is_float) return MakeArray(std::move(numbers));
  return MakeIntegers(std::move(values), type->element_type);
}

}  // namespace hloom::mlir
