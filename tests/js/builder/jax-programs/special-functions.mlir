// JAX 0.6: sinh, cosh, arcsin, arctanh, arcsinh, nextafter, polygamma, i1e and tan of jax.lax and jax.scipy.special.
module @m {
  func.func public @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
    %0 = chlo.sinh %a : tensor<3xf32> -> tensor<3xf32>
    %1 = chlo.cosh %a : tensor<3xf32> -> tensor<3xf32>
    %2 = chlo.asin %a : tensor<3xf32> -> tensor<3xf32>
    %3 = chlo.atanh %a : tensor<3xf32> -> tensor<3xf32>
    %4 = chlo.asinh %a : tensor<3xf32> -> tensor<3xf32>
    %5 = chlo.next_after %a, %b : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
    %6 = chlo.polygamma %b, %b : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
    %7 = chlo.bessel_i1e %a : tensor<3xf32> -> tensor<3xf32>
    %8 = chlo.tan %a : tensor<3xf32> -> tensor<3xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
}
