// Each operation that the importer has, in a program of its own.
#include <algorithm>
#include <map>
#include <set>

#include "base/str_cat.h"
#include "text/stablehlo/stablehlo_programs.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

struct OperationCase {
  std::string_view operation;
  // The type of the result, and the operations of @main; the last one defines %r.
  std::string_view type;
  std::string_view body;
  // The result's elements; after "hlo:", a line that the HLO text has, for what needs a host.
  std::string_view expected;
};

std::string ProgramOf(const OperationCase& one) {
  if (one.body.find("func.func") != std::string_view::npos) return std::string(one.body);
  return StrCat("func.func @main() -> ", one.type, " {\n", one.body, "\n  return %r : ", one.type,
                "\n}\n");
}

std::string UnaryProgram(std::string_view operation, std::string_view value, std::string_view type,
                         std::string_view result_type) {
  const bool chlo = operation.substr(0, 5) == "chlo.";
  const std::string types = type == result_type && !chlo ? std::string(type)
                            : chlo                       ? StrCat(type, " -> ", result_type)
                                                         : StrCat("(", type, ") -> ", result_type);
  return StrCat("func.func @main() -> ", result_type, " {\n  %x = stablehlo.constant dense<", value,
                "> : ", type, "\n  %r = ", operation, " %x : ", types,
                "\n  return %r : ", result_type, "\n}\n");
}

struct UnaryOperation {
  std::string_view operation, value, type, result_type, expected;
};
constexpr std::string_view kF32Tensor = "tensor<f32>", kI32Tensor = "tensor<i32>",
                           kI1Tensor = "tensor<i1>", kC64Tensor = "tensor<complex<f32>>";
constexpr UnaryOperation kUnaryCases[] = {
    {"stablehlo.abs", "-2.0", kF32Tensor, kF32Tensor, "2"},
    {"stablehlo.cbrt", "8.0", kF32Tensor, kF32Tensor, "2"},
    {"stablehlo.ceil", "1.5", kF32Tensor, kF32Tensor, "2"},
    {"stablehlo.convert", "2.5", kF32Tensor, kI32Tensor, "2"},
    {"stablehlo.cosine", "0.0", kF32Tensor, kF32Tensor, "1"},
    {"stablehlo.count_leading_zeros", "1", kI32Tensor, kI32Tensor, "31"},
    {"stablehlo.exponential", "0.0", kF32Tensor, kF32Tensor, "1"},
    {"stablehlo.exponential_minus_one", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"stablehlo.floor", "1.5", kF32Tensor, kF32Tensor, "1"},
    {"stablehlo.imag", "(1.0, 2.0)", kC64Tensor, kF32Tensor, "2"},
    {"stablehlo.is_finite", "1.0", kF32Tensor, kI1Tensor, "true"},
    {"stablehlo.log", "1.0", kF32Tensor, kF32Tensor, "0"},
    {"stablehlo.log_plus_one", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"stablehlo.logistic", "0.0", kF32Tensor, kF32Tensor, "0.5"},
    {"stablehlo.negate", "3", kI32Tensor, kI32Tensor, "-3"},
    {"stablehlo.not", "0", kI32Tensor, kI32Tensor, "-1"},
    {"stablehlo.popcnt", "7", kI32Tensor, kI32Tensor, "3"},
    {"stablehlo.real", "(1.0, 2.0)", kC64Tensor, kF32Tensor, "1"},
    {"stablehlo.round_nearest_afz", "2.5", kF32Tensor, kF32Tensor, "3"},
    {"stablehlo.round_nearest_even", "2.5", kF32Tensor, kF32Tensor, "2"},
    {"stablehlo.rsqrt", "4.0", kF32Tensor, kF32Tensor, "0.5"},
    {"stablehlo.sign", "-3", kI32Tensor, kI32Tensor, "-1"},
    {"stablehlo.sine", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"stablehlo.sqrt", "4.0", kF32Tensor, kF32Tensor, "2"},
    {"stablehlo.tan", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"stablehlo.tanh", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"chlo.acos", "1.0", kF32Tensor, kF32Tensor, "0"},
    {"chlo.acosh", "1.0", kF32Tensor, kF32Tensor, "0"},
    {"chlo.asin", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"chlo.asinh", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"chlo.atan", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"chlo.atanh", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"chlo.bessel_i1e", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"chlo.conj", "(1.0, 2.0)", kC64Tensor, kC64Tensor, "(1, -2)"},
    {"chlo.cosh", "0.0", kF32Tensor, kF32Tensor, "1"},
    {"chlo.digamma", "1.0", kF32Tensor, kF32Tensor, "-0.5772157"},
    {"chlo.erf", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"chlo.erf_inv", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"chlo.erfc", "0.0", kF32Tensor, kF32Tensor, "1"},
    {"chlo.is_inf", "0xFF800000", kF32Tensor, kI1Tensor, "true"},
    {"chlo.is_neg_inf", "0xFF800000", kF32Tensor, kI1Tensor, "true"},
    {"chlo.is_pos_inf", "0xFF800000", kF32Tensor, kI1Tensor, "false"},
    {"chlo.lgamma", "3.0", kF32Tensor, kF32Tensor, "0.6931472"},
    {"chlo.sinh", "0.0", kF32Tensor, kF32Tensor, "0"},
    {"chlo.square", "3.0", kF32Tensor, kF32Tensor, "9"},
    {"chlo.tan", "0.0", kF32Tensor, kF32Tensor, "0"},
};

struct BinaryOperation {
  std::string_view operation, lhs, rhs, type, expected;
};
constexpr BinaryOperation kBinaryCases[] = {
    {"stablehlo.add", "2", "3", kI32Tensor, "5"},
    {"stablehlo.and", "6", "3", kI32Tensor, "2"},
    {"stablehlo.atan2", "0.0", "1.0", kF32Tensor, "0"},
    {"stablehlo.divide", "7", "2", kI32Tensor, "3"},
    {"stablehlo.maximum", "7", "2", kI32Tensor, "7"},
    {"stablehlo.minimum", "7", "2", kI32Tensor, "2"},
    {"stablehlo.multiply", "7", "2", kI32Tensor, "14"},
    {"stablehlo.or", "6", "3", kI32Tensor, "7"},
    {"stablehlo.power", "2.0", "3.0", kF32Tensor, "8"},
    {"stablehlo.remainder", "7", "2", kI32Tensor, "1"},
    {"stablehlo.shift_left", "3", "2", kI32Tensor, "12"},
    {"stablehlo.shift_right_arithmetic", "-8", "1", kI32Tensor, "-4"},
    {"stablehlo.shift_right_logical", "8", "1", kI32Tensor, "4"},
    {"stablehlo.subtract", "7", "2", kI32Tensor, "5"},
    {"stablehlo.xor", "6", "3", kI32Tensor, "5"},
    {"chlo.mulhi", "1073741824", "8", kI32Tensor, "2"},
    {"chlo.next_after", "0.0", "1.0", kF32Tensor, "1e-45"},
    {"chlo.polygamma", "1.0", "1.0", kF32Tensor, "1.644934"},
    {"chlo.zeta", "2.0", "1.0", kF32Tensor, "1.644934"},
};

