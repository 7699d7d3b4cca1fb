module @classifier {
  func.func @main(%image: tensor<28x28xf32>, %weights: tensor<784x10xf32>, %bias: tensor<1x10xf32>) -> tensor<1x10xf32> {
    %pixels = stablehlo.reshape %image : (tensor<28x28xf32>) -> tensor<1x784xf32>
    %products = stablehlo.dot_general %pixels, %weights, contracting_dims = [1] x [0] : (tensor<1x784xf32>, tensor<784x10xf32>) -> tensor<1x10xf32>
    %scores = stablehlo.add %products, %bias : tensor<1x10xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<1x10xf32>
    %positive = stablehlo.maximum %scores, %zero : tensor<1x10xf32>
    return %positive : tensor<1x10xf32>
  }
}
