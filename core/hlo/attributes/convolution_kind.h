// Kind convolution_kind: the role of a convolution in a training step, fprop.
#ifndef HLOOM_HLO_ATTRIBUTES_CONVOLUTION_KIND_H_
#define HLOOM_HLO_ATTRIBUTES_CONVOLUTION_KIND_H_

#include <cstdint>

#include "hlo/attribute.h"

namespace hloom {

// The forward pass, the gradient of the data, the gradient of the weights. XLA's GPU passes set it
// when they choose a library function; operands and window are still those of the convolution
// itself. The numbers are those of XLA's proto.
enum class ConvolutionKind : uint8_t { kUnset, kForward, kDataGradient, kWeightsGradient };

template <>
const AttributeKind& AttributeKindOf<ConvolutionKind>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_CONVOLUTION_KIND_H_
