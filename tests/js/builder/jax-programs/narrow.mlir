// JAX 0.5: a bfloat16 layer that accumulates in float32, and an int8 product with 32-bit sums.
module @jit_narrow attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x4xbf16>, %arg1: tensor<4x3xbf16>, %arg2: tensor<2x4xi8>, %arg3: tensor<3x4xi8>) -> (tensor<2x3xbf16> {jax.result_info = "[0]"}, tensor<2x3xi32> {jax.result_info = "[1]"}, tensor<2xbf16> {jax.result_info = "[2]"}, tensor<2x3xi8> {jax.result_info = "[3]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xbf16>, tensor<4x3xbf16>) -> tensor<2x3xf32>
    %1 = stablehlo.convert %0 : (tensor<2x3xf32>) -> tensor<2x3xbf16>
    %2 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4xi8>, tensor<3x4xi8>) -> tensor<2x3xi32>
    %3 = stablehlo.convert %arg0 : (tensor<2x4xbf16>) -> tensor<2x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
    %5 = stablehlo.convert %4 : (tensor<2xf32>) -> tensor<2xbf16>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<bf16>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<2xbf16>
    %7 = stablehlo.divide %5, %6 : tensor<2xbf16>
    %c = stablehlo.constant dense<-128> : tensor<i32>
    %c_1 = stablehlo.constant dense<127> : tensor<i32>
    %8 = stablehlo.clamp %c, %2, %c_1 : (tensor<i32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
    %9 = stablehlo.convert %8 : (tensor<2x3xi32>) -> tensor<2x3xi8>
    return %1, %2, %7, %9 : tensor<2x3xbf16>, tensor<2x3xi32>, tensor<2xbf16>, tensor<2x3xi8>
  }
}
