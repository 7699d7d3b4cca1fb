// Programs of StableHLO for several devices: shard_map in its two forms, and collectives.
#include "base/str_cat.h"
#include "text/stablehlo/stablehlo_programs.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// The result of each device, all with the same arguments.
std::vector<std::string> RunOnDevices(std::string_view text, const DeviceGrid& grid,
                                      const std::vector<Literal>& arguments) {
  const StatusOr<XlaComputation> computation = ImportText(text);
  if (!computation.ok()) return {computation.status().ToString()};
  const auto executable =
      Executable::Create(std::shared_ptr<const HloModule>(computation->CreateModule()), grid);
  if (!executable.ok()) return {executable.status().ToString()};
  const std::vector<std::vector<Literal>> all(static_cast<size_t>(grid.size()), arguments);
  auto run = Execution::StartOnDevices(
      *executable, Span<const std::vector<Literal>>(all.data(), all.size()), {});
  if (!run.ok()) return {run.status().ToString()};
  StatusOr<bool> done = false;
  while (done.ok() && !*done) done = (*run)->RunFor(1000);
  if (!done.ok()) return {done.status().ToString()};
  std::vector<std::string> results;
  for (int64_t device = 0; device < grid.size(); ++device) {
    results.push_back((*run)->TakeResult(static_cast<size_t>(device)).ToString());
  }
  return results;
}

Literal CountingRows(int64_t rows, int64_t columns) {
  std::vector<float> values;
  for (int64_t i = 0; i < rows * columns; ++i) values.push_back(static_cast<float>(i));
  return LiteralUtil::CreateFromSpan<float>({rows, columns},
                                            Span<const float>(values.data(), values.size()));
}

// The sum over the columns, each device summing its tile; the rows are cut along x, the columns
// along y, and psum adds along y.
constexpr std::string_view kShardMap = R"(
module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<4x4xf32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x", "y"} (%arg1: tensor<2x2xf32>) {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
      %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %3 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      sdy.return %2 : tensor<2xf32>
    } : (tensor<4x4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";

TEST(StableHloDevicesTest, ManualComputation) {
  const std::vector<std::string> expected(4, "f32[4] {6, 22, 38, 54}");
  EXPECT_EQ(RunOnDevices(kShardMap, {1, 4}, {CountingRows(4, 4)}), expected);
}

// Tiles come back in their places, also if devices are in another order, an axis is cut in parts,
// two axes cut one dimension, or an axis is not manual.
TEST(StableHloDevicesTest, TilesComeBack) {
  const auto run = [](std::string_view mesh, std::string_view sharding, std::string_view manual,
                      std::string_view tile) {
    return RunOnDevices(
        StrCat("sdy.mesh @mesh = <", mesh, ">\nfunc.func @main(%x: tensor<4x4xf32>) -> ",
               "tensor<4x4xf32> {\n  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, ",
               sharding, ">] out_shardings=[<@mesh, ", sharding, ">] manual_axes=", manual,
               " (%a: ", tile, ") {\n    %s = stablehlo.negate %a : ", tile,
               "\n    sdy.return %s : ", tile,
               "\n  } : (tensor<4x4xf32>) -> tensor<4x4xf32>\n  return %r : tensor<4x4xf32>\n}\n"),
        {1, 4}, {CountingRows(4, 4)});
  };
  const std::vector<std::string> expected(
      4,
      "f32[4,4] { { -0, -1, -2, -3 }, { -4, -5, -6, -7 }, { -8, -9, -10, -11 }, { -12, -13, "
      "-14, -15 } }");
  EXPECT_EQ(run(R"(["x"=2, "y"=2])", R"([{"y"}, {"x"}])", R"({"x", "y"})", "tensor<2x2xf32>"),
            expected);
  EXPECT_EQ(run(R"(["x"=2, "y"=2], device_ids=[3, 1, 2, 0])", R"([{}, {"x", "y"}])",
                R"({"x", "y"})", "tensor<4x1xf32>"),
            expected);
  EXPECT_EQ(run(R"(["x"=4])", R"([{"x":(2)2}, {"x":(1)2, ?}p1])", R"({"x"})", "tensor<2x2xf32>"),
            expected);
  EXPECT_EQ(run(R"(["x"=2, "y"=2])", R"([{"x"}, {"y"}])", R"({"y"})", "tensor<4x2xf32>"), expected);
  // The sharding of a tile that does not divide the array, and one that is not read.
  EXPECT_NE(run(R"(["x"=3])", R"([{"x"}, {}])", R"({"x"})", "tensor<1x4xf32>")[0].find(
                "cannot be divided into 3 equal tiles"),
            std::string::npos);
  EXPECT_NE(run(R"(["x"=2])", R"([{"z"}, {}])", R"({"x"})", "tensor<2x4xf32>")[0].find(
                "[stablehlo.c1] sdy.manual_computation: hloom does not read in_shardings="),
            std::string::npos);
  EXPECT_NE(run(R"(["x"=2])", R"([{"x"}, {"x"}])", R"({"x"})", "tensor<2x2xf32>")[0].find(
                "[stablehlo.c2] sdy.manual_computation: axes of in_shardings overlap"),
            std::string::npos);
}

// The form of older programs.
constexpr std::string_view kOldForm = R"(
module @jit_f attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<2xf32>
    %2 = call @shmap_body(%1) : (tensor<2xf32>) -> tensor<2xf32>
    %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"} : (tensor<2xf32>) -> tensor<2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<2xf32>) -> tensor<4xf32>
    return %4 : tensor<4xf32>
  }
  func.func private @shmap_body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
})";

