// Measures the functions of F32 at every one of the 2^32 numbers, and functions of two at random
// pairs and all pairs of special numbers, against the C library's functions of doubles, which are
// exact to 2^-28 ulps of F32. Prints a table.
//
//   hloom_accuracy_sweep [EVERY [OPERATION...]]
//
// takes every EVERY-th number, 1 by default, and 10^9 / EVERY pairs, for these operations or all.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/str_cat.h"
#include "ops/elementwise/element_loops_eval.h"
#include "support/random.h"

namespace hloom::testing_support {
namespace {

double Logistic(double x) {
  const double e = std::exp(-std::fabs(x));
  return std::signbit(x) ? e / (1 + e) : 1 / (1 + e);
}
double Rsqrt(double x) { return 1 / std::sqrt(x); }

struct SweptFunction {
  std::string_view operation;
  const ElementLoops* loops;
  double (*reference)(double);
};
const SweptFunction kSweptFunctions[] = {
    {"acos", &kAcosLoops, std::acos},
    {"acosh", &kAcoshLoops, std::acosh},
    {"asin", &kAsinLoops, std::asin},
    {"asinh", &kAsinhLoops, std::asinh},
    {"atanh", &kAtanhLoops, std::atanh},
    {"cbrt", &kCbrtLoops, std::cbrt},
    {"cosh", &kCoshLoops, std::cosh},
    {"cosine", &kCosLoops, std::cos},
    {"erf", &kErfLoops, std::erf},
    {"exponential", &kExpLoops, std::exp},
    {"exponential-minus-one", &kExpm1Loops, std::expm1},
    {"log", &kLogLoops, std::log},
    {"log-plus-one", &kLog1pLoops, std::log1p},
    {"logistic", &kLogisticLoops, Logistic},
    {"rsqrt", &kRsqrtLoops, Rsqrt},
    {"sine", &kSinLoops, std::sin},
    {"sinh", &kSinhLoops, std::sinh},
    {"sqrt", &kSqrtLoops, std::sqrt},
    {"tan", &kTanLoops, std::tan},
    {"tanh", &kTanhLoops, std::tanh},
};
struct SweptPair {
  std::string_view operation;
  const ElementLoops* loops;
  double (*reference)(double, double);
};
const SweptPair kSweptPairs[] = {{"atan2", &kAtan2Loops, std::atan2},
                                 {"power", &kPowerLoops, std::pow}};

constexpr double kWrong = std::numeric_limits<double>::infinity();

// The error in ulps of the exact result. Beyond the largest float, ulps are those of the largest;
// below the least normal one, those of the denormal numbers.
double UlpsOff(float have, double want) {
  if (std::isnan(want) || std::isnan(have)) {
    return std::isnan(want) && std::isnan(have) ? 0 : kWrong;
  }
  if (std::signbit(want) != std::signbit(have)) return kWrong;
  static constexpr double kOverflow = 0x1p128;
  const auto bounded = [](double x) { return std::clamp(x, -kOverflow, kOverflow); };
  // Bits, because a call of frexp and one of ldexp take longer than most of the functions. A double
  // with the exponent bits E is between 2^(E - 1023) and twice that: for 1, whose ulp is 2^-23, they
  // are 1023, and the inverse of the ulp, 2^23, has 1046 in their place.
  const auto exponent_bits =
      static_cast<int>(__builtin_bit_cast(uint64_t, bounded(want)) >> 52 & 0x7ff);
  const int ulp = std::clamp(exponent_bits - 1046, -149, 104);
  const auto inverse = __builtin_bit_cast(double, static_cast<uint64_t>(1023 - ulp) << 52);
  return std::fabs(bounded(static_cast<double>(have)) - bounded(want)) * inverse;
}

struct Worst {
  double ulps = 0;
  float a = 0, b = 0;
  uint64_t inputs = 0;
  uint64_t above_one = 0;  // the results that are off by more than an ulp

