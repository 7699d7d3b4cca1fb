// Elements that are moved or converted, not computed with.
#include "kernels/elementwise/elements.h"

#include <cstring>
#include <utility>

#include "kernels/convert.h"
#include "kernels/copy.h"
#include "kernels/elementwise/loops.h"

namespace hloom {

namespace {

using Bytes = int8_t __attribute__((vector_size(16)));

// The bytes of a mask, each as often as an element has bytes; those of the elements in vector
// `kVector` of an array. Vector 1 of elements of 4 bytes has elements 4 to 7:
//
//   4 4 4 4 5 5 5 5 6 6 6 6 7 7 7 7
template <int64_t kWidth, int64_t kVector, size_t... kByte>
Bytes MaskOfVector(Bytes mask, std::index_sequence<kByte...>) {
  return __builtin_shufflevector(mask, mask,
                                 (kVector * 16 + static_cast<int64_t>(kByte)) / kWidth...);
}
template <int64_t kWidth, int64_t kVector>
void SelectVector(Bytes mask, const std::byte* a, const std::byte* b, std::byte* out) {
  const Bytes bits = MaskOfVector<kWidth, kVector>(mask, std::make_index_sequence<16>());
  Bytes on_true, on_false;
  std::memcpy(&on_true, a + kVector * 16, sizeof(Bytes));
  std::memcpy(&on_false, b + kVector * 16, sizeof(Bytes));
  const Bytes chosen = (on_true & bits) | (on_false & ~bits);
  std::memcpy(out + kVector * 16, &chosen, sizeof(Bytes));
}

template <typename T>
void SelectLoop(const ElementParameters&, const std::byte* const* operands, std::byte* result,
                int64_t count) {
  constexpr int64_t kWidth = sizeof(T);
  const std::byte* const pred = operands[0];
  const std::byte *a = operands[1], *b = operands[2];
  int64_t i = 0;
  for (; i + 16 <= count; i += 16, a += 16 * kWidth, b += 16 * kWidth, result += 16 * kWidth) {
    Bytes preds;
    std::memcpy(&preds, pred + i, sizeof(preds));
    const Bytes mask = preds != Bytes{};
    [&]<size_t... kVector>(std::index_sequence<kVector...>) {
      (SelectVector<kWidth, kVector>(mask, a, b, result), ...);
    }
    (std::make_index_sequence<kWidth>());
  }
  HLOOM_LEFT_OVER
  for (int64_t left = 0; i + left < count; ++left) {
    const std::byte* const from = pred[i + left] != std::byte{0} ? a : b;
    std::memmove(result + left * kWidth, from + left * kWidth, kWidth);
  }
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
