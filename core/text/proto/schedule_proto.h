// The schedule of a module in XLA's hlo.proto: in which order the instructions of each computation
// run. Here that is the order in which they stand.
#ifndef HLOOM_TEXT_PROTO_SCHEDULE_PROTO_H_
#define HLOOM_TEXT_PROTO_SCHEDULE_PROTO_H_

#include <map>
#include <vector>

#include "base/wire.h"
#include "hlo/hlo_module.h"

namespace hloom::hlo_proto {

// By the id of a computation, the ids of its instructions.
using Schedule = std::map<int64_t, std::vector<int64_t>>;

// Fused computations have none: they run as one.
void WriteSchedule(const HloModule& module, int field, WireWriter& out);
Status ReadSchedule(const WireReader& field, Schedule& schedule);

// proto.m10: it has all instructions of the computations that it must have. Puts them into its
// order, whatever that is: that operands come first is for the verifier to see.
Status ApplySchedule(const Schedule& schedule, HloModule& module);

}  // namespace hloom::hlo_proto

#endif  // HLOOM_TEXT_PROTO_SCHEDULE_PROTO_H_
