// A run can be paused outside of instructions and between the steps of control flow, just as within
// instructions, and holds no more memory than it needs.
#include <algorithm>

#include "literal/literal_util.h"
#include "ops/host/custom_call_registry.h"
#include "runtime/execution.h"
#include "support/module_builder.h"
#include "support/run.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// No task has more elements than this.
constexpr int64_t kMostInTask = 1 << 16;
constexpr int64_t kSide = 2048;
constexpr int64_t kElements = kSide * kSide;

struct Report {
  Literal value;
  int64_t pieces = 0;  // after each of them the run was left
  int64_t peak_bytes = 0;
};

Report RunInPieces(std::shared_ptr<const HloModule> module, const std::vector<Literal>& arguments,
                   Host* host = nullptr) {
  Report report;
  const auto executable = Executable::Create(std::move(module));
  EXPECT_TRUE(executable.ok()) << executable.status().ToString();
  if (!executable.ok()) return report;
  const auto run = Execution::Start(*executable, arguments, {}, host);
  EXPECT_TRUE(run.ok()) << run.status().ToString();
  if (!run.ok()) return report;
  bool done = false;
  while (!done) {
    const StatusOr<bool> went = (*run)->RunFor(0);
    EXPECT_TRUE(went.ok()) << went.status().ToString();
    done = !went.ok() || *went;
    ++report.pieces;
  }
  report.value = (*run)->TakeResult();
  report.peak_bytes = (*run)->peak_bytes();
  return report;
}

Report RunInPieces(std::string_view text, const std::vector<Literal>& arguments,
                   Host* host = nullptr) {
  auto module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  if (!module.ok()) return {};
  return RunInPieces(*std::move(module), arguments, host);
}

// 0, 1, 2 ... in the order of memory.
Literal PiecesCounting(const Shape& shape) {
  Literal literal = *Literal::Create(shape);
  const int64_t count = literal.size_bytes() / static_cast<int64_t>(sizeof(int32_t));
  for (int64_t i = 0; i < count; ++i) {
    literal.mutable_data<int32_t>()[i] = static_cast<int32_t>(i);
  }
  return literal;
}
Literal Square(const std::vector<int64_t>& minor_to_major) {
  return PiecesCounting(ShapeUtil::MakeShapeWithLayout(S32, {kSide, kSide}, minor_to_major));
}
int32_t At(const Literal& array, std::vector<int64_t> index) { return array.Get<int32_t>(index); }

TEST(PiecesTest, ArgumentsInAnotherLayout) {
  const Report run = RunInPieces(R"(HloModule m
ENTRY e {
  x = s32[2048,2048]{1,0} parameter(0)
  y = s32[2048,2048]{1,0} parameter(1)
  ROOT t = (s32[2048,2048]{1,0}, s32[2048,2048]{1,0}) tuple(x, y)
})",
                                 {Square({0, 1}), Square({0, 1})});
  EXPECT_GE(run.pieces, 2 * kElements / kMostInTask);
  EXPECT_EQ(run.peak_bytes, 2 * kElements * 4);
  for (const Literal& value : run.value.elements()) EXPECT_EQ(At(value, {3, 5}), 5 * kSide + 3);
}

TEST(PiecesTest, AnArgumentOfADynamicParameter) {
  const Literal x = PiecesCounting(ShapeUtil::MakeShape(S32, {kSide - 1, kSide}));
  const Report run = RunInPieces(R"(HloModule m
ENTRY e {
  ROOT x = s32[<=2048,2048]{1,0} parameter(0)
})",
                                 {x});
  EXPECT_GE(run.pieces, kElements / kMostInTask);
  EXPECT_EQ(run.value.GetDynamicSize(0), kSide - 1);
  EXPECT_EQ(At(run.value, {3, 5}), 3 * kSide + 5);
}

TEST(PiecesTest, TheResultInAnotherLayout) {
  const Report run = RunInPieces(R"(HloModule m
same {
  ROOT x = s32[2048,2048]{1,0} parameter(0)
}
ENTRY e {
  x = s32[2048,2048]{1,0} parameter(0)
  ROOT y = s32[2048,2048]{0,1} call(x), to_apply=same
})",
                                 {Square({1, 0})});
  EXPECT_GE(run.pieces, kElements / kMostInTask);
  EXPECT_EQ(run.value.shape().layout().minor_to_major(0), 0);
  EXPECT_EQ(At(run.value, {3, 5}), 3 * kSide + 5);
}

