// Shapes inside HLO text.
#ifndef HLOOM_HLO_READ_SHAPE_H_
#define HLOOM_HLO_READ_SHAPE_H_

#include "base/text_reader.h"
#include "shape/parts_budget.h"
#include "shape/shape.h"

namespace hloom {

// Reads the shape at this position. Errors are those of ShapeUtil::ParseShape, with the place in
// the text, and parts.c1, before anything is read, for more than `max_parts` parts.
StatusOr<Shape> ReadShape(TextReader& in, int64_t max_parts = PartsBudget::kMaxParts);

// True if a shape comes next: a word with '[' directly after it, or '('.
bool ShapeFollows(TextReader& in);

}  // namespace hloom

#endif  // HLOOM_HLO_READ_SHAPE_H_
