#include "builder/functions/random_functions.h"

#include "builder/argument_specs.h"
#include "builder/functions/function_util.h"
#include "builder/functions/functions.h"
#include "builder/lib/prng.h"
#include "ops/random/rng.h"
#include "ops/random/rng_bit_generator.h"

namespace hloom {

namespace {

// The unsigned integer type of the same width; the type itself if there is none. PRED has one bit.
PrimitiveType BitsOf(PrimitiveType type) {
  if (type == PRED) return U1;
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    if (IsUnsignedIntegralType(info.type) && info.bits == BitWidth(type)) return info.type;
  }
  return type;
}

XlaOp Rng(RandomDistribution distribution, XlaOp a, XlaOp b, const Shape& shape) {
  XlaBuilder* const builder = BuilderOf(a, b);
  return InBuilder(builder, [&] {
    return builder->AddInstruction({.opcode = HloOpcode::kRng,
                                    .operands = {a, b},
                                    .attributes = MakeAttributes(RngAttributes{distribution}),
                                    .given_shape = shape});
  });
}

}  // namespace

XlaOp RngUniform(XlaOp a, XlaOp b, const Shape& shape) {
  return Rng(RandomDistribution::RNG_UNIFORM, a, b, shape);
}

XlaOp RngNormal(XlaOp mu, XlaOp sigma, const Shape& shape) {
  return Rng(RandomDistribution::RNG_NORMAL, mu, sigma, shape);
}

XlaOp RngBitGenerator(RandomAlgorithm algorithm, XlaOp initial_state, const Shape& shape) {
  XlaBuilder* const builder = initial_state.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape* state, builder->ShapeOf(initial_state));
    if (state->IsArray()) {
      const Status status = CheckRandomState(*state, algorithm);
      if (!status.ok()) return status.WithOp("rng-bit-generator");
    }
    Shape bits = shape;
    if (bits.IsArray()) bits = ShapeUtil::ChangeElementType(shape, BitsOf(shape.element_type()));
    return builder->AddInstruction(
        {.opcode = HloOpcode::kRngBitGenerator,
         .operands = {initial_state},
         .attributes = MakeAttributes(RngBitGeneratorAttributes{algorithm}),
         .given_shape = Shape(std::vector<Shape>{*state, std::move(bits)})});
  });
}

Span<const Rule> PrngRules();

