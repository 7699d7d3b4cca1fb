// Every elementwise kernel against the plain model of its operation, for every element type; with
// many elements in any order of tasks, and with pauses between tasks of a bounded size.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "kernels/elementwise/bits.h"
#include "kernels/elementwise/elements.h"
#include "kernels/elementwise/elementwise.h"
#include "kernels/elementwise/stochastic_convert.h"
#include "ops/elementwise/element_loops_eval.h"
#include "support/kernel_runner.h"
#include "support/models/array_model.h"
#include "support/models/elementwise_model.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int64_t kElementwiseKernelMany = Rounds(100'003, 70'003);
// No task has more elements.
constexpr int64_t kElementwiseKernelMostOfTask = 1 << 15;

struct Loops {
  std::string_view operation;
  ElementLoops loops;
  bool takes_bits = false;  // the loop takes the number of an element's bits
};
const Loops kLoops[] = {
    {"negate", kNegateLoops},
    {"abs", kAbsLoops},
    {"sign", kSignLoops},
    {"real", kRealLoops},
    {"imag", kImagLoops},
    {"is-finite", kIsFiniteLoops},
    {"not", kNotLoops},
    {"popcnt", kPopulationCountLoops, true},
    {"count-leading-zeros", kClzLoops, true},
    {"exponential", kExpLoops},
    {"exponential-minus-one", kExpm1Loops},
    {"log", kLogLoops},
    {"log-plus-one", kLog1pLoops},
    {"sqrt", kSqrtLoops},
    {"rsqrt", kRsqrtLoops},
    {"cbrt", kCbrtLoops},
    {"logistic", kLogisticLoops},
    {"erf", kErfLoops},
    {"ceil", kCeilLoops},
    {"floor", kFloorLoops},
    {"round-nearest-afz", kRoundNearestAfzLoops},
    {"round-nearest-even", kRoundNearestEvenLoops},
    {"sine", kSinLoops},
    {"cosine", kCosLoops},
    {"tan", kTanLoops},
    {"sinh", kSinhLoops},
    {"cosh", kCoshLoops},
    {"tanh", kTanhLoops},
    {"asin", kAsinLoops},
    {"acos", kAcosLoops},
    {"asinh", kAsinhLoops},
    {"acosh", kAcoshLoops},
    {"atanh", kAtanhLoops},
    {"add", kAddLoops},
    {"subtract", kSubtractLoops},
    {"multiply", kMultiplyLoops},
    {"divide", kDivideLoops},
    {"maximum", kMaximumLoops},
    {"minimum", kMinimumLoops},
    {"and", kAndLoops},
    {"or", kOrLoops},
    {"xor", kXorLoops},
    {"shift-left", kShiftLeftLoops, true},
    {"shift-right-arithmetic", kShiftRightArithmeticLoops, true},
    {"shift-right-logical", kShiftRightLogicalLoops, true},
    {"mulhi", kMulhiLoops, true},
    {"power", kPowerLoops},
    {"remainder", kRemainderLoops},
    {"atan2", kAtan2Loops},
    {"complex", kComplexLoops},
    {"clamp", kClampLoops},
    {"compare EQ", kCompareLoops[0]},
    {"compare NE", kCompareLoops[1]},
    {"compare GE", kCompareLoops[2]},
    {"compare GT", kCompareLoops[3]},
    {"compare LE", kCompareLoops[4]},
    {"compare LT", kCompareLoops[5]},
    {"compare total EQ", kCompareTotalOrderLoops[0]},
    {"compare total NE", kCompareTotalOrderLoops[1]},
    {"compare total GE", kCompareTotalOrderLoops[2]},
    {"compare total GT", kCompareTotalOrderLoops[3]},
    {"compare total LE", kCompareTotalOrderLoops[4]},
    {"compare total LT", kCompareTotalOrderLoops[5]},
};

std::vector<PrimitiveType> ArrayTypes() {
  std::vector<PrimitiveType> types;
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    if (IsArrayType(info.type)) types.push_back(info.type);
  }
  return types;
}

std::string SmallNumber(Random& random, PrimitiveType type) {
  if (IsIntegralType(type)) return NumberAs(type, random.Between(-3, 9));
  const auto part = [&] {
    const long double number = static_cast<long double>(random.Between(-40, 40)) / 8;
    return number == 0 && random.OneIn(2) ? -number : number;
  };
  ElementModel number = {.real = part(), .imaginary = part()};
  if (!IsComplexType(type)) number.imaginary = 0;
  return WriteElement(type, ConvertedElement(type, number));
}

