// Elements that are moved or converted, not computed with.
#include "kernels/elementwise/elements.h"

#include <cstring>

#include "kernels/convert.h"
#include "kernels/copy.h"
#include "kernels/elementwise/loops.h"

namespace hloom {

namespace {

template <typename T>
void SelectLoop(const ElementParameters&, const std::byte* const* operands, std::byte* result,
                int64_t count) {
  const bool* pred = OperandAt<bool>(operands, 0);
  const T* a = OperandAt<T>(operands, 1);
  const T* b = OperandAt<T>(operands, 2);
  T* out = reinterpret_cast<T*>(result);
  for (int64_t i = 0; i < count; ++i) out[i] = pred[i] ? a[i] : b[i];
}

// Copies elements of the width of T.
void CopyLoop(const ElementParameters& parameters, const std::byte* const* operands,
              std::byte* result, int64_t count) {
  std::memmove(result, operands[0], static_cast<size_t>(count * parameters.values[0]));
}

void ConvertLoop(const ElementParameters& parameters, const std::byte* const* operands,
                 std::byte* result, int64_t count) {
  ConvertRun(static_cast<PrimitiveType>(parameters.values[0]), operands[0],
             static_cast<PrimitiveType>(parameters.values[1]), result, count);
}

}  // namespace

ElementFunction SelectFunction(int64_t width) {
  ElementFunction::Loop loop = nullptr;
  DispatchWidth(width, [&]<typename T>() { loop = SelectLoop<T>; });
  return {loop};
}

ElementFunction CopyFunction(int64_t width) { return {CopyLoop, {{static_cast<int32_t>(width)}}}; }

ElementFunction ConvertFunction(PrimitiveType from, PrimitiveType to) {
  return {ConvertLoop, {{static_cast<int32_t>(from), static_cast<int32_t>(to)}}};
}

}  // namespace hloom
