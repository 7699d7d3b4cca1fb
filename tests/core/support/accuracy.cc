#include "support/accuracy.h"

#ifdef HLOOM_HAS_REFERENCE

#include <quadmath.h>

#include <cmath>
#include <cstring>

#include "base/str_cat.h"
#include "kernels/number_format.h"
#include "literal/convert.h"
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
// Differences that lose nothing against the modulus, however small z is.
Complex WideExpm1(Complex z) {
  const AccuracyReal x = __real__ z, y = __imag__ z;
  const AccuracyReal s = sinq(y / 2);
  return Make(expm1q(x) * cosq(y) - 2 * s * s, expq(x) * sinq(y));
}
Complex WideLog1p(Complex z) {
  const AccuracyReal x = __real__ z, y = __imag__ z;
  const AccuracyReal more = x * (2 + x) + y * y;
  const AccuracyReal modulus = more > -0.5 ? log1pq(more) / 2 : logq(hypotq(1 + x, y));
  return Make(modulus, atan2q(y, 1 + x));
}
Complex WideLogistic(Complex z) {
  if (__real__ z < -200) return cexpq(z);
  return 1 / (1 + cexpq(-z));
}
AccuracyReal AccuracySign(AccuracyReal x) { return x == 0 || isnanq(x) ? x : copysignq(1, x); }
// -i log((x + i y) / sqrt(x^2 + y^2)). Its quotient has lost y where that is much smaller: then it
// is the arc tangent of y / x, or half a turn off it where the root is near -x.
Complex WideAtan2(Complex y, Complex x) {
  const Complex ratio = y / x, square = ratio * ratio;
  if (cabsq(ratio) < scalbnq(1, -30)) {
    const Complex angle = ratio * (1 - square / 3 + square * square / 5);
    if (__real__ x + __real__(y * ratio) / 2 >= 0) return angle;
    return angle + Make(copysignq(acosq(-1), -__real__ ratio), 0);
  }
  const Complex log = clogq((x + Make(0, 1) * y) / csqrtq(x * x + y * y));
  return Make(__imag__ log, -__real__ log);
}

constexpr Reference kUnaries[] = {
    {"abs", Abs, fabsq, [](Complex z) { return Make(cabsq(z), 0); }},
    {"acos", Acos, acosq, cacosq},
    {"acosh", Acosh, acoshq, cacoshq},
    {"asin", Asin, asinq, casinq},
    {"asinh", Asinh, asinhq, casinhq},
    {"atan", Atan, atanq, catanq},
    {"atan2", nullptr, nullptr, nullptr},
    {"atanh", Atanh, atanhq, catanhq},
    {"cbrt", Plain<Cbrt>, cbrtq, PrincipalCbrt},
    {"cosh", Cosh, coshq, ccoshq},
    {"cosine", Plain<Cos>, cosq, ccosq},
    {"divide", nullptr, nullptr, nullptr},
    {"erf", Plain<Erf>, erfq, nullptr},
    {"exponential", Plain<Exp>, expq, cexpq},
    {"exponential-minus-one", Plain<Expm1>, expm1q, WideExpm1},
    {"log", Plain<Log>, logq, clogq},
    {"log-plus-one", Plain<Log1p>, log1pq, WideLog1p},
    {"logistic", Plain<Logistic>, [](AccuracyReal x) -> AccuracyReal { return 1 / (1 + expq(-x)); },
     WideLogistic},
    {"multiply", nullptr, nullptr, nullptr},
    {"power", nullptr, nullptr, nullptr},
    {"rsqrt", Plain<Rsqrt>, [](AccuracyReal x) -> AccuracyReal { return 1 / sqrtq(x); },
     [](Complex z) -> Complex { return 1 / csqrtq(z); }},
    {"sign", Sign, AccuracySign, [](Complex z) -> Complex { return z / cabsq(z); }},
    {"sine", Plain<Sin>, sinq, csinq},
    {"sinh", Sinh, sinhq, csinhq},
    {"sqrt", Plain<Sqrt>, sqrtq, csqrtq},
    {"tan", Plain<Tan>, tanq, ctanq},
    {"tanh", Plain<Tanh>, tanhq, ctanhq},
};

