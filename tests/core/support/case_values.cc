#include "support/case_values.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

#include "base/json_writer.h"
#include "base/str_cat.h"
#include "kernels/number_format.h"

namespace hloom::testing_support {

namespace {

Status CaseValuesCaseError(const Json& json, std::string text) {
  return Internal(Rule{"case", ""}).Say(StrCat(json.Path(), ": ", text));
}

template <typename T>
void Put(T value, std::byte* out) {
  std::memcpy(out, &value, sizeof(T));
}

StatusOr<double> FloatOf(const Json& json) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const std::string& text = json.text();
  if (text == "nan" || text == "+nan") return kNan;
  if (text == "-nan") return -kNan;
  if (text == "-0") return -0.0;
  return json.AsDouble();
}

Status EncodeInteger(PrimitiveType type, const Json& json, std::byte* out) {
  const int unused = 64 - BitWidth(type);
  uint64_t bits = 0;
  bool fits = false;
  if (IsSignedIntegralType(type)) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t value, json.AsInt64());
    bits = static_cast<uint64_t>(value);
    fits = static_cast<int64_t>(bits << unused) >> unused == value;
  } else {
    const std::string& text = json.text();
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), bits);
    fits = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() &&
           bits << unused >> unused == bits;
  }
  if (!fits) return CaseValuesCaseError(json, StrCat("is no ", PrimitiveTypeName(type)));
  std::memcpy(out, &bits, static_cast<size_t>(ByteWidth(type)));  // little-endian, as wasm is
  return OkStatus();
}

Status EncodeFloat(PrimitiveType type, const Json& json, std::byte* out) {
  HLOOM_ASSIGN_OR_RETURN(const double value, FloatOf(json));
  if (type == F64) {
    Put(value, out);
  } else if (type == F32) {
    Put(std::isnan(value) ? std::copysign(std::numeric_limits<float>::quiet_NaN(),
                                          std::signbit(value) ? -1.0f : 1.0f)
                          : static_cast<float>(value),
        out);
  } else {
    const uint32_t bits = EncodeNarrowFloat(type, value);
    const double decoded = DecodeNarrowFloat(type, bits);
    if (decoded != value && !(std::isnan(decoded) && std::isnan(value))) {
      return CaseValuesCaseError(json, StrCat("is no ", PrimitiveTypeName(type)));
    }
    std::memcpy(out, &bits, static_cast<size_t>(ByteWidth(type)));
  }
  return OkStatus();
}

// One element. A complex one is [re, im].
Status EncodeElement(PrimitiveType type, const Json& json, std::byte* out) {
  if (IsComplexType(type)) {
    HLOOM_RETURN_IF_ERROR(json.CheckType(Json::Type::kArray));
    if (json.size() != 2) return CaseValuesCaseError(json, "a complex number is [re, im]");
    const PrimitiveType part = ComplexComponentType(type);
    HLOOM_RETURN_IF_ERROR(EncodeFloat(part, json.items()[0], out));
    return EncodeFloat(part, json.items()[1], out + ByteWidth(part));
  }
  if (IsFloatingPointType(type)) return EncodeFloat(type, json, out);
  if (IsIntegralType(type)) return EncodeInteger(type, json, out);
  HLOOM_ASSIGN_OR_RETURN(const bool value, json.AsBool());
  Put(value, out);
  return OkStatus();
}

double DecodeFloat(PrimitiveType type, const std::byte* data) {
  if (type == F64) return *reinterpret_cast<const double*>(data);
  if (type == F32) return *reinterpret_cast<const float*>(data);
  uint32_t bits = 0;
  std::memcpy(&bits, data, static_cast<size_t>(ByteWidth(type)));
  return DecodeNarrowFloat(type, bits);
}

// Values in order are one apart where the floats are neighbors.
int64_t OrderedBits(PrimitiveType type, const std::byte* data) {
  uint64_t bits = 0;
  std::memcpy(&bits, data, static_cast<size_t>(ByteWidth(type)));
  if (type == F8E8M0FNU) return static_cast<int64_t>(bits);  // no sign
  const uint64_t sign = uint64_t{1} << (BitWidth(type) - 1);
  const auto magnitude = static_cast<int64_t>(bits & (sign - 1));
  return (bits & sign) != 0 ? -magnitude : magnitude;
}

// Returns whether `actual` is the expected value; "nan" is any NaN, "+nan" and "-nan" one of that
// sign.
bool FloatMatches(PrimitiveType type, const Json& json, const std::byte* expected,
                  const std::byte* actual, int64_t ulps) {
  const double want = DecodeFloat(type, expected);
  const double have = DecodeFloat(type, actual);
  if (std::isnan(want) || std::isnan(have)) {
    return std::isnan(want) && std::isnan(have) &&
           (json.text() == "nan" || std::signbit(have) == std::signbit(want));
  }
  if (ulps == 0 || std::isinf(want) || std::isinf(have) || want == 0) {
    return std::memcmp(expected, actual, static_cast<size_t>(ByteWidth(type))) == 0;
  }
  const int64_t distance = OrderedBits(type, actual) - OrderedBits(type, expected);
  return distance <= ulps && -distance <= ulps;
}

