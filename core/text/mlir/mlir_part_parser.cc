#include "text/mlir/mlir_part_parser.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/str_cat.h"
#include "shape/shape_util.h"

namespace hloom::mlir {
namespace {

using AttributeKind = Attribute::Kind;

// Builtin types that hloom has no values of. They occur in attributes.
constexpr std::string_view kOtherTypeWords[] = {"tf32", "f80", "f128", "f6E2M3FN", "f6E3M2FN"};

bool IsWidthWord(std::string_view word) {
  if (word.size() > 1 && (word[0] == 's' || word[0] == 'u')) word.remove_prefix(1);
  if (word.size() < 2 || word.size() > 9 || word[0] != 'i') return false;
  return std::all_of(word.begin() + 1, word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool IsOtherTypeWord(std::string_view word) {
  if (IsWidthWord(word)) return true;
  return std::find(std::begin(kOtherTypeWords), std::end(kOtherTypeWords), word) !=
         std::end(kOtherTypeWords);
}

}  // namespace

Status MlirPartParser::TooDeep() {
  return in_.ErrorAt(in_.position(), kMlirP9,
                     StrCat("types, attributes and locations nest more than ", kMaxDepth, " deep"));
}

Status MlirPartParser::UseAlias(size_t place, const AliasSize& size) {
  constexpr size_t kMostPerCharacter = 32;
  constexpr size_t kAlways = size_t{1} << 20;
  if (depth_ + size.depth > kMaxDepth) return TooDeep();
  max_depth_ = std::max(max_depth_, depth_ + size.depth);
  weight_ += size.weight;
  if (weight_ / kMostPerCharacter <= in_.text().size() + kAlways / kMostPerCharacter) {
    return OkStatus();
  }
  return in_.ErrorAt(place, kMlirP14, "the aliases of the text stand for too much")
      .Help("write the parts that are long and used often less often");
}

// ---- types ----

const Type* MlirPartParser::ScalarType(PrimitiveType type) {
  const size_t index = static_cast<size_t>(type);
  if (index < std::size(scalars_) && scalars_[index] != nullptr) return scalars_[index];
  const Type* unique = module_.Unique({.kind = Type::Kind::kScalar, .element_type = type});
  if (index < std::size(scalars_)) scalars_[index] = unique;
  return unique;
}

const Type* MlirPartParser::TensorType(PrimitiveType type, std::vector<int64_t> dimensions) {
  return module_.Unique(
      {.kind = Type::Kind::kTensor, .element_type = type, .dimensions = std::move(dimensions)});
}

StatusOr<const Type*> MlirPartParser::ParseType() {
  const Nested nested(*this);
  if (depth_ > kMaxDepth) return TooDeep();
  const size_t begin = in_.position();
  const char c = in_.Peek();
  if (c == '(') return ParseFunctionType();
  if (c == '!') return ParseDialectType(begin);
  const std::string_view word = in_.PeekWord();
  if (word == "tensor") return ParseTensor(begin);
  return ParseElement();
}

StatusOr<const Type*> MlirPartParser::ParseElement() {
  const size_t begin = in_.position();
  if (in_.Peek() == '!') return ParseDialectType(begin);
  const std::string_view word = in_.Word();
  if (const PrimitiveType type = PrimitiveTypeOfMlir(word); type != PRIMITIVE_TYPE_INVALID) {
    return ScalarType(type);
  }
  if (word == "index") {
    return module_.Unique({.kind = Type::Kind::kScalar, .element_type = S64, .is_index = true});
  }
  if (word == "none") return module_.Unique({.kind = Type::Kind::kNone});
  if (word == "complex") {
    HLOOM_RETURN_IF_ERROR(in_.Expect('<', "after complex"));
    HLOOM_ASSIGN_OR_RETURN(const Type* part, ParseType());
    HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after the type of the parts of a complex number"));
    if (part->kind == Type::Kind::kScalar && part->element_type == F32) return ScalarType(C64);
    if (part->kind == Type::Kind::kScalar && part->element_type == F64) return ScalarType(C128);
    return module_.Unique({.text = StrCat("complex<", ToString(*part), ">")});
  }
  if (word == "tuple") {
    HLOOM_RETURN_IF_ERROR(in_.Expect('<', "after tuple"));
    Type type = {.kind = Type::Kind::kTuple};
    if (!in_.Accept('>')) {
      HLOOM_RETURN_IF_ERROR(ParseTypes(type.parts));
      HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after the types of a tuple"));
    }
    return module_.Unique(std::move(type));
  }
  if (word == "vector" || word == "memref") {
    HLOOM_RETURN_IF_ERROR(in_.Expect('<', StrCat("after ", word)));
    return OtherType(begin);
  }
  if (IsOtherTypeWord(word)) return module_.Unique({.text = std::string(word)});
  in_.set_position(begin);
  return in_.Expected("a type").Help("types are written like tensor<2x3xf32>, i32, tuple<...>");
}

StatusOr<const Type*> MlirPartParser::OtherType(size_t begin) {
  HLOOM_RETURN_IF_ERROR(in_.Bracketed('>').status());
  return module_.Unique({.text = std::string(in_.Text(begin, in_.last()))});
}

StatusOr<const Type*> MlirPartParser::ParseDialectType(size_t begin) {
  in_.Accept('!');
  const std::string_view name = in_.Suffix();
  if (name.empty()) return in_.Expected("the name of a type, like !stablehlo.token");
  const bool body = in_.PeekAdjacent() == '<';
  if (!body && name.find('.') == std::string_view::npos) {
    const auto found = type_aliases_.find(name);
    if (found != type_aliases_.end()) {
      HLOOM_RETURN_IF_ERROR(UseAlias(begin, found->second.size));
      return found->second.type;
    }
    return in_
        .ErrorAt(begin, kMlirP4,
                 StrCat("the type !", name.substr(0, kLongestMlirName), " is not defined"))
        .Help("define it before its use: !t = tensor<2xf32>");
  }
  if (name == "stablehlo.token" || name == "mhlo.token") {
    return module_.Unique({.kind = Type::Kind::kToken});
  }
  if (name.substr(0, 5) == "vhlo." || name == "vhlo") {
    return in_.UnsupportedAt(begin, kMlirP13, "the text is VHLO, which is not meant to be read",
                             "convert it: stablehlo-opt --vhlo-legalize-to-stablehlo");
  }
  if (!body) return module_.Unique({.text = std::string(in_.Text(begin, in_.last()))});
  in_.Accept('<');
  if (name == "stablehlo.future" || name == "mhlo.async_bundle") {
    Type type = {.kind = Type::Kind::kFuture};
    HLOOM_RETURN_IF_ERROR(ParseTypes(type.parts));
    HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after the types of a future"));
    return module_.Unique(std::move(type));
  }
  return OtherType(begin);
}

StatusOr<const Type*> MlirPartParser::ParseFunctionType() {
  Type type = {.kind = Type::Kind::kFunction};
  HLOOM_RETURN_IF_ERROR(ParseTypesInParentheses(type.parts));
  type.input_count = static_cast<uint32_t>(type.parts.size());
  HLOOM_RETURN_IF_ERROR(in_.Expect("->", "after the types of the inputs of a function"));
  HLOOM_RETURN_IF_ERROR(ParseResultTypes(type.parts));
  return module_.Unique(std::move(type));
}

StatusOr<const Type*> MlirPartParser::ParseTensor(size_t begin) {
  // A program has few types, and many uses of each. The text of a type without brackets in strings
  // is its key.
  const std::string_view text = in_.text();
  size_t end = begin;
  int brackets = 0;
  bool plain = true;
  for (; end < in_.end(); ++end) {
    const char c = text[end];
    if (c == '<') {
      ++brackets;
    } else if (c == '>') {
      if (text[end - 1] == '-' || --brackets == 0) break;
    } else if (c == '"' || c == '\n' || c == '/') {
      plain = false;
      break;
    }
  }
  plain = plain && end < in_.end() && brackets == 0;
  const std::string_view key = in_.Text(begin, plain ? end + 1 : begin);
  if (plain) {
    if (const auto found = tensors_.find(key); found != tensors_.end()) {
      in_.set_position(end + 1);
      return found->second;
    }
  }
  in_.Word();
  Type type = {.kind = Type::Kind::kTensor};
  HLOOM_RETURN_IF_ERROR(in_.Expect('<', "after tensor"));
  HLOOM_RETURN_IF_ERROR(ParseTensorParts(type));
  HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after the type of the elements of a tensor"));
  if (type.element_type == PRIMITIVE_TYPE_INVALID) {
    type = {.text = std::string(in_.Text(begin, in_.last()))};
  }
  const Type* const unique = module_.Unique(std::move(type));
  if (plain) tensors_.emplace(key, unique);
  return unique;
}

Status MlirPartParser::ParseTensorParts(Type& type) {
  constexpr int64_t kLargest = int64_t{1} << 62;
  if (in_.Accept('*')) {
    type.unranked = true;
    HLOOM_RETURN_IF_ERROR(in_.Expect('x', "after the '*' of a tensor without a rank"));
  }
  // "2x?xf32": the 'x' behind a size is not part of the word that follows.
  while (!type.unranked) {
    const size_t begin = in_.position();
    int64_t size = 0;
    if (in_.Accept('?')) {
      size = Type::kDynamic;
    } else {
      size_t at = begin;
      const std::string_view text = in_.text();
      for (; at < in_.end() && text[at] >= '0' && text[at] <= '9'; ++at) {
        size = size * 10 + (text[at] - '0');
        if (size > kLargest / 16) {
          return in_.ErrorAt(begin, kMlirP2, "the size of a dimension is too large");
        }
      }
      if (at == begin) break;
      in_.set_position(at);
    }
    type.dimensions.push_back(size);
    HLOOM_RETURN_IF_ERROR(in_.Expect('x', "after the size of a dimension"));
  }
  HLOOM_ASSIGN_OR_RETURN(const Type* element, ParseElement());
  if (element->kind == Type::Kind::kScalar) {
    type.element_type = element->element_type;
    type.is_index = element->is_index;
  }
  if (in_.Accept(',')) return ParseEncoding(type);
  return OkStatus();
}

Status MlirPartParser::ParseEncoding(Type& type) {
  const size_t begin = in_.position();
  HLOOM_ASSIGN_OR_RETURN(const Attribute* encoding, ParseAttribute());
  const Attribute* bounds = nullptr;
  if (encoding->kind == AttributeKind::kStruct && encoding->dialect_name == "type_extensions") {
    bounds = encoding->Field("bounds");
  } else if (encoding->kind == AttributeKind::kStruct && encoding->dialect_name == "bounds") {
    bounds = encoding->fields[0].value;
  }
  if (bounds != nullptr && bounds->kind == AttributeKind::kIntegers) {
    type.bounds = bounds->integers;
  } else {
    type.text = std::string(in_.Text(begin, in_.last()));
  }
  return OkStatus();
}

Status MlirPartParser::ParseTypes(std::vector<const Type*>& types) {
  do {
    HLOOM_ASSIGN_OR_RETURN(const Type* type, ParseType());
    types.push_back(type);
  } while (in_.Accept(','));
  return OkStatus();
}

Status MlirPartParser::ParseTypesInParentheses(std::vector<const Type*>& types) {
  HLOOM_RETURN_IF_ERROR(in_.Expect('(', "before types"));
  if (in_.Accept(')')) return OkStatus();
  HLOOM_RETURN_IF_ERROR(ParseTypes(types));
  if (in_.Accept(')')) return OkStatus();
  return in_.Expected("',' or ')' after a type");
}

Status MlirPartParser::ParseResultTypes(std::vector<const Type*>& types) {
  if (in_.Peek() == '(') return ParseTypesInParentheses(types);
  HLOOM_ASSIGN_OR_RETURN(const Type* type, ParseType());
  types.push_back(type);
  return OkStatus();
}

// ---- attributes ----

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
  Attribute* const made = module_.NewAttribute(AttributeKind::kType);
  made->type = type;
  return made;
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
      HLOOM_ASSIGN_OR_RETURN(name, in_.String(module_));
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
          .ErrorAt(place, kMlirP12,
                   StrCat("the attribute ", name.substr(0, kLongestMlirName), " occurs twice"))
          .Help("leave one of them out");
    }
    const Attribute* value = nullptr;
    if (in_.Accept('=')) {
      HLOOM_ASSIGN_OR_RETURN(value, ParseAttribute());
    } else {
      value = module_.NewAttribute(AttributeKind::kUnit);
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
    return in_.ErrorAt(begin, kMlirP2,
                       StrCat("\"", word.substr(0, kLongestMlirName), "\" is not a number of type ",
                              ToString(*type)));
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
  if (in_.PeekAdjacent() == '"') return in_.String(module_);
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

StatusOr<const Attribute*> MlirPartParser::ParseDialectAttribute() {
  const size_t begin = in_.position();
  in_.Accept('#');
  const std::string_view name = in_.Suffix();
  if (name.empty()) return in_.Expected("the name of an attribute, like #stablehlo.gather");
  const bool body = in_.PeekAdjacent() == '<';
  const size_t dot = name.find('.');
  if (!body && dot == std::string_view::npos) {
    const auto found = attribute_aliases_.find(name);
    if (found != attribute_aliases_.end()) {
      HLOOM_RETURN_IF_ERROR(UseAlias(begin, found->second.size));
      return found->second.attribute;
    }
    return in_
        .ErrorAt(begin, kMlirP4,
                 StrCat("the attribute #", name.substr(0, kLongestMlirName), " is not defined"))
        .Help("define it before its use: #a = dense<0> : tensor<i32>");
  }
  const std::string_view dialect = name.substr(0, dot);
  if (dialect == "vhlo") {
    return in_.UnsupportedAt(begin, kMlirP13, "the text is VHLO, which is not meant to be read",
                             "convert it: stablehlo-opt --vhlo-legalize-to-stablehlo");
  }
  const bool structured = dialect == "stablehlo" || dialect == "chlo" || dialect == "mhlo";
  if (dot == std::string_view::npos) {
    in_.Accept('<');
    return ParseFromDialect(dialect, begin);
  }
  if (!body) return MakeText(AttributeKind::kOther, {}, name);
  in_.Accept('<');
  if (structured) return ParseStruct(name);
  HLOOM_ASSIGN_OR_RETURN(const std::string_view inside, in_.Bracketed('>'));
  return MakeText(AttributeKind::kOther, inside, name);
}

// "#stablehlo<" was taken: "comparison_direction LT>". The text of an attribute of another dialect
// is kept.
StatusOr<const Attribute*> MlirPartParser::ParseFromDialect(std::string_view dialect,
                                                            size_t begin) {
  const std::string_view mnemonic = in_.Word();
  const size_t value_begin = in_.position();
  const std::string_view value = in_.Word();
  if (!value.empty() && in_.Peek() == '>' &&
      (dialect == "stablehlo" || dialect == "chlo" || dialect == "mhlo")) {
    in_.Accept('>');
    return MakeEnum(mnemonic, value);
  }
  in_.set_position(value_begin);
  HLOOM_ASSIGN_OR_RETURN(const std::string_view inside, in_.Bracketed('>'));
  (void)begin;
  return MakeText(AttributeKind::kOther, inside, module_.Copy(StrCat(dialect, ".", mnemonic)));
}

StatusOr<const Attribute*> MlirPartParser::ParseStruct(std::string_view name) {
  const size_t begin = in_.position();
  const size_t dot = name.find('.');
  const std::string_view mnemonic = dot == std::string_view::npos ? name : name.substr(dot + 1);
  const auto other = [&]() -> StatusOr<const Attribute*> {
    in_.set_position(begin);
    HLOOM_ASSIGN_OR_RETURN(const std::string_view inside, in_.Bracketed('>'));
    return MakeText(AttributeKind::kOther, inside, name);
  };
  if (mnemonic == "conv" && in_.Peek() == '[') {
    HLOOM_ASSIGN_OR_RETURN(const Attribute* conv, ParseConvolutionDimensions());
    HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after the dimensions of a convolution"));
    return conv;
  }
  Attribute* const made = module_.NewAttribute(AttributeKind::kStruct);
  made->dialect_name = mnemonic;
  if (mnemonic == "bounds") {
    // #stablehlo.bounds<?, 4>
    std::vector<int64_t> values;
    do {
      if (in_.Accept('?')) {
        values.push_back(Type::kDynamic);
        continue;
      }
      HLOOM_ASSIGN_OR_RETURN(const int64_t value, in_.Int64());
      values.push_back(value);
    } while (in_.Accept(','));
    HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after bounds"));
    made->fields.push_back({"bounds", MakeIntegers(std::move(values), S64)});
    return made;
  }
  if (mnemonic == "conv") in_.AcceptWord("raw");
  if (in_.Accept('>')) return made;
  do {
    const std::string_view field = in_.Word();
    if (field.empty()) return other();
    if (in_.Accept('=')) {
      HLOOM_ASSIGN_OR_RETURN(const Attribute* value, ParseStructValue());
      made->fields.push_back({field, value});
      continue;
    }
    if (made->fields.empty() && in_.Accept('>')) return MakeEnum(mnemonic, field);
    if (in_.Peek() != ',' && in_.Peek() != '>') return other();
    // A word alone, like must_alias.
    made->fields.push_back({field, module_.NewAttribute(AttributeKind::kUnit)});
  } while (in_.Accept(','));
  if (in_.Accept('>')) return made;
  return in_.Expected("',' or '>' after a field");
}

StatusOr<const Attribute*> MlirPartParser::ParseStructValue() {
  const char c = in_.Peek();
  if (c == '(' || c == '<') {
    // sub_axis_info = (1)2
    HLOOM_ASSIGN_OR_RETURN(const std::string_view text, in_.Item());
    return MakeText(AttributeKind::kOther, text);
  }
  if (c != '[') return ParseAttribute();
  const size_t begin = in_.position();
  in_.Accept('[');
  const char first = in_.Peek();
  in_.set_position(begin);
  const bool integers = (first >= '0' && first <= '9') || first == '-' || first == '?';
  return integers || first == ']' ? ParseIntegers() : ParseArray();
}

// "[b, 0, 1, f]": `allowed` are the letters of the dimensions that are not spatial. Spatial
// dimension 1 of [b, 0, 1, f] is dimension 2 of the array: spatial = {1, 2}, others = {0, 3}.
Status MlirPartParser::ParseLabels(std::string_view allowed, std::vector<int64_t>& spatial,
                                   int64_t (&others)[2]) {
  others[0] = others[1] = -1;
  const size_t begin = in_.position();
  const auto wrong = [&](std::string what) -> Status {
    return in_.ErrorAt(begin, kMlirP1, std::move(what))
        .Help(StrCat("write each dimension once: ", allowed.substr(0, 1), ", ",
                     allowed.substr(1, 1), " and the spatial ones, numbered from 0"));
  };
  HLOOM_RETURN_IF_ERROR(in_.Expect('[', "before the dimensions of a convolution"));
  std::vector<std::pair<int64_t, int64_t>> found;  // the number of a spatial dimension, its place
  int64_t index = 0;
  do {
    if (const std::string_view word = in_.PeekWord(); !word.empty()) {
      const size_t at = word.size() == 1 ? allowed.find(word[0]) : std::string_view::npos;
      if (at == std::string_view::npos) {
        return in_.Expected(StrCat("'", allowed.substr(0, 1), "', '", allowed.substr(1, 1),
                                   "' or the number of a spatial dimension"));
      }
      if (others[at] >= 0) return wrong(StrCat("the dimension ", word, " occurs twice"));
      others[at] = index;
      in_.Word();
    } else {
      HLOOM_ASSIGN_OR_RETURN(const int64_t number, in_.Int64());
      found.emplace_back(number, index);
    }
    ++index;
  } while (in_.Accept(','));
  if (!in_.Accept(']')) return in_.Expected("',' or ']' after a dimension");
  std::sort(found.begin(), found.end());
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i].first != static_cast<int64_t>(i)) {
      return wrong(StrCat("the spatial dimension ", i, " does not occur once"));
    }
    spatial.push_back(found[i].second);
  }
  if (others[0] < 0 || others[1] < 0) {
    return wrong(StrCat("the dimension ", allowed.substr(others[0] < 0 ? 0 : 1, 1), " is missing"));
  }
  return OkStatus();
}

