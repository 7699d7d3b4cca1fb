// Elementwise kernels whose operands repeat the elements of smaller arrays: they give the
// same results as with operands that are laid out.
#include <gtest/gtest.h>

#include "kernels/elementwise/elements.h"
#include "kernels/elementwise/elementwise.h"
#include "ops/elementwise/element_loops_eval.h"
#include "support/kernel_runner.h"
#include "support/models/array_model.h"

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

// Runs of a few elements, and of one repeated element, are left to copies.
TEST(RepetitionTest, SomeAreLeftToCopies) {
  EXPECT_TRUE(Repetition::Of(Sizes{1000, 3}, Sizes{3, 1}, Sizes{0, 1}).has_value());
  EXPECT_TRUE(
      Repetition::Of(Sizes{40, 20, 300}, Sizes{6000, 300, 1}, Sizes{300, 0, 1}).has_value());
  EXPECT_TRUE(Repetition::Of(Sizes{50, 4, 30}, Sizes{120, 30, 1}, Sizes{0, 1, 0}).has_value());
  EXPECT_FALSE(Repetition::Of(Sizes{1000, 300}, Sizes{300, 1}, Sizes{1, 0}).has_value());
  EXPECT_FALSE(Repetition::Of(Sizes{1000, 3}, Sizes{3, 1}, Sizes{1, 0}).has_value());
  // Memory order counts: the array is upright, and its runs have 1000 elements.
  EXPECT_TRUE(Repetition::Of(Sizes{1000, 300}, Sizes{1, 1000}, Sizes{1, 0}).has_value());
  EXPECT_FALSE(Repetition::Of(Sizes{3, 1000}, Sizes{1, 3}, Sizes{0, 1}).has_value());
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
    ASSERT_TRUE(result == expected) << PrimitiveTypeName(types.back());
  }
}

TEST(RepetitionTest, ComputesWhatItDoesOfArraysThatAreThere) {
  Random random(2);
  for (int round = 0; round < Rounds(6, 2); ++round) {
    for (const PrimitiveType type : {F32, BF16, S8, S64, C128}) {
      const ElementFunction add = {kAddLoops(ComputeTypeOf(type))};
      ASSERT_NO_FATAL_FAILURE(ExpectAsLaidOut(random, add, {type, type}, type, true));
      const ElementFunction select = SelectFunction(ByteWidth(type));
      ASSERT_NO_FATAL_FAILURE(ExpectAsLaidOut(random, select, {PRED, type, type}, type, false));
    }
    const ElementFunction clamp = {kClampLoops(ComputeTypeOf(F16))};
    ASSERT_NO_FATAL_FAILURE(ExpectAsLaidOut(random, clamp, {F16, F16, F16}, F16, true));
    const ElementFunction less = {kCompareLoops[5](F32)};
    ASSERT_NO_FATAL_FAILURE(ExpectAsLaidOut(random, less, {F32, F32}, PRED, true));
    const ElementFunction convert = ConvertFunction(F32, U8);
    ASSERT_NO_FATAL_FAILURE(ExpectAsLaidOut(random, convert, {F32}, U8, false));
  }
}

}  // namespace
}  // namespace hloom