bool ElementMatches(PrimitiveType type, const Json& json, const std::byte* expected,
                    const std::byte* actual, int64_t ulps) {
  if (IsComplexType(type)) {
    const PrimitiveType part = ComplexComponentType(type);
    const int64_t width = ByteWidth(part);
    return FloatMatches(part, json.items()[0], expected, actual, ulps) &&
           FloatMatches(part, json.items()[1], expected + width, actual + width, ulps);
  }
  if (IsFloatingPointType(type)) return FloatMatches(type, json, expected, actual, ulps);
  return std::memcmp(expected, actual, static_cast<size_t>(ByteWidth(type))) == 0;
}

// An element as messages show it: "1.5", "[1, -0]", or the bytes of anything else.
std::string ElementText(PrimitiveType type, const std::byte* data) {
  const auto number = [](double x) {
    char buffer[40];
    std::snprintf(buffer, sizeof(buffer), "%.17g", x);
    return std::string(buffer);
  };
  if (IsComplexType(type)) {
    const PrimitiveType part = ComplexComponentType(type);
    return StrCat("[", number(DecodeFloat(part, data)), ", ",
                  number(DecodeFloat(part, data + ByteWidth(part))), "]");
  }
  if (IsFloatingPointType(type)) return number(DecodeFloat(type, data));
  int64_t value = 0;
  std::memcpy(&value, data, static_cast<size_t>(ByteWidth(type)));
  const int unused = 64 - 8 * static_cast<int>(ByteWidth(type));
  if (IsSignedIntegralType(type)) {
    return StrCat(static_cast<int64_t>(static_cast<uint64_t>(value) << unused) >> unused);
  }
  return StrCat(static_cast<uint64_t>(value));
}

// Visits the elements of a nested list in row-major order, each with its position in memory.
template <typename F>
Status ForEachElement(const Shape& shape, const Json& json, int64_t dimension, int64_t offset,
                      F&& f) {
  if (dimension == shape.rank()) return f(json, offset);
  HLOOM_RETURN_IF_ERROR(json.CheckType(Json::Type::kArray));
  if (static_cast<int64_t>(json.size()) != shape.dimensions(dimension)) {
    return CaseValuesCaseError(
        json, StrCat("has ", json.size(), " elements, the shape is ", shape.ToString()));
  }
  // The stride: the product of the sizes in memory of all dimensions that are more minor.
  const Layout& layout = shape.layout();
  int64_t stride = 1;
  for (int64_t minor : layout.minor_to_major()) {
    if (minor == dimension) break;
    stride *= layout.has_padding() ? layout.padded_dimensions()[static_cast<size_t>(minor)]
                                   : shape.dimensions(minor);
  }
  for (size_t i = 0; i < json.size(); ++i) {
    const int64_t next = offset + static_cast<int64_t>(i) * stride;
    HLOOM_RETURN_IF_ERROR(ForEachElement(shape, json.items()[i], dimension + 1, next, f));
  }
  return OkStatus();
}

// The static shape that a value of a dynamic one has on the wire.
StatusOr<Shape> LiveShape(const Shape& shape, const Json& value, const Json* sizes) {
  if (shape.is_static()) return shape;
  std::vector<int64_t> live;
  const Json* part = &value;
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (part == nullptr) {
      live.push_back(shape.is_dynamic_dimension(d) ? 0 : shape.dimensions(d));
      continue;
    }
    HLOOM_RETURN_IF_ERROR(part->CheckType(Json::Type::kArray));
    live.push_back(static_cast<int64_t>(part->size()));
    part = part->size() > 0 ? &part->items()[0] : nullptr;
  }
  if (sizes != nullptr) {
    for (size_t d = 0; d < live.size() && d < sizes->size(); ++d) {
      HLOOM_ASSIGN_OR_RETURN(live[d], sizes->items()[d].AsInt64());
    }
  }
  return Shape(shape.element_type(), live, Layout(shape.layout().minor_to_major()));
}

StatusOr<CaseLeaf> EncodeArray(const Shape& shape, const Json& value, const Json* sizes) {
  HLOOM_ASSIGN_OR_RETURN(const Shape live, LiveShape(shape, value, sizes));
  CaseLeaf leaf;
  leaf.bytes.resize(static_cast<size_t>(ShapeUtil::ByteSizeOf(live)));
  if (shape.is_dynamic()) leaf.sizes = live.dimensions().ToVector();
  const PrimitiveType type = shape.element_type();
  HLOOM_RETURN_IF_ERROR(
      ForEachElement(live, value, 0, 0, [&](const Json& json, int64_t at) -> Status {
        return EncodeElement(type, json, leaf.bytes.data() + at * ByteWidth(type));
      }));
  return leaf;
}

