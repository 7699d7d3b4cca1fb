// Computations on scalars, and searches by comparison, of XLA's client library.
#ifndef HLOOM_BUILDER_LIB_ARITHMETIC_H_
#define HLOOM_BUILDER_LIB_ARITHMETIC_H_

#include <functional>
#include <string_view>

#include "builder/xla_builder.h"

namespace hloom {

// (T, T) -> T of scalars, for Reduce and other folds. `builder` is that of the program that will
// call the computation: if the computation cannot be built, `builder` keeps the error and the
// computation is null, which functions refuse.
XlaComputation CreateScalarAddComputation(PrimitiveType type, XlaBuilder* builder);
XlaComputation CreateScalarMultiplyComputation(PrimitiveType type, XlaBuilder* builder);
XlaComputation CreateScalarMaxComputation(PrimitiveType type, XlaBuilder* builder);
XlaComputation CreateScalarMinComputation(PrimitiveType type, XlaBuilder* builder);
XlaComputation CreateScalarAndComputation(PrimitiveType type, XlaBuilder* builder);
XlaComputation CreateScalarOrComputation(PrimitiveType type, XlaBuilder* builder);
// Folds one number with zeros: or for integers and PRED, add for other types.
XlaComputation CreateScalarIdentityWithZeroComputation(PrimitiveType type, XlaBuilder* builder);
// A function of C++ as such a computation.
using XlaOpGenerator = std::function<XlaOp(XlaOp, XlaOp)>;
XlaComputation CreateScalarComputation(std::string_view name, PrimitiveType type,
                                       XlaBuilder* builder, const XlaOpGenerator& generator);
// (T, T) -> PRED
XlaComputation CreateScalarGeComputation(PrimitiveType type, XlaBuilder* builder);

// The index of the greatest element along a dimension, or of the least one: of the element that
// ReduceMax or ReduceMin gives. The lowest index is taken of equal ones, and -0 equals +0. A NaN is
// taken before any number, as NumPy does; XLA's own library takes it last.
//   f32[2,3] {{1, 3, 3}, {5, NaN, 9}}   along 1: s32[2] {1, 1}
// arg_max.c1: axis is a dimension; arg_max.c2: it has an element; arg_max.c3: output_type is an
// integer type that holds its indices.
XlaOp ArgMax(XlaOp input, PrimitiveType output_type, int64_t axis, bool keep_dims = false);
XlaOp ArgMin(XlaOp input, PrimitiveType output_type, int64_t axis, bool keep_dims = false);
// The index in row-major order among all elements.
XlaOp ArgMax(XlaOp input, PrimitiveType output_type);
XlaOp ArgMin(XlaOp input, PrimitiveType output_type);
// One of the two along an axis.
XlaOp ArgMinMax(XlaOp input, PrimitiveType output_type, int64_t axis, bool is_min);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_ARITHMETIC_H_
