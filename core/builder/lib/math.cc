#include "builder/lib/math.h"

#include <limits>

#include "builder/argument_specs.h"
#include "builder/functions/functions.h"
#include "builder/lib/constants.h"
#include "builder/lib/library_util.h"
#include "builder/lib/special/float_functions.h"

namespace hloom {

namespace {

// ---- Erfc, ErfInv ----

// erfc(x) is exp(-x^2) times a quotient of polynomials of x, for x from 1 to 8 and beyond 8; erf(x)
// is x times such a quotient of x^2 for smaller x. The coefficients are those of Cephes.
constexpr double kMiddleAbove[] = {
    2.46196981473530512524e-10, 5.64189564831068821977e-1, 7.46321056442269912687e0,
    4.86371970985681366614e1,   1.96520832956077098242e2,  5.26445194995477358631e2,
    9.34528527171957607540e2,   1.02755188689515710272e3,  5.57535335369399327526e2};
constexpr double kMiddleBelow[] = {1,
                                   1.32281951154744992508e1,
                                   8.67072140885989742329e1,
                                   3.54937778887819891062e2,
                                   9.75708501743205489753e2,
                                   1.82390916687909736289e3,
                                   2.24633760818710981792e3,
                                   1.65666309194161350182e3,
                                   5.57535340817727675546e2};
constexpr double kFarAbove[] = {5.64189583547755073984e-1, 1.27536670759978104416e0,
                                5.01905042251180477414e0,  6.16021097993053585195e0,
                                7.40974269950448939160e0,  2.97886665372100240670e0};
constexpr double kFarBelow[] = {1,
                                2.26052863220117276590e0,
                                9.39603524938001434673e0,
                                1.20489539808096656605e1,
                                1.70814450747565897222e1,
                                9.60896809063285878198e0,
                                3.36907645100081516050e0};

// exp(-x^2), in two factors: the square of a number with few bits is exact.
XlaOp ExpOfMinusSquare(XlaOp x) {
  const XlaOp few = Div(Floor(Mul(x, Number(x, 16))), Number(x, 16));
  const XlaOp rest = Mul(Sub(x, few), Add(x, few));
  return Mul(Exp(Neg(Mul(few, few))), Exp(Neg(rest)));
}

XlaOp ErfcOf(XlaOp x) {
  // No greater x gives more than 0, and none overflows on the way.
  const XlaOp size = Min(Abs(x), Number(x, 28));
  const XlaOp middle = Div(Polynomial(size, kMiddleAbove), Polynomial(size, kMiddleBelow));
  const XlaOp far = Div(Polynomial(size, kFarAbove), Polynomial(size, kFarBelow));
  const XlaOp large = Mul(ExpOfMinusSquare(size), Select(Lt(size, Number(x, 8)), middle, far));
  const XlaOp both = Select(Lt(x, Number(x, 0)), Sub(Number(x, 2), large), large);
  return Select(Lt(Abs(x), Number(x, 0.5)), Sub(Number(x, 1), Erf(x)),
                Select(Lt(Abs(x), Number(x, 1)),
                       Select(Lt(x, Number(x, 0)), Add(Number(x, 1), Erf(size)),
                              Sub(Number(x, 1), Erf(size))),
                       both));
}

// Giles's polynomials for the inverse in single precision.
constexpr double kNear[] = {2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
                            -4.39150654e-06, 0.00021858087,  -0.00125372503,
                            -0.00417768164,  0.246640727,    1.50140941};
constexpr double kFar[] = {-0.000200214257, 0.000100950558, 0.00134934322,
                           -0.00367342844,  0.00573950773,  -0.0076224613,
                           0.00943887047,   1.00167406,     2.83297682};

XlaOp ErfInvOf(XlaOp x) {
  constexpr double kHalfRootOfPi = 0.88622692545275801365;
  const XlaOp y = Abs(x);
  const XlaOp w = Neg(Log1p(Neg(Mul(x, x))));
  XlaOp guess = Mul(y, Select(Lt(w, Number(x, 5)), Polynomial(Sub(w, Number(x, 2.5)), kNear),
                              Polynomial(Sub(Sqrt(w), Number(x, 3)), kFar)));
  // Nearer to 1 than single precision gets, erfc(z) is about exp(-z^2) / (z sqrt(pi)).
  constexpr double kLogOfFourByPiHalved = 0.12078223763524522235;
  const XlaOp square = Sub(Add(w, Number(x, kLogOfFourByPiHalved)), Mul(Number(x, 0.5), Log(w)));
  guess = Select(Lt(w, Number(x, 14)), guess, Sqrt(square));
  // Halley's steps make it exact. Near 1, the difference of erfc has all its bits.
  for (int step = 0; step < 3; ++step) {
    const XlaOp error =
        Select(Lt(y, Number(x, 0.5)), Sub(Erf(guess), y), Sub(Sub(Number(x, 1), y), ErfcOf(guess)));
    const XlaOp slope = Mul(error, Mul(Number(x, kHalfRootOfPi), Exp(Mul(guess, guess))));
    guess = Sub(guess, Div(slope, Add(Number(x, 1), Mul(guess, slope))));
  }
  const XlaOp size =
      Select(Eq(y, Number(x, 1)), Number(x, std::numeric_limits<double>::infinity()), guess);
  return Select(Eq(x, Number(x, 0)), x, Mul(Sign(x), size));
}

// ---- Lgamma, Digamma ----

// Lanczos's approximation with g = 7.
constexpr double kLanczosG = 7;
constexpr double kLanczosBase = 0.99999999999980993227684700473478;
constexpr double kLanczos[] = {
    676.520368121885098567009190444019, -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,   -176.61502916214059906584551354,
    12.507343278686904814458936853,     -0.13857109526572011689554707,
    9.984369578019570859563e-6,         1.50563273514931155834e-7};
constexpr double kPi = 3.14159265358979323846;

// The sums of both functions, for gamma(z + 1).
struct LanczosSums {
  explicit LanczosSums(XlaOp z)
      : sum(Number(z, kLanczosBase)),
        slope(Number(z, 0)),
        t(Add(z, Number(z, kLanczosG + 0.5))),
        log_t(Add(Number(z, 2.01490302054226466816),  // log 7.5
                  Log1p(Div(z, Number(z, kLanczosG + 0.5))))) {
    for (size_t i = 0; i < std::size(kLanczos); ++i) {
      const XlaOp below = Add(z, Number(z, static_cast<double>(i + 1)));
      const XlaOp term = Div(Number(z, kLanczos[i]), below);
      sum = Add(sum, term);
      slope = Sub(slope, Div(term, below));
    }
  }
  XlaOp sum, slope, t, log_t;
};

// Below 1/2, both functions are reflected: z + 1 is x or 1 - x.
XlaOp Reflected(XlaOp x, XlaOp small) { return Select(small, Neg(x), Sub(x, Number(x, 1))); }

XlaOp LgammaOf(XlaOp x) {
  const XlaOp small = Lt(x, Number(x, 0.5));
  const XlaOp z = Reflected(x, small);
  const LanczosSums sums(z);
  const XlaOp exponent = Sub(Add(z, Number(z, 0.5)), Div(sums.t, sums.log_t));
  const XlaOp log_gamma = Add(Add(Number(x, 0.91893853320467274178),  // log sqrt(2 pi)
                                  Mul(exponent, sums.log_t)),
                              Log(sums.sum));
  // gamma(x) gamma(1 - x) = pi / sin(pi x), of which the nearest whole number is taken off first.
  const XlaOp size = Abs(x);
  const XlaOp fraction = Sub(size, Floor(size));
  const XlaOp nearest = Min(fraction, Sub(Number(x, 1), fraction));
  // For the tiniest numbers pi x would be rounded before its logarithm is taken.
  const XlaOp log_pi = Number(x, 1.14472988584940017414);
  const XlaOp tiny = Lt(nearest, Number(x, 1e-200));
  XlaOp log_sine = Log(Select(tiny, nearest, Sin(Mul(Number(x, kPi), nearest))));
  log_sine = Select(tiny, Add(log_sine, log_pi), log_sine);
  const XlaOp reflected =
      Select(IsFinite(log_sine), Sub(Sub(log_pi, log_sine), log_gamma), Neg(log_sine));
  const XlaOp infinity = Number(x, std::numeric_limits<double>::infinity());
  // Both zeros of the function are exact.
  const XlaOp zero = Or(Eq(x, Number(x, 1)), Eq(x, Number(x, 2)));
  return Select(Eq(size, infinity), infinity,
                Select(zero, Number(x, 0), Select(small, reflected, log_gamma)));
}

XlaOp DigammaOf(XlaOp x) {
  const XlaOp small = Lt(x, Number(x, 0.5));
  const LanczosSums sums(Reflected(x, small));
  const XlaOp y =
      Sub(Add(sums.log_t, Div(sums.slope, sums.sum)), Div(Number(x, kLanczosG), sums.t));
  // psi(1 - x) - psi(x) = pi / tan(pi x)
  const XlaOp reduced = Mul(Number(x, kPi), Sub(x, Floor(Add(x, Number(x, 0.5)))));
  const XlaOp reflected = Sub(y, Div(Mul(Number(x, kPi), Cos(reduced)), Sin(reduced)));
  const XlaOp pole = And(Le(x, Number(x, 0)), Eq(x, Floor(x)));
  // Both sides of 0 are taken for the right one; those of other poles disagree.
  const XlaOp at_pole =
      Select(Eq(x, Number(x, 0)), Number(x, -std::numeric_limits<double>::infinity()),
             Number(x, std::numeric_limits<double>::quiet_NaN()));
  return Select(pole, at_pole, Select(small, reflected, y));
}

// Integers of the width of a type.
PrimitiveType BitsOf(PrimitiveType type) {
  if (type == F64) return U64;
  return type == F32 ? U32 : U16;
}

// ---- predicates ----

// Compares with an infinity, or with what a type has in its place.
XlaOp IsInfinity(std::string_view name, XlaOp operand, double infinity) {
  return InBuilder(operand.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, FloatsOf(name, operand));
    const XlaOp wide = Converted(operand, shape.element_type(), F64);
    return Eq(wide, Number(wide, infinity));
  });
}

}  // namespace

