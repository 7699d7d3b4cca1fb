// The OpEvals of elementwise operations whose functions are in kernels/elementwise.
#include "hlo/attributes/result_accuracy.h"
#include "kernels/elementwise/elements.h"
#include "ops/elementwise/conversion.h"
#include "ops/elementwise/element_loops_eval.h"
#include "ops/elementwise/elementwise_arrays_eval.h"

namespace hloom {

namespace {

template <const ElementLoops& kLoops>
ElementFunction PlainFunction(const HloInstruction& instruction, PrimitiveType type) {
  return {instruction.most_accurate() ? kLoops.MostAccurate(type) : kLoops(type),
          {},
          kLoops.WithScalar(type)};
}
// The usual functions are within 1 ulp, those of F64 within 2. Tighter tolerances take the most
// accurate ones.
bool UsualSuffices(const ResultAccuracy& accuracy, PrimitiveType type) {
  if (!accuracy.has_tolerance()) return accuracy.mode() == ResultAccuracy::DEFAULT;
  const int64_t ulps = type == F64 ? 2 : 1;
  const double ulp = type == F64 ? 0x1p-52 : 0x1p-23;
  return accuracy.tolerance().ulps() >= ulps ||
         accuracy.tolerance().rtol() >= static_cast<double>(ulps) * ulp;
}
template <const ElementLoops& kLoops>
ElementFunction AccurateFunction(const HloInstruction& instruction, PrimitiveType type) {
  const auto& accuracy = instruction.attributes<AccuracyAttributes>().result_accuracy;
  const bool usual = !instruction.most_accurate() && UsualSuffices(accuracy, type);
  return {usual ? kLoops(type) : kLoops.MostAccurate(type)};
}
// Operations on bits need the width of the type.
template <const ElementLoops& kLoops>
ElementFunction BitsFunction(const HloInstruction& instruction, PrimitiveType type) {
  return {kLoops(type), {{BitWidth(instruction.shape().element_type())}}};
}

template <const ElementLoops& kLoops>
constexpr ElementOp kPlain = {PlainFunction<kLoops>};
// Operations that have the attribute result_accuracy.
template <const ElementLoops& kLoops>
constexpr ElementOp kAccurate = {AccurateFunction<kLoops>};
// A remainder takes time in proportion to the distance of the exponents: for 1e300 and 3.7e-300,
// half a microsecond.
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

#define HLOOM_OP(opcode, name)
#define HLOOM_ELEMENTWISE_OP(opcode, name, elements) \
  constexpr OpEval opcode##Eval = ElementwiseEval(&elements<opcode##Loops>);
#include "hlo/ops.def"

constexpr OpEval kReducePrecisionEval = ElementwiseEval(&kReducePrecisionElements);

constexpr OpEval kNegateEval = ElementwiseEval(&kPlain<kNegateLoops>);
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
constexpr OpEval kRemainderEval = ElementwiseEval(&kRemainderElements);
constexpr OpEval kComplexEval = ElementwiseEval(&kPlain<kComplexLoops>);

}  // namespace hloom
