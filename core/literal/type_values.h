// The distinguished values of each element type: its zero, its one, its ends.
#ifndef HLOOM_LITERAL_TYPE_VALUES_H_
#define HLOOM_LITERAL_TYPE_VALUES_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "shape/layout.h"
#include "shape/primitive_type.h"

namespace hloom {

enum class TypeValue {
  kZero,
  kOne,
  kMin,  // -inf if the type has it, otherwise its least value; false for PRED
  kMax,
  kMinFinite,
  kMaxFinite,
  kInfinity,
  kNegativeInfinity,
  kNan,                // quiet, positive; for complex types in both parts
  kEpsilon,            // what the number after 1 is more than that
  kMinPositiveNormal,  // the least number with a full mantissa
};

// "zero", "negative infinity"
std::string_view TypeValueName(TypeValue value);

// An element in memory: the first ByteWidth(type) bytes.
struct ElementBytes {
  alignas(16) std::byte bytes[16] = {};
};

// nullopt if the type has no such value:
//   complex types   no order, so no ends, no epsilon; and infinity is not one value
//   integers, PRED  no infinities, no NaN, no epsilon
//   S1              holds -1 and 0, so not the number one
//   F8E8M0FNU       holds 2^-127 to 2^127 and NaN: no zero, no infinities; its least is 2^-127
//   the FN formats  no infinities; F4E2M1FN no NaN either
std::optional<ElementBytes> TypeValueBytes(PrimitiveType type, TypeValue value);

// The element that fills the padding; zero bytes if the type has no such value, or the value is
// UNKNOWN_PAD.
ElementBytes PaddingBytes(PrimitiveType type, PaddingValue value);

}  // namespace hloom

#endif  // HLOOM_LITERAL_TYPE_VALUES_H_
