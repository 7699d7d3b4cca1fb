// Random groups and pairs of devices, as in HLO text.
#ifndef HLOOM_TESTS_COMM_EXCHANGE_GROUPS_H_
#define HLOOM_TESTS_COMM_EXCHANGE_GROUPS_H_

#include <string>

#include "comm/collective_model.h"

namespace hloom::testing_support {

// Gives the spec, whose kind is set, a mode, groups and pairs of this grid. Returns their
// attributes: ", channel_id=1, replica_groups={{0,1}}".
std::string SetGroups(Random& random, const GridModel& grid, ExchangeSpec& spec);

// "{{0,1},{1,2}}"
std::string PairsText(const ExchangeSpec& spec);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_COMM_EXCHANGE_GROUPS_H_
