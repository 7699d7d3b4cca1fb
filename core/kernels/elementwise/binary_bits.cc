// Binaries of bits: shifts, mulhi.
#include "kernels/elementwise/elements.h"

#include "kernels/elementwise/loops.h"

namespace hloom {

namespace {

// The amount is taken as unsigned, so that a negative one is past the width.
struct ShiftLeft {
  template <typename T>
  static T Apply(T a, T b, int bits) {
    const auto amount = BitsOf(b, bits);
    if (amount >= static_cast<unsigned>(bits)) return 0;
    return static_cast<T>(static_cast<uint64_t>(BitsOf(a, bits)) << amount);
  }
};
struct ShiftRightLogical {
  template <typename T>
  static T Apply(T a, T b, int bits) {
    const auto amount = BitsOf(b, bits);
    if (amount >= static_cast<unsigned>(bits)) return 0;
    return static_cast<T>(static_cast<uint64_t>(BitsOf(a, bits)) >> amount);
  }
};
struct ShiftRightArithmetic {
  template <typename T>
  static T Apply(T a, T b, int bits) {
    // The top bit of a signed or unsigned type, spread over a word.
    const int unused = 64 - bits;
    const int64_t value =
        static_cast<int64_t>(static_cast<uint64_t>(BitsOf(a, bits)) << unused) >> unused;
    const auto amount = BitsOf(b, bits);
    return static_cast<T>(
        value >> (amount >= static_cast<unsigned>(bits) ? bits - 1 : static_cast<int>(amount)));
  }
};
struct MultiplyHigh {
  template <typename T>
  static T Apply(T a, T b, int bits) {
    using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>(static_cast<Wide>(a) * b >> bits);
  }
};

}  // namespace

constexpr ElementLoops kShiftLeftLoops = BitsBinaryLoops<ShiftLeft>;
extern constexpr ElementLoops kShiftRightArithmeticLoops = BitsBinaryLoops<ShiftRightArithmetic>;
extern constexpr ElementLoops kShiftRightLogicalLoops = BitsBinaryLoops<ShiftRightLogical>;
extern constexpr ElementLoops kMulhiLoops = BitsBinaryLoops<MultiplyHigh>;

}  // namespace hloom
