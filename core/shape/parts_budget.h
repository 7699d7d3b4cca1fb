// Limits the parts (Shape::parts) of all shapes of one program together.
//
// A tuple may name another one many times, and thirty lines of that make a shape of a billion
// parts. Copies of tuples share their elements, so that such a shape takes little memory; but
// checking, comparing, printing and writing it visit every part. The limit bounds their time.
#ifndef HLOOM_SHAPE_PARTS_BUDGET_H_
#define HLOOM_SHAPE_PARTS_BUDGET_H_

#include <cstdint>

#include "base/status.h"

namespace hloom {

class PartsBudget {
 public:
  // A loop that carries 5,000 arrays counts 50,000 parts or so, with its computations.
  static constexpr int64_t kMaxParts = int64_t{1} << 21;

  int64_t left() const { return kMaxParts - booked_; }
  // parts.c1: at least `parts` are left. Otherwise books nothing.
  Status Book(int64_t parts);

  // The error parts.c1, for a program or for one shape.
  static Status Exceeded();

 private:
  int64_t booked_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_SHAPE_PARTS_BUDGET_H_
