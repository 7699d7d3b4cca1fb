// The exporter to StableHLO: golden texts of each family of operations, sizes, and refusals.
#include "text/stablehlo/stablehlo_exporter.h"

#include <memory>
#include <string>

#include "base/str_cat.h"
#include "builder/xla_builder.h"
#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "text/hlo/hlo_parser.h"
#include "text/mlir/mlir_text.h"
#include "text/stablehlo/export_text.h"

namespace hloom {
namespace {

std::string ExportedText(std::string_view text, const StableHloExportOptions& options = {}) {
  const StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  if (!module.ok()) return module.status().ToString();
  const StatusOr<std::string> exported = HloModuleToStableHlo(**module, options);
  if (!exported.ok()) return exported.status().ToString();
  const auto trees = mlir::ParseMlirText(*exported);
  EXPECT_TRUE(trees.ok()) << trees.status().ToString();
  return *exported;
}

// The lines between those of the module. The HLO is without its header.
std::string ExportedFunctions(std::string_view hlo) {
  const std::string text = ExportedText(StrCat("HloModule m\n", hlo));
  const size_t begin = text.find('\n') + 1;
  return text.rfind("module @m ", 0) == 0 ? text.substr(begin, text.size() - begin - 2) : text;
}

TEST(StableHloExporterTest, KeepsWhatAModuleSays) {
  EXPECT_EQ(
      ExportedText(
          R"(HloModule step, input_output_alias={ {1}: (0, {1}, may-alias) }, buffer_donor={ (1, {}) }, frontend_attributes={fingerprint="a\"b"}, replica_count=2, num_partitions=4

ENTRY e {
  p = (f32[4], f32[8]) parameter(0), sharding={{replicated}, {devices=[4]<=[4]}}
  v = f32[] parameter(1), frontend_attributes={a="b"}
  a = f32[4] get-tuple-element(p), index=0
  b = f32[8] get-tuple-element(p), index=1
  n = f32[8] negate(b), sharding={devices=[4]<=[4]}, frontend_attributes={x.y="1",z="2"}
  s = f32[8] custom-call(n), custom_call_target="Sharding", sharding={devices=[4]<=[4]}
  ROOT t = (f32[4], f32[8], f32[]) tuple(a, s, v), sharding={{replicated}, {devices=[4]<=[4]}, {replicated}}
}
)"),
      R"(module @step attributes {mhlo.frontend_attributes = {fingerprint = "a\22b"}, mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 2 : i32} {
  func.func public @main(%arg0: tensor<4xf32> {mhlo.sharding = "{replicated}"}, %arg1: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}", tf.aliasing_output = 1 : i32}, %arg2: tensor<f32> {jax.buffer_donor = true, mhlo.frontend_attributes = {a = "b"}}) -> (tensor<4xf32> {mhlo.sharding = "{replicated}"}, tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, tensor<f32> {mhlo.sharding = "{replicated}"}) {
    %0 = stablehlo.negate %arg1 {mhlo.frontend_attributes = {x.y = "1", z = "2"}, mhlo.sharding = "{devices=[4]<=[4]}"} : tensor<8xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
    return %arg0, %1, %arg2 : tensor<4xf32>, tensor<8xf32>, tensor<f32>
  }
}
)");
}

TEST(StableHloExporterTest, Elementwise) {
  EXPECT_EQ(
      ExportedFunctions(R"(ENTRY e {
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
}
)"),
      R"(  func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xi32>) -> tensor<4xui16> {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<4xf32>
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
    return %19 : tensor<4xui16>
  }
)");
}

TEST(StableHloExporterTest, Constants) {
  EXPECT_EQ(
      ExportedFunctions(R"(ENTRY e {
  a = f32[2,2] constant({{1, -0}, {3.14159274, inf}})
  b = f64[3] constant({1e-300, 0.1, nan})
  c = pred[2] constant({true, false})
  d = s8[2,2] constant({{1, -2}, {3, 4}})
  e = u64[] constant(18446744073709551615)
  f = c64[2] constant({(1, 2), (0, -1.5)})
  h = f32[2] constant({16777216, 1.17549435e-38})
  i = bf16[2] constant({0.0009765625, nan})
  j = f8e4m3fn[2] constant({0.5, nan})
  k = s4[2] constant({-1, 7})
  l = f32[0,3] constant({})
  m = s32[3] constant({7, 7, 7})
  t = (s32[], f32[]) constant((1, 2.5))
  unused = f32[] constant(9)
  ROOT r = (f32[2,2], f64[3], pred[2], s8[2,2], u64[], c64[2], f32[2], bf16[2], f8e4m3fn[2], s4[2], f32[0,3], s32[3], (s32[], f32[])) tuple(a, b, c, d, e, f, h, i, j, k, l, m, t)
}
)"),
      R"(  func.func public @main() -> (tensor<2x2xf32>, tensor<3xf64>, tensor<2xi1>, tensor<2x2xi8>, tensor<ui64>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<2xi4>, tensor<0x3xf32>, tensor<3xi32>, tensor<i32>, tensor<f32>) {
    %cst = stablehlo.constant dense<[[1.000000e+00, -0.000000e+00], [3.14159274, 0x7F800000]]> : tensor<2x2xf32>
    %cst_0 = stablehlo.constant dense<[1.000000e-300, 1.000000e-01, 0x7FF8000000000000]> : tensor<3xf64>
    %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %c_1 = stablehlo.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>
    %c_2 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
    %cst_3 = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (0.000000e+00,-1.500000e+00)]> : tensor<2xcomplex<f32>>
    %cst_4 = stablehlo.constant dense<[0x4B800000, 1.17549435E-38]> : tensor<2xf32>
    %cst_5 = stablehlo.constant dense<[9.765630e-04, 0x7FC0]> : tensor<2xbf16>
    %cst_6 = stablehlo.constant dense<[5.000000e-01, 0x7F]> : tensor<2xf8E4M3FN>
    %c_7 = stablehlo.constant dense<[-1, 7]> : tensor<2xi4>
    %cst_8 = stablehlo.constant dense<> : tensor<0x3xf32>
    %c_9 = stablehlo.constant dense<7> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %c_10 = stablehlo.constant dense<1> : tensor<i32>
    %cst_11 = stablehlo.constant dense<2.500000e+00> : tensor<f32>
    return %cst, %cst_0, %c, %c_1, %c_2, %cst_3, %cst_4, %cst_5, %cst_6, %c_7, %cst_8, %0, %c_10, %cst_11 : tensor<2x2xf32>, tensor<3xf64>, tensor<2xi1>, tensor<2x2xi8>, tensor<ui64>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<2xi4>, tensor<0x3xf32>, tensor<3xi32>, tensor<i32>, tensor<f32>
  }
)");
}

