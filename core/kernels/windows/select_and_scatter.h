// Selects an element in each window, and scatters values to the selected ones.
#ifndef HLOOM_KERNELS_WINDOWS_SELECT_AND_SCATTER_H_
#define HLOOM_KERNELS_WINDOWS_SELECT_AND_SCATTER_H_

#include "kernels/fold.h"
#include "kernels/windows/window_tiles.h"

namespace hloom {

// The relation between a window's picked element and the next one for which the pick stays.
enum class PickOrder { kGreaterOrEqual, kGreater, kLessOrEqual, kLess };

// Finds for each output the place of the element that its window picks: -1 if the window covers
// none. Elements, which must not be complex, come in row-major order of the window's positions.
// Decisions that depend on sizes, strides and types are made once for any number of runs.
class ComparedPicks {
 public:
  ComparedPicks(PickOrder order, const WindowedArray& array);

  // `picks` has the array's output_strides. Few are picked immediately. This and the arrays must
  // outlive the kernel.
  Kernel Run(const std::byte* elements, int64_t* picks) const;
  bool is_small() const { return tiling_.is_small(); }

 private:
  const PickOrder order_;
  const PrimitiveType type_;
  const WindowTiling tiling_;
};

// Values for places of an array: value i is scattered to picks[i], in this order; it is skipped if
// that is -1.
struct ScatteredValues {
  PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
  const std::byte* values = nullptr;
  const int64_t* picks = nullptr;
  int64_t count = 0;
  std::byte* array = nullptr;
  int64_t array_count = 0;  // of elements in memory
};

// The element becomes fold(element, value). The type is a compute type. Few values are scattered
// immediately.
inline constexpr int64_t kFewScatteredValues = 1 << 12;
Kernel ScatterByFold(const FoldKernel& fold, ScatteredValues scattered);
// The element becomes f(element, value), where f is that computation.
Kernel ScatterByApplying(size_t computation, ScatteredValues scattered);

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_SELECT_AND_SCATTER_H_
