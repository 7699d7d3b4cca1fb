// Builder functions that iterate along a dimension and carry values from step to step.
#ifndef HLOOM_BUILDER_FUNCTIONS_SCAN_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_SCAN_FUNCTIONS_H_

#include <optional>

#include "builder/xla_builder.h"
#include "hlo/kinds/numbers.h"

namespace hloom {

// Applies the computation to the slices of the inputs at each index of scan_dimension and to the
// carries, which start as inits: (slices..., carries...) -> (outputs..., carries...). The result is
// the tuple of the outputs of all steps, along that dimension, and the last carries. scan.b1:
// scan_dimension_size, which is optional, is the size of the inputs along that dimension, or its
// bound if it is dynamic.
XlaOp Scan(XlaBuilder* builder, Span<const XlaOp> inputs, Span<const XlaOp> inits,
           const XlaComputation& to_apply, int64_t scan_dimension,
           std::optional<int64_t> scan_dimension_size = std::nullopt, bool is_reverse = false,
           TriState is_associative = TriState::kUnspecified);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_SCAN_FUNCTIONS_H_
