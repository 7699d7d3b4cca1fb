// MLIR text: types, attributes, constants, locations, modules.
#include "text/mlir/mlir_text.h"

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "support/mlir_dump.h"

namespace hloom::mlir {
namespace {

using testing_support::DumpMlir;  // NOLINT

std::string TreeOf(std::string_view text) {
  const auto modules = ParseMlirText(text);
  if (!modules.ok()) return modules.status().ToString();
  std::string out;
  for (const auto& module : *modules) out += DumpMlir(*module->top);
  return out;
}

// The attribute as the parser reads it.
std::string AttributeOf(std::string_view written) {
  const std::string text = StrCat("module attributes {a = ", written, "} {}");
  const auto modules = ParseMlirText(text);
  if (!modules.ok()) return modules.status().ToString();
  return DumpMlir(*(*modules)[0]->top->Find("a"));
}

struct Written {
  std::string_view written;
  std::string_view read;  // empty: the same
};

void ExpectAttributes(Span<const Written> all) {
  for (const Written& one : all) {
    EXPECT_EQ(AttributeOf(one.written), one.read.empty() ? one.written : one.read) << one.written;
  }
}

TEST(MlirTextTest, Types) {
  constexpr Written kTypes[] = {
      {"f32", {}},
      {"si8", "i8"},
      {"index", {}},
      {"none", {}},
      {"complex<f64>", {}},
      {"tensor<f32>", {}},
      {"tensor<0x3xi1>", {}},
      {"tensor<2x?x3xf8E4M3FN>", {}},
      {"tensor<*xui4>", {}},
      {"tensor< 2 x 3 x complex<f32> >", "tensor<2x3xcomplex<f32>>"},
      {"tensor<4x?xf32, #stablehlo.bounds<?, 8>>", {}},
      {"tensor<4x?xf32, #stablehlo.type_extensions<bounds = [?, 8]>>",
       "tensor<4x?xf32, #stablehlo.bounds<?, 8>>"},
      {"tensor<4xf32, #other.layout<1>>", {}},
      {"tensor<2x!quant.uniform<i8:f32, 1.0>>", {}},
      {"tensor<2xi3>", {}},
      {"memref<2xf32, strided<[1]>>", {}},
      {"!stablehlo.token", {}},
      {"!stablehlo.future<tensor<f32>, tensor<i32>>", {}},
      {"!shape.witness", {}},
      {"tuple<>", {}},
      {"tuple<tensor<f32>, tuple<!stablehlo.token>>", {}},
      {"() -> ()", {}},
      {"(tensor<f32>, i32) -> (tensor<f32>, f32)", {}},
      {"(f32) -> f32", {}},
      {"((f32) -> f32) -> (() -> ())", {}},
  };
  ExpectAttributes(kTypes);
  // Equal types have the same address, however they are written.
  const auto modules = ParseMlirText(
      "!t = tensor<2xf32>\nmodule attributes {a = !t, b = tensor<2xf32>, c = tensor< 2xf32>} {}");
  ASSERT_TRUE(modules.ok()) << modules.status().ToString();
  const Operation& top = *(*modules)[0]->top;
  EXPECT_EQ(top.Find("a")->type, top.Find("b")->type);
  EXPECT_EQ(top.Find("a")->type, top.Find("c")->type);
}

TEST(MlirTextTest, Attributes) {
  constexpr Written kAttributes[] = {
      {"unit", {}},
      {"true", {}},
      {"1 : i1", "true"},
      {"3", "3 : i64"},
      {"-3 : i8", {}},
      {"0xFF : i8", "-1 : i8"},
      {"255 : ui8", {}},
      {"4 : index", {}},
      {"1.5", "1.5 : f64"},
      {"-2.5e-1 : f32", "-0.25 : f32"},
      {"0x7F800000 : f32", "inf : f32"},
      {"0x7C00 : f16", "inf : f16"},
      {"\"a\\22b\\0A\\\\\"", "\"a\\\"b\\n\\\\\""},
      {"@main", {}},
      {"@\"a b\"::@c", "@a b::c"},
      {"[]", {}},
      {"[1 : i32, [@f], {}]", {}},
      {"{b = 1 : i64, \"c d\" = {e}}", "{b = 1 : i64, c d = {e = unit}}"},
      {"array<i64: 1, -2>", {}},
      {"array<i64>", "array<i64: >"},
      {"array<i1: true, false>", "array<i1: 1, 0>"},
      {"array<f32: 1.0, 2.5>", "[1 : f32, 2.5 : f32]"},
      {"#stablehlo<precision HIGHEST>", "#precision HIGHEST"},
      {"#chlo<comparison_direction LT>", "#comparison_direction LT"},
      {"#stablehlo.channel_handle<handle = 1, type = 0>",
       "#channel_handle<handle = 1 : i64, type = 0 : i64>"},
      {"#stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [], index_vector_dim = 1>",
       "#gather<collapsed_slice_dims = array<i64: >, index_vector_dim = 1 : i64, offset_dims = "
       "array<i64: 0, 1>>"},
      {"#stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0]>",
       "#scatter<scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: "
       "1>>"},
      {"#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, "
       "operand_tuple_indices = [1]>",
       "#output_operand_alias<operand_index = 0 : i64, operand_tuple_indices = array<i64: 1>, "
       "output_tuple_indices = array<i64: >>"},
      {"#stablehlo.result_accuracy<atol = 1.0e-1, ulps = 2, mode = "
       "#stablehlo.result_accuracy_mode<TOLERANCE>>",
       "#result_accuracy<atol = 0.1 : f64, mode = #result_accuracy_mode TOLERANCE, ulps = 2 : "
       "i64>"},
      {"#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = \"x\", "
       "sub_axis_info = (1)2>]>",
       "#replica_group_mesh_axes<axes = [#axis_ref<name = \"x\", sub_axis_info = #<<(1)2>>>], mesh "
       "= @m>"},
      {"#sdy.sharding<@mesh, [{\"x\", ?}, {}]>", "#sdy.sharding<<@mesh, [{\"x\", ?}, {}]>>"},
      {"#sdy<manual_axes{\"x\"}>", "#sdy.manual_axes<<{\"x\"}>>"},
      {"#mhlo.sharding<\"->\">", "#mhlo.sharding<<\"->\">>"},
      {"affine_map<(d0) -> (d0)>", "#builtin.affine_map<<(d0) -> (d0)>>"},
      {"!stablehlo.token", {}},
  };
  ExpectAttributes(kAttributes);
}

TEST(MlirTextTest, Constants) {
  constexpr Written kConstants[] = {
      {"dense<1.5> : tensor<2x3xf32>", "splat<1.5> : tensor<2x3xf32>"},
      {"dense<7> : tensor<i32>", "splat<7> : tensor<i32>"},
      {"dense<> : tensor<0x2xf32>", "dense<{}> : tensor<0x2xf32>"},
      {"dense<[[1, -2, 0x10], [4, 5, 6]]> : tensor<2x3xi32>",
       "dense<{ { 1, -2, 16 }, { 4, 5, 6 } }> : tensor<2x3xi32>"},
      {"dense<[true, false]> : tensor<2xi1>", "dense<{true, false}> : tensor<2xi1>"},
      {"dense<[255, 4]> : tensor<2xi8>", "dense<{-1, 4}> : tensor<2xi8>"},
      {"dense<[15, -8]> : tensor<2xi4>", "dense<{-1, -8}> : tensor<2xi4>"},
      {"dense<[15, 0]> : tensor<2xui4>", "dense<{15, 0}> : tensor<2xui4>"},
      {"dense<[0x7F800000, 1.0]> : tensor<2xf32>", "dense<{inf, 1}> : tensor<2xf32>"},
      {"dense<[0x3C00, 2.0]> : tensor<2xf16>", "dense<{1, 2}> : tensor<2xf16>"},
      {"dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>", "splat<(1, -2)> : tensor<2xcomplex<f32>>"},
      {"dense<[(1.0, 2.0), (0x7F800000, 4.0)]> : tensor<2xcomplex<f32>>",
       "dense<{(1, 2), (inf, 4)}> : tensor<2xcomplex<f32>>"},
      {"dense<[3, 4]> : tensor<2xindex>", "dense<{3, 4}> : tensor<2xindex>"},
      // In hexadecimal, elements are in little-endian order.
      {"dense<\"0x0000803F00000040\"> : tensor<2xf32>", "dense<{1, 2}> : tensor<2xf32>"},
      {"dense<\"0x0000803F\"> : tensor<2xf32>", "splat<1> : tensor<2xf32>"},
      {"dense<\"0x01000200\"> : tensor<2xi16>", "dense<{1, 2}> : tensor<2xi16>"},
      {"dense<\"0x0F07\"> : tensor<2xi4>", "dense<{-1, 7}> : tensor<2xi4>"},
      // Ten packed elements of i1: bits 0 to 7 of the first byte, then those of the second.
      {"dense<\"0x0502\"> : tensor<10xi1>",
       "dense<{true, false, true, false, false, false, false, false, false, true}> : "
       "tensor<10xi1>"},
      {"dense<\"0xFF\"> : tensor<20xi1>", "splat<true> : tensor<20xi1>"},
      {"dense<\"0x010001\"> : tensor<3xi1>", "dense<{true, false, true}> : tensor<3xi1>"},
      {"dense<\"0x0000803F0000004000000000000080BF\"> : tensor<2xcomplex<f32>>",
       "dense<{(1, 2), (0, -1)}> : tensor<2xcomplex<f32>>"},
  };
  ExpectAttributes(kConstants);
  EXPECT_EQ(TreeOf(R"(
module {
  %0 = stablehlo.constant dense_resource<w> : tensor<2xf32>
  %1 = stablehlo.constant dense_resource<"a b"> : tensor<3xi1>
  %2 = stablehlo.constant dense_resource<w> : tensor<2x1xf32>
}
{-#
  dialect_resources: {
    builtin: {
      w: "0x040000000000803F00000040",
      "a b": "0x01000000010001"
    }
  },
  external_resources: {
    x: { y: "0x00", z: true }
  }
#-}
)"),
            "builtin.module()\n"
            "  region\n"
            "  ^()\n"
            "    %0: tensor<2xf32> = stablehlo.constant() {value = dense<{1, 2}> : "
            "tensor<2xf32>}\n"
            "    %1: tensor<3xi1> = stablehlo.constant() {value = dense<{true, false, true}> : "
            "tensor<3xi1>}\n"
            "    %2: tensor<2x1xf32> = stablehlo.constant() {value = dense<{ { 1 }, { 2 } }> : "
            "tensor<2x1xf32>}\n");
}

TEST(MlirTextTest, Nan) {
  const auto modules = ParseMlirText("module attributes {a = 0x7FC00000 : f32} {}");
  ASSERT_TRUE(modules.ok());
  EXPECT_TRUE(std::isnan((*modules)[0]->top->Find("a")->number));
}

TEST(MlirTextTest, ProgramOfJaxWithLocations) {
  EXPECT_EQ(TreeOf(R"(
#loc1 = loc("x")
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32> loc("x"), %arg1: tensor<4xf32> loc(unknown)) -> (tensor<4xf32> {jax.result_info = "result"}) {
    %0 = call @g(%arg0) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc7)
    %1 = stablehlo.add %0, %arg1 : tensor<4xf32> loc(#loc6)  // a comment
    return %1 : tensor<4xf32> loc(#loc)
  } loc(#loc)
  func.func private @g(%arg0: tensor<4xf32> loc("a\"b")) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32> loc(#loc)
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32> loc(#loc)
    %1 = stablehlo.multiply %arg0, %0 : tensor<4xf32> loc(fused[#loc1, "y"("f.py":3:4 to :9), unknown])
    return %1 : tensor<4xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc2 = loc("f.py":1:2)
#loc3 = loc("g.py":10:20 to 11:4)
#loc6 = loc("jit(f)/add"(#loc2))
#loc7 = loc(callsite(#loc6 at #loc3))
)"),
            "builtin.module() {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32, "
            "sym_name = \"jit_f\"} loc unknown\n"
            "  region\n"
            "  ^()\n"
            "    func.func() {function_type = (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, "
            "res_attrs = [{jax.result_info = \"result\"}], sym_name = \"main\", sym_visibility = "
            "\"public\"} loc unknown\n"
            "      region\n"
            "      ^(%0: tensor<4xf32>, %1: tensor<4xf32>)\n"
            "        %2: tensor<4xf32> = func.call(%0: tensor<4xf32>) {callee = @g} loc "
            "callsite('jit(f)/add'(f.py:1:2) at g.py:10:20-11:4)\n"
            "        %3: tensor<4xf32> = stablehlo.add(%2: tensor<4xf32>, %1: tensor<4xf32>) loc "
            "'jit(f)/add'(f.py:1:2)\n"
            "        func.return(%3: tensor<4xf32>) loc unknown\n"
            "    func.func() {function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = \"g\", "
            "sym_visibility = \"private\"} loc unknown\n"
            "      region\n"
            "      ^(%4: tensor<4xf32>)\n"
            "        %5: tensor<f32> = stablehlo.constant() {value = splat<2> : tensor<f32>} loc "
            "unknown\n"
            "        %6: tensor<4xf32> = stablehlo.broadcast_in_dim(%5: tensor<f32>) "
            "{broadcast_dimensions = array<i64: >} loc unknown\n"
            "        %7: tensor<4xf32> = stablehlo.multiply(%4: tensor<4xf32>, %6: tensor<4xf32>) "
            "loc fused['x', 'y'(f.py:3:4-3:9), unknown]\n"
            "        func.return(%7: tensor<4xf32>) loc unknown\n");
}

TEST(MlirTextTest, ModulesAndPositions) {
  const auto modules = ParseMlirText(R"(
// -----
func.func @f() {
  return }  // -----
// -----

#a = dense<[1, 2]> : tensor<2xi64>
module @second {
  "é.x"() {é = "é"} : () -> ()   "b.y"() {a = #a} : () -> ()
}
)");
  EXPECT_FALSE(modules.ok());  // an attribute's name is in ASCII, or in quotes
  const auto two = ParseMlirText(R"(
// -----
func.func @f() {
  return }  // -----
// -----

#a = dense<[1, 2]> : tensor<2xi64>
module @second {
  "é.x"() {"é" = "é"} : () -> ()   "b.y"() {a = #a} : () -> ()
}
)");
  ASSERT_TRUE(two.ok()) << two.status().ToString();
  ASSERT_EQ(two->size(), 2u);
  const Operation& first = *(*two)[0]->top;
  EXPECT_EQ(first.name, "builtin.module");
  const Operation& function = *first.regions[0]->blocks[0].operations[0];
  EXPECT_EQ(function.name, "func.func");
  EXPECT_EQ(function.position.line, 3u);
  const Operation& second = *(*two)[1]->top;
  EXPECT_EQ(second.Find("sym_name")->text, "second");
  const Operation& last = *second.regions[0]->blocks[0].operations[1];
  EXPECT_EQ(last.position.line, 9u);
  EXPECT_EQ(last.position.column, 36u);
}

}  // namespace
}  // namespace hloom::mlir