// A number of any sign with an exponent between these.
double OfExponent(int least, int greatest, RandomBits& random) {
  const int exponent = least + static_cast<int>(random.Next() % (greatest - least + 1));
  const double value = std::ldexp(random.Uniform(1, 1.99), exponent);
  return (random.Next() & 1) != 0 ? -value : value;
}
// Parts of all magnitudes, apart or alike; every second number has a part where most functions
// change.
std::complex<double> OfAnyMagnitude(PrimitiveType part, int64_t i, RandomBits& random) {
  const int least = part == F32 ? -149 : -1074, greatest = part == F32 ? 127 : 1023;
  const double wide = OfExponent(least, greatest, random);
  const double near = OfExponent(-40, 12, random);
  switch (i % 4) {
    case 0:
      return {wide, OfExponent(least, greatest, random)};
    case 1: {
      const int exponent = std::ilogb(wide);
      return {wide,
              OfExponent(std::max(least, exponent - 8), std::min(greatest, exponent + 8), random)};
    }
    case 2:
      return {near, OfExponent(-40, 12, random)};
    default:
      return (random.Next() & 1) != 0 ? std::complex<double>(wide, near)
                                      : std::complex<double>(near, wide);
  }
}

Literal SamplesOfAnyMagnitude(PrimitiveType type, int64_t samples, RandomBits& random) {
  std::vector<std::complex<double>> values;
  for (int64_t i = 0; i < 2 * samples; ++i) {
    values.push_back(OfAnyMagnitude(ComplexComponentType(type), i, random));
  }
  const Literal wide =
      LiteralUtil::CreateR1<std::complex<double>>(Span<const std::complex<double>>(values));
  return *ConvertElements(wide, type);
}

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
    const bool is_complex = out.shape().element_type() == type;
    const double have_re = Part(part, out, is_complex ? 2 * i : i);
    const double have_im = is_complex ? Part(part, out, 2 * i + 1) : 0;
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

