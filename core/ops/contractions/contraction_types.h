// The element types and precisions of operations that multiply two arrays and sum the products.
#ifndef HLOOM_OPS_CONTRACTIONS_CONTRACTION_TYPES_H_
#define HLOOM_OPS_CONTRACTIONS_CONTRACTION_TYPES_H_

#include <string_view>

#include "hlo/attributes/precision_config.h"
#include "shape/shape.h"

namespace hloom {

// The rules that an operation has for these checks, by their ids.
struct ContractionTypeRules {
  Rule precision_count;
  Rule packed_nibble;
  Rule result_type;
};

// precision_count: there are as many precisions as `operands`, or none but defaults, of which XLA's
// bytes may have one for each of all operands. packed_nibble: none is that.
Status CheckPrecision(const ContractionTypeRules& rules, const PrecisionConfig& config,
                      size_t operands);

// The element type of the result: the preferred one, or otherwise the higher one of the operands'.
// result_type: the preferred one is not of a lower kind, in the order PRED, integers, floats,
// complex numbers. It may be narrower: integers keep their low bits.
StatusOr<PrimitiveType> ProductElementType(const ContractionTypeRules& rules, const Shape& lhs,
                                           const Shape& rhs, const Shape* preferred);

}  // namespace hloom

#endif  // HLOOM_OPS_CONTRACTIONS_CONTRACTION_TYPES_H_
