// A literal as text of bounded length, for people: graphs, traces, error texts.
#ifndef HLOOM_LITERAL_LITERAL_PREVIEW_H_
#define HLOOM_LITERAL_LITERAL_PREVIEW_H_

#include <string>

#include "literal/literal.h"

namespace hloom {

// The text of Literal::ToString for at most `max_elements` elements in all arrays together. Arrays
// beyond that are cut in row-major order, with a count of the omitted elements:
//   f32[100,100] {0, 1, 2, 3, ... 9996 more elements}
//   (s32[] 7, f32[1000] {0, 1, ... 998 more elements}, ... 3 more values)
std::string LiteralPreview(const Literal& literal, int64_t max_elements);
// Returns the same without shapes, as HLO text writes constants.
std::string LiteralPreviewWithoutShape(const Literal& literal, int64_t max_elements);

}  // namespace hloom

#endif  // HLOOM_LITERAL_LITERAL_PREVIEW_H_
