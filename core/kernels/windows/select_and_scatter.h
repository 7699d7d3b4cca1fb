// Selecting an element in each window, and scattering values to the selected ones.
#ifndef HLOOM_KERNELS_WINDOWS_SELECT_AND_SCATTER_H_
#define HLOOM_KERNELS_WINDOWS_SELECT_AND_SCATTER_H_

#include "kernels/fold.h"
#include "kernels/windows/window_tiles.h"

namespace hloom {

// What must hold between the element that a window has picked and the next one, so that it stays.
enum class PickOrder { kGreaterOrEqual, kGreater, kLessOrEqual, kLess };

// Finds for each output the place of the element that its window picks: -1 where the window lies on
// none. Elements, which are not complex, come in row-major order of the window's positions. What
// follows from sizes, strides and types is worked out once for any number of runs.
class ComparedPicks {
 public:
  ComparedPicks(PickOrder order, const WindowedArray& array);

  // `picks` has the array's output_strides. Few are picked at once. This and the arrays outlive the
  // kernel.
  Kernel Run(const std::byte* elements, int64_t* picks) const;
  bool is_small() const { return tiling_.is_small(); }

 private:
  const PickOrder order_;
  const PrimitiveType type_;
  const WindowTiling tiling_;
};

// Values that go to places of an array: value i goes to picks[i], in this order, and nowhere where
// that is -1.
struct ScatteredValues {
  PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
  const std::byte* values = nullptr;
  const int64_t* picks = nullptr;
  int64_t count = 0;
  std::byte* array = nullptr;
  int64_t array_count = 0;  // of elements in memory
};

// The element becomes fold(element, value). The type is a compute type. Few values are scattered at
// once.
inline constexpr int64_t kFewScatteredValues = 1 << 12;
Kernel ScatterByFold(const FoldKernel& fold, ScatteredValues scattered);
// The element becomes f(element, value), where f is that computation.
Kernel ScatterByApplying(size_t computation, ScatteredValues scattered);

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_SELECT_AND_SCATTER_H_
