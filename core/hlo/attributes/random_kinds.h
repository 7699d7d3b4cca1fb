// Kinds random_algorithm and random_distribution: rng_three_fry, rng_uniform.
#ifndef HLOOM_HLO_ATTRIBUTES_RANDOM_KINDS_H_
#define HLOOM_HLO_ATTRIBUTES_RANDOM_KINDS_H_

#include <cstdint>

#include "hlo/attribute.h"

namespace hloom {

// The enumerators have XLA's names, and the numbers of its proto.
enum class RandomAlgorithm : uint8_t { RNG_DEFAULT, RNG_THREE_FRY, RNG_PHILOX };
enum class RandomDistribution : uint8_t { RNG_INVALID, RNG_UNIFORM, RNG_NORMAL };

// "rng_three_fry", as HLO text has it.
std::string_view RandomAlgorithmName(RandomAlgorithm algorithm);
std::string_view RandomDistributionName(RandomDistribution distribution);

template <>
const AttributeKind& AttributeKindOf<RandomAlgorithm>();
template <>
const AttributeKind& AttributeKindOf<RandomDistribution>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_RANDOM_KINDS_H_
