// Parses the text form of literals: the output of Literal::ToString, and XLA's.
#ifndef HLOOM_LITERAL_LITERAL_PARSER_H_
#define HLOOM_LITERAL_LITERAL_PARSER_H_

#include <functional>
#include <string_view>

#include "literal/literal.h"

namespace hloom {

// The largest literal, in bytes, that a shorter text may request: one value can fill all elements,
// and padding and bounds take memory without text. See literal.p2.
inline constexpr int64_t kLargestUnwrittenLiteral = int64_t{1} << 30;

// Reads a literal with its shape:
//   f32[2,3] { { 1, 2, 3 }, { 4, 5, 6 } }    s32[] -7    (f32[] 1, (token, pred[1] {true}))
// A tuple may follow its shape, as in XLA: (f32[], s32[2]) (f32[] 1, s32[2] {2, 3}).
//
// Numbers are decimal or hexadecimal (0x1.8p3), nan, -nan, inf, -inf, a NaN with its payload,
// nan(0x1); complex ones (1, 2), or a real number; PRED is true, false, 1 or 0. Blanks and comments
// /*...*/ may separate tokens. An empty array is {}, or has all its empty rows: { {}, {} }. One
// value in place of an array's rows is the value of all its elements: s32[3,3] 1.
//
// literal.p2: the syntax; the error has line and column. literal.p3: a number out of range of its
// type, or one that the type cannot represent.
StatusOr<Literal> ParseLiteral(std::string_view text);
// Does the same for text that has no shapes, such as { { 1, 2 }, { 3, 4 } } in the constants of HLO
// text. Elements have the layout of `shape`, which must be valid.
StatusOr<Literal> ParseLiteral(const Shape& shape, std::string_view text);
// Does the same for a literal that begins at `*position` of a longer text. Sets `*position` to the
// end of the literal, or after an error to the error's position; the error's text then omits the
// place.
StatusOr<Literal> ParseLiteralAt(const Shape& shape, std::string_view text, size_t* position);
StatusOr<Literal> ParseLiteralAt(std::string_view text, size_t* position);  // with the shape in it

// Returns the value of an array or tuple whose elements were left out when it was printed.
using ElidedLiteral = std::function<StatusOr<Literal>(const Shape& shape)>;
// Does the same as ParseLiteralAt, and calls `elided` for literals whose elements are left out,
// also inside a tuple.
StatusOr<Literal> ParseElidedLiteralAt(const Shape& shape, std::string_view text, size_t* position,
                                       const ElidedLiteral& elided);

// The length of the braces, or of a tuple's parentheses, at the start of `text` if elements are
// left out in them: {...}, {1, 2, ...}, (1, { {1, 2}, ... }). 0 otherwise.
size_t ElidedLength(std::string_view text);

}  // namespace hloom

#endif  // HLOOM_LITERAL_LITERAL_PARSER_H_
