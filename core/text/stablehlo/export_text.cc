#include "text/stablehlo/export_text.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>

#include "base/float_text.h"
#include "literal/convert.h"
#include "literal/relayout.h"
#include "shape/layout_util.h"
#include "text/hlo/hlo_text.h"
#include "text/mlir/mlir_part_parser.h"
#include "text/rules.h"

namespace hloom::stablehlo_text {

namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";
// MLIR's default of mlir-print-elementsattrs-with-hex-if-larger.
constexpr int64_t kMostListed = 100;

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// A word that MLIR reads without quotes.
bool IsBare(std::string_view name) {
  if (name.empty() || !IsLetter(name[0])) return false;
  for (const char c : name) {
    if (!IsLetter(c) && !IsDigit(c) && c != '$' && c != '.') return false;
  }
  return true;
}

void AppendBounds(std::string& out, const Shape& shape) {
  out += ", #stablehlo.bounds<";
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (d > 0) out += ", ";
    if (shape.is_dynamic_dimension(d)) {
      StrAppend(out, shape.dimensions(d));
    } else {
      out += '?';
    }
  }
  out += '>';
}

// ---- numbers ----

// The number d1.d2d3... * 10^exponent, without zeros at the end of its digits.
struct Decimal {
  bool negative = false;
  std::string digits;
  int exponent = 0;
};

// Rounds halves up, as MLIR's APFloat does: 9.765625e-04 has the 6 digits 976563.
Decimal RoundDecimal(double value, size_t count) {
  constexpr size_t kSpare = 20;
  char text[64];
  std::snprintf(text, sizeof(text), "%.*e", static_cast<int>(count - 1 + kSpare), std::fabs(value));
  Decimal decimal;
  decimal.negative = std::signbit(value);
  const char* p = text;
  for (; *p != '\0' && *p != 'e'; ++p) {
    if (IsDigit(*p)) decimal.digits += *p;
  }
  const bool small = p[0] == 'e' && p[1] == '-';
  for (p += 2; *p != '\0'; ++p) decimal.exponent = decimal.exponent * 10 + (*p - '0');
  if (small) decimal.exponent = -decimal.exponent;
  const bool up = decimal.digits[count] >= '5';
  decimal.digits.resize(count);
  if (up) {
    size_t i = count;
    while (i > 0 && decimal.digits[i - 1] == '9') decimal.digits[--i] = '0';
    if (i > 0) {
      ++decimal.digits[i - 1];
    } else {
      decimal.digits.insert(decimal.digits.begin(), '1');
      ++decimal.exponent;
    }
  }
  decimal.digits.resize(decimal.digits.find_last_not_of('0') + 1);
  return decimal;
}

// "1.250000e+00": six decimals.
std::string SixDigits(double value) {
  const Decimal decimal = RoundDecimal(value, 6);
  std::string decimals = decimal.digits.substr(1);
  decimals.resize(6, '0');
  const int size = std::abs(decimal.exponent);
  return StrCat(decimal.negative ? "-" : "", decimal.digits[0], ".", decimals,
                decimal.exponent < 0 ? "e-" : "e+", size < 10 ? "0" : "", size);
}

// All digits that tell numbers of the type apart. Numbers near 1 have no exponent: 3.14159274,
// 0.00123456785; others do: 1.17549435E-38. A whole number may have no point.
std::string ManyDigits(double value, size_t count) {
  constexpr int kMostZeros = 3;
  const Decimal decimal = RoundDecimal(value, count);
  const std::string& digits = decimal.digits;
  const int size = static_cast<int>(digits.size());
  const int last = decimal.exponent - (size - 1);  // the exponent of the last digit
  const std::string sign(decimal.negative ? "-" : "");
  const bool scientific = last >= 0 ? last > kMostZeros || size + last > static_cast<int>(count)
                                    : decimal.exponent < -kMostZeros;
  if (scientific) {
    return StrCat(sign, digits[0], ".", size == 1 ? "0" : digits.substr(1),
                  decimal.exponent < 0 ? "E-" : "E+", std::abs(decimal.exponent));
  }
  if (last >= 0) return StrCat(sign, digits, std::string(static_cast<size_t>(last), '0'));
  const int whole = decimal.exponent + 1;
  if (whole <= 0) return StrCat(sign, "0.", std::string(static_cast<size_t>(-whole), '0'), digits);
  return StrCat(sign, digits.substr(0, static_cast<size_t>(whole)), ".",
                digits.substr(static_cast<size_t>(whole)));
}

std::string HexText(uint64_t bits) {
  std::string text;
  do {
    text.insert(text.begin(), kHexDigits[bits & 15]);
    bits >>= 4;
  } while (bits != 0);
  return "0x" + text;
}

template <typename T, typename Bits>
std::string WideFloatText(T value, size_t digits, std::optional<T> (*parse)(std::string_view)) {
  Bits bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if (!std::isfinite(value)) return HexText(bits);
  if (value == 0) return std::signbit(value) ? "-0.000000e+00" : "0.000000e+00";
  std::string text = SixDigits(static_cast<double>(value));
  if (parse(text) == value) return text;
  text = ManyDigits(static_cast<double>(value), digits);
  // MLIR reads a number without a point as an integer.
  return text.find('.') == std::string::npos ? HexText(bits) : text;
}

