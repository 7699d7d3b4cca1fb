// Attributes of rng and rng-get-and-update-state.
#ifndef HLOOM_OPS_RANDOM_RNG_H_
#define HLOOM_OPS_RANDOM_RNG_H_

#include "hlo/attributes/enumerations.h"

namespace hloom {

// The operands that determine the numbers; a third one is the state of a back end.
inline constexpr int kRngParameters = 2;

struct RngAttributes {
  RandomDistribution distribution = RandomDistribution::RNG_INVALID;

  template <typename V>
  void visit(V& v) {
    v({.name = "distribution",
       .proto_field = 23,
       .doc = "rng_uniform, between the parameters, or rng_normal, of that mean and deviation"},
      distribution);
  }
};

struct RngGetAndUpdateStateAttributes {
  int64_t delta = 0;

  template <typename V>
  void visit(V& v) {
    v({.name = "delta", .proto_field = 66, .doc = "the amount added to the state"}, delta);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_RANDOM_RNG_H_
