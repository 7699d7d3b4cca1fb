// rng-bit-generator: random bits that follow from a state, and the state after them.
//
//   (u64[2], u32[6]) rng-bit-generator(state), algorithm=rng_three_fry: three counters, from
//   state[1] on, have two words each; the new state is {state[0], state[1] + 3}
#include "ops/random/rng_bit_generator.h"

#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kRngBitGeneratorOperands[] = {
    {"initial_state", "a vector of U64: the key, then the counter, its low half first"}};
constexpr Rule kRngBitGeneratorC1 = {"rng_bit_generator.c1",
                                     "builders take a state u64[2] for ThreeFry, and u64[3] or "
                                     "u64[2] for Philox, which is the default"};
constexpr Rule kRngBitGeneratorC2 = {
    "rng_bit_generator.c2", "the result is a tuple of a state like the operand and an array"};
constexpr Rule kRngBitGeneratorC3 = {"rng_bit_generator.c3", "the random bits are integers"};
constexpr Rule kRngBitGeneratorC4 = {"rng_bit_generator.c4", "the random bits have a static shape"};
constexpr Rule kRngBitGeneratorC5 = {"rng_bit_generator.c5",
                                     "the state is an array of U32 or U64 of static shape"};
constexpr Rule kRngBitGeneratorRules[] = {kRngBitGeneratorC1, kRngBitGeneratorC2,
                                          kRngBitGeneratorC3, kRngBitGeneratorC4,
                                          kRngBitGeneratorC5, kRngBitGeneratorC6};

Status CheckReadState(const Shape& state) {
  const PrimitiveType type = state.element_type();
  if ((type == U32 || type == U64) && state.is_static()) return OkStatus();
  return InvalidArgument(kRngBitGeneratorC5)
      .Say(StrCat("the state is ", state.ToString()))
      .Help("a state is a key and a counter: u64[2], or for Philox u64[3] too");
}

StatusOr<Shape> InferRngBitGenerator(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& state = context.operand(0);
  HLOOM_RETURN_IF_ERROR(CheckReadState(state));
  const Shape& given = *context.given_shape;
  if (!given.IsTuple() || given.tuple_shapes().size() != 2 ||
      !ShapeUtil::Compatible(given.tuple_shapes()[0], state) ||
      !given.tuple_shapes()[1].IsArray()) {
    return InvalidArgument(kRngBitGeneratorC2)
        .Say(StrCat("the result was given as ", given.ToString(), ", the state is ",
                    state.ToString()))
        .Help(StrCat("a result is (", state.ToString(), ", u32[10]), for example"));
  }
  const Shape& bits = given.tuple_shapes()[1];
  if (!IsIntegralType(bits.element_type())) {
    return InvalidArgument(kRngBitGeneratorC3)
        .Say(StrCat(bits.ToString(), " cannot hold random bits"))
        .Help(
            "take an unsigned integer of as many bits, up to U64, and convert it with "
            "`BitcastConvertType`"_msg);
  }
  if (bits.is_dynamic()) {
    return InvalidArgument(kRngBitGeneratorC4)
        .Say(StrCat("random bits were asked for as ", bits.ToString()))
        .Help(
            "ask for as many as there may be, and make the dimension dynamic with "
            "`SetDimensionSize`"_msg);
  }
  return given;
}

}  // namespace

bool IsRandomState(const Shape& state, RandomAlgorithm algorithm) {
  const bool three_fry = algorithm == RandomAlgorithm::RNG_THREE_FRY;
  return state.element_type() == U64 && state.rank() == 1 && state.is_static() &&
         (state.dimensions(0) == 2 || (!three_fry && state.dimensions(0) == 3));
}

Status CheckRandomState(const Shape& state, RandomAlgorithm algorithm) {
  if (IsRandomState(state, algorithm)) return OkStatus();
  const bool three_fry = algorithm == RandomAlgorithm::RNG_THREE_FRY;
  return InvalidArgument(kRngBitGeneratorC1)
      .Say(StrCat("the state is ", state.ToString(), ", the algorithm \"",
                  RandomAlgorithmName(algorithm), "\""))
      .Help(three_fry ? "give u64[2]: the key and the counter"
                      : "give u64[3]: the key, and the low and the high half of the counter; or "
                        "u64[2]: the key, which is then the high half too, and the low half");
}

constexpr OpDef kRngBitGeneratorDef = {
    .opcode = HloOpcode::kRngBitGenerator,
    .name = "rng-bit-generator",
    .operands = kRngBitGeneratorOperands,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<RngBitGeneratorAttributes>,
    .rules = kRngBitGeneratorRules,
    .infer_shape = InferRngBitGenerator,
    .traits = {.shape_given = true},
    .doc =
        "Returns the tuple of a new state and an array of random bits. Both depend only on the "
        "state and are the same on every machine; the new state continues the stream. A state is a "
        "key and a counter. ThreeFry, with 20 rounds, makes two 32-bit words from each 64-bit "
        "counter; Philox, with 10 rounds, makes four from each 128-bit counter. Words are laid out "
        "as in XLA. Philox fills the array in row-major order; ThreeFry puts the two words of a "
        "counter at the positions 2i and 2i + 1 along the first dimension of even size, or along "
        "the largest dimension if no size is even. A 64-bit element is two words, the low one "
        "first; elements narrower than 32 bits keep the low bits of a word. The counter increases "
        "by the number of counters used.",
    .source = "Operation Semantics, RngBitGenerator",
};

}  // namespace hloom
