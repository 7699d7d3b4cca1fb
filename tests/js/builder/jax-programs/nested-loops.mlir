// JAX 0.6: lax.fori_loop in lax.fori_loop, with lax.cond; conditions and branches read values from outside.
module @jit_f {
  func.func public @main(%arg0: tensor<i32>, %arg1: tensor<f32>) -> (tensor<f32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg1) : tensor<i32>, tensor<f32>
    cond {
      %1 = stablehlo.compare LT, %iterArg, %arg0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1:2 = stablehlo.while(%iterArg_2 = %c, %iterArg_3 = %iterArg_0) : tensor<i32>, tensor<f32>
      cond {
        %3 = stablehlo.compare LT, %iterArg_2, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %3 : tensor<i1>
      } do {
        %3 = stablehlo.compare GT, %iterArg_3, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %4 = "stablehlo.if"(%3) ({
          %6 = stablehlo.add %iterArg_3, %arg1 : tensor<f32>
          stablehlo.return %6 : tensor<f32>
        }, {
          %6 = stablehlo.multiply %iterArg_3, %iterArg_0 : tensor<f32>
          %7 = stablehlo.maximum %6, %arg1 : tensor<f32>
          %8 = stablehlo.add %7, %arg1 : tensor<f32>
          stablehlo.return %8 : tensor<f32>
        }) : (tensor<i1>) -> tensor<f32>
        %5 = stablehlo.add %iterArg_2, %c_1 : tensor<i32>
        stablehlo.return %5, %4 : tensor<i32>, tensor<f32>
      }
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %2, %1#1 : tensor<i32>, tensor<f32>
    }
    return %0#1 : tensor<f32>
  }
}