  void Take(double off, float x, float y) {
    ++inputs;
    above_one += off > 1 ? 1 : 0;
    if (off > ulps) {
      ulps = off;
      a = x;
      b = y;
    }
  }
  void Join(const Worst& other) {
    inputs += other.inputs;
    above_one += other.above_one;
    if (other.ulps > ulps) {
      ulps = other.ulps;
      a = other.a;
      b = other.b;
    }
  }
};

float FloatOf(uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}

void Compute(const ElementLoops& loops, const std::vector<float>& a, const std::vector<float>& b,
             std::vector<float>& result) {
  result.resize(a.size());
  const std::byte* const operands[] = {reinterpret_cast<const std::byte*>(a.data()),
                                       reinterpret_cast<const std::byte*>(b.data())};
  ElementFunction{loops(F32)}(operands, reinterpret_cast<std::byte*>(result.data()),
                              static_cast<int64_t>(a.size()));
}

// Runs f(piece, worst) for pieces 0 .. count-1 on all processors.
template <typename F>
Worst OverPieces(int count, const F& f) {
  std::mutex mutex;
  Worst worst;
  int next = 0;
  const auto work = [&] {
    for (;;) {
      int piece;
      {
        const std::lock_guard<std::mutex> lock(mutex);
        if (next == count) return;
        piece = next++;
      }
      Worst of_piece;
      f(piece, of_piece);
      const std::lock_guard<std::mutex> lock(mutex);
      worst.Join(of_piece);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back(work);
  }
  for (std::thread& thread : threads) thread.join();
  return worst;
}

Worst WorstOf(const SweptFunction& function, uint64_t every) {
  constexpr int kPieces = 1024;
  constexpr uint64_t kPiece = (uint64_t{1} << 32) / kPieces;
  return OverPieces(kPieces, [&](int piece, Worst& worst) {
    std::vector<float> x, y;
    const uint64_t begin = static_cast<uint64_t>(piece) * kPiece;
    for (uint64_t bits = (begin + every - 1) / every * every; bits < begin + kPiece;) {
      x.clear();
      for (; bits < begin + kPiece && x.size() < 4096; bits += every) {
        x.push_back(FloatOf(static_cast<uint32_t>(bits)));
      }
      Compute(*function.loops, x, x, y);
      for (size_t i = 0; i < x.size(); ++i) {
        worst.Take(UlpsOff(y[i], function.reference(static_cast<double>(x[i]))), x[i], 0);
      }
    }
  });
}

// Half of the pairs have any bits. The powers of the other half neither overflow nor underflow.
void DrawPair(Random& random, float& a, float& b) {
  const auto bits = [&] {
    return static_cast<uint32_t>(random.Below(1 << 16) << 16 | random.Below(1 << 16));
  };
  a = FloatOf(bits());
  b = FloatOf(bits());
  if (random.OneIn(2)) return;
  const double fraction = static_cast<double>(random.Between(-(1 << 30), 1 << 30)) / (1 << 30);
  a = std::fabs(a);
  if (random.OneIn(2)) {
    a = static_cast<float>(1 + fraction * std::ldexp(1.0, -static_cast<int>(random.Below(24))));
  }
  const double log = std::log(static_cast<double>(a));
  if (log != 0 && std::isfinite(log)) b = static_cast<float>(fraction * 88 / log);
}

void CompareAll(const SweptPair& function, const std::vector<float>& a, const std::vector<float>& b,
                Worst& worst) {
  std::vector<float> y;
  Compute(*function.loops, a, b, y);
  for (size_t i = 0; i < a.size(); ++i) {
    worst.Take(
        UlpsOff(y[i], function.reference(static_cast<double>(a[i]), static_cast<double>(b[i]))),
        a[i], b[i]);
  }
}

// Numbers at which functions of two change, and their neighbors.
std::vector<float> SpecialNumbers() {
  using Limits = std::numeric_limits<float>;
  const float infinity = Limits::infinity();
  std::vector<float> numbers = {0, Limits::quiet_NaN(), infinity};
  for (const float x : {Limits::denorm_min(), Limits::min(), Limits::max(), 0.5F, 1.0F, 2.0F, 3.0F,
                        0x1p23F, 0x1p24F, 0x1p31F, 127.0F, 128.0F, 149.0F, 150.0F}) {
    for (const float toward : {0.0F, x, infinity}) numbers.push_back(std::nextafter(x, toward));
  }
  const size_t count = numbers.size();
  for (size_t i = 0; i < count; ++i) numbers.push_back(-numbers[i]);
  return numbers;
}

Worst WorstOf(const SweptPair& function, uint64_t every) {
  constexpr int kPieces = 1000;
  const int64_t pairs = 1'000'000 / static_cast<int64_t>(every);
  Worst all = OverPieces(kPieces, [&](int piece, Worst& worst) {
    Random random(static_cast<uint64_t>(piece));
    std::vector<float> a, b;
    for (int64_t left = pairs; left > 0; left -= 4096) {
      a.resize(static_cast<size_t>(std::min<int64_t>(left, 4096)));
      b.resize(a.size());
      for (size_t i = 0; i < a.size(); ++i) DrawPair(random, a[i], b[i]);
      CompareAll(function, a, b, worst);
    }
  });
  const std::vector<float> special = SpecialNumbers();
  for (const float x : special) {
    CompareAll(function, std::vector<float>(special.size(), x), special, all);
  }
  return all;
}

// True if the arguments name the operation, or none.
bool IsNamed(std::string_view operation, const std::vector<std::string_view>& names) {
  return names.empty() || std::find(names.begin(), names.end(), operation) != names.end();
}

std::string Digits(float x) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", static_cast<double>(x));
  return text;
}

int Main(uint64_t every, const std::vector<std::string_view>& names) {
  for (const std::string_view name : names) {
    const auto is_it = [&](const auto& function) { return function.operation == name; };
    if (std::none_of(std::begin(kSweptFunctions), std::end(kSweptFunctions), is_it) &&
        std::none_of(std::begin(kSweptPairs), std::end(kSweptPairs), is_it)) {
      std::fprintf(stderr, "unknown function %s\n", std::string(name).c_str());
      return 2;
    }
  }
  std::printf("| operation | inputs | worst | at | above 1 ulp |\n|---|---|---|---|---|\n");
  bool failed = false;
  const auto print = [&](std::string_view operation, const Worst& worst, const std::string& at) {
    std::printf("| %s | %llu | %.4f | %s | %llu |\n", std::string(operation).c_str(),
                static_cast<unsigned long long>(worst.inputs), worst.ulps, at.c_str(),
                static_cast<unsigned long long>(worst.above_one));
    std::fflush(stdout);
    failed = failed || worst.ulps > 1;
  };
  for (const SweptFunction& function : kSweptFunctions) {
    if (!IsNamed(function.operation, names)) continue;
    const Worst worst = WorstOf(function, every);
    print(function.operation, worst, Digits(worst.a));
  }
  for (const SweptPair& function : kSweptPairs) {
    if (!IsNamed(function.operation, names)) continue;
    const Worst worst = WorstOf(function, every);
    print(function.operation, worst, StrCat(Digits(worst.a), ", ", Digits(worst.b)));
  }
  return failed ? 1 : 0;
}

}  // namespace
}  // namespace hloom::testing_support

int main(int argc, char** argv) {
  return hloom::testing_support::Main(
      argc > 1 ? std::max<uint64_t>(1, std::strtoull(argv[1], nullptr, 10)) : 1,
      std::vector<std::string_view>(argv + std::min(argc, 2), argv + argc));
}