// ---- elements ----

// The elements of an array as text, one after the other.
class ElementTexts {
 public:
  // `literal` has the default layout.
  static StatusOr<ElementTexts> Of(const Literal& literal) {
    ElementTexts texts;
    texts.raw_ = literal;
    texts.converted_ = literal;
    texts.type_ = literal.shape().element_type();
    const PrimitiveType type = texts.type_;
    PrimitiveType wide = type;
    if (IsFloatingPointType(type) && type != F32 && type != F64) wide = F32;
    if (IsSignedIntegralType(type)) wide = S64;
    if (IsUnsignedIntegralType(type)) wide = U64;
    if (wide != type) {
      HLOOM_ASSIGN_OR_RETURN(texts.converted_, ConvertElements(literal, wide));
    }
    return texts;
  }

  std::string operator[](size_t i) const {
    if (type_ == PRED) return raw_.data<uint8_t>()[i] != 0 ? "true" : "false";
    if (IsSignedIntegralType(type_)) return StrCat(converted_.data<int64_t>()[i]);
    if (IsUnsignedIntegralType(type_)) return StrCat(converted_.data<uint64_t>()[i]);
    if (type_ == F32) return FloatText(raw_.data<float>()[i]);
    if (type_ == F64) return DoubleText(raw_.data<double>()[i]);
    if (type_ == C64) {
      const std::complex<float> value = raw_.data<std::complex<float>>()[i];
      return StrCat("(", FloatText(value.real()), ",", FloatText(value.imag()), ")");
    }
    if (type_ == C128) {
      const std::complex<double> value = raw_.data<std::complex<double>>()[i];
      return StrCat("(", DoubleText(value.real()), ",", DoubleText(value.imag()), ")");
    }
    return NarrowFloat(i);
  }

 private:
  ElementTexts() = default;

  // Types narrower than 32 bits have at most 11 significant bits, so that 6 digits identify every
  // number.
  std::string NarrowFloat(size_t i) const {
    const float value = converted_.data<float>()[i];
    if (std::isfinite(value)) {
      if (value == 0) return std::signbit(value) ? "-0.000000e+00" : "0.000000e+00";
      return SixDigits(static_cast<double>(value));
    }
    const auto width = static_cast<size_t>(ByteWidth(type_));
    uint64_t bits = 0;
    for (size_t b = width; b-- > 0;) {
      bits = bits << 8 | static_cast<uint64_t>(raw_.bytes()[i * width + b]);
    }
    return HexText(bits);
  }

  PrimitiveType type_ = PRIMITIVE_TYPE_INVALID;
  Literal raw_;
  Literal converted_;  // to a type that C++ has
};

// Types that versions of MLIR store in different ways.
bool IsStoredVariously(PrimitiveType type) { return type == PRED || BitWidth(type) < 8; }

// Each byte equals the one an element before it.
bool IsSplat(Span<const std::byte> bytes, size_t width) {
  return bytes.size() >= width &&
         (bytes.size() == width ||
          std::memcmp(bytes.data(), bytes.data() + width, bytes.size() - width) == 0);
}

std::string HexString(Span<const std::byte> bytes) {
  std::string text(2 * bytes.size() + 4, '"');
  text[1] = '0';
  text[2] = 'x';
  char* digit = text.data() + 3;
  for (const std::byte b : bytes) {
    *digit++ = kHexDigits[std::to_integer<size_t>(b) >> 4];
    *digit++ = kHexDigits[std::to_integer<size_t>(b) & 15];
  }
  return text;
}

// Writes a nested list: before element i of [2,3] there are as many brackets as there are
// dimensions whose rows begin at i: 2 at 0, 1 at 3.
std::string NestedList(const Shape& shape, const ElementTexts& texts) {
  std::vector<int64_t> rows;  // the elements of a row, for each dimension
  int64_t elements = 1;
  for (int64_t d = shape.rank(); d-- > 0;) {
    elements *= shape.dimensions(d);
    rows.push_back(elements);
  }
  std::string text;
  for (int64_t i = 0; i < elements; ++i) {
    if (i > 0) text += ", ";
    for (size_t d = rows.size(); d-- > 0;) {
      if (i % rows[d] == 0) text += '[';
    }
    text += texts[static_cast<size_t>(i)];
    for (const int64_t row : rows) {
      if ((i + 1) % row != 0) break;
      text += ']';
    }
  }
  return text;
}

}  // namespace

