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

// The result of the instructions behind those of kHead.
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

// Sums over nothing, although the other contracting dimensions are huge; and no element.
TEST(HugeEmptyTest, Dot) {
  EXPECT_EQ(ValueOf(R"(  y = s32[2,4611686018427387904,4,0] broadcast(zero), dimensions={}
  ROOT d = s32[2] dot(y, x), lhs_contracting_dims={1,2,3}, rhs_contracting_dims={0,1,2}
)"),
            "s32[2] {0, 0}");
  EXPECT_EQ(ValueOf(R"(  y = s32[2] broadcast(zero), dimensions={}
  ROOT d = s32[2,4611686018427387904,4,0] dot(y, x)
)"),
            "s32[2,4611686018427387904,4,0] {}");
}

TEST(HugeEmptyTest, RaggedDot) {
  EXPECT_EQ(ValueOf(R"(  y = s32[2,4611686018427387904,4,0] broadcast(zero), dimensions={}
  g = s32[2] broadcast(zero), dimensions={}
  ROOT d = s32[2,2] ragged-dot(y, x, g), lhs_contracting_dims={1,2,3},
    rhs_contracting_dims={0,1,2}, lhs_ragged_dims={1}
)"),
            "s32[2,2] { { 0, 0 }, { 0, 0 } }");
}

// No input feature: sums over nothing, although kernel and input are huge.
TEST(HugeEmptyTest, Convolution) {
  EXPECT_EQ(ValueOf(R"(  w = s32[4611686018427387902,4,0,2] broadcast(zero), dimensions={}
  y = s32[1,4611686018427387904,4,0] broadcast(zero), dimensions={}
  ROOT c = s32[1,3,1,2] convolution(y, w), window={size=4611686018427387902x4},
    dim_labels=b01f_01io->b01f
)"),
            "s32[1,3,1,2] { { { { 0, 0 } }, { { 0, 0 } }, { { 0, 0 } } } }");
  EXPECT_EQ(ValueOf(R"(  w = s32[1,0,0] broadcast(zero), dimensions={}
  ROOT c = s32[4611686018427387904,4,0] convolution(x, w), window={size=1}, dim_labels=0bf_0io->0bf
)"),
            "s32[4611686018427387904,4,0] {}");
}

// Padding at the ends of 64 bits: all places but one are outside of the input.
TEST(HugeEmptyTest, ConvolutionInPadding) {
  EXPECT_EQ(ValueOf(R"(  y = s32[1,2,1] constant({{{7}, {8}}})
  w = s32[2,1,1] constant({{{1}}, {{10}}})
  ROOT c = s32[1,4,1] convolution(y, w),
    window={size=2 stride=3074457345618258601 pad=0_9223372036854775804}, dim_labels=b0f_0io->b0f
)"),
            "s32[1,4,1] { { { 87 }, { 0 }, { 0 }, { 0 } } }");
  EXPECT_EQ(ValueOf(R"(  y = s32[1,2,1] constant({{{7}, {8}}})
  w = s32[2,1,1] constant({{{1}}, {{10}}})
  ROOT c = s32[1,4,1] convolution(y, w),
    window={size=2 stride=3074457345618258601 pad=9223372036854775804_0}, dim_labels=b0f_0io->b0f
)"),
            "s32[1,4,1] { { { 0 }, { 0 }, { 0 }, { 70 } } }");
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

constexpr std::string_view kValues = R"(  i = s32[] constant(1)
  p = pred[4611686018427387904,4,0] broadcast(t), dimensions={}
  f = f32[4611686018427387904,4,0] broadcast(fzero), dimensions={}
  h = bf16[4611686018427387904,4,0] broadcast(hzero), dimensions={}
  y = s32[4611686018427387904,0,4] broadcast(zero), dimensions={}
  m = s32[0,4611686018427387904,4] broadcast(zero), dimensions={}
)";

