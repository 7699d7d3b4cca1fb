// What the cases cannot show: errors in full, cancellation, limits, comparators that contradict
// themselves on long rows.
#include <algorithm>

#include "runtime/execution.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

XlaComputation Comparator(XlaOp (*compare)(XlaOp, XlaOp, Span<const int64_t>), bool disguised) {
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
  Sort({x, i}, Comparator(Lt, false));
  EXPECT_EQ(b.GetCurrentStatus().ToString(),
            "INVALID_ARGUMENT [sort.c3] sort: the comparator has the wrong signature\n"
            "  it is (f32[], f32[]) -> pred[]\n"
            "  it must be (f32[], f32[], s32[], s32[]) -> pred[]\n"
            "  help: build the comparator with these parameters and this result\n"
            "  at %sort.3 in computation \"main\"");
}

TEST(SortErrorTest, TheDimension) {
  XlaBuilder b("main");
  Sort({Parameter(&b, 0, ShapeUtil::MakeShape(F32, {3, 2}), "x")}, Comparator(Lt, false), 2);
  EXPECT_EQ(b.GetCurrentStatus().ToString(),
            "INVALID_ARGUMENT [sort.c2] sort: f32[3,2] has no dimension 2 to sort along\n"
            "  help: name one of 0..1; the last one is 1\n"
            "  at %sort.2 in computation \"main\"");
}

// The runs of one element stay in order, and runs of runs: whatever is asked, the answer is the
// elements again.
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
    Sort({ParameterLike(b, 0, values)}, Comparator(compare, false));
    const StatusOr<Literal> sorted = BuildAndRun(b, {values});
    ASSERT_TRUE(sorted.ok()) << sorted.status().ToString();
    EXPECT_EQ(bits(*sorted), bits(values));
  }
}

// Answers comparisons itself, and says after so many questions whether to go on that nobody waits
// any more.
class ImpatientContext final : public EvalContext {
 public:
  explicit ImpatientContext(int polls) : polls_(polls) {}
  const LedgerPtr& ledger() const override { return ledger_; }
  int64_t device() const override { return 0; }
  StatusOr<std::unique_ptr<ComputationCaller>> Prepare(const HloComputation&) override {
    return std::unique_ptr<ComputationCaller>(std::make_unique<Less>());
  }
  Literal Take(const Literal& operand) override { return operand; }
  Status Poll() override {
    if (polls_-- > 0) return OkStatus();
    return Cancelled("limits.c2").Say("nobody waits");
  }

 private:
  class Less final : public ComputationCaller {
    StatusOr<Literal> Call(Span<const Literal>) override { return Internal("unexpected"); }
    Status CallOnElements(Span<const std::byte* const> arguments, Span<std::byte* const> results,
                          int64_t count) override {
      const float* x = reinterpret_cast<const float*>(arguments[0]);
      const float* y = reinterpret_cast<const float*>(arguments[1]);
      for (int64_t i = 0; i < count; ++i) results[0][i] = std::byte{x[i] < y[i]};
      return OkStatus();
    }
  };

  LedgerPtr ledger_;
  int polls_;
};

// A descending vector, sorted with that patience; by merging where the comparator is disguised.
Status SortWithPatience(int polls, bool disguised) {
  constexpr int64_t kCount = 200000;
  Literal x = *Literal::Create(ShapeUtil::MakeShape(F32, {kCount}));
  for (int64_t i = 0; i < kCount; ++i) x.mutable_data<float>()[i] = static_cast<float>(-i);
  XlaBuilder b("main");
  Sort({ParameterLike(b, 0, x)}, Comparator(Lt, disguised));
  const std::unique_ptr<HloModule> module = BuildOrDie(b).CreateModule();
  ImpatientContext context(polls);
  const Literal* operand = &x;
  const StatusOr<Literal> sorted =
      GetOpEval(HloOpcode::kSort)
          .evaluate_whole(context, *module->entry_computation().root(), Operands(&operand, 1));
  if (!sorted.ok()) return sorted.status();
  EXPECT_TRUE(std::is_sorted(sorted->data<float>(), sorted->data<float>() + kCount));
  return OkStatus();
}

TEST(SortTest, NoticesACancellation) {
  for (const bool disguised : {false, true}) {
    for (const int polls : {0, 1, 5}) {
      EXPECT_EQ(SortWithPatience(polls, disguised).rule(), "limits.c2") << polls;
    }
    EXPECT_TRUE(SortWithPatience(1000, disguised).ok());
  }
}

std::unique_ptr<Execution> LongSort(bool disguised, const RunLimits& limits) {
  XlaBuilder b("main");
  const XlaOp x = ConvertElementType(Rev(Iota(&b, S32, 200000), {0}), F32);
  Sort({x}, Comparator(Lt, disguised));
  const std::shared_ptr<const HloModule> module = BuildOrDie(b).CreateModule();
  return std::move(*Execution::Start(*Program::Create(module), {}, limits));
}

TEST(SortTest, MemoryIsCounted) {
  for (const bool disguised : {false, true}) {
    const auto run = LongSort(disguised, {.bytes = 2500000});
    EXPECT_EQ(run->RunToEnd().status().rule(), "memory.c1");
    // The run holds the operand, and nothing of what the sort itself took.
    EXPECT_EQ(run->bytes_in_use(), 800000);
  }
}

}  // namespace
}  // namespace hloom
