// Kind block_scaling_config: by which operands blocks of a product's operands are scaled,
// {lhs={scale_idx=2 strides=1x32 steps=1x1} rhs={scale_idx=3 zero_idx=4}}.
#ifndef HLOOM_HLO_ATTRIBUTES_BLOCK_SCALING_CONFIG_H_
#define HLOOM_HLO_ATTRIBUTES_BLOCK_SCALING_CONFIG_H_

#include <optional>

#include "hlo/attribute.h"

namespace hloom {

// Names as in XLA's message. The indices are numbers of operands; strides and steps state for each
// dimension how blocks are placed, or are empty.
struct TensorBlockScaling {
  int64_t scale_idx = 0;
  std::optional<int64_t> zero_idx;
  std::vector<int64_t> strides;
  std::vector<int64_t> steps;

  friend bool operator==(const TensorBlockScaling&, const TensorBlockScaling&) = default;
};

struct BlockScalingConfig {
  std::optional<TensorBlockScaling> lhs;
  std::optional<TensorBlockScaling> rhs;

  bool empty() const { return !lhs && !rhs; }
  std::string ToString() const;

  friend bool operator==(const BlockScalingConfig&, const BlockScalingConfig&) = default;
};

// XLA's number of the field is not public so far: bytes that hloom writes have one beyond all of
// XLA's, which XLA skips.
inline constexpr AttributeField kBlockScalingConfigField = {
    .name = "block_scaling_config",
    .proto_field = 50002,
    .doc =
        "which operands scale blocks of lhs and rhs, or are their zero points; it is checked and "
        "kept, and does not run",
    .omit_default = true};

template <>
const AttributeKind& AttributeKindOf<BlockScalingConfig>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_BLOCK_SCALING_CONFIG_H_
