// The loops of clamp.
#include "kernels/elementwise/element_function.h"

#include <algorithm>
#include <cmath>

#include "kernels/elementwise/loops.h"

namespace hloom {

namespace {

// min(high, max(low, x)): NaN in any of them gives NaN, and -0 is less than +0.
template <typename T>
T ClampOne(T low, T x, T high) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(x)) return x;
    if (std::isnan(low)) return low;
    if (std::isnan(high)) return high;
    const auto less = [](T a, T b) {
      return a < b || (a == b && std::signbit(a) > std::signbit(b));
    };
    const T raised = less(x, low) ? low : x;
    return less(high, raised) ? high : raised;
  } else {
    return std::min(high, std::max(low, x));
  }
}

template <typename T>
void ClampLoop(const ElementParameters&, const std::byte* const* operands, std::byte* result,
               int64_t count) {
  const T* low = OperandAt<T>(operands, 0);
  const T* in = OperandAt<T>(operands, 1);
  const T* high = OperandAt<T>(operands, 2);
  T* out = reinterpret_cast<T*>(result);
  HLOOM_INDEPENDENT
  for (int64_t i = 0; i < count; ++i) out[i] = ClampOne<T>(low[i], in[i], high[i]);
}
ElementFunction::Loop ClampLoopFor(PrimitiveType type) {
  ElementFunction::Loop loop = nullptr;
  DispatchComputeType(type, [&]<typename T>() {
    if constexpr (kTakes<TypeSet::kOrdered, T>) loop = ClampLoop<T>;
  });
  return loop;
}

}  // namespace

// min(high, max(low, x)) for operands low, x, high: NaN in any of them gives NaN, and -0 is less
// than +0.
extern constexpr ElementLoops kClampLoops = {ClampLoopFor};

}  // namespace hloom
