#include "ops/literal_copies_eval.h"
#include "runtime/machine.h"

namespace hloom {

// Until their turn comes, values may move to other slots, or be dropped.
Status DynamicExecutor::ConvertNext() {
  Frame& frame = top();
  Frame::ToDynamic& to_dynamic = frame.to_dynamic;
  const Slot slot = to_dynamic.slots.back();
  if (std::exchange(to_dynamic.converting, false)) {
    to_dynamic.slots.pop_back();
    return frame.Put(slot, std::exchange(to_dynamic.converted, Literal()), run().ledger);
  }
  const ComputationPlan::SlotInfo& info = frame.plan->slots[At(slot)];
  const Literal& value = frame.value(slot);
  if (!value.storage() || !IsToBecomeDynamic(info, value.shape())) {
    to_dynamic.slots.pop_back();
    return OkStatus();
  }
  Kernel kernel = ToBoundedDynamic(value, *info.shape, run().ledger, &to_dynamic.converted);
  to_dynamic.converting = true;
  if (kernel.done()) {
    HLOOM_RETURN_IF_ERROR(kernel.status());
    return ConvertNext();
  }
  frame.computing.work = std::make_unique<Work>(std::move(kernel), run().threads);
  return machine_.compute_.NextNeed();
}

}  // namespace hloom
