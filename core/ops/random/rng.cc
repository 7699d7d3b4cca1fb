// rng, rng-get-and-update-state: random numbers of the run, which start from the client's seed.
#include "ops/random/rng.h"

#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kRngOperands[] = {
    {"a", "a scalar: the lower end of uniform numbers, or the mean of normal ones"},
    {"b", "a scalar: the upper end, which is excluded, or the standard deviation"},
    {"state", "state of a back end; only HLO text and protocol buffers have it"}};
constexpr Rule kRngC1 = {"rng.c1", "a and b are scalars"};
constexpr Rule kRngC2 = {"rng.c2", "a, b and the result have the same element type"};
constexpr Rule kRngC3 = {"rng.c3",
                         "uniform numbers are integers, floats or PRED, normal ones floats"};
constexpr Rule kRngC4 = {"rng.c4", "the distribution is rng_uniform or rng_normal"};
constexpr Rule kRngC5 = {"rng.c5", "the result is an array of static shape"};
constexpr Rule kRngC6 = {"rng.c6",
                         "a third operand, the state of a back end, is an array of U32 or U64"};
constexpr Rule kRngRules[] = {kRngC1, kRngC2, kRngC3, kRngC4, kRngC5, kRngC6, kRngC7};
constexpr Rule kRngGetAndUpdateStateC1 = {"rng_get_and_update_state.c1",
                                          "the result is a vector of U32 or U64 of static shape"};
constexpr Rule kRngStateRules[] = {kRngGetAndUpdateStateC1, kRngGetAndUpdateStateC2};

bool HoldsState(const Shape& shape) {
  return shape.IsArray() && shape.is_static() &&
         (shape.element_type() == U32 || shape.element_type() == U64);
}

Status CheckParameters(const InferContext& context, const Shape& result) {
  for (size_t i = 0; i < kRngParameters; ++i) {
    const Shape& operand = context.operand(i);
    const std::string_view name = kRngOperands[i].name;
    if (operand.rank() != 0) {
      return InvalidArgument(kRngC1)
          .Say(StrCat(name, " is ", operand.ToString()))
          .Help(StrCat("give ", ShapeUtil::MakeScalarShape(operand.element_type()).ToString(),
                       ": scale and shift the result where elements are to differ"));
    }
    if (operand.element_type() != result.element_type()) {
      return InvalidArgument(kRngC2)
          .Say(StrCat(name, " is ", operand.ToString(), ", the result ", result.ToString()))
          .Help(MessageCat("convert it to ", PrimitiveTypeText(result.element_type()),
                           " with `ConvertElementType`: types are never converted implicitly"_msg));
    }
  }
  return OkStatus();
}

Status CheckDistribution(const InferContext& context, PrimitiveType type) {
  const RandomDistribution distribution = context.attrs<RngAttributes>().distribution;
  if (distribution == RandomDistribution::RNG_INVALID) {
    return InvalidArgument(kRngC4)
        .Say(StrCat("the distribution is ", RandomDistributionName(distribution)))
        .Help("the distributions are `rng_uniform` and `rng_normal`"_msg);
  }
  const bool normal = distribution == RandomDistribution::RNG_NORMAL;
  if (TypeSetContains(normal ? TypeSet::kFloating : TypeSet::kOrdered, type)) return OkStatus();
  return InvalidArgument(kRngC3)
      .Say(StrCat(PrimitiveTypeText(type), " has no ", normal ? "normal" : "uniform",
                  " random numbers"))
      .Help(IsComplexType(type)
                ? "make real and imaginary parts, and put them together with `Complex`"_msg
                : "make them as F32, and convert them with `ConvertElementType`"_msg);
}

StatusOr<Shape> InferRng(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& result = *context.given_shape;
  if (!result.IsArray() || result.is_dynamic()) {
    return InvalidArgument(kRngC5)
        .Say(StrCat("the result was given as ", result.ToString()))
        .Help(result.IsArray() ? "ask for as many numbers as there may be, and make the dimension "
                                 "dynamic with `SetDimensionSize`"_msg
                               : "give the shape of an array");
  }
  HLOOM_RETURN_IF_ERROR(CheckParameters(context, result));
  HLOOM_RETURN_IF_ERROR(CheckDistribution(context, result.element_type()));
  if (context.operands.size() > kRngParameters && !HoldsState(context.operand(kRngParameters))) {
    return InvalidArgument(kRngC6)
        .Say(StrCat("the state is ", context.operand(kRngParameters).ToString()))
        .Help("leave it out: without one, the numbers come from the run's own stream");
  }
  return result;
}

StatusOr<Shape> InferRngGetAndUpdateState(const InferContext& context) {
  if (context.given_shape == nullptr) return ShapeUtil::MakeShape(U64, {2});
  const Shape& given = *context.given_shape;
  if (HoldsState(given) && given.rank() == 1) return given;
  return InvalidArgument(kRngGetAndUpdateStateC1)
      .Say(StrCat("the result was given as ", given.ToString()))
      .Help("write u64[2]: the low and the high half of the counter");
}

}  // namespace

constexpr OpDef kRngDef = {
    .opcode = HloOpcode::kRng,
    .name = "rng",
    .operands = kRngOperands,
    .min_operands = kRngParameters,
    .max_operands = kRngParameters + 1,
    .make_attributes = MakeDefaultAttributes<RngAttributes>,
    .rules = kRngRules,
    .infer_shape = InferRng,
    .traits = {.side_effect = true, .shape_given = true},
    .doc =
        "Returns random numbers, uniform in [a, b) or normal with mean a and standard deviation b. "
        "They come from the run's stream, which is Philox with the client's seed as its key. Every "
        "run restarts the stream, so runs are repeatable, and each rng continues where the "
        "previous one ended. A uniform float is v * (b - a) + a, where v has as many random bits "
        "as the fraction of the type (that of F32 for narrower types); it may be rounded to b. A "
        "uniform integer is a plus the remainder of random bits by b - a; in small ranges, the "
        "excess probability of any number is less than 2^-16 of it. If b is not above a, uniform "
        "numbers are a. Normal numbers are computed in pairs from two uniform ones, by the "
        "Box-Muller transform.",
    .source = "Operation Semantics, RngUniform",
};

constexpr OpDef kRngGetAndUpdateStateDef = {
    .opcode = HloOpcode::kRngGetAndUpdateState,
    .name = "rng-get-and-update-state",
    .make_attributes = MakeDefaultAttributes<RngGetAndUpdateStateAttributes>,
    .rules = kRngStateRules,
    .infer_shape = InferRngGetAndUpdateState,
    .traits = {.side_effect = true, .shape_may_be_given = true},
    .doc =
        "Returns the counter of the run's stream of random numbers, its low half first, and adds "
        "delta to it. A run starts with {0, seed}, with the client's seed; rng uses the same "
        "stream.",
    .source = "XLA, HloRngGetAndUpdateStateInstruction",
};

}  // namespace hloom
