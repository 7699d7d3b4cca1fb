#include "kernels/kernel.h"

#include <algorithm>

#include "base/buffer.h"

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
      // Its memory is the kernel's that waits for it, which goes on next.
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

Status RunToEnd(Kernel kernel) {
  std::vector<Buffer> memory;
  Buffer scratch;
  KernelRun run(std::move(kernel));
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const Kernel::Need need, run.Next());
    switch (need) {
      case Kernel::Need::kTasks: {
        const Phase& phase = run.phase();
        if (scratch.size() < phase.scratch_bytes) {
          HLOOM_ASSIGN_OR_RETURN(scratch, Buffer::Allocate(phase.scratch_bytes));
        }
        for (int64_t task = 0; task < phase.tasks; ++task) phase.Run(task, scratch.data());
        break;
      }
      case Kernel::Need::kMemory: {
        HLOOM_ASSIGN_OR_RETURN(Buffer buffer, Buffer::Allocate(run.bytes()));
        run.Give(buffer.data());
        memory.push_back(std::move(buffer));
        break;
      }
      case Kernel::Need::kNothing:
        return OkStatus();
      default:
        return Internal("internal.c1").Say("nobody applies computations here");
    }
  }
}

}  // namespace hloom