// The program declares static what turns out to be dynamic.
TEST(PiecesTest, TheResultInAStaticShape) {
  const Report run = RunInPieces(R"(HloModule m
minus {
  x = s32[2048,2048]{1,0} parameter(0)
  ROOT y = s32[2048,2048]{1,0} negate(x)
}
ENTRY e {
  x = s32[<=2048,2048]{1,0} parameter(0)
  ROOT y = s32[2048,2048]{1,0} call(x), to_apply=minus
})",
                                 {PiecesCounting(ShapeUtil::MakeShape(S32, {kSide / 2, kSide}))});
  EXPECT_TRUE(run.value.shape().is_static());
  EXPECT_EQ(At(run.value, {3, 5}), -(3 * kSide + 5));
  EXPECT_EQ(At(run.value, {kSide - 1, 5}), 0);
}

// A run that is stopped in the middle of that has no result, and returns its memory.
TEST(PiecesTest, CancelledBeforeTheFirstInstruction) {
  const auto module = *ParseHloModule(R"(HloModule m
ENTRY e {
  ROOT x = s32[2048,2048]{1,0} parameter(0)
})");
  const std::shared_ptr<const HloModule> shared(std::shared_ptr<void>(), module.get());
  const std::vector<Literal> arguments = {Square({0, 1})};
  const auto run = *Execution::Start(*Executable::Create(shared), arguments);
  ASSERT_FALSE(*run->RunFor(0));
  EXPECT_EQ(run->instructions(), 0);
  run->Cancel();
  EXPECT_EQ(run->RunFor(1000).status().rule(), "limits.c2");
}

TEST(PiecesTest, Padding) {
  Shape padded = ShapeUtil::MakeShape(S32, {3, 5});
  Layout layout = padded.layout();
  layout.set_padding(std::vector<int64_t>{kSide, kSide}, ONE_PAD);
  padded.set_layout(layout);
  ModuleBuilder b("m");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, ShapeUtil::MakeShapeWithLayout(S32, {3, 5}, {0, 1}), "x");
  HloInstruction* copy = b.Add(HloOpcode::kCopy, {x}, nullptr, {}, padded);
  b.Finish(copy);
  const Report run = RunInPieces(b.Take(), {PiecesCounting(x->shape())});
  EXPECT_GE(run.pieces, kElements / kMostInTask);
  const int32_t* const data = run.value.data<int32_t>();
  for (int64_t i = 0; i < kSide; ++i) {
    for (int64_t j = 0; j < kSide; ++j) {
      const bool inside = i < 3 && j < 5;
      ASSERT_EQ(data[i * kSide + j], inside ? j * 3 + i : 1) << i << ", " << j;
    }
  }
}

// The slices are contiguous in the input, so they are not copied; the results of the steps are
// copied once, into the output.
TEST(PiecesTest, ScanOverSlices) {
  const Literal x = PiecesCounting(ShapeUtil::MakeShape(S32, {3, kSide, kSide}));
  const Report run = RunInPieces(R"(HloModule m
step {
  s = s32[2048,2048] parameter(0)
  n = s32[] parameter(1)
  one = s32[] constant(1)
  m = s32[] add(n, one)
  ROOT t = (s32[2048,2048], s32[]) tuple(s, m)
}
ENTRY e {
  x = s32[3,2048,2048] parameter(0)
  zero = s32[] constant(0)
  ROOT s = (s32[3,2048,2048], s32[]) scan(x, zero), dimensions={0}, num_carries=1, to_apply=step
})",
                                 {x});
  EXPECT_GE(run.pieces, 3 * kElements / kMostInTask);
  EXPECT_LE(run.peak_bytes, x.size_bytes() + (1 << 16));
  EXPECT_TRUE(run.value.elements()[0] == x);
  EXPECT_EQ(run.value.elements()[1].GetFirstElement<int32_t>(), 3);
}

