// Operands of dot and convolution other than lhs and rhs: indices of sparse operands, and scales
// and zero points of scaled ones. They are checked, but do not run.
#ifndef HLOOM_OPS_CONTRACTIONS_FURTHER_OPERANDS_H_
#define HLOOM_OPS_CONTRACTIONS_FURTHER_OPERANDS_H_

#include <string_view>

#include "hlo/attributes/block_scaling_config.h"
#include "hlo/attributes/sparsity_config.h"
#include "ops/op_def.h"

namespace hloom {

// lhs and rhs, and three more for each of them.
inline constexpr int kMostProductOperands = 8;

// The roles of the operands; attributes of products have one.
struct FurtherOperands {
  SparsityConfig sparsity_config;
  BlockScalingConfig block_scaling_config;

  template <typename V>
  void visit(V& v) {
    v(kSparsityConfigField, sparsity_config);
    v(kBlockScalingConfigField, block_scaling_config);
  }
};

// The shapes of lhs and rhs, including omitted zeros.
struct DenseOperands {
  Shape lhs;
  Shape rhs;
};

// With rhs={sparsity=2x4 dimension=0 ...}, f32[64,8] represents f32[128,8]. `rule`: each further
// operand is named once, and fits the field that names it.
StatusOr<DenseOperands> CheckFurtherOperands(const Rule& rule, const FurtherOperands& further,
                                             const InferContext& context);

// Serves OpEval::check_runs. `rule`: there are no further operands.
Status RunsPlain(const Rule& rule, const FurtherOperands& further);

}  // namespace hloom

#endif  // HLOOM_OPS_CONTRACTIONS_FURTHER_OPERANDS_H_
