// The colors of a module's nodes in DOT.
#ifndef HLOOM_TEXT_GRAPH_NODE_COLORS_H_
#define HLOOM_TEXT_GRAPH_NODE_COLORS_H_

#include <string_view>
#include <unordered_map>

#include "hlo/hlo_module.h"

namespace hloom {

// XLA's own graphs have one brown for everything that leaves a device. Here it has shades:
// collectives are the darkest; next come transfers and feeds, and the device's own numbers; tokens
// are the lightest.
inline constexpr std::string_view kCollectiveColor = "#bcaaa4";
inline constexpr std::string_view kTransferColor = "#d7ccc8";
inline constexpr std::string_view kTokenColor = "#efebe9";
// The lines of tokens, and those from sends to recvs: XLA's outline of brown nodes.
inline constexpr std::string_view kBrownLine = "#8c7b75";

class NodeColors {
 public:
  explicit NodeColors(const HloModule& module);

  // Empty for the default color.
  std::string_view Of(const HloInstruction& instruction) const;

 private:
  std::string_view Choose(const HloInstruction& instruction) const;

  // Those that are not empty.
  std::unordered_map<const HloInstruction*, std::string_view> colors_;
};

}  // namespace hloom

#endif  // HLOOM_TEXT_GRAPH_NODE_COLORS_H_
