// OpDef: everything the system knows of one HLO operation, stated once.
//
// Text, bytes, verifier, builder, evaluator, ops.json and the documentation read these tables; none
// of them knows an operation by name. A new operation is a file in ops/ that defines its OpDef, and
// a line in hlo/ops.def.
#ifndef HLOOM_OPS_OP_DEF_H_
#define HLOOM_OPS_OP_DEF_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "hlo/hlo_module.h"
#include "ops/eval_context.h"

namespace hloom {

// A constraint, by id: "reduce.c2". Every error of shape inference cites one.
struct Rule {
  std::string_view id;
  std::string_view text;
};

struct OperandSpec {
  std::string_view name;
  std::string_view doc;
};

// Which element types an operation takes.
enum class TypeSet : uint8_t {
  kAny,
  kArithmetic,         // integers, floats, complex
  kOrdered,            // PRED, integers, floats
  kReal,               // integers, floats
  kSigned,             // signed integers, floats, complex
  kIntegral,           // integers
  kLogical,            // PRED, integers
  kFloating,           // floats
  kFloatingOrComplex,  // floats, complex
  kWideFloating,       // F32, F64: what complex numbers are made of
  kPred,
  kArray,  // PRED, integers, floats, complex: whatever arrays have
  kNone,
};
bool TypeSetContains(TypeSet set, PrimitiveType type);
// "PRED, S32, S64, ..." and "an arithmetic type (not PRED)", for documentation and errors.
std::string_view TypeSetPhrase(TypeSet set);

struct OpTraits {
  bool elementwise = false;
  bool commutative = false;
  bool control_flow = false;  // calls computations through `Resume`
  // `evaluate` applies the computations to elements. They must have no effect beside their value.
  bool applies = false;
  bool loop = false;       // again and again, all of them in turn
  bool asks_host = false;  // its value comes from outside of the program: ops/host/host.h
  bool side_effect = false;
  bool shape_given = false;  // the result's shape is part of the instruction; inference judges it
  bool shape_may_be_given = false;  // inference does without, but not for all instructions
  // `evaluate` sees to dynamic sizes itself; for all other operations they never reach it, see
  // ops/live_sizes.h.
  bool reads_live_sizes = false;
  // XLA takes the result in no other floating-point type than inference gives it: the operation hands
  // on what others made. See mixed_precision.h.
  bool keeps_type = false;
};

// The computations an operation calls, as HLO text names them. `first` and `count` select from
// called_computations(), whose order is that of XLA's proto; count -1: all from there on, in
// braces.
struct RegionSpec {
  std::string_view name;
  int first = 0;
  int count = 1;
  // Null: always. Otherwise, whether this spelling is the one for the instruction.
  bool (*applies)(const HloInstruction& instruction) = nullptr;
  // Another name, under which text may have it if it is one computation: to_apply.
  std::string_view alone = {};
};

// What shape inference sees. Operand shapes are valid; their number is within the arity.
struct InferContext {
  HloOpcode opcode;
  Span<const Shape* const> operands;
  const Attributes* attributes;
  Span<const HloComputation* const> called_computations;
  // For operations with traits.shape_given; with traits.shape_may_be_given where there is one.
  const Shape* given_shape;
  // Operands have become dynamic since `given_shape` was written: which of its dimensions are
  // dynamic follows from them, where it does, instead of being judged by them. All that goes on with
  // an async-start has its computation among called_computations then.
  bool given_follows = false;

