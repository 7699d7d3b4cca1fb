// What an operation's evaluation needs from above. The runtime implements it.
#ifndef HLOOM_OPS_EVAL_CONTEXT_H_
#define HLOOM_OPS_EVAL_CONTEXT_H_

#include <memory>
#include <optional>
#include <vector>

#include "hlo/hlo_module.h"
#include "kernels/kernel.h"
#include "kernels/random/philox.h"
#include "literal/literal.h"
#include "ops/collectives/device_groups.h"

namespace hloom {

using Operands = Span<const Literal* const>;

class EvalContext {
 public:
  virtual ~EvalContext() = default;
  // Whose bytes the values are. May be null.
  virtual const LedgerPtr& ledger() const = 0;
  // The device, of those that a run has, on which the program runs: 0 where there is one.
  virtual int64_t device() const = 0;
  // All of these.
  virtual const DeviceGrid& grid() const = 0;
  // The random numbers of this run on this device, of Philox: whoever takes some moves the counter
  // on. It starts as StartOfRandomNumbers says.
  virtual RandomState& random() = 0;
};

// Each device of a run has a key of its own. The counter starts at {0, key}: what
// rng-get-and-update-state gives differs by the seed, too.
constexpr RandomState StartOfRandomNumbers(uint64_t seed, int64_t device) {
  const uint64_t key = seed + static_cast<uint64_t>(device);
  return {key, {0, key}};
}

// Control flow pushes frames instead of recursing. An operation's `resume` is asked again and
// again: each time it says which computation to call next, with which arguments, or what its value
// is. `returned` holds the result of the call that it asked for before.
//
// The operands are there until it has asked for its first call: what it needs later, it keeps.
struct ControlState {
  int64_t phase = 0;
  Literal carried;
  std::vector<Literal> kept;  // what else it needs from one call to the next
  Literal returned;
  std::vector<Literal> arguments;  // of the call that it asks for, or what the host is told
  LedgerPtr ledger;                // whose bytes new values are
};

struct ControlAction {
  // Null means that the operation is done, and `value` is its value; unless it asks the host.
  const HloComputation* call = nullptr;
  Literal value = {};
  // What the host (ops/host/host.h) answers for the instruction and state.arguments is `returned`
  // the next time.
  bool ask_host = false;
  // What is to be done before anything else; then the operation is asked again. All that the kernel
  // was given, the state among it, stays until it is done.
  std::optional<Kernel> first = {};
};

}  // namespace hloom

#endif  // HLOOM_OPS_EVAL_CONTEXT_H_
