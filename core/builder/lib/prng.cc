#include "builder/lib/prng.h"

#include <algorithm>
#include <cmath>

#include "base/str_cat.h"
#include "builder/functions/functions.h"
#include "builder/lib/library_util.h"
#include "literal/convert.h"
#include "literal/fraction_bits.h"

namespace hloom {

namespace {

constexpr Rule kPrngC1 = {
    "prng.c1", "the key is u64[]; the state is u64[] or u64[1] for ThreeFry, u64[2] for Philox"};
constexpr Rule kPrngC2 = {"prng.c2", "the shape is a static array of integers or floats"};
constexpr Rule kPrngC3 = {"prng.c3",
                          "minval and maxval are scalars of one floating-point type, whose "
                          "fraction has no more bits than an element of the shape"};
constexpr Rule kPrngC4 = {
    "prng.c4", "minval and maxval are scalars of the shape's type, S32, U32, S64 or U64"};
constexpr Rule kPrngC5 = {"prng.c5", "normal numbers are F16, F32 or F64"};
constexpr Rule kPrngRules[] = {kPrngC1, kPrngC2, kPrngC3, kPrngC4, kPrngC5};

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

XlaOp Scalar(XlaBuilder* builder, PrimitiveType type, double value) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Literal literal,
                           ConvertElements(LiteralUtil::CreateR0<double>(value), type));
    return ConstantLiteral(builder, literal);
  });
}

Status CheckState(std::string_view function, const Shape& key, const Shape& state, bool three_fry) {
  const Shape words = ShapeUtil::MakeShape(U64, {three_fry ? 1 : 2});
  const bool right = ShapeUtil::IsScalarWithElementType(key, U64) &&
                     (ShapeUtil::Compatible(state, words) ||
                      (three_fry && ShapeUtil::IsScalarWithElementType(state, U64)));
  if (right) return OkStatus();
  return InvalidArgument(kPrngC1)
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
  return InvalidArgument(kPrngC2)
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

Status CheckRange(std::string_view function, const Shape& minval, const Shape& maxval,
                  PrimitiveType bits) {
  const PrimitiveType type = minval.element_type();
  const bool right = minval.IsArray() && minval.rank() == 0 &&
                     ShapeUtil::Compatible(minval, maxval) && IsFloatingPointType(type) &&
                     FractionBits(type) <= BitWidth(bits);
  if (right) return OkStatus();
  return InvalidArgument(kPrngC3)
      .Op(function)
      .Operand(minval)
      .Operand(maxval)
      .Say(StrCat("minval is ", minval.ToString(), ", maxval ", maxval.ToString(),
                  ", made of elements of ", BitWidth(bits), " bits"))
      .Help(
          "give two scalars of the type that the numbers are to have, and a shape whose elements "
          "are as wide, such as f32[], f32[] and f32[10]");
}

// Numbers of [0, 1) of the bits.
XlaOp UnitsOf(XlaOp bits, PrimitiveType bits_type, PrimitiveType type) {
  XlaBuilder* const builder = bits.builder();
  const int fraction = FractionBits(type);
  if (type == F16 && bits_type == U16) {
    // XLA takes the lower bits here: it puts them below the exponent of 1, and subtracts that.
    const XlaOp low = And(bits, Scalar(builder, U16, 0x3ff));
    const XlaOp one_to_two = BitcastConvertType(Or(low, Scalar(builder, U16, 0x3c00)), F16);
    return Sub(one_to_two, Scalar(builder, F16, 1.0));
  }
  if (const int dropped = BitWidth(bits_type) - fraction; dropped > 0) {
    bits = ShiftRightLogical(bits, Scalar(builder, bits_type, dropped));
  }
  const XlaOp whole = ConvertElementType(bits, type);
  return Mul(whole, Scalar(builder, type, std::ldexp(1.0, -fraction)));
}

// The split of an array into two halves, whose pairs give normal numbers: along its first dimension
// of even size, or the largest one. f32[3,5] has the halves [3,3,1], and numbers are made for
// [3,3,2], which is [3,6] without its last column.
struct Halves {
  explicit Halves(Span<const int64_t> array) : sizes(array.ToVector()) {
    if (sizes.empty()) sizes.push_back(1);
    const auto even =
        std::find_if(sizes.begin(), sizes.end(), [](int64_t size) { return size % 2 == 0; });
    split =
        (even != sizes.end() ? even : std::max_element(sizes.begin(), sizes.end())) - sizes.begin();
    half = sizes;
    half[at()] = (sizes[at()] + 1) / 2;
    rounded_up = sizes;
    rounded_up[at()] = 2 * half[at()];
    half.insert(half.begin() + split + 1, 1);
    both = half;
    both[at() + 1] = 2;
  }
  size_t at() const { return static_cast<size_t>(split); }

  // Half 0 or 1 of an array of the sizes `both`.
  XlaOp Half(XlaOp array, int64_t which) const {
    std::vector<int64_t> start(both.size(), 0), limit = both;
    const std::vector<int64_t> strides(both.size(), 1);
    start[at() + 1] = which;
    limit[at() + 1] = which + 1;
    return Slice(array, start, limit, strides);
  }

  std::vector<int64_t> sizes, half, both, rounded_up;
  int64_t split = 0;
};

// The Box-Muller transform: two normal numbers from two uniform ones.
std::pair<XlaOp, XlaOp> BoxMuller(XlaOp u, XlaOp v, PrimitiveType type) {
  XlaBuilder* const builder = u.builder();
  const XlaOp positive = Max(u, Scalar(builder, type, 1e-7f));
  const XlaOp radius = Sqrt(Mul(Log(positive), Scalar(builder, type, -2)));
  const XlaOp angle = Mul(v, Scalar(builder, type, 6.283185307179586));
  return {Mul(Sin(angle), radius), Mul(Cos(angle), radius)};
}

}  // namespace

