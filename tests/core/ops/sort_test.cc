// Tests that cases cannot make: full errors, cancellation, limits, inconsistent comparators on long
// rows.
#include <algorithm>

#include "runtime/execution.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

XlaComputation OpsSortComparator(XlaOp (*compare)(XlaOp, XlaOp, Span<const int64_t>),
                                 bool disguised) {
  XlaBuilder b("comparator");
  const Shape scalar = ShapeUtil::MakeScalarShape(F32);
  const XlaOp x = Parameter(&b, 0, scalar, "x");
  const XlaOp y = Parameter(&b, 1, scalar, "y");
  const XlaOp answer = compare(x, y, {});
  return *b.Build(disguised ? Or(answer, answer) : answer);
}

TEST(SortErrorTest, TheSignatureOfTheComparator) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {3}), "x");
  const XlaOp i = Parameter(&b, 1, ShapeUtil::MakeShape(S32, {3}), "i");
  Sort({x, i}, OpsSortComparator(Lt, false));
  EXPECT_EQ(b.GetCurrentStatus().ToString(),
            "INVALID_ARGUMENT [sort.c3] sort: the comparator has the wrong signature\n"
            "  it is (f32[], f32[]) -> pred[]\n"
            "  it must be (f32[], f32[], s32[], s32[]) -> pred[]\n"
            "  help: build the comparator with these parameters and this result\n"
            "  at %sort.3 in computation \"main\"");
}

TEST(SortErrorTest, TheDimension) {
  XlaBuilder b("main");
  Sort({Parameter(&b, 0, ShapeUtil::MakeShape(F32, {3, 2}), "x")}, OpsSortComparator(Lt, false), 2);
  EXPECT_EQ(b.GetCurrentStatus().ToString(),
            "INVALID_ARGUMENT [sort.c2] sort: f32[3,2] has no dimension 2 to sort along\n"
            "  help: name one of 0..1; the last one is 1\n"
            "  at %sort.2 in computation \"main\"");
}

// The runs of one element stay in order, and runs of runs: for any comparator, the result has the
// same elements.
TEST(SortTest, ContradictionsLoseNoElement) {
  constexpr int64_t kCount = 5000;
  Literal values = *Literal::Create(ShapeUtil::MakeShape(F32, {kCount}));
  for (int64_t i = 0; i < kCount; ++i) {
    values.mutable_data<float>()[i] =
        i % 3 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(i * 7919 % 1000);
  }
  const auto bits = [](const Literal& literal) {
    const uint32_t* data = literal.data<uint32_t>();
    std::vector<uint32_t> sorted(data, data + literal.element_count());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  };
  for (const auto compare : {Lt, Ne, Eq, Ge}) {
    XlaBuilder b("main");
    Sort({ParameterLike(b, 0, values)}, OpsSortComparator(compare, false));
    const StatusOr<Literal> sorted = BuildAndRun(b, {values});
    ASSERT_TRUE(sorted.ok()) << sorted.status().ToString();
    EXPECT_EQ(bits(*sorted), bits(values));
  }
}

// 199999, 199998 ... 0, sorted; by merging where the comparator is disguised.
constexpr int64_t kLong = 200000;
std::unique_ptr<Execution> LongSort(bool disguised, const RunLimits& limits) {
  Literal x = *Literal::Create(ShapeUtil::MakeShape(F32, {kLong}));
  for (int64_t i = 0; i < kLong; ++i)
    x.mutable_data<float>()[i] = static_cast<float>(kLong - 1 - i);
  XlaBuilder b("main");
  Sort({ParameterLike(b, 0, x)}, OpsSortComparator(Lt, disguised));
  const std::shared_ptr<const HloModule> module = BuildOrDie(b).CreateModule();
  return std::move(*Execution::Start(*Executable::Create(module), {x}, limits));
}

// One step of the machine at a time: a task, or some thousands of comparisons.
int64_t StepsOf(Execution& run, int64_t most) {
  int64_t steps = 0;
  while (steps < most) {
    const StatusOr<bool> done = run.RunFor(0);
    EXPECT_TRUE(done.ok());
    ++steps;
    if (!done.ok() || *done) break;
  }
  return steps;
}

TEST(SortTest, ALongSortIsLeftBetweenTasks) {
  for (const bool disguised : {false, true}) {
    const auto run = LongSort(disguised, {});
    EXPECT_GT(StepsOf(*run, 1 << 20), 50) << disguised;
    const Literal sorted = run->TakeResult();
    ASSERT_TRUE(sorted.valid());
    for (int64_t i = 0; i < kLong; ++i) {
      ASSERT_EQ(sorted.data<float>()[i], static_cast<float>(i));
    }
  }
}

TEST(SortTest, NoticesACancellation) {
  for (const bool disguised : {false, true}) {
    for (const int64_t steps : {1, 2, 10, 40}) {
      const auto run = LongSort(disguised, {});
      EXPECT_EQ(StepsOf(*run, steps), steps);
      run->Cancel();
      EXPECT_EQ(run->RunFor(1000).status().rule(), "limits.c2") << steps;
    }
  }
}

TEST(SortTest, MemoryIsCounted) {
  for (const bool disguised : {false, true}) {
    const auto run = LongSort(disguised, {.bytes = 1700000});
    EXPECT_EQ(run->RunToEnd().status().rule(), "memory.c1");
    EXPECT_LE(run->peak_bytes(), 1700000);
  }
}

}  // namespace
}  // namespace hloom
