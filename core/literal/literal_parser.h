// The text form of literals, read: what Literal::ToString writes, and what XLA does.
#ifndef HLOOM_LITERAL_LITERAL_PARSER_H_
#define HLOOM_LITERAL_LITERAL_PARSER_H_

#include <functional>
#include <string_view>

#include "literal/literal.h"

namespace hloom {

// The largest literal, in bytes, that a shorter text may ask for: one value can stand for all
// elements, and padding and bounds take memory without being written. See literal.p2.
inline constexpr int64_t kLargestUnwrittenLiteral = int64_t{1} << 30;

// Reads a literal whose shape stands in the text:
//   f32[2,3] { { 1, 2, 3 }, { 4, 5, 6 } }    s32[] -7    (f32[] 1, (token, pred[1] {true}))
// A tuple may have its shape before it, as in XLA: (f32[], s32[2]) (f32[] 1, s32[2] {2, 3}).
//
// Numbers are decimal or hexadecimal (0x1.8p3), nan, -nan, inf, -inf, a NaN with its payload,
// nan(0x1); complex ones (1, 2), or a real number; PRED is true, false, 1 or 0. Blanks and comments
// /*...*/ may stand anywhere between. An empty array is {}, or has all its empty rows: { {}, {} }.
// One value in place of an array's rows is that of all its elements: s32[3,3] 1.
//
// literal.p2: what the text must look like, with line and column. literal.p3: a number past the
// ends of its type, or one that the type does not have.
StatusOr<Literal> ParseLiteral(std::string_view text);
// Does the same for text that has no shapes, such as { { 1, 2 }, { 3, 4 } } in the constants of HLO
// text. Elements are laid out as `shape` says, which must be valid.
StatusOr<Literal> ParseLiteral(const Shape& shape, std::string_view text);
// Does the same for a literal that begins at `*position` of a longer text. `*position` becomes
// where it ends; after an error where it goes wrong, which the error's text then does not say.
StatusOr<Literal> ParseLiteralAt(const Shape& shape, std::string_view text, size_t* position);
StatusOr<Literal> ParseLiteralAt(std::string_view text, size_t* position);  // with the shape in it

// Makes the value that stands for an array, or a tuple, whose elements were left out when it was
// printed.
using ElidedLiteral = std::function<StatusOr<Literal>(const Shape& shape)>;
// Reads as ParseLiteralAt does; where elements are left out, also inside a tuple, it asks `elided`
// for the literal.
StatusOr<Literal> ParseElidedLiteralAt(const Shape& shape, std::string_view text, size_t* position,
                                       const ElidedLiteral& elided);

// How many characters the braces have, or the parentheses of a tuple, that `text` begins with, if
// elements are left out in them: {...}, {1, 2, ...}, (1, { {1, 2}, ... }). It is 0 otherwise.
size_t ElidedLength(std::string_view text);

}  // namespace hloom

#endif  // HLOOM_LITERAL_LITERAL_PARSER_H_
