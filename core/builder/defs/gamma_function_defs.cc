// Rows of the client library's functions of several floats: incomplete gamma and beta functions,
// zeta and polygamma; and those of Bessel.
#include "builder/defs/argument_specs.h"
#include "builder/lib/special/bessel.h"
#include "builder/lib/special/beta.h"
#include "builder/lib/special/gamma.h"
#include "builder/lib/special/zeta.h"

namespace hloom {

Span<const Rule> MathRules();

namespace {

constexpr std::string_view kGammaFunctionGroup = "special functions";
constexpr std::string_view kGammaFunctionSource = "XLA, client library, math";
constexpr std::string_view kSameDoc = "an array of the same shape";
constexpr std::string_view kFloatsDoc = "an array of F16, BF16, F32 or F64";

constexpr ArgumentSpec kGammaArguments[] = {{"a", ArgumentKind::kOp, kFloatsDoc},
                                            {"x", ArgumentKind::kOp, kSameDoc}};
constexpr ArgumentSpec kBetaArguments[] = {{"a", ArgumentKind::kOp, kFloatsDoc},
                                           {"b", ArgumentKind::kOp, kSameDoc},
                                           {"x", ArgumentKind::kOp, kSameDoc}};
constexpr ArgumentSpec kZetaArguments[] = {{"x", ArgumentKind::kOp, kFloatsDoc},
                                           {"q", ArgumentKind::kOp, kSameDoc}};
constexpr ArgumentSpec kPolygammaArguments[] = {{"n", ArgumentKind::kOp, kFloatsDoc},
                                                {"x", ArgumentKind::kOp, kSameDoc}};
constexpr ArgumentSpec kBesselArguments[] = {{"x", ArgumentKind::kOp, "an array of floats"}};

constexpr HloOpcode kLoopOps[] = {
    HloOpcode::kConstant, HloOpcode::kBroadcast, HloOpcode::kConvert,
    HloOpcode::kAdd,      HloOpcode::kSubtract,  HloOpcode::kMultiply,
    HloOpcode::kDivide,   HloOpcode::kNegate,    HloOpcode::kPower,
    HloOpcode::kExp,      HloOpcode::kExpm1,     HloOpcode::kLog,
    HloOpcode::kLog1p,    HloOpcode::kSqrt,      HloOpcode::kAbs,
    HloOpcode::kMinimum,  HloOpcode::kCompare,   HloOpcode::kAnd,
    HloOpcode::kOr,       HloOpcode::kNot,       HloOpcode::kDynamicSlice,
    HloOpcode::kReshape,  HloOpcode::kTuple,     HloOpcode::kGetTupleElement,
    HloOpcode::kWhile,    HloOpcode::kCall,      HloOpcode::kSelect};
constexpr HloOpcode kZetaOps[] = {HloOpcode::kConstant, HloOpcode::kBroadcast, HloOpcode::kConvert,
                                  HloOpcode::kAdd,      HloOpcode::kSubtract,  HloOpcode::kMultiply,
                                  HloOpcode::kDivide,   HloOpcode::kNegate,    HloOpcode::kPower,
                                  HloOpcode::kExp,      HloOpcode::kLog,       HloOpcode::kLog1p,
                                  HloOpcode::kFloor,    HloOpcode::kCompare,   HloOpcode::kAnd,
                                  HloOpcode::kNot,      HloOpcode::kCall,      HloOpcode::kSelect};
constexpr HloOpcode kBesselOps[] = {
    HloOpcode::kConstant, HloOpcode::kBroadcast, HloOpcode::kConvert,
    HloOpcode::kAdd,      HloOpcode::kSubtract,  HloOpcode::kMultiply,
    HloOpcode::kDivide,   HloOpcode::kSqrt,      HloOpcode::kAbs,
    HloOpcode::kSign,     HloOpcode::kCompare,   HloOpcode::kDynamicSlice,
    HloOpcode::kReshape,  HloOpcode::kTuple,     HloOpcode::kGetTupleElement,
    HloOpcode::kWhile,    HloOpcode::kCall,      HloOpcode::kSelect};

template <XlaOp (*kFunction)(XlaOp, XlaOp)>
BuilderDef OfTwo(std::string_view name, Span<const HloOpcode> ops,
                 Span<const ArgumentSpec> arguments, std::string_view doc,
                 std::string_view example) {
  return {name,
          0,
          kGammaFunctionGroup,
          ops,
          arguments,
          MathRules(),
          [](XlaBuilder*, Arguments a) { return kFunction(a[0].op, a[1].op); },
          doc,
          kGammaFunctionSource,
          example};
}

template <XlaOp (*kFunction)(XlaOp)>
BuilderDef Bessel(std::string_view name, std::string_view doc, std::string_view example) {
  return {name,
          0,
          kGammaFunctionGroup,
          kBesselOps,
          kBesselArguments,
          MathRules(),
          [](XlaBuilder*, Arguments a) { return kFunction(a[0].op); },
          doc,
          kGammaFunctionSource,
          example};
}

}  // namespace

Span<const BuilderDef> GammaFunctionBuilderDefs() {
  static const BuilderDef kDefs[] = {
      OfTwo<Igamma>("Igamma", kLoopOps, kGammaArguments,
                    "Computes the regularized lower incomplete gamma function: the probability "
                    "that a number of the gamma distribution of shape a is below x. It is NaN for "
                    "a <= 0 and for x < 0.",
                    "const y = b.igamma(b.constant([0.5, 2, 100]), b.constant([1, 3, 90]));"),
      OfTwo<Igammac>("Igammac", kLoopOps, kGammaArguments,
                     "Computes the regularized upper incomplete gamma function, 1 - igamma(a, x), "
                     "exactly also where it is small. As in XLA, it is 1 for a <= 0 and for "
                     "x <= 0.",
                     "const y = b.igammac(b.constant([0.5, 2, 100]), b.constant([1, 30, 150]));"),
      OfTwo<IgammaGradA>("IgammaGradA", kLoopOps, kGammaArguments,
                         "Computes the derivative of igamma(a, x) with respect to a. It is NaN for "
                         "a <= 0 and for x < 0.",
                         "const y = b.igammaGradA(b.constant([0.5, 2]), b.constant([1, 3]));"),
      OfTwo<RandomGammaGrad>(
          "RandomGammaGrad", kLoopOps, kGammaArguments,
          "Computes the derivative with respect to a of a number x that was drawn from the gamma "
          "distribution of shape a: how x moves where igamma(a, x) stays. It is NaN for a <= 0 and "
          "for x < 0.",
          "const y = b.randomGammaGrad(b.constant([0.5, 2]), b.constant([1, 3]));"),
      {"RegularizedIncompleteBeta", 0, kGammaFunctionGroup, kLoopOps, kBetaArguments, MathRules(),
       [](XlaBuilder*, Arguments a) {
         return RegularizedIncompleteBeta(a[0].op, a[1].op, a[2].op);
       },
       "Computes the regularized incomplete beta function: the probability that a number of the "
       "beta distribution of a and b is below x. It is NaN for x outside [0, 1], and for a and b "
       "that are not positive or infinite.",
       kGammaFunctionSource,
       "const y = b.regularizedIncompleteBeta(b.constant([0.5, 2]), b.constant([3, 4]), "
       "b.constant([0.1, 0.9]));"},
      OfTwo<Zeta>("Zeta", kZetaOps, kZetaArguments,
                  "Computes the Hurwitz zeta function, the sum of (q + k)^-x for k = 0, 1, 2 and "
                  "so on; for q = 1 it is Riemann's. It is infinite for x = 1 and NaN for x < 1. "
                  "Where q is negative, x must be whole; at its poles, q = 0, -1, -2 and so on, it "
                  "is infinite for even x, and NaN for others.",
                  "const y = b.zeta(b.constant([2, 3, 1.5]), b.constant([1, 0.5, 100]));"),
      OfTwo<Polygamma>("Polygamma", kZetaOps, kPolygammaArguments,
                       "Computes the derivative of order n of digamma(x), which is digamma itself "
                       "for n = 0. It is NaN where n is not 0, 1, 2 and so on. At its poles, x = "
                       "0, -1, -2 and so on, it is infinite for odd n, and NaN for even n, beside "
                       "digamma(0).",
                       "const y = b.polygamma(b.constant([0, 1, 2]), b.constant([1, 1, 0.5]));"),
      Bessel<BesselI0e>("BesselI0e",
                        "Computes the modified Bessel function of order 0, I0(x), times exp(-|x|).",
                        "const y = b.besselI0e(b.constant([0, 1, -100]));"),
      Bessel<BesselI1e>("BesselI1e",
                        "Computes the modified Bessel function of order 1, I1(x), times exp(-|x|).",
                        "const y = b.besselI1e(b.constant([0, 1, -100]));"),
  };
  return kDefs;
}

}  // namespace hloom