TEST(StableHloExporterTest, Arrays) {
  EXPECT_EQ(
      ExportedFunctions(R"(ENTRY e {
  a = f32[4,6] parameter(0)
  i = s32[] parameter(1)
  w = s32[2] parameter(2)
  io = s32[2,3] iota(), iota_dimension=1
  s = f32[2,2] slice(a), slice={[0:4:2], [1:3]}
  t = f32[2,2] transpose(s), dimensions={1,0}
  v = f32[2,2] reverse(t), dimensions={0}
  cc = f32[4,2] concatenate(t, v), dimensions={0}
  zero = f32[] constant(0)
  p = f32[5,4] pad(cc, zero), padding=0_1x1_0_1
  c = f32[5,4] copy(p)
  r = f32[20] reshape(c)
  ds = f32[1,6] dynamic-slice(a, i, i), dynamic_slice_sizes={1,6}
  du = f32[4,6]{0,1} dynamic-update-slice(a, ds, i, i)
  b = s32[24]{0} bitcast(du)
  g = f32[2,3,6] gather(a, io), offset_dims={2}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=2, slice_sizes={1,6}
  ROOT o = (f32[20], s32[24], f32[2,3,6]) tuple(r, b, g)
}
)"),
      R"(  func.func public @main(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>, %arg2: tensor<2xi32>) -> (tensor<20xf32>, tensor<24xi32>, tensor<2x3x6xf32>) {
    %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
    %1 = stablehlo.slice %arg0 [0:4:2, 1:3] : (tensor<4x6xf32>) -> tensor<2x2xf32>
    %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %3 = stablehlo.reverse %2, dims = [0] : tensor<2x2xf32>
    %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.pad %4, %cst, low = [0, 1], high = [1, 0], interior = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<5x4xf32>
    %6 = stablehlo.reshape %5 : (tensor<5x4xf32>) -> tensor<20xf32>
    %7 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [1, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
    %8 = stablehlo.dynamic_update_slice %arg0, %7, %arg1, %arg1 : (tensor<4x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    %9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
    %10 = stablehlo.reshape %9 : (tensor<6x4xf32>) -> tensor<24xf32>
    %11 = stablehlo.bitcast_convert %10 : (tensor<24xf32>) -> tensor<24xi32>
    %12 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 6>}> : (tensor<4x6xf32>, tensor<2x3xi32>) -> tensor<2x3x6xf32>
    return %6, %11, %12 : tensor<20xf32>, tensor<24xi32>, tensor<2x3x6xf32>
  }
)");
}

TEST(StableHloExporterTest, Products) {
  EXPECT_EQ(
      ExportedFunctions(R"(ENTRY e {
  a = f32[2,3,4] parameter(0)
  b = f32[2,4,5] parameter(1)
  x = f32[1,8,8,2] parameter(2)
  k = f32[3,3,1,4] parameter(3)
  d = f32[2,3,5] dot(a, b), lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={0}, rhs_contracting_dims={1}, operand_precision={highest,default}, algorithm=dot_tf32_tf32_f32_x3
  outer = f32[2,3,5,2,3,5] dot(d, d), lhs_contracting_dims={}, rhs_contracting_dims={}
  c = f32[1,4,8,4] convolution(x, k), window={size=3x3 stride=2x1 pad=1_1x1_1 rhs_reversal=1x0}, dim_labels=b01f_01io->b01f, feature_group_count=2
  m = f32[11,5] parameter(4)
  w = f32[3,5,7] parameter(5)
  n = s32[3] parameter(6)
  rd = f32[11,7] ragged-dot(m, w, n), lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0}
  ROOT r = (f32[2,3,5,2,3,5], f32[1,4,8,4], f32[11,7]) tuple(outer, c, rd)
}
)"),
      R"(  func.func public @main(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>, %arg2: tensor<1x8x8x2xf32>, %arg3: tensor<3x3x1x4xf32>, %arg4: tensor<11x5xf32>, %arg5: tensor<3x5x7xf32>, %arg6: tensor<3xi32>) -> (tensor<2x3x5x2x3x5xf32>, tensor<1x4x8x4xf32>, tensor<11x7xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    %1 = stablehlo.dot_general %0, %0, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5x2x3x5xf32>
    %2 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x8x2xf32>, tensor<3x3x1x4xf32>) -> tensor<1x4x8x4xf32>
    %3 = "chlo.ragged_dot"(%arg4, %arg5, %arg6) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
    return %1, %2, %3 : tensor<2x3x5x2x3x5xf32>, tensor<1x4x8x4xf32>, tensor<11x7xf32>
  }
)");
}