// The second operand is broadcast to the first: {{1, 2}, {4, 8}} and {1, 2} or {2, 1}.
struct BroadcastOperation {
  std::string_view operation, lhs, rhs, element, expected;
};
constexpr BroadcastOperation kBroadcastCases[] = {
    {"chlo.broadcast_add", "[[1, 2], [4, 8]]", "[1, 2]", "i32", "{{2, 4}, {5, 10}}"},
    {"chlo.broadcast_and", "[[1, 2], [4, 8]]", "[1, 2]", "i32", "{{1, 2}, {0, 0}}"},
    {"chlo.broadcast_atan2", "[[0.0, 0.0], [0.0, 0.0]]", "[1.0, 2.0]", "f32", "{{0, 0}, {0, 0}}"},
    {"chlo.broadcast_divide", "[[1, 2], [4, 8]]", "[1, 2]", "i32", "{{1, 1}, {4, 4}}"},
    {"chlo.broadcast_maximum", "[[1, 2], [4, 8]]", "[2, 3]", "i32", "{{2, 3}, {4, 8}}"},
    {"chlo.broadcast_minimum", "[[1, 2], [4, 8]]", "[2, 3]", "i32", "{{1, 2}, {2, 3}}"},
    {"chlo.broadcast_multiply", "[[1, 2], [4, 8]]", "[2, 3]", "i32", "{{2, 6}, {8, 24}}"},
    {"chlo.broadcast_next_after", "[[1.0, 2.0], [4.0, 8.0]]", "[1.0, 2.0]", "f32",
     "{{1, 2}, {3.9999998, 7.9999995}}"},
    {"chlo.broadcast_or", "[[1, 2], [4, 8]]", "[1, 2]", "i32", "{{1, 2}, {5, 10}}"},
    {"chlo.broadcast_polygamma", "[[1.0, 1.0], [1.0, 1.0]]", "[1.0, 1.0]", "f32",
     "{{1.644934, 1.644934}, {1.644934, 1.644934}}"},
    {"chlo.broadcast_power", "[[1.0, 2.0], [4.0, 8.0]]", "[2.0, 3.0]", "f32",
     "{{1, 8}, {16, 512}}"},
    {"chlo.broadcast_remainder", "[[1, 2], [4, 8]]", "[2, 3]", "i32", "{{1, 2}, {0, 2}}"},
    {"chlo.broadcast_shift_left", "[[1, 2], [4, 8]]", "[1, 2]", "i32", "{{2, 8}, {8, 32}}"},
    {"chlo.broadcast_shift_right_arithmetic", "[[1, 2], [4, -8]]", "[1, 2]", "i32",
     "{{0, 0}, {2, -2}}"},
    {"chlo.broadcast_shift_right_logical", "[[1, 2], [4, 8]]", "[1, 2]", "i32", "{{0, 0}, {2, 2}}"},
    {"chlo.broadcast_subtract", "[[1, 2], [4, 8]]", "[1, 2]", "i32", "{{0, 0}, {3, 6}}"},
    {"chlo.broadcast_xor", "[[1, 2], [4, 8]]", "[1, 2]", "i32", "{{0, 0}, {5, 10}}"},
    {"chlo.broadcast_zeta", "[[2.0, 2.0], [2.0, 2.0]]", "[1.0, 1.0]", "f32",
     "{{1.644934, 1.644934}, {1.644934, 1.644934}}"},
};

// Regions that several programs have.
#define HLOOM_ADD_REGION(a, b)                                                                \
  "({\n  ^bb0(%" a ": tensor<i32>, %" b ": tensor<i32>):\n    %sum_" a " = stablehlo.add %" a \
  ", %" b " : tensor<i32>\n    stablehlo.return %sum_" a " : tensor<i32>\n  })"

