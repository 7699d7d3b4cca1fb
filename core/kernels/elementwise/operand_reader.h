// Reads an operand of an elementwise operation in pieces.
#ifndef HLOOM_KERNELS_ELEMENTWISE_OPERAND_READER_H_
#define HLOOM_KERNELS_ELEMENTWISE_OPERAND_READER_H_

#include "kernels/elementwise/elementwise.h"

namespace hloom {

// One operand's elements from some element on, in the type that the function takes. Elements that
// are already in that form are not moved.
class OperandReader {
 public:
  // Begins with element `begin`. Elements from `end` on are not requested, and elements that are
  // moved are not requested in pieces of more than `most`. `room` has space for `most` elements of
  // the computed type; `most` is at least Repetition::kShortPeriod.
  void Begin(const ElementwiseArrays::Operand& operand, int64_t begin, int64_t end, int64_t most,
             std::byte* room);

  // The number of elements from here on that can be taken at a time.
  int64_t ready() const;

  // The next `count` elements, which are ready.
  const std::byte* Take(int64_t count);

  // True if all elements that are ready at a time are copies of one.
  bool repeats_one() const {
    return period_ == 1 || (period_ > 0 && laid_out_ == 0 && runs_.step() == 0);
  }
  // That element, instead of the next `count`. All elements are taken by one of these functions.
  const std::byte* TakeOne(int64_t count);

 private:
  bool moves() const { return operand_->type != operand_->computed; }
  void LayOut();

  const ElementwiseArrays::Operand* operand_ = nullptr;
  std::byte* room_ = nullptr;
  int64_t most_ = 0;
  int64_t at_ = 0;           // if all elements are read in order
  Repetition::Cursor runs_;  // if they repeat others
  int64_t period_ = 0;       // 0 if no element repeats another
  // The first elements, one after the other: in the room, or in the operand's own memory.
  const std::byte* periods_ = nullptr;
  int64_t laid_out_ = 0;     // the number of these; or 0
  int64_t phase_ = 0;        // the next of these
  int64_t filled_with_ = 0;  // the place of the element that the room repeats
  int64_t filled_ = 0;       // the number of times that it does
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_OPERAND_READER_H_
