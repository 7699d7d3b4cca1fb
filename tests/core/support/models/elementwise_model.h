// The plain models of the elementwise operations: what each makes of one element of its operands,
// in C++'s own numbers. They are the oracle of kernels/elementwise, of all that elements.h there
// declares. They are slow and obvious on purpose, and share no code with what they judge.
//
// Results are exact where the operation rounds once, or never. Those of other functions may be off
// by as much as tolerances.h allows; F32 and narrower types by half an ulp of F32 and 2 per cent of
// that, and narrower ones are rounded once more.
#ifndef HLOOM_TESTS_SUPPORT_MODELS_ELEMENTWISE_MODEL_H_
#define HLOOM_TESTS_SUPPORT_MODELS_ELEMENTWISE_MODEL_H_

#include <complex>
#include <string>
#include <string_view>
#include <vector>

#include "support/models/element_model.h"

namespace hloom::testing_support {

using WideComplex = std::complex<long double>;

struct ElementwiseModel {
  enum class Result { kSame, kPred, kPart, kComplex };  // its type, from that of operand 0

  std::string_view operation;  // as HLO text has it; compare with its direction: "compare GE"
  int operands = 1;
  Result result = Result::kSame;
  // Integers: any result, of which the low bits count. Null where there is none, as below.
  __int128 (*integer)(const __int128* x, int bits, bool is_signed) = nullptr;
  bool (*pred)(const bool* x) = nullptr;
  // Real numbers: arithmetic that rounds to its type,
  float (*f32)(const float* x) = nullptr;
  double (*f64)(const double* x) = nullptr;
  // or a number that is to be rounded, which `exact` ones need not be.
  long double (*real)(const long double* x) = nullptr;
  bool exact = false;
  // The number in `imaginary` is 0 where the result is real.
  WideComplex (*complex)(const WideComplex* x) = nullptr;
  double complex_ulps = 0;  // of the result's modulus, in ulps of its type; 0: exact
  // By how much more the result may be off where a rounding on the way is made larger; null: 1.
  long double (*complex_condition)(const WideComplex* x) = nullptr;

  bool Takes(PrimitiveType type) const;
  PrimitiveType ResultType(PrimitiveType type) const;
  // The only possible result for operands of a type, if there is one.
  bool HasValue(PrimitiveType type) const;
  ElementModel Value(PrimitiveType type, const std::vector<ElementModel>& x) const;
  // Empty, or what is wrong with a result for operands of a type.
  std::string Judge(PrimitiveType type, const std::vector<ElementModel>& x,
                    const ElementModel& have) const;
};

const std::vector<ElementwiseModel>& ElementwiseModels();
const ElementwiseModel& ElementwiseModelOf(std::string_view operation);

// The bits of elements as those of another type, as BitcastConvert takes them: a list of all bits,
// the lowest of the first element first.
std::string BitcastModel(PrimitiveType from, const std::string& bytes, PrimitiveType to);

// An element rounded to a format with these bits of exponent and mantissa, and back.
ElementModel ReducedPrecisionModel(PrimitiveType type, const ElementModel& x, int exponent_bits,
                                   int mantissa_bits);

// `random`, a binary fraction of so many digits, decides which neighbor a number is rounded to:
// the farther one from 0 where the fraction is more.
ElementModel StochasticModel(PrimitiveType to, long double x, uint64_t random, int random_bits);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODELS_ELEMENTWISE_MODEL_H_
