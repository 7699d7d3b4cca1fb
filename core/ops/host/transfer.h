// Attributes of the operations that exchange values with the host or with another device, in an
// order that tokens define.
#ifndef HLOOM_OPS_HOST_TRANSFER_H_
#define HLOOM_OPS_HOST_TRANSFER_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/kinds/shapes.h"
#include "hlo/kinds/text.h"
#include "ops/op_def.h"

namespace hloom {

struct InfeedAttributes {
  ByteString infeed_config;

  template <typename V>
  void visit(V& v) {
    v({.name = "infeed_config",
       .proto_field = 27,
       .doc = "a configuration for back ends; hloom ignores it",
       .omit_default = true},
      infeed_config);
  }
};

struct OutfeedAttributes {
  static constexpr AttributeField kOutfeedConfig = {
      .name = "outfeed_config",
      .proto_field = 22,
      .doc = "a configuration for back ends; hloom ignores it",
      .omit_default = true};
  Shape outfeed_shape;
  ByteString outfeed_config;

  template <typename V>
  void visit(V& v) {
    v({.name = "outfeed_shape",
       .proto_field = 29,
       .doc = "the shape of the written value: the operand's, possibly in another layout",
       .omit_default = true},
      outfeed_shape);
    v(kOutfeedConfig, outfeed_config);
  }
};

// The attributes of send, send-done, recv and recv-done.
struct ChannelAttributes {
  int64_t channel_id = 0;
  bool is_host_transfer = false;

  template <typename V>
  void visit(V& v) {
    v({.name = "channel_id",
       .proto_field = 26,
       .doc = "the number that a send and its recv share; 0 means none",
       .omit_default = true},
      channel_id);
    v({.name = "is_host_transfer",
       .proto_field = 47,
       .doc = "true if the other end is the host",
       .omit_default = true},
      is_host_transfer);
  }
};

struct DeviceGrid;

// The shape of the results of send and recv, which only their -done may use: (value, u32[],
// token[]).
Shape TransferContextShape(const Shape& value);

// The frontend attribute of a send or recv with source-target pairs, as {{0,1},{1,2}}; null if
// there is none.
inline constexpr std::string_view kSendRecvPairs = "_xla_send_recv_source_target_pairs";
// A frontend attribute of an instruction; null if it has none of this name.
inline const std::string* FrontendAttribute(const HloInstruction& instruction,
                                            std::string_view name) {
  const InstructionExtras* extras = instruction.extras();
  if (extras == nullptr) return nullptr;
  const auto found = extras->frontend_attributes.find(std::string(name));
  return found == extras->frontend_attributes.end() ? nullptr : &found->second;
}
inline const std::string* SendRecvPairsOf(const HloInstruction& instruction) {
  return FrontendAttribute(instruction, kSendRecvPairs);
}
// Its text, which may have blanks anywhere, as pairs of a source and a target; nullopt for any
// other text.
using SendRecvPairs = std::vector<std::pair<int64_t, int64_t>>;
std::optional<SendRecvPairs> ParseSendRecvPairs(std::string_view text);
// True if the pairs of a send or recv number partitions, false if they number replicas: as in XLA,
// partitions if there is a channel_id; where there is only one of either, they number the other.
bool PairsArePartitions(const HloInstruction& instruction, const DeviceGrid& grid);
// Returns the pairs that `text` states for this send or recv. comm.c6: the text is a list of pairs
// of ids that the grid has, each at most once as a source and once as a target.
StatusOr<SendRecvPairs> ReadSendRecvPairs(const HloInstruction& instruction,
                                          const std::string& text, const DeviceGrid& grid);

}  // namespace hloom

#endif  // HLOOM_OPS_HOST_TRANSFER_H_
