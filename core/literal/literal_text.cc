// The text form of literals: XLA's braces, one line.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "base/float_text.h"
#include "base/str_cat.h"
#include "kernels/number_format.h"
#include "literal/literal.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// Writes a number with the fewest digits that, rounded into the format, give the same bits.
std::string NarrowFloatText(PrimitiveType type, uint32_t bits) {
  const float value = DecodeNarrowFloat(type, bits);
  if (!std::isfinite(value)) return FloatToString(value);
  std::string text;
  for (int digits = 1; digits <= 9; ++digits) {
    text = FloatToDigits(value, digits);
    if (EncodeNarrowFloat(type, DoubleFromText(text).value_or(0)) == bits) break;
  }
  // Small whole numbers have no exponent, as in FloatToString.
  const bool whole = value == std::trunc(value) && std::fabs(value) < 1e6f;
  return whole ? FloatToString(value) : text;
}

// Writes a number of a narrow type with enough digits to identify every value of the type.
std::string XlaNarrowFloatText(PrimitiveType type, uint32_t bits) {
  // For 2^-127 XLA writes 5.9e-39, which is more and reads back as 2^-126.
  if (type == F8E8M0FNU && bits == 0) return NarrowFloatText(type, bits);
  // 1 + the digits of 2^mantissa, rounded up; log10(2) is a little more than 0.301.
  const int mantissa = FieldsOf(type).mantissa_bits + 1;
  return FloatToDigits(DecodeNarrowFloat(type, bits), 2 + mantissa * 301 / 1000);
}

// XLA's "(0x1)" after a NaN with another payload than the NaN that operations make.
void AppendNanPayload(std::string& out, PrimitiveType type, uint64_t bits) {
  if (!HasNanPayload(type)) return;
  const int width = FieldsOf(type).mantissa_bits;
  const uint64_t payload = bits & ((uint64_t{1} << width) - 1);
  if (payload == uint64_t{1} << (width - 1)) return;
  char text[32];
  std::snprintf(text, sizeof(text), "(0x%llx)", static_cast<unsigned long long>(payload));
  out.append(text);
}

template <typename T>
void AppendFloat(std::string& out, T value, bool xla) {
  const bool finite = std::isfinite(value);
  if constexpr (std::is_same_v<T, float>) {
    out.append(xla && finite ? FloatToXlaString(value) : FloatToString(value));
  } else {
    out.append(xla && finite ? DoubleToXlaString(value) : DoubleToString(value));
  }
  if (!std::isnan(value)) return;
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  Bits bits;
  std::memcpy(&bits, &value, sizeof(bits));
  AppendNanPayload(out, sizeof(T) == 4 ? F32 : F64, bits);
}

template <typename T>
void AppendNumber(std::string& out, T value, bool xla) {
  if constexpr (kIsComplex<T>) {
    out.push_back('(');
    AppendNumber(out, value.real(), xla);
    out.append(", ");
    AppendNumber(out, value.imag(), xla);
    out.push_back(')');
  } else if constexpr (std::is_floating_point_v<T>) {
    AppendFloat(out, value, xla);
  } else {
    StrAppend(out, value);
  }
}

void AppendElement(std::string& out, const Literal& literal, int64_t linear, bool xla) {
  const PrimitiveType type = literal.shape().element_type();
  if (IsNarrowFloat(type)) {
    const uint32_t bits = ByteWidth(type) == 1 ? uint32_t{literal.data<uint8_t>()[linear]}
                                               : uint32_t{literal.data<uint16_t>()[linear]};
    const float value = DecodeNarrowFloat(type, bits);
    out.append(xla && std::isfinite(value) ? XlaNarrowFloatText(type, bits)
                                           : NarrowFloatText(type, bits));
    if (std::isnan(value)) AppendNanPayload(out, type, bits);
    return;
  }
  DispatchComputeType(ComputeTypeOf(type),
                      [&]<typename T>() { AppendNumber(out, literal.data<T>()[linear], xla); });
}

// The style of an array's text. From rank 2 on there are spaces inside a row's braces. XLA writes
// rows of one element without spaces, truth values of arrays as digits, and from rank 4 on a
// comment with its index in each inner brace:
//
//   Plain  { { true, false } }   { { 1 }, { 2 } }   { { { { 7 } } } }
//   XLA    { { 1, 0 } }          { {1}, {2} }       { { /*i0=0*/ { /*i1=0*/ {7} } } }
class ArrayStyle {
 public:
  ArrayStyle(bool xla, Span<const int64_t> sizes, Span<const int64_t> index)
      : xla_(xla), sizes_(sizes), index_(index) {}