// Parts between -4 and 4, with all digits.
std::string ComplexNumber(Random& random, PrimitiveType type) {
  const auto part = [&] {
    return std::ldexp(static_cast<long double>(random.Between(-(1 << 30), 1 << 30)), -28);
  };
  return WriteElement(type, ConvertedElement(type, {.real = part(), .imaginary = part()}));
}

// Any bits, or numbers of which many are equal; complex numbers of moderate size, and integer
// exponents for which the model multiplies.
std::string Drawn(Random& random, const ElementwiseModel& model, PrimitiveType type, int operand) {
  if (type == PRED) return RandomElement(random, type);
  if (IsIntegralType(type) && model.operation == "power" && operand == 1) {
    return NumberAs(type, random.Between(IsSignedIntegralType(type) ? -3 : 0, 70));
  }
  if (random.OneIn(2)) {
    // Zero is a pole, or a branch point, of many complex functions: tests of special values have
    // it.
    if (!IsComplexType(type) || model.HasValue(type)) return SmallNumber(random, type);
  }
  return IsComplexType(type) ? ComplexNumber(random, type) : RandomElement(random, type);
}

// An operation on `count` elements of a type: its operands, its result and the kernel.
struct ElementwiseKernelProblem {
  const Loops* loops;
  const ElementwiseModel* model;
  PrimitiveType type;
  std::vector<std::string> operands;
  std::string result;

  ElementwiseKernelProblem(Random& random, const Loops& loops, PrimitiveType type, int64_t count,
                           int scalar = -1)
      : loops(&loops), model(&ElementwiseModelOf(loops.operation)), type(type) {
    for (int i = 0; i < model->operands; ++i) {
      operands.emplace_back();
      for (int64_t e = 0; e < (i == scalar ? 1 : count); ++e) {
        operands.back() += Drawn(random, *model, type, i);
      }
    }
    result.assign(static_cast<size_t>(count * ByteWidth(model->ResultType(type))), 'x');
  }

  // `in_place`: the result overwrites operand 0.
  KernelReport Run(TaskOrder order, bool in_place = false) {
    const PrimitiveType compute = ComputeTypeOf(type);
    ElementwiseArrays arrays;
    arrays.function = {loops->loops(compute)};
    if (loops->takes_bits) arrays.function.parameters = {{BitWidth(type)}};
    arrays.operand_count = operands.size();
    arrays.type = model->ResultType(type);
    arrays.computed = ComputeTypeOf(arrays.type);
    arrays.count = static_cast<int64_t>(result.size()) / ByteWidth(arrays.type);
    std::string overwritten = operands[0];
    for (size_t i = 0; i < operands.size(); ++i) {
      const std::string& operand = in_place && i == 0 ? overwritten : operands[i];
      const bool scalar =
          arrays.count != 1 && operand.size() == static_cast<size_t>(ByteWidth(type));
      arrays.operands[i] = {reinterpret_cast<const std::byte*>(operand.data()), type, compute,
                            scalar};
    }
    std::string& to = in_place ? overwritten : result;
    arrays.result = reinterpret_cast<std::byte*>(to.data());
    const KernelReport report = RunKernel(ComputeElementwise(arrays), order);
    if (in_place) result = overwritten;
    return report;
  }

  // Empty, or a description of the first wrong result.
  std::string Judge() const {
    const PrimitiveType to = model->ResultType(type);
    const auto width = static_cast<size_t>(ByteWidth(type));
    const auto to_width = static_cast<size_t>(ByteWidth(to));
    for (size_t e = 0; e * to_width < result.size(); ++e) {
      std::vector<ElementModel> x;
      for (const std::string& operand : operands) {
        const size_t at = operand.size() == width ? 0 : e * width;
        x.push_back(ReadElement(type, operand.data() + at));
      }
      const std::string wrong =
          model->Judge(type, x, ReadElement(to, result.data() + e * to_width));
      if (!wrong.empty()) return wrong;
    }
    return "";
  }
};

