// Reads programs in MLIR's text, as JAX, TensorFlow and PyTorch print them:
//
//   module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
//     func.func public @main(%arg0: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
//       %0 = stablehlo.sine %arg0 : tensor<4xf32>
//       return %0 : tensor<4xf32>
//     }
//   }
#ifndef HLOOM_TEXT_MLIR_MLIR_TEXT_H_
#define HLOOM_TEXT_MLIR_MLIR_TEXT_H_

#include <memory>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "base/status.h"
#include "text/mlir/mlir_tree.h"

namespace hloom::mlir {

// One tree for each module of the text: lines "// -----" split it. A text of functions without a
// module around them is a module. The text must outlive the trees.
StatusOr<std::vector<std::unique_ptr<Module>>> ParseMlirText(std::string_view text);

// mlir.p1 and so on.
Span<const Rule> MlirTextRules();

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_MLIR_TEXT_H_