StatusOr<const Attribute*> MlirPartParser::ParseConvolutionDimensions() {
  struct Part {
    std::string_view letters;
    std::string_view names[3];
  };
  constexpr Part kParts[] = {
      {"bf", {"input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions"}},
      {"io",
       {"kernel_input_feature_dimension", "kernel_output_feature_dimension",
        "kernel_spatial_dimensions"}},
      {"bf", {"output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions"}}};
  Attribute* const made = module_.NewAttribute(AttributeKind::kStruct);
  made->dialect_name = "conv";
  for (const Part& part : kParts) {
    if (&part == &kParts[1]) {
      HLOOM_RETURN_IF_ERROR(in_.ExpectWord("x", "after the dimensions of the input"));
    } else if (&part == &kParts[2]) {
      HLOOM_RETURN_IF_ERROR(in_.Expect("->", "after the dimensions of the kernel"));
    }
    std::vector<int64_t> spatial;
    int64_t others[2];
    HLOOM_RETURN_IF_ERROR(ParseLabels(part.letters, spatial, others));
    made->fields.push_back({part.names[0], MakeInteger(others[0], S64)});
    made->fields.push_back({part.names[1], MakeInteger(others[1], S64)});
    made->fields.push_back({part.names[2], MakeIntegers(std::move(spatial), S64)});
  }
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
    return module_.NewAttribute(AttributeKind::kUnit);
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
  if (!word.empty() && word != "tensor" && word != "tuple" && word != "complex" &&
      word != "vector" && word != "memref" && word != "index" && word != "none" &&
      PrimitiveTypeOfMlir(word) == PRIMITIVE_TYPE_INVALID && !IsOtherTypeWord(word)) {
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
    if (in_.PeekWord() == "__elided__") {
      return in_.ErrorAt(begin, kMlirP10, "the elements of this constant were left out")
          .Help("print the program again with its large constants");
    }
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
  DenseError error;
  DenseLiteral literal;
  if (!hex) {
    literal = ReadDenseList(*type, list, error);
  } else if (list.substr(0, 2) != "0x") {
    error = {0, "the string is not a sequence of bytes in hexadecimal", "it begins with 0x"};
  } else {
    literal = ReadDenseHex(*type, list.substr(2), error);
  }
  return DenseResult(type, std::move(literal), begin, error);
}

StatusOr<const Attribute*> MlirPartParser::ParseDenseResource() {
  const size_t place = in_.position();
  in_.Word();
  HLOOM_RETURN_IF_ERROR(in_.Expect('<', "after dense_resource"));
  std::string_view name;
  if (in_.Peek() == '"') {
    HLOOM_ASSIGN_OR_RETURN(name, in_.String(module_));
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
        return in_.ErrorAt(begin, kMlirP10,
                           StrCat("\"", word.substr(0, kLongestMlirName),
                                  "\" is not an element of ", ToString(*type)));
      }
    } while (in_.Accept(',') && (in_.position(), true));
  }
  HLOOM_RETURN_IF_ERROR(in_.Expect('>', "after the elements of an array"));
  if (is_float) return MakeArray(std::move(numbers));
  return MakeIntegers(std::move(values), type->element_type);
}

