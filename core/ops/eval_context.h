// The interface of an operation's evaluation to the runtime, which implements it.
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
  // The account of the bytes of values. May be null.
  virtual const LedgerPtr& ledger() const = 0;
  // The number of the device on which the program runs; 0 if there is only one.
  virtual int64_t device() const = 0;
  // All of these.
  virtual const DeviceGrid& grid() const = 0;
  // The state of the random numbers of this run on this device, from Philox; taking numbers
  // advances the counter. StartOfRandomNumbers sets its start.
  virtual RandomState& random() = 0;
};

// Each device of a run has its own key. The counter starts at {0, key}, so the result of
// rng-get-and-update-state depends on the seed, too.
constexpr RandomState StartOfRandomNumbers(uint64_t seed, int64_t device) {
  const uint64_t key = seed + static_cast<uint64_t>(device);
  return {key, {0, key}};
}

// Control flow pushes frames instead of recursing. An operation's `resume` is called repeatedly:
// each time it requests the next call of a computation with its arguments, or returns the
// operation's value. `returned` holds the result of the previously requested call.
//
// The operands are available until it has requested its first call; it must keep data that it needs
// later.
struct ControlState {
  int64_t stage = 0;
  Literal carried;
  std::vector<Literal> kept;  // what else it needs from one call to the next
  Literal returned;
  std::vector<Literal> arguments;  // of the call that it asks for, or what the host is told
  LedgerPtr ledger;                // whose bytes new values are
};

struct ControlAction {
  // Null means that the operation is done, and `value` is its value, unless it asks the host.
  const HloComputation* call = nullptr;
  Literal value = {};
  // The host's answer (ops/host/host.h) for the instruction and state.arguments is `returned` in
  // the next call.
  bool ask_host = false;
  // A kernel to run first; `resume` is then called again. All arguments of the kernel, including
  // the state, stay alive until it is done.
  std::optional<Kernel> first = {};
};

}  // namespace hloom

#endif  // HLOOM_OPS_EVAL_CONTEXT_H_
