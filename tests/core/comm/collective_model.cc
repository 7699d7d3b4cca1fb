#include "comm/collective_model.h"

#include <numeric>

#include "support/models/element_model.h"

namespace hloom::testing_support {

namespace {

using Arrays = std::vector<SpreadArray>;
using Group = Sizes;

size_t At(int64_t i) { return static_cast<size_t>(i); }

// An array of zeros on every device.
SpreadArray Zeros(const GridModel& grid, PrimitiveType type, const Sizes& sizes) {
  const std::string zero(At(ByteWidth(type)), '\0');
  const ArrayModel array{sizes, Elements(At(CountOf(sizes)), zero)};
  return {type, std::vector<ArrayModel>(At(grid.devices()), array)};
}

// The sizes with another one in a dimension.
Sizes WithSize(Sizes sizes, size_t dimension, int64_t size) {
  sizes[dimension] = size;
  return sizes;
}

// Sets each element of an array: element(index) is the one at an index.
template <typename F>
void SetElements(ArrayModel& array, const F& element) {
  for (int64_t i = 0; i < CountOf(array.sizes); ++i) {
    array.elements[At(i)] = element(IndexAt(array.sizes, i));
  }
}

// f(f(x_0, x_1), x_2) and so on, in the order of the group.
ArrayModel Reduced(const ExchangeSpec& spec, const SpreadArray& operand, const Group& group) {
  ArrayModel result = operand.on[At(group[0])];
  SetElements(result, [&](const Sizes& index) {
    std::string value = operand.on[At(group[0])].At(index);
    for (size_t m = 1; m < group.size(); ++m) {
      value = spec.reduction(value, operand.on[At(group[m])].At(index));
    }
    return value;
  });
  return result;
}

// Each device of the group gets the reduction.
void CollectiveModelAllReduce(const ExchangeSpec& spec, const SpreadArray& operand,
                              const Group& group, SpreadArray& result) {
  const ArrayModel reduced = Reduced(spec, operand, group);
  for (const int64_t device : group) result.on[At(device)] = reduced;
}

// The arrays of the group are put one after the other along the dimension.
void AllGather(const ExchangeSpec& spec, const SpreadArray& operand, const Group& group,
               SpreadArray& result) {
  const size_t d = spec.dimension;
  const int64_t each = operand.sizes()[d];
  for (const int64_t device : group) {
    SetElements(result.on[At(device)], [&](const Sizes& index) {
      const int64_t source = group[At(index[d] / each)];
      return operand.on[At(source)].At(WithSize(index, d, index[d] % each));
    });
  }
}

// The reduction is cut into as many blocks as the group has devices; device i gets block i.
void ReduceScatter(const ExchangeSpec& spec, const SpreadArray& operand, const Group& group,
                   SpreadArray& result) {
  const size_t d = spec.dimension;
  const ArrayModel reduced = Reduced(spec, operand, group);
  for (size_t i = 0; i < group.size(); ++i) {
    ArrayModel& shard = result.on[At(group[i])];
    const int64_t first = static_cast<int64_t>(i) * shard.sizes[d];
    SetElements(shard, [&](const Sizes& index) {
      return reduced.At(WithSize(index, d, first + index[d]));
    });
  }
}

// Scatter: each device cuts its array into blocks along the split dimension, and block i goes to
// device i. Gather: each concatenates the received blocks along the concat dimension.
void AllToAll(const ExchangeSpec& spec, const SpreadArray& operand, const Group& group,
              SpreadArray& result) {
  const size_t split = spec.dimension;
  const size_t concat = spec.concat_dimension;
  Sizes block = operand.sizes();
  block[split] /= static_cast<int64_t>(group.size());
  for (size_t i = 0; i < group.size(); ++i) {
    SetElements(result.on[At(group[i])], [&](const Sizes& index) {
      const int64_t source = group[At(index[concat] / block[concat])];
      const Sizes in_block = WithSize(index, concat, index[concat] % block[concat]);
      const int64_t place = static_cast<int64_t>(i) * block[split] + in_block[split];
      return operand.on[At(source)].At(WithSize(in_block, split, place));
    });
  }
}

// Operand i goes to device i; the array from device j is array j of the tuple.
void AllToAllOfTuple(const Arrays& operands, const Group& group, Arrays& results) {
  for (size_t i = 0; i < group.size(); ++i) {
    for (size_t j = 0; j < group.size(); ++j) {
      results[j].on[At(group[i])] = operands[i].on[At(group[j])];
    }
  }
}

int64_t EntryOf(const SpreadArray& vector, int64_t device, size_t i) {
  const std::string& bytes = vector.on[At(device)].elements[i];
  return static_cast<int64_t>(ReadElement(vector.type, bytes.data()).integer);
}

// Device s sends send_sizes[t] rows of its input, from input_offsets[t] on, to output_offsets[t] of
// the output of device t. Several pieces for each device are next to each other in the vectors.
// Senders write their pieces in the order of the group.
void RaggedAllToAll(const Arrays& operands, const Group& group, SpreadArray& result) {
  const SpreadArray& input = operands[0];
  const size_t pieces = operands[2].on[0].elements.size() / group.size();
  for (size_t t = 0; t < group.size(); ++t) {
    ArrayModel& output = result.on[At(group[t])];
    output = operands[1].on[At(group[t])];
    for (const int64_t sender : group) {
      for (size_t piece = t * pieces; piece < (t + 1) * pieces; ++piece) {
        const int64_t from = EntryOf(operands[2], sender, piece);
        const int64_t rows = EntryOf(operands[3], sender, piece);
        const int64_t to = EntryOf(operands[4], sender, piece);
        SetElements(output, [&](const Sizes& index) {
          if (index[0] < to || index[0] >= to + rows) return output.At(index);
          return input.on[At(sender)].At(WithSize(index, 0, index[0] - to + from));
        });
      }
    }
  }
}

// Each device of the group gets the value of the first.
void Broadcast(const SpreadArray& operand, const Group& group, SpreadArray& result) {
  for (const int64_t device : group) result.on[At(device)] = operand.on[At(group[0])];
}

// The sizes of a device's result for an operand.
Sizes ResultSizes(const ExchangeSpec& spec, const GridModel& grid, Sizes sizes) {
  const auto devices = static_cast<int64_t>(GroupsModel(spec, grid)[0].size());
  if (spec.kind == Exchange::kAllGather) sizes[spec.dimension] *= devices;
  if (spec.kind == Exchange::kReduceScatter) sizes[spec.dimension] /= devices;
  if (spec.kind == Exchange::kAllToAll) {
    sizes[spec.dimension] /= devices;
    sizes[spec.concat_dimension] *= devices;
  }
  return sizes;
}

// The results of devices that get nothing.
Arrays EmptyResults(const ExchangeSpec& spec, const GridModel& grid, const Arrays& operands) {
  if (spec.kind == Exchange::kRaggedAllToAll) {
    return {Zeros(grid, operands[1].type, operands[1].sizes())};
  }
  Arrays results;
  for (const SpreadArray& operand : operands) {
    results.push_back(Zeros(grid, operand.type, ResultSizes(spec, grid, operand.sizes())));
  }
  return results;
}

void ExchangeInGroup(const ExchangeSpec& spec, const Group& group, const Arrays& operands,
                     Arrays& results) {
  if (spec.kind == Exchange::kAllToAllOfTuple) return AllToAllOfTuple(operands, group, results);
  if (spec.kind == Exchange::kRaggedAllToAll) return RaggedAllToAll(operands, group, results[0]);
  for (size_t k = 0; k < operands.size(); ++k) {
    if (spec.kind == Exchange::kAllReduce)
      CollectiveModelAllReduce(spec, operands[k], group, results[k]);
    if (spec.kind == Exchange::kAllGather) AllGather(spec, operands[k], group, results[k]);
    if (spec.kind == Exchange::kReduceScatter) ReduceScatter(spec, operands[k], group, results[k]);
    if (spec.kind == Exchange::kAllToAll) AllToAll(spec, operands[k], group, results[k]);
    if (spec.kind == Exchange::kBroadcast) Broadcast(operands[k], group, results[k]);
  }
}

bool HasPairs(const ExchangeSpec& spec) {
  return spec.kind == Exchange::kPermute || spec.kind == Exchange::kTransfer;
}

}  // namespace

// The table of XLA's modes. Only three of the operations have use_global_device_ids.
IdsModel IdsOf(const ExchangeSpec& spec) {
  if (spec.kind == Exchange::kTransfer) {
    return spec.of_partitions ? IdsModel::kPartitions : IdsModel::kReplicas;
  }
  if (!spec.has_channel) return IdsModel::kReplicas;
  const bool has_global_ids = spec.kind == Exchange::kAllReduce ||
                              spec.kind == Exchange::kAllGather ||
                              spec.kind == Exchange::kReduceScatter;
  if (!has_global_ids) return IdsModel::kPartitions;
  return spec.use_global_device_ids ? IdsModel::kDevices : IdsModel::kReplicasWithPartitions;
}

int64_t CountOfIds(IdsModel ids, const GridModel& grid) {
  if (ids == IdsModel::kDevices) return grid.devices();
  return ids == IdsModel::kPartitions ? grid.partitions : grid.replicas;
}

std::vector<Sizes> GroupsModel(const ExchangeSpec& spec, const GridModel& grid) {
  const IdsModel ids = IdsOf(spec);
  std::vector<Sizes> groups_of_ids = spec.replica_groups;
  if (groups_of_ids.empty()) {
    groups_of_ids.emplace_back(At(CountOfIds(ids, grid)));
    std::iota(groups_of_ids[0].begin(), groups_of_ids[0].end(), 0);
  }
  if (ids == IdsModel::kDevices) return groups_of_ids;
  std::vector<Sizes> groups;
  for (const Sizes& group_of_ids : groups_of_ids) {
    if (ids == IdsModel::kReplicas) {
      for (int64_t partition = 0; partition < grid.partitions; ++partition) {
        groups.emplace_back();
        for (const int64_t id : group_of_ids) groups.back().push_back(grid.Device(id, partition));
      }
    } else if (ids == IdsModel::kPartitions) {
      for (int64_t replica = 0; replica < grid.replicas; ++replica) {
        groups.emplace_back();
        for (const int64_t id : group_of_ids) groups.back().push_back(grid.Device(replica, id));
      }
    } else {
      groups.emplace_back();
      for (const int64_t id : group_of_ids) {
        for (int64_t partition = 0; partition < grid.partitions; ++partition) {
          groups.back().push_back(grid.Device(id, partition));
        }
      }
    }
  }
  return groups;
}

std::vector<std::pair<int64_t, int64_t>> PairsModel(const ExchangeSpec& spec,
                                                    const GridModel& grid) {
  const IdsModel ids = IdsOf(spec);
  if (ids == IdsModel::kDevices) return spec.pairs;
  std::vector<std::pair<int64_t, int64_t>> pairs;
  for (const auto& [source, target] : spec.pairs) {
    if (ids == IdsModel::kReplicas) {
      for (int64_t partition = 0; partition < grid.partitions; ++partition) {
        pairs.emplace_back(grid.Device(source, partition), grid.Device(target, partition));
      }
    } else {
      for (int64_t replica = 0; replica < grid.replicas; ++replica) {
        pairs.emplace_back(grid.Device(replica, source), grid.Device(replica, target));
      }
    }
  }
  return pairs;
}

std::vector<SpreadArray> ExchangeModel(const ExchangeSpec& spec, const GridModel& grid,
                                       const std::vector<SpreadArray>& operands) {
  Arrays results = EmptyResults(spec, grid, operands);
  if (HasPairs(spec)) {
    for (const auto& [source, target] : PairsModel(spec, grid)) {
      for (size_t k = 0; k < operands.size(); ++k) {
        results[k].on[At(target)] = operands[k].on[At(source)];
      }
    }
    return results;
  }
  for (const Group& group : GroupsModel(spec, grid)) {
    ExchangeInGroup(spec, group, operands, results);
  }
  return results;
}

}  // namespace hloom::testing_support