TEST(StableHloDevicesTest, OldForm) {
  const std::vector<std::string> expected(2, "f32[4] {3, 4, 1, 2}");
  EXPECT_EQ(RunOnDevices(kOldForm, {1, 2}, {LiteralUtil::CreateR1<float>({1, 2, 3, 4})}), expected);
}

// The boundaries in a file of jax.export, whose shardings are strings: at the custom calls, or, before
// JAX 0.6, at the call between them. The second array is cut along y, which is not manual: each device
// has all of it.
std::string ExportedShardMap(std::string_view in, std::string_view call, std::string_view out) {
  return StrCat(R"(
module @jit_f attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2, \22y\22=2]>}"}, mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22x\22}]>"}}, %arg1: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
    %0:2 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0, %arg1) {has_side_effect = true, mhlo.frontend_attributes = {)",
                in,
                R"(}} : (tensor<4xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    %1:2 = call @xla.sdy.manual_computation_body(%0#0, %0#1) {mhlo.frontend_attributes = {)",
                call,
                R"(}} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    %2:2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1#0, %1#1) {mhlo.frontend_attributes = {)",
                out, R"(}} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
    return %2#0, %2#1 : tensor<4xf32>, tensor<2xf32>
  }
  func.func @xla.sdy.manual_computation_body(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %0 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 0], [1, 3], [3, 1]]> : tensor<4x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    return %0, %arg1 : tensor<2xf32>, tensor<2xf32>
  }
})");
}