TEST(StableHloExporterTest, Algebra) {
  EXPECT_EQ(
      ExportedFunctions(R"(ENTRY e {
  x = f32[4,4] parameter(0)
  v = f32[4] parameter(1)
  s = u64[2] parameter(2)
  l = f32[4,4] cholesky(x), lower=true
  y = f32[4,4] triangular-solve(l, x), left_side=true, lower=true, transpose_a=NO_TRANSPOSE
  f = c64[4,3] fft(y), fft_type=RFFT, fft_length={4}
  bn = (f32[4,4], f32[4], f32[4]) batch-norm-training(x, v, v), epsilon=0.001, feature_index=1
  g = f32[4,4] get-tuple-element(bn), index=0
  zero = f32[] constant(0)
  one = f32[] constant(1)
  u = f32[2,3] rng(zero, one), distribution=rng_uniform
  rb = (u64[2], u32[6]) rng-bit-generator(s), algorithm=rng_three_fry
  bits = u32[6] get-tuple-element(rb), index=1
  ROOT r = (c64[4,3], f32[4,4], f32[2,3], u32[6]) tuple(f, g, u, bits)
}
)"),
      R"(  func.func public @main(%arg0: tensor<4x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<2xui64>) -> (tensor<4x3xcomplex<f32>>, tensor<4x4xf32>, tensor<2x3xf32>, tensor<6xui32>) {
    %0 = stablehlo.cholesky %arg0, lower = true : tensor<4x4xf32>
    %1 = "stablehlo.triangular_solve"(%0, %arg0) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.fft %1, type = RFFT, length = [4] : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>
    %3:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
    %4 = stablehlo.rng %cst, %cst_0, %c, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
    %5:2 = stablehlo.rng_bit_generator %arg2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
    return %2, %3#0, %4, %5#1 : tensor<4x3xcomplex<f32>>, tensor<4x4xf32>, tensor<2x3xf32>, tensor<6xui32>
  }
)");
}

TEST(StableHloExporterTest, Regions) {
  EXPECT_EQ(
      ExportedFunctions(R"(add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
arg { a = f32[] parameter(0)
  i = s32[] parameter(1)
  b = f32[] parameter(2)
  j = s32[] parameter(3)
  p = pred[] compare(a, b), direction=GE
  m = f32[] select(p, a, b)
  k = s32[] select(p, i, j)
  ROOT r = (f32[], s32[]) tuple(m, k) }
ge { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = pred[] compare(a, b), direction=GE }
square { a = f32[] parameter(0)
  ROOT c = f32[] multiply(a, a) }
step { x = f32[] parameter(0)
  s = f32[] parameter(1)
  n = f32[] add(x, s)
  ROOT r = (f32[], f32[]) tuple(n, n) }
ENTRY e {
  x = f32[4,6] parameter(0)
  i = s32[4,6] iota(), iota_dimension=1
  zero = f32[] constant(0)
  none = s32[] constant(-1)
  sum = f32[4] reduce(x, zero), dimensions={1}, to_apply=add
  am = (f32[6], s32[6]) reduce(x, i, zero, none), dimensions={0}, to_apply=arg
  best = s32[6] get-tuple-element(am), index=1
  rw = f32[2,5] reduce-window(x, zero), window={size=2x2 stride=2x1 pad=0_0x0_0}, to_apply=add
  ss = f32[4,6] select-and-scatter(x, rw, zero), window={size=2x2 stride=2x1}, select=ge, scatter=add
  at = s32[2,1] parameter(1)
  up = f32[2,6] parameter(2)
  sc = f32[4,6] scatter(ss, at, up), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, unique_indices=true, to_apply=add
  so = f32[4,6] sort(sc), dimensions={1}, is_stable=true, to_apply=ge
  mp = f32[4,6] map(so), dimensions={0,1}, to_apply=square
  tk = (f32[4,2], s32[4,2]) topk(mp), k=2, largest=false
  tv = f32[4,2] get-tuple-element(tk), index=0
  sn = (f32[4], f32[]) scan(sum, zero), dimensions={0}, num_carries=1, to_apply=step
  run = f32[4] get-tuple-element(sn), index=0
  ROOT r = (f32[4], s32[6], f32[4,2]) tuple(run, best, tv)
}
)"),
      R"(  func.func public @main(%arg0: tensor<4x6xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<2x6xf32>) -> (tensor<4xf32>, tensor<6xi32>, tensor<4x2xf32>) {
    %0 = stablehlo.iota dim = 1 : tensor<4x6xi32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %1 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
    %2:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
     reducer(%arg3: tensor<f32>, %arg5: tensor<f32>) (%arg4: tensor<i32>, %arg6: tensor<i32>)  {
      %10 = stablehlo.compare GE, %arg3, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %11 = stablehlo.select %10, %arg3, %arg5 : tensor<i1>, tensor<f32>
      %12 = stablehlo.select %10, %arg4, %arg6 : tensor<i1>, tensor<i32>
      stablehlo.return %11, %12 : tensor<f32>, tensor<i32>
    }
    %3 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %10 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %10 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x5xf32>
    %4 = "stablehlo.select_and_scatter"(%arg0, %3, %cst) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %10 = stablehlo.compare GE, %arg3, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %10 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %10 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<4x6xf32>
    %5 = "stablehlo.scatter"(%4, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %10 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %10 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x1xi32>, tensor<2x6xf32>) -> tensor<4x6xf32>
    %6 = "stablehlo.sort"(%5) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %10 = stablehlo.compare GE, %arg3, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %7 = "stablehlo.map"(%6) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f32>):
      %10 = stablehlo.multiply %arg3, %arg3 : tensor<f32>
      stablehlo.return %10 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %8:2 = chlo.top_k(%7, k = 2) {largest = false} : tensor<4x6xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
    %9:2 = "chlo.scan"(%1, %cst) <{dimension = 0 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %10 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %10, %10 : tensor<f32>, tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
    return %9#0, %2#1, %8#0 : tensor<4xf32>, tensor<6xi32>, tensor<4x2xf32>
  }
)");
}