TEST(ElementwiseKernelTest, EveryOperationOnEveryTypeIsAsTheModelHasIt) {
  constexpr int64_t kCount = Rounds(600, 150);
  ASSERT_EQ(std::size(kLoops), ElementwiseModels().size());
  Random random(1);
  int64_t pairs = 0;
  for (const Loops& loops : kLoops) {
    for (const PrimitiveType type : ArrayTypes()) {
      const ElementwiseModel& model = ElementwiseModelOf(loops.operation);
      if (!model.Takes(type)) {
        // No loop exists for a type that operations refuse; narrow types share the loops of others.
        if (ComputeTypeOf(type) == type) {
          EXPECT_EQ(loops.loops(type), nullptr) << loops.operation << PrimitiveTypeName(type);
        }
        continue;
      }
      ElementwiseKernelProblem problem(random, loops, type, kCount);
      ASSERT_TRUE(problem.Run(TaskOrder::kForwards).status.ok());
      EXPECT_EQ(problem.Judge(), "");
      ++pairs;
    }
  }
  std::printf("    %lld operations on types\n", static_cast<long long>(pairs));
}

const Loops& LoopsOf(std::string_view operation) {
  return *std::find_if(std::begin(kLoops), std::end(kLoops),
                       [&](const Loops& loops) { return loops.operation == operation; });
}

// Operands that are converted block by block, or are scalars, or neither; results of another width.
TEST(ElementwiseKernelTest, ManyElementsInAnyOrder) {
  Random random(2);
  const auto check = [&](std::string_view operation, PrimitiveType type, int scalar,
                         bool in_place) {
    ElementwiseKernelProblem problem(random, LoopsOf(operation), type, kElementwiseKernelMany,
                                     scalar);
    std::string judged;
    for (const TaskOrder order : kTaskOrders) {
      const KernelReport report = problem.Run(order, in_place);
      ASSERT_TRUE(report.status.ok());
      EXPECT_GE(report.most_tasks * kElementwiseKernelMostOfTask, kElementwiseKernelMany);
      // The model is slow: equal bytes are not judged twice.
      if (order == kTaskOrders[0]) {
        EXPECT_EQ(problem.Judge(), "") << operation;
        judged = problem.result;
      }
      ASSERT_TRUE(problem.result == judged) << operation << " of " << PrimitiveTypeName(type);
    }
  };
  for (const PrimitiveType type : {F32, BF16, S4, C128}) {
    for (const bool in_place : {false, true}) {
      for (const int scalar : {-1, 1}) check("add", type, scalar, in_place);
    }
  }
  check("compare LT", F16, -1, false);
  check("complex", F64, 0, false);
  check("abs", C64, -1, false);
  check("clamp", U16, 2, true);
  check("shift-left", U4, 1, true);
  check("tanh", BF16, -1, true);
}

// Tests the functions of ReducePrecision, Select, Copy, Convert and BitcastConvert, with many
// elements or with few. `model` computes an element of the result from those of the operands.
void ExpectFunction(const ElementFunction& function, const std::vector<PrimitiveType>& types,
                    const std::vector<std::string>& operands, PrimitiveType to, int64_t count,
                    const std::function<std::string(const std::vector<std::string>&)>& model) {
  std::string expected;
  for (int64_t e = 0; e < count; ++e) {
    std::vector<std::string> x;
    for (size_t i = 0; i < operands.size(); ++i) {
      const auto width = static_cast<size_t>(ByteWidth(types[i]));
      x.push_back(operands[i].substr(static_cast<size_t>(e) * width, width));
    }
    expected += model(x);
  }
  for (const TaskOrder order : kTaskOrders) {
    std::string result(expected.size(), 'x');
    ElementwiseArrays arrays;
    arrays.function = function;
    arrays.operand_count = operands.size();
    for (size_t i = 0; i < operands.size(); ++i) {
      arrays.operands[i] = {reinterpret_cast<const std::byte*>(operands[i].data()), types[i],
                            types[i], false};
    }
    arrays.result = reinterpret_cast<std::byte*>(result.data());
    arrays.type = arrays.computed = to;
    arrays.count = count;
    ASSERT_TRUE(RunKernel(ComputeElementwise(arrays), order).status.ok());
    const auto width = static_cast<size_t>(ByteWidth(to));
    for (size_t at = 0; at < result.size(); at += width) {
      if (result.compare(at, width, expected, at, width) == 0) continue;
      // NaNs may have any bits.
      ASSERT_TRUE(
          SameElement(ReadElement(to, result.data() + at), ReadElement(to, expected.data() + at)))
          << PrimitiveTypeName(types[0]) << " to " << PrimitiveTypeName(to) << " at " << at / width;
    }
  }
}

