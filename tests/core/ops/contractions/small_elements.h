// Shared by the tests of products: the kinds of element types, and random arrays of numbers so
// small that sums of their products are exact in every compute type.
#ifndef HLOOM_TESTS_OPS_CONTRACTIONS_SMALL_ELEMENTS_H_
#define HLOOM_TESTS_OPS_CONTRACTIONS_SMALL_ELEMENTS_H_

#include <string>

#include "literal/literal.h"
#include "support/models/array_model.h"
#include "support/models/element_model.h"
#include "support/random.h"

namespace hloom::testing_support {

// PRED, integers, floats, complex numbers.
inline int KindOf(PrimitiveType type) {
  return type == PRED ? 0 : IsComplexType(type) ? 3 : IsFloatingPointType(type) ? 2 : 1;
}

inline std::string SmallElement(Random& random, PrimitiveType type) {
  if (type == F8E8M0FNU) return NumberAs(type, int64_t{1} << random.Below(3));
  const bool is_signed = IsSignedIntegralType(type) || KindOf(type) >= 2;
  const int64_t real = random.Between(is_signed ? -3 : 0, 3);
  if (KindOf(type) != 3) return NumberAs(type, type == PRED ? real % 2 : real);
  ElementModel value = RealModel(static_cast<long double>(real));
  value.imaginary = static_cast<long double>(random.Between(-3, 3));
  return WriteElement(type, value);
}

inline ArrayModel SmallArray(Random& random, PrimitiveType type, const Sizes& sizes) {
  ArrayModel model{sizes, {}};
  for (int64_t i = 0; i < CountOf(sizes); ++i) model.elements.push_back(SmallElement(random, type));
  return model;
}

// A sum of products of such numbers as an element of the result, to which it is converted.
inline std::string SumAs(PrimitiveType type, int64_t real, int64_t imaginary) {
  ElementModel sum = IntegerModel(real);
  sum.real = static_cast<long double>(real);
  sum.imaginary = static_cast<long double>(imaginary);
  if (KindOf(type) != 3) return WriteElement(type, ConvertedElement(type, sum));
  sum.is_integer = false;
  return WriteElement(type, sum);
}

// Numbers between -1 and 1.
inline Literal Uniform(RandomBits& random, const Shape& shape) {
  Literal literal = *Literal::Create(shape);
  const int64_t count = ShapeUtil::ElementsIn(shape);
  for (int64_t i = 0; i < count; ++i)
    literal.mutable_data<float>()[i] = static_cast<float>(random.Uniform(-1, 1));
  return literal;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_OPS_CONTRACTIONS_SMALL_ELEMENTS_H_
