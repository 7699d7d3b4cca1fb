// Operands and results of products, of any types and values and with any strides.
#ifndef HLOOM_TESTS_KERNELS_STRIDED_OPERANDS_H_
#define HLOOM_TESTS_KERNELS_STRIDED_OPERANDS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "support/kernel_runner.h"
#include "support/models/array_model.h"
#include "support/models/element_model.h"

namespace hloom::testing_support {

// The values of operands.
enum class Values { kSmallIntegers, kFractions, kAnyBits, kSpecial };

inline std::string SomeValue(Random& random, PrimitiveType type, Values values) {
  const int64_t number = random.Between(-8, 8);
  if (values == Values::kAnyBits && (IsIntegralType(type) || type == PRED)) {
    return RandomElement(random, type);
  }
  if (values == Values::kSpecial && IsFloatingPointType(type) && random.OneIn(8)) {
    constexpr long double kInfinity = std::numeric_limits<long double>::infinity();
    const long double special[] = {-0.0L, 0.0L, kInfinity, -kInfinity, NAN};
    const ElementModel value = {.real = special[random.Below(random.OneIn(4) ? 5 : 2)]};
    return WriteElement(type, ConvertedElement(type, value));
  }
  if (values == Values::kSmallIntegers || IsIntegralType(type) || type == PRED) {
    return NumberAs(type, number);
  }
  const ElementModel value = {.real = static_cast<long double>(number) / 7,
                              .imaginary = static_cast<long double>(random.Between(-9, 9)) / 11};
  return WriteElement(type, ConvertedElement(type, value));
}

// Strides for dimensions in any order, with occasional gaps, and backwards.
struct Strides {
  Sizes strides;
  int64_t elements = 1;
  int64_t origin = 0;
};
inline Strides SomeStrides(Random& random, const Sizes& sizes, bool distinct) {
  Strides result;
  result.strides.resize(sizes.size());
  const Sizes order = random.OneIn(3) ? random.Permutation(sizes.size()) : Sizes();
  int64_t stride = 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const size_t d = order.empty() ? sizes.size() - 1 - i : static_cast<size_t>(order[i]);
    if (random.OneIn(8)) stride += random.Between(1, 3);
    const bool repeated = !distinct && random.OneIn(12);
    const bool backwards = random.OneIn(12);
    result.strides[d] = repeated ? 0 : backwards ? -stride : stride;
    if (repeated) continue;
    const int64_t reach = std::max<int64_t>(sizes[d] - 1, 0) * stride;
    if (backwards) result.origin += reach;
    result.elements += reach;
    stride = stride * std::max<int64_t>(sizes[d], 1);
  }
  return result;
}

// Memory of an array whose strides may be negative.
struct Memory {
  std::string bytes;
  int64_t origin = 0;  // the place of the element whose indices are all 0
  int64_t width = 0;

  void Fill(Random& random, PrimitiveType type, const Strides& strides, Values values) {
    width = ByteWidth(type);
    origin = strides.origin;
    for (int64_t i = 0; i < strides.elements; ++i) bytes += SomeValue(random, type, values);
  }
  std::byte* data() { return reinterpret_cast<std::byte*>(bytes.data()) + origin * width; }
};

// The array that a kernel fills, with gaps between its elements that must not be written.
class ResultMemory {
 public:
  void Place(PrimitiveType type, const Strides& strides) {
    memory_.width = ByteWidth(type);
    memory_.origin = strides.origin;
    elements_ = strides.elements;
    Clear();
  }
  void Clear() { memory_.bytes.assign(static_cast<size_t>(elements_ * memory_.width), kGap); }

  std::byte* data() { return memory_.data(); }
  const std::string& bytes() const { return memory_.bytes; }

  // Checks `samples` of `count` results, or all of them if there are no more or it is -1. look(i,
  // at) returns a description of the fault of result i, or nothing; at(place) is its address. If
  // all results are checked, the gaps are too.
  template <typename F>
  ::testing::AssertionResult IsRight(Random& random, int64_t count, int64_t samples,
                                     const F& look) {
    const bool all = samples < 0 || count <= samples;
    if (all) samples = count;
    std::vector<bool> written(static_cast<size_t>(elements_));
    const auto at = [&](int64_t place) {
      written[static_cast<size_t>(place + memory_.origin)] = true;
      return data() + place * memory_.width;
    };
    for (int64_t i = 0; i < samples; ++i) {
      const std::string wrong = look(all ? i : random.Below(count), at);
      if (!wrong.empty()) return ::testing::AssertionFailure() << wrong;
    }
    for (size_t i = 0; all && i < written.size(); ++i) {
      const size_t width = static_cast<size_t>(memory_.width);
      if (written[i] || bytes().substr(i * width, width) == std::string(width, kGap)) continue;
      return ::testing::AssertionFailure() << "gap " << i << " was written";
    }
    return ::testing::AssertionSuccess();
  }

 private:
  static constexpr char kGap = '\x5a';

  Memory memory_;
  int64_t elements_ = 0;
};

// Runs a problem that is cut into tasks: results are right, and the same bits in any order of them.
template <typename Problem>
void ExpectRightInAnyOrder(Problem& problem, Random& random) {
  const KernelReport report = problem.Run();
  ASSERT_TRUE(report.status.ok());
  ASSERT_GE(report.most_tasks, 1) << problem.Text();
  ASSERT_TRUE(problem.IsRight(random, 1, 200));
  const std::string bytes = problem.result_bytes();
  for (const TaskOrder order : kTaskOrders) {
    ASSERT_TRUE(problem.Run(order).status.ok());
    ASSERT_TRUE(problem.result_bytes() == bytes) << problem.Text();
  }
}

inline Sizes Joined(std::initializer_list<Sizes> lists) {
  Sizes all;
  for (const Sizes& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

struct Types {
  PrimitiveType lhs, rhs, result;
};

inline Types SomeTypes(Random& random) {
  const PrimitiveType result = RandomType(random);
  const PrimitiveType lhs = random.OneIn(2) ? result : RandomType(random);
  return {lhs, random.OneIn(2) ? lhs : RandomType(random), result};
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_KERNELS_STRIDED_OPERANDS_H_