std::string RandomElements(Random& random, PrimitiveType type, int64_t count) {
  std::string all;
  for (int64_t i = 0; i < count; ++i) all += RandomElement(random, type);
  return all;
}

TEST(ElementwiseKernelTest, ReducePrecision) {
  Random random(3);
  for (const PrimitiveType type : ArrayTypes()) {
    if (!IsFloatingPointType(type)) continue;
    for (int round = 0; round < 30; ++round) {
      const int exponent_bits = static_cast<int>(random.Between(1, 12));
      const int mantissa_bits = static_cast<int>(random.Between(0, round % 3 == 0 ? 53 : 8));
      const int64_t count = round == 0 ? kElementwiseKernelMostOfTask + 1000 : 300;
      std::string elements;
      for (int64_t i = 0; i < count; ++i) {
        elements += random.OneIn(2) ? RandomElement(random, type) : SmallNumber(random, type);
      }
      ASSERT_NO_FATAL_FAILURE(ExpectFunction(
          ReducePrecisionFunction(type, exponent_bits, mantissa_bits), {type}, {elements}, type,
          count,
          [&](const std::vector<std::string>& x) {
            return WriteElement(type, ReducedPrecisionModel(type, ReadElement(type, x[0].data()),
                                                            exponent_bits, mantissa_bits));
          }))
          << exponent_bits << " and " << mantissa_bits << " bits";
    }
  }
}

TEST(ElementwiseKernelTest, SelectCopyAndConvert) {
  Random random(4);
  for (const PrimitiveType type : ArrayTypes()) {
    const int64_t count = type == S16 || type == C128 ? kElementwiseKernelMostOfTask + 1000 : 200;
    const std::string a = RandomElements(random, type, count);
    const std::string b = RandomElements(random, type, count);
    const std::string pred = RandomElements(random, PRED, count);
    ASSERT_NO_FATAL_FAILURE(
        ExpectFunction(SelectFunction(ByteWidth(type)), {PRED, type, type}, {pred, a, b}, type,
                       count, [](const auto& x) { return x[0][0] != 0 ? x[1] : x[2]; }));
    ASSERT_NO_FATAL_FAILURE(ExpectFunction(CopyFunction(ByteWidth(type)), {type}, {a}, type, count,
                                           [](const auto& x) { return x[0]; }));
    for (const PrimitiveType to : ArrayTypes()) {
      if (to == type) continue;
      ASSERT_NO_FATAL_FAILURE(
          ExpectFunction(ConvertFunction(type, to), {type}, {a}, to, count, [&](const auto& x) {
            return WriteElement(to, ConvertedElement(to, ReadElement(type, x[0].data())));
          }));
    }
  }
}

// Normal, subnormal and special numbers have the remainders that the C library finds step by step,
// bit for bit, for any distance of their exponents.
template <typename T, typename Bits>
void ExpectRemainders(PrimitiveType type, Bits exponent_mask) {
  constexpr size_t kCount = Rounds(200'000, 20'000);
  RandomBits random(7);
  std::vector<T> a(kCount), b(kCount), remainders(kCount);
  for (size_t i = 0; i < kCount; ++i) {
    auto x = static_cast<Bits>(random.Next());
    auto y = static_cast<Bits>(random.Next());
    if (i % 5 == 1) y &= ~exponent_mask;                    // subnormal
    if (i % 5 == 2) y &= static_cast<Bits>(i % 7 * 37);     // one of the least
    if (i % 5 == 3) (i % 2 == 0 ? x : y) &= exponent_mask;  // a power of two, or infinite
    if (i % 11 == 0) x = (x & ~exponent_mask) | (exponent_mask << 1 & exponent_mask);  // large
    a[i] = __builtin_bit_cast(T, x);
    b[i] = __builtin_bit_cast(T, y);
  }
  const std::byte* const operands[] = {reinterpret_cast<const std::byte*>(a.data()),
                                       reinterpret_cast<const std::byte*>(b.data())};
  kRemainderLoops(type)({}, operands, reinterpret_cast<std::byte*>(remainders.data()), kCount);
  for (size_t i = 0; i < kCount; ++i) {
    const T expected = std::fmod(a[i], b[i]);
    if (std::isnan(expected) && std::isnan(remainders[i])) continue;
    ASSERT_EQ(__builtin_bit_cast(Bits, remainders[i]), __builtin_bit_cast(Bits, expected))
        << a[i] << " % " << b[i];
  }
}

