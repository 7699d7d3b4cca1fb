// Attributes of rng-bit-generator.
#ifndef HLOOM_OPS_RANDOM_RNG_BIT_GENERATOR_H_
#define HLOOM_OPS_RANDOM_RNG_BIT_GENERATOR_H_

#include "hlo/attributes/enumerations.h"
#include "shape/shape.h"

namespace hloom {

struct RngBitGeneratorAttributes {
  static constexpr AttributeField kAlgorithm = {
      .name = "algorithm", .proto_field = 70, .doc = "the generator; RNG_DEFAULT is Philox"};

  RandomAlgorithm algorithm = RandomAlgorithm::RNG_DEFAULT;

  template <typename V>
  void visit(V& v) {
    v(kAlgorithm, algorithm);
  }
};

// Returns true if the generator supports a state of this shape. Text and bytes may have others,
// which are parsed but do not run.
bool IsRandomState(const Shape& state, RandomAlgorithm algorithm);
// rng_bit_generator.c1
Status CheckRandomState(const Shape& state, RandomAlgorithm algorithm);

}  // namespace hloom

#endif  // HLOOM_OPS_RANDOM_RNG_BIT_GENERATOR_H_
