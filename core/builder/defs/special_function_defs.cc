// Rows of the client library's functions on floats.
#include "builder/defs/argument_specs.h"
#include "builder/lib/math.h"

namespace hloom {

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
    {"conjugate", kKind<bool>, "whether complex numbers are conjugated"}};
constexpr ArgumentSpec kNextArguments[] = {
    {"from", ArgumentKind::kOp, "an array of F16, BF16, F32 or F64"},
    {"to", ArgumentKind::kOp, "where it goes, an array of the same shape"}};

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
               std::string_view doc, std::string_view example) {
  return {name,
          0,
          kSpecialFunctionGroup,
          ops,
          arguments,
          MathRules(),
          [](XlaBuilder*, Arguments a) { return kFunction(a[0].op); },
          doc,
          kSpecialFunctionSource,
          example};
}

}  // namespace

Span<const BuilderDef> SpecialFunctionBuilderDefs() {
  static const BuilderDef kDefs[] = {
      Row<IsInf>("IsInf", kTestOps, kOperandArguments,
                 "Gives PRED: whether each element is infinite.",
                 "const y = b.isInf(b.constant([1, Infinity, -Infinity, NaN]));"),
      Row<IsPosInf>("IsPosInf", kTestOps, kOperandArguments,
                    "Gives PRED: whether each element is the positive infinity.",
                    "const y = b.isPosInf(b.constant([1, Infinity, -Infinity, NaN]));"),
      Row<IsNegInf>("IsNegInf", kTestOps, kOperandArguments,
                    "Gives PRED: whether each element is the negative infinity.",
                    "const y = b.isNegInf(b.constant([1, Infinity, -Infinity, NaN]));"),
      Row<IsNan>("IsNan", kCompareOp, kOperandArguments, "Gives PRED: whether each element is NaN.",
                 "const y = b.isNan(b.constant([1, Infinity, NaN]));"),
      Row<IsNegZero>("IsNegZero", kTestOps, kOperandArguments,
                     "Gives PRED: whether each element is -0.",
                     "const y = b.isNegZero(b.constant([0, -0, -1]));"),
      {"Square",
       0,
       kSpecialFunctionGroup,
       kSquareOps,
       kNumberArguments,
       {},
       [](XlaBuilder*, Arguments a) { return Square(a[0].op); },
       "Gives x * x of each element.",
       kSpecialFunctionSource,
       "const y = b.square(b.constant([-2, 0.5]));"},
      {"Reciprocal",
       0,
       kSpecialFunctionGroup,
       kReciprocalOps,
       kNumberArguments,
       {},
       [](XlaBuilder*, Arguments a) { return Reciprocal(a[0].op); },
       "Gives 1 / x of each element.",
       kSpecialFunctionSource,
       "const y = b.reciprocal(b.constant([4, 0]));"},
      Row<RoundToEven>("RoundToEven", kRoundOps, kFloatArguments,
                       "Rounds each float to the nearest integer; ties go to the even one.",
                       "const y = b.roundToEven(b.constant([0.5, 1.5, -2.25]));"),
      {"MaybeConjugate",
       0,
       kSpecialFunctionGroup,
       kConjugateOps,
       kConjugateArguments,
       {},
       [](XlaBuilder*, Arguments a) { return MaybeConjugate(a[0].op, a[1].Get<bool>()); },
       "Gives the complex conjugate of each element where `conjugate` is true; what is not complex "
       "stays as it is.",
       kSpecialFunctionSource,
       "const y = b.maybeConjugate(b.complex(x, x), true);"},
      {"NextAfter", 0, kSpecialFunctionGroup, kNextOps, kNextArguments, MathRules(),
       [](XlaBuilder*, Arguments a) { return NextAfter(a[0].op, a[1].op); },
       "Gives the number after each element on the way to another: that itself where they are "
       "equal, NaN where one is.",
       kSpecialFunctionSource, "const y = b.nextAfter(b.constant([1, 0]), b.constant([2, -1]));"},
      Row<Erfc>("Erfc", kSeriesOps, kFloatArguments,
                "Gives 1 - erf(x) of each element, also where erf(x) is nearly 1.",
                "const y = b.erfc(b.constant([-1, 0, 1, 5]));"),
      Row<ErfInv>("ErfInv", kSeriesOps, kFloatArguments,
                  "Gives the inverse of erf of each element: infinities for -1 and 1, NaN beyond.",
                  "const y = b.erfInv(b.constant([-1, 0, 0.5]));"),
      Row<Lgamma>(
          "Lgamma", kSeriesOps, kFloatArguments,
          "Gives the logarithm of |gamma(x)| of each element: infinity for 0, -1, -2 and so "
          "on.",
          "const y = b.lgamma(b.constant([0.5, 1, 5, -1]));"),
      Row<Digamma>(
          "Digamma", kSeriesOps, kFloatArguments,
          "Gives the derivative of log(gamma(x)) of each element: -infinity for 0, NaN for -1, -2 "
          "and so on.",
          "const y = b.digamma(b.constant([0.5, 1, 5, -1]));"),
  };
  return kDefs;
}

}  // namespace hloom