TEST(StableHloExporterTest, Loops) {
  EXPECT_EQ(
      ExportedFunctions(R"(body { s = (s32[], (f32[2], f32[2])) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  p = (f32[2], f32[2]) get-tuple-element(s), index=1
  a = f32[2] get-tuple-element(p), index=0
  b = f32[2] get-tuple-element(p), index=1
  one = s32[] constant(1)
  n = s32[] add(i, one)
  c = f32[2] add(a, b)
  q = (f32[2], f32[2]) tuple(b, c)
  ROOT r = (s32[], (f32[2], f32[2])) tuple(n, q) }
cond { s = (s32[], (f32[2], f32[2])) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  ten = s32[] constant(10)
  ROOT p = pred[] compare(i, ten), direction=LT }
pick { s = (f32[2], f32[2]) parameter(0)
  ROOT a = f32[2] get-tuple-element(s), index=1 }
neg { x = f32[2] parameter(0)
  ROOT a = f32[2] negate(x) }
ENTRY e {
  x = f32[2] parameter(0)
  y = f32[2] parameter(1)
  k = s32[] parameter(2)
  zero = s32[] constant(0)
  p = (f32[2], f32[2]) tuple(x, y)
  init = (s32[], (f32[2], f32[2])) tuple(zero, p)
  w = (s32[], (f32[2], f32[2])) while(init), condition=cond, body=body
  q = (f32[2], f32[2]) get-tuple-element(w), index=1
  t = pred[] compare(k, zero), direction=GT
  c = f32[2] conditional(t, q, x), true_computation=pick, false_computation=neg
  d = f32[2] conditional(k, c, q, y), branch_computations={neg, pick, neg}
  ROOT o = (f32[2], (s32[], (f32[2], f32[2]))) tuple(d, w)
}
)"),
      R"(  func.func public @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i32>) -> (tensor<2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1) : tensor<i32>, tensor<2xf32>, tensor<2xf32>
     cond {
      %c_2 = stablehlo.constant dense<10> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      %5 = stablehlo.add %iterArg_0, %iterArg_1 : tensor<2xf32>
      stablehlo.return %4, %iterArg_1, %5 : tensor<i32>, tensor<2xf32>, tensor<2xf32>
    }
    %1 = stablehlo.compare GT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = "stablehlo.if"(%1) ({
      stablehlo.return %0#2 : tensor<2xf32>
    }, {
      %4 = stablehlo.negate %arg0 : tensor<2xf32>
      stablehlo.return %4 : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    %3 = "stablehlo.case"(%arg2) ({
      %4 = stablehlo.negate %2 : tensor<2xf32>
      stablehlo.return %4 : tensor<2xf32>
    }, {
      stablehlo.return %0#2 : tensor<2xf32>
    }, {
      %4 = stablehlo.negate %arg1 : tensor<2xf32>
      stablehlo.return %4 : tensor<2xf32>
    }) : (tensor<i32>) -> tensor<2xf32>
    return %3, %0#0, %0#1, %0#2 : tensor<2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>
  }
)");
}