XlaOp IsPosInf(XlaOp operand) {
  return IsInfinity("IsPosInf", operand, std::numeric_limits<double>::infinity());
}
XlaOp IsNegInf(XlaOp operand) {
  return IsInfinity("IsNegInf", operand, -std::numeric_limits<double>::infinity());
}
XlaOp IsInf(XlaOp operand) {
  return InBuilder(operand.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, FloatsOf("IsInf", operand));
    return IsPosInf(Abs(Converted(operand, shape.element_type(), F64)));
  });
}
XlaOp IsNan(XlaOp operand) {
  return InBuilder(operand.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(FloatsOf("IsNan", operand).status());
    return Ne(operand, operand);
  });
}
XlaOp IsNegZero(XlaOp operand) {
  return InBuilder(operand.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, FloatsOf("IsNegZero", operand));
    // 1 / -0 is negative.
    const XlaOp wide = Converted(operand, shape.element_type(), F64);
    const XlaOp zero = Number(wide, 0);
    return And(Eq(wide, zero), Lt(Div(Number(wide, 1), wide), zero));
  });
}

XlaOp Square(XlaOp operand) { return Mul(operand, operand); }
XlaOp Reciprocal(XlaOp operand) { return Div(OnesLike(operand), operand); }

XlaOp RoundToEven(XlaOp x) {
  return InBuilder(x.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(FloatsOf("RoundToEven", x).status());
    return RoundNearestEven(x);
  });
}
XlaOp MaybeConjugate(XlaOp x, bool conjugate) {
  return InBuilder(x.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, x.builder()->GetShape(x));
    return conjugate && shape.IsArray() && IsComplexType(shape.element_type()) ? Conj(x) : x;
  });
}

