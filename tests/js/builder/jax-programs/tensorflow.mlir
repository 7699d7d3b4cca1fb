// TensorFlow: a function of XLA, converted to StableHLO, of a normalisation.
module @a_inference_f_12__.20 attributes {mhlo.cross_program_prefetches = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false, tf.versions = {bad_consumers = [], min_consumer = 0 : i32, producer = 1766 : i32}} {
  func.func @main(%arg0: tensor<2x4xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<4xf32>) -> tensor<2x4xf32> {
    %cst = stablehlo.constant dense<9.99999974E-6> : tensor<2xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<2xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<2x4xf32>
    %1 = stablehlo.reduce(%0 init: %cst_1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      %8 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %8 : tensor<f32>
    }
    %2 = stablehlo.divide %1, %cst_0 : tensor<2xf32>
    %3 = stablehlo.add %2, %cst : tensor<2xf32>
    %4 = stablehlo.rsqrt %3 : tensor<2xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<2x4xf32>
    %7 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
    %8 = stablehlo.multiply %6, %7 : tensor<2x4xf32>
    return %8 : tensor<2x4xf32>
  }
}