namespace {

constexpr std::string_view kLibrarySource = "XLA, client library, prng";
constexpr ArgumentSpec kKey = {"key", ArgumentKind::kOp, "a scalar u64[]: the key of the stream"};
constexpr ArgumentSpec kState = {
    "initial_state", ArgumentKind::kOp,
    "the counter: u64[] or u64[1] for ThreeFry; u64[2] for Philox, its low half first"};
constexpr ArgumentSpec kGenerator = {
    "bit_generator", kKind<RandomAlgorithm>,
    "the generator: RNG_THREE_FRY or RNG_PHILOX; RNG_DEFAULT is Philox, too"};
constexpr ArgumentSpec kBitsShape = {
    "shape", kKind<Shape>, "the shape of the bits, whose elements become unsigned integers"};
constexpr ArgumentSpec kNumbersShape = {"shape", kKind<Shape>, "the shape of the numbers"};
constexpr ArgumentSpec kGeneratorArguments[] = {kKey, kState, kBitsShape};
constexpr ArgumentSpec kRangeArguments[] = {
    kKey,
    kState,
    kGenerator,
    {"minval", ArgumentKind::kOp, "a scalar: the lower end"},
    {"maxval", ArgumentKind::kOp, "a scalar: the upper end, which is excluded"},
    kNumbersShape,
};
constexpr ArgumentSpec kStandardArguments[] = {kKey, kState, kGenerator, kNumbersShape};
constexpr ArgumentSpec kScrambleArguments[] = {
    {"key", ArgumentKind::kOp, "a scalar u64[], which may be a weak key such as a small number"}};
constexpr ArgumentSpec kIncreaseArguments[] = {
    {"counter", ArgumentKind::kOp, "the counter of Philox, u64[2], its low half first"},
    {"delta", ArgumentKind::kOp, "a scalar u64[]: the amount added to the counter"}};
constexpr ArgumentSpec kScalarsArguments[] = {
    {"scalars", ArgumentKind::kOps, "scalars of one element type"}};
constexpr HloOpcode kScrambleOps[] = {HloOpcode::kAnd,
                                      HloOpcode::kConstant,
                                      HloOpcode::kShiftRightLogical,
                                      HloOpcode::kReshape,
                                      HloOpcode::kConcatenate,
                                      HloOpcode::kRngBitGenerator,
                                      HloOpcode::kGetTupleElement,
                                      HloOpcode::kSlice,
                                      HloOpcode::kTuple};
constexpr HloOpcode kIncreaseOps[] = {HloOpcode::kSlice,   HloOpcode::kReshape,
                                      HloOpcode::kAdd,     HloOpcode::kCompare,
                                      HloOpcode::kConvert, HloOpcode::kConcatenate};
constexpr HloOpcode kScalarsOps[] = {HloOpcode::kReshape, HloOpcode::kConcatenate};
constexpr HloOpcode kGeneratorOps[] = {HloOpcode::kRngBitGenerator, HloOpcode::kReshape,
                                       HloOpcode::kConcatenate,     HloOpcode::kSlice,
                                       HloOpcode::kTuple,           HloOpcode::kGetTupleElement};
constexpr HloOpcode kUniformOps[] = {HloOpcode::kRngBitGenerator,
                                     HloOpcode::kReshape,
                                     HloOpcode::kConcatenate,
                                     HloOpcode::kSlice,
                                     HloOpcode::kTuple,
                                     HloOpcode::kGetTupleElement,
                                     HloOpcode::kConstant,
                                     HloOpcode::kShiftRightLogical,
                                     HloOpcode::kConvert,
                                     HloOpcode::kMultiply,
                                     HloOpcode::kAdd,
                                     HloOpcode::kSubtract,
                                     HloOpcode::kBroadcast};
constexpr HloOpcode kIntOps[] = {HloOpcode::kRngBitGenerator, HloOpcode::kReshape,
                                 HloOpcode::kConcatenate,     HloOpcode::kSlice,
                                 HloOpcode::kTuple,           HloOpcode::kGetTupleElement,
                                 HloOpcode::kBitcastConvert,  HloOpcode::kSubtract,
                                 HloOpcode::kRemainder,       HloOpcode::kAdd,
                                 HloOpcode::kBroadcast};
constexpr HloOpcode kNormalOps[] = {HloOpcode::kRngBitGenerator,
                                    HloOpcode::kReshape,
                                    HloOpcode::kConcatenate,
                                    HloOpcode::kSlice,
                                    HloOpcode::kTuple,
                                    HloOpcode::kGetTupleElement,
                                    HloOpcode::kConstant,
                                    HloOpcode::kConvert,
                                    HloOpcode::kMultiply,
                                    HloOpcode::kShiftRightLogical,
                                    HloOpcode::kAdd,
                                    HloOpcode::kSubtract,
                                    HloOpcode::kBroadcast,
                                    HloOpcode::kMaximum,
                                    HloOpcode::kLog,
                                    HloOpcode::kSqrt,
                                    HloOpcode::kSin,
                                    HloOpcode::kCos};

XlaOp TupleOf(const RngOutput& output) {
  XlaBuilder* const builder = output.value.builder();
  return output.value.valid() ? Tuple(builder, {output.value, output.state}) : output.value;
}

BitGeneratorTy GeneratorOf(RandomAlgorithm algorithm) {
  if (algorithm == RandomAlgorithm::RNG_THREE_FRY) return ThreeFryBitGenerator;
  return PhiloxBitGenerator;
}

constexpr ArgumentSpec kBitsArguments[] = {
    AttributeArgument<RandomAlgorithm>(RngBitGeneratorAttributes::kAlgorithm),
    {"initial_state", ArgumentKind::kOp,
     "the key, then the counter: u64[2] for ThreeFry, u64[3] or u64[2] for Philox"},
    {"shape", kKind<Shape>,
     "the shape of the random bits, whose elements become unsigned integers of as many bits"},
};
constexpr ArgumentSpec kShape = {"shape", kKind<Shape>, "the shape of the random numbers"};
constexpr ArgumentSpec kUniformArguments[] = {
    OrNumber("shape", {"a", ArgumentKind::kOp, "a scalar of the element type: the lower end"}),
    OrNumber("shape", {"b", ArgumentKind::kOp,
                       "a scalar of the element type: the upper end, which is excluded"}),
    kShape,
};
constexpr ArgumentSpec kNormalArguments[] = {
    OrNumber("shape", {"mu", ArgumentKind::kOp, "a scalar of the element type: the mean"}),
    OrNumber("shape",
             {"sigma", ArgumentKind::kOp, "a scalar of the element type: the standard deviation"}),
    kShape,
};
constexpr HloOpcode kRngOp[] = {HloOpcode::kRng};
constexpr HloOpcode kBitsOp[] = {HloOpcode::kRngBitGenerator};
constexpr std::string_view kRandomGroup = "random numbers";

}  // namespace

