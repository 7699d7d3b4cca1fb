// What an operation's evaluation needs from above. The runtime implements it.
#ifndef HLOOM_OPS_EVAL_CONTEXT_H_
#define HLOOM_OPS_EVAL_CONTEXT_H_

#include <memory>
#include <optional>
#include <vector>

#include "hlo/hlo_module.h"
#include "kernels/kernel.h"
#include "literal/literal.h"

namespace hloom {

using Operands = Span<const Literal* const>;

class EvalContext {
 public:
  virtual ~EvalContext() = default;
  // Whose bytes the values are. May be null.
  virtual const LedgerPtr& ledger() const = 0;
  // The device, of those that a run has, on which the program runs: 0 where there is one.
  virtual int64_t device() const = 0;
};

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