TEST(StableHloExporterTest, Calls) {
  EXPECT_EQ(
      ExportedFunctions(R"(inner { x = f32[2] parameter(0)
  ROOT a = f32[2] negate(x) }
my-call { x = f32[2] parameter(0)
  y = f32[2] parameter(1)
  m = f32[2] multiply(x, y)
  i = f32[2] call(m), to_apply=inner
  ROOT t = (f32[2], f32[2]) tuple(i, x) }
fused { x = f32[2] parameter(0)
  y = f32[2] parameter(1)
  ROOT m = f32[2] subtract(x, y) }
step { s = f32[2] parameter(0)
  ROOT i = f32[2] call(s), to_apply=inner }
always { s = f32[2] parameter(0)
  ROOT t = pred[] constant(true) }
wrapped { s = f32[2] parameter(0)
  ROOT t = f32[2] cosine(s) }
gelu { s = f32[2] parameter(0)
  ROOT t = f32[2] tanh(s) }
ENTRY e {
  x = f32[2] parameter(0)
  y = f32[2] parameter(1)
  c = (f32[2], f32[2]) call(x, y), to_apply=my-call
  a = f32[2] get-tuple-element(c), index=0
  f = f32[2] fusion(a, y), kind=kLoop, calls=fused
  w = f32[2] while(f), condition=always, body=step
  s = ((f32[2]), f32[2], u32[]) async-start(w), calls=wrapped
  d = f32[2] async-done(s)
  cs = (f32[2], f32[2], u32[]) copy-start(d)
  cd = f32[2] copy-done(cs)
  b = (f32[2], f32[2]) opt-barrier(c)
  g = f32[2] call(cd), to_apply=gelu, is_composite=true, frontend_attributes={composite.name="my.gelu",composite.attributes={approximate = true},composite.version="1"}
  ROOT o = (f32[2], (f32[2], f32[2])) tuple(g, b)
}
)"),
      R"(  func.func public @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
    %0:2 = call @"my-call"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    %1 = stablehlo.subtract %0#0, %arg1 : tensor<2xf32>
    %2 = stablehlo.while(%iterArg = %1) : tensor<2xf32>
     cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %6 = func.call @inner(%iterArg) : (tensor<2xf32>) -> tensor<2xf32>
      stablehlo.return %6 : tensor<2xf32>
    }
    %3 = stablehlo.cosine %2 : tensor<2xf32>
    %4:2 = stablehlo.optimization_barrier %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
    %5 = stablehlo.composite "my.gelu" %3 {composite_attributes = {approximate = true}, decomposition = @gelu, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
    return %5, %4#0, %4#1 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  func.func private @"my-call"(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<2xf32>
    %1 = call @inner(%0) : (tensor<2xf32>) -> tensor<2xf32>
    return %1, %arg0 : tensor<2xf32>, tensor<2xf32>
  }
  func.func private @inner(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.negate %arg0 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @gelu(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
)");
}

TEST(StableHloExporterTest, Collectives) {
  EXPECT_EQ(
      ExportedFunctions(R"(add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
ENTRY e {
  x = f32[4] parameter(0)
  y = f32[2,4] parameter(1)
  ar = f32[4] all-reduce(x), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add
  ags = (f32[4], f32[8]) all-gather-start(ar), replica_groups={{0,1}}, dimensions={0}
  ag = f32[8] all-gather-done(ags)
  rs = (f32[2], f32[1,4]) reduce-scatter(x, y), replica_groups={}, dimensions={0}, to_apply=add
  r0 = f32[2] get-tuple-element(rs), index=0
  at = f32[2,4] all-to-all(y), replica_groups={{0,1}}, dimensions={0}
  tt = (f32[4], f32[4]) all-to-all(x, ar), replica_groups={{0,1}}
  t1 = f32[4] get-tuple-element(tt), index=1
  cps = (f32[4], f32[4], u32[], u32[]) collective-permute-start(t1), source_target_pairs={{0,1},{1,0}}
  cp = f32[4] collective-permute-done(cps)
  cb = f32[4] collective-broadcast(cp), replica_groups={{1,0}}
  pid = u32[] partition-id()
  rid = u32[] replica-id()
  ROOT r = (f32[8], f32[2], f32[2,4], f32[4], u32[], u32[]) tuple(ag, r0, at, cb, pid, rid)
}
)"),
      R"(  func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<2x4xf32>) -> (tensor<8xf32>, tensor<2xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<ui32>, tensor<ui32>) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %17 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %17 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
    %2 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<> : tensor<0x0xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %17 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %17 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<2xf32>
    %3 = "stablehlo.reduce_scatter"(%arg1) <{replica_groups = dense<> : tensor<0x0xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %17 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %17 : tensor<f32>
    }) : (tensor<2x4xf32>) -> tensor<1x4xf32>
    %4 = "stablehlo.all_to_all"(%arg1) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %5 = stablehlo.reshape %arg0 : (tensor<4xf32>) -> tensor<1x4xf32>
    %6 = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<1x4xf32>
    %7 = stablehlo.concatenate %5, %6, dim = 0 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
    %8 = "stablehlo.all_to_all"(%7) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %9 = stablehlo.slice %8 [0:1, 0:4] : (tensor<2x4xf32>) -> tensor<1x4xf32>
    %10 = stablehlo.reshape %9 : (tensor<1x4xf32>) -> tensor<4xf32>
    %11 = stablehlo.slice %8 [1:2, 0:4] : (tensor<2x4xf32>) -> tensor<1x4xf32>
    %12 = stablehlo.reshape %11 : (tensor<1x4xf32>) -> tensor<4xf32>
    %13 = "stablehlo.collective_permute"(%12) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    %14 = "stablehlo.collective_broadcast"(%13) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    %15 = stablehlo.partition_id : tensor<ui32>
    %16 = stablehlo.replica_id : tensor<ui32>
    return %1, %2, %4, %14, %15, %16 : tensor<8xf32>, tensor<2xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<ui32>, tensor<ui32>
  }
)");
}

