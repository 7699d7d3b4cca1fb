// Operations that overwrite an operand without further uses: a loop that updates a part of a big
// array in each iteration copies none of it.
#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "runtime/execution.h"
#include "support/run.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

constexpr int64_t kInPlaceRows = 512;
constexpr int64_t kInPlaceColumns = 2048;
constexpr int64_t kBytes = kInPlaceRows * kInPlaceColumns * 4;
// Rows, and the memory that a kernel keeps.
constexpr int64_t kLittle = 1 << 18;

std::shared_ptr<const Executable> InPlaceProgramOf(const std::string& text) {
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  if (!module.ok()) return nullptr;
  const auto program = Executable::Create(std::shared_ptr<const HloModule>(*std::move(module)));
  EXPECT_TRUE(program.ok()) << program.status().ToString();
  return program.ok() ? *program : nullptr;
}

struct Loop {
  // The instructions that compute the next `x`, of type `array`, from `x` in round `i`, or `f`:
  // they end in y = ...
  std::string body;
  std::string computations = "";
  std::string array = "f32[512,2048]";
  // The array before the loop, of zeros.
  std::string begin = "x = f32[512,2048] copy(zeros)";
  std::string sums = "f32[512]";
};

// A program with 100 iterations that returns the sums of the result's rows.
std::string InPlaceTextOf(const Loop& loop) {
  constexpr std::string_view kText = R"(HloModule m
COMPUTATIONS
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
go_on {
  s = (s32[], ARRAY) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(100)
  ROOT go = pred[] compare(i, n), direction=LT
}
round {
  s = (s32[], ARRAY) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = ARRAY get-tuple-element(s), index=1
  zero = s32[] constant(0)
  one = s32[] constant(1)
  f = f32[] convert(i)
  BODY
  j = s32[] add(i, one)
  ROOT t = (s32[], ARRAY) tuple(j, y)
}
ENTRY main {
  zero = s32[] constant(0)
  nothing = f32[] constant(0)
  zeros = f32[512,2048] broadcast(nothing), dimensions={}
  BEGIN
  init = (s32[], ARRAY) tuple(zero, x)
  loop = (s32[], ARRAY) while(init), condition=go_on, body=round
  result = ARRAY get-tuple-element(loop), index=1
  ROOT sums = SUMS reduce(result, nothing), dimensions={1}, to_apply=add
})";
  std::string text(kText);
  const auto fill = [&text](std::string_view name, const std::string& value) {
    for (size_t at; (at = text.find(name)) != std::string::npos;) {
      text.replace(at, name.size(), value);
    }
  };
  fill("COMPUTATIONS", loop.computations);
  fill("BODY", loop.body);
  fill("BEGIN", loop.begin);
  fill("ARRAY", loop.array);
  fill("SUMS", loop.sums);
  return text;
}

// The sums of the rows. Checks that the run never held more than the array and `more` bytes.
std::vector<float> RunInPlace(const Loop& loop, int64_t more = kLittle) {
  const std::shared_ptr<const Executable> program = InPlaceProgramOf(InPlaceTextOf(loop));
  if (program == nullptr) return {};
  const auto run = Execution::Start(program, {});
  EXPECT_TRUE(run.ok()) << run.status().ToString();
  const StatusOr<Literal> result = (*run)->RunToEnd();
  EXPECT_TRUE(result.ok()) << result.status().ToString();
  if (!result.ok()) return {};
  EXPECT_LE((*run)->peak_bytes(), kBytes + more);
  return {result->data<float>(), result->data<float>() + result->GetDynamicSize(0)};
}

std::vector<float> SumsOfRounds(float first, float factor) {
  std::vector<float> sums(kInPlaceRows, 0);
  for (int i = 0; i < 100; ++i)
    sums[static_cast<size_t>(i)] = first + factor * static_cast<float>(i);
  return sums;
}

const char kRow[] = "row = f32[1,2048] broadcast(f), dimensions={}\n";

TEST(InPlaceTest, ARowIsWrittenEachTimeAround) {
  const Loop loop = {StrCat(kRow, "y = f32[512,2048] dynamic-update-slice(x, row, i, zero)")};
  EXPECT_EQ(RunInPlace(loop), SumsOfRounds(0, kInPlaceColumns));
}

