// The types of MLIR text.
#include "text/mlir/mlir_part_parser.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "base/utf8.h"

namespace hloom::mlir {

namespace {

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

bool MlirPartParser::IsTypeWord(std::string_view word) {
  constexpr std::string_view kWords[] = {"tensor", "tuple", "complex", "vector",
                                         "memref", "index", "none"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords) ||
         PrimitiveTypeOfMlir(word) != PRIMITIVE_TYPE_INVALID || IsOtherTypeWord(word);
}

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
    return in_.ErrorAt(begin, kMlirP4, StrCat("the type !", Shortened(name), " is not defined"))
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
  if (encoding->kind == Attribute::Kind::kStruct && encoding->dialect_name == "type_extensions") {
    bounds = encoding->Field("bounds");
  } else if (encoding->kind == Attribute::Kind::kStruct && encoding->dialect_name == "bounds") {
    bounds = encoding->fields[0].value;
  }
  if (bounds != nullptr && bounds->kind == Attribute::Kind::kIntegers) {
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

}  // namespace hloom::mlir
