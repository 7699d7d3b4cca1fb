// JAX 0.5: jnp.fft.rfft, its inverse, and a complex product between them.
module @jit_smooth attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "[0]"}, tensor<5xf32> {jax.result_info = "[1]"}, tensor<5xcomplex<f32>> {jax.result_info = "[2]"}) {
    %0 = call @fft(%arg0) : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
    %1 = call @fft(%arg1) : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
    %2 = stablehlo.multiply %0, %1 : tensor<5xcomplex<f32>>
    %3 = call @fft_0(%2) : (tensor<5xcomplex<f32>>) -> tensor<8xf32>
    %4 = stablehlo.abs %0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
    %5 = chlo.conj %0 : tensor<5xcomplex<f32>> -> tensor<5xcomplex<f32>>
    return %3, %4, %5 : tensor<8xf32>, tensor<5xf32>, tensor<5xcomplex<f32>>
  }
  func.func private @fft(%arg0: tensor<8xf32>) -> tensor<5xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type =  RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
    return %0 : tensor<5xcomplex<f32>>
  }
  func.func private @fft_0(%arg0: tensor<5xcomplex<f32>>) -> tensor<8xf32> {
    %0 = stablehlo.fft %arg0, type =  IRFFT, length = [8] : (tensor<5xcomplex<f32>>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
