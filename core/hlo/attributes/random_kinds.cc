#include "hlo/attributes/random_kinds.h"

#include "hlo/kinds/enum_kind.h"

namespace hloom {

namespace {

constexpr std::string_view kRandomKindsAlgorithms[] = {"rng_default", "rng_three_fry",
                                                       "rng_philox"};
constexpr std::string_view kDistributions[] = {"rng_invalid", "rng_uniform", "rng_normal"};
// In programs they are written as XlaBuilder has them.
constexpr std::string_view kBuilderAlgorithms[] = {"RNG_DEFAULT", "RNG_THREE_FRY", "RNG_PHILOX"};

constexpr AttributeKind kAlgorithmKind =
    WithChoices<RandomAlgorithm, kChoiceForm<kBuilderAlgorithms>>(
        NumberedEnumKind<RandomAlgorithm, kRandomKindsAlgorithms>("random_algorithm"));
constexpr AttributeKind kDistributionKind =
    NumberedEnumKind<RandomDistribution, kDistributions>("random_distribution");

}  // namespace

std::string_view RandomAlgorithmName(RandomAlgorithm algorithm) {
  return kRandomKindsAlgorithms[static_cast<int>(algorithm)];
}
std::string_view RandomDistributionName(RandomDistribution distribution) {
  return kDistributions[static_cast<int>(distribution)];
}

template <>
const AttributeKind& AttributeKindOf<RandomAlgorithm>() {
  return kAlgorithmKind;
}
template <>
const AttributeKind& AttributeKindOf<RandomDistribution>() {
  return kDistributionKind;
}

}  // namespace hloom