TEST(StableHloDevicesTest, ExportedForm) {
  constexpr std::string_view kManual = R"(xla.sdy.manual_axes = "#sdy<manual_axes{\22x\22}>")";
  constexpr std::string_view kShardings =
      R"("#sdy.sharding_per_value<[<@mesh, [{\22x\22}]>, <@mesh, [{\22y\22}]>]>")";
  const std::string in = StrCat("xla.sdy.in_shardings = ", kShardings);
  const std::string out = StrCat("xla.sdy.out_shardings = ", kShardings);
  const std::vector<Literal> arguments = {LiteralUtil::CreateR1<float>({1, 2, 3, 4}),
                                          LiteralUtil::CreateR1<float>({5, 6})};
  const std::vector<std::string> expected(4, "(f32[4] {3, 4, 1, 2}, f32[2] {5, 6})");
  const auto run = [&](std::string_view first, std::string_view call, std::string_view last) {
    return RunOnDevices(ExportedShardMap(first, call, last), {1, 4}, arguments);
  };
  EXPECT_EQ(run(StrCat(in, ", ", kManual), "", StrCat(out, ", ", kManual)), expected);
  EXPECT_EQ(run("", StrCat(in, ", ", kManual, ", ", out), ""), expected);

  const std::string hlo = HloOf(ExportedShardMap(
      StrCat("xla.sdy.in_shardings = \"#sdy.sharding_per_value<[<@m, [{}]>]>\", ", kManual), "",
      StrCat(out, ", ", kManual)));
  EXPECT_NE(hlo.find("[stablehlo.c1] stablehlo.custom_call: hloom does not read "
                     "xla.sdy.in_shardings=[<@m, [{}]>]"),
            std::string::npos)
      << hlo;
}

// The verifier sees the numbers of devices, and refuses what names others.
TEST(StableHloDevicesTest, DevicesThatDoNotExist) {
  struct Change {
    std::string_view from;
    std::string_view to;
    std::string_view error;
  };
  const Change kChanges[] = {
      {"[1, 0]]>", "[1, 7]]>", "[collective.c7]"},
      {R"("{devices=[2]<=[2]}"} : (tensor<2xf32>))",
       R"("{devices=[2]<=[9223372036854775807]}"} : (tensor<2xf32>))", "[sharding.c2]"},
      {"@Sharding(%arg0) {mhlo.sharding = \"{devices=[2]<=[2]}\"}",
       "@Sharding(%arg0) {mhlo.sharding = \"{devices=[2]<=[2,1]T(0,0)}\"}", "[sharding.c5]"},
  };
  for (const Change& change : kChanges) {
    std::string text(kOldForm);
    const size_t at = text.find(change.from);
    ASSERT_NE(at, std::string::npos) << change.from;
    text.replace(at, change.from.size(), change.to);
    const std::string hlo = HloOf(text);
    EXPECT_NE(hlo.find(change.error), std::string::npos) << hlo;
  }
}

// pmap's program: replicas that each have a part.
TEST(StableHloDevicesTest, Replicas) {
  const std::vector<std::string> expected = {"(u32[] 0, u32[2] {0, 1})",
                                             "(u32[] 1, u32[2] {0, 1})"};
  EXPECT_EQ(RunOnDevices(R"(
module @pmap attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func public @main() -> (tensor<ui32>, tensor<2xui32>) {
    %0 = stablehlo.replica_id : tensor<ui32>
    %1 = stablehlo.reshape %0 : (tensor<ui32>) -> tensor<1xui32>
    %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<1xui32>) -> tensor<2xui32>
    return %0, %2 : tensor<ui32>, tensor<2xui32>
  }
})",
                         {2, 1}, {}),
            expected);
}

