#include "support/case_values.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "base/json_writer.h"
#include "base/str_cat.h"

namespace hloom::testing_support {

namespace {

Status CaseError(const Json& json, std::string text) {
  return Internal("case").Say(StrCat(json.Path(), ": ", text));
}

// `f` for the types that cases have values of so far: compute types, complex ones aside.
template <typename F>
Status DispatchArrayType(PrimitiveType type, F&& f) {
  if (ComputeTypeOf(type) != type || IsComplexType(type)) {
    return Internal("case").Say(StrCat("no values of ", PrimitiveTypeText(type), " in cases yet"));
  }
  return DispatchComputeType(type, [&]<typename T>() -> Status {
    if constexpr (kIsComplex<T>) {
      return OkStatus();
    } else {
      return f.template operator()<T>();
    }
  });
}

template <typename T>
StatusOr<T> ElementOf(const Json& json) {
  if constexpr (std::is_same_v<T, bool>) {
    return json.AsBool();
  } else if constexpr (std::is_floating_point_v<T>) {
    constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
    const std::string& text = json.text();
    if (text == "nan" || text == "+nan") return std::copysign(kNan, T{1});
    if (text == "-nan") return std::copysign(kNan, T{-1});
    if (text == "-0") return T{-0.0};
    HLOOM_ASSIGN_OR_RETURN(const double value, json.AsDouble());
    return static_cast<T>(value);
  } else {
    HLOOM_ASSIGN_OR_RETURN(const int64_t value, json.AsInt64());
    if (static_cast<int64_t>(static_cast<T>(value)) != value) return CaseError(json, "is out of range");
    return static_cast<T>(value);
  }
}

template <typename T>
int64_t OrderedBits(T x) {
  using I = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  I bits;
  std::memcpy(&bits, &x, sizeof(T));
  return bits < 0 ? std::numeric_limits<I>::min() - static_cast<int64_t>(bits) : bits;
}

// Whether `actual` is what the case wants; "nan" wants any NaN, "+nan" and "-nan" one of that sign.
template <typename T>
bool Matches(const Json& json, T expected, T actual, int64_t ulps) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(expected)) {
      return std::isnan(actual) && (json.text() == "nan" || std::signbit(actual) == std::signbit(expected));
    }
    if (std::isnan(actual)) return false;
    if (ulps == 0 || std::isinf(expected) || std::isinf(actual) || expected == 0) {
      return std::memcmp(&expected, &actual, sizeof(T)) == 0;
    }
    const int64_t distance = OrderedBits(actual) - OrderedBits(expected);
    return distance <= ulps && -distance <= ulps;
  }
  return expected == actual;
}

// Visits the elements of a nested list in row-major order, each with its position in memory.
template <typename F>
Status ForEachElement(const Shape& shape, const Json& json, int64_t dimension, int64_t offset, F&& f) {
  if (dimension == shape.rank()) return f(json, offset);
  HLOOM_RETURN_IF_ERROR(json.CheckKind(Json::Kind::kArray));
  if (static_cast<int64_t>(json.size()) != shape.dimensions(dimension)) {
    return CaseError(json, StrCat("has ", json.size(), " elements, the shape is ", shape.ToString()));
  }
  // The stride: the product of the sizes of all dimensions that are more minor.
  int64_t stride = 1;
  for (int64_t minor : shape.layout().minor_to_major()) {
    if (minor == dimension) break;
    stride *= shape.dimensions(minor);
  }
  for (size_t i = 0; i < json.size(); ++i) {
    const int64_t next = offset + static_cast<int64_t>(i) * stride;
    HLOOM_RETURN_IF_ERROR(ForEachElement(shape, json.items()[i], dimension + 1, next, f));
  }
  return OkStatus();
}

