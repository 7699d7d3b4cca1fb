// Several runs at a time, on threads of their own, whose tasks are all on one pool. Under
// ThreadSanitizer (`npm run test:tsan`) this finds what they share and must not.
#include <unistd.h>

#include <cstring>

#include "base/memory_pool.h"
#include "gtest/gtest.h"
#include "runtime/execution.h"
#include "support/native_threads.h"
#include "support/random.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int64_t kSharedPoolRows = 150;
constexpr int64_t kSharedPoolColumns = 400;

// Phases of all kinds: elements, copies, sorts, folds, windows, scans, scratch memory.
constexpr std::string_view kProgram = R"(HloModule m
less { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = pred[] compare(a, b), direction=LT }
farther { a = f32[] parameter(0)
  b = f32[] parameter(1)
  c = f32[] multiply(a, a)
  d = f32[] multiply(b, b)
  ROOT e = pred[] compare(c, d), direction=GT }
sum { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
ENTRY e {
  x = f32[150,400] parameter(0)
  z = f32[] constant(0)
  y = f32[150,400] tanh(x)
  t = f32[400,150] transpose(y), dimensions={1,0}
  s = f32[400,150] sort(t), dimensions={0}, to_apply=less
  r = f32[400] reduce(s, z), dimensions={1}, to_apply=sum
  p = f32[150,400] reduce-window(y, z), window={size=3x3 pad=1_1x1_1}, to_apply=sum
  q = f32[60000] reshape(p)
  u = f32[60000] sort(q), dimensions={0}, to_apply=farther
  c = f32[60000] reduce-window(q, z), window={size=60000 pad=59999_0}, to_apply=sum
  b = bf16[150,400] convert(p)
  ROOT out = (f32[400,150], f32[400], f32[60000], f32[60000], bf16[150,400]) tuple(s, r, u, c, b)
})";

// Sorts the same array repeatedly.
constexpr std::string_view kEndless = R"(HloModule m
always { s = f32[150,400] parameter(0)
  ROOT t = pred[] constant(true) }
less { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = pred[] compare(a, b), direction=LT }
body { s = f32[150,400] parameter(0)
  n = f32[150,400] negate(s)
  ROOT r = f32[150,400] sort(n), dimensions={1}, to_apply=less }
ENTRY e { x = f32[150,400] parameter(0)
  ROOT w = f32[150,400] while(x), condition=always, body=body })";

std::shared_ptr<const Executable> Compiled(std::string_view text) {
  return Executable::Create(ParseHloModule(text).value()).value();
}

Literal RandomArray() {
  Literal array =
      *Literal::Create(ShapeUtil::MakeShape(F32, {kSharedPoolRows, kSharedPoolColumns}));
  RandomBits random(31);
  for (float& x : Span<float>(array.mutable_data<float>(), kSharedPoolRows * kSharedPoolColumns)) {
    x = static_cast<float>(random.Uniform(-3, 3));
  }
  return array;
}

bool SameBits(const Literal& a, const Literal& b) {
  if (a.elements().size() != b.elements().size()) return false;
  for (size_t i = 0; i < a.elements().size(); ++i) {
    const Literal& x = a.elements()[i];
    const Literal& y = b.elements()[i];
    if (x.size_bytes() != y.size_bytes()) return false;
    const auto size = static_cast<size_t>(x.size_bytes());
    if (std::memcmp(x.data<std::byte>(), y.data<std::byte>(), size) != 0) return false;
  }
  return true;
}

// A run left after each millisecond or not at all.
StatusOr<Literal> RunOnce(const std::shared_ptr<const Executable>& program, const Literal& x,
                          const RunLimits& limits, bool in_pieces) {
  HLOOM_ASSIGN_OR_RETURN(const auto run, Execution::Start(program, {x}, limits));
  if (!in_pieces) return run->RunToEnd();
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool done, run->RunFor(1));
    if (done) return run->TakeResult();
  }
}

struct SharedPool {
  explicit SharedPool(int threads) {
    limits.threads = std::make_shared<ThreadPool>(threads, std::chrono::microseconds(-1));
    limits.client = std::make_shared<MemoryLedger>(int64_t{1} << 30, "memoryLimit", nullptr,
                                                   std::make_shared<MemoryPool>());
  }
  RunLimits limits;
};

TEST(SharedPoolTest, RunsOfOneProgramOnSeveralThreads) {
  const auto program = Compiled(kProgram);
  const Literal x = RandomArray();
  const Literal expected = RunOnce(program, x, {}, false).value();
  for (const int threads : {2, 4}) {
    SharedPool shared(threads);
    SideBySide(4, [&](int caller) {
      for (int i = 0; i < Rounds(5, 2); ++i) {
        const StatusOr<Literal> value = RunOnce(program, x, shared.limits, (caller + i) % 2 == 0);
        ASSERT_TRUE(value.ok()) << value.status().ToString();
        EXPECT_TRUE(SameBits(*value, expected)) << "thread " << caller << ", run " << i;
      }
    });
    EXPECT_EQ(shared.limits.client->in_use(), 0);
  }
}

TEST(SharedPoolTest, RunsThatAreStoppedBesideOthers) {
  const auto program = Compiled(kProgram);
  const auto endless = Compiled(kEndless);
  const Literal x = RandomArray();
  const Literal expected = RunOnce(program, x, {}, false).value();
  SharedPool shared(4);
  const auto rule = [&](RunLimits limits) {
    limits.threads = shared.limits.threads;
    limits.client = shared.limits.client;
    return std::string(RunOnce(endless, x, limits, false).status().rule());
  };
  for (int i = 0; i < Rounds(4, 2); ++i) {
    const auto cancelled = Execution::Start(endless, {x}, shared.limits).value();
    SideBySide(6, [&](int caller) {
      switch (caller) {
        case 0:
          usleep(3000);
          return cancelled->Cancel();
        case 1:
          EXPECT_EQ(cancelled->RunToEnd().status().rule(), "limits.c2");
          return;
        case 2:
          EXPECT_EQ(rule({.milliseconds = 5}), "limits.c4");
          return;
        case 3:
          EXPECT_EQ(rule({.instructions = 50}), "limits.c1");
          return;
        case 4:
          // The values have room, the scratch memory of the sort has not.
          EXPECT_EQ(rule({.bytes = kSharedPoolRows * kSharedPoolColumns * 8 + 100}), "memory.c1");
          return;
        default:
          EXPECT_TRUE(SameBits(RunOnce(program, x, shared.limits, false).value(), expected));
      }
    });
  }
}

// The next run uses the times that a run measured.
TEST(SharedPoolTest, StepsRememberHowLongTheirTasksTook) {
  const auto program = Compiled(R"(HloModule m
ENTRY e {
  x = f32[150,400] parameter(0)
  ROOT y = f32[150,400] tanh(x)
})");
  const PlanStep& step = program->PlanOf(program->module().entry_computation()).steps[0];
  EXPECT_EQ(step.task_time->last().count(), 0);
  SharedPool shared(2);
  ASSERT_TRUE(RunOnce(program, RandomArray(), shared.limits, false).ok());
  if (shared.limits.threads->threads() > 1) {
    EXPECT_GT(step.task_time->last().count(), 0);
  }
}

}  // namespace
}  // namespace hloom