Status Encode(const Shape& shape, const Json& value, const Json* sizes,
              std::vector<CaseLeaf>& leaves) {
  if (shape.IsToken())
    return value.is_null() ? OkStatus() : CaseValuesCaseError(value, "a token's value is null");
  if (!shape.IsTuple()) {
    HLOOM_ASSIGN_OR_RETURN(CaseLeaf leaf, EncodeArray(shape, value, sizes));
    leaves.push_back(std::move(leaf));
    return OkStatus();
  }
  if (value.size() != shape.tuple_shapes().size())
    return CaseValuesCaseError(value, "has the wrong number of elements");
  for (size_t i = 0; i < value.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(Encode(shape.tuple_shapes()[i], value.items()[i], nullptr, leaves));
  }
  return OkStatus();
}

// `wanted` is the expected value encoded: of its sizes, as the elements are compared one by one.
std::string CompareArray(const Shape& shape, const Json& expected, const CaseLeaf& wanted,
                         const CaseLeaf& leaf, int64_t ulps) {
  if (leaf.sizes != wanted.sizes) {
    return StrCat("the sizes are ", Braced(leaf.sizes), ", expected ", Braced(wanted.sizes));
  }
  if (leaf.bytes.size() != wanted.bytes.size()) {
    return StrCat("a buffer of ", leaf.bytes.size(), " bytes for ", shape.ToString());
  }
  std::string wrong;
  const PrimitiveType type = shape.element_type();
  const Shape live =
      shape.is_static() ? shape : Shape(type, leaf.sizes, Layout(shape.layout().minor_to_major()));
  const Status status =
      ForEachElement(live, expected, 0, 0, [&](const Json& json, int64_t at) -> Status {
        std::byte want[16];
        HLOOM_RETURN_IF_ERROR(EncodeElement(type, json, want));
        const std::byte* have = leaf.bytes.data() + at * ByteWidth(type);
        if (!wrong.empty() || ElementMatches(type, json, want, have, ulps)) return OkStatus();
        wrong = StrCat(json.Path(), " is ", ElementText(type, have), ", expected ",
                       CaseJsonText(json), " (", ElementText(type, want), ")");
        return OkStatus();
      });
  return status.ok() ? wrong : status.ToString();
}

std::string Compare(const Shape& shape, const Json& expected, const std::vector<CaseLeaf>& wanted,
                    const std::vector<CaseLeaf>& leaves, int64_t ulps, size_t& next) {
  if (shape.IsToken()) return "";
  if (!shape.IsTuple()) {
    if (next >= leaves.size()) return "a buffer is missing";
    const size_t at = next++;
    return CompareArray(shape, expected, wanted[at], leaves[at], ulps);
  }
  for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
    std::string wrong =
        Compare(shape.tuple_shapes()[i], expected.items()[i], wanted, leaves, ulps, next);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

void Write(const Json& json, JsonWriter& out) {
  switch (json.type()) {
    case Json::Type::kNull:
      out.Null();
      return;
    case Json::Type::kBool:
      out.Bool(json.AsBool().value());
      return;
    case Json::Type::kNumber:
      out.Raw(json.text());
      return;
    case Json::Type::kString:
      out.String(json.text());
      return;
    case Json::Type::kArray:
      out.BeginArray();
      for (const Json& item : json.items()) Write(item, out);
      out.EndArray();
      return;
    case Json::Type::kObject:
      out.BeginObject();
      for (size_t i = 0; i < json.size(); ++i) {
        out.Key(json.key(i));
        Write(json.items()[i], out);
      }
      out.EndObject();
      return;
  }
}

}  // namespace

StatusOr<std::vector<CaseLeaf>> EncodeCaseValue(const Shape& shape, const Json& value,
                                                const Json* sizes) {
  std::vector<CaseLeaf> leaves;
  HLOOM_RETURN_IF_ERROR(Encode(shape, value, sizes, leaves));
  return leaves;
}

std::string CompareCaseValue(const Shape& shape, const Json& expected,
                             const std::vector<CaseLeaf>& leaves, int64_t tolerance_ulps,
                             const Json* sizes) {
  // Encoding it checks the expected value against the shape.
  const StatusOr<std::vector<CaseLeaf>> encoded = EncodeCaseValue(shape, expected, sizes);
  if (!encoded.ok()) return encoded.status().ToString();
  size_t next = 0;
  std::string wrong = Compare(shape, expected, *encoded, leaves, tolerance_ulps, next);
  if (wrong.empty() && next != leaves.size()) return "there are more buffers than arrays";
  return wrong;
}

std::string CaseJsonText(const Json& json) {
  std::string text;
  JsonWriter writer(&text);
  Write(json, writer);
  return text;
}

}  // namespace hloom::testing_support
