// Map against its plain model: random shapes, strides and widths, scalars among the operands,
// results in an operand's memory; in any order of tasks.
#include "kernels/map.h"

#include <gtest/gtest.h>

#include "shape/index_util.h"
#include "support/kernel_runner.h"
#include "support/models/applied_model.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kMapKernelRounds = Rounds(1000, 200);
// The computation is never applied to more elements at once.
constexpr int64_t kMostAtOnce = 1 << 16;

// Each byte of the result is a mixture of bytes of the operands, of which the result has the width
// of the first: neither operands nor bytes may change places.
std::string Mixed(const Elements& e) {
  std::string mixed = e[0];
  for (size_t i = 0; i < mixed.size(); ++i) {
    int byte = 0;
    for (size_t p = 0; p < e.size(); ++p) {
      byte = 3 * byte + static_cast<unsigned char>(e[p][i % e[p].size()]);
    }
    mixed[i] = static_cast<char>(byte + static_cast<int>(i));
  }
  return mixed;
}

// Computes the mixtures of an application, and notes how many at a time.
class Mixer {
 public:
  explicit Mixer(Sizes widths) : widths_(std::move(widths)) {}

  void operator()(const Application& a) {
    EXPECT_EQ(a.computation, 2u);
    EXPECT_EQ(a.arguments.size(), widths_.size());
    EXPECT_EQ(a.results.size(), 1u);
    counts.push_back(a.count);
    for (int64_t i = 0; i < a.count; ++i) {
      Elements elements;
      for (size_t p = 0; p < widths_.size(); ++p) {
        elements.emplace_back(reinterpret_cast<const char*>(a.arguments[p]) + i * widths_[p],
                              static_cast<size_t>(widths_[p]));
      }
      std::memcpy(a.results[0] + i * widths_[0], Mixed(elements).data(),
                  static_cast<size_t>(widths_[0]));
    }
  }

  Sizes counts;

 private:
  Sizes widths_;
};

// Runs one map over arrays of these sizes; gives how many elements were mapped at a time.
Sizes RunOne(Random& random, const Sizes& sizes, TaskOrder order) {
  const PrimitiveType types[] = {U8, S16, F32, U64, C128};
  MapArrays arrays;
  arrays.computation = 2;
  arrays.sizes = sizes;
  std::vector<ArrayModel> models;
  std::vector<Literal> literals;
  Sizes widths;
  for (int64_t n = random.Between(1, 4); n > 0; --n) {
    const bool scalar = !models.empty() && random.OneIn(3);
    const PrimitiveType type = types[random.Below(5)];
    models.push_back(RandomArray(random, type, scalar ? Sizes() : sizes));
    Shape shape = ShapeUtil::MakeShape(type, models.back().sizes);
    if (random.OneIn(2)) shape = WithRandomLayout(random, shape);
    literals.push_back(ToLiteral(models.back(), shape));
    widths.push_back(ByteWidth(type));
    arrays.operands.push_back({nullptr, widths.back(), IndexUtil::Strides(shape), scalar});
  }
  for (size_t i = 0; i < literals.size(); ++i) {
    arrays.operands[i].data = literals[i].data<std::byte>();
  }
  const bool in_place = random.OneIn(3);
  Shape shape = literals[0].shape();
  if (!in_place) shape = WithRandomLayout(random, shape);
  Literal result = in_place ? literals[0] : *Literal::Create(shape);
  arrays.result = result.mutable_data<std::byte>();
  if (in_place) arrays.operands[0].data = arrays.result;
  arrays.width = widths[0];
  arrays.strides = IndexUtil::Strides(shape);
  Mixer mixer(widths);
  const KernelReport report =
      RunKernel(MapElements(arrays), order, [&](const Application& a) { mixer(a); });
  EXPECT_TRUE(report.status.ok());
  const ArrayModel expected =
      MapModel(models, sizes, [](const Elements& e) { return Elements{Mixed(e)}; });
  EXPECT_TRUE(ToModel(result).elements == expected.elements)
      << shape.ToString(true) << (in_place ? " in place" : "");
  return mixer.counts;
}

TEST(MapKernelTest, AsTheModelHasIt) {
  Random random(71);
  for (int i = 0; i < kMapKernelRounds; ++i) {
    const Sizes sizes = RandomSizes(random);
    int64_t count = 0;
    for (const int64_t mapped : RunOne(random, sizes, OneOfTaskOrders(i))) count += mapped;
    ASSERT_EQ(count, CountOf(sizes));
    ASSERT_FALSE(HasFailure());
  }
}

TEST(MapKernelTest, ManyElementsInAnyOrder) {
  Random random(72);
  for (const Sizes& sizes : {Sizes{70'001}, Sizes{3, 90, 300}, Sizes{40'001, 2}}) {
    for (const TaskOrder order : kTaskOrders) {
      const Sizes counts = RunOne(random, sizes, order);
      ASSERT_EQ(counts.size(), 2u);
      EXPECT_EQ(counts[0], kMostAtOnce);
      EXPECT_EQ(counts[1], CountOf(sizes) - kMostAtOnce);
    }
  }
}

}  // namespace
}  // namespace hloom
