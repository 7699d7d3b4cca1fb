// Conversion between every pair of element types, against the plain model: all patterns
// of the types of up to 16 bits, and chosen values of the wider ones.
#include "literal/convert.h"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "support/models/element_model.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

template <typename T>
void Append(std::vector<unsigned char>& bytes, T value) {
  const size_t at = bytes.size();
  bytes.resize(at + sizeof(T));
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

template <typename T>
void AppendReals(std::vector<unsigned char>& bytes) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           1,
                           0.5,
                           1.5,
                           2.5,
                           0.49999997f,
                           127.5,
                           128,
                           255,
                           256,
                           32767,
                           32768,
                           65504,
                           65519,
                           65520,
                           2147483648.0,
                           3.4e38f,
                           static_cast<T>(9223372036854775807.0),
                           static_cast<T>(1.8446744e19),
                           Limits::max(),
                           Limits::min(),
                           Limits::denorm_min(),
                           Limits::infinity(),
                           464,
                           465,
                           448,
                           30.9f,
                           31,
                           247,
                           248,
                           1e-3f,
                           1e-8f,
                           5.9e-39f,
                           0x1p-127f,
                           0x1.000002p-127f,
                           0x1.8p-127f,
                           0x1.fffffcp-127f,
                           0x1p-126f};
  for (T x : values) {
    Append(bytes, x);
    Append(bytes, static_cast<T>(-x));
  }
  Append(bytes, Limits::quiet_NaN());
}

template <typename T>
void AppendIntegers(std::vector<unsigned char>& bytes) {
  for (int shift = 0; shift < static_cast<int>(sizeof(T)) * 8; ++shift) {
    for (int add = -2; add <= 2; ++add) {
      const uint64_t x = (uint64_t{1} << shift) + static_cast<uint64_t>(static_cast<int64_t>(add));
      Append(bytes, static_cast<T>(x));
      Append(bytes, static_cast<T>(0 - x));
      // Ties of narrower floats, with a bit far below that breaks them.
      Append(bytes, static_cast<T>(x * 257 + 1));
    }
  }
}

// Elements of a type: every pattern if there are at most 2^16.
std::vector<unsigned char> Inputs(PrimitiveType type) {
  std::vector<unsigned char> bytes;
  switch (type) {
    case S32:
      AppendIntegers<int32_t>(bytes);
      return bytes;
    case U32:
      AppendIntegers<uint32_t>(bytes);
      return bytes;
    case S64:
      AppendIntegers<int64_t>(bytes);
      return bytes;
    case U64:
      AppendIntegers<uint64_t>(bytes);
      return bytes;
    case F32:
    case C64:  // pairs of neighbors
      AppendReals<float>(bytes);
      if (type == C64) Append(bytes, 1.0f);
      return bytes;
    case F64:
    case C128:
      AppendReals<double>(bytes);
      if (type == C128) Append(bytes, 1.0);
      return bytes;
    default:
      break;
  }
  if (ByteWidth(type) == 2) {
    for (uint32_t x = 0; x < 65536; ++x) Append(bytes, static_cast<uint16_t>(x));
    return bytes;
  }
  const int bits = type == PRED ? 1 : BitWidth(type);
  const int low = IsSignedIntegralType(type) ? -(1 << (bits - 1)) : 0;
  for (int x = low; x < low + (1 << bits); ++x) bytes.push_back(static_cast<unsigned char>(x));
  return bytes;
}

TEST(ConvertTest, AgreesWithTheModelForEveryPairOfTypes) {
  int64_t checked = 0;
  for (const PrimitiveTypeInfo& from : AllPrimitiveTypes()) {
    if (!IsArrayType(from.type)) continue;
    const std::vector<unsigned char> bytes = Inputs(from.type);
    const int64_t width = ByteWidth(from.type);
    const int64_t count = static_cast<int64_t>(bytes.size()) / width;
    const Literal input = LiteralUtil::FromData(ShapeUtil::MakeShape(from.type, {count}),
                                                bytes.data(), static_cast<int64_t>(bytes.size()));
    ASSERT_TRUE(input.valid()) << from.name;
    for (const PrimitiveTypeInfo& to : AllPrimitiveTypes()) {
      if (!IsArrayType(to.type)) continue;
      const StatusOr<Literal> result = ConvertElements(input, to.type);
      ASSERT_TRUE(result.ok());
      for (int64_t i = 0; i < count; ++i) {
        const ElementModel x = ReadElement(from.type, bytes.data() + i * width);
        const ElementModel actual =
            ReadElement(to.type, result->data<unsigned char>() + i * ByteWidth(to.type));
        const ElementModel expected = from.type == to.type ? x : ConvertedElement(to.type, x);
        ASSERT_TRUE(SameElement(actual, expected))
            << from.name << " to " << to.name << ": " << static_cast<double>(x.real) << " gives "
            << static_cast<double>(actual.real) << ", not " << static_cast<double>(expected.real);
        ++checked;
      }
    }
  }
  std::printf("conversions checked: %lld\n", static_cast<long long>(checked));
}

}  // namespace
}  // namespace hloom
