// JAX 0.6: lax.ragged_dot, as in a mixture of experts: the first rows meet the first matrix.
module @m {
  func.func public @main(%arg0: tensor<4x2xf32>, %arg1: tensor<2x2x3xf32>, %arg2: tensor<2xi32>) -> tensor<4x3xf32> {
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x2xf32>, tensor<2x2x3xf32>, tensor<2xi32>) -> tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  }
}
