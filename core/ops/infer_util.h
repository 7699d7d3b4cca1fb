// Checks and phrases that the shape inference of several operations shares.
#ifndef HLOOM_OPS_INFER_UTIL_H_
#define HLOOM_OPS_INFER_UTIL_H_

#include <string>
#include <vector>

#include "base/str_cat.h"
#include "ops/op_def.h"

namespace hloom {

// The help of an error that wants an array and was given this shape, a tuple or a token.
MarkedText HelpToAnArray(const Shape& shape);

// type.c2: every operand is an array.
Status ExpectArrays(const InferContext& context);

// The rules that family files list and these checks cite.
inline constexpr Rule kElementwiseC1 = {"elementwise.c1",
                                        "the operands have the same dimension sizes"};
inline constexpr Rule kElementwiseC2 = {"elementwise.c2",
                                        "the operands have the same element type"};

// Checks elementwise.c1 and .c2 for every operand from `first` on. Returns the result's dimensions,
// in the default layout unless all operands share another one.
StatusOr<Shape> InferElementwise(const InferContext& context, size_t first = 0);

// Dimensions that are dynamic in `from` become dynamic in `to`, of the same rank.
void MergeDynamicDimensions(const Shape& from, Shape* to);
// Does the same for shapes that are Compatible, tuples included.
Shape DynamicInEither(const Shape& a, const Shape& b);
// Returns `shape` with the dynamic dimensions of `dynamic`, which is Compatible with it.
Shape WithDynamicDimensionsOf(const Shape& dynamic, const Shape& shape);
// context.given_shape, which is Compatible with `inferred`. dynamic.c2: it has the same dynamic
// dimensions; if context.given_follows, it gets them.
StatusOr<Shape> GivenShape(const InferContext& context, const Shape& inferred);

// The arguments of a computation that takes all operands unchanged: for OpDef::callee_arguments.
std::vector<Shape> OperandShapes(const InferContext& context, size_t callee,
                                 Span<const Shape> results);
std::vector<Shape> OperandShapes(const InferContext& context);

// "(f32[], f32[]) -> f32[]"
std::string SignatureText(const HloComputation& computation);
std::string SignatureText(Span<const Shape> parameters, const Shape& result);

// `rule`: the computation has exactly these parameters and this result, ignoring layouts and
// dynamic dimensions: XLA's ShapeUtil::Compatible.
Status ExpectSignature(const Rule& rule, std::string_view role, const HloComputation& computation,
                       Span<const Shape> parameters, const Shape& result);

// Checks the number of called computations: arity.c1.
Status ExpectRegions(const InferContext& context, size_t count);

}  // namespace hloom

#endif  // HLOOM_OPS_INFER_UTIL_H_
