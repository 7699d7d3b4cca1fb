// ReduceWindow against its plain model, window by window: random shapes of rank 0 to 5, layouts and
// padding in memory, sizes, strides, dilations, positive and negative padding; computations that
// are folded by kernels and computations that are not; one and two arrays.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>

#include "builder/functions/functions.h"
#include "ops/windows/fold_eval.h"
#include "ops/windows/reduce_window.h"
#include "runtime/execution.h"
#include "support/models/applied_model.h"
#include "support/module_builder.h"
#include "support/random.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kReduceWindowRounds = Rounds(9000, 500);

using Element = std::string;  // its bytes

template <typename T>
T Value(const Element& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}
template <typename T>
Element Bytes(T value) {
  return Element(reinterpret_cast<const char*>(&value), sizeof(T));
}

// An operation on two elements of a type, as the definition of the type has it.
struct Combination {
  PrimitiveType type;
  HloOpcode opcode;
  std::function<Element(const Element&, const Element&)> apply;
  std::function<Element(Random&)> draw;
};

template <typename T, typename F>
Combination OpsReduceWindowOf(PrimitiveType type, HloOpcode opcode, F f) {
  return {type, opcode,
          [f](const Element& a, const Element& b) {
            return Bytes<T>(static_cast<T>(f(Value<T>(a), Value<T>(b))));
          },
          [](Random& random) {
            if constexpr (std::is_floating_point_v<T>) {
              // Sums of these round, and zeros have both signs.
              const T value = static_cast<T>(random.Between(-1000, 1000)) / T(7);
              return Bytes<T>(random.OneIn(8) ? T(-0.0) : value);
            } else {
              return Bytes<T>(static_cast<T>(random.Below(int64_t{1} << 32)));
            }
          }};
}

// bf16 is the upper half of an f32, rounded to nearest even after each step.
uint16_t RoundToBf16(float value) {
  uint32_t bits = Value<uint32_t>(Bytes(value));
  bits += 0x7fff + ((bits >> 16) & 1);
  return static_cast<uint16_t>(bits >> 16);
}
float FromBf16(uint16_t half) { return Value<float>(Bytes(uint32_t{half} << 16)); }