  void Open(std::string& out, size_t depth) const {
    out.append(IsTight(depth) ? "{" : "{ ");
    const bool is_row = depth + 1 == sizes_.size();
    if (xla_ && sizes_.size() > 3 && depth > 0 && !is_row)
      StrAppend(out, "/*i", depth - 1, "=", index_[depth - 1], "*/ ");
  }
  void Close(std::string& out, size_t depth) const { out.append(IsTight(depth) ? "}" : " }"); }
  void Element(std::string& out, const Literal& literal, int64_t linear) const {
    if (xla_ && literal.shape().element_type() == PRED) {
      out.push_back(literal.data<bool>()[linear] ? '1' : '0');
    } else {
      AppendElement(out, literal, linear, xla_);
    }
  }
  // Writes a row without elements.
  void Empty(std::string& out, size_t depth) const {
    Open(out, depth);
    out.push_back('}');
  }

 private:
  bool IsTight(size_t depth) const {
    if (sizes_.size() == 1) return true;
    return xla_ && depth + 1 == sizes_.size() && sizes_[depth] <= 1;
  }

  const bool xla_;
  Span<const int64_t> sizes_;
  Span<const int64_t> index_;
};

// True if one pair of braces represents the empty array. XLA writes all its empty rows, and reads
// only that form; but f32[1000000000,0] has a billion.
bool IsEmptyInBrief(const std::vector<int64_t>& sizes, bool xla) {
  constexpr int64_t kMostRows = 10000;
  const auto zero = std::find(sizes.begin(), sizes.end(), 0);
  if (zero == sizes.end()) return false;
  int64_t rows = 1;
  for (auto size = sizes.begin(); size != zero && rows <= kMostRows; ++size)
    rows = *size > kMostRows ? *size : rows * *size;
  return !xla || rows > kMostRows;
}

void AppendArray(std::string& out, const Literal& literal, bool xla) {
  const Shape& shape = literal.shape();
  const int64_t rank = shape.rank();
  if (rank == 0) return AppendElement(out, literal, 0, xla);
  const std::vector<int64_t> sizes = literal.live_sizes();
  if (IsEmptyInBrief(sizes, xla)) {
    out.append("{}");
    return;
  }
  const std::vector<int64_t> strides = IndexUtil::Strides(shape);
  std::vector<int64_t> index(static_cast<size_t>(rank), 0);
  const ArrayStyle style(xla, sizes, index);
  // The walk keeps a position for each dimension instead of recursing; `depth` braces are open.
  int64_t depth = 0;
  int64_t linear = 0;
  while (true) {
    if (depth < rank && index[static_cast<size_t>(depth)] < sizes[static_cast<size_t>(depth)]) {
      if (index[static_cast<size_t>(depth)] > 0)
        out.append(", ");
      else
        style.Open(out, static_cast<size_t>(depth));
      if (depth == rank - 1) {
        style.Element(out, literal, linear);
        ++index[static_cast<size_t>(depth)];
        linear += strides[static_cast<size_t>(depth)];
      } else {
        ++depth;
      }
      continue;
    }
    // This dimension is done: close it and go on in the one around it.
    const int64_t size = sizes[static_cast<size_t>(depth)];
    if (size == 0) {
      style.Empty(out, static_cast<size_t>(depth));
    } else {
      style.Close(out, static_cast<size_t>(depth));
    }
    linear -= size * strides[static_cast<size_t>(depth)];
    index[static_cast<size_t>(depth)] = 0;
    if (depth == 0) return;
    --depth;
    ++index[static_cast<size_t>(depth)];
    linear += strides[static_cast<size_t>(depth)];
  }
}

enum class ShapeText { kNone, kPlain, kWithLayout };

struct LiteralStyle {
  ShapeText shape = ShapeText::kNone;
  bool xla = false;
};

void AppendLiteral(std::string& out, const Literal& literal, const LiteralStyle& style) {
  const Shape& shape = literal.shape();
  if (shape.IsTuple()) {
    const bool spaced = style.xla && !literal.elements().empty();
    out.append(spaced ? "( " : "(");
    bool first = true;
    for (const Literal& element : literal.elements()) {
      if (!first) out.append(", ");
      first = false;
      AppendLiteral(out, element, style);
    }
    out.append(spaced ? " )" : ")");
    return;
  }
  if (shape.IsToken()) {
    out.append("token");
    return;
  }
  if (style.shape != ShapeText::kNone) {
    StrAppend(out, shape.ToString(style.shape == ShapeText::kWithLayout));
    if (shape.is_dynamic()) StrAppend(out, "(", StrJoin(literal.live_sizes(), ","), ")");
    out.push_back(' ');
  }
  AppendArray(out, literal, style.xla);
}

std::string TextOf(const Literal& literal, const LiteralStyle& style) {
  std::string out;
  AppendLiteral(out, literal, style);
  return out;
}

}  // namespace

std::string Literal::ToString() const { return TextOf(*this, {.shape = ShapeText::kPlain}); }

std::string Literal::ToStringWithoutShape() const { return TextOf(*this, {}); }

std::string Literal::ToHloConstant() const { return TextOf(*this, {.xla = true}); }

std::string Literal::ToStringWithLayout() const {
  return TextOf(*this, {.shape = ShapeText::kWithLayout, .xla = true});
}

}  // namespace hloom
