// Kind convolution_kind: which of a training step's convolutions one is, fprop.
#ifndef HLOOM_HLO_ATTRIBUTES_CONVOLUTION_KIND_H_
#define HLOOM_HLO_ATTRIBUTES_CONVOLUTION_KIND_H_

#include <cstdint>

#include "hlo/attribute.h"

namespace hloom {

// The forward pass, the gradient of the data, the gradient of the weights. XLA's passes for GPUs
// write it where they choose a library's function; operands and window stay those of the
// convolution itself. The numbers are those of XLA's proto.
enum class ConvolutionKind : uint8_t { kUnset, kForward, kDataGradient, kWeightsGradient };

template <>
const AttributeKind& AttributeKindOf<ConvolutionKind>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_CONVOLUTION_KIND_H_