// ---- locations ----

StatusOr<const Location*> MlirPartParser::ParseOptionalLocation() {
  if (in_.Peek() != 'l' || !in_.AcceptWord("loc")) return nullptr;
  HLOOM_RETURN_IF_ERROR(in_.Expect('(', "after loc"));
  HLOOM_ASSIGN_OR_RETURN(const Location* location, ParseLocation());
  HLOOM_RETURN_IF_ERROR(in_.Expect(')', "after a location"));
  return location;
}

// The location of an alias that is being defined goes to where its uses refer to.
const Location* MlirPartParser::StoreLocation(Location location) {
  if (alias_location_ == nullptr || depth_ > 1) return module_.NewLocation(std::move(location));
  *alias_location_ = std::move(location);
  return alias_location_;
}

StatusOr<const Location*> MlirPartParser::ParseLocation() {
  const Nested nested(*this);
  if (depth_ > kMaxDepth) return TooDeep();
  if (in_.Peek() == '"') return ParseNamedLocation();
  if (in_.Peek() == '#') return ParseLocationAlias();
  const std::string_view word = in_.PeekWord();
  if (word == "unknown") {
    in_.Word();
    return StoreLocation({});
  }
  if (word == "callsite") {
    in_.Word();
    HLOOM_RETURN_IF_ERROR(in_.Expect('(', "after callsite"));
    HLOOM_ASSIGN_OR_RETURN(const Location* callee, ParseLocation());
    HLOOM_RETURN_IF_ERROR(in_.ExpectWord("at", "after the location of the callee"));
    HLOOM_ASSIGN_OR_RETURN(const Location* caller, ParseLocation());
    HLOOM_RETURN_IF_ERROR(in_.Expect(')', "after the location of the caller"));
    return StoreLocation({.kind = Location::Kind::kCallSite, .parts = {callee, caller}});
  }
  if (word == "fused") return ParseFusedLocation();
  return in_.Expected("a location").Help("locations are written like loc(\"file.py\":3:4)");
}