Span<const BuilderDef> RandomBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "RngUniform",
       .group = kRandomGroup,
       .lowers_to = kRngOp,
       .arguments = kUniformArguments,
       .invoke = Invoke<RngUniform>,
       .doc = "Returns random numbers that are uniform in [a, b). Every run starts from the "
              "client's seed and gives the same numbers.",
       .source = "Operation Semantics, RngUniform",
       .example = "const y = b.rngUniform(0, 1, f32(4));"},
      {.name = "RngNormal",
       .group = kRandomGroup,
       .lowers_to = kRngOp,
       .arguments = kNormalArguments,
       .invoke = Invoke<RngNormal>,
       .doc = "Returns random numbers of a normal distribution with mean mu and standard deviation "
              "sigma. Every run starts from the client's seed and gives the same numbers.",
       .source = "Operation Semantics, RngNormal",
       .example = "const y = b.rngNormal(10, 2, f32(4));"},
      {.name = "RngBitGenerator",
       .group = kRandomGroup,
       .lowers_to = kBitsOp,
       .arguments = kBitsArguments,
       .invoke = Invoke<RngBitGenerator>,
       .doc =
           "Returns the tuple of a new state and of random bits, which depend only on the state.",
       .source = "Operation Semantics, RngBitGenerator",
       .example = "const state = b.constant([42n, 0n], 'U64'); // a key and a counter\n"
                  "const y = b.rngBitGenerator('RNG_THREE_FRY', state, u32(2, 3));"},
      {.name = "ThreeFryBitGenerator",
       .group = kRandomGroup,
       .lowers_to = kGeneratorOps,
       .arguments = kGeneratorArguments,
       .rules = PrngRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return TupleOf(ThreeFryBitGenerator(a[0].op, a[1].op, a[2].Get<Shape>()));
           },
       .doc = "Returns the tuple of random bits of a key and a counter, and of the counter after "
              "them.",
       .source = kLibrarySource,
       .example = "const key = b.constant(42n, 'U64');\n"
                  "const counter = b.constant(0n, 'U64');\n"
                  "const y = b.threeFryBitGenerator(key, counter, u32(2, 3));"},
      {.name = "PhiloxBitGenerator",
       .group = kRandomGroup,
       .lowers_to = kGeneratorOps,
       .arguments = kGeneratorArguments,
       .rules = PrngRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return TupleOf(PhiloxBitGenerator(a[0].op, a[1].op, a[2].Get<Shape>()));
           },
       .doc = "Returns the tuple of random bits of a key and a counter, and of the counter after "
              "them.",
       .source = kLibrarySource,
       .example = "const key = b.constant(42n, 'U64');\n"
                  "const counter = b.constant([0n, 0n], 'U64');\n"
                  "const y = b.philoxBitGenerator(key, counter, u32(2, 3));"},
      {.name = "ScramblePhiloxKey",
       .group = kRandomGroup,
       .lowers_to = kScrambleOps,
       .arguments = kScrambleArguments,
       .rules = PrngRules(),
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             const auto [state, key] = ScramblePhiloxKey(a[0].op);
             return state.valid() ? Tuple(builder, {state, key}) : state;
           },
       .doc = "Returns the tuple of a counter u64[2] and a key u64[] for Philox, made from a key "
              "that may be weak.",
       .source = kLibrarySource,
       .example = "const scrambled = b.scramblePhiloxKey(b.constant(42n, 'U64'));\n"
                  "const [counter, key] = [0, 1].map((i) => b.getTupleElement(scrambled, i));\n"
                  "const y = b.philoxBitGenerator(key, counter, u32(2, 3));"},
      {.name = "PhiloxIncreaseCounter",
       .group = kRandomGroup,
       .lowers_to = kIncreaseOps,
       .arguments = kIncreaseArguments,
       .rules = PrngRules(),
       .invoke = Invoke<PhiloxIncreaseCounter>,
       .doc = "Adds delta to a counter of Philox. Both halves together are one 128-bit number.",
       .source = kLibrarySource,
       .example = "const counter = b.constant([7n, 0n], 'U64');\n"
                  "const y = b.philoxIncreaseCounter(counter, b.constant(3n, 'U64'));"},
      {.name = "ConcatScalars",
       .group = kRandomGroup,
       .lowers_to = kScalarsOps,
       .arguments = kScalarsArguments,
       .invoke = Invoke<ConcatScalars>,
       .doc = "Makes an array of rank 1 from scalars.",
       .source = kLibrarySource,
       .example = "const y = b.concatScalars([b.constant(4), b.constant(5)]);"},
      {.name = "UniformFloatingPointDistribution",
       .group = kRandomGroup,
       .lowers_to = kUniformOps,
       .arguments = kRangeArguments,
       .rules = PrngRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return TupleOf(UniformFloatingPointDistribution(
                 a[0].op, a[1].op, GeneratorOf(a[2].Get<RandomAlgorithm>()), a[3].op, a[4].op,
                 a[5].Get<Shape>()));
           },
       .doc = "Returns the tuple of random numbers, uniform in [minval, maxval), for a key and a "
              "counter, and of the counter after them. They have the floating-point type of "
              "minval.",
       .source = kLibrarySource,
       .example = "const key = b.constant(42n, 'U64');\n"
                  "const counter = b.constant(0n, 'U64');\n"
                  "const [low, high] = [b.constant(-1), b.constant(1)];\n"
                  "const y = b.uniformFloatingPointDistribution(key, counter, 'RNG_THREE_FRY', "
                  "low, high, f32(4));"},
      {.name = "UniformIntDistribution",
       .group = kRandomGroup,
       .lowers_to = kIntOps,
       .arguments = kRangeArguments,
       .rules = PrngRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return TupleOf(UniformIntDistribution(a[0].op, a[1].op,
                                                   GeneratorOf(a[2].Get<RandomAlgorithm>()),
                                                   a[3].op, a[4].op, a[5].Get<Shape>()));
           },
       .doc = "Returns the tuple of random integers, uniform in [minval, maxval), for a key and a "
              "counter, and of the counter after them.",
       .source = kLibrarySource,
       .example = "const key = b.constant(42n, 'U64');\n"
                  "const counter = b.constant(0n, 'U64');\n"
                  "const [low, high] = [b.constant(1, 'S32'), b.constant(7, 'S32')];\n"
                  "const y = b.uniformIntDistribution(key, counter, 'RNG_THREE_FRY', low, high, "
                  "s32(10));"},
      {.name = "NormalFloatingPointDistribution",
       .group = kRandomGroup,
       .lowers_to = kNormalOps,
       .arguments = kStandardArguments,
       .rules = PrngRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return TupleOf(NormalFloatingPointDistribution(
                 a[0].op, a[1].op, GeneratorOf(a[2].Get<RandomAlgorithm>()), a[3].Get<Shape>()));
           },
       .doc = "Returns the tuple of random numbers of the normal distribution with mean 0 and "
              "standard deviation 1, for a key and a counter, and of the counter after them.",
       .source = kLibrarySource,
       .example =
           "const key = b.constant(42n, 'U64');\n"
           "const counter = b.constant([0n, 0n], 'U64');\n"
           "const y = b.normalFloatingPointDistribution(key, counter, 'RNG_PHILOX', f32(4));"},
  };
  return kDefs;
}

}  // namespace hloom
