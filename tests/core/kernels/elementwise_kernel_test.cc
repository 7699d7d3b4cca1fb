// Elementwise kernels of many elements: their results do not depend on the order in which tasks
// run, and they can be left between tasks of a bounded size.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "kernels/convert.h"
#include "kernels/elementwise/elements.h"
#include "kernels/elementwise/elementwise.h"
#include "support/kernel_runner.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int64_t kMany = 100'003;

std::vector<std::byte> BitsOf(PrimitiveType type, int64_t count, uint64_t seed) {
  std::vector<float> values(static_cast<size_t>(count));
  RandomBits random(seed);
  for (float& value : values) value = static_cast<float>(random.Uniform(-100, 100));
  std::vector<std::byte> bits(static_cast<size_t>(count * ByteWidth(type)));
  ConvertRun(F32, reinterpret_cast<const std::byte*>(values.data()), type, bits.data(), count);
  return bits;
}

// x + y of a type, y being a scalar or not, one element after the other.
std::vector<std::byte> PlainSum(PrimitiveType type, const std::vector<std::byte>& x,
                                const std::vector<std::byte>& y) {
  const int64_t width = ByteWidth(type);
  const PrimitiveType wide = ComputeTypeOf(type);
  std::vector<std::byte> sum(x.size());
  for (int64_t i = 0; i < static_cast<int64_t>(x.size()) / width; ++i) {
    alignas(16) std::byte a[16], b[16], c[16];
    ConvertRun(type, x.data() + i * width, wide, a, 1);
    ConvertRun(type, y.data() + (y.size() > static_cast<size_t>(width) ? i * width : 0), wide, b,
               1);
    const std::byte* const operands[] = {a, b};
    ElementFunction{kAddLoops(wide)}(operands, c, 1);
    ConvertRun(wide, c, type, sum.data() + i * width, 1);
  }
  return sum;
}

TEST(ElementwiseKernelTest, ManyElementsInAnyOrder) {
  for (const PrimitiveType type : {F32, BF16, F8E4M3FN, S4, S64, C128}) {
    for (const bool scalar : {false, true}) {
      const std::vector<std::byte> x = BitsOf(type, kMany, 1);
      const std::vector<std::byte> y = BitsOf(type, scalar ? 1 : kMany, 2);
      const std::vector<std::byte> expected = PlainSum(type, x, y);
      for (const TaskOrder order : kTaskOrders) {
        for (const bool in_place : {false, true}) {
          std::vector<std::byte> first = x;
          std::vector<std::byte> result(x.size());
          const PrimitiveType wide = ComputeTypeOf(type);
          ElementwiseArrays arrays;
          arrays.function = {kAddLoops(wide)};
          arrays.operand_count = 2;
          arrays.operands[0] = {first.data(), type, wide, false};
          arrays.operands[1] = {y.data(), type, wide, scalar};
          arrays.result = in_place ? first.data() : result.data();
          arrays.type = type;
          arrays.computed = wide;
          arrays.count = kMany;
          const KernelReport report = RunKernel(ComputeElementwise(arrays), order);
          ASSERT_TRUE(report.status.ok());
          EXPECT_GE(report.most_tasks, 3);
          ASSERT_EQ(std::memcmp(arrays.result, expected.data(), expected.size()), 0)
              << PrimitiveTypeName(type) << (scalar ? " and a scalar" : "")
              << (in_place ? " in place" : "");
        }
      }
    }
  }
}

}  // namespace
}  // namespace hloom