Span<const Rule> PrngRules() { return kPrngRules; }

RngOutput ThreeFryBitGenerator(XlaOp key, XlaOp initial_state, const Shape& shape) {
  return Generate("ThreeFryBitGenerator", RandomAlgorithm::RNG_THREE_FRY, key, initial_state,
                  shape);
}

RngOutput PhiloxBitGenerator(XlaOp key, XlaOp initial_state, const Shape& shape) {
  return Generate("PhiloxBitGenerator", RandomAlgorithm::RNG_PHILOX, key, initial_state, shape);
}

std::pair<XlaOp, XlaOp> ScramblePhiloxKey(XlaOp key) {
  const RngOutput scrambled = OutputInBuilder(key, key, [&]() -> StatusOr<RngOutput> {
    XlaBuilder* const builder = key.builder();
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(key));
    const Shape pair = ShapeUtil::MakeShape(U64, {2});
    HLOOM_RETURN_IF_ERROR(CheckState("ScramblePhiloxKey", shape, pair, /*three_fry=*/false));
    // XLA's constant key; the halves of the given one are the halves of the counter.
    const XlaOp fixed = ConstantR0<uint64_t>(builder, 0x02461e293ec8f720);
    const XlaOp low = And(key, ConstantR0<uint64_t>(builder, 0xffffffff));
    const XlaOp high = ShiftRightLogical(key, ConstantR0<uint64_t>(builder, 32));
    const XlaOp state = ConcatScalars(builder, {fixed, low, high});
    const XlaOp words =
        GetTupleElement(RngBitGenerator(RandomAlgorithm::RNG_PHILOX, state, pair), 1);
    const XlaOp zero = ConstantR1<uint64_t>(builder, {0});
    return RngOutput{Reshape(Slice(words, {0}, {1}), {}),
                     ConcatInDim(builder, {zero, Slice(words, {1}, {2})}, 0)};
  });
  return {scrambled.state, scrambled.value};
}

XlaOp PhiloxIncreaseCounter(XlaOp counter, XlaOp delta) {
  XlaBuilder* const builder = BuilderOf(counter, delta);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape state, builder->GetShape(counter));
    HLOOM_ASSIGN_OR_RETURN(const Shape number, builder->GetShape(delta));
    HLOOM_RETURN_IF_ERROR(CheckState("PhiloxIncreaseCounter", number, state, /*three_fry=*/false));
    const XlaOp low = Reshape(Slice(counter, {0}, {1}), {});
    const XlaOp high = Reshape(Slice(counter, {1}, {2}), {});
    const XlaOp sum = Add(low, delta);
    const XlaOp carry = ConvertElementType(Lt(sum, low), U64);
    return ConcatScalars(builder, {sum, Add(high, carry)});
  });
}

XlaOp ConcatScalars(XlaBuilder* builder, Span<const XlaOp> scalars) {
  std::vector<XlaOp> vectors;
  for (const XlaOp& scalar : scalars) vectors.push_back(Reshape(scalar, {1}));
  return ConcatInDim(builder, vectors, 0);
}

