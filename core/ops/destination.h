// The memory for the value of an operation.
#ifndef HLOOM_OPS_DESTINATION_H_
#define HLOOM_OPS_DESTINATION_H_

#include <utility>
#include <vector>

#include "literal/literal.h"

namespace hloom {

// The memory of an instruction's result, which the operation fills: one literal for each array of
// it, as an operation on N arrays (Sort, Reduce) gives the tuple of N. Each has the shape and
// layout of its part of the result. The operation need not write padding, which is filled
// afterwards.
//
// If Computes::in_place allows it, the memory may be that of an operand whose last use this is:
//
//   dynamic-update-slice(x, u, i): destination.array() shares the memory of x, and already holds it
//
// For all other operations the elements are uninitialized.
class Destination {
 public:
  void Add(Literal array) { arrays_.push_back(std::move(array)); }
  size_t size() const { return arrays_.size(); }
  Literal& operator[](size_t i) { return arrays_[i]; }
  // The array, where there is only one.
  Literal& array() { return arrays_[0]; }
  std::byte* data(size_t i = 0) { return arrays_[i].mutable_data<std::byte>(); }

  // Gives array `i` away.
  Literal Take(size_t i) { return std::move(arrays_[i]); }
  void Clear() { arrays_.clear(); }

 private:
  std::vector<Literal> arrays_;
};

// Returns whether two literals share memory.
inline bool SameStorage(const Literal& a, const Literal& b) {
  return a.storage().data() != nullptr && a.storage().data() == b.storage().data();
}

}  // namespace hloom

#endif  // HLOOM_OPS_DESTINATION_H_
