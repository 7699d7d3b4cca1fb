// JAX 0.5 and later, jax_threefry_partitionable=True: jax.random.uniform(key, (8,)). ThreeFry is a loop of five times
// four rounds; all of it are shifts, adds and exclusive ors of ui32.
module @jit_uniform attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2xui32>) -> (tensor<8xf32> {jax.result_info = ""}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = call @_uniform(%arg0, %cst, %cst_0) : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func private @_uniform(%arg0: tensor<2xui32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %2 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.iota dim = 0 : tensor<8xui64>
    %c = stablehlo.constant dense<32> : tensor<ui64>
    %7 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<8xui64>
    %8 = stablehlo.shift_right_logical %6, %7 : tensor<8xui64>
    %9 = stablehlo.convert %8 : (tensor<8xui64>) -> tensor<8xui32>
    %10 = stablehlo.convert %6 : (tensor<8xui64>) -> tensor<8xui32>
    %11:2 = call @threefry2x32(%3, %5, %9, %10) : (tensor<ui32>, tensor<ui32>, tensor<8xui32>, tensor<8xui32>) -> (tensor<8xui32>, tensor<8xui32>)
    %12 = stablehlo.xor %11#0, %11#1 : tensor<8xui32>
    %c_0 = stablehlo.constant dense<9> : tensor<ui32>
    %13 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %14 = stablehlo.shift_right_logical %12, %13 : tensor<8xui32>
    %c_1 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %15 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %16 = stablehlo.or %14, %15 : tensor<8xui32>
    %17 = stablehlo.bitcast_convert %16 : (tensor<8xui32>) -> tensor<8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %19 = stablehlo.subtract %17, %18 : tensor<8xf32>
    %20 = stablehlo.subtract %1, %0 : tensor<1xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<1xf32>) -> tensor<8xf32>
    %22 = stablehlo.multiply %19, %21 : tensor<8xf32>
    %23 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<1xf32>) -> tensor<8xf32>
    %24 = stablehlo.add %22, %23 : tensor<8xf32>
    %25 = stablehlo.maximum %23, %24 : tensor<8xf32>
    return %25 : tensor<8xf32>
  }
  func.func private @threefry2x32(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<8xui32>, %arg3: tensor<8xui32>) -> (tensor<8xui32>, tensor<8xui32>) {
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<8xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<8xui32>
    %c_0 = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_1 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c_0, %iterArg_11 = %c_1) : tensor<i32>, tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call(%iterArg_4, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i32>, tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<8xui32>, tensor<8xui32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<8xui32>, %arg3: tensor<8xui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<ui32>, %arg7: tensor<4xui32>, %arg8: tensor<4xui32>) -> (tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %r0s = stablehlo.slice %arg7 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %r0d = stablehlo.reshape %r0s : (tensor<1xui32>) -> tensor<ui32>
    %r0x = stablehlo.add %arg2, %arg3 : tensor<8xui32>
    %r0b = stablehlo.broadcast_in_dim %r0d, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %r0l = stablehlo.shift_left %arg3, %r0b : tensor<8xui32>
    %r0c = stablehlo.constant dense<32> : tensor<ui32>
    %r0m = stablehlo.subtract %r0c, %r0d : tensor<ui32>
    %r0e = stablehlo.broadcast_in_dim %r0m, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %r0r = stablehlo.shift_right_logical %arg3, %r0e : tensor<8xui32>
    %r0o = stablehlo.or %r0l, %r0r : tensor<8xui32>
    %r0y = stablehlo.xor %r0x, %r0o : tensor<8xui32>
    %r1s = stablehlo.slice %arg7 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %r1d = stablehlo.reshape %r1s : (tensor<1xui32>) -> tensor<ui32>
    %r1x = stablehlo.add %r0x, %r0y : tensor<8xui32>
    %r1b = stablehlo.broadcast_in_dim %r1d, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %r1l = stablehlo.shift_left %r0y, %r1b : tensor<8xui32>
    %r1c = stablehlo.constant dense<32> : tensor<ui32>
    %r1m = stablehlo.subtract %r1c, %r1d : tensor<ui32>
    %r1e = stablehlo.broadcast_in_dim %r1m, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %r1r = stablehlo.shift_right_logical %r0y, %r1e : tensor<8xui32>
    %r1o = stablehlo.or %r1l, %r1r : tensor<8xui32>
    %r1y = stablehlo.xor %r1x, %r1o : tensor<8xui32>
    %r2s = stablehlo.slice %arg7 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %r2d = stablehlo.reshape %r2s : (tensor<1xui32>) -> tensor<ui32>
    %r2x = stablehlo.add %r1x, %r1y : tensor<8xui32>
    %r2b = stablehlo.broadcast_in_dim %r2d, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %r2l = stablehlo.shift_left %r1y, %r2b : tensor<8xui32>
    %r2c = stablehlo.constant dense<32> : tensor<ui32>
    %r2m = stablehlo.subtract %r2c, %r2d : tensor<ui32>
    %r2e = stablehlo.broadcast_in_dim %r2m, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %r2r = stablehlo.shift_right_logical %r1y, %r2e : tensor<8xui32>
    %r2o = stablehlo.or %r2l, %r2r : tensor<8xui32>
    %r2y = stablehlo.xor %r2x, %r2o : tensor<8xui32>
    %r3s = stablehlo.slice %arg7 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %r3d = stablehlo.reshape %r3s : (tensor<1xui32>) -> tensor<ui32>
    %r3x = stablehlo.add %r2x, %r2y : tensor<8xui32>
    %r3b = stablehlo.broadcast_in_dim %r3d, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %r3l = stablehlo.shift_left %r2y, %r3b : tensor<8xui32>
    %r3c = stablehlo.constant dense<32> : tensor<ui32>
    %r3m = stablehlo.subtract %r3c, %r3d : tensor<ui32>
    %r3e = stablehlo.broadcast_in_dim %r3m, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %r3r = stablehlo.shift_right_logical %r2y, %r3e : tensor<8xui32>
    %r3o = stablehlo.or %r3l, %r3r : tensor<8xui32>
    %r3y = stablehlo.xor %r3x, %r3o : tensor<8xui32>
    %1 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %2 = stablehlo.add %r3x, %1 : tensor<8xui32>
    %3 = stablehlo.broadcast_in_dim %arg5, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %4 = stablehlo.add %r3y, %3 : tensor<8xui32>
    %5 = stablehlo.add %arg1, %c : tensor<i32>
    %6 = stablehlo.convert %5 : (tensor<i32>) -> tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %8 = stablehlo.add %4, %7 : tensor<8xui32>
    return %0, %2, %8, %arg5, %arg6, %arg4, %arg8, %arg7 : tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
}