XlaOp NextAfter(XlaOp from, XlaOp to) {
  XlaBuilder* builder = BuilderOf(from, to);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, SameFloatsOf("NextAfter", builder, {from, to}));
    const PrimitiveType bits_type = BitsOf(shape.element_type());
    const XlaOp bits = BitcastConvertType(from, bits_type);
    const XlaOp goal_bits = BitcastConvertType(to, bits_type);
    const XlaOp one = OnesLike(bits), zero = ZerosLike(bits);
    const XlaOp sign = ShiftLeft(
        one, FullLike(one, Converted(ConstantR0<uint64_t>(builder, BitWidth(bits_type) - 1), U64,
                                     bits_type)));
    const XlaOp goal_sign = And(goal_bits, sign);
    // Away from 0, the bits of numbers count up, whatever their sign is.
    const XlaOp size = And(bits, Not(sign)), goal_size = And(goal_bits, Not(sign));
    const XlaOp turns = Or(Ne(And(bits, sign), goal_sign), Gt(size, goal_size));
    const XlaOp next =
        Select(Eq(size, zero), Or(goal_sign, one), Select(turns, Sub(bits, one), Add(bits, one)));
    const XlaOp result = BitcastConvertType(next, shape.element_type());
    const XlaOp is_nan = Or(Ne(from, from), Ne(to, to));
    return Select(is_nan, Add(from, to), Select(Eq(from, to), to, result));
  });
}

