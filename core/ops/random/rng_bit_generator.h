// Attributes of rng-bit-generator.
#ifndef HLOOM_OPS_RANDOM_RNG_BIT_GENERATOR_H_
#define HLOOM_OPS_RANDOM_RNG_BIT_GENERATOR_H_

#include "hlo/attributes/random_kinds.h"

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

}  // namespace hloom

#endif  // HLOOM_OPS_RANDOM_RNG_BIT_GENERATOR_H_
