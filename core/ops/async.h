// Attributes of async-start, async-update and async-done.
#ifndef HLOOM_OPS_ASYNC_H_
#define HLOOM_OPS_ASYNC_H_

#include <string>

#include "hlo/attributes/text.h"

namespace hloom {

struct AsyncAttributes {
  std::string async_execution_thread;

  template <typename V>
  void visit(V& v) {
    v({.name = "async_execution_thread",
       .proto_field = 79,
       .doc = "the name of the thread that a back end runs it on; means nothing here",
       .omit_default = true},
      async_execution_thread);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_ASYNC_H_