// The root of a group is its first device, or the one at the position that an operand states.
TEST(StableHloDevicesTest, Roots) {
  const auto run = [](std::string_view operation, const DeviceGrid& grid) {
    return RunOnDevices(StrCat("module attributes {mhlo.num_partitions = ", grid.partitions,
                               " : i32, mhlo.num_replicas = ", grid.replicas, R"( : i32} {
  func.func public @main() -> (tensor<1xui32>, tensor<1xui32>) {
    %p = stablehlo.partition_id : tensor<ui32>
    %q = stablehlo.replica_id : tensor<ui32>
    %ten = stablehlo.constant dense<10> : tensor<ui32>
    %t = stablehlo.multiply %q, %ten : tensor<ui32>
    %i = stablehlo.add %p, %t : tensor<ui32>
    %x = stablehlo.reshape %i : (tensor<ui32>) -> tensor<1xui32>
    %y = stablehlo.not %x : tensor<1xui32>
    %n = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %roots = stablehlo.optimization_barrier %n : tensor<2xi32>
    )",
                               operation, R"(
    return %r#0, %r#1 : tensor<1xui32>, tensor<1xui32>
  }
})"),
                        grid, {});
  };
  // Groups of replicas, {0,2} and {1,3}, in an order that is not theirs.
  EXPECT_EQ(
      run(R"(%r:2 = "stablehlo.collective_broadcast"(%x, %y, %roots) <{has_dynamic_root = true, replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>}> : (tensor<1xui32>, tensor<1xui32>, tensor<2xi32>) -> (tensor<1xui32>, tensor<1xui32>))",
          {4, 1}),
      std::vector<std::string>(
          {"(u32[1] {0}, u32[1] {4294967275})", "(u32[1] {30}, u32[1] {4294967285})",
           "(u32[1] {0}, u32[1] {4294967275})", "(u32[1] {30}, u32[1] {4294967285})"}));
  // The partitions of each replica.
  EXPECT_EQ(
      run(R"(%r:2 = "stablehlo.collective_broadcast"(%x, %x, %roots) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, has_dynamic_root = true, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xui32>, tensor<1xui32>, tensor<2xi32>) -> (tensor<1xui32>, tensor<1xui32>))",
          {2, 2}),
      std::vector<std::string>({"(u32[1] {1}, u32[1] {0})", "(u32[1] {1}, u32[1] {0})",
                                "(u32[1] {11}, u32[1] {10})", "(u32[1] {11}, u32[1] {10})"}));
  constexpr std::string_view kAdd = R"(({
    ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
      %s = stablehlo.add %a, %b : tensor<ui32>
      stablehlo.return %s : tensor<ui32>
    }))";
  // Groups of devices may have different sizes.
  EXPECT_EQ(
      run(StrCat(
              R"(%r:2 = "stablehlo.collective_reduce"(%x, %x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[2, 1, 0], [3, -1, -1]]> : tensor<2x3xi64>, use_global_device_ids}> )",
              kAdd, " : (tensor<1xui32>, tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>)"),
          {1, 4}),
      std::vector<std::string>({"(u32[1] {0}, u32[1] {0})", "(u32[1] {0}, u32[1] {0})",
                                "(u32[1] {3}, u32[1] {3})", "(u32[1] {3}, u32[1] {3})"}));
  // All partitions of the replicas of a group: the root at position 1 is partition 1 of replica 1.
  EXPECT_EQ(
      run(StrCat(
              R"(%r:2 = "stablehlo.collective_reduce"(%x, %x, %roots) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, has_dynamic_root = true, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> )",
              kAdd,
              " : (tensor<1xui32>, tensor<1xui32>, tensor<2xi32>) -> (tensor<1xui32>, "
              "tensor<1xui32>)"),
          {2, 2}),
      std::vector<std::string>({"(u32[1] {0}, u32[1] {0})", "(u32[1] {0}, u32[1] {0})",
                                "(u32[1] {0}, u32[1] {22})", "(u32[1] {22}, u32[1] {0})"}));
  // Roots that are not one for each array, and groups that name no devices.
  EXPECT_NE(
      run(R"(%r:2 = "stablehlo.collective_broadcast"(%x, %y, %x) <{has_dynamic_root = true, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xui32>, tensor<1xui32>, tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>))",
          {2, 1})[0]
          .find("[stablehlo.c12] stablehlo.collective_broadcast: the last operand, the roots, is "
                "u32[1]"),
      std::string::npos);
  EXPECT_NE(
      run(R"(%r:2 = "stablehlo.collective_broadcast"(%x, %y, %roots) <{has_dynamic_root = true, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<1xui32>, tensor<1xui32>, tensor<2xi32>) -> (tensor<1xui32>, tensor<1xui32>))",
          {2, 1})[0]
          .find("[stablehlo.c2] stablehlo.collective_broadcast: the attribute replica_groups names "
                "no devices"),
      std::string::npos);
}

}  // namespace
}  // namespace hloom
