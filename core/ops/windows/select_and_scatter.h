#ifndef HLOOM_OPS_WINDOWS_SELECT_AND_SCATTER_H_
#define HLOOM_OPS_WINDOWS_SELECT_AND_SCATTER_H_

#include "hlo/attributes/window.h"

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

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_SELECT_AND_SCATTER_H_