StatusOr<const Location*> MlirPartParser::ParseNamedLocation() {
  Location location;
  HLOOM_ASSIGN_OR_RETURN(location.text, in_.String(module_));
  if (in_.Accept(':')) {
    location.kind = Location::Kind::kFile;
    HLOOM_ASSIGN_OR_RETURN(location.line, in_.Int64());
    HLOOM_RETURN_IF_ERROR(in_.Expect(':', "after the line of a location"));
    HLOOM_ASSIGN_OR_RETURN(location.column, in_.Int64());
    if (in_.AcceptWord("to")) {
      location.end_line = location.line;
      if (in_.Peek() != ':') {
        HLOOM_ASSIGN_OR_RETURN(location.end_line, in_.Int64());
      }
      HLOOM_RETURN_IF_ERROR(in_.Expect(':', "after the line where a location ends"));
      HLOOM_ASSIGN_OR_RETURN(location.end_column, in_.Int64());
    }
    return StoreLocation(std::move(location));
  }
  location.kind = Location::Kind::kName;
  if (in_.Accept('(')) {
    HLOOM_ASSIGN_OR_RETURN(const Location* child, ParseLocation());
    location.parts.push_back(child);
    HLOOM_RETURN_IF_ERROR(in_.Expect(')', "after the location of a name"));
  }
  return StoreLocation(std::move(location));
}

