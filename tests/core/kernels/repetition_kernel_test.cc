// Elementwise kernels whose operands repeat the elements of smaller arrays, and kernels of several
// operations: they give the same results as with operands that are laid out, one operation after
// the other.
#include <gtest/gtest.h>

#include "kernels/elementwise/elements.h"
#include "kernels/elementwise/elementwise.h"
#include "kernels/elementwise/fused_elementwise.h"
#include "ops/elementwise/element_loops_eval.h"
#include "support/kernel_runner.h"
#include "support/models/array_model.h"
#include "support/same_numbers.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// An array, in row-major order, that repeats elements of a smaller one.
struct Repeating {
  Sizes sizes;
  Sizes from_strides;  // 0 for dimensions that the smaller one does not have
  std::string small;

  Repeating(Random& random, PrimitiveType type, const Sizes& of) : sizes(of) {
    from_strides.resize(of.size());
    int64_t count = 1;
    for (size_t d = of.size(); d-- > 0;) {
      if (random.OneIn(2)) continue;
      from_strides[d] = count;
      count *= of[d];
    }
    for (int64_t i = 0; i < count; ++i) small += RandomElement(random, type);
  }

  int64_t OffsetAt(int64_t position) const {
    const Sizes index = IndexAt(sizes, position);
    int64_t offset = 0;
    for (size_t d = 0; d < index.size(); ++d) offset += index[d] * from_strides[d];
    return offset;
  }
  std::string LaidOut(int64_t width) const {
    std::string all;
    for (int64_t i = 0; i < CountOf(sizes); ++i) {
      all += small.substr(static_cast<size_t>(OffsetAt(i) * width), static_cast<size_t>(width));
    }
    return all;
  }
  std::optional<Repetition> repetition() const {
    Sizes strides(sizes.size());
    int64_t count = 1;
    for (size_t d = sizes.size(); d-- > 0; count *= sizes[d]) strides[d] = count;
    return Repetition::Of(sizes, strides, from_strides);
  }
};

Sizes RepetitionKernelSomeSizes(Random& random) {
  const std::vector<Sizes> sizes = {
      {300, 251}, {40001, 2}, {2, 40001}, {3, 300, 90}, {5, 3, 17, 130}, {700}, {90, 1, 600},
  };
  return sizes[static_cast<size_t>(random.Below(static_cast<int64_t>(sizes.size())))];
}

TEST(RepetitionTest, CursorsFindWhatIsRepeated) {
  Random random(1);
  int64_t found = 0;
  for (int round = 0; round < Rounds(120, 30); ++round) {
    const Repeating array(random, U8, RepetitionKernelSomeSizes(random));
    const std::optional<Repetition> repetition = array.repetition();
    if (!repetition.has_value()) continue;
    ++found;
    const int64_t count = CountOf(array.sizes);
    const int64_t begin = random.Below(count);
    Repetition::Cursor cursor(*repetition, begin);
    for (int64_t at = begin; at < std::min(count, begin + 1000);) {
      const int64_t some = std::min(random.Between(1, cursor.left()), count - at);
      for (int64_t i = 0; i < some; ++i) {
        ASSERT_EQ(cursor.at() + i * cursor.step(), array.OffsetAt(at + i));
        const int64_t later = at + i + repetition->period();
        ASSERT_EQ(array.OffsetAt(later < count ? later : at + i), array.OffsetAt(at + i));
      }
      cursor.Advance(some);
      at += some;
    }
  }
  EXPECT_GE(found, Rounds(15, 4));
}

// Short runs are left to copies.
TEST(RepetitionTest, SomeAreLeftToCopies) {
  EXPECT_TRUE(Repetition::Of(Sizes{1000, 3}, Sizes{3, 1}, Sizes{0, 1}).has_value());
  EXPECT_TRUE(
      Repetition::Of(Sizes{40, 20, 300}, Sizes{6000, 300, 1}, Sizes{300, 0, 1}).has_value());
  EXPECT_TRUE(Repetition::Of(Sizes{50, 4, 30}, Sizes{120, 30, 1}, Sizes{0, 1, 0}).has_value());
  EXPECT_TRUE(Repetition::Of(Sizes{1000, 300}, Sizes{300, 1}, Sizes{1, 0}).has_value());
  EXPECT_FALSE(Repetition::Of(Sizes{1000, 3}, Sizes{3, 1}, Sizes{1, 0}).has_value());
  // Memory order counts: the array is upright, and its runs have 1000 elements.
  EXPECT_TRUE(Repetition::Of(Sizes{1000, 300}, Sizes{1, 1000}, Sizes{1, 0}).has_value());
  EXPECT_FALSE(Repetition::Of(Sizes{3, 1000}, Sizes{1, 3}, Sizes{0, 1}).has_value());
}

