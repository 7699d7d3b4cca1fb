// Ends the transfers of groups.
//
// The async-done of a group of collectives, an async-start with the frontend attribute
// _collectives_group, ends the sends and recvs of the group, without a -done of their own: XLA
// reads what was received from element 0 of the context.
#ifndef HLOOM_COMM_GROUP_ENDS_H_
#define HLOOM_COMM_GROUP_ENDS_H_

#include <memory>

#include "hlo/hlo_module.h"

namespace hloom {

// Adds a send-done or recv-done behind the async-done for each context in the group's result. Users
// of the async-done get contexts of completed transfers, with the received values. Returns null if
// there is no such group. The module must have passed the verifier.
std::unique_ptr<HloModule> EndGroups(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_COMM_GROUP_ENDS_H_
