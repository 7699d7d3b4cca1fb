// The order in which a device begins and ends its sends and recvs.
//
// A -done waits for another device, which may wait for what this one has not begun. So a send or
// recv begins before the -dones that it does not depend on, wherever the program has it: XLA's page
// "Operation semantics" (Send, "Scheduling of channel instructions") leaves that to the back end.
//
//   %s = send(%x, %t)      %s = send(%x, %t)
//   %d = send-done(%s)     %r = recv(%t)
//   %r = recv(%t)          %d = send-done(%s)
//   %e = recv-done(%r)     %e = recv-done(%r)
//
// On the left, two devices that send to each other would wait for ever.
#ifndef HLOOM_COMM_TRANSFER_ORDER_H_
#define HLOOM_COMM_TRANSFER_ORDER_H_

#include <memory>

#include "hlo/hlo_module.h"

namespace hloom {

// The module with its sends and recvs begun early; null where they are already, or where the
// program states its schedule. What they need is computed before them, unless it calls a
// computation, waits, or has an effect: nothing of that changes its place.
std::unique_ptr<HloModule> BeginTransfersEarly(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_COMM_TRANSFER_ORDER_H_
