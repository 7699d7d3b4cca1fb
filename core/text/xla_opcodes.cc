#include "text/xla_opcodes.h"

#include <algorithm>
#include <iterator>

#include "hlo/opcode.h"

namespace hloom::hlo_text {

namespace {

// Those that hloom does not have yet, or did not have when this was written, sorted.
constexpr std::string_view kOpcodes[] = {
    "add-dependency",
    "all-gather",
    "all-gather-done",
    "all-gather-start",
    "all-reduce",
    "all-reduce-done",
    "all-reduce-start",
    "all-to-all",
    "async-done",
    "async-start",
    "async-update",
    "atan",
    "batch-norm-grad",
    "batch-norm-inference",
    "batch-norm-training",
    "bitcast",
    "cholesky",
    "collective-broadcast",
    "collective-permute",
    "collective-permute-done",
    "collective-permute-start",
    "collective-reduce",
    "convolution",
    "copy-done",
    "copy-start",
    "custom-call",
    "domain",
    "dot",
    "dynamic-reshape",
    "dynamic-slice",
    "dynamic-update-slice",
    "fft",
    "fusion",
    "get-dimension-size",
    "infeed",
    "outfeed",
    "partition-id",
    "ragged-all-to-all",
    "ragged-dot",
    "recv",
    "recv-done",
    "reduce-scatter",
    "reduce-window",
    "replica-id",
    "rng",
    "rng-bit-generator",
    "rng-get-and-update-state",
    "scaled-dot",
    "scan",
    "select-and-scatter",
    "send",
    "send-done",
    "set-dimension-size",
    "shuffle",
    "triangular-solve",
};

bool IsOpcode(std::string_view name) {
  return ParseHloOpcode(name).has_value() ||
         std::binary_search(std::begin(kOpcodes), std::end(kOpcodes), name);
}

}  // namespace

bool IsXlaOpcode(std::string_view name) {
  if (IsOpcode(name)) return true;
  for (const std::string_view suffix : {"-start", "-update", "-done"}) {
    if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix &&
        IsOpcode(name.substr(0, name.size() - suffix.size()))) {
      return true;
    }
  }
  return false;
}

}  // namespace hloom::hlo_text
