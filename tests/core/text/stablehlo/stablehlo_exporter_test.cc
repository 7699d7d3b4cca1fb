// The exporter to StableHLO: golden texts of each family of operations, and refusals.
#include "text/stablehlo/stablehlo_exporter.h"

#include <memory>
#include <set>
#include <string>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "text/hlo/hlo_parser.h"
#include "text/stablehlo/export_text.h"

namespace hloom {
namespace {

std::unique_ptr<HloModule> ParseOrDie(std::string_view text) {
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  return module.ok() ? std::move(*module) : nullptr;
}

std::string Exported(std::string_view text, const StableHloExportOptions& options = {}) {
  const std::unique_ptr<HloModule> module = ParseOrDie(text);
  if (module == nullptr) return "";
  const StatusOr<std::string> exported = HloModuleToStableHlo(*module, options);
  return exported.ok() ? *exported : exported.status().ToString();
}

// The lines between the function's first line and its return, without their indentation. The HLO
// is a computation without its header.
std::string Body(std::string_view hlo) {
  const std::string text = Exported(StrCat("HloModule m\n", hlo));
  std::string out;
  size_t begin = 0;
  for (int line = 0; begin < text.size(); ++line) {
    const size_t end = text.find('\n', begin);
    std::string_view shown = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (line < 2) continue;
    if (shown.substr(0, 11) == "    return ") break;
    shown.remove_prefix(std::min<size_t>(4, shown.size()));
    StrAppend(out, shown, "\n");
  }
  return out.empty() ? text : out;
}

TEST(StableHloExporterTest, WritesAModule) {
  EXPECT_EQ(Exported(R"(HloModule axis-demo, replica_count=2
ENTRY %main.5 (x: f32[2,3], v: f32[3]) -> f32[2,3] {
  %x = f32[2,3]{0,1} parameter(0)
  %v = f32[3] parameter(1)
  %broadcast.3 = f32[2,3] broadcast(%v), dimensions={1}
  ROOT %add.4 = f32[2,3] add(%x, %broadcast.3)
})"),
            R"(module @"axis-demo" attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
}
)");
}

TEST(StableHloExporterTest, Elementwise) {
  EXPECT_EQ(Body(R"(ENTRY e {
  a = f32[4] parameter(0)
  b = f32[4] parameter(1)
  i = s32[4] parameter(2)
  d = f32[4] divide(a, b)
  n = f32[4] negate(d)
  t = f32[4] tan(n), result_accuracy={tolerance={atol=0,rtol=0.5,ulps=1}}
  e = f32[4] exponential(t), result_accuracy={mode=highest}
  f = f32[4] erf(e)
  u = s32[4] mulhi(i, i)
  c = f32[4] convert(u)
  lt = pred[4] compare(f, c), direction=LT
  eq = pred[4] compare(f, c), direction=EQ, type=TOTALORDER
  ge = pred[4] compare(i, u), direction=GE
  p = pred[4] and(lt, eq)
  nn = pred[4] compare(p, ge), direction=NE
  s = f32[4] select(nn, a, c)
  one = f32[] constant(1)
  k = f32[4] clamp(one, s, one)
  r = f32[4] reduce-precision(k), exponent_bits=5, mantissa_bits=10
  fin = pred[4] is-finite(r)
  z = c64[4] complex(r, s)
  re = f32[4] real(z)
  h = bf16[4] convert(re)
  ROOT bits = u16[4] bitcast-convert(h)
})"),
            R"(%0 = stablehlo.divide %arg0, %arg1 : tensor<4xf32>
%1 = stablehlo.negate %0 : tensor<4xf32>
%2 = stablehlo.tan %1 {result_accuracy = #stablehlo.result_accuracy<rtol = 5.000000e-01, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
%3 = stablehlo.exponential %2 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
%4 = chlo.erf %3 : tensor<4xf32> -> tensor<4xf32>
%5 = chlo.mulhi %arg2, %arg2 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
%6 = stablehlo.convert %5 : (tensor<4xi32>) -> tensor<4xf32>
%7 = stablehlo.compare LT, %4, %6, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%8 = stablehlo.compare EQ, %4, %6, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%9 = stablehlo.compare GE, %arg2, %5, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%10 = stablehlo.and %7, %8 : tensor<4xi1>
%11 = stablehlo.compare NE, %10, %9, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
%12 = stablehlo.select %11, %arg0, %6 : tensor<4xi1>, tensor<4xf32>
%cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%13 = stablehlo.clamp %cst, %12, %cst : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
%14 = stablehlo.reduce_precision %13, format = e5m10 : tensor<4xf32>
%15 = stablehlo.is_finite %14 : (tensor<4xf32>) -> tensor<4xi1>
%16 = stablehlo.complex %14, %12 : tensor<4xcomplex<f32>>
%17 = stablehlo.real %16 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
%18 = stablehlo.convert %17 : (tensor<4xf32>) -> tensor<4xbf16>
%19 = stablehlo.bitcast_convert %18 : (tensor<4xbf16>) -> tensor<4xui16>
)");
}

TEST(StableHloExporterTest, MovesElements) {
  EXPECT_EQ(Body(R"(ENTRY e {
  a = f32[4,6] parameter(0)
  i = s32[] parameter(1)
  io = s32[2,3] iota(), iota_dimension=1
  s = f32[2,2] slice(a), slice={[0:4:2], [1:3]}
  t = f32[2,2] transpose(s), dimensions={1,0}
  v = f32[2,2] reverse(t), dimensions={0}
  cc = f32[4,2] concatenate(t, v), dimensions={0}
  zero = f32[] constant(0)
  p = f32[5,3] pad(cc, zero), padding=0_1x1_0
  r = f32[15] reshape(p)
  ds = f32[1,6] dynamic-slice(a, i, i), dynamic_slice_sizes={1,6}
  du = f32[4,6] dynamic-update-slice(a, ds, i, i)
  b = f32[6,4]{1,0} bitcast(du)
  g = f32[2,6] gather(a, io), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=2, slice_sizes={1,6}
  ROOT x = f32[24] reshape(b)
})"
                 ),
            "") << "replaced below";
}

}  // namespace
}  // namespace hloom
