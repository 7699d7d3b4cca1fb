// One step of training in the form that JAX prints: jax.value_and_grad of the loss of a network with two layers, and
// stochastic gradient descent. The parameters are donated: each shares its memory with a result.
//
//   def loss(params, x, y):
//     hidden = jax.nn.relu(x @ params['w1'] + params['b1'])
//     return jnp.mean((hidden @ params['w2'] + params['b2'] - y) ** 2)
//
//   def step(params, x, y):
//     value, grads = jax.value_and_grad(loss)(params, x, y)
//     return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), value
//
//   print(jax.jit(step, donate_argnums=0).lower(params, x, y).as_text())
module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<1xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<2x16xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<16x1xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<64x2xf32>, %arg5: tensor<64x1xf32>) -> (tensor<16xf32> {jax.result_info = "result[0]['b1']"}, tensor<1xf32> {jax.result_info = "result[0]['b2']"}, tensor<2x16xf32> {jax.result_info = "result[0]['w1']"}, tensor<16x1xf32> {jax.result_info = "result[0]['w2']"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x2xf32>, tensor<2x16xf32>) -> tensor<64x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<64x16xf32>
    %3 = stablehlo.add %0, %2 : tensor<64x16xf32>
    %4:2 = call @relu(%3) : (tensor<64x16xf32>) -> (tensor<64x16xf32>, tensor<64x16xi1>)
    %5 = stablehlo.dot_general %4#0, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16xf32>, tensor<16x1xf32>) -> tensor<64x1xf32>
    %6 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<64x1xf32>
    %8 = stablehlo.add %5, %7 : tensor<64x1xf32>
    %9 = stablehlo.subtract %8, %arg5 : tensor<64x1xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<64x1xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x1xf32>
    %12 = stablehlo.multiply %11, %9 : tensor<64x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %14 = stablehlo.divide %13, %cst_1 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.divide %cst_2, %cst_1 : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<64x1xf32>
    %17 = stablehlo.multiply %16, %12 : tensor<64x1xf32>
    %18 = stablehlo.reduce(%17 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<64x1xf32>, tensor<f32>) -> tensor<1xf32>
    %19 = stablehlo.dot_general %17, %4#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x1xf32>, tensor<64x16xf32>) -> tensor<1x16xf32>
    %20 = stablehlo.transpose %19, dims = [1, 0] : (tensor<1x16xf32>) -> tensor<16x1xf32>
    %21 = stablehlo.dot_general %17, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x1xf32>, tensor<16x1xf32>) -> tensor<64x16xf32>
    %22 = call @relu_0(%4#1, %21) : (tensor<64x16xi1>, tensor<64x16xf32>) -> tensor<64x16xf32>
    %23 = stablehlo.reduce(%22 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<64x16xf32>, tensor<f32>) -> tensor<16xf32>
    %24 = stablehlo.dot_general %22, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16xf32>, tensor<64x2xf32>) -> tensor<16x2xf32>
    %25 = stablehlo.transpose %24, dims = [1, 0] : (tensor<16x2xf32>) -> tensor<2x16xf32>
    %cst_3 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %27 = stablehlo.multiply %26, %23 : tensor<16xf32>
    %28 = stablehlo.subtract %arg0, %27 : tensor<16xf32>
    %29 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %30 = stablehlo.multiply %29, %18 : tensor<1xf32>
    %31 = stablehlo.subtract %arg1, %30 : tensor<1xf32>
    %32 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
    %33 = stablehlo.multiply %32, %25 : tensor<2x16xf32>
    %34 = stablehlo.subtract %arg2, %33 : tensor<2x16xf32>
    %35 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %36 = stablehlo.multiply %35, %20 : tensor<16x1xf32>
    %37 = stablehlo.subtract %arg3, %36 : tensor<16x1xf32>
    return %28, %31, %34, %37, %14 : tensor<16xf32>, tensor<1xf32>, tensor<2x16xf32>, tensor<16x1xf32>, tensor<f32>
  }
  func.func private @relu(%arg0: tensor<64x16xf32>) -> (tensor<64x16xf32>, tensor<64x16xi1>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<64x16xf32>
    %2 = stablehlo.compare GT, %arg0, %0, FLOAT : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<64x16xi1>
    return %1, %2 : tensor<64x16xf32>, tensor<64x16xi1>
  }
  func.func private @relu_0(%arg0: tensor<64x16xi1>, %arg1: tensor<64x16xf32>) -> tensor<64x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<64x16xi1>, tensor<64x16xf32>
    return %1 : tensor<64x16xf32>
  }
}