StatusOr<Bytes> EncodeArray(const Shape& shape, const Json& value) {
  Bytes bytes(static_cast<size_t>(ShapeUtil::ByteSizeOf(shape)));
  HLOOM_RETURN_IF_ERROR(DispatchArrayType(shape.element_type(), [&]<typename T>() {
    return ForEachElement(shape, value, 0, 0, [&](const Json& json, int64_t at) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const T element, ElementOf<T>(json));
      std::memcpy(bytes.data() + static_cast<size_t>(at) * sizeof(T), &element, sizeof(T));
      return OkStatus();
    });
  }));
  return bytes;
}

Status Encode(const Shape& shape, const Json& value, std::vector<Bytes>& leaves) {
  if (shape.IsToken()) return value.is_null() ? OkStatus() : CaseError(value, "a token's value is null");
  if (!shape.IsTuple()) {
    HLOOM_ASSIGN_OR_RETURN(Bytes bytes, EncodeArray(shape, value));
    leaves.push_back(std::move(bytes));
    return OkStatus();
  }
  if (value.size() != shape.tuple_shapes().size()) return CaseError(value, "has the wrong number of elements");
  for (size_t i = 0; i < value.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(Encode(shape.tuple_shapes()[i], value.items()[i], leaves));
  }
  return OkStatus();
}

std::string CompareArray(const Shape& shape, const Json& expected, const Bytes& leaf, int64_t ulps) {
  if (static_cast<int64_t>(leaf.size()) != ShapeUtil::ByteSizeOf(shape)) {
    return StrCat("a buffer of ", leaf.size(), " bytes for ", shape.ToString());
  }
  std::string wrong;
  const Status status = DispatchArrayType(shape.element_type(), [&]<typename T>() {
    return ForEachElement(shape, expected, 0, 0, [&](const Json& json, int64_t at) -> Status {
      HLOOM_ASSIGN_OR_RETURN(const T want, ElementOf<T>(json));
      T have;
      std::memcpy(&have, leaf.data() + static_cast<size_t>(at) * sizeof(T), sizeof(T));
      if (Matches(json, want, have, ulps)) return OkStatus();
      if (wrong.empty()) wrong = StrCat(json.Path(), " is ", have, ", expected ", json.text(), " (", want, ")");
      return OkStatus();
    });
  });
  return status.ok() ? wrong : status.ToString();
}

std::string Compare(const Shape& shape, const Json& expected, const std::vector<Bytes>& leaves, int64_t ulps,
                    size_t& next) {
  if (shape.IsToken()) return "";
  if (!shape.IsTuple()) {
    return next < leaves.size() ? CompareArray(shape, expected, leaves[next++], ulps) : "a buffer is missing";
  }
  for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
    std::string wrong = Compare(shape.tuple_shapes()[i], expected.items()[i], leaves, ulps, next);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

void Write(const Json& json, JsonWriter& out) {
  switch (json.kind()) {
    case Json::Kind::kNull:
      out.Null();
      return;
    case Json::Kind::kBool:
      out.Bool(json.AsBool().value());
      return;
    case Json::Kind::kNumber:
      out.Raw(json.text());
      return;
    case Json::Kind::kString:
      out.String(json.text());
      return;
    case Json::Kind::kArray:
      out.BeginArray();
      for (const Json& item : json.items()) Write(item, out);
      out.EndArray();
      return;
    case Json::Kind::kObject:
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

StatusOr<std::vector<Bytes>> EncodeCaseValue(const Shape& shape, const Json& value) {
  std::vector<Bytes> leaves;
  HLOOM_RETURN_IF_ERROR(Encode(shape, value, leaves));
  return leaves;
}

std::string CompareCaseValue(const Shape& shape, const Json& expected, const std::vector<Bytes>& leaves,
                             int64_t tolerance_ulps) {
  // Encoding it checks the expected value against the shape.
  const StatusOr<std::vector<Bytes>> encoded = EncodeCaseValue(shape, expected);
  if (!encoded.ok()) return encoded.status().ToString();
  size_t next = 0;
  std::string wrong = Compare(shape, expected, leaves, tolerance_ulps, next);
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