// A function of two operands. The second one is a number between -10 and 10, or, for complex
// operands, made for the first; `between` is the text between them.
struct BinaryReference {
  std::string_view operation;
  std::string_view between;
  XlaOp (*binary)(XlaOp, XlaOp);
  AccuracyReal (*real)(AccuracyReal, AccuracyReal);
  Complex (*complex)(Complex, Complex);
  std::complex<double> (*complex_second)(std::complex<double> first, int64_t i, RandomBits& random);
  // The same for a first one of any magnitude, whose parts have the type.
  std::complex<double> (*far_second)(std::complex<double> first, PrimitiveType part, int64_t i,
                                     RandomBits& random);
  // The ulps that the operands cost C128 in addition to the function; C64 computes in double and
  // rounds once.
  AccuracyReal (*scale)(Complex, Complex) = [](Complex, Complex) -> AccuracyReal { return 1; };
  bool of_larger_part = false;  // the errors are in ulps of that, and not of the modulus
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

std::complex<double> BetweenTens(std::complex<double>, int64_t, RandomBits& random) {
  const double re = random.Uniform(-10, 10);
  return {re, random.Uniform(-10, 10)};
}
// Every second is as large as the first one, or up to 2^40 times larger or smaller.
std::complex<double> FarOrAlike(std::complex<double> first, PrimitiveType part, int64_t i,
                                RandomBits& random) {
  const std::complex<double> any = OfAnyMagnitude(part, i / 4, random);
  if (i % 2 == 0) return any;
  const int exponent = static_cast<int>(random.Next() % 81) - 40;
  const double re = random.Uniform(-1, 1), im = random.Uniform(-1, 1);
  return std::complex<double>(std::ldexp(first.real() * re - first.imag() * im, exponent),
                              std::ldexp(first.real() * im + first.imag() * re, exponent));
}
// Exponents w for which |w log z| is 2^-60 to 2^9: every fourth real, every fourth an integer.
std::complex<double> FarExponent(std::complex<double> z, PrimitiveType, int64_t i,
                                 RandomBits& random) {
  const Complex log = clogq(Make(z.real(), z.imag()));
  const double size =
      std::min(std::fabs(OfExponent(-60, 9, random)) / static_cast<double>(cabsq(log)), 1e30);
  const double angle = random.Uniform(-3, 3);
  if (i % 4 == 0) return {std::copysign(size, angle), 0};
  if (i % 4 == 1) return {std::trunc(random.Uniform(-9, 9)), 0};
  return {size * std::cos(angle), size * std::sin(angle)};
}

constexpr BinaryReference kBinaries[] = {
    {"divide", " / ", [](XlaOp z, XlaOp w) { return Div(z, w); },
     [](AccuracyReal a, AccuracyReal b) -> AccuracyReal { return a / b; },
     [](Complex z, Complex w) -> Complex { return z / w; }, BetweenTens, FarOrAlike,
     [](Complex, Complex) -> AccuracyReal { return 1; }, true},
    {"multiply", " * ", [](XlaOp z, XlaOp w) { return Mul(z, w); },
     [](AccuracyReal a, AccuracyReal b) -> AccuracyReal { return a * b; },
     [](Complex z, Complex w) -> Complex { return z * w; }, BetweenTens, FarOrAlike},
    {"atan2", ", ", [](XlaOp y, XlaOp x) { return Atan2(y, x); }, atan2q, WideAtan2, Adjacent,
     FarOrAlike},
    // z^w is exp(w log z), and an exponent that is off by one part in 2^53 puts the result off by
    // as many ulps as |w log z| implies.
    {"power", " ^ ", [](XlaOp z, XlaOp w) { return Pow(z, w); }, powq,
     [](Complex z, Complex w) -> Complex { return cexpq(w * clogq(z)); }, Exponent, FarExponent,
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

// Returns whether the error at a result is measured. Near the ends of the type, an intermediate
// value may not be a number; of any magnitude, all numbers of the type are measured.
bool IsMeasured(PrimitiveType part, Complex want, Magnitudes magnitudes) {
  if (magnitudes == Magnitudes::kAll) {
    return fabsq(__real__ want) <= Largest(part) && fabsq(__imag__ want) <= Largest(part);
  }
  const AccuracyReal modulus = cabsq(want);
  return modulus <= Largest(part) / 2 && modulus >= scalbnq(1, 2 - FieldsOf(part).bias);
}

Accuracy MeasureComplexBinary(const BinaryReference& reference, PrimitiveType type, int64_t samples,
                              Magnitudes magnitudes) {
  const bool all = magnitudes == Magnitudes::kAll;
  Accuracy accuracy;
  RandomBits random(1);
  const Literal first =
      all ? SamplesOfAnyMagnitude(type, samples, random) : Samples(type, samples, random);
  const PrimitiveType part = ComplexComponentType(type);
  std::vector<std::complex<double>> others;
  for (int64_t i = 0; i < first.shape().dimensions(0); ++i) {
    const std::complex<double> z = ComplexPart(part, first, i);
    others.push_back(all ? reference.far_second(z, part, i, random)
                         : reference.complex_second(z, i, random));
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
    if (!IsMeasured(part, want, magnitudes) || !std::isfinite(b.real()) ||
        !std::isfinite(b.imag())) {
      continue;
    }
    ++accuracy.samples;
    const AccuracyReal scale = type == C128 ? reference.scale(Wide(a), Wide(b)) : 1;
    const bool finite = std::isfinite(have.real()) && std::isfinite(have.imag());
    const AccuracyReal size =
        reference.of_larger_part ? fmaxq(fabsq(__real__ want), fabsq(__imag__ want)) : cabsq(want);
    const AccuracyReal off = cabsq(Wide(have) - want) / AccuracyUlp(part, size) / scale;
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

Accuracy MeasureBinary(const BinaryReference& reference, PrimitiveType type, int64_t samples,
                       Magnitudes magnitudes) {
  if (IsComplexType(type)) return MeasureComplexBinary(reference, type, samples, magnitudes);
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

Accuracy Measure(std::string_view operation, PrimitiveType type, int64_t samples,
                 Magnitudes magnitudes) {
  for (const BinaryReference& reference : kBinaries) {
    if (reference.operation == operation)
      return MeasureBinary(reference, type, samples, magnitudes);
  }
  Accuracy accuracy;
  for (const Reference& reference : kUnaries) {
    if (reference.operation != operation) continue;
    if (IsComplexType(type) && reference.complex == nullptr) return accuracy;
    RandomBits random(1);
    const Literal in = IsComplexType(type) && magnitudes == Magnitudes::kAll
                           ? SamplesOfAnyMagnitude(type, samples, random)
                           : Samples(type, samples, random);
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
