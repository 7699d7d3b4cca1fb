// What the families of unaries share: how their OpDefs are stated, and the real and complex
// functions made into one functor.
#ifndef HLOOM_OPS_ELEMENTWISE_UNARY_H_
#define HLOOM_OPS_ELEMENTWISE_UNARY_H_

#include <complex>

#include "hlo/attributes/result_accuracy.h"
#include "ops/elementwise/elementwise.h"
#include "ops/infer_util.h"

namespace hloom {

inline constexpr OperandSpec kUnaryOperand[] = {{"operand",
                                                 "an array of any rank: where XLA's page says that "
                                                 "it must be a scalar, it means that it may be "
                                                 "one"}};

inline StatusOr<Shape> InferSameType(const InferContext& context) {
  return InferElementwise(context);
}
// C64 gives F32, C128 gives F64, anything else itself.
inline StatusOr<Shape> InferComponentType(const InferContext& context) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, InferElementwise(context));
  return ShapeUtil::ChangeElementType(shape, ComplexComponentType(shape.element_type()));
}

constexpr OpDef UnaryDef(HloOpcode opcode, std::string_view name, TypeSet types,
                         const ElementKernel* elements, std::string_view doc,
                         decltype(OpDef::infer_shape) infer = InferSameType) {
  return {.opcode = opcode,
          .name = name,
          .operands = kUnaryOperand,
          .min_operands = 1,
          .max_operands = 1,
          .types = types,
          .infer_shape = infer,
          .evaluate = EvaluateElementwise,
          .elements = elements,
          .traits = {.elementwise = true},
          .doc = doc,
          .source = "Operation Semantics, Element-wise unary functions"};
}

// Of the functions that XLA has several implementations of: exp, but not cosh.
inline constexpr Rule kAccuracyRules[] = {
    {"result_accuracy.c1", "the tolerances atol, rtol and ulps of result_accuracy are 0 or more"}};

StatusOr<Shape> InferAccurate(const InferContext& context);

constexpr OpDef AccurateDef(HloOpcode opcode, std::string_view name, TypeSet types,
                            const ElementKernel* elements, std::string_view doc) {
  OpDef def = UnaryDef(opcode, name, types, elements, doc, InferAccurate);
  def.make_attributes = MakeDefaultAttributes<AccuracyAttributes>;
  def.rules = kAccuracyRules;
  return def;
}

// F32 and C64 compute in double and round once: half an ulp, and the same on every platform, which
// the float functions of C libraries are not.
template <double (*kReal)(double)>
struct RealFunction {
  template <typename T>
  static T Apply(T x) {
    return static_cast<T>(kReal(static_cast<double>(x)));
  }
};
template <double (*kReal)(double), std::complex<double> (*kComplex)(std::complex<double>)>
struct Function {
  template <typename T>
  static T Apply(T x) {
    if constexpr (kIsComplex<T>) {
      const std::complex<double> y = kComplex({x.real(), x.imag()});
      using Part = typename T::value_type;
      return T(static_cast<Part>(y.real()), static_cast<Part>(y.imag()));
    } else {
      return RealFunction<kReal>::template Apply<T>(x);
    }
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_UNARY_H_
