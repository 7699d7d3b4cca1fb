// Parses one number of a literal's text into an element's bytes.
#ifndef HLOOM_LITERAL_NUMBER_PARSER_H_
#define HLOOM_LITERAL_NUMBER_PARSER_H_

#include <cstddef>
#include <string_view>

#include "shape/primitive_type.h"

namespace hloom {

enum class NumberVerdict {
  kOk,
  kSyntax,  // not a number of that type's kind
  kRange,   // past the ends of the type, or a value that it does not have
};

// Parses `word`, for instance "1.5e3" or "nan(0x1)", as an element of `type`, which must not be
// complex. Writes ByteWidth(type) bytes.
NumberVerdict ParseNumber(PrimitiveType type, std::string_view word, std::byte* out);

// Describes the texts that ParseNumber takes: "a number", "true or false".
std::string_view NumberDescription(PrimitiveType type);

}  // namespace hloom

#endif  // HLOOM_LITERAL_NUMBER_PARSER_H_
