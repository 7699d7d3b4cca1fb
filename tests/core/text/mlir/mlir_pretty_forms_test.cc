// Each pretty form of an operation gives the same tree as its generic form.
#include <string>
#include <string_view>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "support/mlir_dump.h"
#include "text/mlir/mlir_text.h"

namespace hloom::mlir {
namespace {

using testing_support::DumpMlir;  // NOLINT

std::string PrettyTree(const std::string& text) {
  const auto modules = ParseMlirText(text);
  if (!modules.ok()) return modules.status().ToString();
  return DumpMlir(*(*modules)[0]->top);
}

// A function with parameters of these types that has the operation.
std::string InFunction(std::string_view parameters, std::string_view operation) {
  return StrCat("func.func @f(", parameters, ") {\n", operation, "\nreturn\n}\n");
}

struct Pair {
  std::string_view parameters;
  std::string_view pretty;
  std::string_view generic;
};

void ExpectEqual(Span<const Pair> pairs) {
  for (const Pair& pair : pairs) {
    const std::string generic = PrettyTree(InFunction(pair.parameters, pair.generic));
    EXPECT_EQ(generic.find("INVALID"), std::string::npos) << generic;
    EXPECT_EQ(PrettyTree(InFunction(pair.parameters, pair.pretty)), generic) << pair.pretty;
  }
}

TEST(MlirPrettyFormsTest, ElementwiseOperations) {
  constexpr Pair kPairs[] = {
      {"%x: tensor<4xf32>", "%0 = stablehlo.abs %x : tensor<4xf32>",
       "%0 = \"stablehlo.abs\"(%x) : (tensor<4xf32>) -> tensor<4xf32>"},
      {"%x: tensor<4xf32>", "%0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>",
       "%0 = \"stablehlo.convert\"(%x) : (tensor<4xf32>) -> tensor<4xbf16>"},
      {"%x: tensor<f32>, %y: tensor<f32>", "%0 = stablehlo.add %x, %y {a = 1 : i32} : tensor<f32>",
       "%0 = \"stablehlo.add\"(%x, %y) {a = 1 : i32} : (tensor<f32>, tensor<f32>) -> tensor<f32>"},
      {"%x: tensor<i8>, %y: tensor<i8>, %z: tensor<i8>",
       "%0 = stablehlo.clamp %x, %y, %z : tensor<i8>",
       "%0 = \"stablehlo.clamp\"(%x, %y, %z) : (tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<i8>"},
      {"%x: tensor<f64>, %y: tensor<f64>", "%0 = stablehlo.complex %x, %y : tensor<complex<f64>>",
       "%0 = \"stablehlo.complex\"(%x, %y) : (tensor<f64>, tensor<f64>) -> tensor<complex<f64>>"},
      {"%x: tensor<i1>, %y: tensor<2xf32>",
       "%0 = stablehlo.select %x, %y, %y : tensor<i1>, tensor<2xf32>",
       "%0 = \"stablehlo.select\"(%x, %y, %y) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> "
       "tensor<2xf32>"},
      {"%x: tensor<2xf32>",
       "%0 = stablehlo.compare LT, %x, %x, FLOAT : (tensor<2xf32>, "
       "tensor<2xf32>) -> tensor<2xi1>",
       "%0 = \"stablehlo.compare\"(%x, %x) <{compare_type = #stablehlo<comparison_type FLOAT>, "
       "comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2xf32>, "
       "tensor<2xf32>) -> tensor<2xi1>"},
      {"%x: tensor<2xi32>",
       "%0 = stablehlo.compare NE, %x, %x : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>",
       "%0 = \"stablehlo.compare\"(%x, %x) <{comparison_direction = #stablehlo<"
       "comparison_direction NE>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>"},
      {"%x: tensor<2xf32>",
       "%0 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<mode = "
       "#stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>",
       "%0 = \"stablehlo.exponential\"(%x) <{result_accuracy = #stablehlo.result_accuracy<mode = "
       "#stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<2xf32>) -> tensor<2xf32>"},
      {"%x: tensor<2xf32>", "%0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<2xf32>",
       "%0 = \"stablehlo.reduce_precision\"(%x) <{exponent_bits = 5 : i32, mantissa_bits = 10 : "
       "i32}> : (tensor<2xf32>) -> tensor<2xf32>"},
      {"%x: tensor<2xf32>", "%0 = stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<2xi1>",
       "%0 = \"stablehlo.is_finite\"(%x) : (tensor<2xf32>) -> tensor<2xi1>"},
  };
  ExpectEqual(kPairs);
}

TEST(MlirPrettyFormsTest, FieldsAndFunctionalTypes) {
  constexpr Pair kPairs[] = {
      {"", "%0 = stablehlo.iota dim = 1 : tensor<2x3xi32>",
       "%0 = \"stablehlo.iota\"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>"},
      {"%x: tensor<1xi64>",
       "%0 = stablehlo.dynamic_iota %x, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>",
       "%0 = \"stablehlo.dynamic_iota\"(%x) <{iota_dimension = 0 : i64}> : (tensor<1xi64>) -> "
       "tensor<?xi32>"},
      {"%x: tensor<3xf32>",
       "%0 = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>",
       "%0 = \"stablehlo.broadcast\"(%x) <{broadcast_sizes = array<i64: 2>}> : (tensor<3xf32>) -> "
       "tensor<2x3xf32>"},
      {"%x: tensor<f32>",
       "%0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2x3xf32>",
       "%0 = \"stablehlo.broadcast_in_dim\"(%x) <{broadcast_dimensions = array<i64>}> : "
       "(tensor<f32>) -> tensor<2x3xf32>"},
      {"%x: tensor<3xf32>, %y: tensor<2xi64>",
       "%0 = stablehlo.dynamic_broadcast_in_dim %x, %y, dims = [1] : (tensor<3xf32>, "
       "tensor<2xi64>) -> tensor<?x3xf32>",
       "%0 = \"stablehlo.dynamic_broadcast_in_dim\"(%x, %y) <{broadcast_dimensions = array<i64: "
       "1>}> : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>"},
      {"%x: tensor<2x3xf32>",
       "%0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
       "%0 = \"stablehlo.transpose\"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) "
       "-> tensor<3x2xf32>"},
      {"%x: tensor<3xf32>", "%0 = stablehlo.reverse %x, dims = [0] : tensor<3xf32>",
       "%0 = \"stablehlo.reverse\"(%x) <{dimensions = array<i64: 0>}> : (tensor<3xf32>) -> "
       "tensor<3xf32>"},
      {"%x: tensor<3xf32>",
       "%0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<3xf32>, "
       "tensor<3xf32>) -> tensor<6xf32>",
       "%0 = \"stablehlo.concatenate\"(%x, %x) <{dimension = 0 : i64}> : (tensor<3xf32>, "
       "tensor<3xf32>) -> tensor<6xf32>"},
      {"%x: tensor<3xf32>, %y: tensor<f32>",
       "%0 = stablehlo.pad %x, %y, low = [1], high = [-1], interior = [2] : (tensor<3xf32>, "
       "tensor<f32>) -> tensor<7xf32>",
       "%0 = \"stablehlo.pad\"(%x, %y) <{edge_padding_high = array<i64: -1>, edge_padding_low = "
       "array<i64: 1>, interior_padding = array<i64: 2>}> : (tensor<3xf32>, tensor<f32>) -> "
       "tensor<7xf32>"},
      {"%x: tensor<4x9xf32>",
       "%0 = stablehlo.slice %x [0:4, 1:9:2] : (tensor<4x9xf32>) -> "
       "tensor<4x4xf32>",
       "%0 = \"stablehlo.slice\"(%x) <{limit_indices = array<i64: 4, 9>, start_indices = "
       "array<i64: 0, 1>, strides = array<i64: 1, 2>}> : (tensor<4x9xf32>) -> tensor<4x4xf32>"},
      {"%x: tensor<4xf32>, %i: tensor<i32>",
       "%0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> "
       "tensor<2xf32>",
       "%0 = \"stablehlo.dynamic_slice\"(%x, %i) <{slice_sizes = array<i64: 2>}> : "
       "(tensor<4xf32>, tensor<i32>) -> tensor<2xf32>"},
      {"%x: tensor<4xf32>, %i: tensor<i32>",
       "%0 = stablehlo.dynamic_update_slice %x, %x, %i : (tensor<4xf32>, tensor<4xf32>, "
       "tensor<i32>) -> tensor<4xf32>",
       "%0 = \"stablehlo.dynamic_update_slice\"(%x, %x, %i) : (tensor<4xf32>, tensor<4xf32>, "
       "tensor<i32>) -> tensor<4xf32>"},
      {"%x: tensor<?xf32>, %i: tensor<i32>",
       "%0 = stablehlo.set_dimension_size %x, %i, dim = 0 : (tensor<?xf32>, tensor<i32>) -> "
       "tensor<?xf32, #stablehlo.bounds<8>>",
       "%0 = \"stablehlo.set_dimension_size\"(%x, %i) <{dimension = 0 : i64}> : (tensor<?xf32>, "
       "tensor<i32>) -> tensor<?xf32, #stablehlo.type_extensions<bounds = [8]>>"},
      {"%x: tensor<4xf32>",
       "%0 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> "
       "tensor<3xcomplex<f32>>",
       "%0 = \"stablehlo.fft\"(%x) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type "
       "RFFT>}> : (tensor<4xf32>) -> tensor<3xcomplex<f32>>"},
      {"%x: tensor<f32>, %s: tensor<1xi64>",
       "%0 = stablehlo.rng %x, %x, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, "
       "tensor<1xi64>) -> tensor<4xf32>",
       "%0 = \"stablehlo.rng\"(%x, %x, %s) <{rng_distribution = #stablehlo<rng_distribution "
       "UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>"},
      {"%s: tensor<2xui64>",
       "%a, %b = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> "
       "(tensor<2xui64>, tensor<8xui32>)",
       "%a, %b = \"stablehlo.rng_bit_generator\"(%s) <{rng_algorithm = #stablehlo<rng_algorithm "
       "DEFAULT>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)"},
      {"%x: tensor<2x2xf32>", "%0 = stablehlo.cholesky %x, lower = true : tensor<2x2xf32>",
       "%0 = \"stablehlo.cholesky\"(%x) <{lower = true}> : (tensor<2x2xf32>) -> tensor<2x2xf32>"},
      {"%x: tensor<2x2xf32>", "%0 = stablehlo.cholesky %x : tensor<2x2xf32>",
       "%0 = \"stablehlo.cholesky\"(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>"},
      {"%x: tensor<2x2xf32>",
       "%0 = stablehlo.einsum %x, %x, config = \"ab,bc->ac\" : (tensor<2x2xf32>, "
       "tensor<2x2xf32>) -> tensor<2x2xf32>",
       "%0 = \"stablehlo.einsum\"(%x, %x) <{einsum_config = \"ab,bc->ac\"}> : (tensor<2x2xf32>, "
       "tensor<2x2xf32>) -> tensor<2x2xf32>"},
  };
  ExpectEqual(kPairs);
}

TEST(MlirPrettyFormsTest, DotAndConvolution) {
  constexpr Pair kPairs[] = {
      {"%x: tensor<2x3xf32>, %y: tensor<3x4xf32>",
       "%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [DEFAULT, "
       "HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>",
       "%0 = \"stablehlo.dot_general\"(%x, %y) <{dot_dimension_numbers = "
       "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, "
       "precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : "
       "(tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>"},
      {"%x: tensor<5x2x3xf32>",
       "%0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x "
       "[2], algorithm = <lhs_precision_type = tf32, rhs_precision_type = f32, accumulation_type "
       "= f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, "
       "allow_imprecise_accumulation = false> : (tensor<5x2x3xf32>, tensor<5x2x3xf32>) -> "
       "tensor<5x2x2xf32>",
       "%0 = \"stablehlo.dot_general\"(%x, %x) <{algorithm = "
       "#stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = f32, "
       "accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "
       "num_primitive_operations = 1, allow_imprecise_accumulation = false>, "
       "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], "
       "rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], "
       "rhs_contracting_dimensions = [2]>}> : (tensor<5x2x3xf32>, tensor<5x2x3xf32>) -> "
       "tensor<5x2x2xf32>"},
      {"%x: tensor<2x2xf32>",
       "%0 = stablehlo.dot %x, %x, precision = [HIGHEST, HIGHEST] : (tensor<2x2xf32>, "
       "tensor<2x2xf32>) -> tensor<2x2xf32>",
       "%0 = \"stablehlo.dot\"(%x, %x) <{precision_config = [#stablehlo<precision HIGHEST>, "
       "#stablehlo<precision HIGHEST>]}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>"},
      {"%x: tensor<1x8x8x3xf32>, %y: tensor<3x3x3x4xf32>",
       "%0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
       "window = {stride = [1, 2], pad = [[0, 1], [2, 3]], lhs_dilate = [1, 1], rhs_dilate = [1, "
       "1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, "
       "precision_config = [#stablehlo<precision DEFAULT>]} : (tensor<1x8x8x3xf32>, "
       "tensor<3x3x3x4xf32>) -> tensor<1x7x6x4xf32>",
       "%0 = \"stablehlo.convolution\"(%x, %y) <{batch_group_count = 1 : i64, dimension_numbers = "
       "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, "
       "lhs_dilation = array<i64: 1, 1>, padding = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, "
       "precision_config = [#stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, "
       "window_reversal = array<i1: false, true>, window_strides = array<i64: 1, 2>}> : "
       "(tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x7x6x4xf32>"},
  };
  ExpectEqual(kPairs);
  // Spatial dimension 1 of the input is its dimension 0.
  EXPECT_NE(
      PrettyTree(InFunction("%x: tensor<1x1x1x1xf32>",
                            "%0 = stablehlo.convolution(%x, %x) dim_numbers = [1, b, f, 0]x[o, "
                            "1, i, 0]->[f, 0, b, 1], window = {} : (tensor<1x1x1x1xf32>, "
                            "tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>"))
          .find("#conv<input_batch_dimension = 1 : i64, input_feature_dimension = 2 : i64, "
                "input_spatial_dimensions = array<i64: 3, 0>, "
                "kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = "
                "0 : i64, kernel_spatial_dimensions = array<i64: 3, 1>, "
                "output_batch_dimension = 2 : i64, output_feature_dimension = 0 : i64, "
                "output_spatial_dimensions = array<i64: 1, 3>>"),
      std::string::npos);
}

TEST(MlirPrettyFormsTest, OperationsOfTheirOwnForm) {
  constexpr Pair kPairs[] = {
      {"", "%0 = stablehlo.constant dense<[1, -2]> : tensor<2xi32>",
       "%0 = \"stablehlo.constant\"() <{value = dense<[1, -2]> : tensor<2xi32>}> : () -> "
       "tensor<2xi32>"},
      {"", "%0 = stablehlo.constant {a} dense<1.5> : tensor<2xf32>",
       "%0 = \"stablehlo.constant\"() {a, value = dense<1.5> : tensor<2xf32>} : () -> "
       "tensor<2xf32>"},
      {"",
       "%0 = stablehlo.create_token : !stablehlo.token\n%1 = stablehlo.after_all %0, %0 : "
       "!stablehlo.token",
       "%0 = \"stablehlo.create_token\"() : () -> !stablehlo.token\n%1 = "
       "\"stablehlo.after_all\"(%0, %0) : (!stablehlo.token, !stablehlo.token) -> "
       "!stablehlo.token"},
      {"", "%0 = stablehlo.partition_id : tensor<ui32>",
       "%0 = \"stablehlo.partition_id\"() : () -> tensor<ui32>"},
      {"%x: tensor<f32>, %y: tensor<i32>",
       "%0 = stablehlo.tuple %x, %y : tuple<tensor<f32>, tensor<i32>>\n"
       "%1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>",
       "%0 = \"stablehlo.tuple\"(%x, %y) : (tensor<f32>, tensor<i32>) -> tuple<tensor<f32>, "
       "tensor<i32>>\n%1 = \"stablehlo.get_tuple_element\"(%0) <{index = 1 : i32}> : "
       "(tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>"},
      {"%x: tensor<f32>, %y: tensor<i32>",
       "%0:2 = stablehlo.optimization_barrier %x, %y : tensor<f32>, tensor<i32>",
       "%0:2 = \"stablehlo.optimization_barrier\"(%x, %y) : (tensor<f32>, tensor<i32>) -> "
       "(tensor<f32>, tensor<i32>)"},
      {"", "stablehlo.optimization_barrier()", "\"stablehlo.optimization_barrier\"() : () -> ()"},
      {"%x: tensor<f32>",
       "%0 = stablehlo.custom_call @\"my.call\"(%x) {backend_config = \"a\\22b\", api_version = 4 "
       ": i32} : (tensor<f32>) -> tensor<f32>",
       "%0 = \"stablehlo.custom_call\"(%x) <{api_version = 4 : i32, backend_config = \"a\\\"b\", "
       "call_target_name = \"my.call\"}> : (tensor<f32>) -> tensor<f32>"},
      {"%x: tensor<f32>",
       "%0 = stablehlo.composite \"my.op\" %x {composite_attributes = {k = 1 : i64}, "
       "decomposition = @impl, version = 1 : i32} : (tensor<f32>) -> tensor<f32>",
       "%0 = \"stablehlo.composite\"(%x) <{composite_attributes = {k = 1 : i64}, decomposition = "
       "@impl, name = \"my.op\", version = 1 : i32}> : (tensor<f32>) -> tensor<f32>"},
      {"%x: tensor<f32>", "stablehlo.trace %x, \"tag\" : tensor<f32>",
       "\"stablehlo.trace\"(%x) <{tag = \"tag\"}> : (tensor<f32>) -> ()"},
      {"%x: tensor<f32>", "%0:2 = call @g(%x) : (tensor<f32>) -> (tensor<f32>, tensor<i32>)",
       "%0:2 = \"func.call\"(%x) <{callee = @g}> : (tensor<f32>) -> (tensor<f32>, tensor<i32>)"},
      {"%x: tensor<f32>", "return %x, %x : tensor<f32>, tensor<f32>",
       "\"func.return\"(%x, %x) : (tensor<f32>, tensor<f32>) -> ()"},
  };
  ExpectEqual(kPairs);
}

TEST(MlirPrettyFormsTest, Regions) {
  constexpr Pair kPairs[] = {
      {"%x: tensor<4xf32>, %z: tensor<f32>",
       "%0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : "
       "(tensor<4xf32>, tensor<f32>) -> tensor<f32>",
       R"(%0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
            "stablehlo.return"(%1) : (tensor<f32>) -> ()
          }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>)"},
      {"%x: tensor<4xf32>, %i: tensor<4xi32>, %z: tensor<f32>, %n: tensor<i32>",
       R"(%0:2 = stablehlo.reduce(%x init: %z), (%i init: %n) across dimensions = [0] :
            (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
          reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>)  {
            stablehlo.return %c, %b : tensor<f32>, tensor<i32>
          })",
       R"(%0:2 = "stablehlo.reduce"(%x, %i, %z, %n) <{dimensions = array<i64: 0>}> ({
          ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
            "stablehlo.return"(%c, %b) : (tensor<f32>, tensor<i32>) -> ()
          }) : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) ->
            (tensor<f32>, tensor<i32>))"},
      {"%x: tensor<i32>, %p: tensor<i1>",
       R"(%0:2 = stablehlo.while(%k = %x, %q = %p) : tensor<i32>, tensor<i1> attributes {a = 1 : i64}
          cond {
            stablehlo.return %q : tensor<i1>
          } do {
            %1 = stablehlo.add %k, %k : tensor<i32>
            stablehlo.return %1, %q : tensor<i32>, tensor<i1>
          }
          %2 = stablehlo.add %0#0, %0#0 : tensor<i32>)",
       R"(%0:2 = "stablehlo.while"(%x, %p) ({
          ^bb0(%k: tensor<i32>, %q: tensor<i1>):
            "stablehlo.return"(%q) : (tensor<i1>) -> ()
          }, {
          ^bb0(%k: tensor<i32>, %q: tensor<i1>):
            %1 = "stablehlo.add"(%k, %k) : (tensor<i32>, tensor<i32>) -> tensor<i32>
            "stablehlo.return"(%1, %q) : (tensor<i32>, tensor<i1>) -> ()
          }) {a = 1 : i64} : (tensor<i32>, tensor<i1>) -> (tensor<i32>, tensor<i1>)
          %2 = "stablehlo.add"(%0#0, %0#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>)"},
      {"%x: tensor<3x2xf32>, %c: tensor<2xf32>",
       R"(%0:2 = chlo.scan(%x) inits (%c) dimension=0  {
          ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
            stablehlo.return %a, %b : tensor<2xf32>, tensor<2xf32>
          } : (tensor<3x2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>))",
       R"(%0:2 = "chlo.scan"(%x, %c) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
          ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
            "stablehlo.return"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> ()
          }) : (tensor<3x2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>))"},
      // Regions of the generic form see the values around them.
      {"%p: tensor<i1>, %x: tensor<f32>",
       R"(%0 = "stablehlo.if"(%p) ({
            stablehlo.return %x : tensor<f32>
          }, {
            %1 = stablehlo.negate %x : tensor<f32>
            stablehlo.return %1 : tensor<f32>
          }) : (tensor<i1>) -> tensor<f32>)",
       R"(%0 = "stablehlo.if"(%p) ({
          ^bb0:
            "stablehlo.return"(%x) : (tensor<f32>) -> ()
          }, {
          ^bb0:
            %1 = "stablehlo.negate"(%x) : (tensor<f32>) -> tensor<f32>
            "stablehlo.return"(%1) : (tensor<f32>) -> ()
          }) : (tensor<i1>) -> tensor<f32>)"},
  };
  ExpectEqual(kPairs);
}

