// JAX 0.11: two devices; Shardy with open axes, a memory kind, an optimization barrier, and shard_map with all_to_all,
// ppermute and axis_index.
module @jit_step attributes {jax.uses_shape_polymorphism = false, mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2, \22y\22=1]>}"}, mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=1]>
  sdy.mesh @empty_mesh = <[]>
  func.func public @main(%arg0: tensor<8x4xf32> {jax.buffer_donor = true, mhlo.memory_kind = "device", sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>}, %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"y"}>}) -> (tensor<8x4xf32> {jax.result_info = "result['x']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) attributes {mhlo.original_name = "step"} {
    %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8x4xf32>, tensor<4xf32>
    %1 = stablehlo.custom_call @annotate_device_placement(%0#0) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "unspecified_dims=[0]", mhlo.sharding = "{devices=[1,1,2]<=[2] last_tile_dim_replicate}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %3 = stablehlo.dot_general %2, %0#1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
    %4 = stablehlo.exponential %3 {result_accuracy = #stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<8xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] {mhlo.frontend_attributes = {fingerprint_before_lhs = "1"}} : (tensor<8xf32>) -> tensor<8x4xf32>
    %6 = sdy.sharding_constraint %5 <@mesh, [{"x"}, {?}]> : tensor<8x4xf32>
    %7 = sdy.manual_computation(%6) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg3: tensor<4x4xf32>) {
      %8 = stablehlo.partition_id : tensor<ui32>
      %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<f32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %11 = "stablehlo.all_to_all"(%arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %12 = stablehlo.add %11, %10 : tensor<4x4xf32>
      %13 = "stablehlo.collective_permute"(%12) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
      sdy.return %13 : tensor<4x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %7 : tensor<8x4xf32>
  }
}
