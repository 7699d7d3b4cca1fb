#ifndef HLOOM_OPS_WINDOWS_REDUCE_WINDOW_H_
#define HLOOM_OPS_WINDOWS_REDUCE_WINDOW_H_

#include "hlo/attributes/window.h"

namespace hloom {

struct ReduceWindowAttributes {
  Window window;

  template <typename V>
  void visit(V& v) {
    v({.name = "window",
       .proto_field = 15,
       .doc = "for each dimension, the size of the window, its stride, the padding of the array "
              "(negative: elements at the edge are left out), its base dilation (lhs_dilate) and "
              "window dilation (rhs_dilate); left out for a scalar",
       .omit_default = true},
      window);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_REDUCE_WINDOW_H_
