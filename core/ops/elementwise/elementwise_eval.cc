// Evaluation of the elementwise operations with functions in kernels/elementwise.
#include "kernels/elementwise/elements.h"
#include "ops/elementwise/conversion.h"
#include "ops/elementwise/elementwise_arrays_eval.h"

namespace hloom {

namespace {

template <const ElementLoops& kLoops>
ElementFunction PlainFunction(const HloInstruction&, PrimitiveType type) {
  return {kLoops(type)};
}
// Operations on bits need the width of the type.
template <const ElementLoops& kLoops>
ElementFunction BitsFunction(const HloInstruction& instruction, PrimitiveType type) {
  return {kLoops(type), {{BitWidth(instruction.shape().element_type())}}};
}

template <const ElementLoops& kLoops>
constexpr ElementOp kPlain = {PlainFunction<kLoops>};
// The time of a remainder grows with the distance of the exponents: 1e300 and 3.7e-300 take half a
// microsecond.
constexpr ElementOp kRemainderElements = {PlainFunction<kRemainderLoops>, /*computes=*/true,
                                          /*cost=*/8};
template <const ElementLoops& kLoops>
constexpr ElementOp kOnBits = {BitsFunction<kLoops>};

ElementFunction ReducePrecisionFor(const HloInstruction& instruction, PrimitiveType type) {
  const auto& attributes = instruction.attributes<ReducePrecisionAttributes>();
  return ReducePrecisionFunction(type, attributes.exponent_bits, attributes.mantissa_bits);
}
constexpr ElementOp kReducePrecisionElements = {ReducePrecisionFor, /*computes=*/false};

}  // namespace

constexpr OpEval kClampEval = ElementwiseEval(&kPlain<kClampLoops>);
constexpr OpEval kReducePrecisionEval = ElementwiseEval(&kReducePrecisionElements);

constexpr OpEval kNegateEval = ElementwiseEval(&kPlain<kNegateLoops>);
constexpr OpEval kAbsEval = ElementwiseEval(&kPlain<kAbsLoops>);
constexpr OpEval kSignEval = ElementwiseEval(&kPlain<kSignLoops>);
constexpr OpEval kRealEval = ElementwiseEval(&kPlain<kRealLoops>);
constexpr OpEval kImagEval = ElementwiseEval(&kPlain<kImagLoops>);
constexpr OpEval kIsFiniteEval = ElementwiseEval(&kPlain<kIsFiniteLoops>);
constexpr OpEval kNotEval = ElementwiseEval(&kPlain<kNotLoops>);
constexpr OpEval kPopulationCountEval = ElementwiseEval(&kOnBits<kPopulationCountLoops>);
constexpr OpEval kClzEval = ElementwiseEval(&kOnBits<kClzLoops>);
constexpr OpEval kExpEval = ElementwiseEval(&kPlain<kExpLoops>);
constexpr OpEval kExpm1Eval = ElementwiseEval(&kPlain<kExpm1Loops>);
constexpr OpEval kLogEval = ElementwiseEval(&kPlain<kLogLoops>);
constexpr OpEval kLog1pEval = ElementwiseEval(&kPlain<kLog1pLoops>);
constexpr OpEval kSqrtEval = ElementwiseEval(&kPlain<kSqrtLoops>);
constexpr OpEval kRsqrtEval = ElementwiseEval(&kPlain<kRsqrtLoops>);
constexpr OpEval kCbrtEval = ElementwiseEval(&kPlain<kCbrtLoops>);
constexpr OpEval kLogisticEval = ElementwiseEval(&kPlain<kLogisticLoops>);
constexpr OpEval kErfEval = ElementwiseEval(&kPlain<kErfLoops>);
constexpr OpEval kCeilEval = ElementwiseEval(&kPlain<kCeilLoops>);
constexpr OpEval kFloorEval = ElementwiseEval(&kPlain<kFloorLoops>);
constexpr OpEval kRoundNearestAfzEval = ElementwiseEval(&kPlain<kRoundNearestAfzLoops>);
constexpr OpEval kRoundNearestEvenEval = ElementwiseEval(&kPlain<kRoundNearestEvenLoops>);
constexpr OpEval kSinEval = ElementwiseEval(&kPlain<kSinLoops>);
constexpr OpEval kCosEval = ElementwiseEval(&kPlain<kCosLoops>);
constexpr OpEval kTanEval = ElementwiseEval(&kPlain<kTanLoops>);
constexpr OpEval kSinhEval = ElementwiseEval(&kPlain<kSinhLoops>);
constexpr OpEval kCoshEval = ElementwiseEval(&kPlain<kCoshLoops>);
constexpr OpEval kTanhEval = ElementwiseEval(&kPlain<kTanhLoops>);
constexpr OpEval kAsinEval = ElementwiseEval(&kPlain<kAsinLoops>);
constexpr OpEval kAcosEval = ElementwiseEval(&kPlain<kAcosLoops>);
constexpr OpEval kAsinhEval = ElementwiseEval(&kPlain<kAsinhLoops>);
constexpr OpEval kAcoshEval = ElementwiseEval(&kPlain<kAcoshLoops>);
constexpr OpEval kAtanhEval = ElementwiseEval(&kPlain<kAtanhLoops>);
constexpr OpEval kAddEval = ElementwiseEval(&kPlain<kAddLoops>, &kAddFold);
constexpr OpEval kSubtractEval = ElementwiseEval(&kPlain<kSubtractLoops>);
constexpr OpEval kMultiplyEval = ElementwiseEval(&kPlain<kMultiplyLoops>, &kMultiplyFold);
constexpr OpEval kDivideEval = ElementwiseEval(&kPlain<kDivideLoops>);
constexpr OpEval kMaximumEval = ElementwiseEval(&kPlain<kMaximumLoops>, &kMaximumFold);
constexpr OpEval kMinimumEval = ElementwiseEval(&kPlain<kMinimumLoops>, &kMinimumFold);
constexpr OpEval kAndEval = ElementwiseEval(&kPlain<kAndLoops>, &kAndFold);
constexpr OpEval kOrEval = ElementwiseEval(&kPlain<kOrLoops>, &kOrFold);
constexpr OpEval kXorEval = ElementwiseEval(&kPlain<kXorLoops>, &kXorFold);
constexpr OpEval kShiftLeftEval = ElementwiseEval(&kOnBits<kShiftLeftLoops>);
constexpr OpEval kShiftRightArithmeticEval = ElementwiseEval(&kOnBits<kShiftRightArithmeticLoops>);
constexpr OpEval kShiftRightLogicalEval = ElementwiseEval(&kOnBits<kShiftRightLogicalLoops>);
constexpr OpEval kMulhiEval = ElementwiseEval(&kOnBits<kMulhiLoops>);
constexpr OpEval kPowerEval = ElementwiseEval(&kPlain<kPowerLoops>);
constexpr OpEval kRemainderEval = ElementwiseEval(&kRemainderElements);
constexpr OpEval kAtan2Eval = ElementwiseEval(&kPlain<kAtan2Loops>);
constexpr OpEval kComplexEval = ElementwiseEval(&kPlain<kComplexLoops>);

}  // namespace hloom
