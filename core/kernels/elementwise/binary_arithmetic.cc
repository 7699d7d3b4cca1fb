// Arithmetic and logical binaries: add, subtract, multiply, divide, maximum, minimum, and, or, xor.
#include "kernels/elementwise/elements.h"

#include <limits>

#include "kernels/complex_arithmetic.h"
#include "kernels/elementwise/extremes.h"
#include "kernels/elementwise/folds.h"

namespace hloom {

namespace {

// Integers wrap: the arithmetic is done on the unsigned counterpart, where overflow is defined.
template <typename T, typename F>
T Wrapping(T a, T b, F f) {
  if constexpr (std::is_integral_v<T>) {
    // The type is at least 32 bits wide, or smaller types would be promoted to int and back.
    using U = std::conditional_t<(sizeof(T) > 4), uint64_t, uint32_t>;
    return static_cast<T>(f(static_cast<U>(a), static_cast<U>(b)));
  } else {
    return f(a, b);
  }
}

// The sum of PREDs is their or, and the product their and.
struct Add {
  static constexpr SameBits kSameBits = SameBits::kOfIntegers;
  static constexpr bool kOneInstruction = true;

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
  static constexpr SameBits kSameBits = SameBits::kOfIntegers;
  static constexpr bool kOneInstruction = true;

  template <typename T>
  static T Apply(T a, T b) {
    return Wrapping(a, b, [](auto x, auto y) { return x - y; });
  }
};
struct Multiply {
  static constexpr SameBits kSameBits = SameBits::kOfIntegers;
  static constexpr bool kOneInstruction = true;

  template <typename T>
  static T Apply(T a, T b) {
    if constexpr (std::is_same_v<T, bool>) {
      return static_cast<T>(a & b);
    } else if constexpr (kIsComplex<T>) {
      return ComplexProduct(a, b);
    } else {
      return Wrapping(a, b, [](auto x, auto y) { return x * y; });
    }
  }
};
struct Divide {
  static constexpr bool kOneInstruction = true;

  template <typename T>
  static T Apply(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      if (b == 0) return static_cast<T>(-1);  // -1 signed, all ones unsigned
      if constexpr (std::is_signed_v<T>) {
        if (b == -1 && a == std::numeric_limits<T>::min()) return a;
      }
    }
    return static_cast<T>(ElementQuotient(a, b));
  }
};
struct And {
  static constexpr SameBits kSameBits = SameBits::kOfIntegersAndPred;
  static constexpr bool kRepeatable = true;

  template <typename T>
  static T Apply(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  static constexpr SameBits kSameBits = SameBits::kOfIntegersAndPred;
  static constexpr bool kRepeatable = true;

  template <typename T>
  static T Apply(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  static constexpr SameBits kSameBits = SameBits::kOfIntegersAndPred;

  template <typename T>
  static T Apply(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};

constexpr TypeSet kBinaryArithmetic = TypeSet::kArithmetic;
constexpr TypeSet kArray = TypeSet::kArray;
constexpr TypeSet kLogical = TypeSet::kLogical;
constexpr TypeSet kOrdered = TypeSet::kOrdered;

}  // namespace

constexpr ElementLoops kAddLoops = BinaryLoops<Add, kArray>;
constexpr FoldKernel kAddFold = kFoldKernelOf<Add, kArray, /*kWiden=*/true>;
constexpr ElementLoops kSubtractLoops = BinaryLoops<Subtract, kBinaryArithmetic>;
constexpr ElementLoops kMultiplyLoops = BinaryLoops<Multiply, kArray>;
constexpr FoldKernel kMultiplyFold =
    kFoldKernelOf<Multiply, kArray, /*kWiden=*/false, /*kRoundsOnce=*/false>;
constexpr ElementLoops kDivideLoops = BinaryLoops<Divide, kBinaryArithmetic>;
constexpr ElementLoops kMaximumLoops = BinaryLoops<Maximum, kOrdered>;
constexpr FoldKernel kMaximumFold = kFoldKernelOf<Maximum, kOrdered>;
constexpr ElementLoops kMinimumLoops = BinaryLoops<Minimum, kOrdered>;
constexpr FoldKernel kMinimumFold = kFoldKernelOf<Minimum, kOrdered>;
constexpr ElementLoops kAndLoops = BinaryLoops<And, kLogical>;
constexpr FoldKernel kAndFold = kFoldKernelOf<And, kLogical>;
constexpr ElementLoops kOrLoops = BinaryLoops<Or, kLogical>;
constexpr FoldKernel kOrFold = kFoldKernelOf<Or, kLogical>;
constexpr ElementLoops kXorLoops = BinaryLoops<Xor, kLogical>;
constexpr FoldKernel kXorFold = kFoldKernelOf<Xor, kLogical>;

}  // namespace hloom
