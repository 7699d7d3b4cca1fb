// Arrays without elements whose other sizes multiply to more than 64 bits hold: nothing overflows.
#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "support/run.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

constexpr std::string_view kHead = R"(HloModule m
add { a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT s = s32[] add(a, b) }
add_more { a = s32[] parameter(0)
  b = s32[] parameter(1)
  one = s32[] constant(1)
  s = s32[] add(a, b)
  ROOT r = s32[] add(s, one) }
ENTRY e {
  zero = s32[] constant(0)
  x = s32[4611686018427387904,4,0] broadcast(zero), dimensions={}
)";

// What the instructions give after those of kHead.
std::string ValueOf(std::string_view body) {
  const auto module = ParseHloModule(StrCat(kHead, body, "}\n"));
  if (!module.ok()) return module.status().ToString();
  const StatusOr<Literal> value = Evaluate(**module, {});
  return value.ok() ? value->ToString() : value.status().ToString();
}

TEST(HugeEmptyTest, Gather) {
  EXPECT_EQ(ValueOf(R"(  i = s32[2,1] broadcast(zero), dimensions={}
  ROOT g = s32[2,4611686018427387904,4,0] gather(x, i), offset_dims={1,2,3},
    collapsed_slice_dims={}, start_index_map={0}, index_vector_dim=1,
    slice_sizes={4611686018427387904,4,0}
)"),
            "s32[2,4611686018427387904,4,0] {}");
}

TEST(HugeEmptyTest, GatherOfCollapsedNothing) {
  EXPECT_EQ(ValueOf(R"(  i = s32[2] broadcast(zero), dimensions={}
  y = s32[4,3,0] broadcast(zero), dimensions={}
  ROOT g = s32[2,4,3] gather(y, i), offset_dims={1,2}, collapsed_slice_dims={2},
    start_index_map={2}, index_vector_dim=1, slice_sizes={4,3,0}
)"),
            "s32[2,4,3] { { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }, "
            "{ { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } } }");
}

TEST(HugeEmptyTest, Scatter) {
  for (const std::string_view computation : {"add", "add_more"}) {
    EXPECT_EQ(ValueOf(StrCat(R"(  i = s32[0] broadcast(zero), dimensions={}
  u = s32[0,4611686018427387904,4] broadcast(zero), dimensions={}
  ROOT s = s32[4611686018427387904,4,0] scatter(x, i, u), update_window_dims={1,2},
    inserted_window_dims={2}, scatter_dims_to_operand_dims={2}, index_vector_dim=1, to_apply=)",
                             computation, "\n")),
              "s32[4611686018427387904,4,0] {}");
  }
}

TEST(HugeEmptyTest, Copies) {
  EXPECT_EQ(ValueOf(R"(  y = s32[4611686018427387904,4,0]{0,1,2} copy(x)
  ROOT t = s32[4,0,4611686018427387904] transpose(y), dimensions={1,2,0}
)"),
            "s32[4,0,4611686018427387904] {}");
}

TEST(HugeEmptyTest, Sort) {
  EXPECT_EQ(
      ValueOf(
          R"(  ROOT s = (s32[4611686018427387904,4,0], s32[4611686018427387904,4,0]) topk(x), k=0
)"),
      "(s32[4611686018427387904,4,0] {}, s32[4611686018427387904,4,0] {})");
}

}  // namespace
}  // namespace hloom
