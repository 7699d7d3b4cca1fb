// JAX 0.6: jnp.cumsum as a reduce_window (TPUs), and lax.associative_scan of the same (slices and pads).
module @jit_sums attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}) {
    %0 = call @cumsum(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.slice %arg0 [0:3:2] : (tensor<4xf32>) -> tensor<2xf32>
    %2 = stablehlo.slice %arg0 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
    %3 = stablehlo.add %1, %2 : tensor<2xf32>
    %4 = stablehlo.slice %3 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
    %5 = stablehlo.slice %3 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
    %6 = stablehlo.add %4, %5 : tensor<1xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.pad %4, %cst, low = [0], high = [1], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %8 = stablehlo.pad %6, %cst, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %9 = stablehlo.add %7, %8 : tensor<2xf32>
    %10 = stablehlo.slice %9 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %11 = stablehlo.slice %arg0 [2:4:2] : (tensor<4xf32>) -> tensor<1xf32>
    %12 = stablehlo.add %10, %11 : tensor<1xf32>
    %13 = stablehlo.slice %arg0 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    %14 = stablehlo.concatenate %13, %12, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %15 = stablehlo.pad %14, %cst, low = [0], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    %16 = stablehlo.pad %9, %cst, low = [1], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    %17 = stablehlo.add %15, %16 : tensor<4xf32>
    return %0, %17 : tensor<4xf32>, tensor<4xf32>
  }
  func.func private @cumsum(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[3, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 4>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
