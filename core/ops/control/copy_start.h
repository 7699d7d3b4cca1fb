// Attributes of copy-start.
#ifndef HLOOM_OPS_CONTROL_COPY_START_H_
#define HLOOM_OPS_CONTROL_COPY_START_H_

#include "hlo/attributes/integers.h"

namespace hloom {

struct CopyStartAttributes {
  PrefetchIndex cross_program_prefetch_index;

  template <typename V>
  void visit(V& v) {
    v({.name = "cross_program_prefetch_index",
       .proto_field = 80,
       .proto_flag = PrefetchIndex::kOldField,
       .doc = "the index of a prefetch across programs in the module; hloom ignores it",
       .omit_default = true},
      cross_program_prefetch_index);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_COPY_START_H_