void AppendType(std::string& out, const Shape& shape) {
  if (shape.IsToken()) {
    out += "!stablehlo.token";
    return;
  }
  if (shape.IsTuple()) {  // depth is bounded by ShapeUtil::kMaxTupleDepth
    out += "tuple<";
    bool first = true;
    for (const Shape& element : shape.tuple_shapes()) {
      if (!first) out += ", ";
      first = false;
      AppendType(out, element);
    }
    out += '>';
    return;
  }
  out += "tensor<";
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (shape.is_dynamic_dimension(d)) {
      out += "?x";
    } else {
      StrAppend(out, shape.dimensions(d), "x");
    }
  }
  out += mlir::MlirElementType(shape.element_type());
  if (shape.is_dynamic()) AppendBounds(out, shape);
  out += '>';
}

std::string TypeText(const Shape& shape) {
  std::string text;
  AppendType(text, shape);
  return text;
}

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '\\') {
      out += "\\\\";
    } else if (code >= 0x20 && code < 0x7F && c != '"') {
      out += c;
    } else {
      out += '\\';
      out += kHexDigits[code >> 4];
      out += kHexDigits[code & 15];
    }
  }
  return out + '"';
}

std::string Symbol(std::string_view name) {
  return IsBare(name) ? StrCat("@", name) : StrCat("@", Quoted(name));
}

std::string Key(std::string_view name) { return IsBare(name) ? std::string(name) : Quoted(name); }

std::string StringDictionary(const std::map<std::string, std::string>& entries) {
  std::string text = "{";
  for (const auto& [name, value] : entries) {
    StrAppend(text, text.size() > 1 ? ", " : "", Key(name), " = ", Quoted(value));
  }
  return text + '}';
}

std::string Dictionary(NamedTexts attributes) {
  std::sort(attributes.begin(), attributes.end());
  std::string text = "{";
  for (const auto& [name, value] : attributes) {
    if (text.size() > 1) text += ", ";
    text += Key(name);
    if (!value.empty()) StrAppend(text, " = ", value);
  }
  return text + '}';
}

const mlir::Attribute* AttributeOfText(std::string_view text, mlir::Module& module) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) return nullptr;
  }
  mlir::MlirPartParser parser(text, 0, text.size(), module);
  const StatusOr<const mlir::Attribute*> attribute = parser.ParseAttribute();
  return attribute.ok() && parser.in().AtEnd() ? *attribute : nullptr;
}

bool IsDictionaryText(std::string_view text) {
  mlir::Module module;
  const mlir::Attribute* const attribute = AttributeOfText(text, module);
  return attribute != nullptr && attribute->kind == mlir::Attribute::Kind::kDictionary;
}

std::string I64Array(Span<const int64_t> values) {
  return values.empty() ? "array<i64>" : StrCat("array<i64: ", StrJoin(values, ", "), ">");
}

std::string I64(int64_t value) { return StrCat(value, " : i64"); }

std::string DenseI64(Span<const int64_t> values, int64_t rows, int64_t columns) {
  std::string text = "dense<";
  bool splat = !values.empty();
  for (const int64_t value : values) splat = splat && value == values[0];
  if (splat) {
    StrAppend(text, values[0]);
  } else if (!values.empty()) {
    const auto width = static_cast<size_t>(columns);
    for (size_t row = 0; row * width < values.size(); ++row) {
      StrAppend(text, row == 0 ? "[" : ", ", SquareList(values.subspan(row * width, width)));
    }
    text += ']';
  }
  return StrCat(text, "> : tensor<", rows, "x", columns, "xi64>");
}

std::string FloatText(float value) {
  return WideFloatText<float, uint32_t>(value, 9, FloatFromText);
}
std::string DoubleText(double value) {
  return WideFloatText<double, uint64_t>(value, 17, DoubleFromText);
}

bool IsUniform(const Literal& literal) {
  return IsSplat(literal.bytes(), static_cast<size_t>(ByteWidth(literal.shape().element_type())));
}

StatusOr<std::string> DenseElements(const Literal& literal) {
  HLOOM_ASSIGN_OR_RETURN(
      const Literal plain,
      Relayout(literal, LayoutUtil::GetDefaultLayoutForRank(literal.shape().rank())));
  const Shape& shape = plain.shape();
  std::string text = "dense<";
  const auto width = static_cast<size_t>(ByteWidth(shape.element_type()));
  if (ShapeUtil::ElementsIn(shape) > 0) {
    const bool splat = IsSplat(plain.bytes(), width);
    const bool listed = IsStoredVariously(shape.element_type());
    const int64_t elements = ShapeUtil::ElementsIn(shape);
    if (!splat && elements > kMaxHloTextSize / 2) {
      return ResourceExhausted(kTextW1)
          .Say(StrCat("the text of a constant of ", elements, " elements, ",
                      shape.ToString().substr(0, 200), ", would have more than ", kMaxHloTextSize,
                      " characters"))
          .Help("write the program as bytes, which are shorter");
    }
    if (!splat && !listed && elements > kMostListed) {
      text += HexString(plain.bytes());
    } else {
      HLOOM_ASSIGN_OR_RETURN(const ElementTexts texts, ElementTexts::Of(plain));
      text += splat ? texts[0] : NestedList(shape, texts);
    }
  }
  text += "> : ";
  AppendType(text, shape);
  return text;
}

}  // namespace hloom::stablehlo_text
