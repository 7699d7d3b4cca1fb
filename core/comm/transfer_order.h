// The order in which a device begins and ends its sends and recvs.
//
// A -done waits for another device, which may wait for a transfer that this one has not begun. So a
// send or recv begins before the -dones that it does not depend on, independent of its place in the
// program. XLA's page "Operation semantics" (Send, "Scheduling of channel instructions") leaves the
// order to the back end.
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

// Returns the module with its sends and recvs begun early; null if they already are, or if the
// program states its schedule. Their dependencies are computed before them. An instruction that
// calls a computation, waits, or has an effect keeps its place.
std::unique_ptr<HloModule> BeginTransfersEarly(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_COMM_TRANSFER_ORDER_H_