StatusOr<const Location*> MlirPartParser::ParseFusedLocation() {
  in_.Word();
  if (in_.Accept('<')) HLOOM_RETURN_IF_ERROR(in_.Bracketed('>').status());
  HLOOM_RETURN_IF_ERROR(in_.Expect('[', "before the locations that are fused"));
  Location location = {.kind = Location::Kind::kFused};
  if (!in_.Accept(']')) {
    do {
      HLOOM_ASSIGN_OR_RETURN(const Location* part, ParseLocation());
      location.parts.push_back(part);
    } while (in_.Accept(','));
    if (!in_.Accept(']')) return in_.Expected("',' or ']' after a location");
  }
  return StoreLocation(std::move(location));
}

// The alias may be defined later, unless another alias refers to it: so no location contains
// itself.
StatusOr<const Location*> MlirPartParser::ParseLocationAlias() {
  const size_t place = in_.position();
  in_.Accept('#');
  const std::string_view name = in_.Suffix();
  if (name.empty()) return in_.Expected("the name of a location, like #loc1");
  if (in_.PeekAdjacent() == '<' || name.find('.') != std::string_view::npos) {
    // A location of another dialect.
    if (in_.Accept('<')) HLOOM_RETURN_IF_ERROR(in_.Bracketed('>').status());
    return module_.NewLocation({});
  }
  LocationAlias& alias = location_aliases_[name];
  if (alias_location_ != nullptr && !alias.defined) {
    return in_
        .ErrorAt(place, kMlirP4,
                 StrCat("the location #", name.substr(0, kLongestMlirName), " is not defined"))
        .Help("an alias may refer to aliases that are defined before it");
  }
  // A location outside of aliases is one of an operation, to which the alias adds nothing.
  if (alias_location_ != nullptr) HLOOM_RETURN_IF_ERROR(UseAlias(place, alias.size));
  if (alias.location == nullptr) {
    alias.location = module_.NewLocation({});
    alias.place = place;
  }
  return alias.location;
}