TEST(PiecesTest, ScanOverScatteredSlices) {
  const Literal x = PiecesCounting(ShapeUtil::MakeShape(S32, {kSide, kSide, 2}));
  const Report run = RunInPieces(R"(HloModule m
step {
  s = s32[2048,2048] parameter(0)
  ROOT t = (s32[2048,2048]) tuple(s)
}
ENTRY e {
  x = s32[2048,2048,2] parameter(0)
  ROOT s = (s32[2048,2048,2]) scan(x), dimensions={2}, is_reverse=true, num_carries=0, to_apply=step
})",
                                 {x});
  EXPECT_GE(run.pieces, 4 * kElements / kMostInTask);  // in, and out again
  EXPECT_TRUE(run.value.elements()[0] == x);
}

TEST(PiecesTest, ContextsOfAsynchronousOperations) {
  const Report run = RunInPieces(R"(HloModule m
minus {
  x = f32[] parameter(0)
  ROOT y = f32[] negate(x)
}
ENTRY e {
  x = f32[] parameter(0)
  start = ((f32[]), f32[], u8[4194304]) async-start(x), calls=minus
  ROOT y = f32[] async-done(start)
})",
                                 {LiteralUtil::CreateR0<float>(2)});
  EXPECT_GE(run.pieces, 4194304 / kMostInTask);
  EXPECT_EQ(run.value.GetFirstElement<float>(), -2);
}

TEST(PiecesTest, ACallThatIsHandedAStaticArray) {
  const Report run = RunInPieces(R"(HloModule m
callee {
  x = s32[<=2048,2048]{0,1} parameter(0)
  ROOT n = s32[] get-dimension-size(x), dimensions={0}
}
ENTRY e {
  x = s32[2048,2048]{1,0} parameter(0)
  ROOT n = s32[] call(x), to_apply=callee
})",
                                 {Square({1, 0})});
  EXPECT_GE(run.pieces, kElements / kMostInTask);
  EXPECT_EQ(run.value.GetFirstElement<int32_t>(), kSide);
}

// Operands in the custom call's layouts, and its answer in the program's.
TEST(PiecesTest, CustomCalls) {
  constexpr std::string_view kText = R"(HloModule m
ENTRY e {
  x = s32[2048,2048]{1,0} parameter(0)
  ROOT y = s32[2048,2048]{1,0} custom-call(x), custom_call_target="same", operand_layout_constraints={s32[2048,2048]{0,1}}
})";
  CustomCallRegistry functions;
  int64_t asked = 0;
  functions.Register("same", [&](const CustomCallInfo&, Operands operands) -> StatusOr<Literal> {
    ++asked;
    EXPECT_EQ(operands[0]->shape().layout().minor_to_major(0), 0);
    EXPECT_EQ(At(*operands[0], {3, 5}), 3 * kSide + 5);
    return *operands[0];
  });
  const std::vector<Literal> arguments = {Square({1, 0})};
  const Report run = RunInPieces(kText, arguments, &functions);
  EXPECT_EQ(asked, 1);
  EXPECT_GE(run.pieces, 2 * kElements / kMostInTask);
  EXPECT_TRUE(run.value == arguments[0]);
  // Both copies are the run's.
  EXPECT_EQ(run.peak_bytes, 2 * kElements * 4);
  const auto module = *ParseHloModule(kText);
  const StatusOr<Literal> too_little =
      Evaluate(*module, arguments, {.bytes = kElements * 4 - 1}, &functions);
  EXPECT_EQ(too_little.status().rule(), "memory.c1");
  EXPECT_EQ(asked, 1);
}

// Parts that keep their layout are shared; the others take memory once.
TEST(PiecesTest, ACopyOfATupleTakesWhatItMoves) {
  const Literal x = Square({1, 0});
  const Report run = RunInPieces(R"(HloModule m
ENTRY e {
  x = s32[2048,2048]{1,0} parameter(0)
  t = (s32[2048,2048]{1,0}, s32[2048,2048]{1,0}) tuple(x, x)
  ROOT c = (s32[2048,2048]{1,0}, s32[2048,2048]{0,1}) copy(t)
})",
                                 {x});
  EXPECT_EQ(run.peak_bytes, kElements * 4);
  EXPECT_TRUE(SameStorage(run.value.elements()[0], x));
  EXPECT_EQ(At(run.value.elements()[1], {3, 5}), 3 * kSide + 5);
}

}  // namespace
}  // namespace hloom
