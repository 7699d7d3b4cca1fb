// JAX 0.4.25: jnp.argsort, a stable sort of keys and indices; zeros of both signs and NaNs are equal.
module @jit_argsort attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32> {mhlo.layout_mode = "default"}) -> (tensor<8xf32> {jax.result_info = "[0]", mhlo.layout_mode = "default"}, tensor<8xi32> {jax.result_info = "[1]", mhlo.layout_mode = "default"}) {
    %0 = stablehlo.iota dim = 0 : tensor<8xi32>
    %1:2 = "stablehlo.sort"(%arg0, %0) ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.compare  EQ, %arg1, %2,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.select %3, %4, %arg1 : tensor<i1>, tensor<f32>
      %6 = stablehlo.compare  NE, %arg1, %arg1,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %7 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %6, %7, %5 : tensor<i1>, tensor<f32>
      %9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.compare  EQ, %arg2, %9,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %12 = stablehlo.select %10, %11, %arg2 : tensor<i1>, tensor<f32>
      %13 = stablehlo.compare  NE, %arg2, %arg2,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %14 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %15 = stablehlo.select %13, %14, %12 : tensor<i1>, tensor<f32>
      %16 = stablehlo.compare  LT, %8, %15,  TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %16 : tensor<i1>
    }) {dimension = 0 : i64, is_stable = true} : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
    return %1#0, %1#1 : tensor<8xf32>, tensor<8xi32>
  }
}
