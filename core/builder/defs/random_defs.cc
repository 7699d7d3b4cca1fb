// Rows of random numbers.
#include "builder/defs/argument_specs.h"
#include "builder/functions/random_functions.h"
#include "ops/random/rng_bit_generator.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kBitsArguments[] = {
    AttributeArgument<RandomAlgorithm>(RngBitGeneratorAttributes::kAlgorithm),
    {"initial_state", ArgumentKind::kOp,
     "the key, then the counter: u64[2] for ThreeFry, u64[3] or u64[2] for Philox"},
    {"shape", kKind<Shape>,
     "the shape of the random bits, whose elements become unsigned integers of as many bits"},
};
constexpr ArgumentSpec kShape = {"shape", kKind<Shape>, "the shape of the random numbers"};
constexpr ArgumentSpec kUniformArguments[] = {
    {"a", ArgumentKind::kOp, "a scalar of the element type: the lower end"},
    {"b", ArgumentKind::kOp, "a scalar of the element type: the upper end, which is excluded"},
    kShape,
};
constexpr ArgumentSpec kNormalArguments[] = {
    {"mu", ArgumentKind::kOp, "a scalar of the element type: the mean"},
    {"sigma", ArgumentKind::kOp, "a scalar of the element type: the standard deviation"},
    kShape,
};
constexpr HloOpcode kRngOp[] = {HloOpcode::kRng};
constexpr HloOpcode kBitsOp[] = {HloOpcode::kRngBitGenerator};
constexpr std::string_view kGroup = "random numbers";

}  // namespace

Span<const BuilderDef> RandomBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"RngUniform",
       0,
       kGroup,
       kRngOp,
       kUniformArguments,
       {},
       [](XlaBuilder*, Arguments a) { return RngUniform(a[0].op, a[1].op, a[2].Get<Shape>()); },
       "Gives random numbers that are uniform in [a, b). Every run starts from the seed of the "
       "client, and gives the same numbers.",
       "Operation Semantics, RngUniform",
       "const y = b.rngUniform(b.constant(0), b.constant(1), f32(4));"},
      {"RngNormal",
       0,
       kGroup,
       kRngOp,
       kNormalArguments,
       {},
       [](XlaBuilder*, Arguments a) { return RngNormal(a[0].op, a[1].op, a[2].Get<Shape>()); },
       "Gives random numbers of a normal distribution with mean mu and standard deviation sigma. "
       "Every run starts from the seed of the client, and gives the same numbers.",
       "Operation Semantics, RngNormal",
       "const y = b.rngNormal(b.constant(10), b.constant(2), f32(4));"},
      {"RngBitGenerator",
       0,
       kGroup,
       kBitsOp,
       kBitsArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return RngBitGenerator(a[0].Get<RandomAlgorithm>(), a[1].op, a[2].Get<Shape>());
       },
       "Gives the tuple of a new state and of random bits, which follow from the state alone.",
       "Operation Semantics, RngBitGenerator",
       "const state = b.constant([42n, 0n], 'U64'); // a key and a counter\n"
       "const y = b.rngBitGenerator('RNG_THREE_FRY', state, u32(2, 3));"},
  };
  return kDefs;
}

}  // namespace hloom
