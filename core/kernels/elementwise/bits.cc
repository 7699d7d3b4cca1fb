#include "kernels/elementwise/bits.h"

#include <algorithm>
#include <cstring>

#include "kernels/elementwise/elements.h"
#include "kernels/elementwise/loops.h"

namespace hloom {

namespace {

// The bits of elements narrower than a byte, as one little-endian word.
uint64_t Pack(const uint8_t* narrow, int64_t ratio, int bits) {
  uint64_t word = 0;
  for (int64_t k = 0; k < ratio; ++k) word |= uint64_t{BitsOf(narrow[k], bits)} << (k * bits);
  return word;
}

uint8_t SignExtended(uint8_t value, int bits, bool is_signed) {
  const int unused = 8 - bits;
  const auto high = static_cast<uint8_t>(value << unused);
  if (!is_signed) return static_cast<uint8_t>(high >> unused);
  return static_cast<uint8_t>(static_cast<int8_t>(high) >> unused);
}

PrimitiveType TypeAt(const ElementParameters& parameters, size_t i) {
  return static_cast<PrimitiveType>(parameters.values[i]);
}
void BitcastLoop(const ElementParameters& parameters, const std::byte* const* operands,
                 std::byte* result, int64_t count) {
  ConvertRunOfBits(TypeAt(parameters, 0), operands[0], TypeAt(parameters, 1), result, count);
}

}  // namespace

bool CopiesBytes(PrimitiveType from, PrimitiveType to) {
  return from == to || (BitWidth(from) >= 8 && BitWidth(to) >= 8 && to != PRED);
}

void ConvertBits(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
                 int64_t out_count) {
  const int from_bits = BitWidth(from);
  const int to_bits = BitWidth(to);
  const int64_t in_width = ByteWidth(from);
  const int64_t out_width = ByteWidth(to);
  const int64_t gather = std::max(1, to_bits / from_bits);
  const int64_t spread = std::max(1, from_bits / to_bits);
  for (int64_t i = 0; i < out_count; ++i) {
    uint64_t word = 0;
    if (gather > 1 || from_bits < 8) {
      word = Pack(reinterpret_cast<const uint8_t*>(in) + (i / spread) * gather, gather, from_bits);
    } else {
      std::memcpy(&word, in + (i / spread) * in_width, static_cast<size_t>(in_width));
    }
    word >>= (i % spread) * to_bits;
    if (to == PRED) {
      word = (word & 0xff) != 0 ? 1 : 0;
    } else if (to_bits < 8) {
      word = SignExtended(static_cast<uint8_t>(word), to_bits, IsSignedIntegralType(to));
    }
    std::memcpy(out + i * out_width, &word, static_cast<size_t>(out_width));
  }
}

void ConvertRunOfBits(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
                      int64_t out_count) {
  if (!CopiesBytes(from, to)) return ConvertBits(from, in, to, out, out_count);
  std::memmove(out, in, static_cast<size_t>(out_count * ByteWidth(to)));
}

ElementFunction BitcastFunction(PrimitiveType from, PrimitiveType to) {
  return {BitcastLoop, {{static_cast<int32_t>(from), static_cast<int32_t>(to)}}};
}

}  // namespace hloom
