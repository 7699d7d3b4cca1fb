// The loops of comparisons.
#include "kernels/elementwise/elements.h"

#include <cstring>
#include <limits>

#include "kernels/elementwise/loops.h"

namespace hloom {

namespace {

enum class Direction { kEq, kNe, kGe, kGt, kLe, kLt };

template <Direction kDirection>
struct Compare {
  template <typename T>
  static bool Apply(T a, T b) {
    if constexpr (kDirection == Direction::kEq) return a == b;
    if constexpr (kDirection == Direction::kNe) return a != b;
    if constexpr (kDirection == Direction::kGe) return a >= b;
    if constexpr (kDirection == Direction::kGt) return a > b;
    if constexpr (kDirection == Direction::kLe) return a <= b;
    if constexpr (kDirection == Direction::kLt) return a < b;
  }
};

// -NaN < -inf < ... < -0 < +0 < ... < inf < NaN: the bits as a sign-magnitude integer. For f32 -0
// (0x80000000) gives -1 and +0 gives 0; -inf (0xff800000) gives -2139095041.
template <typename T>
auto TotalOrderKey(T x) {
  using I = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  I bits;
  std::memcpy(&bits, &x, sizeof(T));
  return bits < 0 ? std::numeric_limits<I>::max() ^ bits : bits;
}

template <Direction kDirection>
struct CompareTotalOrder {
  template <typename T>
  static bool Apply(T a, T b) {
    return Compare<kDirection>::Apply(TotalOrderKey(a), TotalOrderKey(b));
  }
};

}  // namespace

// Equality is for every type; order, not for complex numbers.
constexpr ElementLoops kCompareLoops[6] = {
    BinaryLoops<Compare<Direction::kEq>, TypeSet::kAny>,
    BinaryLoops<Compare<Direction::kNe>, TypeSet::kAny>,
    BinaryLoops<Compare<Direction::kGe>, TypeSet::kOrdered>,
    BinaryLoops<Compare<Direction::kGt>, TypeSet::kOrdered>,
    BinaryLoops<Compare<Direction::kLe>, TypeSet::kOrdered>,
    BinaryLoops<Compare<Direction::kLt>, TypeSet::kOrdered>,
};
constexpr ElementLoops kCompareTotalOrderLoops[6] = {
    BinaryLoops<CompareTotalOrder<Direction::kEq>, TypeSet::kFloating>,
    BinaryLoops<CompareTotalOrder<Direction::kNe>, TypeSet::kFloating>,
    BinaryLoops<CompareTotalOrder<Direction::kGe>, TypeSet::kFloating>,
    BinaryLoops<CompareTotalOrder<Direction::kGt>, TypeSet::kFloating>,
    BinaryLoops<CompareTotalOrder<Direction::kLe>, TypeSet::kFloating>,
    BinaryLoops<CompareTotalOrder<Direction::kLt>, TypeSet::kFloating>,
};

}  // namespace hloom
