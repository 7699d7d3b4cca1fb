// Rules of shapes and layouts that several files check.
#ifndef HLOOM_SHAPE_RULES_H_
#define HLOOM_SHAPE_RULES_H_

#include "base/status.h"

namespace hloom {

inline constexpr Rule kShapeC1 = {"shape.c1", "the element type is a type"};
inline constexpr Rule kShapeC2 = {"shape.c2", "sizes are 0 or more"};
inline constexpr Rule kShapeC3 = {"shape.c3", "the bytes of an array are fewer than 2^63"};
inline constexpr Rule kShapeC4 = {"shape.c4", "tuples nest at most 64 deep"};
inline constexpr Rule kShapeC5 = {"shape.c5", "a dynamic dimension has a bound"};
inline constexpr Rule kShapeC6 = {"shape.c6", "the rank is at most 256"};
inline constexpr Rule kShapeC7 = {
    "shape.c7", "a dimension number is 0 to rank-1, or -rank to -1 counted from the end"};
inline constexpr Rule kShapeC8 = {
    "shape.c8",
    "only the dimensions of the ranks 2 (y, x), 3 (z, y, x) and 4 (p, z, y, x) have letters"};
inline constexpr Rule kShapeC9 = {"shape.c9", "a permutation of dimensions names each once"};
inline constexpr Rule kShapeC10 = {"shape.c10",
                                   "the index of a subshape chooses existing elements of tuples"};
inline constexpr Rule kShapeC12 = {"shape.c12", "a buffer holds one array: b(f32[4])"};
inline constexpr Rule kShapeP1 = {
    "shape.p1", "the text of a shape follows its grammar: f32[2,3]{1,0}, (f32[2], s32[]), token[]"};
inline constexpr Rule kShapeP2 = {"shape.p2",
                                  "a layout is not that of a sparse array: no D(C), no P(...)"};

inline constexpr Rule kLayoutC1 = {"layout.c1",
                                   "minor_to_major is a permutation of the dimensions"};
inline constexpr Rule kLayoutC2 = {"layout.c2",
                                   "padded_dimensions has one size for each dimension, or none"};
inline constexpr Rule kLayoutC3 = {"layout.c3", "a padded size is at least the size"};
inline constexpr Rule kLayoutC4 = {
    "layout.c4",
    "padding_value comes with padded_dimensions: ZERO_PAD, ONE_PAD, LOWEST_PAD, HIGHEST_PAD "
    "or UNKNOWN_PAD, the default"};
inline constexpr Rule kLayoutC5 = {"layout.c5", "the element type has the padding value"};
inline constexpr Rule kLayoutC6 = {"layout.c6", "XLA's text form has no padding"};
inline constexpr Rule kLayoutC7 = {
    "layout.c7",
    "the numbers of tiles and memory spaces are 0 or more, the types of indices are unsigned"};

inline constexpr Rule kPartsC1 = {
    "parts.c1",
    "the shapes of all instructions of a program, together with the operands of those that call "
    "computations, have at most 2097152 parts (arrays, tokens, tuples)"};

}  // namespace hloom

#endif  // HLOOM_SHAPE_RULES_H_
