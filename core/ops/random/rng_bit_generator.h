// Attributes of rng-bit-generator.
#ifndef HLOOM_OPS_RANDOM_RNG_BIT_GENERATOR_H_
#define HLOOM_OPS_RANDOM_RNG_BIT_GENERATOR_H_

#include "hlo/attributes/enumerations.h"
#include "shape/shape.h"

namespace hloom {

struct RngBitGeneratorAttributes {
  static constexpr AttributeField kAlgorithm = {
      .name = "algorithm",
      .proto_field = 70,
      .doc = "the generator; the default one, RNG_DEFAULT, is Philox"};

  RandomAlgorithm algorithm = RandomAlgorithm::RNG_DEFAULT;

  template <typename V>
  void visit(V& v) {
    v(kAlgorithm, algorithm);
  }
};

// Returns true if bits are made of a state of this shape. Texts and bytes may have others, which
// are read and do not run.
bool IsRandomState(const Shape& state, RandomAlgorithm algorithm);
// rng_bit_generator.c1
Status CheckRandomState(const Shape& state, RandomAlgorithm algorithm);

}  // namespace hloom

#endif  // HLOOM_OPS_RANDOM_RNG_BIT_GENERATOR_H_
