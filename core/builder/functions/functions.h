// The builder's functions, with XlaBuilder's names. Each adds operations to the builder of its
// operands and returns the value; on an error the builder keeps it, and the value is not valid().
// Sections are those of the Operation Semantics.
#ifndef HLOOM_BUILDER_FUNCTIONS_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_FUNCTIONS_H_

#include "builder/functions/collective_functions.h"
#include "builder/functions/convolution_functions.h"
#include "builder/functions/data_movement_functions.h"
#include "builder/functions/dot_functions.h"
#include "builder/functions/dynamic_functions.h"
#include "builder/functions/gather_functions.h"
#include "builder/functions/host_functions.h"
#include "builder/functions/index_functions.h"
#include "builder/functions/linear_algebra_functions.h"
#include "builder/functions/math_functions.h"
#include "builder/functions/normalization_functions.h"
#include "builder/functions/random_functions.h"
#include "builder/functions/scan_functions.h"
#include "builder/functions/sort_functions.h"
#include "builder/functions/spectral_functions.h"
#include "builder/functions/window_functions.h"
#include "builder/xla_builder.h"
#include "hlo/attributes/enumerations.h"
#include "hlo/attributes/result_accuracy.h"
#include "literal/literal_util.h"

namespace hloom {

// ---- Parameters and constants ----

// Argument `parameter_number` of the computation.
XlaOp Parameter(XlaBuilder* builder, int64_t parameter_number, const Shape& shape,
                const std::string& name);
XlaOp ConstantLiteral(XlaBuilder* builder, const Literal& literal);
template <typename NativeT>
XlaOp ConstantR0(XlaBuilder* builder, NativeT value) {
  return ConstantLiteral(builder, LiteralUtil::CreateR0<NativeT>(value));
}
template <typename NativeT>
XlaOp ConstantR1(XlaBuilder* builder, Span<const NativeT> values) {
  return ConstantLiteral(builder, LiteralUtil::CreateR1<NativeT>(values));
}
template <typename NativeT>
XlaOp ConstantR1(XlaBuilder* builder, std::initializer_list<NativeT> values) {
  return ConstantLiteral(builder, LiteralUtil::CreateR1<NativeT>(values));
}
template <typename NativeT>
XlaOp ConstantR2(XlaBuilder* builder,
                 std::initializer_list<std::initializer_list<NativeT>> values) {
  return ConstantLiteral(builder, LiteralUtil::CreateR2<NativeT>(values));
}
// An array that counts 0, 1, 2 ... along one dimension.
XlaOp Iota(XlaBuilder* builder, const Shape& shape, int64_t iota_dimension);
XlaOp Iota(XlaBuilder* builder, PrimitiveType type, int64_t size);

// ---- Shapes ----

// New dimensions on the left: sizes {a0, ..., aN} on [b0, ..., bM] give [a0, ..., aN, b0, ..., bM].
XlaOp Broadcast(XlaOp operand, Span<const int64_t> broadcast_sizes);
// Dimension i becomes dimension broadcast_dimensions[i] of a result of sizes out_dim_size,
// stretched if it has size 1.
XlaOp BroadcastInDim(XlaOp operand, Span<const int64_t> out_dim_size,
                     Span<const int64_t> broadcast_dimensions);
XlaOp Reshape(XlaOp operand, Span<const int64_t> new_sizes);

// ---- Element-wise binary arithmetic and logical operations ----
// Equal shapes; or a scalar and an array; or dimensions of size 1 that stretch; or, with
// broadcast_dimensions, a lower-rank array onto a higher-rank one.

XlaOp Add(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Sub(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Mul(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Div(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Max(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Min(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp And(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Or(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Xor(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});

// ---- Element-wise comparison operations ----

XlaOp Eq(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Ne(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Ge(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Gt(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Le(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Lt(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
// These compare in the total order -NaN < -Inf < -Finite < -0 < +0 < +Finite < +Inf < +NaN;
// integers compare as above.
XlaOp EqTotalOrder(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp NeTotalOrder(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp GeTotalOrder(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp GtTotalOrder(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp LeTotalOrder(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp LtTotalOrder(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions = {});
XlaOp Compare(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions,
              ComparisonDirection direction, ComparisonType compare_type);
XlaOp Compare(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions,
              ComparisonDirection direction);
XlaOp Compare(XlaOp lhs, XlaOp rhs, ComparisonDirection direction);

// ---- Element-wise unary functions ----

XlaOp Neg(XlaOp operand);
// `result_accuracy` is the tolerance of the result: by default 1 ulp, 2 of F64.
XlaOp Exp(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy = std::nullopt);
XlaOp IsFinite(XlaOp operand);

// ---- Operators ----
// x + y is Add(x, y), and so on.

XlaOp operator-(XlaOp x);
XlaOp operator+(XlaOp x, XlaOp y);
XlaOp operator-(XlaOp x, XlaOp y);
XlaOp operator*(XlaOp x, XlaOp y);
XlaOp operator/(XlaOp x, XlaOp y);
XlaOp operator%(XlaOp x, XlaOp y);
XlaOp operator~(XlaOp x);
XlaOp operator&(XlaOp x, XlaOp y);
XlaOp operator|(XlaOp x, XlaOp y);
XlaOp operator^(XlaOp x, XlaOp y);
XlaOp operator<<(XlaOp x, XlaOp y);
// Fills with the sign of signed integers, and with zeros for unsigned ones.
XlaOp operator>>(XlaOp x, XlaOp y);

// ---- Select, Reduce ----

// A scalar on_true or on_false is broadcast if another operand is an array.
XlaOp Select(XlaOp pred, XlaOp on_true, XlaOp on_false);
XlaOp Reduce(XlaOp operand, XlaOp init_value, const XlaComputation& computation,
             Span<const int64_t> dimensions_to_reduce);
// With keep_dims the result keeps the reduced dimensions, with size 1.
XlaOp Reduce(XlaOp operand, XlaOp init_value, const XlaComputation& computation,
             Span<const int64_t> dimensions_to_reduce, bool keep_dims);
XlaOp Reduce(XlaBuilder* builder, Span<const XlaOp> operands, Span<const XlaOp> init_values,
             const XlaComputation& computation, Span<const int64_t> dimensions_to_reduce);
// Reduces over all dimensions.
XlaOp ReduceAll(XlaOp operand, XlaOp init_value, const XlaComputation& computation);

// ---- Computations, tuples, tokens ----

XlaOp Call(XlaBuilder* builder, const XlaComputation& computation, Span<const XlaOp> operands);
XlaOp While(const XlaComputation& condition, const XlaComputation& body, XlaOp init);
XlaOp Conditional(XlaOp predicate, XlaOp true_operand, const XlaComputation& true_computation,
                  XlaOp false_operand, const XlaComputation& false_computation);
XlaOp Conditional(XlaOp branch_index, Span<const XlaComputation* const> branch_computations,
                  Span<const XlaOp> branch_operands);
XlaOp Tuple(XlaBuilder* builder, Span<const XlaOp> elements);
XlaOp GetTupleElement(XlaOp tuple_data, int64_t index);
XlaOp AfterAll(XlaBuilder* builder, Span<const XlaOp> tokens);
XlaOp CreateToken(XlaBuilder* builder);
XlaOp ReplicaId(XlaBuilder* builder);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_FUNCTIONS_H_