constexpr struct {
  std::string_view shape;
  std::string_view operation;
} kCases[] = {
    {"s32[4611686018427387904,4,0]{0,1,2}", "add(x, x)"},
    {"f32[4611686018427387904,4,0]", "exponential(f)"},
    {"bf16[4611686018427387904,4,0]", "convert(x)"},
    {"f32[4611686018427387904,4,0]", "bitcast-convert(x)"},
    {"s8[4611686018427387904,4,0,4]", "bitcast-convert(x)"},
    {"s32[4611686018427387904,4,0]", "select(p, x, x)"},
    {"s32[4611686018427387904,4,0]", "clamp(x, x, x)"},
    {"pred[4611686018427387904,4,0]", "compare(f, f), direction=LT"},
    {"s16[4611686018427387904,4,0]{0,2,1}", "stochastic-convert(f, u)"},
    {"s32[4611686018427387904,4,0]", "map(x, x), dimensions={0,1,2}, to_apply=add_more"},
    {"s32[4611686018427387904,4,0]{0,1,2}", "map(x, x), dimensions={0,1,2}, to_apply=add_more"},
    {"s32[4611686018427387904,4,0]", "iota(), iota_dimension=0"},
    {"s32[2,4611686018427387904,4,0]", "broadcast(x), dimensions={1,2,3}"},
    {"s32[4,4611686018427387904,0]", "reshape(x)"},
    {"s32[0,7]", "reshape(x)"},
    {"s32[4611686018427387904,2,0]", "slice(x), slice={[0:4611686018427387904],[1:4:2],[0:0]}"},
    {"s32[4611686018427387904,4,0]", "reverse(x), dimensions={0,1,2}"},
    {"s32[4611686018427387904,8,0]", "concatenate(x, x), dimensions={1}"},
    {"s32[4611686018427387904,6,0]", "pad(x, i), padding=0_0x1_1x0_0"},
    {"s32[4611686018427387905,9,0]", "pad(x, i), padding=0_1x1_1_1x0_0"},
    {"s32[4611686018427387904,1,0]",
     "dynamic-slice(x, i, i, i), dynamic_slice_sizes={4611686018427387904,1,0}"},
    {"s32[4611686018427387904,4,0]", "dynamic-update-slice(x, x, i, i, i)"},
    {"s32[4611686018427387904,0]", "reduce(x, i), dimensions={1}, to_apply=ADD"},
    {"s32[0]", "reduce(x, i), dimensions={0,1}, to_apply=ADD"},
    {"s32[4]", "reduce(x, i), dimensions={0,2}, to_apply=ADD"},
    {"s32[]", "reduce(x, i), dimensions={0,1,2}, to_apply=ADD"},
    {"s32[4]", "reduce(y, i), dimensions={0,1}, to_apply=ADD"},
    {"s32[4]", "reduce(m, i), dimensions={0,1}, to_apply=ADD"},
    {"s32[4611686018427387904,2,0]",
     "reduce-window(x, i), window={size=1x3x1 stride=1x1x1}, to_apply=ADD"},
    {"s32[4,4,2]",
     "reduce-window(x, i), window={size=4611686018427387901x1x1 pad=0_0x0_0x1_1}, to_apply=ADD"},
    {"s32[4,2,4]",
     "reduce-window(y, i), window={size=4611686018427387901x1x1 pad=0_0x1_1x0_0}, to_apply=ADD"},
    {"s32[2,4,4]",
     "reduce-window(m, i), window={size=1x4611686018427387901x1 pad=1_1x0_0x0_0}, to_apply=ADD"},
    {"s32[4611686018427387904,4,0]",
     "select-and-scatter(x, x, i), window={size=1x1x1}, select=GE, scatter=ADD"},
    {"s32[4611686018427387904,4,0]", "sort(x), dimensions={0}, to_apply=less"},
    {"s32[4611686018427387904,4,0]", "sort(x), dimensions={2}, to_apply=odd"},
    {"s32[4611686018427387904,4,0]{0,1,2}", "copy(x)"},
};

