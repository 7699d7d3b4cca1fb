// The values of the user's original program that an instruction computes: XLA's OriginalValue, by
// which a debugger finds them after optimizations. Values never depend on it.
//
//   origin={({"v1"}, {"while.3" {1}})}   a pair: v1, and element 1 of while.3
#ifndef HLOOM_HLO_ORIGINAL_VALUE_H_
#define HLOOM_HLO_ORIGINAL_VALUE_H_

#include <optional>
#include <string>
#include <vector>

#include "shape/shape_index.h"

namespace hloom {

// An array in the original program.
struct OriginalArray {
  std::string instruction_name;
  ShapeIndex shape_index;

  friend bool operator==(const OriginalArray&, const OriginalArray&) = default;
};

struct OriginalValue {
  // An array of the instruction's shape, and its origin, if it is known.
  struct Element {
    ShapeIndex shape_index;
    std::optional<OriginalArray> original;
    friend bool operator==(const Element&, const Element&) = default;
  };
  // The call was made by the compiler; there are no elements then.
  bool is_synthetic_call = false;
  // The elements in pre-order: an array has one, with the index {}; a tuple without arrays has
  // none.
  std::vector<Element> elements;
  // The calls of the original program that lead to it, for instance "main/call.1".
  std::optional<std::string> call_hierarchy;

  friend bool operator==(const OriginalValue&, const OriginalValue&) = default;
};

}  // namespace hloom

#endif  // HLOOM_HLO_ORIGINAL_VALUE_H_
