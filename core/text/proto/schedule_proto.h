// The schedule of a module in XLA's hlo.proto: in which order the instructions of each computation
// run. In a module of ours that is the order in which they stand.
#ifndef HLOOM_TEXT_PROTO_SCHEDULE_PROTO_H_
#define HLOOM_TEXT_PROTO_SCHEDULE_PROTO_H_

#include <map>
#include <vector>

#include "base/wire.h"
#include "hlo/hlo_module.h"

namespace hloom::hlo_proto {

// The ids of the instructions of each computation, by its id.
using Schedule = std::map<int64_t, std::vector<int64_t>>;

// Writes the schedule; fused computations have none, as they run as one.
void WriteSchedule(const HloModule& module, int field, WireWriter& out);
Status ReadSchedule(const WireReader& field, Schedule& schedule);

// proto.m10: it has all instructions of the computations that it must have. Puts the instructions
// into its order. Whether operands come first is judged by the verifier.
Status ApplySchedule(const Schedule& schedule, HloModule& module);

}  // namespace hloom::hlo_proto

#endif  // HLOOM_TEXT_PROTO_SCHEDULE_PROTO_H_
