// The elementwise kernels that ops.def does not declare (ops/elementwise/element_loops_eval.h): their
// loops by compute type, and the folds for operations that Reduce and similar operations recognize.
#ifndef HLOOM_KERNELS_ELEMENTWISE_ELEMENTS_H_
#define HLOOM_KERNELS_ELEMENTWISE_ELEMENTS_H_

#include "kernels/elementwise/element_function.h"
#include "kernels/fold.h"

namespace hloom {

extern const ElementLoops kNegateLoops, kAddLoops, kSubtractLoops, kMultiplyLoops, kDivideLoops,
    kMaximumLoops, kMinimumLoops, kAndLoops, kOrLoops, kXorLoops, kShiftLeftLoops, kRemainderLoops,
    kComplexLoops;
// Other kernels call these, too.
extern const ElementLoops kCosLoops, kLogLoops, kSinLoops, kSqrtLoops;

extern const FoldKernel kAddFold, kMultiplyFold, kMaximumFold, kMinimumFold, kAndFold, kOrFold,
    kXorFold;

// Comparisons, in the order of XLA's directions: EQ, NE, GE, GT, LE, LT. Floats compare in IEEE's
// partial order or in the total order -NaN < -inf < ... < -0 < +0 < ... < inf < NaN.
extern const ElementLoops kCompareLoops[6], kCompareTotalOrderLoops[6];

// The loops below take elements as they are stored.
// on_true where pred, else on_false, for elements of `width` bytes.
ElementFunction SelectFunction(int64_t width);
ElementFunction CopyFunction(int64_t width);
ElementFunction ConvertFunction(PrimitiveType from, PrimitiveType to);
// Takes the bits of one type for another type of the same width.
ElementFunction BitcastFunction(PrimitiveType from, PrimitiveType to);
// Rounds elements to these numbers of exponent and mantissa bits; their type stays the same.
ElementFunction ReducePrecisionFunction(PrimitiveType type, int64_t exponent_bits,
                                        int64_t mantissa_bits);

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_ELEMENTS_H_
