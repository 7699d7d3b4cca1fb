#include "ops/contractions/contraction_types.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "ops/mixed_precision.h"

namespace hloom {

namespace {

// Types that hold more kinds of numbers come later.
int KindOf(PrimitiveType type) {
  if (IsComplexType(type)) return 3;
  if (IsFloatingPointType(type)) return 2;
  return IsIntegralType(type) ? 1 : 0;
}

// XLA's HigherPrecisionType: complex numbers, then the floats of the greater range, then those of
// more digits; integers by their width, and signed ones before unsigned ones.
PrimitiveType HigherType(PrimitiveType a, PrimitiveType b) {
  if (KindOf(a) != KindOf(b)) {
    // Complex numbers of two floats of 32 bits and a float of 64: XLA takes the complex type.
    return KindOf(a) > KindOf(b) ? a : b;
  }
  if (IsFloatingPointType(a)) return HigherPrecision(a, b);
  const auto rank = [](PrimitiveType type) {
    return std::make_pair(BitWidth(type), IsSignedIntegralType(type));
  };
  return rank(b) > rank(a) ? b : a;
}

}  // namespace

Status CheckPrecision(const ContractionTypeRules& rules, const PrecisionConfig& config,
                      size_t operands) {
  const PrecisionConfig::Precisions& precisions = config.operand_precision();
  const bool default_only = std::all_of(
      precisions.begin(), precisions.end(),
      [](PrecisionConfig::Precision precision) { return precision == PrecisionConfig::DEFAULT; });
  if (!default_only && precisions.size() != operands) {
    return InvalidArgument(rules.precision_count)
        .Say(MessageCat("`operand_precision` has "_msg,
                        Count(static_cast<int64_t>(precisions.size()), "precision"), ", and ",
                        operands, " operands may have one"))
        .Help("give one for each of them, or none");
  }
  if (std::find(precisions.begin(), precisions.end(), PrecisionConfig::PACKED_NIBBLE) !=
      precisions.end()) {
    return InvalidArgument(rules.packed_nibble)
        .Say("`operand_precision` is `packed_nibble`: each byte holds two numbers"_msg)
        .Help(
            "make s4 or u4 of the bytes with `BitcastConvertType`, which gives a dimension of 2 "
            "more, and sum over that too"_msg);
  }
  return OkStatus();
}

StatusOr<PrimitiveType> ProductElementType(const ContractionTypeRules& rules, const Shape& lhs,
                                           const Shape& rhs, const Shape* preferred) {
  const PrimitiveType from = HigherType(lhs.element_type(), rhs.element_type());
  if (preferred == nullptr || !preferred->IsArray()) return from;
  const PrimitiveType type = preferred->element_type();
  if (KindOf(type) >= KindOf(from)) return type;
  return InvalidArgument(rules.result_type)
      .Say(StrCat("the product of ", lhs.ToString(), " and ", rhs.ToString(),
                  " cannot have elements of type ", PrimitiveTypeText(type)))
      .Detail(MessageCat("without a `preferred_element_type` it is "_msg, PrimitiveTypeText(from),
                         ", which has numbers of more kinds"))
      .Help("convert the result with `ConvertElementType`"_msg);
}

}  // namespace hloom
