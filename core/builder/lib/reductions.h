// Named reductions. Without dimensions they reduce all of them; with keep_dims the result keeps the
// reduced ones with size 1, so that it can be broadcast against the operand:
//
//   f32[2,3] {{1, 2, 3}, {4, 5, 6}}   Sum               f32[] 21
//                                     Sum {1}           f32[2] {6, 15}
//                                     Sum {1}, keep     f32[2,1] {{6}, {15}}
//
// reduce.c4, reduce.c5: dimensions names dimensions of the operand, each once. type.c1: the
// function takes the element type.
#ifndef HLOOM_BUILDER_LIB_REDUCTIONS_H_
#define HLOOM_BUILDER_LIB_REDUCTIONS_H_

#include "builder/xla_builder.h"

namespace hloom {

// The sum and the product of numbers; integers wrap. Without an element they are 0 and 1.
XlaOp Sum(XlaOp operand);
XlaOp Sum(XlaOp operand, Span<const int64_t> dimensions, bool keep_dims = false);
XlaOp Prod(XlaOp operand);
XlaOp Prod(XlaOp operand, Span<const int64_t> dimensions, bool keep_dims = false);

// The greatest and the least element; NaN if one is NaN. Without elements the greatest is -inf, or
// the least value of the type, and the least is +inf, or the greatest value.
XlaOp ReduceMax(XlaOp operand);
XlaOp ReduceMax(XlaOp operand, Span<const int64_t> dimensions, bool keep_dims = false);
XlaOp ReduceMin(XlaOp operand);
XlaOp ReduceMin(XlaOp operand, Span<const int64_t> dimensions, bool keep_dims = false);

// The sum of floating-point or complex numbers divided by their number; in dynamic dimensions the
// live elements count. Types narrower than F32 are computed in F32 and rounded once. Without an
// element it is NaN.
XlaOp Mean(XlaOp operand);
XlaOp Mean(XlaOp operand, Span<const int64_t> dimensions, bool keep_dims = false);

// Tests whether one of the PREDs is true, and whether all are. Without elements they are false and
// true.
XlaOp Any(XlaOp predicates);
XlaOp Any(XlaOp predicates, Span<const int64_t> dimensions, bool keep_dims = false);
XlaOp All(XlaOp predicates);
XlaOp All(XlaOp predicates, Span<const int64_t> dimensions, bool keep_dims = false);

// exp(x) divided by the sum of exp(x) along the dimensions. The maximum is subtracted first, so
// that nothing overflows; if it is infinite or NaN, the results are NaN. Types narrower than F32
// are computed in F32 and rounded once.
//   f32[3] {0, 0, 1000} along {0}: {0, 0, 1}
XlaOp Softmax(XlaOp operand, Span<const int64_t> dimensions);

// log(sum(exp(x))) without overflow: {1000, 1000} gives 1000 + log(2). Without elements, or if all
// are -inf, it is -inf. Types narrower than F32 are computed in F32 and rounded once.
XlaOp LogSumExp(XlaOp operand);
XlaOp LogSumExp(XlaOp operand, Span<const int64_t> dimensions, bool keep_dims = false);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_REDUCTIONS_H_