// ---- the level of the module ----

Status MlirPartParser::ParseAliasDefinition() {
  const size_t place = in_.position();
  const char sigil = in_.Peek();
  in_.Accept(sigil);
  const std::string_view name = in_.Suffix();
  if (name.empty()) return in_.Expected("the name of an alias");
  if (name.find('.') != std::string_view::npos) {
    return in_.ErrorAt(place, kMlirP1, "the name of an alias has no '.'");
  }
  HLOOM_RETURN_IF_ERROR(in_.Expect('=', "after the name of an alias"));
  const auto twice = [&]() -> Status {
    return in_
        .ErrorAt(place, kMlirP4,
                 StrCat("the alias ", std::string(1, sigil), name.substr(0, kLongestMlirName),
                        " is already defined"))
        .Help("give each alias its own name");
  };
  max_depth_ = 0;
  const size_t begin = weight_;
  if (sigil == '!') {
    HLOOM_ASSIGN_OR_RETURN(const Type* type, ParseType());
    // Each type that has this one as a part is looked up by its text.
    const AliasSize size = {ToString(*type).size(), max_depth_};
    return type_aliases_.emplace(name, TypeAlias{type, size}).second ? OkStatus() : twice();
  }
  if (in_.PeekWord() != "loc") {
    HLOOM_ASSIGN_OR_RETURN(const Attribute* attribute, ParseAttribute());
    const AliasSize size = {weight_ - begin, max_depth_};
    return attribute_aliases_.emplace(name, AttributeAlias{attribute, size}).second ? OkStatus()
                                                                                    : twice();
  }
  LocationAlias& alias = location_aliases_[name];
  if (alias.defined) return twice();
  if (alias.location == nullptr) alias.location = module_.NewLocation({});
  alias_location_ = alias.location;
  const StatusOr<const Location*> location = ParseOptionalLocation();
  alias_location_ = nullptr;
  HLOOM_RETURN_IF_ERROR(location.status());
  // The location of another alias is copied.
  if (*location != alias.location) *alias.location = **location;
  alias.size = {weight_ - begin, max_depth_};
  alias.defined = true;
  alias.place = place;
  return OkStatus();
}

