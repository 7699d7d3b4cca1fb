// Shapes inside HLO text.
#ifndef HLOOM_HLO_READ_SHAPE_H_
#define HLOOM_HLO_READ_SHAPE_H_

#include "base/text_reader.h"
#include "shape/parts_budget.h"
#include "shape/shape.h"

namespace hloom {

// The shape that stands here. Errors are those of ShapeUtil::ParseShape, with the place in the
// text; parts.c1, before anything is read, where it has more parts than `max_parts`.
StatusOr<Shape> ReadShape(TextReader& in, int64_t max_parts = PartsBudget::kMaxParts);

// Whether a shape stands here: a word with '[' right after it, or '('.
bool ShapeFollows(TextReader& in);

}  // namespace hloom

#endif  // HLOOM_HLO_READ_SHAPE_H_
