// Shapes in text, before they are read.
#ifndef HLOOM_SHAPE_SHAPE_TEXT_H_
#define HLOOM_SHAPE_SHAPE_TEXT_H_

#include <cstdint>
#include <string_view>

namespace hloom {

// The number of parts (Shape::parts) of the shape at the start of `text`, if it is one.
int64_t CountPartsInText(std::string_view text);

}  // namespace hloom

#endif  // HLOOM_SHAPE_SHAPE_TEXT_H_
