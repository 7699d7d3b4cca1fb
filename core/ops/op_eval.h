// OpEval: how an HLO operation is executed. Its table is apart from that of OpDef, which describes
// the operation, and only the runtime names it: a program that builds and prints, and runs nothing,
// links none of it.
#ifndef HLOOM_OPS_OP_EVAL_H_
#define HLOOM_OPS_OP_EVAL_H_

#include <memory>
#include <variant>
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

// The computation of each element, for arrays of one shape.
struct ElementOp {
  // Returns the function for operand 0 of this compute type; it has no loop if there is none.
  ElementFunction (*function_for)(const HloInstruction& instruction, PrimitiveType type);
  // True if it takes and gives elements of compute types: others are widened before and rounded once
  // after. Otherwise it takes elements as they are stored.
  bool computes = true;
  // The greatest time of an element, in additions: tasks have the fewer elements. Complex numbers
  // take four times as long again.
  int64_t cost = 1;
};

// The operand whose memory the result may use, if this is the operand's last use and it has the
// result's layout and width of type.
enum class InPlace : uint8_t {
  kNever,
  kAnyOperand,   // element i of the result needs no other element of the operands than theirs at i
  kSameOperand,  // array k of the result starts as operand k
};

struct ElementwiseArrays;
struct OpEval;

// An operation on operands of known static shapes: everything that follows from shapes and attributes
// is worked out. A plan prepares an instruction once for the shapes that the program states; operands
// that come in other layouts are prepared for when they come.
class PreparedOp {
 public:
  virtual ~PreparedOp() = default;
  // Fills the arrays of the result. The two lists of addresses, the arrays and this object stay
  // until the kernel is done.
  virtual Kernel Run(const std::byte* const* operands, std::byte* const* results) const = 0;
  // The number of the operand whose memory is the result: there is nothing to fill.
  static constexpr int kNoView = -1;
  virtual int view_of() const { return kNoView; }
  // True if Run does all there is to do, and returns a kernel that is done: such a step is light.
  virtual bool is_small() const { return false; }
  // True if it copies an operand into another order first.
  virtual bool reorders() const { return false; }
  // For an elementwise operation on operands in the order of the result: everything except addresses.
  virtual const ElementwiseArrays* elementwise() const { return nullptr; }
};

// ---- the kinds of operations ----

// The value already exists: nothing is computed, and a plan finds the value before a program runs.
struct Forwards {
  enum Value : uint8_t {
    kArgument,  // of the computation
    kLiteral,   // a constant
    kOperands,  // a tuple of all operands
    kElement,   // of its operand, a tuple
    kOperand,   // the first one
  };
  Value value;
};

// An array whose elements others repeat.
struct RepeatedArray {
  Shape shape;
  std::unique_ptr<const PreparedOp> prepared;
};

// Arrays are filled.
struct Computes {
  // Prepares the operation for operands of these shapes, which may have other layouts than the
  // program states. Null if there is nothing to fill, or if only `evaluate` can tell what to do.
  std::unique_ptr<const PreparedOp> (*prepare)(const HloInstruction& instruction,
                                               Span<const Shape* const> operands) = nullptr;
  // For an operation that depends on more than shapes: fills the destination instead of a prepared
  // operation. Small work is done when it returns; for the rest it returns a kernel, and all
  // arguments stay until that is done.
  Kernel (*evaluate)(EvalContext& context, const HloInstruction& instruction, Operands operands,
                     Destination& destination) = nullptr;
  // Returns a value that is made without computing: it shares the operands' memory, or has none. An
  // invalid literal means that the value has to be computed.
  StatusOr<Literal> (*view)(EvalContext& context, const HloInstruction& instruction,
                            Operands operands) = nullptr;
  InPlace in_place = InPlace::kNever;
  // If the result is a tuple, the destination is empty and `evaluate` adds its parts.
  bool adds_parts = false;
  // For an operation whose result repeats the elements of operand 0: returns the strides with which
  // the result steps through the operand's memory. Readers that take repeated operands get the
  // operand itself.
  std::vector<int64_t> (*repeats)(const HloInstruction& instruction) = nullptr;
  // For an operation that repeats the elements of another array than operand 0, as an iota of
  // s32[4,8] does those of s32[8]: returns the shape of that array and the operation, without
  // operands, that fills it. `repeats` has its strides.
  RepeatedArray (*repeated)(const HloInstruction& instruction) = nullptr;
  // True if `prepare` and `evaluate` take, in place of an operand that repeats elements, the array
  // that it repeats, whose rank is less.
  bool takes_repeated = false;
  const FoldKernel* fold = nullptr;
  // The function of each element, for arrays of one shape. Scalars beside arrays are up to
  // `prepare`.
  const ElementOp* elements = nullptr;
};

// Goes on with an operation that waits or calls computations by itself: see ControlState.
using ResumeFunction = StatusOr<ControlAction> (*)(const HloInstruction& instruction,
                                                   Operands operands, ControlState& state);

