// TopK against its plain model, the front of a sorted row.
#include <cstdio>

#include "ops/sorting/top_k.h"
#include "runtime/execution.h"
#include "support/models/sort_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kTopKRounds = Rounds(5000, 1000);

StatusOr<Literal> RunTopK(Random& random, PrimitiveType type, const ArrayModel& x,
                          const TopKAttributes& attributes) {
  ModuleBuilder b("m");
  b.Begin("main");
  const Shape shape = WithRandomLayout(random, ShapeUtil::MakeShape(type, x.sizes));
  Sizes sizes = x.sizes;
  sizes.back() = attributes.k;
  const Shape result = WithRandomLayout(
      random, Shape({ShapeUtil::MakeShape(type, sizes), ShapeUtil::MakeShape(S32, sizes)}));
  b.Finish(b.Add(HloOpcode::kTopK, {b.Parameter(0, shape, "x")}, MakeAttributes(attributes), {},
                 result));
  const std::unique_ptr<HloModule> module = b.Take();
  HLOOM_RETURN_IF_ERROR(VerifyModule(*module));
  HLOOM_ASSIGN_OR_RETURN(Literal value, Evaluate(*module, {ToLiteral(x, shape)}));
  EXPECT_EQ(value.shape().ToString(true), result.ToString(true));
  return value;
}

// Empty, or what is wrong.
std::string CheckOpsTopK(Random& random, const Sizes& sizes, int64_t k = -1) {
  PrimitiveType type = RandomType(random);
  while (IsComplexType(type)) type = RandomType(random);
  const ArrayModel x = RandomArrayWithTies(random, type, sizes);
  TopKAttributes attributes;
  attributes.k = random.Between(0, sizes.back());
  if (random.OneIn(2)) attributes.k = std::min<int64_t>(attributes.k, 3);
  if (k >= 0) attributes.k = k;
  attributes.largest = random.OneIn(2);
  const StatusOr<Literal> value = RunTopK(random, type, x, attributes);
  if (!value.ok()) return value.status().ToString();
  const ArrayModel values = ToModel(value->elements()[0]);
  const ArrayModel indices = ToModel(value->elements()[1]);
  Sizes rows = sizes;
  rows.back() = 1;
  for (int64_t r = 0; r < CountOf(rows); ++r) {
    const auto at = [&](int64_t place) {
      Sizes index = IndexAt(rows, r);
      index.back() = place;
      return index;
    };
    std::vector<ModelNumber> row;
    for (int64_t i = 0; i < sizes.back(); ++i) row.push_back(NumberOf(type, x.At(at(i))));
    const Sizes order = TopKModel(row, attributes.k, IsFloatingPointType(type), attributes.largest);
    for (int64_t i = 0; i < attributes.k; ++i) {
      const int64_t wanted = order[static_cast<size_t>(i)];
      if (ElementAs<int32_t>(indices.At(at(i))) != wanted || values.At(at(i)) != x.At(at(wanted))) {
        return StrCat("wrong: k=", attributes.k, " of ", PrimitiveTypeText(type), Braced(sizes));
      }
    }
  }
  return "";
}

TEST(TopKPropertyTest, AgainstSorting) {
  Random random(31);
  for (int i = 0; i < kTopKRounds; ++i) {
    Sizes sizes = RandomSizes(random, static_cast<size_t>(random.Between(1, 5)));
    if (random.OneIn(4)) sizes = {random.Between(1, 3), random.Between(1, 60)};
    ASSERT_EQ(CheckOpsTopK(random, sizes), "") << "round " << i;
  }
  for (int i = 0; i < 8; ++i) ASSERT_EQ(CheckOpsTopK(random, {random.Between(500, 1000)}), "");
  // Many elements are selected before they are sorted; equal ones keep their order.
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(CheckOpsTopK(random, {random.Between(4500, 5000)}, random.Between(512, 560)), "");
  }
  std::printf("    topk: %d combinations\n", kTopKRounds);
}

}  // namespace
}  // namespace hloom
