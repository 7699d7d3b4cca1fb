// Uses of Fourier transforms and random numbers: tones in noise, pi by throwing points.
// The twin of examples/operations/signals-and-chance.mjs.
#include <cmath>
#include <string>

#include "support.h"

using namespace hloom;

constexpr int64_t kLength = 64;
constexpr int64_t kPoints = 1'000'000;

// A tone that swings 12 times, a weaker one that swings 5 times, and what disturbs them.
Literal Signal() {
  std::vector<float> signal;
  for (int i = 0; i < kLength; ++i) {
    const double turn = 2 * 3.141592653589793 * i / kLength;
    const double noise = 0.4 * (i * 37 % 64 / 64.0 - 0.5);
    const double strength = std::sin(12 * turn) + 0.5 * std::cos(5 * turn) + noise;
    signal.push_back(static_cast<float>(std::round(100 * strength) / 100));
  }
  return LiteralUtil::CreateR1<float>(signal);
}

// signal -> (strengths of the frequencies 0 to 32, the two strongest frequencies, what the inverse
// transform misses of the signal)
void BuildSpectrum(XlaBuilder* b) {
  const XlaOp signal = Parameter(b, 0, ShapeUtil::MakeShape(F32, {kLength}), "signal");
  const XlaOp spectrum = Fft(signal, FftType::RFFT, {kLength});
  const XlaOp strengths = Abs(spectrum);
  const XlaOp again = Fft(spectrum, FftType::IRFFT, {kLength});
  Tuple(b, {strengths, GetTupleElement(TopK(strengths, 2), 1), ReduceMax(Abs(again - signal))});
}

void FindTones() {
  XlaBuilder b("spectrum");
  BuildSpectrum(&b);
  const std::vector<Literal> results = Run(Compile(b), {Signal()});

  std::puts("Two tones in noise, by a Fourier transform\n\n  swings  strength");
  for (int64_t frequency = 0; frequency <= kLength / 2; ++frequency) {
    const double strength = static_cast<double>(results[0].Get<float>({frequency}));
    if (strength < 0.5) continue;
    const std::string bar(static_cast<size_t>(std::lround(strength)), '#');
    std::printf("%8d %9.1f  %s\n", static_cast<int>(frequency), strength, bar.c_str());
  }
  std::printf("\nThe strongest tone swings %d times, the next one %d times.\n",
              results[1].Get<int32_t>({0}), results[1].Get<int32_t>({1}));
  std::printf("The inverse transform is the signal again: the greatest difference is %.5f.\n",
              static_cast<double>(results[2].GetFirstElement<float>()));
}

// () -> how many of the points of a square lie in the circle that it holds
void BuildThrows(XlaBuilder* b) {
  const Shape shape = ShapeUtil::MakeShape(F32, {kPoints});
  const XlaOp low = ConstantR0<float>(b, -1), high = ConstantR0<float>(b, 1);
  const XlaOp x = RngUniform(low, high, shape), y = RngUniform(low, high, shape);
  const XlaOp is_inside = Lt(x * x + y * y, ConstantR0<float>(b, 1));
  Sum(ConvertElementType(is_inside, S32));
}

void FindPi() {
  XlaBuilder b("throws");
  BuildThrows(&b);
  const Program program = Compile(b);
  std::puts("\nPi by random numbers\n\n  seed  inside the circle  pi is about");
  for (const uint64_t seed : {0, 1, 2}) {
    RunLimits limits;
    limits.seed = seed;
    const auto execution = ValueOf(Execution::Start(program, {}, limits));
    const int inside = ValueOf(execution->RunToEnd()).GetFirstElement<int32_t>();
    std::printf("%6d %18d %12.4f\n", static_cast<int>(seed), inside, 4.0 * inside / kPoints);
  }
  // The variance of a throw that hits with the chance p is p (1 - p), with p = pi / 4.
  const double chance = 3.141592653589793 / 4;
  const double error = 4 * std::sqrt(chance * (1 - chance) / kPoints);
  std::printf(
      "\nOf points in the square, pi in 4 lie in the circle. With %d of them, an error of\n",
      static_cast<int>(kPoints));
  std::printf("%.4f is usual. Runs that start from one seed give the same numbers.\n", error);
}

int main() {
  FindTones();
  FindPi();
}
