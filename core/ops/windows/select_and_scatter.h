#ifndef HLOOM_OPS_WINDOWS_SELECT_AND_SCATTER_H_
#define HLOOM_OPS_WINDOWS_SELECT_AND_SCATTER_H_

#include "hlo/attributes/window.h"
#include "shape/shape.h"

namespace hloom {

struct SelectAndScatterAttributes {
  Window window;

  template <typename V>
  void visit(V& v) {
    v({.name = "window",
       .proto_field = 15,
       .doc = "for each dimension of the operand, the size of the window, its stride, padding and "
              "dilations; left out for a scalar",
       .omit_default = true},
      window);
  }
};

// The number of selections along each dimension: the sizes of the source. select_and_scatter.c1 to
// c4.
StatusOr<std::vector<int64_t>> SelectionSizes(const Shape& operand, const Window& window);

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_SELECT_AND_SCATTER_H_
