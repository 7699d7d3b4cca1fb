// Kinds of the compare operation: XLA's ComparisonDirection, Comparison::Type and
// Comparison::Order.
#ifndef HLOOM_HLO_ATTRIBUTES_COMPARISON_H_
#define HLOOM_HLO_ATTRIBUTES_COMPARISON_H_

#include <cstdint>
#include <string_view>

#include "hlo/attribute.h"

namespace hloom {

enum class ComparisonDirection : uint8_t { kEq, kNe, kGe, kGt, kLe, kLt };
// kDefault: depends on the element type; for floats it is the partial order.
enum class ComparisonType : uint8_t { kDefault, kFloat, kTotalOrder, kSigned, kUnsigned };
// kDefault: depends on the comparison type.
enum class ComparisonOrder : uint8_t { kDefault, kPartial, kTotal, kWeak };

std::string_view ComparisonDirectionName(ComparisonDirection direction);  // "EQ"
std::string_view ComparisonTypeName(ComparisonType type);                 // "TOTALORDER"
std::string_view ComparisonOrderName(ComparisonOrder order);              // "TOTAL"

template <>
const AttributeKind& AttributeKindOf<ComparisonDirection>();
template <>
const AttributeKind& AttributeKindOf<ComparisonType>();
template <>
const AttributeKind& AttributeKindOf<ComparisonOrder>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_COMPARISON_H_