  const Shape& operand(size_t i) const { return *operands[i]; }
  template <typename Struct>
  const Struct& attrs() const {
    return static_cast<const AttributesOf<Struct>*>(attributes)->value;
  }
};

struct ImpliedConverts;  // mixed_precision.h

using Operands = Span<const Literal* const>;
// For each operand, the size of each dimension.
using OperandSizes = std::vector<std::vector<int64_t>>;

// Folds a run of elements into an accumulator; how Reduce applies a computation that is just this
// operation.
struct FoldKernel {
  // The accumulator's room: one element, the widest being C128.
  struct Accumulator {
    alignas(16) std::byte bytes[16];
  };
  void (*begin)(PrimitiveType type, const std::byte* init, Accumulator& accumulator);
  void (*fold)(PrimitiveType type, Accumulator& accumulator, const std::byte* data, int64_t stride,
               int64_t count);
  void (*end)(PrimitiveType type, const Accumulator& accumulator, std::byte* out);
  // Applies the operation to many accumulators at once, rounding each time: the accumulator of each
  // row and column becomes op(accumulator, value). Steps are in elements. Accumulators and values
  // do not overlap.
  struct Block {
    int64_t rows, accumulator_row_step, value_row_step;
    int64_t columns, accumulator_step, value_step;
  };
  void (*combine)(PrimitiveType type, std::byte* accumulators, const std::byte* values,
                  const Block& block);
  // Folding in a wider type and rounding once at the end is what the operation means: sums, and
  // operations that never round. A product rounds at each application.
  bool rounds_once = true;
  // The operation never rounds, whatever the type: maxima, bits.
  bool exact = false;
};

// The loop of an operation that computes each element of its result from one element of each
// operand: result[i] from operands[0][i], operands[1][i] ..., for `count` elements that lie one
// after the other.
struct ElementKernel {
  // No such operation has more.
  static constexpr size_t kMaxOperands = 3;
  using Loop = void (*)(const HloInstruction& instruction, const std::byte* const* operands,
                        std::byte* result, int64_t count);
  // The loop where operand 0 has this compute type; null where there is none.
  Loop (*loop_for)(const HloInstruction& instruction, PrimitiveType type);
  // It reads and writes elements of compute types: others are widened before and rounded once
  // after. Otherwise it takes elements as they are stored.
  bool computes = true;
};

struct OpDef {
  HloOpcode opcode;
  std::string_view name;  // as in HLO text
  Span<const OperandSpec> operands = {};
  int min_operands = 0;
  int max_operands = 0;  // -1: any number
  TypeSet types = TypeSet::kAny;
  // Null for an operation without attributes.
  std::unique_ptr<Attributes> (*make_attributes)() = nullptr;
  // For programs that were written elsewhere: fills in what text and bytes may leave out and only
  // the operands tell, and leaves out what they tell anyway; null where there is nothing.
  void (*complete_attributes)(Attributes& attributes, Span<const Shape* const> operands) = nullptr;
  Span<const RegionSpec> regions = {};
  Span<const Rule> rules = {};
  // For programs that mix floating-point types, where operands and computations must be alike and
  // XLA's inference takes them as they are: says what is converted to what. Null where XLA refuses
  // such a mixture too. See mixed_precision.h.
  void (*imply_converts)(const InferContext& context, ImpliedConverts& converts) = nullptr;
  StatusOr<Shape> (*infer_shape)(const InferContext& context) = nullptr;
  // The reference semantics. Null for parameters, which the machine fills in, and for control flow.
  StatusOr<Literal> (*evaluate)(EvalContext& context, const HloInstruction& instruction,
                                Operands operands) = nullptr;
  // For operations with dynamic dimensions, both null where the default of ops/live_sizes.h does.
  // Cuts the sizes of operands that must agree down to the live ones.
  Status (*align_sizes)(const HloInstruction& instruction, OperandSizes& sizes) = nullptr;
  // Where the shape is given: what it is on operands of these live shapes.
  StatusOr<Shape> (*live_shape)(const HloInstruction& instruction,
                                Span<const Shape* const> operands) = nullptr;
  StatusOr<ControlAction> (*resume)(const HloInstruction& instruction, Operands operands,
                                    ControlState& state) = nullptr;
  // For control flow: the shapes that computation `callee` is handed, where the computations give
  // `results`. Its parameters may be static where these are dynamic: then a version of it runs whose
  // parameters are dynamic, see ops/dynamic_dimension_inference.h.
  std::vector<Shape> (*callee_arguments)(const InferContext& context, size_t callee,
                                         Span<const Shape> results) = nullptr;
  // The definition that executes this very instruction, where another one does: null for all
  // others. A custom-call that is built in asks no host.
  const OpDef* (*executed_by)(const HloInstruction& instruction) = nullptr;
  const FoldKernel* fold = nullptr;
  // For arrays of one shape; where an operation also takes scalars beside arrays, `evaluate` sees
  // to that.
  const ElementKernel* elements = nullptr;
  OpTraits traits = {};
  std::string_view doc = {};
  std::string_view source = {};  // the page of XLA's documentation, and its section
};

const OpDef& GetOpDef(HloOpcode opcode);
// Which `evaluate` or `resume` an instruction takes when a program runs.
const OpDef& ExecutingOpDef(const HloInstruction& instruction);
Span<const OpDef* const> AllOpDefs();

// Checks the arity and the validity of what it is given, then asks the operation. Errors name the
// operation and the operands' shapes. arity.c1: the number of operands; type.c1: element types of
// the operation.
StatusOr<Shape> InferShape(const InferContext& context);

// Rules that every operation shares: arity.c1, type.c1 ...
Span<const Rule> SharedRules();

}  // namespace hloom

#endif  // HLOOM_OPS_OP_DEF_H_
