#include "kernels/kernel.h"

namespace hloom {

StatusOr<Kernel::Need> KernelRun::Next() {
  if (!started_) {
    started_ = true;
    if (!kernel_.handle_) {
      HLOOM_RETURN_IF_ERROR(kernel_.status_);
      return Kernel::Need::kNothing;
    }
    waiting_.push_back(kernel_.handle_);
  }
  while (!waiting_.empty()) {
    Kernel::Handle handle = waiting_.back();  // not const: resume() is not, in older libraries
    handle.promise().request.need = Kernel::Need::kNothing;
    handle.resume();
    if (handle.done()) {
      // Its memory belongs to the kernel that waits for it, which is resumed next.
      HLOOM_RETURN_IF_ERROR(handle.promise().status);
      waiting_.pop_back();
      continue;
    }
    const Kernel::Request& request = handle.promise().request;
    if (request.need != Kernel::Need::kKernel) return request.need;
    Kernel& inner = *request.kernel;
    if (!inner.handle_) {
      HLOOM_RETURN_IF_ERROR(inner.status_);
      continue;
    }
    waiting_.push_back(inner.handle_);
  }
  return Kernel::Need::kNothing;
}

}  // namespace hloom