Status MlirPartParser::ParseResources() {
  HLOOM_RETURN_IF_ERROR(in_.Expect("{-#", "before the resources"));
  // Sections, in them dialects, in them resources: `depth` braces are open.
  int depth = 0;
  std::string_view section;
  while (true) {
    if (depth == 0 && in_.Accept("#-}")) return OkStatus();
    if (in_.Accept('}')) {
      if (--depth < 0) break;
      in_.Accept(',');
      continue;
    }
    std::string_view name;
    if (in_.Peek() == '"') {
      HLOOM_ASSIGN_OR_RETURN(name, in_.String(module_));
    } else {
      in_.position();
      name = in_.Suffix();
    }
    if (name.empty()) break;
    HLOOM_RETURN_IF_ERROR(in_.Expect(':', "after a name"));
    if (depth == 0) section = name;
    if (in_.Accept('{')) {
      if (++depth > 3) break;
      continue;
    }
    if (in_.Peek() == '"') {
      HLOOM_ASSIGN_OR_RETURN(const std::string_view text, in_.RawString());
      if (depth == 2 && section == "dialect_resources") resources_.emplace(name, text);
    } else {
      HLOOM_RETURN_IF_ERROR(in_.Item().status());
    }
    in_.Accept(',');
  }
  return in_.Expected("a name, '}' or '#-}' in the resources");
}

