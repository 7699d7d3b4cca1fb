// Kind sparsity_config: how the operands of a product leave out zeros,
// {lhs={sparsity=2x4 dimension=1 stride=1 idx=2} rhs={sparsity=1x8 dimension=0 stride=1 idx=3}}.
#ifndef HLOOM_HLO_ATTRIBUTES_SPARSITY_CONFIG_H_
#define HLOOM_HLO_ATTRIBUTES_SPARSITY_CONFIG_H_

#include <optional>

#include "hlo/attribute.h"

namespace hloom {

// Names as in XLA's message. The operand has `num_non_zero` of each `block_size` neighbors along a
// dimension of the dense array; operand number `idx` states which.
struct TensorSparsity {
  int64_t num_non_zero = 0;
  int64_t block_size = 0;
  int64_t dimension = 0;
  int64_t stride = 0;
  int64_t idx = 0;

  friend bool operator==(const TensorSparsity&, const TensorSparsity&) = default;
};

struct SparsityConfig {
  std::optional<TensorSparsity> lhs;
  std::optional<TensorSparsity> rhs;

  bool empty() const { return !lhs && !rhs; }
  std::string ToString() const;

  friend bool operator==(const SparsityConfig&, const SparsityConfig&) = default;
};

// XLA's number of the field is not public so far: bytes that hloom writes have one beyond all of
// XLA's, which XLA skips.
inline constexpr AttributeField kSparsityConfigField = {
    .name = "sparsity_config",
    .proto_field = 50001,
    .doc =
        "which operands are sparse, with num_non_zero of block_size neighbors along a dimension, "
        "and which operands say where those were; it is checked and kept, and does not run",
    .omit_default = true};

template <>
const AttributeKind& AttributeKindOf<SparsityConfig>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_SPARSITY_CONFIG_H_
