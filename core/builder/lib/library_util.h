// Shared by functions of the client library.
#ifndef HLOOM_BUILDER_LIB_LIBRARY_UTIL_H_
#define HLOOM_BUILDER_LIB_LIBRARY_UTIL_H_

#include <string_view>
#include <vector>

#include "builder/functions/function_util.h"

namespace hloom {

// The shape of an operand. type.c2: it is an array; type.c1: its element type is one of `types`.
// `help` is the fix for another one.
StatusOr<Shape> ArrayShapeFor(std::string_view function, const XlaBuilder& builder, XlaOp operand,
                              TypeSet types, MarkedText help);

// The help for a type that is not in TypeSet::kOrdered.
inline constexpr MarkedText kOrderHelp =
    "complex numbers have no order: `Abs` gives their modulus, `Real` and `Imag` their parts"_msg;

// A computation that `builder`'s program will call, or null: `builder` then keeps the error, if it
// has none yet. XLA's builders have this as BuildAndNoteError().
XlaComputation BuiltOrNoted(XlaBuilder* builder, StatusOr<XlaComputation> computation);

// 0, 1, ..., rank - 1.
std::vector<int64_t> AllDimensions(int64_t rank);
// The dimensions of an array of this rank that `dimensions` does not name, in order.
std::vector<int64_t> OtherDimensions(int64_t rank, Span<const int64_t> dimensions);

// A reduced array with the reduced dimensions added back, with size 1: f32[2], from f32[2,3]
// reduced along {1}, becomes f32[2,1].
XlaOp WithReducedDimensions(XlaOp reduced, const Shape& operand, Span<const int64_t> dimensions);

// Gives `op`, of the dimensions of `prototype`, the live sizes of `prototype`.
XlaOp WithLiveSizesOf(XlaOp prototype, const Shape& shape, XlaOp op);

// The floating-point type in which a function of several steps computes, so that only its result is
// rounded: F32 for narrower ones, and any other type itself.
PrimitiveType StepType(PrimitiveType type);
// Converts an array if it has another element type.
XlaOp Converted(XlaOp op, PrimitiveType from, PrimitiveType to);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_LIBRARY_UTIL_H_
