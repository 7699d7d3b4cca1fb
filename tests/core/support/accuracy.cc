#include "support/accuracy.h"

#ifdef HLOOM_HAS_REFERENCE

#include <quadmath.h>

#include <cmath>
#include <cstring>

#include "base/str_cat.h"
#include "kernels/number_format.h"
#include "support/plain.h"
#include "support/random.h"
#include "support/run.h"

namespace hloom::testing_support {

namespace {

using AccuracyReal = __float128;
using Complex = __complex128;

Complex Make(AccuracyReal re, AccuracyReal im) {
  Complex z;
  __real__ z = re;
  __imag__ z = im;
  return z;
}

struct Reference {
  std::string_view operation;
  XlaOp (*unary)(XlaOp);
  AccuracyReal (*real)(AccuracyReal);
  Complex (*complex)(Complex);
};

Complex PrincipalCbrt(Complex z) { return cexpq(clogq(z) / 3); }
constexpr Reference kUnaries[] = {
    {"acos", Acos, acosq, cacosq},
    {"acosh", Acosh, acoshq, cacoshq},
    {"asin", Asin, asinq, casinq},
    {"asinh", Asinh, asinhq, casinhq},
    {"atan2", nullptr, nullptr, nullptr},
    {"atanh", Atanh, atanhq, catanhq},
    {"cbrt", Plain<Cbrt>, cbrtq, PrincipalCbrt},
    {"cosh", Cosh, coshq, ccoshq},
    {"cosine", Plain<Cos>, cosq, ccosq},
    {"erf", Plain<Erf>, erfq, nullptr},
    {"exponential", Plain<Exp>, expq, cexpq},
    {"exponential-minus-one", Plain<Expm1>, expm1q, [](Complex z) { return cexpq(z) - 1; }},
    {"log", Plain<Log>, logq, clogq},
    {"log-plus-one", Plain<Log1p>, log1pq, [](Complex z) { return clogq(1 + z); }},
    {"logistic", Plain<Logistic>, [](AccuracyReal x) -> AccuracyReal { return 1 / (1 + expq(-x)); },
     [](Complex z) -> Complex { return 1 / (1 + cexpq(-z)); }},
    {"power", nullptr, nullptr, nullptr},
    {"rsqrt", Plain<Rsqrt>, [](AccuracyReal x) -> AccuracyReal { return 1 / sqrtq(x); },
     [](Complex z) -> Complex { return 1 / csqrtq(z); }},
    {"sine", Plain<Sin>, sinq, csinq},
    {"sinh", Sinh, sinhq, csinhq},
    {"sqrt", Plain<Sqrt>, sqrtq, csqrtq},
    {"tan", Plain<Tan>, tanq, ctanq},
    {"tanh", Plain<Tanh>, tanhq, ctanhq},
};

// The bits of every sample.
Literal Samples(PrimitiveType type, int64_t samples, RandomBits& random) {
  const PrimitiveType part = ComplexComponentType(type);
  const int64_t width = ByteWidth(part);
  const int64_t parts = part == type ? 1 : 2;
  const bool all = width == 2;
  const int64_t count = all ? 65536 : 2 * samples;
  std::vector<std::byte> bytes(static_cast<size_t>(count * parts * width));
  for (int64_t i = 0; i < count * parts; ++i) {
    uint64_t bits = static_cast<uint64_t>(i);
    if (!all && i < samples * parts) {
      // Complex references lose digits far out; the parts stay between 2^-20 and 2^20.
      const double wide =
          std::ldexp(random.Uniform(0.5, 1), static_cast<int>(random.Next() % 41) - 20);
      bits = random.Next();
      if (parts == 2 && part == F64) std::memcpy(&bits, &wide, 8);
      if (parts == 2 && part == F32) {
        const float narrow = static_cast<float>(wide);
        std::memcpy(&bits, &narrow, 4);
      }
      if (parts == 2 && (random.Next() & 1) != 0) bits ^= uint64_t{1} << (8 * width - 1);
    } else if (!all) {
      const double value = random.Uniform(-10, 10);
      const float narrow = static_cast<float>(value);
      if (part == F64) std::memcpy(&bits, &value, 8);
      if (part == F32) std::memcpy(&bits, &narrow, 4);
    }
    std::memcpy(bytes.data() + i * width, &bits, static_cast<size_t>(width));
  }
  return LiteralUtil::FromData(ShapeUtil::MakeShape(type, {count}), bytes.data(),
                               static_cast<int64_t>(bytes.size()));
}

double Part(PrimitiveType type, const Literal& literal, int64_t i) {
  if (type == F64) return literal.data<double>()[i];
  if (type == F32) return literal.data<float>()[i];
  return DecodeNarrowFloat(type, literal.data<uint16_t>()[i]);
}

// The distance of the numbers around `reference`.
AccuracyReal AccuracyUlp(PrimitiveType type, AccuracyReal reference) {
  const FloatFields fields = FieldsOf(type);
  const int smallest = 1 - fields.bias;
  int exponent = smallest;
  if (reference != 0) exponent = std::max(smallest, ilogbq(reference));
  return scalbnq(1, exponent - fields.mantissa_bits);
}
AccuracyReal Largest(PrimitiveType type) {
  const FloatFields fields = FieldsOf(type);
  return scalbnq(2, fields.bias) - scalbnq(1, fields.bias - fields.mantissa_bits);
}

// The error in ulps; negative where NaN or infinity disagree.
double Error(PrimitiveType type, double have, AccuracyReal want) {
  if (isnanq(want)) return std::isnan(have) ? 0 : -1;
  const AccuracyReal limit = Largest(type);
  const AccuracyReal half = AccuracyUlp(type, limit) / 2;
  if (fabsq(want) >= limit + half) {
    return std::isinf(have) && (have < 0) == (want < 0) ? 0 : -1;
  }
  if (!std::isfinite(have)) return -1;
  return static_cast<double>(fabsq(static_cast<AccuracyReal>(have) - want) /
                             AccuracyUlp(type, want));
}

std::string AccuracyText(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof(buffer), "%.17g", x);
  return buffer;
}

void Note(double error, const std::string& at, double have, Accuracy& accuracy) {
  if (error < 0) {
    if (accuracy.wrong.empty()) accuracy.wrong = StrCat(at, " gives ", AccuracyText(have));
  } else if (error > accuracy.worst) {
    accuracy.worst = error;
    accuracy.at = at;
  }
}

void MeasureReal(const Reference& reference, PrimitiveType type, const Literal& in,
                 const Literal& out, Accuracy& accuracy) {
  for (int64_t i = 0; i < in.shape().dimensions(0); ++i) {
    const double x = Part(type, in, i);
    const double have = Part(type, out, i);
    Note(Error(type, have, reference.real(x)), AccuracyText(x), have, accuracy);
  }
}

void MeasureComplex(const Reference& reference, PrimitiveType type, const Literal& in,
                    const Literal& out, Accuracy& accuracy) {
  const PrimitiveType part = ComplexComponentType(type);
  for (int64_t i = 0; i < in.shape().dimensions(0); ++i) {
    const double x = Part(part, in, 2 * i);
    const double y = Part(part, in, 2 * i + 1);
    const Complex want = reference.complex(Make(x, y));
    const AccuracyReal re = __real__ want;
    const AccuracyReal im = __imag__ want;
    const double have_re = Part(part, out, 2 * i);
    const double have_im = Part(part, out, 2 * i + 1);
    const double error_re = Error(part, have_re, re);
    const double error_im = Error(part, have_im, im);
    const std::string at = StrCat(AccuracyText(x), " + ", AccuracyText(y), "i");
    if (error_re < 0 || error_im < 0) {
      Note(-1, at, have_re, accuracy);
      continue;
    }
    if (!std::isfinite(have_re) || !std::isfinite(have_im)) continue;
    accuracy.worst_part = std::max({accuracy.worst_part, error_re, error_im});
    const AccuracyReal off = hypotq(have_re - re, have_im - im);
    Note(static_cast<double>(off / AccuracyUlp(part, hypotq(re, im))), at, have_re, accuracy);
  }
}

// A function of two operands. The second one is a number between -10 and 10, or, where they are
// complex, made for the first; `between` stands between their texts.
struct BinaryReference {
  std::string_view operation;
  std::string_view between;
  XlaOp (*binary)(XlaOp, XlaOp);
  AccuracyReal (*real)(AccuracyReal, AccuracyReal);
  Complex (*complex)(Complex, Complex);
  std::complex<double> (*complex_second)(std::complex<double> first, int64_t i, RandomBits& random);
  // How many ulps the operands cost C128 beyond what the function does; C64 computes in double and
  // rounds once.
  AccuracyReal (*scale)(Complex, Complex);
};

// Exponents with parts between -10 and 10: every fourth real, every fourth an integer.
std::complex<double> Exponent(std::complex<double>, int64_t i, RandomBits& random) {
  const double re = random.Uniform(-10, 10);
  const double im = random.Uniform(-10, 10);
  return {i % 4 == 1 ? std::trunc(re) : re, i % 4 < 2 ? 0 : im};
}

// Every fourth is near i y or -i y, where x^2 + y^2 is 0; every fourth near a real multiple of y.
std::complex<double> Adjacent(std::complex<double> y, int64_t i, RandomBits& random) {
  const double re = random.Uniform(-10, 10);
  const double im = random.Uniform(-10, 10);
  if (i % 4 < 2) return {re, im};
  const std::complex<double> away =
      std::ldexp(0.1, -static_cast<int>(random.Next() % 50)) * std::complex<double>(re, im);
  if (i % 4 == 2) return (1.0 + away) * std::complex<double>(0, re < 0 ? -1 : 1) * y;
  return (re + away) * y;
}

constexpr BinaryReference kBinaries[] = {
    {"atan2", ", ", [](XlaOp y, XlaOp x) { return Atan2(y, x); }, atan2q,
     [](Complex y, Complex x) -> Complex {
       const Complex log = clogq((x + Make(0, 1) * y) / csqrtq(x * x + y * y));
       return Make(__imag__ log, -__real__ log);
     },
     Adjacent, [](Complex, Complex) -> AccuracyReal { return 1; }},
    // z^w is exp(w log z), and an exponent that is off by one part in 2^53 puts the result off by
    // as many ulps as |w log z| says.
    {"power", " ^ ", [](XlaOp z, XlaOp w) { return Pow(z, w); }, powq,
     [](Complex z, Complex w) -> Complex { return cexpq(w * clogq(z)); }, Exponent,
     [](Complex z, Complex w) -> AccuracyReal { return 1 + cabsq(w * clogq(z)); }},
};

std::complex<double> ComplexPart(PrimitiveType part, const Literal& literal, int64_t i) {
  return {Part(part, literal, 2 * i), Part(part, literal, 2 * i + 1)};
}
Complex Wide(std::complex<double> z) { return Make(z.real(), z.imag()); }
std::string AccuracyText(std::complex<double> z) {
  return StrCat("(", AccuracyText(z.real()), " + ", AccuracyText(z.imag()), "i)");
}

// Runs the function; gives the results, and the second operands in the type of the first.
StatusOr<Literal> RunBinary(const BinaryReference& reference, const Literal& first,
                            const Literal& second) {
  XlaBuilder b("binary");
  const XlaOp lhs = Parameter(&b, 0, first.shape(), "lhs");
  const XlaOp rounded =
      ConvertElementType(Parameter(&b, 1, second.shape(), "rhs"), first.shape().element_type());
  Tuple(&b, {reference.binary(lhs, rounded), rounded});
  return BuildAndRun(b, {first, second});
}

Accuracy MeasureComplexBinary(const BinaryReference& reference, PrimitiveType type,
                              int64_t samples) {
  Accuracy accuracy;
  RandomBits random(1);
  const Literal first = Samples(type, samples, random);
  const PrimitiveType part = ComplexComponentType(type);
  std::vector<std::complex<double>> others;
  for (int64_t i = 0; i < first.shape().dimensions(0); ++i) {
    others.push_back(reference.complex_second(ComplexPart(part, first, i), i, random));
  }
  const StatusOr<Literal> result =
      RunBinary(reference, first,
                LiteralUtil::CreateR1<std::complex<double>>(
                    Span<const std::complex<double>>(others.data(), others.size())));
  if (!result.ok()) {
    accuracy.wrong = result.status().ToString();
    return accuracy;
  }
  for (int64_t i = 0; i < first.shape().dimensions(0); ++i) {
    const std::complex<double> have = ComplexPart(part, result->elements()[0], i);
    const std::complex<double> a = ComplexPart(part, first, i);
    const std::complex<double> b = ComplexPart(part, result->elements()[1], i);
    const Complex want = reference.complex(Wide(a), Wide(b));
    // Something on the way is no number, or out of range: it is tested with the special values.
    const AccuracyReal modulus = cabsq(want);
    const bool in_range =
        modulus <= Largest(part) / 2 && modulus >= scalbnq(1, 2 - FieldsOf(part).bias);
    if (!in_range) continue;
    ++accuracy.samples;
    const AccuracyReal scale = type == C128 ? reference.scale(Wide(a), Wide(b)) : 1;
    const bool finite = std::isfinite(have.real()) && std::isfinite(have.imag());
    const AccuracyReal off = cabsq(Wide(have) - want) / AccuracyUlp(part, cabsq(want)) / scale;
    Note(finite ? static_cast<double>(off) : -1,
         StrCat(AccuracyText(a), reference.between, AccuracyText(b)), have.real(), accuracy);
    if (!finite) continue;
    for (const AccuracyReal error :
         {fabsq(have.real() - __real__ want) / AccuracyUlp(part, __real__ want),
          fabsq(have.imag() - __imag__ want) / AccuracyUlp(part, __imag__ want)}) {
      accuracy.worst_part = std::max(accuracy.worst_part, static_cast<double>(error));
    }
  }
  return accuracy;
}

Accuracy MeasureBinary(const BinaryReference& reference, PrimitiveType type, int64_t samples) {
  if (IsComplexType(type)) return MeasureComplexBinary(reference, type, samples);
  Accuracy accuracy;
  RandomBits random(1);
  const Literal first = Samples(type, samples, random);
  std::vector<double> others;
  for (int64_t i = 0; i < first.shape().dimensions(0); ++i) {
    others.push_back(random.Uniform(-10, 10));
  }
  const StatusOr<Literal> result =
      RunBinary(reference, first, LiteralUtil::CreateR1<double>(Span<const double>(others)));
  if (!result.ok()) {
    accuracy.wrong = result.status().ToString();
    return accuracy;
  }
  accuracy.samples = first.shape().dimensions(0);
  for (int64_t i = 0; i < accuracy.samples; ++i) {
    const double a = Part(type, first, i);
    const double b = Part(type, result->elements()[1], i);
    const double have = Part(type, result->elements()[0], i);
    Note(Error(type, have, reference.real(a, b)),
         StrCat(AccuracyText(a), reference.between, AccuracyText(b)), have, accuracy);
  }
  return accuracy;
}

}  // namespace

std::vector<std::string_view> MeasuredFunctions() {
  std::vector<std::string_view> names;
  for (const Reference& reference : kUnaries) names.push_back(reference.operation);
  return names;
}

Accuracy Measure(std::string_view operation, PrimitiveType type, int64_t samples) {
  for (const BinaryReference& reference : kBinaries) {
    if (reference.operation == operation) return MeasureBinary(reference, type, samples);
  }
  Accuracy accuracy;
  for (const Reference& reference : kUnaries) {
    if (reference.operation != operation) continue;
    if (IsComplexType(type) && reference.complex == nullptr) return accuracy;
    RandomBits random(1);
    const Literal in = Samples(type, samples, random);
    XlaBuilder b("measured");
    reference.unary(Parameter(&b, 0, in.shape(), "x"));
    const StatusOr<Literal> out = BuildAndRun(b, {in});
    if (!out.ok()) {
      accuracy.wrong = out.status().ToString();
      return accuracy;
    }
    accuracy.samples = in.shape().dimensions(0);
    if (IsComplexType(type)) {
      MeasureComplex(reference, type, in, *out, accuracy);
    } else {
      MeasureReal(reference, type, in, *out, accuracy);
    }
  }
  return accuracy;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_HAS_REFERENCE