Status MlirPartParser::Finish() {
  for (const auto& [name, alias] : location_aliases_) {
    if (alias.defined) continue;
    // The first in the text, whatever the order of the table.
    const LocationAlias* first = &alias;
    std::string_view first_name = name;
    for (const auto& [other_name, other] : location_aliases_) {
      if (other.defined || other.place >= first->place) continue;
      first = &other;
      first_name = other_name;
    }
    return in_
        .ErrorAt(
            first->place, kMlirP4,
            StrCat("the location #", first_name.substr(0, kLongestMlirName), " is not defined"))
        .Help("the definitions of locations are at the end of the text: #loc1 = loc(...)");
  }
  // The literals of each resource.
  std::unordered_map<std::string_view, std::vector<DenseLiteral>> known;
  for (const PendingResource& pending : pending_resources_) {
    HLOOM_RETURN_IF_ERROR(FillResource(pending, known[pending.attribute->text]));
    pending.attribute->text = {};
  }
  return OkStatus();
}

Status MlirPartParser::FillResource(const PendingResource& pending,
                                    std::vector<DenseLiteral>& known) {
  const Type& type = *pending.attribute->type;
  const std::string_view name = pending.attribute->text;
  const auto found = resources_.find(name);
  if (found == resources_.end()) {
    return in_
        .ErrorAt(pending.place, kMlirP11,
                 StrCat("the resource ", name.substr(0, kLongestMlirName), " is not in the text"))
        .Help("print the program with its resources: {-# dialect_resources: {...} #-}");
  }
  // Constants of one resource share its elements.
  for (const DenseLiteral& one : known) {
    if (one->shape().element_type() != type.element_type) continue;
    const StatusOr<Shape> shape = ShapeUtil::MakeValidatedShape(type.element_type, type.dimensions);
    if (!shape.ok() || ShapeUtil::ElementsIn(*shape) != one->element_count()) continue;
    pending.attribute->literal = std::make_shared<const Literal>(
        Literal::OverStorage(std::make_shared<const Shape>(*shape), one->storage()));
    return OkStatus();
  }
  // "0x04000000...": the alignment of the bytes, then the bytes.
  constexpr size_t kHeader = 2 + 8;
  const size_t place = static_cast<size_t>(found->second.data() - in_.text().data());
  DenseError error = {0, "the bytes of a resource begin with 0x and their alignment", {}};
  DenseLiteral literal;
  if (found->second.size() >= kHeader && found->second.substr(0, 2) == "0x") {
    literal = ReadDenseHex(type, found->second.substr(kHeader), error);
  }
  if (literal == nullptr) return in_.ErrorAt(place, kMlirP10, error.what);
  known.push_back(literal);
  pending.attribute->literal = std::move(literal);
  return OkStatus();
}

}  // namespace hloom::mlir
