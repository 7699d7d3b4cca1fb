// Rules of literals that several files check.
#ifndef HLOOM_LITERAL_RULES_H_
#define HLOOM_LITERAL_RULES_H_

#include "base/status.h"

namespace hloom {

inline constexpr Rule kLiteralC2 = {"literal.c2",
                                    "the bytes given for an array are as many as its shape takes"};
inline constexpr Rule kLiteralC3 = {"literal.c3", "a PRED element is the byte 0 or 1"};
inline constexpr Rule kLiteralC6 = {
    "literal.c6", "a slice is inside its array, and does not end before it starts"};
inline constexpr Rule kLiteralC8 = {
    "literal.c8", "a live size is that of a dynamic dimension, and at most its bound"};
inline constexpr Rule kLiteralC9 = {"literal.c9",
                                    "a value fits the bounded shape that is to hold it"};
inline constexpr Rule kLiteralC7 = {
    "literal.c7", "the element type has the value: a zero, a one, an infinity, a NaN, an order"};
inline constexpr Rule kLiteralP1 = {
    "literal.p1", "the bytes of a literal hold as many elements as its shape has"};
inline constexpr Rule kLiteralP2 = {
    "literal.p2", "the text of a literal follows its grammar: f32[2] {1, 2}, (s32[] 1, token)"};
inline constexpr Rule kLiteralP3 = {"literal.p3",
                                    "a number in the text of a literal fits its element type"};
inline constexpr Rule kLiteralP4 = {"literal.p4",
                                    "a literal in text takes at most 1 GiB with its padding and up "
                                    "to its bounds, or 16 bytes per character"};

}  // namespace hloom

#endif  // HLOOM_LITERAL_RULES_H_
