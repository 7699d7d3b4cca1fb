/** Programs for devices to begin with: as JAX prints them, and in HLO. */

export interface ProgramExample {
  readonly title: string;
  readonly text: string;
  /** A line for each argument. */
  readonly arguments: string;
  /** The number of replicas of a program that does not state it. */
  readonly replicas?: number;
}

export const programs: Readonly<Record<string, ProgramExample>> = {
  matmul: {
    title: 'shard_map: a product and psum',
    arguments: 'count\ncount',
    text: `// jax.jit(jax.shard_map(lambda x, w: jax.lax.psum(x @ w, 'i'), mesh=mesh,
//     in_specs=(P(None, 'i'), P('i', None)), out_specs=P(None, None)))
module @jit_product attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["i"=4]>
  func.func public @main(%arg0: tensor<2x4xf32>, %arg1: tensor<4x3xf32>) -> tensor<2x3xf32> {
    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{}, {"i"}]>, <@mesh, [{"i"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"i"} (%x: tensor<2x1xf32>, %w: tensor<1x3xf32>) {
      %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
      %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %3 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
      sdy.return %2 : tensor<2x3xf32>
    } : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
`,
  },
  shift: {
    title: 'shard_map: ppermute',
    arguments: 'count',
    text: `// jax.jit(jax.shard_map(lambda x: jax.lax.ppermute(x, 'i', [(0, 1), (1, 2), (2, 0)]), mesh=mesh,
//     in_specs=P('i'), out_specs=P('i')))
module @jit_shift attributes {mhlo.num_partitions = 3 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["i"=3]>
  func.func public @main(%arg0: tensor<6xf32>) -> tensor<6xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"i"}]>] out_shardings=[<@mesh, [{"i"}]>] manual_axes={"i"} (%x: tensor<2xf32>) {
      %1 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
      sdy.return %1 : tensor<2xf32>
    } : (tensor<6xf32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
}
`,
  },
  mean: {
    title: 'HLO: a mean over replicas',
    arguments: 'each: [[1, 2], [3, 6], [5, 4], [7, 8]]',
    replicas: 4,
    text: `HloModule replica_mean

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT sum = f32[] add(a, b)
}

ENTRY main {
  x = f32[2] parameter(0)
  sum = f32[2] all-reduce(x), replica_groups={}, to_apply=add
  n = f32[] constant(4)
  ns = f32[2] broadcast(n), dimensions={}
  ROOT mean = f32[2] divide(sum, ns)
}
`,
  },
};
