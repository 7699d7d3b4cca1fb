// Kinds of XLA's PrecisionConfig: the precision of a product's operands, and its algorithm. In text
// they are attributes like the others, operand_precision={highest,default},
// algorithm=dot_bf16_bf16_f32. JavaScript has them as one object, with the names of XLA's
// enumerators.
#ifndef HLOOM_HLO_ATTRIBUTES_PRECISION_CONFIG_H_
#define HLOOM_HLO_ATTRIBUTES_PRECISION_CONFIG_H_

#include <cstdint>
#include <vector>

#include "hlo/attribute.h"

namespace hloom {

// Names and field numbers as in XLA's message.
class PrecisionConfig {
 public:
  static constexpr int kProtoField = 51;  // of HloInstructionProto
  enum Precision : uint8_t { DEFAULT, HIGH, HIGHEST, PACKED_NIBBLE };
  enum Algorithm : uint8_t {
    ALG_UNSET,
    ALG_DOT_ANY_F8_ANY_F8_F32,
    ALG_DOT_ANY_F8_ANY_F8_F32_FAST_ACCUM,
    ALG_DOT_F16_F16_F16,
    ALG_DOT_F16_F16_F32,
    ALG_DOT_BF16_BF16_BF16,
    ALG_DOT_BF16_BF16_F32,
    ALG_DOT_BF16_BF16_F32_X3,
    ALG_DOT_BF16_BF16_F32_X6,
    ALG_DOT_TF32_TF32_F32,
    ALG_DOT_TF32_TF32_F32_X3,
    ALG_DOT_F32_F32_F32,
    ALG_DOT_F64_F64_F64,
    ALG_DOT_BF16_BF16_F32_X9,
  };
  // One for each operand; none at all is the same as DEFAULT for all.
  using Precisions = std::vector<Precision>;

  const Precisions& operand_precision() const { return operand_precision_; }
  Algorithm algorithm() const { return algorithm_; }
  void add_operand_precision(Precision precision) { operand_precision_.push_back(precision); }
  void set_algorithm(Algorithm algorithm) { algorithm_ = algorithm; }

  friend bool operator==(const PrecisionConfig&, const PrecisionConfig&) = default;

  template <typename V>
  void visit(V& v) {
    v({.name = "operand_precision",
       .proto_field = 1,
       .proto_message = kProtoField,
       .doc = "the precision of each operand: default, high or highest; a hint that "
              "never changes a result",
       .omit_default = true},
      operand_precision_);
    v({.name = "algorithm",
       .proto_field = 2,
       .proto_message = kProtoField,
       .doc = "in which types a back end computes products and sums; a hint that never changes a "
              "result",
       .omit_default = true},
      algorithm_);
  }

 private:
  Precisions operand_precision_;
  Algorithm algorithm_ = ALG_UNSET;
};

template <>
const AttributeKind& AttributeKindOf<PrecisionConfig>();
template <>
const AttributeKind& AttributeKindOf<PrecisionConfig::Precision>();
template <>
const AttributeKind& AttributeKindOf<PrecisionConfig::Precisions>();
template <>
const AttributeKind& AttributeKindOf<PrecisionConfig::Algorithm>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_PRECISION_CONFIG_H_
