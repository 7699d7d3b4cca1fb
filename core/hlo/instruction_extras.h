// Parts of an instruction that have no effect on values: its origin, its sharding over devices,
// instructions to back ends. They are kept so that text and bytes round-trip.
#ifndef HLOOM_HLO_INSTRUCTION_EXTRAS_H_
#define HLOOM_HLO_INSTRUCTION_EXTRAS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/boxed.h"
#include "hlo/hlo_sharding.h"
#include "hlo/op_metadata.h"
#include "hlo/original_value.h"

namespace hloom {

class HloInstruction;

// The attributes are ordered by name, as XLA prints the map of its proto.
using FrontendAttributes = std::map<std::string, std::string>;

// Measurements of a profiler; `index_to_show` is the entry that a picture of the program shows.
struct Statistics {
  struct Entry {
    std::string name;
    double value = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  int64_t index_to_show = 0;
  std::vector<Entry> entries;

  friend bool operator==(const Statistics&, const Statistics&) = default;
};

// The shardings on the two sides of the operation domain.
struct ShardingDomain {
  std::optional<HloSharding> operand_side;
  std::optional<HloSharding> user_side;
  friend bool operator==(const ShardingDomain&, const ShardingDomain&) = default;
};

struct InstructionExtras {
  OpMetadata metadata;
  FrontendAttributes frontend_attributes;
  // A tuple has a list of shardings, or one that each of its arrays has.
  Boxed<HloSharding> sharding;
  Boxed<OriginalValue> origin;
  // Any bytes; text shows JSON objects directly and everything else in quotes.
  std::string backend_config;
  // Instructions of the same computation that must run before, although none of their values is
  // used.
  std::vector<const HloInstruction*> control_predecessors;
  Statistics statistics;
  // For each array of a parameter: true if it is the same on all replicas.
  std::vector<bool> parameter_replication;
  Boxed<ShardingDomain> domain;
};

}  // namespace hloom

#endif  // HLOOM_HLO_INSTRUCTION_EXTRAS_H_