ElementFunction WithScalarLoop(const ElementLoops& loops, PrimitiveType type) {
  return {loops(type), {}, loops.WithScalar(type)};
}

// Operands repeat or are laid out, as drawn in `repeats`; at least one is laid out if the result
// takes its memory.
void ExpectAsLaidOut(Random& random, const ElementFunction& function,
                     const std::vector<PrimitiveType>& types, PrimitiveType to, bool computes) {
  const Sizes sizes = RepetitionKernelSomeSizes(random);
  const int64_t count = CountOf(sizes);
  const auto computed = [&](PrimitiveType type) { return computes ? ComputeTypeOf(type) : type; };
  std::vector<Repeating> operands;
  std::vector<std::optional<Repetition>> repetitions;
  std::vector<std::string> laid_out;
  for (const PrimitiveType type : types) {
    operands.emplace_back(random, type, sizes);
    repetitions.push_back(operands.back().repetition());
    laid_out.push_back(operands.back().LaidOut(ByteWidth(type)));
  }
  ElementwiseArrays arrays;
  arrays.function = function;
  arrays.operand_count = types.size();
  arrays.type = to;
  arrays.computed = computed(to);
  arrays.count = count;
  const auto data = [](const std::string& bytes) {
    return reinterpret_cast<const std::byte*>(bytes.data());
  };
  std::string expected(static_cast<size_t>(count * ByteWidth(to)), 'x');
  for (size_t i = 0; i < types.size(); ++i) {
    arrays.operands[i] = {data(laid_out[i]), types[i], computed(types[i])};
  }
  arrays.result = reinterpret_cast<std::byte*>(expected.data());
  ASSERT_TRUE(RunKernel(ComputeElementwise(arrays)).status.ok());
  const size_t in_place =
      random.OneIn(2) && ByteWidth(types.back()) == ByteWidth(to) ? types.size() - 1 : types.size();
  for (size_t i = 0; i < types.size(); ++i) {
    if (i == in_place || !repetitions[i].has_value() || random.OneIn(4)) continue;
    const bool scalar = operands[i].small.size() == static_cast<size_t>(ByteWidth(types[i]));
    arrays.operands[i].data = data(operands[i].small);
    if (scalar && random.OneIn(2)) {
      arrays.operands[i].scalar = true;
    } else {
      arrays.operands[i].repetition = &*repetitions[i];
    }
  }
  for (const TaskOrder order : kTaskOrders) {
    std::string result(expected.size(), 'y');
    if (in_place < types.size()) {
      result = laid_out[in_place];
      arrays.operands[in_place].data = data(result);
    }
    arrays.result = reinterpret_cast<std::byte*>(result.data());
    ASSERT_TRUE(RunKernel(ComputeElementwise(arrays), order).status.ok());
    ASSERT_TRUE(SameNumbers(to, result, expected)) << PrimitiveTypeName(types.back());
  }
}

TEST(RepetitionTest, ComputesWhatItDoesOfArraysThatAreThere) {
  Random random(2);
  for (int round = 0; round < Rounds(6, 2); ++round) {
    for (const PrimitiveType type : {F32, BF16, S8, S64, C128}) {
      const ElementFunction add = WithScalarLoop(kAddLoops, ComputeTypeOf(type));
      ASSERT_NO_FATAL_FAILURE(ExpectAsLaidOut(random, add, {type, type}, type, true));
      const ElementFunction select = SelectFunction(ByteWidth(type));
      ASSERT_NO_FATAL_FAILURE(ExpectAsLaidOut(random, select, {PRED, type, type}, type, false));
    }
    const ElementFunction clamp = {kClampLoops(ComputeTypeOf(F16))};
    ASSERT_NO_FATAL_FAILURE(ExpectAsLaidOut(random, clamp, {F16, F16, F16}, F16, true));
    const ElementFunction divide = WithScalarLoop(kDivideLoops, F64);
    ASSERT_NO_FATAL_FAILURE(ExpectAsLaidOut(random, divide, {F64, F64}, F64, true));
    const ElementFunction less = {kCompareLoops[5](F32)};
    ASSERT_NO_FATAL_FAILURE(ExpectAsLaidOut(random, less, {F32, F32}, PRED, true));
    const ElementFunction convert = ConvertFunction(F32, U8);
    ASSERT_NO_FATAL_FAILURE(ExpectAsLaidOut(random, convert, {F32}, U8, false));
  }
}

// A value of the loop, or one of its operands, and all its elements.
struct FusedValue {
  FusedElementwise::Source source;
  PrimitiveType type;
  std::string elements;
};

