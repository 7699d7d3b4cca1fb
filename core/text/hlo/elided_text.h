// Constants with elided elements in HLO text: {...}.
#ifndef HLOOM_TEXT_HLO_ELIDED_TEXT_H_
#define HLOOM_TEXT_HLO_ELIDED_TEXT_H_

#include <string_view>
#include <unordered_map>

#include "base/text_reader.h"
#include "literal/literal.h"

namespace hloom::hlo_text {

inline constexpr std::string_view kElided = "{...}";

// Returns whether XLA elides the elements by default: those of tuples, and of arrays of more than
// 10 elements.
bool IsElided(const Literal& literal);

// Makes the zeros for elided constants. Constants of the same number of bytes share their memory.
class ElidedZeros {
 public:
  // Takes {...}, {1, 2, ...}, or a tuple with such elements, and makes the literal, if it is at the
  // current position: an array with elided elements is all zeros. Errors are elided.c1 and those of
  // memory.
  StatusOr<bool> Accept(TextReader& in, const Shape& shape, Literal* literal);

 private:
  StatusOr<Literal> ReadTuple(std::string_view text, size_t length, const Shape& shape,
                              size_t* position);
  StatusOr<Literal> Make(const Shape& shape);
  Status Book(int64_t size, const Shape& shape);  // elided.c1

  std::unordered_map<int64_t, Buffer> zeros_;
  int64_t bytes_ = 0;
};

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_HLO_ELIDED_TEXT_H_
