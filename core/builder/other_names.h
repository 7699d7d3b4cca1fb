// Names of NumPy, JAX, TensorFlow and ONNX, with the builder functions that do the same here.
#ifndef HLOOM_BUILDER_OTHER_NAMES_H_
#define HLOOM_BUILDER_OTHER_NAMES_H_

#include <string_view>

#include "base/span.h"

namespace hloom {

// The names of functions and arguments are JavaScript's, where these questions come from.
struct OtherName {
  std::string_view name;   // "astype"; not another spelling of an XLA name
  std::string_view use;    // "convertElementType", or empty
  std::string_view write;  // "max(x, 0)", if no single function does it
};

Span<const OtherName> OtherBuilderNames();

}  // namespace hloom

#endif  // HLOOM_BUILDER_OTHER_NAMES_H_
