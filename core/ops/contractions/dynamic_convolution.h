// Custom calls that are convolutions of dynamic sizes, with the names from XLA's builder. Their
// padding follows from the live sizes when the program runs. They do not call the host.
#ifndef HLOOM_OPS_CONTRACTIONS_DYNAMIC_CONVOLUTION_H_
#define HLOOM_OPS_CONTRACTIONS_DYNAMIC_CONVOLUTION_H_

#include <optional>
#include <string_view>

#include "ops/contractions/convolution.h"
#include "ops/host/custom_call.h"
#include "ops/op_def.h"

namespace hloom {

enum class DynamicConvolution : uint8_t {
  kForward,     // (input, kernel) -> output
  kInputGrad,   // (sizes of the input, gradient of the output, kernel) -> gradient of the input
  kKernelGrad,  // (input, gradient of the output) -> gradient of the kernel
};

// Nullopt for other targets.
std::optional<DynamicConvolution> FindDynamicConvolution(std::string_view target);
std::string_view DynamicConvolutionTarget(DynamicConvolution kind);

// The number of the operand that is lhs of the convolution; rhs follows it.
inline size_t LhsOfDynamicConvolution(DynamicConvolution kind) {
  return kind == DynamicConvolution::kInputGrad ? 1 : 0;
}

// The convolution of a call, without its padding. custom_call.c14: it has a window.
ConvolutionAttributes AttributesOfDynamicConvolution(const CustomCallAttributes& call);

// The shape of a call's result. `type` is the element type of the result, or nullopt if it follows
// from the operands. custom_call.c14, and the rules of convolution.
StatusOr<Shape> DynamicConvolutionShape(DynamicConvolution kind, const CustomCallAttributes& call,
                                        Span<const Shape* const> operands,
                                        std::optional<PrimitiveType> type);

// Infers a custom call that is one of these.
StatusOr<Shape> InferDynamicConvolution(const InferContext& context, DynamicConvolution kind);

}  // namespace hloom

#endif  // HLOOM_OPS_CONTRACTIONS_DYNAMIC_CONVOLUTION_H_
