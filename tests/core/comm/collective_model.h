// The plain model of communication between devices: the devices that meet, and the result of each,
// one element after the other, in the words of Operation Semantics. It is the oracle of the
// collectives and of send and recv. It is slow and obvious on purpose, and shares no code with the
// implementation.
#ifndef HLOOM_TESTS_COMM_COLLECTIVE_MODEL_H_
#define HLOOM_TESTS_COMM_COLLECTIVE_MODEL_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/models/array_model.h"

namespace hloom::testing_support {

// Device number d is partition d % partitions of replica d / partitions.
struct GridModel {
  int64_t replicas = 1;
  int64_t partitions = 1;

  int64_t devices() const { return replicas * partitions; }
  int64_t Device(int64_t replica, int64_t partition) const {
    return replica * partitions + partition;
  }
};

// One value of a program: an array of the same sizes on every device, with different elements.
struct SpreadArray {
  PrimitiveType type;
  std::vector<ArrayModel> on;  // by device

  const Sizes& sizes() const { return on[0].sizes; }
};

enum class Exchange {
  kAllReduce,
  kAllGather,
  kReduceScatter,
  kAllToAll,         // one array that is cut along a dimension
  kAllToAllOfTuple,  // an operand for each device of the group
  kRaggedAllToAll,
  kBroadcast,
  kPermute,
  kTransfer,  // send and recv
};

// The attributes of an exchange.
struct ExchangeSpec {
  Exchange kind;
  bool has_channel = false;
  bool use_global_device_ids = false;
  bool of_partitions = false;  // the ids of a transfer's pairs
  std::vector<Sizes> replica_groups;
  std::vector<std::pair<int64_t, int64_t>> pairs;
  // The dimension along which arrays are cut or concatenated; all-to-all cuts along it.
  size_t dimension = 0;
  size_t concat_dimension = 0;
  std::function<std::string(const std::string&, const std::string&)> reduction;
};

// The meaning of the ids of replica_groups or of the pairs.
enum class IdsModel {
  kReplicas,                // each partition for itself
  kPartitions,              // each replica for itself
  kReplicasWithPartitions,  // replicas, each with all of its partitions
  kDevices,
};
IdsModel IdsOf(const ExchangeSpec& spec);
int64_t CountOfIds(IdsModel ids, const GridModel& grid);

// The devices of each group, in its order. Without replica_groups all are one group.
std::vector<Sizes> GroupsModel(const ExchangeSpec& spec, const GridModel& grid);
// Pairs of devices.
std::vector<std::pair<int64_t, int64_t>> PairsModel(const ExchangeSpec& spec,
                                                    const GridModel& grid);

// The result of each device: one array, or several if the operation returns a tuple.
std::vector<SpreadArray> ExchangeModel(const ExchangeSpec& spec, const GridModel& grid,
                                       const std::vector<SpreadArray>& operands);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_COMM_COLLECTIVE_MODEL_H_