TEST(MlirPrettyFormsTest, Chlo) {
  constexpr Pair kPairs[] = {
      {"%x: tensor<f32>", "%0 = chlo.erf_inv %x : tensor<f32> -> tensor<f32>",
       "%0 = \"chlo.erf_inv\"(%x) : (tensor<f32>) -> tensor<f32>"},
      {"%x: tensor<f32>", "%0 = chlo.next_after %x, %x : tensor<f32>, tensor<f32> -> tensor<f32>",
       "%0 = \"chlo.next_after\"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>"},
      {"%x: tensor<2xf32>, %y: tensor<f32>",
       "%0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64>} : (tensor<2xf32>, "
       "tensor<f32>) -> tensor<2xf32>",
       "%0 = \"chlo.broadcast_add\"(%x, %y) <{broadcast_dimensions = array<i64>}> : "
       "(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>"},
      {"%x: tensor<8xf32>",
       "%0:2 = chlo.top_k(%x, k = 3) : tensor<8xf32> -> (tensor<3xf32>, tensor<3xi32>)",
       "%0:2 = \"chlo.top_k\"(%x) <{k = 3 : i64}> : (tensor<8xf32>) -> (tensor<3xf32>, "
       "tensor<3xi32>)"},
      {"", "%0 = chlo.constant dense<true> : tensor<i1>",
       "%0 = \"chlo.constant\"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>"},
  };
  ExpectEqual(kPairs);
}