XlaOp Erfc(XlaOp x) {
  return InF64("Erfc", {x}, [](Span<const XlaOp> a) { return ErfcOf(a[0]); });
}
XlaOp ErfInv(XlaOp x) {
  return InF64("ErfInv", {x}, [](Span<const XlaOp> a) { return ErfInvOf(a[0]); });
}
XlaOp Lgamma(XlaOp x) {
  return InF64("Lgamma", {x}, [](Span<const XlaOp> a) { return LgammaOf(a[0]); });
}
XlaOp Digamma(XlaOp x) {
  return InF64("Digamma", {x}, [](Span<const XlaOp> a) { return DigammaOf(a[0]); });
}

Span<const Rule> MathRules();

namespace {

constexpr std::string_view kSpecialFunctionGroup = "special functions";
constexpr std::string_view kSpecialFunctionSource = "XLA, client library, math";

constexpr ArgumentSpec kFloats = {"x", ArgumentKind::kOp, "an array of floats"};
constexpr ArgumentSpec kOperand = {"operand", ArgumentKind::kOp, "an array of floats"};
constexpr ArgumentSpec kFloatArguments[] = {kFloats};
constexpr ArgumentSpec kOperandArguments[] = {kOperand};
constexpr ArgumentSpec kNumberArguments[] = {{"operand", ArgumentKind::kOp, "an array of numbers"}};
constexpr ArgumentSpec kConjugateArguments[] = {
    {"x", ArgumentKind::kOp, "an array"},
    {"conjugate", kKind<bool>, "true to conjugate complex numbers"}};
constexpr ArgumentSpec kNextArguments[] = {
    {"from", ArgumentKind::kOp, "an array of F16, BF16, F32 or F64"},
    {"to", ArgumentKind::kOp, "the target, an array of the same shape"}};

constexpr HloOpcode kTestOps[] = {HloOpcode::kConstant, HloOpcode::kBroadcast, HloOpcode::kConvert,
                                  HloOpcode::kAbs,      HloOpcode::kDivide,    HloOpcode::kAnd,
                                  HloOpcode::kCompare};
constexpr HloOpcode kCompareOp[] = {HloOpcode::kCompare};
constexpr HloOpcode kSquareOps[] = {HloOpcode::kMultiply};
constexpr HloOpcode kReciprocalOps[] = {HloOpcode::kConstant, HloOpcode::kBroadcast,
                                        HloOpcode::kDivide};
constexpr HloOpcode kRoundOps[] = {HloOpcode::kRoundNearestEven};
constexpr HloOpcode kConjugateOps[] = {HloOpcode::kReal, HloOpcode::kImag, HloOpcode::kNegate,
                                       HloOpcode::kComplex};
constexpr HloOpcode kNextOps[] = {HloOpcode::kBitcastConvert,
                                  HloOpcode::kConstant,
                                  HloOpcode::kBroadcast,
                                  HloOpcode::kConvert,
                                  HloOpcode::kShiftLeft,
                                  HloOpcode::kAnd,
                                  HloOpcode::kOr,
                                  HloOpcode::kNot,
                                  HloOpcode::kAdd,
                                  HloOpcode::kSubtract,
                                  HloOpcode::kCompare,
                                  HloOpcode::kSelect};
constexpr HloOpcode kSeriesOps[] = {
    HloOpcode::kConstant, HloOpcode::kBroadcast, HloOpcode::kConvert, HloOpcode::kAdd,
    HloOpcode::kSubtract, HloOpcode::kMultiply,  HloOpcode::kDivide,  HloOpcode::kExp,
    HloOpcode::kLog,      HloOpcode::kLog1p,     HloOpcode::kSqrt,    HloOpcode::kErf,
    HloOpcode::kSin,      HloOpcode::kCos,       HloOpcode::kFloor,   HloOpcode::kAbs,
    HloOpcode::kSign,     HloOpcode::kMinimum,   HloOpcode::kCompare, HloOpcode::kCall,
    HloOpcode::kSelect};

template <XlaOp (*kFunction)(XlaOp)>
BuilderDef Row(std::string_view name, Span<const HloOpcode> ops, Span<const ArgumentSpec> arguments,
               Documentation doc, Documentation example) {
  return {.name = name,
          .group = kSpecialFunctionGroup,
          .lowers_to = ops,
          .arguments = arguments,
          .rules = MathRules(),
          .invoke = Invoke<kFunction>,
          .doc = doc,
          .source = kSpecialFunctionSource,
          .example = example};
}

}  // namespace