float MaxOf(float a, float b) {
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

std::vector<Combination> Combinations() {
  const auto add = [](auto a, auto b) { return a + b; };
  const auto subtract = [](auto a, auto b) { return a - b; };
  const auto multiply = [](auto a, auto b) { return a * b; };
  std::vector<Combination> all = {
      OpsReduceWindowOf<float>(F32, HloOpcode::kAdd, add),
      OpsReduceWindowOf<float>(F32, HloOpcode::kSubtract, subtract),
      OpsReduceWindowOf<float>(F32, HloOpcode::kMaximum, MaxOf),
      OpsReduceWindowOf<float>(F32, HloOpcode::kMultiply, multiply),
      OpsReduceWindowOf<double>(F64, HloOpcode::kAdd, add),
      OpsReduceWindowOf<double>(F64, HloOpcode::kMinimum,
                                [](double a, double b) {
                                  if (a == b) return std::signbit(a) ? a : b;
                                  return a < b ? a : b;
                                }),
      OpsReduceWindowOf<uint32_t>(S32, HloOpcode::kSubtract, subtract),
      OpsReduceWindowOf<uint32_t>(U32, HloOpcode::kMultiply, multiply),
      OpsReduceWindowOf<uint64_t>(S64, HloOpcode::kAdd, add),
      OpsReduceWindowOf<uint8_t>(U8, HloOpcode::kAdd, add),
      OpsReduceWindowOf<int8_t>(S8, HloOpcode::kMinimum,
                                [](int8_t a, int8_t b) { return a < b ? a : b; }),
      OpsReduceWindowOf<uint16_t>(U16, HloOpcode::kXor,
                                  [](uint16_t a, uint16_t b) { return a ^ b; }),
      OpsReduceWindowOf<uint16_t>(S16, HloOpcode::kSubtract, subtract),
  };
  const auto bf16 = [&](HloOpcode opcode, auto f) {
    all.push_back(
        {BF16, opcode,
         [f](const Element& a, const Element& b) {
           return Bytes(RoundToBf16(f(FromBf16(Value<uint16_t>(a)), FromBf16(Value<uint16_t>(b)))));
         },
         [](Random& random) {
           return Bytes(RoundToBf16(static_cast<float>(random.Between(-300, 300)) / 4));
         }});
  };
  bf16(HloOpcode::kAdd, add);
  bf16(HloOpcode::kMultiply, multiply);
  bf16(HloOpcode::kMaximum, MaxOf);
  const auto draw_of = [](PrimitiveType type) {
    return [type](Random& random) { return RandomElement(random, type); };
  };
  all.push_back({PRED, HloOpcode::kOr,
                 [](const Element& a, const Element& b) { return a[0] != 0 ? a : b; },
                 draw_of(PRED)});
  all.push_back({S4, HloOpcode::kAdd,
                 [](const Element& a, const Element& b) {
                   const int sum = (a[0] + b[0]) & 15;
                   return Bytes(static_cast<int8_t>(sum > 7 ? sum - 16 : sum));
                 },
                 draw_of(S4)});
  all.push_back({C64, HloOpcode::kAdd,
                 [](const Element& a, const Element& b) {
                   return Bytes(Value<float>(a) + Value<float>(b)) +
                          Bytes(Value<float>(a.substr(4)) + Value<float>(b.substr(4)));
                 },
                 [](Random& random) {
                   return Bytes(static_cast<float>(random.Below(1000)) / 7) +
                          Bytes(static_cast<float>(random.Below(1000)) / 3);
                 }});
  return all;
}

// f(accumulators..., values...) of scalars, in a module.
const HloComputation* Body(ModuleBuilder& b, const std::vector<const Combination*>& combinations) {
  b.Begin("f");
  ModuleBuilder::Operands parameters;
  for (size_t i = 0; i < 2 * combinations.size(); ++i) {
    const PrimitiveType type = combinations[i % combinations.size()]->type;
    parameters.push_back(b.Parameter(static_cast<int64_t>(i), ScalarOf(type), StrCat("f", i)));
  }
  ModuleBuilder::Operands results;
  for (size_t i = 0; i < combinations.size(); ++i) {
    results.push_back(
        b.Add(combinations[i]->opcode, {parameters[i], parameters[combinations.size() + i]}));
  }
  return b.Finish(results.size() == 1 ? results[0] : b.Add(HloOpcode::kTuple, results));
}

ArrayModel Reduced(const Combination& combination, const ArrayModel& array, const Element& init,
                   const WindowModels& window) {
  return ReduceWindowModel({array}, {init}, window, [&](const Elements& e) {
    return Elements{combination.apply(e[0], e[1])};
  })[0];
}

// Empty, or what is wrong.
std::string RunOneOfReduceWindow(Random& random,
                                 const std::vector<const Combination*>& combinations,
                                 int64_t* elements) {
  const Sizes sizes = RandomSizes(random);
  const WindowModels window = RandomWindow(random, sizes, random.OneIn(2));
  ModuleBuilder b("m");
  const HloComputation* body = Body(b, combinations);
  b.Begin("main");
  ModuleBuilder::Operands operands;
  std::vector<Literal> arguments;
  std::vector<ArrayModel> expected;
  std::vector<Element> inits;
  std::vector<Shape> shapes;
  for (const Combination* combination : combinations) {
    ArrayModel array{sizes, {}};
    for (int64_t i = 0; i < CountOf(sizes); ++i)
      array.elements.push_back(combination->draw(random));
    inits.push_back(combination->draw(random));
    Shape shape = ShapeUtil::MakeShape(combination->type, sizes);
    if (!random.OneIn(4)) shape = WithRandomLayout(random, shape);
    arguments.push_back(ToLiteral(array, shape));
    operands.push_back(
        b.Parameter(static_cast<int64_t>(operands.size()), shape, StrCat("p", operands.size())));
    expected.push_back(Reduced(*combination, array, inits.back(), window));
    Shape result = ShapeUtil::MakeShape(combination->type, expected.back().sizes);
    shapes.push_back(random.OneIn(4) ? result : WithRandomLayout(random, result));
    *elements += CountOf(expected.back().sizes);
  }
  for (size_t i = 0; i < combinations.size(); ++i) {
    const Shape scalar = ScalarOf(combinations[i]->type);
    arguments.push_back(ToLiteral(ArrayModel{{}, {inits[i]}}, scalar));
    operands.push_back(
        b.Parameter(static_cast<int64_t>(operands.size()), scalar, StrCat("p", operands.size())));
  }
  const Shape result = shapes.size() == 1 ? shapes[0] : Shape(shapes);
  const std::string what =
      StrCat(HloOpcodeString(combinations[0]->opcode), " of ", arguments[0].shape().ToString(true),
             " to ", result.ToString(true), ", window ", ToWindow(window).ToString());
  b.Finish(b.Add(HloOpcode::kReduceWindow, operands,
                 MakeAttributes(ReduceWindowAttributes{ToWindow(window)}), {body}, result));
  const std::unique_ptr<HloModule> module = b.Take();
  const Status verified = VerifyModule(*module);  // the inferred sizes are those of the model
  if (!verified.ok()) return StrCat(what, ": ", verified.ToString());
  const StatusOr<Literal> value = Evaluate(*module, arguments);
  if (!value.ok()) return StrCat(what, ": ", value.status().ToString());
  if (value->shape() != result) return StrCat(what, ": gives ", value->shape().ToString(true));
  for (size_t i = 0; i < expected.size(); ++i) {
    const ArrayModel actual = ToModel(expected.size() == 1 ? *value : value->elements()[i]);
    if (actual.elements != expected[i].elements) {
      return StrCat(what, ": result ", i, " is wrong: ", value->ToString(), " of ",
                    arguments[i].ToString());
    }
  }
  return "";
}

TEST(ReduceWindowPropertyTest, OneArray) {
  Random random(11);
  const std::vector<Combination> all = Combinations();
  int64_t elements = 0;
  for (int i = 0; i < kReduceWindowRounds; ++i) {
    const Combination& one = all[static_cast<size_t>(i) % all.size()];
    ASSERT_EQ(RunOneOfReduceWindow(random, {&one}, &elements), "");
  }
  std::printf("    %d windows, %lld outputs\n", kReduceWindowRounds,
              static_cast<long long>(elements));
}

TEST(ReduceWindowPropertyTest, TwoArrays) {
  Random random(12);
  const std::vector<Combination> all = Combinations();
  int64_t elements = 0;
  for (int i = 0; i < kReduceWindowRounds / 3; ++i) {
    const auto any = [&] { return &all[static_cast<size_t>(random.Below(19))]; };
    ASSERT_EQ(RunOneOfReduceWindow(random, {any(), any()}, &elements), "");
  }
  ASSERT_EQ(all.size(), 19u);
  std::printf("    %d windows, %lld outputs\n", kReduceWindowRounds / 3,
              static_cast<long long>(elements));
}

// ---- prefixes and suffixes ----

// With computations that no fold replaces, they take as many steps as there are elements, and
// prefixes have the bits that each would have alone.

constexpr double kPositiveInfinity = std::numeric_limits<double>::infinity();

// log(exp(a) + exp(b)) as JAX writes it; with the operands in another order, or plainly.
enum class LogAddExpForm { kJax, kSwapped, kPlain, kOther };
XlaComputation LogAddExp(PrimitiveType type, LogAddExpForm form = LogAddExpForm::kJax) {
  XlaBuilder b("logaddexp");
  const Shape scalar = ShapeUtil::MakeScalarShape(type);
  const XlaOp x = Parameter(&b, 0, scalar, "x"), y = Parameter(&b, 1, scalar, "y");
  const bool swapped = form == LogAddExpForm::kSwapped;
  const XlaOp difference = swapped ? Sub(y, x) : Sub(x, y);
  const XlaOp rest = Log1p(Exp(Neg(Abs(difference))));
  const XlaOp greatest = form == LogAddExpForm::kOther ? Min(x, y) : Max(x, y);
  const XlaOp sum = swapped ? Add(rest, greatest) : Add(greatest, rest);
  if (form != LogAddExpForm::kPlain) Select(Ne(difference, difference), Add(x, y), sum);
  return BuildOrDie(b);
}

// A computation that calls this one, as JAX writes a region.
XlaComputation CallOf(const XlaComputation& computation) {
  XlaBuilder b("region");
  const Shape scalar = ShapeUtil::MakeScalarShape(F32);
  Call(&b, computation, {Parameter(&b, 0, scalar, "x"), Parameter(&b, 1, scalar, "y")});
  return BuildOrDie(b);
}

// (greatest, its index), of which the first counts where two are the same.
XlaComputation GreatestAndIndex() {
  XlaBuilder b("greatest");
  const Shape value = ShapeUtil::MakeScalarShape(F32), index = ShapeUtil::MakeScalarShape(S32);
  const XlaOp x = Parameter(&b, 0, value, "x"), i = Parameter(&b, 1, index, "i");
  const XlaOp y = Parameter(&b, 2, value, "y"), j = Parameter(&b, 3, index, "j");
  const XlaOp stays = Ge(x, y);
  Tuple(&b, {Select(stays, x, y), Select(stays, i, j)});
  return BuildOrDie(b);
}

// Small numbers, and now and then none or an infinite one.
Literal NumbersOf(Random& random, const Shape& shape) {
  Literal wide = LiteralUtil::Zero(ShapeUtil::ChangeElementType(shape, F32));
  float* const data = wide.mutable_data<float>();
  for (int64_t i = 0; i < ShapeUtil::ElementsIn(shape); ++i) {
    const int64_t kind = random.Below(40);
    data[i] = kind == 0   ? -std::numeric_limits<float>::infinity()
              : kind == 1 ? std::numeric_limits<float>::quiet_NaN()
                          : static_cast<float>(random.Between(-4000, 4000)) / 128;
  }
  XlaBuilder b("converted");
  ConvertElementType(ParameterLike(b, 0, wide), shape.element_type());
  return *BuildAndRun(b, {wide});
}

bool HaveSameBits(const Literal& a, const Literal& b) {
  return a.size_bytes() == b.size_bytes() && std::memcmp(a.data<std::byte>(), b.data<std::byte>(),
                                                         static_cast<size_t>(a.size_bytes())) == 0;
}

using PaddingOf = std::vector<std::pair<int64_t, int64_t>>;

// The window along dimension d of a rank: its size, and padding.
struct WindowAlong {
  std::vector<int64_t> sizes;
  PaddingOf padding;
  std::vector<int64_t> ones;
};
WindowAlong WindowIn(size_t rank, size_t d, int64_t size, int64_t low, int64_t high) {
  WindowAlong window{std::vector<int64_t>(rank, 1), PaddingOf(rank, {0, 0}),
                     std::vector<int64_t>(rank, 1)};
  window.sizes[d] = size;
  window.padding[d] = {low, high};
  return window;
}

StatusOr<Literal> RunWindows(const std::vector<Literal>& arrays, const std::vector<Literal>& inits,
                             const XlaComputation& computation, const WindowAlong& window,
                             const RunLimits& limits = {}) {
  XlaBuilder b("windows");
  std::vector<XlaOp> operands, init_values;
  std::vector<Literal> arguments;
  for (const std::vector<Literal>* literals : {&arrays, &inits}) {
    for (const Literal& literal : *literals) {
      (literals == &arrays ? operands : init_values)
          .push_back(ParameterLike(b, static_cast<int64_t>(arguments.size()), literal));
      arguments.push_back(literal);
    }
  }
  ReduceWindowWithGeneralPadding(operands, init_values, computation, window.sizes, window.ones, {},
                                 {}, window.padding);
  return BuildAndRun(b, arguments, limits);
}

// The outputs of prefixes of `counts` elements, each reduced separately.
Literal EachAlone(const std::vector<Literal>& arrays, const std::vector<Literal>& inits,
                  const XlaComputation& computation, size_t d, const std::vector<int64_t>& counts,
                  size_t part) {
  XlaBuilder b("alone");
  std::vector<XlaOp> operands, init_values, outputs;
  std::vector<Literal> arguments;
  for (const Literal& array : arrays) {
    operands.push_back(ParameterLike(b, static_cast<int64_t>(arguments.size()), array));
    arguments.push_back(array);
  }
  for (const Literal& init : inits) {
    init_values.push_back(ParameterLike(b, static_cast<int64_t>(arguments.size()), init));
    arguments.push_back(init);
  }
  const auto dimension = static_cast<int64_t>(d);
  std::vector<int64_t> sizes = arrays[0].shape().dimensions().ToVector();
  for (const int64_t count : counts) {
    std::vector<XlaOp> prefixes;
    for (const XlaOp& operand : operands) {
      prefixes.push_back(SliceInDim(operand, 0, count, 1, dimension));
    }
    const XlaOp reduced = Reduce(&b, prefixes, init_values, computation, {dimension});
    sizes[d] = 1;
    outputs.push_back(
        Reshape(arrays.size() == 1 ? reduced : GetTupleElement(reduced, static_cast<int64_t>(part)),
                sizes));
  }
  ConcatInDim(&b, outputs, dimension);
  return *BuildAndRun(b, arguments);
}

// Prefixes with a window of `size` and padding `low`, of `outputs` lines.
void ExpectPrefixes(Random& random, const std::vector<int64_t>& sizes, size_t d, int64_t size,
                    int64_t low, int64_t outputs) {
  const int64_t n = sizes[d];
  const WindowAlong window = WindowIn(sizes.size(), d, size, low, outputs - 1 + size - low - n);
  std::vector<int64_t> counts;
  for (int64_t o = 0; o < outputs; ++o) {
    counts.push_back(std::clamp<int64_t>(o - low + size, 0, n));
  }
  for (const PrimitiveType type : {F32, F64, BF16}) {
    const Literal x = NumbersOf(random, ShapeUtil::MakeShape(type, sizes));
    const Literal init = NumbersOf(random, ShapeUtil::MakeScalarShape(type));
    for (const XlaComputation& computation : {LogAddExp(type), UnrecognizedAdd(type)}) {
      const StatusOr<Literal> value = RunWindows({x}, {init}, computation, window);
      ASSERT_TRUE(value.ok()) << value.status().ToString();
      const Literal alone = EachAlone({x}, {init}, computation, d, counts, 0);
      ASSERT_TRUE(HaveSameBits(*value, alone)) << value->ToString() << "\n"
                                               << alone.ToString() << "\n"
                                               << x.ToString();
    }
  }
}

TEST(PrefixWindowTest, HaveTheBitsOfEachAlone) {
  Random random(71);
  ExpectPrefixes(random, {70}, 0, 70, 69, 70);
  ExpectPrefixes(random, {5}, 0, 9, 8, 5);      // a window that is longer than the line
  ExpectPrefixes(random, {20}, 0, 20, 20, 20);  // without the element itself
  ExpectPrefixes(random, {12}, 0, 15, 17, 12);  // some have nothing
  ExpectPrefixes(random, {12}, 0, 15, 9, 7);    // the first has several
  ExpectPrefixes(random, {3, 17, 5}, 1, 17, 16, 17);
  ExpectPrefixes(random, {17, 90}, 0, 17, 16, 17);
  ExpectPrefixes(random, {3, 9}, 1, 9, 8, 9);
}

TEST(PrefixWindowTest, OfSeveralArrays) {
  Random random(72);
  const std::vector<int64_t> sizes = {2, 40};
  const Literal x = NumbersOf(random, ShapeUtil::MakeShape(F32, sizes));
  XlaBuilder b("indices");
  Iota(&b, ShapeUtil::MakeShape(S32, sizes), 1);
  const Literal indices = *BuildAndRun(b);
  const std::vector<Literal> inits = {LiteralUtil::CreateR0<float>(-100),
                                      LiteralUtil::CreateR0<int32_t>(-1)};
  std::vector<int64_t> counts;
  for (int64_t i = 1; i <= sizes[1]; ++i) counts.push_back(i);
  const StatusOr<Literal> value = RunWindows({x, indices}, inits, GreatestAndIndex(),
                                             WindowIn(2, 1, sizes[1], sizes[1] - 1, 0));
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  for (const size_t part : {size_t{0}, size_t{1}}) {
    EXPECT_TRUE(HaveSameBits(value->elements()[part],
                             EachAlone({x, indices}, inits, GreatestAndIndex(), 1, counts, part)));
  }
}

// 20,000 elements are about as many applications, of 11 instructions: not 200 million.
TEST(PrefixWindowTest, TakeAsManyStepsAsThereAreElements) {
  Random random(73);
  constexpr int64_t kCount = 20000;
  const Literal x = NumbersOf(random, ShapeUtil::MakeShape(F32, {kCount}));
  const Literal init = LiteralUtil::CreateR0<float>(-std::numeric_limits<float>::infinity());
  const RunLimits limits = {.instructions = 20 * kCount};
  for (const int64_t low : {kCount - 1, int64_t{0}}) {
    const WindowAlong window = WindowIn(1, 0, kCount, low, kCount - 1 - low);
    const StatusOr<Literal> value = RunWindows({x}, {init}, LogAddExp(F32), window, limits);
    EXPECT_TRUE(value.ok()) << value.status().ToString();
  }
  // A suffix of an unrecognized computation ends at a limit.
  const StatusOr<Literal> value =
      RunWindows({x}, {init}, UnrecognizedAdd(F32), WindowIn(1, 0, kCount, 0, kCount - 1), limits);
  EXPECT_EQ(value.status().rule(), "limits.c1");
}

TEST(LogAddExpTest, IsRecognised) {
  for (const LogAddExpForm form : {LogAddExpForm::kJax, LogAddExpForm::kSwapped,
                                   LogAddExpForm::kPlain, LogAddExpForm::kOther}) {
    const auto module = LogAddExp(F32, form).CreateModule();
    EXPECT_EQ(IsLogAddExp(module->entry_computation()), form != LogAddExpForm::kOther);
    EXPECT_EQ(IsLogAddExp(CallOf(LogAddExp(F32, form)).CreateModule()->entry_computation()),
              form != LogAddExpForm::kOther);
  }
  EXPECT_FALSE(IsLogAddExp(UnrecognizedAdd(F32).CreateModule()->entry_computation()));
}

// Each suffix, or window that slides, against sums in double.
void ExpectNearlyLogSums(Random& random, PrimitiveType type, const WindowAlong& window,
                         double tolerance) {
  constexpr int64_t kCount = 150;
  const Literal x = NumbersOf(random, ShapeUtil::MakeShape(type, {kCount}));
  const Literal init = LiteralUtil::Zero(ShapeUtil::MakeScalarShape(type));
  const StatusOr<Literal> value = RunWindows({x}, {init}, LogAddExp(type), window);
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  const auto at = [](const Literal& literal, int64_t i) {
    return literal.shape().element_type() == F64 ? literal.data<double>()[i]
                                                 : static_cast<double>(literal.data<float>()[i]);
  };
  for (int64_t o = 0; o < value->shape().dimensions(0); ++o) {
    double greatest = 0, sum = 0;
    bool is_number = true;
    for (const bool second : {false, true}) {
      sum = second ? std::exp(0 - greatest) : 0;
      for (int64_t k = 0; k < window.sizes[0]; ++k) {
        const int64_t i = o + k - window.padding[0].first;
        if (i < 0 || i >= kCount) continue;
        is_number = is_number && !std::isnan(at(x, i));
        if (second) sum += std::exp(at(x, i) - greatest);
        greatest = std::max(greatest, at(x, i));
      }
    }
    const double found = at(*value, o);
    if (!is_number) {
      EXPECT_TRUE(std::isnan(found)) << o;
      continue;
    }
    const double expected = greatest + std::log(sum);
    EXPECT_NEAR(found, expected, tolerance * std::max(1.0, std::fabs(expected))) << o;
  }
}

TEST(LogAddExpTest, SuffixesAndWindowsThatSlide) {
  Random random(74);
  for (const auto& [type, tolerance] : {std::pair(F32, 5e-7), {F64, 1e-14}}) {
    ExpectNearlyLogSums(random, type, WindowIn(1, 0, 150, 0, 149), tolerance);
    ExpectNearlyLogSums(random, type, WindowIn(1, 0, 100, 40, 60), tolerance);
    ExpectNearlyLogSums(random, type, WindowIn(1, 0, 70, 69, 69), tolerance);
  }
}

// Nothing but init, and infinities of one sign.
TEST(LogAddExpTest, Infinities) {
  const float minus = -std::numeric_limits<float>::infinity();
  std::vector<float> numbers(200, minus);
  const Literal x = LiteralUtil::CreateR1<float>(Span<const float>(numbers));
  const Literal init = LiteralUtil::CreateR0<float>(minus);
  const StatusOr<Literal> value =
      RunWindows({x}, {init}, LogAddExp(F32), WindowIn(1, 0, 200, 0, 199));
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  for (int64_t i = 0; i < 200; ++i) EXPECT_EQ(value->data<float>()[i], -kPositiveInfinity);
}

}  // namespace
}  // namespace hloom
