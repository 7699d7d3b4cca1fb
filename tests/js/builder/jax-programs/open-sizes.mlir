// JAX 0.5: an export with two symbolic sizes: reshape(-1), arange, matmul and pad of an x of any size.
module @jit_f attributes {jax.uses_shape_polymorphism = true} {
  func.func public @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?xi32>, tensor<?xf32>, tensor<?x?xf32>) {
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %2 = stablehlo.multiply %0, %1 : tensor<i32>
    %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.dynamic_reshape %arg0, %3 : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
    %5 = stablehlo.dynamic_iota %3, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %6 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %c = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %c_0 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<2xi32>
    %cst = stablehlo.constant dense<9.0> : tensor<f32>
    %7 = stablehlo.dynamic_pad %arg0, %cst, %c, %c_0, %c_1 : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    return %6, %5, %4, %7 : tensor<?x4xf32>, tensor<?xi32>, tensor<?xf32>, tensor<?x?xf32>
  }
}
