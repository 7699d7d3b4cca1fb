// Types of MLIR as shapes of HLO, and literals as integers.
#ifndef HLOOM_TEXT_STABLEHLO_IMPORT_TYPES_H_
#define HLOOM_TEXT_STABLEHLO_IMPORT_TYPES_H_

#include <optional>
#include <string>
#include <vector>

#include "shape/shape_util.h"
#include "text/mlir/mlir_tree.h"

namespace hloom::stablehlo {

// True if a dimension's size is neither given nor bounded: tensor<?x3xf32>.
bool HasUnknownSize(const mlir::Type& type);

// The reason why a type has no meaning in HLO; empty if it has one.
std::string ReasonAgainst(const mlir::Type& type);

// tensor<2x3xf32> is f32[2,3], tensor<?xf32, #stablehlo.bounds<4>> is f32[<=4], a token is token[].
// stablehlo.c1: the type has a meaning in HLO. stablehlo.c8: sizes are known.
StatusOr<Shape> ShapeOfType(const mlir::Type& type);

// True if a value of this shape may have the declared type: unknown sizes take any.
bool Fits(const mlir::Type& declared, const Shape& shape);

// The type that a value of this shape has: "tensor<2x3xf32>".
std::string TypeText(const Shape& shape);

// The elements of an integer or PRED literal in row-major order. nullopt: it has others, or more
// than `most`.
std::optional<std::vector<int64_t>> IntegersOf(const Literal& literal, int64_t most);

}  // namespace hloom::stablehlo

#endif  // HLOOM_TEXT_STABLEHLO_IMPORT_TYPES_H_
