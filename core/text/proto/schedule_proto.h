// The schedule of a module in XLA's hlo.proto: the order in which the instructions of each
// computation run. In hloom's modules that is the order of the instructions.
#ifndef HLOOM_TEXT_PROTO_SCHEDULE_PROTO_H_
#define HLOOM_TEXT_PROTO_SCHEDULE_PROTO_H_

#include <map>
#include <vector>

#include "base/wire.h"
#include "hlo/hlo_module.h"

namespace hloom::hlo_proto {

// The ids of the instructions of each computation, by its id.
using Schedule = std::map<int64_t, std::vector<int64_t>>;

// Writes the schedule; fused computations have none, because they run as one.
void WriteSchedule(const HloModule& module, int field, WireWriter& out);
Status ReadSchedule(const WireReader& field, Schedule& schedule);

// proto.m10: it has all instructions of the computations that it must have. Puts the instructions
// into its order. The verifier checks that operands come first.
Status ApplySchedule(const Schedule& schedule, HloModule& module);

}  // namespace hloom::hlo_proto

#endif  // HLOOM_TEXT_PROTO_SCHEDULE_PROTO_H_
