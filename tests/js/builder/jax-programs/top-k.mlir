// JAX 0.5: lax.top_k by CHLO, and special functions that JAX leaves to CHLO.
module @jit_best attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x5xf32>, %arg1: tensor<4xf32>) -> (tensor<2x3xf32> {jax.result_info = "[0]"}, tensor<2x3xi32> {jax.result_info = "[1]"}, tensor<4xf32> {jax.result_info = "[2]"}, tensor<4xf32> {jax.result_info = "[3]"}, tensor<4xf32> {jax.result_info = "[4]"}, tensor<4xf32> {jax.result_info = "[5]"}) {
    %values, %indices = chlo.top_k(%arg0, k = 3) : tensor<2x5xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
    %0 = chlo.erf %arg1 : tensor<4xf32> -> tensor<4xf32>
    %1 = chlo.lgamma %arg1 : tensor<4xf32> -> tensor<4xf32>
    %2 = chlo.digamma %arg1 : tensor<4xf32> -> tensor<4xf32>
    %3 = chlo.square %arg1 : tensor<4xf32> -> tensor<4xf32>
    %4 = chlo.erf_inv %0 : tensor<4xf32> -> tensor<4xf32>
    return %values, %indices, %0, %1, %2, %4 : tensor<2x3xf32>, tensor<2x3xi32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}
