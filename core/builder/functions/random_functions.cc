#include "builder/functions/random_functions.h"

#include "builder/functions/function_util.h"
#include "ops/random/rng.h"
#include "ops/random/rng_bit_generator.h"

namespace hloom {

namespace {

// The unsigned integer of as many bits; the type itself where there is none. PRED has one bit.
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

}  // namespace hloom
