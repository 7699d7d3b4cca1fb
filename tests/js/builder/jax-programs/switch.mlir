// JAX 0.6: lax.cond and lax.switch; both are a case, whose branches read values from outside.
module @jit_choose attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i32>, %arg1: tensor<f32>, %arg2: tensor<i1>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %0 = call @clip(%arg0, %c, %c_0) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %4 = stablehlo.sine %arg1 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }, {
      %4 = stablehlo.cosine %arg1 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }, {
      %4 = func.call @branch_2(%arg1) : (tensor<f32>) -> tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<i32>) -> tensor<f32>
    %2 = stablehlo.convert %arg2 : (tensor<i1>) -> tensor<i32>
    %3:2 = "stablehlo.case"(%2) ({
      %4 = stablehlo.negate %arg1 : tensor<f32>
      stablehlo.return %4, %1 : tensor<f32>, tensor<f32>
    }, {
      stablehlo.return %1, %arg1 : tensor<f32>, tensor<f32>
    }) : (tensor<i32>) -> (tensor<f32>, tensor<f32>)
    return %1, %3#0, %3#1 : tensor<f32>, tensor<f32>, tensor<f32>
  }
  func.func private @clip(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.maximum %arg1, %arg0 : tensor<i32>
    %1 = stablehlo.minimum %arg2, %0 : tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @branch_2(%arg0: tensor<f32>) -> tensor<f32> {
    %cst = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %0 = stablehlo.multiply %arg0, %cst : tensor<f32>
    return %0 : tensor<f32>
  }
}