TEST(StableHloExporterTest, Host) {
  EXPECT_EQ(ExportedFunctions(R"(ENTRY e {
  x = f32[4] parameter(0)
  t = token[] after-all()
  in = ((f32[4], s32[]), token[]) infeed(t)
  v = (f32[4], s32[]) get-tuple-element(in), index=0
  a = f32[4] get-tuple-element(v), index=0
  t1 = token[] get-tuple-element(in), index=1
  out = token[] outfeed(v, t1), outfeed_shape=(f32[4], s32[])
  s = (f32[4], u32[], token[]) send(a, out), channel_id=5, is_host_transfer=true
  sd = token[] send-done(s), channel_id=5, is_host_transfer=true
  r = (f32[4], u32[], token[]) recv(sd), channel_id=6, is_host_transfer=true
  rd = (f32[4], token[]) recv-done(r), channel_id=6, is_host_transfer=true
  b = f32[4] get-tuple-element(rd), index=0
  t2 = token[] get-tuple-element(rd), index=1
  all = token[] after-all(t2, t)
  ROOT o = (f32[4], token[]) tuple(b, all)
}
)"),
            R"(  func.func public @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, !stablehlo.token) {
    %0 = stablehlo.create_token : !stablehlo.token
    %1:3 = "stablehlo.infeed"(%0) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<4xf32>, tensor<i32>, !stablehlo.token)
    %2 = "stablehlo.outfeed"(%1#0, %1#1, %1#2) <{outfeed_config = ""}> : (tensor<4xf32>, tensor<i32>, !stablehlo.token) -> !stablehlo.token
    %3 = "stablehlo.send"(%1#0, %2) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    %4:2 = "stablehlo.recv"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    %5 = stablehlo.after_all %4#1, %0 : !stablehlo.token
    return %4#0, %5 : tensor<4xf32>, !stablehlo.token
  }
)");
}

TEST(StableHloExporterTest, CustomCalls) {
  EXPECT_EQ(ExportedFunctions(R"(ENTRY e {
  x = f32[4,4] parameter(0)
  p = (f32[4,4], f32[4,4]) tuple(x, x)
  a = f32[4,4] custom-call(x), custom_call_target="f", backend_config="a \"b\""
  b = (f32[4,4]{0,1}, s32[]) custom-call(a), custom_call_target="lapack_spotrf_ffi", operand_layout_constraints={f32[4,4]{0,1}}, output_to_operand_aliasing={{0}: (0, {})}, api_version=API_VERSION_TYPED_FFI, backend_config={uplo = 76 : ui8}
  c = f32[4,4] get-tuple-element(b), index=0
  d = (f32[4,4]) custom-call(p), custom_call_target="g", custom_call_has_side_effect=true
  ROOT o = f32[4,4] get-tuple-element(d), index=0
}
)"),
            R"(  func.func public @main(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.custom_call @f(%arg0) {backend_config = "a \22b\22"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1:2 = stablehlo.custom_call @lapack_spotrf_ffi(%0) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
    %2 = stablehlo.tuple %arg0, %arg0 : tuple<tensor<4x4xf32>, tensor<4x4xf32>>
    %3 = stablehlo.custom_call @g(%2) {has_side_effect = true} : (tuple<tensor<4x4xf32>, tensor<4x4xf32>>) -> tuple<tensor<4x4xf32>>
    %4 = stablehlo.get_tuple_element %3[0] : (tuple<tensor<4x4xf32>>) -> tensor<4x4xf32>
    return %4 : tensor<4x4xf32>
  }
)");
}

TEST(StableHloExporterTest, Dynamic) {
  EXPECT_EQ(
      ExportedFunctions(R"(ENTRY e {
  x = f32[4,3] parameter(0)
  n = s32[] parameter(1)
  d = f32[<=4,3] set-dimension-size(x, n), dimensions={0}
  m = f32[<=4,3] negate(d)
  k = s32[] get-dimension-size(m), dimensions={0}
  two = s32[] constant(2)
  r = f32[<=6,2] dynamic-reshape(m, k, two)
  ROOT o = (f32[<=6,2], s32[]) tuple(r, k)
}
)"),
      R"(  func.func public @main(%arg0: tensor<4x3xf32>, %arg1: tensor<i32>) -> (tensor<?x2xf32, #stablehlo.bounds<6, ?>>, tensor<i32>) {
    %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 0 : (tensor<4x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>>
    %1 = stablehlo.negate %0 : tensor<?x3xf32, #stablehlo.bounds<4, ?>>
    %2 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>) -> tensor<i32>
    %c = stablehlo.constant dense<2> : tensor<i32>
    %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.reshape %c : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %6 = stablehlo.dynamic_reshape %1, %5 : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<2xi32>) -> tensor<?x2xf32, #stablehlo.bounds<6, ?>>
    return %6, %2 : tensor<?x2xf32, #stablehlo.bounds<6, ?>>, tensor<i32>
  }
)");
}