TEST(MlirPrettyFormsTest, Sdy) {
  constexpr Pair kPairs[] = {
      {"%x: tensor<8x2xf32>",
       "%0 = sdy.sharding_constraint %x <@mesh, [{\"x\"}, {}]> : tensor<8x2xf32>",
       "%0 = \"sdy.sharding_constraint\"(%x) <{sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}> : "
       "(tensor<8x2xf32>) -> tensor<8x2xf32>"},
      {"%x: tensor<8xf32>",
       R"(%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
            sdy.return %a : tensor<4xf32>
          } : (tensor<8xf32>) -> tensor<8xf32>)",
       R"(%0 = "sdy.manual_computation"(%x) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>,
            manual_axes = #sdy<manual_axes{"x"}>,
            out_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}> ({
          ^bb0(%a: tensor<4xf32>):
            "sdy.return"(%a) : (tensor<4xf32>) -> ()
          }) : (tensor<8xf32>) -> tensor<8xf32>)"},
      {"%x: tensor<8xf32>", "sdy.sharding_group %x group_id=3 : tensor<8xf32>",
       "\"sdy.sharding_group\"(%x) <{group_id = 3 : i64}> : (tensor<8xf32>) -> ()"},
  };
  ExpectEqual(kPairs);
  EXPECT_EQ(PrettyTree("module {\n  sdy.mesh @mesh = <[\"x\"=2, \"y\"=4], device_ids=[0, 1]>\n}"),
            PrettyTree("module {\n  \"sdy.mesh\"() <{mesh = #sdy.mesh<[\"x\"=2, \"y\"=4], "
                       "device_ids=[0, 1]>, sym_name = \"mesh\"}> : () -> ()\n}"));
}

TEST(MlirPrettyFormsTest, Functions) {
  EXPECT_EQ(PrettyTree(R"(
module @m attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%a: tensor<f32> {jax.buffer_donor = true}, %b: tensor<i32>) ->
      (tensor<f32> {jax.result_info = "result"}) attributes {x} {
    return %a : tensor<f32>
  }
  func.func private @g(tensor<f32>) -> tensor<f32>
})"),
            PrettyTree(R"("builtin.module"() <{sym_name = "m"}> ({
  "func.func"() <{arg_attrs = [{jax.buffer_donor = true}, {}],
      function_type = (tensor<f32>, tensor<i32>) -> tensor<f32>,
      res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    "func.return"(%a) : (tensor<f32>) -> ()
  }) {x} : () -> ()
  "func.func"() <{function_type = (tensor<f32>) -> tensor<f32>, sym_name = "g",
      sym_visibility = "private"}> : () -> ()
}) {mhlo.num_partitions = 1 : i32} : () -> ())"));
}

}  // namespace
}  // namespace hloom::mlir