Span<const BuilderDef> SpecialFunctionBuilderDefs() {
  static const BuilderDef kDefs[] = {
      Row<IsInf>("IsInf", kTestOps, kOperandArguments,
                 "Returns PRED: true for each infinite element.",
                 "const y = b.isInf(b.constant([1, Infinity, -Infinity, NaN]));"),
      Row<IsPosInf>("IsPosInf", kTestOps, kOperandArguments,
                    "Returns PRED: true for each element that is positive infinity.",
                    "const y = b.isPosInf(b.constant([1, Infinity, -Infinity, NaN]));"),
      Row<IsNegInf>("IsNegInf", kTestOps, kOperandArguments,
                    "Returns PRED: true for each element that is negative infinity.",
                    "const y = b.isNegInf(b.constant([1, Infinity, -Infinity, NaN]));"),
      Row<IsNan>("IsNan", kCompareOp, kOperandArguments,
                 "Returns PRED: true for each element that is NaN.",
                 "const y = b.isNan(b.constant([1, Infinity, NaN]));"),
      Row<IsNegZero>("IsNegZero", kTestOps, kOperandArguments,
                     "Returns PRED: true for each element that is -0.",
                     "const y = b.isNegZero(b.constant([0, -0, -1]));"),
      {.name = "Square",
       .group = kSpecialFunctionGroup,
       .lowers_to = kSquareOps,
       .arguments = kNumberArguments,
       .invoke = Invoke<Square>,
       .doc = "Computes x * x of each element.",
       .source = kSpecialFunctionSource,
       .example = "const y = b.square(b.constant([-2, 0.5]));"},
      {.name = "Reciprocal",
       .group = kSpecialFunctionGroup,
       .lowers_to = kReciprocalOps,
       .arguments = kNumberArguments,
       .invoke = Invoke<Reciprocal>,
       .doc = "Computes 1 / x of each element.",
       .source = kSpecialFunctionSource,
       .example = "const y = b.reciprocal(b.constant([4, 0]));"},
      Row<RoundToEven>("RoundToEven", kRoundOps, kFloatArguments,
                       "Rounds each float to the nearest integer; ties go to the even one.",
                       "const y = b.roundToEven(b.constant([0.5, 1.5, -2.25]));"),
      {.name = "MaybeConjugate",
       .group = kSpecialFunctionGroup,
       .lowers_to = kConjugateOps,
       .arguments = kConjugateArguments,
       .invoke = Invoke<MaybeConjugate>,
       .doc = "Returns the complex conjugate of each element if `conjugate` is true; elements that "
              "are not complex stay as they are.",
       .source = kSpecialFunctionSource,
       .example = "const y = b.maybeConjugate(b.complex(x, x), true);"},
      {.name = "NextAfter",
       .group = kSpecialFunctionGroup,
       .lowers_to = kNextOps,
       .arguments = kNextArguments,
       .rules = MathRules(),
       .invoke = Invoke<NextAfter>,
       .doc = "Returns the next representable number after each element toward another: `to` "
              "itself if they are equal, NaN if one is NaN.",
       .source = kSpecialFunctionSource,
       .example = "const y = b.nextAfter(b.constant([1, 0]), b.constant([2, -1]));"},
      Row<Erfc>("Erfc", kSeriesOps, kFloatArguments,
                "Computes 1 - erf(x) of each element, accurate even if erf(x) is nearly 1.",
                "const y = b.erfc(b.constant([-1, 0, 1, 5]));"),
      Row<ErfInv>("ErfInv", kSeriesOps, kFloatArguments,
                  "Computes the inverse of erf of each element: infinities for -1 and 1, NaN "
                  "beyond.",
                  "const y = b.erfInv(b.constant([-1, 0, 0.5]));"),
      Row<Lgamma>(
          "Lgamma", kSeriesOps, kFloatArguments,
          "Computes the logarithm of |gamma(x)| of each element: infinity for 0, -1, -2 and so on.",
          "const y = b.lgamma(b.constant([0.5, 1, 5, -1]));"),
      Row<Digamma>(
          "Digamma", kSeriesOps, kFloatArguments,
          "Computes the derivative of log(gamma(x)) of each element: -infinity for 0, NaN for -1, "
          "-2 and so on.",
          "const y = b.digamma(b.constant([0.5, 1, 5, -1]));"),
  };
  return kDefs;
}

}  // namespace hloom
