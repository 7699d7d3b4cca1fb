#include "builder/lib/prng.h"

#include <algorithm>

#include "base/str_cat.h"
#include "builder/functions/functions.h"
#include "builder/lib/library_util.h"
#include "kernels/number_format.h"

namespace hloom {

namespace {

constexpr Rule kRules[] = {
    {"prng.c1", "the key is u64[]; the state is u64[] or u64[1] for ThreeFry, u64[2] for Philox"},
    {"prng.c2", "the shape is a static array of integers or floats"},
    {"prng.c3",
     "minval and maxval are scalars of one floating-point type, whose fraction has no more bits "
     "than an element of the shape"},
    {"prng.c4", "minval and maxval are scalars of the shape's type, S32, U32, S64 or U64"},
    {"prng.c5", "normal numbers are F16, F32 or F64"},
};

// Runs `body`, which returns StatusOr<RngOutput>, as InBuilder does.
template <typename Body>
RngOutput OutputInBuilder(XlaOp key, XlaOp state, Body&& body) {
  RngOutput output;
  output.value = InBuilder(BuilderOf(key, state), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(output, body());
    return output.value;
  });
  if (!output.value.valid()) output.state = output.value;
  return output;
}

XlaOp Scalar(XlaBuilder* builder, PrimitiveType type, TypeValue value) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Literal literal, LiteralUtil::Make(type, value));
    return ConstantLiteral(builder, literal);
  });
}

Status CheckState(std::string_view function, const Shape& key, const Shape& state, bool three_fry) {
  const Shape words = ShapeUtil::MakeShape(U64, {three_fry ? 1 : 2});
  const bool right = ShapeUtil::IsScalarWithElementType(key, U64) &&
                     (ShapeUtil::Compatible(state, words) ||
                      (three_fry && ShapeUtil::IsScalarWithElementType(state, U64)));
  if (right) return OkStatus();
  return InvalidArgument("prng.c1")  // prng.c1
      .Op(function)
      .Operand(key)
      .Operand(state)
      .Say(StrCat("the key is ", key.ToString(), ", the state ", state.ToString()))
      .Help(three_fry ? "give a key u64[] and the counter, u64[]"
                      : "give a key u64[] and the counter, u64[2], its low half first");
}

Status CheckBits(std::string_view function, const Shape& shape) {
  if (shape.IsArray() && shape.is_static() &&
      TypeSetContains(TypeSet::kReal, shape.element_type())) {
    return OkStatus();
  }
  return InvalidArgument("prng.c2")  // prng.c2
      .Op(function)
      .Operand(shape)
      .Say(StrCat("makes no ", shape.ToString()))
      .Help("give the shape of an array of integers or floats, without dynamic dimensions");
}

RngOutput Generate(std::string_view function, RandomAlgorithm algorithm, XlaOp key, XlaOp state,
                   const Shape& shape) {
  return OutputInBuilder(key, state, [&]() -> StatusOr<RngOutput> {
    XlaBuilder* const builder = BuilderOf(key, state);
    HLOOM_ASSIGN_OR_RETURN(const Shape key_shape, builder->GetShape(key));
    HLOOM_ASSIGN_OR_RETURN(const Shape state_shape, builder->GetShape(state));
    const bool three_fry = algorithm == RandomAlgorithm::RNG_THREE_FRY;
    HLOOM_RETURN_IF_ERROR(CheckState(function, key_shape, state_shape, three_fry));
    HLOOM_RETURN_IF_ERROR(CheckBits(function, shape));
    const XlaOp counter = three_fry ? Reshape(state, {1}) : state;
    const XlaOp both = ConcatInDim(builder, {Reshape(key, {1}), counter}, 0);
    const XlaOp output = RngBitGenerator(algorithm, both, shape);
    const XlaOp next = Slice(GetTupleElement(output, 0), {1}, {three_fry ? 2 : 3}, {1});
    return RngOutput{GetTupleElement(output, 1), Reshape(next, state_shape.dimensions())};
  });
}

// How many bits the fraction of a type has.
int FractionBits(PrimitiveType type) { return NumberFormatOf(type).mantissa_bits; }

Status CheckRange(std::string_view function, const Shape& minval, const Shape& maxval,
                  PrimitiveType bits) {
  const PrimitiveType type = minval.element_type();
  const bool right = minval.IsArray() && minval.rank() == 0 && ShapeUtil::Compatible(minval, maxval) &&
                     IsFloatingPointType(type) && FractionBits(type) <= BitWidth(bits);
  if (right) return OkStatus();
  return InvalidArgument("prng.c3")  // prng.c3
      .Op(function)
      .Operand(minval)
      .Operand(maxval)
      .Say(StrCat("minval is ", minval.ToString(), ", maxval ", maxval.ToString(),
                  ", made of elements of ", BitWidth(bits), " bits"))
      .Help("give two scalars of the type that the numbers are to have, and a shape whose elements "
            "are as wide, such as f32[], f32[] and f32[10]");
}

// Numbers of [0, 1) of the bits.
XlaOp UnitsOf(XlaOp bits, PrimitiveType bits_type, PrimitiveType type) {
  XlaBuilder* const builder = bits.builder();
  const int fraction = FractionBits(type);
  if (type == F16 && bits_type == U16) {
    // XLA takes the lower bits here: it puts them below the exponent of 1, and subtracts that.
    const XlaOp low = And(bits, Scalar(builder, U16, uint64_t{0x3ff}));
    const XlaOp one_to_two = BitcastConvertType(Or(low, Scalar(builder, U16, uint64_t{0x3c00})), F16);
    return Sub(one_to_two, Scalar(builder, F16, 1.0));
  }
  if (const int dropped = BitWidth(bits_type) - fraction; dropped > 0) {
    bits = ShiftRightLogical(bits, Scalar(builder, bits_type, static_cast<uint64_t>(dropped)));
  }
  const XlaOp whole = ConvertElementType(bits, type);
  return Mul(whole, Scalar(builder, type, std::ldexp(1.0, -fraction)));
}

}  // namespace