// Adds a step to the loop, and computes the elements of its value from those of `operands`.
FusedValue AddFusedStep(FusedElementwise& loop, const ElementFunction& function,
                        const std::vector<const FusedValue*>& operands, PrimitiveType type,
                        bool computes, int64_t count) {
  const auto computed = [&](PrimitiveType t) { return computes ? ComputeTypeOf(t) : t; };
  ElementwiseArrays arrays;
  arrays.function = function;
  arrays.type = type;
  arrays.computed = computed(type);
  arrays.count = count;
  FusedElementwise::Source sources[ElementFunction::kMaxOperands];
  for (const FusedValue* operand : operands) {
    sources[arrays.operand_count] = operand->source;
    arrays.operands[arrays.operand_count++] = {
        reinterpret_cast<const std::byte*>(operand->elements.data()), operand->type,
        computed(operand->type)};
  }
  std::string elements(static_cast<size_t>(count * ByteWidth(type)), 'x');
  arrays.result = reinterpret_cast<std::byte*>(elements.data());
  EXPECT_TRUE(RunKernel(ComputeElementwise(arrays)).status.ok());
  return {{true, loop.AddStep(arrays, sources)}, type, std::move(elements)};
}

void ExpectAsOneAfterTheOther(Random& random) {
  const Sizes sizes = RepetitionKernelSomeSizes(random);
  const int64_t count = CountOf(sizes);
  FusedElementwise loop;
  std::vector<Repeating> arrays;
  std::vector<std::optional<Repetition>> repetitions(6);
  std::vector<FusedValue> values;
  std::vector<std::string> data;
  for (size_t i = 0; i < repetitions.size(); ++i) {
    const PrimitiveType type = i % 2 == 0 ? F32 : BF16;
    arrays.emplace_back(random, type, sizes);
    values.push_back({{}, type, arrays.back().LaidOut(ByteWidth(type))});
    if (i > 1) repetitions[i] = arrays.back().repetition();
    FusedElementwise::Operand operand = {nullptr, type, ComputeTypeOf(type)};
    const bool scalar = arrays.back().small.size() == static_cast<size_t>(ByteWidth(type));
    if (repetitions[i].has_value() && scalar && random.OneIn(2)) {
      operand.scalar = true;
    } else if (repetitions[i].has_value()) {
      operand.repetition = &*repetitions[i];
    }
    data.push_back(repetitions[i].has_value() ? arrays.back().small : values.back().elements);
    values.back().source = {false, loop.AddOperand(operand)};
  }
  const int64_t steps = random.Between(2, 12);
  for (int64_t s = 0; s < steps; ++s) {
    // Converted are values of the loop only, whose elements no reader has widened yet.
    const FusedValue& a = values[values.size() - 1 - static_cast<size_t>(random.Below(4))];
    if (a.source.is_step && random.OneIn(3)) {
      const PrimitiveType to = a.type == F32 ? BF16 : F32;
      values.push_back(AddFusedStep(loop, ConvertFunction(a.type, to), {&a}, to, false, count));
      continue;
    }
    const FusedValue* b = &a;
    do {
      b = &values[static_cast<size_t>(random.Below(static_cast<int64_t>(values.size())))];
    } while (b->type != a.type);
    const ElementFunction add = WithScalarLoop(kAddLoops, F32);
    values.push_back(AddFusedStep(loop, add, {&a, b}, a.type, true, count));
  }
  loop.Finish();
  const FusedValue& expected = values.back();
  // The first two operands are there in full: the result may take the memory of either.
  const size_t in_place = expected.type == F32 ? 0 : 1;
  for (const TaskOrder order : kTaskOrders) {
    std::string result(expected.elements.size(), 'y');
    std::vector<const std::byte*> operands;
    for (const std::string& bytes : data) {
      operands.push_back(reinterpret_cast<const std::byte*>(bytes.data()));
    }
    if (random.OneIn(2)) {
      result = data[in_place];
      operands[in_place] = reinterpret_cast<const std::byte*>(result.data());
    }
    auto* const to = reinterpret_cast<std::byte*>(result.data());
    ASSERT_TRUE(RunKernel(loop.Compute(operands.data(), to), order).status.ok());
    ASSERT_TRUE(SameNumbers(expected.type, result, expected.elements));
  }
}

TEST(FusedElementwiseTest, GivesTheBitsOfOneOperationAfterTheOther) {
  Random random(3);
  for (int round = 0; round < Rounds(200, 20); ++round) {
    ASSERT_NO_FATAL_FAILURE(ExpectAsOneAfterTheOther(random));
  }
}

}  // namespace
}  // namespace hloom
