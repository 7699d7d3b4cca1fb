// OpEval: how an HLO operation is computed. It stands beside the operation's OpDef, which says what
// the operation is, in a table that only the runtime names: a program that builds and prints, and
// runs nothing, links none of it.
#ifndef HLOOM_OPS_OP_EVAL_H_
#define HLOOM_OPS_OP_EVAL_H_

#include <memory>
#include <vector>

#include "kernels/elementwise/element_function.h"
#include "kernels/fold.h"
#include "kernels/kernel.h"
#include "ops/collectives/collective_eval.h"
#include "ops/destination.h"
#include "ops/eval_context.h"
#include "ops/op_def.h"

namespace hloom {

// For each operand, the size of each dimension.
using OperandSizes = std::vector<std::vector<int64_t>>;

// What an operation computes for each element of arrays of one shape.
struct ElementOp {
  // The function for operand 0 of this compute type; it has no loop where there is none.
  ElementFunction (*function_for)(const HloInstruction& instruction, PrimitiveType type);
  // It takes and gives elements of compute types: others are widened before and rounded once after.
  // Otherwise it takes elements as they are stored.
  bool computes = true;
  // How many times as long as an addition an element takes, at worst: tasks have the fewer
  // elements. Complex numbers take four times as long again.
  int64_t cost = 1;
};

// Which operand's memory the result may take over, where nobody else needs that operand any more
// and it has the result's type width and layout.
enum class InPlace : uint8_t {
  kNever,
  kAnyOperand,   // element i of the result needs no other element of the operands than theirs at i
  kSameOperand,  // array k of the result starts as operand k
};

// Whose value an operation hands on, or is: nothing is computed, and the runtime knows where the
// value lies before a program runs.
enum class Forwards : uint8_t {
  kNothing,
  kArgument,  // of the computation
  kLiteral,   // a constant
  kOperands,  // a tuple of all operands
  kElement,   // of its operand, a tuple
  kOperand,   // the first one
};

// How an operation calls computations, one after the other.
enum class Calls : uint8_t {
  kNothing,
  kOnce,    // the one that it names, with its operands
  kLoop,    // a condition and a body, again and again, with its operand and what the body gave
  kBranch,  // the one that its first operand selects, with the operand that belongs to it
};

// Which part of a transfer between two devices, or to and from the host, an operation is.
enum class TransferPart : uint8_t { kNone, kSend, kSendDone, kRecv, kRecvDone };

// What an instruction does where its operands have exactly the shapes that the program states, all
// static and without padding: everything that follows from shapes and attributes is worked out
// before a program runs.
class PreparedOp {
 public:
  virtual ~PreparedOp() = default;
  // Fills the arrays of the result from those of the operands, as OpEval::evaluate does. The
  // arrays, both lists of them and this stay until the kernel is done.
  virtual Kernel Run(const std::byte* const* operands, std::byte* const* results) const = 0;
  // There is nothing to fill where this is an operand's number: the result is its memory.
  static constexpr int kNoView = -1;
  virtual int view_of() const { return kNoView; }
  // Run does all there is to do, and the kernel that it returns is done.
  virtual bool is_small() const { return false; }
};

struct OpEval {
  Forwards forwards = Forwards::kNothing;
  Calls calls = Calls::kNothing;
  // The value is not as its shape says, and nothing but operations of its own kind reads it.
  bool opaque_value = false;
  // Some forms of an operation are read, checked and printed, and do not run: says why this very
  // instruction does not. Nothing below is asked of it then. Null where all forms run.
  Status (*check_runs)(const HloInstruction& instruction) = nullptr;
  // Gives a value that is made without computing: it shares the operands' memory, or has none.
  // After an invalid literal, `evaluate` is asked.
  StatusOr<Literal> (*view)(EvalContext& context, const HloInstruction& instruction,
                            Operands operands) = nullptr;
  // Fills the destination. What is small is done when it returns, for the rest it returns a kernel;
  // all that it was given stays until that is done.
  Kernel (*evaluate)(EvalContext& context, const HloInstruction& instruction, Operands operands,
                     Destination& destination) = nullptr;
  InPlace in_place = InPlace::kNever;
  // Where the result is a tuple, the destination is empty, and `evaluate` adds its parts.
  bool adds_parts = false;
  // `evaluate`, prepared; null where there is nothing to gain for this instruction.
  std::unique_ptr<const PreparedOp> (*prepare)(const HloInstruction& instruction) = nullptr;
  // Where each element of the result is one of operand 0's, and most of these come several times:
  // gives the strides with which the result steps through the operand's memory. Whoever reads the
  // result may be given the operand in its place, see `prepare_repeating`.
  std::vector<int64_t> (*repeats)(const HloInstruction& instruction) = nullptr;
  // `prepare`, where operands that repeat elements may be given as what they repeat: as arrays of
  // these shapes, whose rank is less than that of the operand. Null where this does not pay, for
  // any operand on its own; `evaluate` takes such operands too, then.
  std::unique_ptr<const PreparedOp> (*prepare_repeating)(
      const HloInstruction& instruction, Span<const Shape* const> operands) = nullptr;
  // What waits, or calls computations in a way of its own, has this: it is asked again and again,
  // see ControlState.
  StatusOr<ControlAction> (*resume)(const HloInstruction& instruction, Operands operands,
                                    ControlState& state) = nullptr;
  // Whether the operation sees to dynamic sizes itself. Other operations never meet them, see
  // ops/live_sizes_eval.h.
  bool reads_live_sizes = false;
  // Both serve operations with dynamic dimensions, and are null where the default of
  // ops/live_sizes_eval.h does. This one cuts the sizes of operands that must agree down to the
  // live ones.
  Status (*align_sizes)(const HloInstruction& instruction, OperandSizes& sizes) = nullptr;
  // Gives, where the shape is or may be given, the one that is given on operands of these live
  // shapes.
  StatusOr<Shape> (*live_shape)(const HloInstruction& instruction,
                                Span<const Shape* const> operands) = nullptr;
  // What executes this very instruction, where something else does; null for all others. A
  // custom-call that is built in asks no host.
  const OpEval* (*executed_by)(const HloInstruction& instruction) = nullptr;
  // Devices do it together: what they compute is `collective`, and this is the whole of it, its
  // -start, or its -done, whose operand is the -start. Such an operation has none of the above.
  enum class CollectivePart : uint8_t { kWhole, kStart, kDone };
  const Collective* collective = nullptr;  // null for a -done, and for what is no collective
  CollectivePart collective_part = CollectivePart::kWhole;
  // For a whole collective: what executes an async-start of it.
  const OpEval* begun = nullptr;
  // Where the channel is one between devices, the runtime sees to it; the host's have `resume`.
  TransferPart transfer = TransferPart::kNone;
  const FoldKernel* fold = nullptr;
  // What is computed for each element of arrays of one shape; where an operation also takes scalars
  // beside arrays, `evaluate` sees to that.
  const ElementOp* elements = nullptr;

  // It has a value of its own accord, neither handed on nor that of a computation.
  bool computes() const { return view != nullptr || evaluate != nullptr; }
  // Devices meet for it, or it waits for what they began.
  bool meets() const { return collective != nullptr || collective_part == CollectivePart::kDone; }
};

// kAddEval and its like: the file of the operation defines it.
#define HLOOM_OP(opcode, name) extern const OpEval opcode##Eval;
#include "hlo/ops.def"
#undef HLOOM_OP

// kAddEval and its like: the file of the operation defines it.
// kAddEval and its like: the file of the operation defines it.
const OpEval& GetOpEval(HloOpcode opcode);
// What executes an instruction when a program runs.
const OpEval& ExecutingOpEval(const HloInstruction& instruction);

// The collective that the computation of an async-start is, where its operands are those of the
// async-start; null for any other instruction.
const HloInstruction* CollectiveOfAsync(const HloInstruction& start);

// Evaluates, and fills the padding of the destination's arrays afterwards.
Kernel EvaluateInto(const OpEval& eval, EvalContext& context, const HloInstruction& instruction,
                    Operands operands, Destination& destination);

}  // namespace hloom

#endif  // HLOOM_OPS_OP_EVAL_H_
