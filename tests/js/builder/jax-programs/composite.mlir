// PyTorch/XLA 2.6: an operation that keeps its name as a composite, and erf as a custom call.
module @m {
  func.func public @main(%arg0: tensor<3xf32>) -> tensor<3xf32> {
    %0 = stablehlo.composite "aten.gelu" %arg0 {composite_attributes = {approximate = "none"}, decomposition = @gelu, version = 1 : i32} : (tensor<3xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  func.func private @gelu(%arg0: tensor<3xf32>) -> tensor<3xf32> {
    %cst = stablehlo.constant dense<0.707106769> : tensor<3xf32>
    %0 = stablehlo.multiply %arg0, %cst : tensor<3xf32>
    %1 = stablehlo.custom_call @mhlo.erf(%0) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<3xf32>) -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<1.0> : tensor<3xf32>
    %2 = stablehlo.add %1, %cst_0 : tensor<3xf32>
    %3 = stablehlo.multiply %2, %arg0 : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<0.5> : tensor<3xf32>
    %4 = stablehlo.multiply %3, %cst_1 : tensor<3xf32>
    return %4 : tensor<3xf32>
  }
}
