// The loops of clamp.
#include "kernels/elementwise/element_function.h"

#include "kernels/elementwise/extremes.h"
#include "kernels/elementwise/loops.h"

namespace hloom {

namespace {

template <typename T>
void ClampLoop(const ElementParameters&, const std::byte* const* operands, std::byte* result,
               int64_t count) {
  const T* low = OperandAt<T>(operands, 0);
  const T* in = OperandAt<T>(operands, 1);
  const T* high = OperandAt<T>(operands, 2);
  T* out = reinterpret_cast<T*>(result);
  HLOOM_INDEPENDENT
  for (int64_t i = 0; i < count; ++i) {
    out[i] = Minimum::Apply<T>(Maximum::Apply<T>(in[i], low[i]), high[i]);
  }
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
