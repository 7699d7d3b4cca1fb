// Explains sums of products by their pairs of elements.
#ifndef HLOOM_OPS_CONTRACTIONS_DOT_EXPLAIN_H_
#define HLOOM_OPS_CONTRACTIONS_DOT_EXPLAIN_H_

#include "hlo/attributes/dot_dimension_numbers.h"
#include "ops/op_explain.h"

namespace hloom {

// A dimension's place in vectors.
inline size_t At(int64_t d) { return static_cast<size_t>(d); }

// The elements of both arrays from which an element of a product is computed. The result's
// dimensions are the batch dimensions, the remaining ones of lhs, and those of rhs without
// `rhs_fixed`, whose indices are 0.
struct ProductBoxes {
  ElementBox lhs, rhs;
};
ProductBoxes BoxesOf(const DotDimensionNumbers& numbers, const Literal& lhs, const Literal& rhs,
                     Span<const int64_t> index, const std::vector<int64_t>& rhs_fixed = {});

// The changes to the elements of each array before the product: their scale, as in "x[0,k] * a[0] *
// y[k,1] * b[1]", or nothing; and the type to which they are converted, "s32(x[0,k])", or nothing.
struct Scales {
  std::string lhs = {};
  std::string rhs = {};
  std::string_view converted = {};
};
// "sum over k of x[0,k] * y[k,1] (k in 0..2)", or "0, because the sum over k is empty": of the
// elements in two boxes, where dimension lhs_along[i] of one is paired with dimension rhs_along[i]
// of the other.
std::string SumOfProducts(const ElementNames& names, const ElementBox& lhs, const ElementBox& rhs,
                          const std::vector<int64_t>& lhs_along,
                          const std::vector<int64_t>& rhs_along, const Scales& scales = {});

}  // namespace hloom

#endif  // HLOOM_OPS_CONTRACTIONS_DOT_EXPLAIN_H_
