// JAX 0.4.1 to 0.4.20: generic forms of operations that newer versions print in another way, with dense<> attributes.
module @jit_forms attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x3xf32>, %arg1: tensor<2xi32>) -> (tensor<2x3xf32>, tensor<6x5xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>, tensor<8x3xf32>, tensor<4x2xcomplex<f32>>, tensor<4x3xf32>, tensor<2x2xf32>, tensor<i32>, tensor<f32>) {
    %0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.constant dense<1> : tensor<i32>
    %2 = "stablehlo.broadcast_in_dim"(%arg1) {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<2xi32>) -> tensor<2x1xi32>
    %3 = "stablehlo.gather"(%arg0, %2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = dense<[1, 3]> : tensor<2xi64>} : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
    %4 = "stablehlo.pad"(%arg0, %0) {edge_padding_high = dense<1> : tensor<2xi64>, edge_padding_low = dense<[1, 1]> : tensor<2xi64>, interior_padding = dense<0> : tensor<2xi64>} : (tensor<4x3xf32>, tensor<f32>) -> tensor<6x5xf32>
    %5 = "stablehlo.reverse"(%arg0) {dimensions = dense<[0, 1]> : tensor<2xi64>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %6 = "stablehlo.reduce_window"(%arg0, %0) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %20 = stablehlo.add %arg2, %arg3 : tensor<f32>
      "stablehlo.return"(%20) : (tensor<f32>) -> ()
    }) {base_dilations = dense<1> : tensor<2xi64>, padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = dense<1> : tensor<2xi64>, window_dimensions = dense<[4, 1]> : tensor<2xi64>, window_strides = dense<1> : tensor<2xi64>} : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    %7 = "stablehlo.dynamic_slice"(%arg0, %1, %1) {slice_sizes = dense<[2, 3]> : tensor<2xi64>} : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %8 = "stablehlo.concatenate"(%arg0, %arg0) {dimension = 0 : i64} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
    %9 = "stablehlo.fft"(%arg0) {fft_length = dense<3> : tensor<1xi64>, fft_type = #stablehlo<fft_type RFFT>} : (tensor<4x3xf32>) -> tensor<4x2xcomplex<f32>>
    %10 = "stablehlo.sort"(%arg0) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %20 = "stablehlo.compare"(%arg2, %arg3) {compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction GT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%20) : (tensor<i1>) -> ()
    }) {dimension = 0 : i64, is_stable = true} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %11 = "stablehlo.reshape"(%arg0) : (tensor<4x3xf32>) -> tensor<1x4x3x1xf32>
    %12 = stablehlo.constant dense<1.000000e+00> : tensor<3x2x1x1xf32>
    %13 = "stablehlo.convolution"(%11, %12) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = dense<1> : tensor<2xi64>, padding = dense<0> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = dense<1> : tensor<2xi64>, window_strides = dense<1> : tensor<2xi64>} : (tensor<1x4x3x1xf32>, tensor<3x2x1x1xf32>) -> tensor<1x2x2x1xf32>
    %14 = "stablehlo.reshape"(%13) : (tensor<1x2x2x1xf32>) -> tensor<2x2xf32>
    %15 = stablehlo.constant dense<0> : tensor<i32>
    %16:2 = "stablehlo.while"(%15, %0) ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<f32>):
      %20 = stablehlo.constant dense<10> : tensor<i32>
      %21 = "stablehlo.compare"(%arg2, %20) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%21) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<f32>):
      %20 = stablehlo.add %arg2, %1 : tensor<i32>
      %21 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %22 = stablehlo.add %arg3, %21 : tensor<f32>
      "stablehlo.return"(%20, %22) : (tensor<i32>, tensor<f32>) -> ()
    }) : (tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>)
    return %3, %4, %5, %6, %7, %8, %9, %10, %14, %16#0, %16#1 : tensor<2x3xf32>, tensor<6x5xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>, tensor<8x3xf32>, tensor<4x2xcomplex<f32>>, tensor<4x3xf32>, tensor<2x2xf32>, tensor<i32>, tensor<f32>
  }
}
