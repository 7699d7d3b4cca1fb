// Arithmetic and logical binaries: add, subtract, multiply, divide, maximum, minimum, and, or, xor.
#include <limits>

#include "ops/elementwise/binary.h"
#include "ops/elementwise/elementwise.h"

namespace hloom {

namespace {

// Integers wrap: the arithmetic is done on the unsigned counterpart, where overflow is defined.
template <typename T, typename F>
T Wrapping(T a, T b, F f) {
  if constexpr (std::is_integral_v<T>) {
    // At least 32 bits wide, or smaller types would be promoted to int and back.
    using U = std::conditional_t<(sizeof(T) > 4), uint64_t, uint32_t>;
    return static_cast<T>(f(static_cast<U>(a), static_cast<U>(b)));
  } else {
    return f(a, b);
  }
}

// Of PREDs the sum is or, and the product and.
struct Add {
  template <typename T>
  static T Apply(T a, T b) {
    if constexpr (std::is_same_v<T, bool>) {
      return static_cast<T>(a | b);
    } else {
      return Wrapping(a, b, [](auto x, auto y) { return x + y; });
    }
  }
};
struct Subtract {
  template <typename T>
  static T Apply(T a, T b) {
    return Wrapping(a, b, [](auto x, auto y) { return x - y; });
  }
};
struct Multiply {
  template <typename T>
  static T Apply(T a, T b) {
    if constexpr (std::is_same_v<T, bool>) {
      return static_cast<T>(a & b);
    } else {
      return Wrapping(a, b, [](auto x, auto y) { return x * y; });
    }
  }
};
struct Divide {
  template <typename T>
  static T Apply(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      if (b == 0) return static_cast<T>(-1);  // -1 signed, all ones unsigned
      if constexpr (std::is_signed_v<T>) {
        if (b == -1 && a == std::numeric_limits<T>::min()) return a;
      }
    }
    return static_cast<T>(a / b);
  }
};
// The bits of two floats, and-ed or or-ed: of equal ones only zeros differ, in their signs.
template <typename T, typename F>
T OfBits(T a, T b, F f) {
  using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  // Not std::bit_cast: the wasm toolchain's library has none.
  return __builtin_bit_cast(T, f(__builtin_bit_cast(Bits, a), __builtin_bit_cast(Bits, b)));
}

// NaN propagates, -0 < +0. Written as selections, not branches, so that loops become vector
// instructions.
struct Maximum {
  template <typename T>
  static T Apply(T a, T b) {
    T result = a > b ? a : b;  // b where either is a NaN
    if constexpr (std::is_floating_point_v<T>) {
      result = a == b ? OfBits(a, b, [](auto x, auto y) { return x & y; }) : result;
      result = a != a ? a : result;
    }
    return result;
  }
};
struct Minimum {
  template <typename T>
  static T Apply(T a, T b) {
    T result = a < b ? a : b;
    if constexpr (std::is_floating_point_v<T>) {
      result = a == b ? OfBits(a, b, [](auto x, auto y) { return x | y; }) : result;
      result = a != a ? a : result;
    }
    return result;
  }
};
struct And {
  template <typename T>
  static T Apply(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <typename T>
  static T Apply(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <typename T>
  static T Apply(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};

}  // namespace

extern const OpDef kAddDef, kSubtractDef, kMultiplyDef, kDivideDef, kMaximumDef, kMinimumDef;
extern const OpDef kAndDef, kOrDef, kXorDef;

constexpr TypeSet kArithmetic = TypeSet::kArithmetic;
constexpr TypeSet kArray = TypeSet::kArray;
constexpr TypeSet kLogical = TypeSet::kLogical;
constexpr TypeSet kOrdered = TypeSet::kOrdered;

constexpr OpDef kAddDef =
    BinaryDef(HloOpcode::kAdd, "add", kArray, true, &kBinaryKernel<Add, kArray>,
              &kFoldKernelOf<Add, kArray, /*kWiden=*/true>,
              "The sum of each pair of elements. Integers wrap; for PREDs it is their logical or.");
constexpr OpDef kSubtractDef = BinaryDef(
    HloOpcode::kSubtract, "subtract", kArithmetic, false, &kBinaryKernel<Subtract, kArithmetic>,
    nullptr, "The difference lhs - rhs of each pair of elements. Integers wrap.");
constexpr OpDef kMultiplyDef = BinaryDef(
    HloOpcode::kMultiply, "multiply", kArray, true, &kBinaryKernel<Multiply, kArray>,
    &kFoldKernelOf<Multiply, kArray, /*kWiden=*/false, /*kRoundsOnce=*/false>,
    "The product of each pair of elements. Integers wrap; for PREDs it is their logical and.");
constexpr OpDef kDivideDef = BinaryDef(
    HloOpcode::kDivide, "divide", kArithmetic, false, &kBinaryKernel<Divide, kArithmetic>, nullptr,
    "The quotient lhs / rhs of each pair of elements. Integers truncate toward zero; x/0 is -1, "
    "all ones "
    "for unsigned types; the least integer divided by -1 is itself.");
constexpr OpDef kMaximumDef =
    BinaryDef(HloOpcode::kMaximum, "maximum", kOrdered, true, &kBinaryKernel<Maximum, kOrdered>,
              &kFoldKernelOf<Maximum, kOrdered>,
              "The larger of each pair of elements. NaN propagates and -0 is less than +0.");
constexpr OpDef kMinimumDef =
    BinaryDef(HloOpcode::kMinimum, "minimum", kOrdered, true, &kBinaryKernel<Minimum, kOrdered>,
              &kFoldKernelOf<Minimum, kOrdered>,
              "The smaller of each pair of elements. NaN propagates and -0 is less than +0.");
constexpr OpDef kAndDef =
    BinaryDef(HloOpcode::kAnd, "and", kLogical, true, &kBinaryKernel<And, kLogical>,
              &kFoldKernelOf<And, kLogical>, "Logical and of PREDs, bitwise and of integers.");
constexpr OpDef kOrDef =
    BinaryDef(HloOpcode::kOr, "or", kLogical, true, &kBinaryKernel<Or, kLogical>,
              &kFoldKernelOf<Or, kLogical>, "Logical or of PREDs, bitwise or of integers.");
constexpr OpDef kXorDef =
    BinaryDef(HloOpcode::kXor, "xor", kLogical, true, &kBinaryKernel<Xor, kLogical>,
              &kFoldKernelOf<Xor, kLogical>, "Logical exclusive or of PREDs, bitwise of integers.");

}  // namespace hloom
