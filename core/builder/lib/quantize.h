// Numbers of few bits, packed into words, of XLA's client library.
#ifndef HLOOM_BUILDER_LIB_QUANTIZE_H_
#define HLOOM_BUILDER_LIB_QUANTIZE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "builder/kinds/quantized_range.h"
#include "builder/xla_builder.h"
#include "shape/primitive_type.h"

namespace hloom {

// Packs unsigned integers into words, the first of each word into its highest bits; the rest of the
// last word is 0.
//   uint8_t {1, 2, 3, 4, 5}   {0x01020304, 0x05000000}
template <typename T>
std::vector<uint32_t> PackToUint32(Span<const T> input) {
  static_assert(std::is_unsigned_v<T> && sizeof(T) <= sizeof(uint32_t));
  constexpr size_t kPerWord = sizeof(uint32_t) / sizeof(T);
  constexpr size_t kBits = 8 * sizeof(T);
  std::vector<uint32_t> words((input.size() + kPerWord - 1) / kPerWord);
  for (size_t i = 0; i < input.size(); ++i) {
    words[i / kPerWord] |= uint32_t{input[i]} << (kBits * (kPerWord - 1 - i % kPerWord));
  }
  return words;
}

// Takes codes of `type`, U8 or U16, out of words as PackToUint32 packs them, and gives the numbers
// that they mean, BF16, along the last dimension:
//   code * (max - min) / (2^bits - 1) + min
// Each step, and the factor, is rounded to BF16, as in XLA. u32[d0,...,dn] gives
// bf16[d0,...,dn*k], of k codes a word, or with `transpose_output` all dimensions in reverse order.
// The only mode is MIN_COMBINED. dequantize.c1: the type is U8 or U16; dequantize.c2: the mode is
// that; dequantize.c3: the input is an array of U32 with a dimension, all of them static.
XlaOp DequantizeFrom(PrimitiveType type, XlaOp input, const QuantizedRange& range,
                     std::string_view mode_string = "MIN_COMBINED", bool transpose_output = false);

// The same with XLA's form of the type.
template <typename T>
XlaOp Dequantize(XlaOp input, const QuantizedRange& range,
                 std::string_view mode_string = "MIN_COMBINED", bool transpose_output = false) {
  return DequantizeFrom(PrimitiveTypeOf<T>::value, input, range, mode_string, transpose_output);
}

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_QUANTIZE_H_