constexpr std::string_view kMore = R"(less { a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT l = pred[] compare(a, b), direction=LT }
odd { a = s32[] parameter(0)
  b = s32[] parameter(1)
  c = s32[] add(a, b)
  ROOT l = pred[] compare(a, c), direction=LT }
)";

// Every operation that takes such arrays: x has no elements, and the product of two of the other
// sizes overflows.
TEST(HugeEmptyTest, EveryOperation) {
  for (const auto& c : kCases) {
    for (const std::string_view reducer : {"add", "add_more"}) {
      std::string operation(c.operation);
      const auto replace = [&](std::string_view what, std::string_view by) {
        if (const size_t at = operation.find(what); at != std::string::npos) {
          operation.replace(at, what.size(), by);
        }
      };
      replace("ADD", reducer);
      replace("GE", reducer == "add" ? "less" : "odd");
      std::string head(kHead);
      head.insert(head.find("ENTRY"), kMore);
      const auto module = ParseHloModule(
          StrCat(head,
                 "  t = pred[] constant(true)\n  fzero = f32[] constant(0)\n  hzero = bf16[] "
                 "constant(0)\n",
                 "  uzero = u32[] constant(0)\n",
                 "  u = u32[4611686018427387904,4,0] broadcast(uzero), dimensions={}\n", kValues,
                 "  ROOT r = ", c.shape, " ", operation, "\n}\n"));
      ASSERT_TRUE(module.ok()) << operation << module.status().ToString();
      const StatusOr<Literal> value = Evaluate(**module, {});
      ASSERT_TRUE(value.ok()) << operation << value.status().ToString();
      const int64_t count = value->element_count();
      EXPECT_TRUE(
          ShapeUtil::Compatible(value->shape(), (*module)->entry_computation().root()->shape()));
      // The results come only from the initial value.
      for (int64_t i = 0; i < count; ++i) EXPECT_EQ(value->data<int32_t>()[i], 1) << operation;
    }
  }
}

TEST(HugeEmptyTest, BatchNorm) {
  EXPECT_EQ(ValueOf(R"(  y = f32[4611686018427387904,2,0] constant({})
  v = f32[2] constant({1, 2})
  n = (f32[4611686018427387904,2,0], f32[2], f32[2]) batch-norm-training(y, v, v), epsilon=0,
    feature_index=1
  ROOT m = f32[2] get-tuple-element(n), index=1
)"),
            "f32[2] {nan, nan}");
  EXPECT_EQ(ValueOf(R"(  y = f32[4611686018427387904,4,0] constant({})
  v = f32[0] constant({})
  ROOT n = f32[4611686018427387904,4,0] batch-norm-inference(y, v, v, v, v), epsilon=0,
    feature_index=2
)"),
            "f32[4611686018427387904,4,0] {}");
}

// Lines may be filled up with more zeros than any memory holds, and then there is an error; lines
// of an array without elements are not even planned.
TEST(HugeEmptyTest, Fft) {
  for (const std::string_view length : {"4611686018427387904", "1099511627776"}) {
    EXPECT_NE(ValueOf(StrCat("  y = c64[4] constant({(1, 0), (2, 0), (3, 0), (4, 0)})\n"
                             "  ROOT t = c64[4] fft(y), fft_type=FFT, fft_length={",
                             length, "}\n"))
                  .find("RESOURCE_EXHAUSTED"),
              std::string::npos);
  }
  EXPECT_EQ(ValueOf(R"(  y = f32[0,4611686018427387904] constant({})
  ROOT t = c64[0,2305843009213693953] fft(y), fft_type=RFFT, fft_length={4611686018427387904}
)"),
            "c64[0,2305843009213693953] {}");
}

}  // namespace
}  // namespace hloom
