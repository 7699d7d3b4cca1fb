// The computations of random programs of collectives: initial elements, elementwise operations, and
// computations that reduce, each as HLO text and as a function.
#ifndef HLOOM_TESTS_COMM_COLLECTIVE_ELEMENTS_H_
#define HLOOM_TESTS_COMM_COLLECTIVE_ELEMENTS_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/models/array_model.h"

namespace hloom::testing_support {

PrimitiveType RandomExchangeType(Random& random);
// A finite number, zeros of both signs among them, for which the order of a sum matters.
std::string RandomNumber(Random& random, PrimitiveType type);
// True if the element, or a part of it, is NaN: its bits are unspecified.
bool IsNanElement(PrimitiveType type, const std::string& bytes);

// An elementwise operation whose result has its operands' type, and exactly one value.
bool HasExactValue(std::string_view operation, PrimitiveType type);
std::string ElementwiseValue(std::string_view operation, PrimitiveType type,
                             const Elements& operands);

// A computation (T, T) -> T.
struct Reduction {
  std::string name;
  std::string text;  // the computation
  std::function<std::string(const std::string&, const std::string&)> apply;
};
// There is at least one for every type of RandomExchangeType.
Reduction RandomReduction(Random& random, PrimitiveType type);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_COMM_COLLECTIVE_ELEMENTS_H_
