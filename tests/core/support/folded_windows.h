// Runs FoldedWindows on literals.
#ifndef HLOOM_TESTS_SUPPORT_FOLDED_WINDOWS_H_
#define HLOOM_TESTS_SUPPORT_FOLDED_WINDOWS_H_

#include <string>

#include "kernels/windows/fold_windows.h"
#include "shape/index_util.h"
#include "support/kernel_runner.h"
#include "support/models/fold_model.h"

namespace hloom::testing_support {

// A shape of random layout, or of the default one.
inline Shape LaidOut(Random& random, PrimitiveType type, const Sizes& sizes) {
  const Shape shape = ShapeUtil::MakeShape(type, sizes);
  return random.OneIn(2) ? shape : WithRandomLayout(random, shape);
}

inline WindowedArray Windowed(const WindowModels& window, const Literal& array,
                              const Shape& result) {
  const Shape& shape = array.shape();
  return {ToAxes(window, shape.dimensions().ToVector()), shape.element_type(),
          IndexUtil::Strides(shape), IndexUtil::Strides(result)};
}

// The result of shape `result` that FoldedWindows gives with its tasks in that order.
inline Literal Folded(const FoldModel& fold, const WindowModels& window, const Literal& array,
                      const Shape& result, const std::string& init, TaskOrder order,
                      KernelReport& report) {
  Literal filled = *Literal::Create(result);
  const FoldedWindows folded(*fold.kernel, Windowed(window, array, result));
  report =
      RunKernel(folded.Run(array.data<std::byte>(), reinterpret_cast<const std::byte*>(init.data()),
                           filled.mutable_data<std::byte>()),
                order);
  // Small windows need no kernel.
  EXPECT_EQ(folded.is_small(), report.phases == 0 && report.scratch_bytes == 0);
  return filled;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_FOLDED_WINDOWS_H_