TEST(StableHloExporterTest, WritesLocations) {
  const std::string text = ExportedText(R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  b = f32[2] negate(a), metadata={op_name="jit(f)/neg" source_file="model.py" source_line=3 source_column=4}
  c = f32[2] abs(b), metadata={source_file="model.py" source_line=5}
  ROOT d = f32[2] add(b, c), metadata={op_name="jit(f)/add"}
})",
                                        {.locations = true});
  EXPECT_NE(text.find("negate %arg0 : tensor<2xf32> loc(\"jit(f)/neg\"(\"model.py\":3:4))\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("abs %0 : tensor<2xf32> loc(\"model.py\":5:0)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("add %0, %1 : tensor<2xf32> loc(\"jit(f)/add\")\n"), std::string::npos)
      << text;
}

TEST(StableHloExporterTest, WritesNamesThatAreNoWords) {
  const std::string text = ExportedText(R"(HloModule my-module
main { ROOT a = f32[] parameter(0) }
clip.1 { ROOT a = f32[] parameter(0) }
clip.2 { ROOT a = f32[] parameter(0) }
ENTRY e { a = f32[] parameter(0)
  b = f32[] call(a), to_apply=clip.1
  c = f32[] call(b), to_apply=clip.2
  ROOT d = f32[] call(c), to_apply=main })");
  EXPECT_NE(text.find("call @clip(%arg0)"), std::string::npos) << text;
  EXPECT_NE(text.find("call @clip_0(%0)"), std::string::npos) << text;
  EXPECT_EQ(text.rfind("module @\"my-module\" ", 0), 0u) << text;
  EXPECT_NE(text.find("call @main_0(%1)"), std::string::npos) << text;
  EXPECT_NE(text.find("func.func private @main_0("), std::string::npos) << text;
}

// ---- numbers ----

TEST(StableHloExporterTest, WritesNumbersThatReadBack) {
  using stablehlo_text::DoubleText;
  using stablehlo_text::FloatText;
  EXPECT_EQ(FloatText(0.1f), "1.000000e-01");
  EXPECT_EQ(FloatText(-123456.0f), "-1.234560e+05");
  EXPECT_EQ(FloatText(0.333333343f), "0.333333343");
  EXPECT_EQ(FloatText(0.000123456789f), "1.2345679E-4");
  EXPECT_EQ(FloatText(1.00195313f), "1.00195313");  // a half, rounded up
  EXPECT_EQ(FloatText(1e-45f), "1.401300e-45");
  EXPECT_EQ(FloatText(1234567.0f), "0x4996B438");  // "1234567" would be an integer
  EXPECT_EQ(DoubleText(3.141592653589793), "3.1415926535897931");
  EXPECT_EQ(DoubleText(-1e300), "-1.000000e+300");
  EXPECT_EQ(DoubleText(1.0 / 3e9), "3.3333333333333332E-10");
  EXPECT_EQ(DoubleText(9.9999999e9), "0x4202A05F1CE00000");
}

// More than 100 elements are the bytes, except for types whose bytes versions of MLIR store
// differently.
TEST(StableHloExporterTest, WritesLargeConstantsInHexadecimal) {
  std::vector<uint16_t> numbers(101, 7);
  numbers[1] = 0xABCD;
  const auto text = stablehlo_text::DenseElements(LiteralUtil::CreateR1<uint16_t>(numbers));
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text->substr(0, 25), "dense<\"0x0700CDAB07000700");
  EXPECT_EQ(text->size(), 6 + 4 + 404 + std::string_view("> : tensor<101xui16>").size());
  const auto splat =
      stablehlo_text::DenseElements(LiteralUtil::CreateR1<uint16_t>(std::vector<uint16_t>(500, 7)));
  ASSERT_TRUE(splat.ok());
  EXPECT_EQ(*splat, "dense<7> : tensor<500xui16>");
}

// ---- sizes ----

// Each level calls the one below twice, so that the program has 2^40 instructions if it is written
// out. Computations of loops in more than one place become functions.
TEST(StableHloExporterTest, IsLinearInTheModule) {
  std::string text = R"(HloModule m
always { s = f32[] parameter(0)
  ROOT t = pred[] constant(true) }
level0 { a = f32[] parameter(0)
  ROOT b = f32[] negate(a) }
)";
  for (int level = 1; level <= 40; ++level) {
    StrAppend(text, "level", level, " { a = f32[] parameter(0)\n",
              "  b = f32[] while(a), condition=always, body=level", level - 1,
              "\n  ROOT c = f32[] while(b), condition=always, body=level", level - 1, " }\n");
  }
  text += "ENTRY e { a = f32[] parameter(0)\n  ROOT b = f32[] call(a), to_apply=level40 }\n";
  const std::string exported = ExportedText(text);
  EXPECT_EQ(exported.rfind("module", 0), 0u) << exported.substr(0, 500);
  EXPECT_LT(exported.size(), 40000u);
}

// A long computation that several operations would inline is a function, too.
TEST(StableHloExporterTest, InlinesLongComputationsOnce) {
  std::string text = "HloModule m\nlong { x0 = f32[] parameter(0)\n";
  for (int i = 1; i < 40; ++i) StrAppend(text, "  x", i, " = f32[] negate(x", i - 1, ")\n");
  text += R"(}, execution_thread="side"
ENTRY e { a = f32[] parameter(0)
  s = ((f32[]), f32[]) async-start(a), async_execution_thread="side", calls=long
  d = f32[] async-done(s)
  t = ((f32[]), f32[]) async-start(d), async_execution_thread="side", calls=long
  ROOT u = f32[] async-done(t)
})";
  const std::string exported = ExportedText(text);
  EXPECT_NE(exported.find(R"(
    %0 = call @long(%arg0) : (tensor<f32>) -> tensor<f32>
    %1 = call @long(%0) : (tensor<f32>) -> tensor<f32>
    return %1 : tensor<f32>
)"),
            std::string::npos)
      << exported;
}