// Computations are called, one after the other.
struct Calls {
  enum Order : uint8_t {
    kOnce,      // the one that it names, with its operands
    kLoop,      // a condition and a body, again and again, with its operand and the body's result
    kBranch,    // the one that its first operand selects, with the operand that belongs to it
    kByItself,  // in the order that `resume` asks for
  };
  Order order;
  ResumeFunction resume = nullptr;
};

// Devices compute the value together, or wait for what they began together.
struct Meets {
  enum Part : uint8_t { kWhole, kStart, kDone };
  Part part = kWhole;
  const Collective* collective = nullptr;  // null for a -done
  // For a whole collective: executes an async-start of it.
  const OpEval* begun = nullptr;
};

// A value is sent to another device or to the host, or received.
struct Transfers {
  enum Part : uint8_t { kSend, kSendDone, kRecv, kRecvDone };
  Part part;
  // For the channels of the host; the runtime executes those between devices.
  ResumeFunction resume;
};

// The host of the run gives the value, or takes one.
struct AsksHost {
  ResumeFunction resume;
};

using OpKind = std::variant<Forwards, Computes, Calls, Meets, Transfers, AsksHost>;

// The handling of arrays of dynamic size. The default, of ops/live_sizes_eval.h, evaluates the
// operation on static arrays of the live sizes.
struct LiveSizes {
  // True if the operation itself takes and gives arrays of dynamic size.
  bool handled = false;
  // Only set if `handled`: sets the live sizes of the result before it is filled.
  Status (*set_result)(const HloInstruction& instruction, Operands operands,
                       Destination& destination) = nullptr;
  // Cuts the sizes of operands that must agree down to the live ones.
  Status (*align)(const HloInstruction& instruction, OperandSizes& sizes) = nullptr;
  // Returns the shape of the result on operands of these live shapes, if the program states the
  // shape.
  StatusOr<Shape> (*shape)(const HloInstruction& instruction,
                           Span<const Shape* const> operands) = nullptr;
};
inline constexpr LiveSizes kHandlesLiveSizes = {.handled = true};

// Clang 14 for WebAssembly gives a function the type `void()` if only its address is taken and
// classes of its signature are not instantiated: these are, in every file that states an OpEval.
static_assert(sizeof(std::unique_ptr<const PreparedOp>) + sizeof(Span<const Shape* const>) +
                  sizeof(Operands) + sizeof(StatusOr<Literal>) + sizeof(StatusOr<Shape>) +
                  sizeof(StatusOr<ControlAction>) + sizeof(std::vector<int64_t>) >
              0);

struct OpEval {
  OpKind kind;
  LiveSizes live = {};
  // The value is not as its shape states, and only operations of the same family read it.
  bool opaque_value = false;
  // Returns the reason why this instruction is read, checked and printed, but does not run; null if
  // all forms run.
  Status (*check_runs)(const HloInstruction& instruction) = nullptr;
  // Returns the OpEval that executes this instruction in place of this one, or null. A custom call
  // that is built in, for example, does not ask the host.
  const OpEval* (*executed_by)(const HloInstruction& instruction) = nullptr;

  template <typename Kind>
  const Kind* As() const {
    return std::get_if<Kind>(&kind);
  }
  bool calls(Calls::Order order) const {
    return As<Calls>() != nullptr && As<Calls>()->order == order;
  }
  const ElementOp* elements() const {
    return As<Computes>() == nullptr ? nullptr : As<Computes>()->elements;
  }
  const FoldKernel* fold() const {
    return As<Computes>() == nullptr ? nullptr : As<Computes>()->fold;
  }
  // Null if it does not wait, and calls no computations by itself.
  ResumeFunction resume() const;
};

// kAddEval and its like: the file of the operation defines it.
#define HLOOM_OP(opcode, name) extern const OpEval opcode##Eval;
#include "hlo/ops.def"

const OpEval& GetOpEval(HloOpcode opcode);
// The OpEval that executes an instruction when a program runs.
const OpEval& ExecutingOpEval(const HloInstruction& instruction);

// The collective that the computation of an async-start is, where its operands are those of the
// async-start; null for any other instruction.
const HloInstruction* CollectiveOfAsync(const HloInstruction& start);

// The value of an operation that computes, if nothing has to be computed; otherwise an invalid
// literal, and the prepared operation if there is one.
struct ComputedValue {
  Literal view;
  std::unique_ptr<const PreparedOp> op;
};
StatusOr<ComputedValue> PrepareValue(const Computes& computes, EvalContext& context,
                                     const HloInstruction& instruction, Operands operands);

// Fills the destination by what PrepareValue returned, and then the padding of its arrays.
Kernel EvaluateInto(const OpEval& eval, std::unique_ptr<const PreparedOp> op, EvalContext& context,
                    const HloInstruction& instruction, Operands operands, Destination& destination);

}  // namespace hloom

#endif  // HLOOM_OPS_OP_EVAL_H_
