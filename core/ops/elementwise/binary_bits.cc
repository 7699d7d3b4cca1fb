// Binaries of bits: shifts, mulhi.
#include "ops/elementwise/binary.h"
#include "ops/elementwise/bits.h"

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
    // The top bit, whether or not the type has signs, spread over a word.
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

constexpr TypeSet kIntegral = TypeSet::kIntegral;

}  // namespace

extern const OpDef kShiftLeftDef, kShiftRightArithmeticDef, kShiftRightLogicalDef, kMulhiDef;

constexpr OpDef kShiftLeftDef = BinaryDef(
    HloOpcode::kShiftLeft, "shift-left", kIntegral, false, &kBitsBinaryKernel<ShiftLeft>, nullptr,
    "Each lhs shifted left by its rhs bits, filled with zeros. The amount is taken as unsigned: at "
    "or past the width, and so also where it is negative, the result is 0.");
constexpr OpDef kShiftRightArithmeticDef =
    BinaryDef(HloOpcode::kShiftRightArithmetic, "shift-right-arithmetic", kIntegral, false,
              &kBitsBinaryKernel<ShiftRightArithmetic>, nullptr,
              "Each lhs shifted right by its rhs bits, filled with its top bit. The amount is "
              "taken as unsigned: at or past the width, and so also where it is negative, all bits "
              "are the top bit.");
constexpr OpDef kShiftRightLogicalDef =
    BinaryDef(HloOpcode::kShiftRightLogical, "shift-right-logical", kIntegral, false,
              &kBitsBinaryKernel<ShiftRightLogical>, nullptr,
              "Each lhs shifted right by its rhs bits, filled with zeros. The amount is taken as "
              "unsigned: at or past the width, and so also where it is negative, the result is 0.");
constexpr OpDef kMulhiDef =
    BinaryDef(HloOpcode::kMulhi, "mulhi", kIntegral, true, &kBitsBinaryKernel<MultiplyHigh>,
              nullptr, "The high half of the double-width product of each pair of integers.");

}  // namespace hloom