// Loops in loops would make the text quadratic by their indentation.
TEST(StableHloExporterTest, NestsDeeply) {
  constexpr int kLevels = 3000;
  std::string text = R"(HloModule m
always { s = f32[] parameter(0)
  ROOT t = pred[] constant(true) }
level0 { a = f32[] parameter(0)
  ROOT b = f32[] negate(a) }
)";
  for (int level = 1; level <= kLevels; ++level) {
    StrAppend(text, "level", level, " { a = f32[] parameter(0)\n  ROOT b = f32[] ",
              level % 3 == 0 ? "fusion(a), kind=kLoop, calls=level"
                             : "while(a), condition=always, body=level",
              level - 1, " }\n");
  }
  StrAppend(text, "ENTRY e { a = f32[] parameter(0)\n  ROOT b = f32[] call(a), to_apply=level",
            kLevels, " }\n");
  const std::string exported = ExportedText(text);
  EXPECT_EQ(exported.rfind("module", 0), 0u) << exported.substr(0, 500);
  EXPECT_LT(exported.size(), 1000u * kLevels);
}

// ---- refusals ----

Status ExportRefusal(std::string_view text) {
  const StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  return module.ok() ? HloModuleToStableHlo(**module).status() : module.status();
}

TEST(StableHloExporterTest, RefusesAllInstructionsAtOnce) {
  std::string text = "HloModule m\nENTRY e {\n  a = f32[] parameter(0)\n";
  for (int i = 0; i < 25; ++i) {
    StrAppend(text, "  state", i, " = u64[2] rng-get-and-update-state(), delta=1\n");
  }
  const Status status = ExportRefusal(text + "  ROOT b = f32[] negate(a)\n}");
  EXPECT_EQ(status.rule(), "stablehlo.x1");
  EXPECT_EQ(status.fields().headline.text(), "25 instructions cannot be written as StableHLO");
  ASSERT_EQ(status.fields().details.size(), 21u);
  EXPECT_EQ(
      status.fields().details[19].text(),
      "rng-get-and-update-state %state19: StableHLO has no access to the state of a run's random "
      "numbers [stablehlo.x1]");
  EXPECT_EQ(status.fields().details[20].text(), "and 5 more");
}

// Each with its own reason, together with those of other rules.
TEST(StableHloExporterTest, RefusesTypesAndPadding) {
  const Status status = ExportRefusal(R"(HloModule m
ENTRY e {
  a = u1[4] parameter(0)
  b = f32[2,3]{1,0:PAD(3,5)ZERO_PAD} parameter(1)
  c = f32[2,3]{1,0:PAD(3,5)ZERO_PAD} copy(b)
  ROOT t = (u1[4], f32[2,3]{1,0:PAD(3,5)ZERO_PAD}) tuple(a, c)
})");
  EXPECT_EQ(status.rule(), "stablehlo.x2");
  ASSERT_EQ(status.fields().details.size(), 4u);
  EXPECT_EQ(status.fields().details[0].text(),
            "parameter %a: u1[4] has no type in StableHLO [stablehlo.x2]");
  EXPECT_EQ(status.fields().details[1].text(),
            "parameter %b: the layout of f32[2,3]{1,0:PAD(3,5)ZERO_PAD} pads the array "
            "[stablehlo.x3]");
  EXPECT_EQ(ExportRefusal("HloModule m\nENTRY e { ROOT b = f32[2]{0:PAD(3)ZERO_PAD} parameter(0) }")
                .rule(),
            "stablehlo.x3");
}

TEST(StableHloExporterTest, RefusesTextsThatAreTooLong) {
  XlaBuilder b("long");
  const Shape shape = ShapeUtil::MakeShape(PRED, {(int64_t{1} << 26) + 1});
  StatusOr<Literal> literal = Literal::Create(shape);
  ASSERT_TRUE(literal.ok());
  std::fill_n(literal->mutable_data<uint8_t>(), shape.dimensions(0), uint8_t{0});
  literal->mutable_data<uint8_t>()[1] = 1;
  ConstantLiteral(&b, *literal);
  const StatusOr<XlaComputation> computation = b.Build();
  ASSERT_TRUE(computation.ok()) << computation.status().ToString();
  EXPECT_EQ(HloModuleToStableHlo(*computation->CreateModule()).status().rule(), "text.w1");
}

// Users' texts that stand where MLIR expects a dictionary cannot end it early.
TEST(StableHloExporterTest, TakesOnlyDictionariesAsTheyAre) {
  using stablehlo_text::IsDictionaryText;
  EXPECT_TRUE(IsDictionaryText("{}"));
  EXPECT_TRUE(IsDictionaryText(R"({a = "}\" {", b = [1 : i64, {c = () -> ()}]})"));
  EXPECT_FALSE(IsDictionaryText(""));
  EXPECT_FALSE(IsDictionaryText("{} : () -> () }"));
  EXPECT_FALSE(IsDictionaryText(R"({"a": 1})"));
  EXPECT_FALSE(IsDictionaryText("{a b = 1 : i32}"));
  EXPECT_FALSE(IsDictionaryText("{}, d = {}"));
  EXPECT_FALSE(IsDictionaryText("{}} : () -> () \"a.b\"() {c = {}"));
  EXPECT_FALSE(IsDictionaryText("{a = (}"));
  EXPECT_FALSE(IsDictionaryText(R"({a = "})"));
  EXPECT_FALSE(IsDictionaryText("{a = \n1}"));
}

TEST(StableHloExporterTest, RulesAreListed) {
  std::vector<std::string_view> ids;
  for (const Rule& rule : StableHloExportRules()) ids.push_back(rule.id);
  EXPECT_EQ(ids, (std::vector<std::string_view>{"stablehlo.x1", "stablehlo.x2", "stablehlo.x3"}));
}

}  // namespace
}  // namespace hloom