TEST(InPlaceTest, AnUpdateOfNothingAndOneOfEverything) {
  EXPECT_EQ(RunInPlace({"none = f32[0,2048] broadcast(f), dimensions={}\n"
                        "y = f32[512,2048] dynamic-update-slice(x, none, i, zero)"}),
            std::vector<float>(kInPlaceRows, 0));
  // The old array is there until the new one is.
  EXPECT_EQ(RunInPlace({"all = f32[512,2048] broadcast(f), dimensions={}\n"
                        "y = f32[512,2048] dynamic-update-slice(x, all, i, zero)"},
                       kBytes + kLittle),
            std::vector<float>(kInPlaceRows, 99 * kInPlaceColumns));
}

// The sums are those of the live rows, which are copied.
TEST(InPlaceTest, ADynamicArray) {
  const Loop loop = {
      .body = StrCat(kRow, "y = f32[<=512,2048] dynamic-update-slice(x, row, i, zero)"),
      .array = "f32[<=512,2048]",
      .begin =
          "live = s32[] constant(100)\n"
          "x = f32[<=512,2048] set-dimension-size(zeros, live), dimensions={0}",
      .sums = "f32[<=512]"};
  std::vector<float> expected = SumsOfRounds(0, kInPlaceColumns);
  expected.resize(100);
  EXPECT_EQ(RunInPlace(loop, 100 * kInPlaceColumns * 4 + kLittle), expected);
}

// i is added to row i, and to row 600, which is outside.
std::string RowsScattered(const std::string& computation) {
  return StrCat("rows = f32[2,2048] broadcast(f), dimensions={}\n", "here = s32[1] reshape(i)\n",
                "outside = s32[1] constant({600})\n",
                "where = s32[2] concatenate(here, outside), dimensions={0}\n",
                "y = f32[512,2048] scatter(x, where, rows), update_window_dims={1}, ",
                "inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, ",
                "index_vector_dim=1, to_apply=", computation);
}

TEST(InPlaceTest, RowsAreScattered) {
  EXPECT_EQ(RunInPlace({RowsScattered("add")}), SumsOfRounds(0, kInPlaceColumns));
}

TEST(InPlaceTest, RowsAreScatteredByAnyComputation) {
  const Loop loop = {.body = RowsScattered("more"), .computations = R"(
more {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  five = f32[] constant(5)
  c = f32[] add(a, b)
  ROOT d = f32[] add(c, five)
})"};
  // The kernel keeps a bit for each element.
  EXPECT_EQ(RunInPlace(loop, kBytes / 32 + kLittle),
            SumsOfRounds(5 * kInPlaceColumns, kInPlaceColumns));
}

// Operands with later uses are never overwritten, nor is one that is given twice.
TEST(InPlaceTest, WhatIsUsedAgainIsCopied) {
  const auto program = InPlaceProgramOf(R"(HloModule again
both {
  a = s32[] parameter(0)
  b = s32[] parameter(1)
  c = s32[] parameter(2)
  d = s32[] parameter(3)
  e = s32[] add(a, c)
  f = s32[] subtract(b, d)
  ROOT t = (s32[], s32[]) tuple(e, f)
}
add {
  a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT c = s32[] add(a, b)
}
ENTRY main {
  a = s32[4] parameter(0)
  i = s32[1] constant({1})
  u = s32[1] constant({10})
  b = s32[4] scatter(a, i, u), to_apply=add, update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1
  c = s32[4] add(a, b)
  d = (s32[4], s32[4]) scatter(c, c, i, u, u), to_apply=both, update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1
  d0 = s32[4] get-tuple-element(d), index=0
  d1 = s32[4] get-tuple-element(d), index=1
  e = s32[4] add(d0, d1)
  f = s32[4] multiply(d0, d0)
  g = (s32[4], s32[4]) scatter(e, f, i, u, u), to_apply=both, update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1
  h = s32[4] scatter(d1, i, u), to_apply=add, update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1
  ROOT t = (s32[4], s32[4], (s32[4], s32[4]), s32[4], s32[4]) tuple(a, b, g, d1, h)
})");
  ASSERT_NE(program, nullptr);
  const Literal argument = LiteralUtil::CreateR1<int32_t>({1, 2, 3, 4});
  const auto run = Execution::Start(program, {argument});
  ASSERT_TRUE(run.ok()) << run.status().ToString();
  const StatusOr<Literal> result = (*run)->RunToEnd();
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->ToString(),
            "(s32[4] {1, 2, 3, 4}, s32[4] {1, 12, 3, 4}, "
            "(s32[4] {4, 38, 12, 16}, s32[4] {4, 566, 36, 64}), "
            "s32[4] {2, 4, 6, 8}, s32[4] {2, 14, 6, 8})");
  EXPECT_EQ(argument.ToString(), "s32[4] {1, 2, 3, 4}");
}

}  // namespace
}  // namespace hloom