constexpr OperationCase kOperationCases[] = {
    {"stablehlo.bitcast_convert", "tensor<i32>",
     "  %x = stablehlo.constant dense<1.0> : tensor<f32>\n"
     "  %r = stablehlo.bitcast_convert %x : (tensor<f32>) -> tensor<i32>",
     "1065353216"},
    {"stablehlo.clamp", "tensor<3xi32>",
     "  %low = stablehlo.constant dense<0> : tensor<i32>\n"
     "  %x = stablehlo.constant dense<[-1, 1, 9]> : tensor<3xi32>\n"
     "  %high = stablehlo.constant dense<5> : tensor<i32>\n"
     "  %r = stablehlo.clamp %low, %x, %high : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> "
     "tensor<3xi32>",
     "{0, 1, 5}"},
    {"stablehlo.compare", "tensor<2xi1>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %y = stablehlo.constant dense<2> : tensor<2xi32>\n"
     "  %r = stablehlo.compare LT, %x, %y, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> "
     "tensor<2xi1>",
     "{true, false}"},
    {"stablehlo.complex", "tensor<complex<f32>>",
     "  %x = stablehlo.constant dense<1.0> : tensor<f32>\n"
     "  %y = stablehlo.constant dense<2.0> : tensor<f32>\n"
     "  %r = stablehlo.complex %x, %y : tensor<complex<f32>>",
     "(1, 2)"},
    {"stablehlo.reduce_precision", "tensor<f32>",
     "  %x = stablehlo.constant dense<1.00390625> : tensor<f32>\n"
     "  %r = stablehlo.reduce_precision %x, format = e5m2 : tensor<f32>",
     "1"},
    {"stablehlo.select", "tensor<2xi32>",
     "  %p = stablehlo.constant dense<true> : tensor<i1>\n"
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %y = stablehlo.constant dense<[3, 4]> : tensor<2xi32>\n"
     "  %r = stablehlo.select %p, %x, %y : tensor<i1>, tensor<2xi32>",
     "{1, 2}"},
    // ---- arrays ----
    {"stablehlo.constant", "tensor<2x2xi32>",
     "  %r = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>", "{{1, 2}, {3, 4}}"},
    {"chlo.constant", "tensor<2xi32>", "  %r = chlo.constant dense<7> : tensor<2xi32>", "{7, 7}"},
    {"sdy.constant", "tensor<2xi32>", "  %r = sdy.constant dense<7> : tensor<2xi32>", "{7, 7}"},
    {"chlo.constant_like", "tensor<2xf32>",
     "  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
     "  %r = \"chlo.constant_like\"(%x) <{value = 3.0 : f32}> : (tensor<2xf32>) -> tensor<2xf32>",
     "{3, 3}"},
    {"stablehlo.iota", "tensor<2x2xi32>", "  %r = stablehlo.iota dim = 1 : tensor<2x2xi32>",
     "{{0, 1}, {0, 1}}"},
    {"stablehlo.broadcast", "tensor<2x2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = stablehlo.broadcast %x, sizes = [2] : (tensor<2xi32>) -> tensor<2x2xi32>",
     "{{1, 2}, {1, 2}}"},
    // Dimensions in any order, one of them of size 1.
    {"stablehlo.broadcast_in_dim", "tensor<2x3x2xi32>",
     "  %x = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>\n"
     "  %r = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<1x2xi32>) -> tensor<2x3x2xi32>",
     "{{{1, 1}, {1, 1}, {1, 1}}, {{2, 2}, {2, 2}, {2, 2}}}"},
    {"stablehlo.reshape", "tensor<2x2xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>\n"
     "  %r = stablehlo.reshape %x : (tensor<4xi32>) -> tensor<2x2xi32>",
     "{{1, 2}, {3, 4}}"},
    {"stablehlo.transpose", "tensor<2x1xi32>",
     "  %x = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>\n"
     "  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<1x2xi32>) -> tensor<2x1xi32>",
     "{{1}, {2}}"},
    {"stablehlo.reverse", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = stablehlo.reverse %x, dims = [0] : tensor<2xi32>",
     "{2, 1}"},
    {"stablehlo.concatenate", "tensor<3xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %y = stablehlo.constant dense<[3]> : tensor<1xi32>\n"
     "  %r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xi32>, tensor<1xi32>) -> "
     "tensor<3xi32>",
     "{1, 2, 3}"},
    {"stablehlo.slice", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>\n"
     "  %r = stablehlo.slice %x [1:4:2] : (tensor<4xi32>) -> tensor<2xi32>",
     "{2, 4}"},
    {"stablehlo.dynamic_slice", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>\n"
     "  %i = stablehlo.constant dense<1> : tensor<i32>\n"
     "  %r = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> "
     "tensor<2xi32>",
     "{2, 3}"},
    {"stablehlo.dynamic_update_slice", "tensor<4xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>\n"
     "  %u = stablehlo.constant dense<[8, 9]> : tensor<2xi32>\n"
     "  %i = stablehlo.constant dense<1> : tensor<i32>\n"
     "  %r = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xi32>, tensor<2xi32>, "
     "tensor<i32>) -> tensor<4xi32>",
     "{1, 8, 9, 4}"},
    {"stablehlo.pad", "tensor<6xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
     "  %r = stablehlo.pad %x, %z, low = [1], high = [2], interior = [1] : (tensor<2xi32>, "
     "tensor<i32>) -> tensor<6xi32>",
     "{0, 1, 0, 2, 0, 0}"},
    {"stablehlo.gather", "tensor<2x2xi32>",
     "  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>\n"
     "  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>\n"
     "  %r = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = "
     "[1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
     "indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xi32>, "
     "tensor<2x1xi32>) -> tensor<2x2xi32>",
     "{{5, 6}, {1, 2}}"},
    {"stablehlo.torch_index_select", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>\n"
     "  %i = stablehlo.constant dense<[2, 0]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.torch_index_select\"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : "
     "(tensor<3xi32>, tensor<2xi32>) -> tensor<2xi32>",
     "{3, 1}"},
    {"stablehlo.get_dimension_size", "tensor<i32>",
     "  %x = stablehlo.constant dense<1> : tensor<3x5xi32>\n"
     "  %r = stablehlo.get_dimension_size %x, dim = 1 : (tensor<3x5xi32>) -> tensor<i32>",
     "5"},
    {"stablehlo.set_dimension_size", "tensor<i32>",
     "  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>\n"
     "  %n = stablehlo.constant dense<2> : tensor<i32>\n"
     "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
     "  %d = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3xi32>, tensor<i32>) -> "
     "tensor<?xi32, #stablehlo.bounds<3>>\n"
     "  %r = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [0] : "
     "(tensor<?xi32, #stablehlo.bounds<3>>, tensor<i32>) -> tensor<i32>",
     "3"},
    {"stablehlo.tuple", "tuple<tensor<i32>, tensor<i32>>",
     "  %x = stablehlo.constant dense<1> : tensor<i32>\n"
     "  %r = stablehlo.tuple %x, %x : tuple<tensor<i32>, tensor<i32>>",
     "(s32[] 1, s32[] 1)"},
    {"stablehlo.get_tuple_element", "tensor<i32>",
     "  %x = stablehlo.constant dense<1> : tensor<i32>\n"
     "  %y = stablehlo.constant dense<2> : tensor<i32>\n"
     "  %t = stablehlo.tuple %x, %y : tuple<tensor<i32>, tensor<i32>>\n"
     "  %r = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>",
     "2"},
    {"stablehlo.optimization_barrier", "tensor<i32>",
     "  %x = stablehlo.constant dense<1> : tensor<i32>\n"
     "  %y = stablehlo.constant dense<2> : tensor<i32>\n"
     "  %b:2 = stablehlo.optimization_barrier %x, %y : tensor<i32>, tensor<i32>\n"
     "  %r = stablehlo.optimization_barrier %b#1 : tensor<i32>",
     "2"},
    {"stablehlo.rng", "tensor<2xf32>",
     "  %a = stablehlo.constant dense<1.0> : tensor<f32>\n"
     "  %s = stablehlo.constant dense<[2]> : tensor<1xi64>\n"
     "  %r = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, "
     "tensor<1xi64>) -> tensor<2xf32>",
     "{1, 1}"},
    {"stablehlo.rng_bit_generator", "tensor<2xui64>",
     "  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>\n"
     "  %r, %bits = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> "
     "(tensor<2xui64>, tensor<3xi64>)",
     "{1, 5}"},
    {"stablehlo.fft", "tensor<2xcomplex<f32>>",
     "  %x = stablehlo.constant dense<[(1.0, 0.0), (2.0, 0.0)]> : tensor<2xcomplex<f32>>\n"
     "  %r = stablehlo.fft %x, type = FFT, length = [2] : (tensor<2xcomplex<f32>>) -> "
     "tensor<2xcomplex<f32>>",
     "{(3, 0), (-1, 0)}"},
    {"stablehlo.cholesky", "tensor<1x1xf32>",
     "  %x = stablehlo.constant dense<[[4.0]]> : tensor<1x1xf32>\n"
     "  %r = stablehlo.cholesky %x, lower = true : tensor<1x1xf32>",
     "{{2}}"},
    {"stablehlo.triangular_solve", "tensor<1x1xf32>",
     "  %a = stablehlo.constant dense<[[4.0]]> : tensor<1x1xf32>\n"
     "  %b = stablehlo.constant dense<[[8.0]]> : tensor<1x1xf32>\n"
     "  %r = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = true, lower = true, "
     "unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : "
     "(tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>",
     "{{2}}"},
    {"stablehlo.batch_norm_inference", "tensor<1x2xf32>",
     "  %x = stablehlo.constant dense<[[3.0, 5.0]]> : tensor<1x2xf32>\n"
     "  %one = stablehlo.constant dense<1.0> : tensor<2xf32>\n"
     "  %r = \"stablehlo.batch_norm_inference\"(%x, %one, %one, %one, %one) <{epsilon = 0.0 : "
     "f32, feature_index = 1 : i64}> : (tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>, "
     "tensor<2xf32>, tensor<2xf32>) -> tensor<1x2xf32>",
     "{{3, 5}}"},
    {"stablehlo.batch_norm_training", "tensor<1xf32>",
     "  %x = stablehlo.constant dense<[[3.0], [5.0]]> : tensor<2x1xf32>\n"
     "  %one = stablehlo.constant dense<[1.0]> : tensor<1xf32>\n"
     "  %y, %r, %var = \"stablehlo.batch_norm_training\"(%x, %one, %one) <{epsilon = 0.0 : f32, "
     "feature_index = 1 : i64}> : (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>) -> "
     "(tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>)",
     "{4}"},
    {"stablehlo.batch_norm_grad", "tensor<1xf32>",
     "  %x = stablehlo.constant dense<[[3.0], [5.0]]> : tensor<2x1xf32>\n"
     "  %one = stablehlo.constant dense<[1.0]> : tensor<1xf32>\n"
     "  %mean = stablehlo.constant dense<[4.0]> : tensor<1xf32>\n"
     "  %g, %scale, %r = \"stablehlo.batch_norm_grad\"(%x, %one, %mean, %one, %x) <{epsilon = 0.0 "
     ": f32, feature_index = 1 : i64}> : (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>, "
     "tensor<1xf32>, tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>)",
     "{8}"},
    // ---- products ----
    {"stablehlo.dot", "tensor<i32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = stablehlo.dot %x, %x : (tensor<2xi32>, tensor<2xi32>) -> tensor<i32>",
     "5"},
    {"stablehlo.dot_general", "tensor<2x1xf32>",
     "  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>\n"
     "  %y = stablehlo.constant dense<[[1.0], [10.0]]> : tensor<2x1xf32>\n"
     "  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [HIGHEST, "
     "DEFAULT] : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>",
     "{{21}, {43}}"},
    {"stablehlo.convolution", "tensor<1x2x1xf32>",
     "  %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>\n"
     "  %w = stablehlo.constant dense<[[[1.0]], [[10.0]]]> : tensor<2x1x1xf32>\n"
     "  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = "
     "{stride = [1], pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
     ": (tensor<1x3x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>",
     "{{{21}, {32}}}"},
    {"stablehlo.dynamic_conv", "tensor<1x3x1xf32>",
     "  %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>\n"
     "  %w = stablehlo.constant dense<[[[1.0]], [[10.0]]]> : tensor<2x1x1xf32>\n"
     "  %p = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>\n"
     "  %r = \"stablehlo.dynamic_conv\"(%x, %w, %p) <{batch_group_count = 1 : i64, "
     "dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = "
     "1 : i64}> : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x3x1xf32>",
     "{{{10}, {21}, {32}}}"},
    {"stablehlo.einsum", "tensor<i32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = stablehlo.einsum %x, %x, config = \"a,a->\" : (tensor<2xi32>, tensor<2xi32>) -> "
     "tensor<i32>",
     "5"},
    {"stablehlo.unary_einsum", "tensor<i32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = stablehlo.unary_einsum %x, config = \"a->\" : (tensor<2xi32>) -> tensor<i32>",
     "3"},
    {"chlo.ragged_dot", "tensor<2x1xf32>",
     "  %x = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>\n"
     "  %y = stablehlo.constant dense<[[[3.0]], [[5.0]]]> : tensor<2x1x1xf32>\n"
     "  %g = stablehlo.constant dense<[1, 1]> : tensor<2xi32>\n"
     "  %r = \"chlo.ragged_dot\"(%x, %y, %g) <{ragged_dot_dimension_numbers = "
     "#chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], "
     "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = "
     "[0], rhs_group_dimensions = [0]>}> : (tensor<2x1xf32>, tensor<2x1x1xf32>, tensor<2xi32>) "
     "-> tensor<2x1xf32>",
     "{{3}, {10}}"},
    // ---- regions ----
    {"stablehlo.while", "tensor<i32>",
     "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
     "  %o = stablehlo.constant dense<1> : tensor<i32>\n"
     "  %r:2 = stablehlo.while(%i = %z, %p = %o) : tensor<i32>, tensor<i32>\n"
     "  cond {\n    %n = stablehlo.constant dense<5> : tensor<i32>\n"
     "    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
     "    stablehlo.return %c : tensor<i1>\n  } do {\n"
     "    %j = stablehlo.add %i, %o : tensor<i32>\n"
     "    %q = stablehlo.multiply %p, %j : tensor<i32>\n"
     "    stablehlo.return %j, %q : tensor<i32>, tensor<i32>\n  }\n"
     "  %r2 = stablehlo.add %r#0, %r#1 : tensor<i32>",
     ""},
    {"stablehlo.if", "tensor<i32>",
     "  %p = stablehlo.constant dense<true> : tensor<i1>\n"
     "  %r = \"stablehlo.if\"(%p) ({\n    %a = stablehlo.constant dense<1> : tensor<i32>\n"
     "    stablehlo.return %a : tensor<i32>\n  }, {\n"
     "    %b = stablehlo.constant dense<2> : tensor<i32>\n"
     "    stablehlo.return %b : tensor<i32>\n  }) : (tensor<i1>) -> tensor<i32>",
     "1"},
    {"stablehlo.case", "tensor<i32>",
     "  %i = stablehlo.constant dense<7> : tensor<i32>\n"
     "  %r = \"stablehlo.case\"(%i) ({\n    %a = stablehlo.constant dense<1> : tensor<i32>\n"
     "    stablehlo.return %a : tensor<i32>\n  }, {\n"
     "    %b = stablehlo.constant dense<2> : tensor<i32>\n"
     "    stablehlo.return %b : tensor<i32>\n  }) : (tensor<i32>) -> tensor<i32>",
     "2"},
    {"stablehlo.map", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.map\"(%x, %x) <{dimensions = array<i64: 0>}> " HLOOM_ADD_REGION(
         "a", "b") " : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>",
     "{2, 4}"},
    {"stablehlo.reduce", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>\n"
     "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
     "  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : "
     "(tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>",
     "{3, 7}"},
    {"stablehlo.reduce_window", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>\n"
     "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
     "  %r = \"stablehlo.reduce_window\"(%x, %z) <{window_dimensions = array<i64: 2>, "
     "window_strides = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>}> " HLOOM_ADD_REGION(
         "a", "b") " : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32>",
     "{3, 5}"},
    {"stablehlo.scatter", "tensor<3xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>\n"
     "  %i = stablehlo.constant dense<[[2], [2]]> : tensor<2x1xi32>\n"
     "  %u = stablehlo.constant dense<[10, 20]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{indices_are_sorted = false, "
     "scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = "
     "false}> " HLOOM_ADD_REGION(
         "a", "b") " : (tensor<3xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<3xi32>",
     "{1, 2, 33}"},
    {"stablehlo.select_and_scatter", "tensor<3xi32>",
     "  %x = stablehlo.constant dense<[1, 5, 3]> : tensor<3xi32>\n"
     "  %s = stablehlo.constant dense<[10, 20]> : tensor<2xi32>\n"
     "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
     "  %r = \"stablehlo.select_and_scatter\"(%x, %s, %z) <{window_dimensions = array<i64: 2>, "
     "window_strides = array<i64: 1>}> ({\n  ^bb0(%p: tensor<i32>, %q: tensor<i32>):\n"
     "    %c = stablehlo.compare GE, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
     "    stablehlo.return %c : tensor<i1>\n  }, {\n  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
     "    %sum = stablehlo.add %a, %b : tensor<i32>\n    stablehlo.return %sum : tensor<i32>\n  })"
     " : (tensor<3xi32>, tensor<2xi32>, tensor<i32>) -> tensor<3xi32>",
     "{0, 30, 0}"},
    {"stablehlo.sort", "tensor<3xi32>",
     "  %x = stablehlo.constant dense<[3, 1, 2]> : tensor<3xi32>\n"
     "  %y = stablehlo.constant dense<[30, 10, 20]> : tensor<3xi32>\n"
     "  %s, %r = \"stablehlo.sort\"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({\n"
     "  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):\n"
     "    %p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
     "    stablehlo.return %p : tensor<i1>\n  }) : (tensor<3xi32>, tensor<3xi32>) -> "
     "(tensor<3xi32>, tensor<3xi32>)",
     "{10, 20, 30}"},
    {"chlo.scan", "tensor<3xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>\n"
     "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
     "  %r, %last = \"chlo.scan\"(%x, %z) <{dimension = 0 : i64, is_reverse = false, "
     "operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({\n"
     "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n    %s = stablehlo.add %a, %b : tensor<i32>\n"
     "    stablehlo.return %s, %s : tensor<i32>, tensor<i32>\n  }) : (tensor<3xi32>, "
     "tensor<i32>) -> (tensor<3xi32>, tensor<i32>)",
     "{1, 3, 6}"},
    {"chlo.top_k", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 5, 3]> : tensor<3xi32>\n"
     "  %v, %r = chlo.top_k(%x, k = 2) : tensor<3xi32> -> (tensor<2xi32>, tensor<2xi32>)",
     "{1, 2}"},
    {"chlo.broadcast_compare", "tensor<2xi1>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %y = stablehlo.constant dense<2> : tensor<i32>\n"
     "  %r = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} "
     ": (tensor<2xi32>, tensor<i32>) -> tensor<2xi1>",
     "{true, false}"},
    {"chlo.broadcast_complex", "tensor<2xcomplex<f32>>",
     "  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
     "  %y = stablehlo.constant dense<3.0> : tensor<f32>\n"
     "  %r = chlo.broadcast_complex %x, %y : (tensor<2xf32>, tensor<f32>) -> "
     "tensor<2xcomplex<f32>>",
     "{(1, 3), (2, 3)}"},
    {"chlo.broadcast_select", "tensor<2x2xi32>",
     "  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>\n"
     "  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>\n"
     "  %y = stablehlo.constant dense<9> : tensor<i32>\n"
     "  %r = chlo.broadcast_select %p, %x, %y : (tensor<2xi1>, tensor<2x2xi32>, tensor<i32>) -> "
     "tensor<2x2xi32>",
     "{{1, 9}, {3, 9}}"},
    // ---- sizes as operands ----
    {"stablehlo.dynamic_broadcast_in_dim", "tensor<2x2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %s = stablehlo.constant dense<2> : tensor<2xi32>\n"
     "  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<2xi32>, "
     "tensor<2xi32>) -> tensor<2x2xi32>",
     "{{1, 2}, {1, 2}}"},
    {"stablehlo.dynamic_gather", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>\n"
     "  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>\n"
     "  %s = stablehlo.constant dense<[1]> : tensor<1xi32>\n"
     "  %r = \"stablehlo.dynamic_gather\"(%x, %i, %s) <{dimension_numbers = "
     "#stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = "
     "1>}> : (tensor<3xi32>, tensor<2x1xi32>, tensor<1xi32>) -> tensor<2xi32>",
     "{3, 1}"},
    {"stablehlo.dynamic_iota", "tensor<?xi32>",
     "  %s = stablehlo.constant dense<[3]> : tensor<1xi64>\n"
     "  %r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>",
     "{0, 1, 2}"},
    {"stablehlo.dynamic_pad", "tensor<3xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
     "  %l = stablehlo.constant dense<[1]> : tensor<1xi64>\n"
     "  %h = stablehlo.constant dense<[0]> : tensor<1xi64>\n"
     "  %r = stablehlo.dynamic_pad %x, %z, %l, %h, %h : (tensor<2xi32>, tensor<i32>, "
     "tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi32>",
     "{0, 1, 2}"},
    {"stablehlo.dynamic_reshape", "tensor<?x2xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>\n"
     "  %s = stablehlo.constant dense<2> : tensor<2xi64>\n"
     "  %r = stablehlo.dynamic_reshape %x, %s : (tensor<4xi32>, tensor<2xi64>) -> tensor<?x2xi32>",
     "{{1, 2}, {3, 4}}"},
    {"chlo.dynamic_reshape", "tensor<?x2xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>\n"
     "  %s = stablehlo.constant dense<2> : tensor<2xi64>\n"
     "  %r = \"chlo.dynamic_reshape\"(%x, %s) : (tensor<4xi32>, tensor<2xi64>) -> tensor<?x2xi32>",
     "{{1, 2}, {3, 4}}"},
    {"stablehlo.real_dynamic_slice", "tensor<?xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>\n"
     "  %a = stablehlo.constant dense<[1]> : tensor<1xi64>\n"
     "  %b = stablehlo.constant dense<[4]> : tensor<1xi64>\n"
     "  %c = stablehlo.constant dense<[2]> : tensor<1xi64>\n"
     "  %r = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<4xi32>, tensor<1xi64>, "
     "tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>",
     "{2, 4}"},
    // ---- collectives of one device ----
    {"stablehlo.all_gather", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.all_gather\"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : "
     "tensor<1x1xi64>}> : (tensor<2xi32>) -> tensor<2xi32>",
     "{1, 2}"},
    {"stablehlo.all_reduce", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.all_reduce\"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, "
     "type = 1>, replica_groups = dense<0> : tensor<1x1xi64>, "
     "use_global_device_ids}> " HLOOM_ADD_REGION("a", "b") " : (tensor<2xi32>) -> tensor<2xi32>",
     "{1, 2}"},
    {"stablehlo.all_to_all", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.all_to_all\"(%x) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, "
     "split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2xi32>) -> "
     "tensor<2xi32>",
     "{1, 2}"},
    {"stablehlo.collective_broadcast", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.collective_broadcast\"(%x) <{replica_groups = dense<0> : "
     "tensor<1x1xi64>}> : (tensor<2xi32>) -> tensor<2xi32>",
     "{1, 2}"},
    {"stablehlo.collective_reduce", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.collective_reduce\"(%x) <{replica_groups = dense<0> : "
     "tensor<1x1xi64>}> " HLOOM_ADD_REGION("a", "b") " : (tensor<2xi32>) -> tensor<2xi32>",
     "{1, 2}"},
    {"stablehlo.collective_permute", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.collective_permute\"(%x) <{source_target_pairs = dense<0> : "
     "tensor<1x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>",
     "{1, 2}"},
    {"stablehlo.cross-replica-sum", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.cross-replica-sum\"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> "
     ": (tensor<2xi32>) -> tensor<2xi32>",
     "{1, 2}"},
    {"stablehlo.reduce_scatter", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.reduce_scatter\"(%x) <{scatter_dimension = 0 : i64, replica_groups = "
     "dense<0> : tensor<1x1xi64>}> " HLOOM_ADD_REGION("a",
                                                      "b") " : (tensor<2xi32>) -> tensor<2xi32>",
     "{1, 2}"},
    {"stablehlo.partition_id", "tensor<ui32>", "  %r = stablehlo.partition_id : tensor<ui32>", "0"},
    {"stablehlo.replica_id", "tensor<ui32>", "  %r = stablehlo.replica_id : tensor<ui32>", "0"},
    // ---- calls ----
    {"func.call", "",
     "func.func @main() -> tensor<i32> {\n  %x = stablehlo.constant dense<1> : tensor<i32>\n"
     "  %r:2 = call @f(%x) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)\n"
     "  return %r#1 : tensor<i32>\n}\n"
     "func.func private @f(%a: tensor<i32>) -> (tensor<i32>, tensor<i32>) {\n"
     "  %s = stablehlo.add %a, %a : tensor<i32>\n"
     "  return %a, %s : tensor<i32>, tensor<i32>\n}\n",
     "2"},
    {"stablehlo.composite", "",
     "func.func @main() -> tensor<i32> {\n  %x = stablehlo.constant dense<1> : tensor<i32>\n"
     "  %r = stablehlo.composite \"test.twice\" %x {composite_attributes = {n = 2 : i64}, "
     "decomposition = @f, version = 1 : i32} : (tensor<i32>) -> tensor<i32>\n"
     "  return %r : tensor<i32>\n}\n"
     "func.func private @f(%a: tensor<i32>) -> tensor<i32> {\n"
     "  %s = stablehlo.add %a, %a : tensor<i32>\n  return %s : tensor<i32>\n}\n",
     "2"},
    {"stablehlo.custom_call", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = stablehlo.custom_call @Sharding(%x) {backend_config = \"\", mhlo.sharding = "
     "\"{replicated}\"} : (tensor<2xi32>) -> tensor<2xi32>",
     "{1, 2}"},
    {"sdy.sharding_constraint", "",
     "sdy.mesh @mesh = <[\"x\"=2]>\nfunc.func @main() -> tensor<2xi32> {\n"
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = sdy.sharding_constraint %x <@mesh, [{\"x\"}]> : tensor<2xi32>\n"
     "  return %r : tensor<2xi32>\n}\n",
     "{1, 2}"},
    {"sdy.reshard", "",
     "sdy.mesh @mesh = <[\"x\"=2]>\nfunc.func @main() -> tensor<2xi32> {\n"
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = sdy.reshard %x <@mesh, [{}]> : tensor<2xi32>\n  return %r : tensor<2xi32>\n}\n",
     "{1, 2}"},
    {"sdy.propagation_barrier", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = sdy.propagation_barrier %x allowed_direction=NONE : tensor<2xi32>",
     "{1, 2}"},
    {"sdy.sharding_group", "tensor<2xi32>",
     "  %r = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  sdy.sharding_group %r group_id=1 : tensor<2xi32>",
     "{1, 2}"},
    {"sdy.manual_computation", "",
     "sdy.mesh @mesh = <[\"x\"=1]>\nfunc.func @main() -> tensor<2xi32> {\n"
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"x\"}]>] "
     "out_shardings=[<@mesh, [{\"x\"}]>] manual_axes={\"x\"} (%a: tensor<2xi32>) {\n"
     "    %s = stablehlo.add %a, %a : tensor<2xi32>\n    sdy.return %s : tensor<2xi32>\n"
     "  } : (tensor<2xi32>) -> tensor<2xi32>\n  return %r : tensor<2xi32>\n}\n",
     "{2, 4}"},
    {"sdy.named_computation", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = sdy.named_computation<\"twice\">(%x) (%a: tensor<2xi32>) {\n"
     "    %s = stablehlo.add %a, %a : tensor<2xi32>\n    sdy.return %s : tensor<2xi32>\n"
     "  } : (tensor<2xi32>) -> tensor<2xi32>",
     "{2, 4}"},
    {"stablehlo.async_start", "",
     "func.func @main() -> (tensor<2xi32>, tensor<i32>) {\n"
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %y = stablehlo.constant dense<3> : tensor<i32>\n"
     "  %f = \"stablehlo.async_start\"(%x, %y) ({\n"
     "  ^bb0(%a: tensor<2xi32>, %b: tensor<i32>):\n"
     "    %s = stablehlo.add %a, %a : tensor<2xi32>\n"
     "    stablehlo.return %s, %b : tensor<2xi32>, tensor<i32>\n"
     "  }) : (tensor<2xi32>, tensor<i32>) -> !stablehlo.future<tensor<2xi32>, tensor<i32>>\n"
     "  %r:2 = \"stablehlo.async_done\"(%f) : (!stablehlo.future<tensor<2xi32>, tensor<i32>>) -> "
     "(tensor<2xi32>, tensor<i32>)\n"
     "  return %r#0, %r#1 : tensor<2xi32>, tensor<i32>\n}\n",
     "(s32[2] {2, 4}, s32[] 3)"},
    {"stablehlo.async_done", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %f = \"stablehlo.async_start\"(%x) ({\n"
     "  ^bb0(%a: tensor<2xi32>):\n"
     "    %s = stablehlo.negate %a : tensor<2xi32>\n    stablehlo.return %s : tensor<2xi32>\n"
     "  }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>\n"
     "  %r = \"stablehlo.async_done\"(%f) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>",
     "{-1, -2}"},
    {"stablehlo.trace", "tensor<2xi32>",
     "  %r = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  stablehlo.trace %r, \"here\" : tensor<2xi32>",
     "{1, 2}"},
    // ---- tokens and the host ----
    {"stablehlo.create_token", "!stablehlo.token",
     "  %r = stablehlo.create_token : !stablehlo.token", "hlo:after-all()"},
    {"stablehlo.after_all", "!stablehlo.token",
     "  %t = stablehlo.create_token : !stablehlo.token\n"
     "  %r = stablehlo.after_all %t, %t : !stablehlo.token",
     "hlo:after-all("},
    {"stablehlo.infeed", "tensor<2xi32>",
     "  %t = stablehlo.create_token : !stablehlo.token\n"
     "  %r, %u = \"stablehlo.infeed\"(%t) <{infeed_config = \"\", layout = [[0]]}> : "
     "(!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)",
     "hlo:((s32[2]{0}), token[]) infeed("},
    {"stablehlo.outfeed", "!stablehlo.token",
     "  %t = stablehlo.create_token : !stablehlo.token\n"
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.outfeed\"(%x, %t) <{outfeed_config = \"\"}> : (tensor<2xi32>, "
     "!stablehlo.token) -> !stablehlo.token",
     "hlo:outfeed_shape=(s32[2]{0})"},
    {"stablehlo.send", "!stablehlo.token",
     "  %t = stablehlo.create_token : !stablehlo.token\n"
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %r = \"stablehlo.send\"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 3, "
     "type = 2>, is_host_transfer = true}> : (tensor<2xi32>, !stablehlo.token) -> "
     "!stablehlo.token",
     "hlo:channel_id=3, is_host_transfer=true"},
    {"stablehlo.recv", "tensor<2xi32>",
     "  %t = stablehlo.create_token : !stablehlo.token\n"
     "  %r, %u = \"stablehlo.recv\"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 4, "
     "type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xi32>, "
     "!stablehlo.token)",
     "hlo:channel_id=4, is_host_transfer=true"},
};

// The elements behind the shape: "s32[2] {1, 2}" has "{1, 2}".
std::string ElementsOf(const std::string& literal) {
  const size_t blank = literal.find("] ");
  std::string elements =
      blank == std::string::npos || literal[0] == '(' ? literal : literal.substr(blank + 2);
  // "{{ 1, 2 }}" is "{{1, 2}}" here.
  for (const auto& [from, to] : {std::pair("{ ", "{"), std::pair(" }", "}")}) {
    for (size_t at = elements.find(from); at != std::string::npos; at = elements.find(from, at)) {
      elements.replace(at, 2, to);
    }
  }
  return elements;
}

std::string ResultOf(std::string_view program, std::string_view expected) {
  if (expected.substr(0, 4) != "hlo:") return ElementsOf(RunStableHlo(program));
  const std::string hlo = HloOf(program);
  return hlo.find(expected.substr(4)) == std::string::npos ? hlo : std::string(expected);
}

TEST(StableHloOperationsTest, EachOperationRuns) {
  // Rows that are words of other operations, or have the case of another name.
  std::set<std::string_view> tested = {"call", "return", "func.return", "stablehlo.return",
                                       "sdy.return"};
  const auto test = [&](std::string_view operation, const std::string& program,
                        std::string_view expected) {
    EXPECT_TRUE(tested.insert(operation).second) << operation << " has two cases";
    EXPECT_EQ(ResultOf(program, expected), expected) << program;
    // Portable artifacts have no operations of CHLO.
    const std::string hlo = HloThroughBytecode(program);
    if (hlo.empty() && operation.substr(0, 5) == "chlo.") return;
    EXPECT_EQ(hlo, HloOf(program)) << program;
  };
  for (const UnaryOperation& one : kUnaryCases) {
    test(one.operation, UnaryProgram(one.operation, one.value, one.type, one.result_type),
         one.expected);
  }
  for (const BinaryOperation& one : kBinaryCases) {
    const bool chlo = one.operation.substr(0, 5) == "chlo.";
    test(one.operation,
         StrCat("func.func @main() -> ", one.type, " {\n  %x = stablehlo.constant dense<", one.lhs,
                "> : ", one.type, "\n  %y = stablehlo.constant dense<", one.rhs, "> : ", one.type,
                "\n  %r = ", one.operation, " %x, %y : ",
                chlo ? StrCat(one.type, ", ", one.type, " -> ", one.type) : std::string(one.type),
                "\n  return %r : ", one.type, "\n}\n"),
         one.expected);
  }
  for (const BroadcastOperation& one : kBroadcastCases) {
    const std::string lhs = StrCat("tensor<2x2x", one.element, ">");
    const std::string rhs = StrCat("tensor<2x", one.element, ">");
    test(one.operation,
         StrCat("func.func @main() -> ", lhs, " {\n  %x = stablehlo.constant dense<", one.lhs,
                "> : ", lhs, "\n  %y = stablehlo.constant dense<", one.rhs, "> : ", rhs,
                "\n  %r = ", one.operation, " %x, %y {broadcast_dimensions = array<i64: 1>} : (",
                lhs, ", ", rhs, ") -> ", lhs, "\n  return %r : ", lhs, "\n}\n"),
         one.expected);
  }
  for (const OperationCase& one : kOperationCases) {
    std::string program = ProgramOf(one);
    std::string_view expected = one.expected;
    if (one.operation == "stablehlo.while") {
      program.replace(program.find("return %r :"), 11, "return %r2 :");
      expected = "125";  // 5 + 5!
    }
    test(one.operation, program, expected);
  }
  std::string refused;
  for (const std::string_view operation : StableHloOperations()) {
    if (tested.count(operation) > 0) continue;
    // Operations that are refused, each with its reason.
    const std::string error =
        HloOf(StrCat("func.func @main() {\n  \"", operation, "\"() : () -> ()\n  return\n}\n"));
    EXPECT_NE(error.find("UNIMPLEMENTED [stablehlo.c1]"), std::string::npos)
        << operation << " has no case: " << error;
    EXPECT_NE(error.find(StrCat("line 2, column 3: ", operation, ": ")), std::string::npos)
        << error;
  }
}

// Forms of operations that programs have, beside the ones above.
constexpr OperationCase kForms[] = {
    {"StableHLO promotes what it reduces to the types of the region", "tensor<2xf64>",
     "  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.5]]> : tensor<2x2xf32>\n"
     "  %z = stablehlo.constant dense<0.5> : tensor<f32>\n"
     "  %r = \"stablehlo.reduce\"(%x, %z) <{dimensions = array<i64: 0>}> ({\n"
     "  ^bb0(%a: tensor<f64>, %b: tensor<f64>):\n"
     "    %s = stablehlo.add %a, %b : tensor<f64>\n    stablehlo.return %s : tensor<f64>\n"
     "  }) : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf64>",
     "{4.5, 7}"},
    {"the same of windows", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[100, 100, 27]> : tensor<3xi8>\n"
     "  %z = stablehlo.constant dense<0> : tensor<i8>\n"
     "  %r = \"stablehlo.reduce_window\"(%x, %z) <{window_dimensions = array<i64: 2>}> ({\n"
     "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
     "    %s = stablehlo.add %a, %b : tensor<i32>\n    stablehlo.return %s : tensor<i32>\n"
     "  }) : (tensor<3xi8>, tensor<i8>) -> tensor<2xi32>",
     "{200, 127}"},
    {"the same of a scatter", "tensor<2xi32>",
     "  %x = stablehlo.constant dense<[100, 2]> : tensor<2xi8>\n"
     "  %i = stablehlo.constant dense<0> : tensor<1xi32>\n"
     "  %u = stablehlo.constant dense<100> : tensor<i8>\n"
     "  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = "
     "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({\n"
     "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
     "    %s = stablehlo.add %a, %b : tensor<i32>\n    stablehlo.return %s : tensor<i32>\n"
     "  }) : (tensor<2xi8>, tensor<1xi32>, tensor<i8>) -> tensor<2xi32>",
     "{200, 2}"},
    {"the same of selected elements", "tensor<3xi32>",
     "  %x = stablehlo.constant dense<[100, -100, 27]> : tensor<3xi8>\n"
     "  %s = stablehlo.constant dense<100> : tensor<2xi8>\n"
     "  %z = stablehlo.constant dense<1> : tensor<i8>\n"
     "  %r = \"stablehlo.select_and_scatter\"(%x, %s, %z) <{window_dimensions = array<i64: 2>}> "
     "({\n"
     "  ^bb0(%a: tensor<i8>, %b: tensor<i8>):\n"
     "    %t = stablehlo.subtract %a, %b : tensor<i8>\n"
     "    %n = stablehlo.constant dense<0> : tensor<i8>\n"
     "    %p = stablehlo.compare LT, %t, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>\n"
     "    stablehlo.return %p : tensor<i1>\n  }, {\n"
     "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
     "    %t = stablehlo.add %a, %b : tensor<i32>\n    stablehlo.return %t : tensor<i32>\n"
     "  }) : (tensor<3xi8>, tensor<2xi8>, tensor<i8>) -> tensor<3xi32>",
     "{101, 101, 1}"},
    {"the same of a collective", "tensor<f64>",
     "  %x = stablehlo.constant dense<1.5> : tensor<f32>\n"
     "  %r = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({\n"
     "  ^bb0(%a: tensor<f64>, %b: tensor<f64>):\n"
     "    %s = stablehlo.add %a, %b : tensor<f64>\n    stablehlo.return %s : tensor<f64>\n"
     "  }) : (tensor<f32>) -> tensor<f64>",
     "1.5"},
    {"complex numbers are ordered by real parts, then by imaginary parts", "tensor<3xcomplex<f32>>",
     "  %x = stablehlo.constant dense<[(1.0, 5.0), (2.0, 1.0), (2.0, 3.0)]> : "
     "tensor<3xcomplex<f32>>\n"
     "  %y = stablehlo.constant dense<[(2.0, 0.0), (1.0, 9.0), (2.0, 4.0)]> : "
     "tensor<3xcomplex<f32>>\n"
     "  %r = stablehlo.maximum %x, %y : tensor<3xcomplex<f32>>",
     "{(2, 0), (2, 1), (2, 4)}"},
    {"the smaller of complex numbers", "tensor<2xcomplex<f64>>",
     "  %x = stablehlo.constant dense<[(1.0, 5.0), (2.0, 3.0)]> : tensor<2xcomplex<f64>>\n"
     "  %y = stablehlo.constant dense<[(2.0, 0.0), (2.0, 1.0)]> : tensor<2xcomplex<f64>>\n"
     "  %r = stablehlo.minimum %x, %y : tensor<2xcomplex<f64>>",
     "{(1, 5), (2, 1)}"},
    {"complex numbers between scalars", "tensor<3xcomplex<f32>>",
     "  %l = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>\n"
     "  %x = stablehlo.constant dense<[(1.0, 1.0), (1.0, 3.0), (4.0, 1.0)]> : "
     "tensor<3xcomplex<f32>>\n"
     "  %h = stablehlo.constant dense<(4.0, 0.0)> : tensor<complex<f32>>\n"
     "  %r = stablehlo.clamp %l, %x, %h : (tensor<complex<f32>>, tensor<3xcomplex<f32>>, "
     "tensor<complex<f32>>) -> tensor<3xcomplex<f32>>",
     "{(1, 2), (1, 3), (4, 0)}"},
    {"comparisons of complex numbers", "tensor<4xi1>",
     "  %x = stablehlo.constant dense<[(1.0, 9.0), (2.0, 1.0), (2.0, 2.0), (3.0, 0.0)]> : "
     "tensor<4xcomplex<f32>>\n"
     "  %y = stablehlo.constant dense<(2.0, 2.0)> : tensor<4xcomplex<f32>>\n"
     "  %r = stablehlo.compare LE, %x, %y, FLOAT : (tensor<4xcomplex<f32>>, "
     "tensor<4xcomplex<f32>>) -> tensor<4xi1>",
     "{true, true, true, false}"},
    {"a real number is its own conjugate", "tensor<2xf16>",
     "  %x = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf16>\n"
     "  %r = chlo.conj %x : tensor<2xf16> -> tensor<2xf16>",
     "{1, -2}"},
    {"dimensions to sort along count from the last one", "tensor<2x2xi32>",
     "  %x = stablehlo.constant dense<[[3, 1], [2, 9]]> : tensor<2x2xi32>\n"
     "  %r = \"stablehlo.sort\"(%x) <{dimension = -2 : i64}> ({\n"
     "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
     "    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
     "    stablehlo.return %p : tensor<i1>\n  }) : (tensor<2x2xi32>) -> tensor<2x2xi32>",
     "{{2, 1}, {3, 9}}"},
    {"sizes from a slice whose ranges are elements, in programs of 2023", "tensor<?xi32>",
     "  %x = stablehlo.constant dense<[5, 3]> : tensor<2xi32>\n"
     "  %a = \"stablehlo.slice\"(%x) {limit_indices = dense<2> : tensor<1xi64>, start_indices = "
     "dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} : (tensor<2xi32>) -> "
     "tensor<1xi32>\n"
     "  %r = \"stablehlo.dynamic_iota\"(%a) {iota_dimension = 0 : i64} : (tensor<1xi32>) -> "
     "tensor<?xi32>",
     "{0, 1, 2}"},
    {"integers of floats", "tensor<i32>",
     "  %x = stablehlo.constant dense<[1.5, 2.0]> : tensor<2xf32>\n"
     "  %r = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<2xf32>, "
     "tensor<2xf32>) -> tensor<i32>",
     "5"},
    {"sizes with bounds that the program computes", "",
     "func.func @main() -> tensor<i32> {\n"
     "  %n = stablehlo.constant dense<[1, 2]> : tensor<2xi64>\n"
     "  %s = stablehlo.optimization_barrier %n : tensor<2xi64>\n"
     "  %t = stablehlo.multiply %s, %s : tensor<2xi64>\n"
     "  %z = stablehlo.constant dense<0> : tensor<i32>\n"
     "  %o = stablehlo.constant dense<1> : tensor<1x6xi32>\n"
     "  %a = stablehlo.dynamic_broadcast_in_dim %o, %t, dims = [0, 1] : (tensor<1x6xi32>, "
     "tensor<2xi64>) -> tensor<3x?xi32, #stablehlo.bounds<?, 6>>\n"
     "  %b = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0, 1] : "
     "(tensor<3x?xi32, #stablehlo.bounds<?, 6>>, tensor<i32>) -> tensor<i32>\n"
     "  %c = stablehlo.dynamic_iota %t, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi32, "
     "#stablehlo.bounds<2, 6>>\n"
     "  %d = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0, 1] : "
     "(tensor<?x?xi32, #stablehlo.bounds<2, 6>>, tensor<i32>) -> tensor<i32>\n"
     "  %r = stablehlo.add %b, %d : tensor<i32>\n  return %r : tensor<i32>\n}\n",
     "18"},
    {"sizes are of type index, a 64-bit integer", "tensor<2x?xi32>",
     "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
     "  %s = stablehlo.constant dense<2> : tensor<2xindex>\n"
     "  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<2xi32>, "
     "tensor<2xindex>) -> tensor<2x?xi32>",
     "{{1, 1}, {2, 2}}"},
    {"jax.lax.approx_max_k", "",
     "func.func public @main() -> (tensor<2xf32>, tensor<2xi32>) {\n"
     "  %x = stablehlo.constant dense<[1.0, 7.0, 3.0, 5.0]> : tensor<4xf32>\n"
     "  %i = stablehlo.iota dim = 0 : tensor<4xi32>\n"
     "  %v = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
     "  %m = stablehlo.constant dense<-1> : tensor<i32>\n"
     "  %r:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %v, %m) {called_computations = "
     "[@greater], "
     "mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.95 : f32, reduction_dim = "
     "0 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<4xf32>, "
     "tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)\n"
     "  return %r#0, %r#1 : tensor<2xf32>, tensor<2xi32>\n}\n"
     "func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: "
     "tensor<i32>) -> tensor<i1> {\n"
     "  %0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
     "  return %0 : tensor<i1>\n}\n",
     "(f32[2] {7, 5}, s32[2] {1, 3})"},
    {"jax.lax.ragged_all_to_all", "tensor<4xi32>",
     "  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>\n"
     "  %o = stablehlo.constant dense<0> : tensor<4xi32>\n"
     "  %n = stablehlo.constant dense<1> : tensor<2xi32>\n"
     "  %r = stablehlo.custom_call @ragged_all_to_all(%x, %o, %n, %n, %n, %n) {api_version = 4 : "
     "i32, backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 1]]> : "
     "tensor<1x2xi64>}} : (tensor<4xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>, "
     "tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>",
     "hlo:channel_id=1, replica_groups={{0,1}}"},
    {"a composite with a region", "",
     "func.func public @main() -> tensor<i32> {\n  %x = stablehlo.constant dense<2> : tensor<i32>\n"
     "  %r = \"stablehlo.composite\"(%x) <{decomposition = @same, name = \"my.op\"}> ({\n"
     "  ^bb0(%a: tensor<i32>):\n    stablehlo.return %a : tensor<i32>\n"
     "  }) : (tensor<i32>) -> tensor<i32>\n  return %r : tensor<i32>\n}\n"
     "func.func private @same(%a: tensor<i32>) -> tensor<i32> {\n  return %a : tensor<i32>\n}\n",
     "2"},
    {"layouts of a tuple", "tuple<tensor<2x3xf32>, tensor<i32>>",
     "  %r = \"stablehlo.custom_call\"() <{call_target_name = \"f\", "
     "result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], "
     "result_tilings = [[dense<8> : tensor<1xindex>], []]}> : () -> tuple<tensor<2x3xf32>, "
     "tensor<i32>>",
     "hlo:(f32[2,3]{0,1}, s32[]) custom-call()"},
    {"parts of an axis of a mesh", "",
     "sdy.mesh @mesh = <[\"x\"=4]>\nfunc.func @main() -> tensor<i32> {\n"
     "  %x = stablehlo.constant dense<2> : tensor<i32>\n"
     "  %r = \"stablehlo.all_reduce\"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<"
     "mesh = @mesh, axes = [#stablehlo.axis_ref<name = \"x\", sub_axis_info = (1)2>]>}> ({\n"
     "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
     "    %s = stablehlo.add %a, %b : tensor<i32>\n    stablehlo.return %s : tensor<i32>\n"
     "  }) : (tensor<i32>) -> tensor<i32>\n  return %r : tensor<i32>\n}\n",
     "hlo:mesh['x'=4] {'x':(1)2}"},
    {"a mesh with the order of its devices", "tensor<i32>",
     "  %x = stablehlo.constant dense<2> : tensor<i32>\n"
     "  %r = \"stablehlo.all_reduce\"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<"
     "mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = \"x\", size = 2>], device_ids = "
     "dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = \"x\">]>}> ({\n"
     "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
     "    %s = stablehlo.add %a, %b : tensor<i32>\n    stablehlo.return %s : tensor<i32>\n"
     "  }) : (tensor<i32>) -> tensor<i32>",
     "hlo:device_ids=(1,0)"},
};

TEST(StableHloOperationsTest, FormsOfPrograms) {
  for (const OperationCase& one : kForms) {
    const std::string program = ProgramOf(one);
    EXPECT_EQ(ResultOf(program, one.expected), one.expected) << one.operation << "\n" << program;
    // Portable artifacts have no operations of CHLO.
    if (program.find("chlo.") != std::string::npos) continue;
    EXPECT_EQ(HloThroughBytecode(program), HloOf(program)) << one.operation;
  }
}

TEST(StableHloOperationsTest, EachNameOccursOnce) {
  const std::vector<std::string_view> names = StableHloOperations();
  std::set<std::string_view> all(names.begin(), names.end());
  EXPECT_EQ(all.size(), names.size());
  EXPECT_GT(names.size(), 118u + 51u);
}

}  // namespace
}  // namespace hloom
