// Adds the instructions of collectives, for both forms of their builder functions, hloom's and
// XLA's.
#ifndef HLOOM_BUILDER_FUNCTIONS_COLLECTIVES_COLLECTIVE_INSTRUCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_COLLECTIVES_COLLECTIVE_INSTRUCTIONS_H_

#include <optional>
#include <string_view>
#include <vector>

#include "builder/functions/collective_functions.h"

namespace hloom {
namespace collective_internal {

// Which devices meet.
struct Meeting {
  const ReplicaGroups& groups;
  const OptionalChannel& channel;
  bool use_global_device_ids = false;
};

template <typename Attributes>
Attributes AttributesOfMeeting(const Meeting& meeting) {
  Attributes attributes;
  attributes.replica_groups = meeting.groups;
  attributes.channel_id = meeting.channel ? meeting.channel->handle() : 0;
  attributes.use_global_device_ids = meeting.use_global_device_ids;
  return attributes;
}

// The builder of the first operand that has one; null if none has.
XlaBuilder* BuilderOfAll(Span<const XlaOp> operands);

// collective.b1: shards are counted by 1 or more.
Status CheckShards(const XlaBuilder& builder, HloOpcode opcode, std::string_view name,
                   int64_t count);

// The shape with the size of one dimension multiplied, or with `divide` divided, by the count.
// collective.b2.
StatusOr<Shape> Resized(const XlaBuilder& builder, HloOpcode opcode, XlaOp operand,
                        int64_t dimension, int64_t count, bool divide);

// collective.b3: the result of an all-to-all has the dimension along which blocks are concatenated.
Status CheckConcatDimension(const XlaBuilder& builder, const Shape& operand,
                            int64_t concat_dimension);

// ---- Functions whose result may be told its layout ----
// It is that of each array; without one, arrays have the layouts that operations give them.

XlaOp GatherAll(Span<const XlaOp> operands, int64_t all_gather_dimension, int64_t shard_count,
                const Meeting& meeting, const std::optional<Layout>& layout);
// channel.b2: `shape_with_layout` is the operand's, ignoring layouts.
XlaOp ReduceAcross(XlaOp operand, const XlaComputation& computation, const Meeting& meeting,
                   const std::optional<Shape>& shape_with_layout);
XlaOp ReduceAllAcross(Span<const XlaOp> operands, const XlaComputation& computation,
                      const Meeting& meeting, const std::optional<Shape>& shape_with_layout);
XlaOp ScatterReduced(XlaOp operand, const XlaComputation& computation, int64_t scatter_dimension,
                     int64_t shard_count, const Meeting& meeting,
                     const std::optional<Layout>& layout);
XlaOp ExchangeOperands(Span<const XlaOp> operands, const Meeting& meeting,
                       const std::optional<Layout>& layout);
// Splits the operand by slices, which are sent in the layout, and concatenates the received ones.
XlaOp ExchangeSlices(XlaOp operand, int64_t split_dimension, int64_t concat_dimension,
                     int64_t split_count, const Meeting& meeting,
                     const std::optional<Layout>& layout);

}  // namespace collective_internal
}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_COLLECTIVES_COLLECTIVE_INSTRUCTIONS_H_
