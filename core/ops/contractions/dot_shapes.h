// Shared by operations that multiply two arrays and sum the products: the pairs of dimensions, and
// the result.
#ifndef HLOOM_OPS_CONTRACTIONS_DOT_SHAPES_H_
#define HLOOM_OPS_CONTRACTIONS_DOT_SHAPES_H_

#include <string_view>
#include <vector>

#include "hlo/attributes/dot_dimension_numbers.h"
#include "ops/contractions/contraction_types.h"
#include "ops/op_def.h"

namespace hloom {

// The rules that an operation has for these checks, by their ids.
struct DotRules {
  Rule batch_count;
  Rule contracting_count;
  Rule lhs_once;
  Rule rhs_once;
  Rule lhs_batch_range;
  Rule lhs_contracting_range;
  Rule rhs_batch_range;
  Rule rhs_contracting_range;
  Rule batch_sizes;
  Rule contracting_sizes;
  ContractionTypeRules types;
};

// Checks that each dimension of the arrays is named at most once, and that paired dimensions have
// one size.
Status CheckDotDimensions(const DotRules& rules, const DotDimensionNumbers& numbers,
                          const Shape& lhs, const Shape& rhs);

// A dimension may be dynamic, and has its bound as its size.
struct DotDimension {
  int64_t size;
  bool dynamic;
};
DotDimension DimensionOf(const Shape& shape, int64_t d);
// The batch dimensions, which are dynamic if one of the two is, then the remaining ones of lhs,
// then those of rhs. The numbers must have been checked.
std::vector<DotDimension> ProductDimensions(const DotDimensionNumbers& numbers, const Shape& lhs,
                                            const Shape& rhs);
Shape DotShape(PrimitiveType type, const std::vector<DotDimension>& dimensions);

// The dimensions of an array of this rank that are in neither list, ascending.
std::vector<int64_t> KeptDimensions(int64_t rank, const std::vector<int64_t>& batch,
                                    const std::vector<int64_t>& contracting);

}  // namespace hloom

#endif  // HLOOM_OPS_CONTRACTIONS_DOT_SHAPES_H_
