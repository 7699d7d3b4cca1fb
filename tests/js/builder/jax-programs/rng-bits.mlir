// JAX 0.6: jax.random.bits with jax_default_prng_impl="unsafe_rbg", and top_k of the bits.
module @jit_bits attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xui32>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<6xui32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %1, algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
    return %output_state, %output : tensor<2xui64>, tensor<6xui32>
  }
}
