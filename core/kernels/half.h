// F16 and BF16 to F32 and back: the conversions of kernels/number_format.h for these two formats,
// in a few operations on bits that also work on vectors. (__builtin_bit_cast, because the wasm
// toolchain has no std::bit_cast.)
#ifndef HLOOM_KERNELS_HALF_H_
#define HLOOM_KERNELS_HALF_H_

#include <cstdint>

namespace hloom {

// The bits of a F32.
inline constexpr uint32_t kFloatInfinity = 0x7f800000;
inline constexpr uint32_t kFloatNan = 0x7fc00000;
inline constexpr uint32_t kFloatMagnitude = 0x7fffffff;

// A BF16 is the upper half of a F32.
struct BrainFloat {
  static float Decode(uint16_t bits) {
    const uint32_t wide = static_cast<uint32_t>(bits) << 16;
    const bool is_nan = (wide & kFloatMagnitude) > kFloatInfinity;
    return __builtin_bit_cast(float, is_nan ? (wide & ~kFloatMagnitude) | kFloatNan : wide);
  }
  static uint16_t Encode(float value) {
    const uint32_t wide = __builtin_bit_cast(uint32_t, value);
    const bool is_nan = (wide & kFloatMagnitude) > kFloatInfinity;
    const uint32_t nan = (wide & ~kFloatMagnitude) | kFloatNan;
    // Half a step less one, and one more if the kept part is odd: a tie goes to the even one.
    const uint32_t rounded = wide + 0x7fff + ((wide >> 16) & 1);
    return static_cast<uint16_t>((is_nan ? nan : rounded) >> 16);
  }
};

// A F16: 5 bits of exponent, whose bias is 15, and 10 of mantissa.
struct HalfFloat {
  static float Decode(uint16_t bits) {
    const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
    const uint32_t magnitude = static_cast<uint32_t>(bits & 0x7fff) << 13;
    // Exponents that differ by 112 are made equal by a product, which also normalizes subnormals.
    const uint32_t number =
        __builtin_bit_cast(uint32_t, __builtin_bit_cast(float, magnitude) * 0x1p112f);
    const uint32_t special = (bits & 0x3ff) != 0 ? kFloatNan : kFloatInfinity;
    const bool is_special = (bits & 0x7c00) == 0x7c00;
    return __builtin_bit_cast(float, sign | (is_special ? special : number));
  }
  static uint16_t Encode(float value) {
    const uint32_t wide = __builtin_bit_cast(uint32_t, value);
    const uint32_t sign = (wide >> 16) & 0x8000;
    const uint32_t magnitude = wide & kFloatMagnitude;
    // The last place of 0.5 is 2^-24, the least F16: this sum rounds as subnormals do.
    const uint32_t subnormal =
        __builtin_bit_cast(uint32_t, __builtin_bit_cast(float, magnitude) + 0.5f) - 0x3f000000;
    const uint32_t normal = (magnitude - 0x38000000 + 0xfff + ((magnitude >> 13) & 1)) >> 13;
    uint32_t bits = magnitude < 0x38800000 ? subnormal : normal;  // below 2^-14
    bits = magnitude >= 0x47800000 ? 0x7c00 : bits;               // from 65536 on
    bits = magnitude > kFloatInfinity ? 0x7e00 : bits;
    return static_cast<uint16_t>(sign | bits);
  }
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_HALF_H_