RngOutput UniformFloatingPointDistribution(XlaOp key, XlaOp initial_state,
                                           const BitGeneratorTy& bit_generator, XlaOp minval,
                                           XlaOp maxval, const Shape& shape) {
  return OutputInBuilder(key, initial_state, [&]() -> StatusOr<RngOutput> {
    XlaBuilder* const builder = BuilderOf(key, initial_state);
    const RngOutput bits = bit_generator(key, initial_state, shape);
    HLOOM_ASSIGN_OR_RETURN(const Shape bits_shape, builder->GetShape(bits.value));
    HLOOM_ASSIGN_OR_RETURN(const Shape low, builder->GetShape(minval));
    HLOOM_ASSIGN_OR_RETURN(const Shape high, builder->GetShape(maxval));
    const PrimitiveType bits_type = bits_shape.element_type();
    HLOOM_RETURN_IF_ERROR(CheckRange("UniformFloatingPointDistribution", low, high, bits_type));
    const XlaOp units = UnitsOf(bits.value, bits_type, low.element_type());
    return RngOutput{Add(Mul(units, Sub(maxval, minval)), minval), bits.state};
  });
}

RngOutput UniformIntDistribution(XlaOp key, XlaOp initial_state,
                                 const BitGeneratorTy& bit_generator, XlaOp minval, XlaOp maxval,
                                 const Shape& shape) {
  return OutputInBuilder(key, initial_state, [&]() -> StatusOr<RngOutput> {
    XlaBuilder* const builder = BuilderOf(key, initial_state);
    HLOOM_ASSIGN_OR_RETURN(const Shape low, builder->GetShape(minval));
    HLOOM_ASSIGN_OR_RETURN(const Shape high, builder->GetShape(maxval));
    const PrimitiveType type = shape.element_type();
    const bool right = IsIntegralType(type) && BitWidth(type) >= 32 &&
                       ShapeUtil::IsScalarWithElementType(low, type) &&
                       ShapeUtil::IsScalarWithElementType(high, type);
    if (!right) {
      return InvalidArgument(kPrngC4)
          .Op("UniformIntDistribution")
          .Operand(low)
          .Operand(high)
          .Say(StrCat("minval is ", low.ToString(), ", maxval ", high.ToString(), ", the shape ",
                      shape.ToString()))
          .Help(
              "give two scalars s32[] and the shape s32[10], for example, and convert the "
              "numbers where others are wanted");
    }
    const RngOutput bits = bit_generator(key, initial_state, shape);
    const PrimitiveType unsigned_type = BitWidth(type) == 32 ? U32 : U64;
    const XlaOp range =
        Sub(BitcastConvertType(maxval, unsigned_type), BitcastConvertType(minval, unsigned_type));
    const XlaOp above = BitcastConvertType(Rem(bits.value, range), type);
    return RngOutput{Add(minval, above), bits.state};
  });
}

RngOutput NormalFloatingPointDistribution(XlaOp key, XlaOp initial_state,
                                          const BitGeneratorTy& bit_generator, const Shape& shape) {
  return OutputInBuilder(key, initial_state, [&]() -> StatusOr<RngOutput> {
    XlaBuilder* const builder = BuilderOf(key, initial_state);
    HLOOM_RETURN_IF_ERROR(CheckBits("NormalFloatingPointDistribution", shape));
    const PrimitiveType type = shape.element_type();
    if (type != F16 && type != F32 && type != F64) {
      return InvalidArgument(kPrngC5)
          .Op("NormalFloatingPointDistribution")
          .Operand(shape)
          .Say(StrCat("makes no ", shape.ToString()))
          .Help("make F32, and convert it with `ConvertElementType`"_msg);
    }
    const Halves halves(shape.dimensions());
    const RngOutput uniform = UniformFloatingPointDistribution(
        key, initial_state, bit_generator, Scalar(builder, type, 0), Scalar(builder, type, 1),
        ShapeUtil::MakeShape(type, halves.both));
    const auto [sines, cosines] =
        BoxMuller(halves.Half(uniform.value, 0), halves.Half(uniform.value, 1), type);
    if (shape.rank() == 0) return RngOutput{Reshape(sines, {}), uniform.state};
    const XlaOp joined =
        Reshape(ConcatInDim(builder, {sines, cosines}, halves.split + 1), halves.rounded_up);
    const std::vector<int64_t> start(halves.sizes.size(), 0), strides(halves.sizes.size(), 1);
    const bool whole = halves.rounded_up == halves.sizes;
    return RngOutput{whole ? joined : Slice(joined, start, halves.sizes, strides), uniform.state};
  });
}

}  // namespace hloom
