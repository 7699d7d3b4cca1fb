// Shared by functions that multiply arrays and sum the products.
#ifndef HLOOM_BUILDER_FUNCTIONS_CONTRACTION_UTIL_H_
#define HLOOM_BUILDER_FUNCTIONS_CONTRACTION_UTIL_H_

#include <memory>
#include <optional>
#include <vector>

#include "builder/xla_builder.h"
#include "hlo/attributes/precision_config.h"

namespace hloom {

// Adds an operation whose inference uses the element type of a given shape. dot_function.c2: the
// preferred element type is that of an array.
StatusOr<XlaOp> AddProduct(XlaBuilder* builder, HloOpcode opcode, std::vector<XlaOp> operands,
                           std::unique_ptr<Attributes> attributes,
                           std::optional<PrimitiveType> preferred_element_type);

inline PrecisionConfig ConfigOf(const PrecisionConfig* precision_config) {
  return precision_config ? *precision_config : PrecisionConfig();
}

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_CONTRACTION_UTIL_H_
