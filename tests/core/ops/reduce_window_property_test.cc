// ReduceWindow against its plain model, window by window: random shapes of rank 0 to 5, layouts and
// padding in memory, sizes, strides, dilations, positive and negative padding; computations that
// are folded by kernels and computations that are not; one and two arrays.
#include <cmath>
#include <cstdio>
#include <functional>

#include "ops/windows/reduce_window.h"
#include "runtime/execution.h"
#include "support/models/applied_model.h"
#include "support/module_builder.h"

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

}  // namespace
}  // namespace hloom