TEST(ElementwiseKernelTest, RemaindersOfAnyExponents) {
  ExpectRemainders<float, uint32_t>(F32, 0x7f800000);
  ExpectRemainders<double, uint64_t>(F64, 0x7ff0000000000000);
}

// Between types of one width as a function of elements; otherwise words are split or combined.
TEST(ElementwiseKernelTest, BitsOfAnotherType) {
  Random random(5);
  for (const PrimitiveType from : ArrayTypes()) {
    for (const PrimitiveType to : ArrayTypes()) {
      if (IsComplexType(from) != IsComplexType(to)) continue;
      const int from_bits = from == PRED ? 8 : BitWidth(from);
      const int to_bits = to == PRED ? 8 : BitWidth(to);
      const int64_t elements = 16 * 8;
      const std::string in = RandomElements(random, from, elements);
      const std::string expected = BitcastModel(from, in, to);
      if ((from == PRED || to == PRED) && from_bits != to_bits) continue;
      std::string out(expected.size(), 'x');
      ConvertRunOfBits(from, reinterpret_cast<const std::byte*>(in.data()), to,
                       reinterpret_cast<std::byte*>(out.data()), elements * from_bits / to_bits);
      ASSERT_TRUE(out == expected) << PrimitiveTypeName(from) << " as " << PrimitiveTypeName(to);
      if (from_bits != to_bits) continue;
      ASSERT_NO_FATAL_FAILURE(
          ExpectFunction(BitcastFunction(from, to), {from}, {in}, to, elements,
                         [&](const auto& x) { return BitcastModel(from, x[0], to); }));
    }
  }
}

TEST(StochasticConvertKernelTest, InAnyOrder) {
  Random random(6);
  constexpr int64_t kMostRounded = 1 << 14;
  const auto check = [&](PrimitiveType from, PrimitiveType to, int64_t count) {
    const PrimitiveType bits[] = {U4, U8, U16, U32, U64};
    const PrimitiveType by =
        *std::find_if(std::begin(bits), std::end(bits),
                      [&](PrimitiveType type) { return BitWidth(type) == BitWidth(from); });
    std::string operand, thresholds, expected;
    for (int64_t i = 0; i < count; ++i) {
      operand += random.OneIn(2) ? RandomElement(random, from) : SmallNumber(random, from);
      thresholds += RandomElement(random, by);
      const auto at = static_cast<size_t>(i * ByteWidth(from));
      const ElementModel threshold = ReadElement(by, thresholds.data() + at);
      expected +=
          WriteElement(to, StochasticModel(to, ReadElement(from, operand.data() + at).real,
                                           static_cast<uint64_t>(threshold.integer), BitWidth(by)));
    }
    for (const TaskOrder order : kTaskOrders) {
      std::string result(expected.size(), 'x');
      const KernelReport report =
          RunKernel(StochasticConvert(from, reinterpret_cast<const std::byte*>(operand.data()), by,
                                      reinterpret_cast<const std::byte*>(thresholds.data()), to,
                                      reinterpret_cast<std::byte*>(result.data()), count),
                    order);
      ASSERT_TRUE(report.status.ok());
      // Few are converted immediately.
      EXPECT_GE(report.most_tasks * kMostRounded, count <= kFewStochasticConverts ? 0 : count);
      ASSERT_TRUE(result == expected) << PrimitiveTypeName(from) << " to " << PrimitiveTypeName(to);
    }
  };
  for (const PrimitiveType from : ArrayTypes()) {
    if (!IsFloatingPointType(from)) continue;
    for (const PrimitiveType to : {S2, S4, S8, S16, S32, S64}) {
      ASSERT_NO_FATAL_FAILURE(check(from, to, to == S8 ? 40'000 : 300));
    }
  }
  check(F32, S32, 0);
}

}  // namespace
}  // namespace hloom
