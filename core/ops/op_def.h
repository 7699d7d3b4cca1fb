// OpDef: the description of an HLO operation, stated once.
//
// Text, bytes, verifier, builder, ops.json and the documentation read these tables; none of them
// knows an operation by name. Each further subject has a table of its own, with a row for each line
// of hlo/ops.def, in a file next to the one of the OpDef: how the operation is executed (OpEval,
// ops/op_eval.h, *_eval.cc), and where its elements come from (OpExplain, ops/op_explain.h,
// *_explain.cc). Only the code of that subject names the table, so that a program links no more than
// it uses. Its StableHLO form and its derivative belong in such tables too.
#ifndef HLOOM_OPS_OP_DEF_H_
#define HLOOM_OPS_OP_DEF_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/documentation.h"
#include "hlo/hlo_module.h"
#include "shape/type_set.h"

namespace hloom {

struct OperandSpec {
  std::string_view name;
  std::string_view doc;
};

struct OpTraits {
  bool elementwise = false;
  bool commutative = false;
  bool control_flow = false;  // calls computations, one after the other
  // The computations are applied to elements. They must have no side effects.
  bool applies = false;
  bool loop = false;       // repeatedly, all of them in turn
  bool asks_host = false;  // its value comes from outside of the program: ops/host/host.h
  bool side_effect = false;
  bool collective = false;   // devices do it together, or wait for a collective
  bool shape_given = false;  // the result's shape is part of the instruction; inference checks it
  bool shape_may_be_given = false;  // inference does without, but not for all instructions
  // XLA accepts only the inferred floating-point type of the result, because the operation forwards
  // values of others. See mixed_precision.h.
  bool keeps_type = false;
  bool of_device = false;  // its value depends on the device that runs it
};

// The computations an operation calls, as HLO text names them. `first` and `count` select from
// called_computations(), whose order is that of XLA's proto; count -1: all from there on, in
// braces.
struct RegionSpec {
  std::string_view name;
  int first = 0;
  int count = 1;
  // Returns true if this spelling is the one for the instruction; null means that it always is.
  bool (*applies)(const HloInstruction& instruction) = nullptr;
  // Another name under which text may have the region if it is one computation: to_apply.
  std::string_view alone = {};
};

// The input of shape inference. Operand shapes are valid; their number is within the arity.
struct InferContext {
  HloOpcode opcode;
  Span<const Shape* const> operands;
  const Attributes* attributes;
  Span<const HloComputation* const> called_computations;
  // The given shape of operations with traits.shape_given; optional for operations with
  // traits.shape_may_be_given.
  const Shape* given_shape;
  // Operands have become dynamic since `given_shape` was written: its dynamic dimensions follow
  // from the operands, if possible, instead of being checked against them. Operations that continue
  // an async-start then have its computation among called_computations.
  bool given_follows = false;

  const Shape& operand(size_t i) const { return *operands[i]; }
  template <typename Struct>
  const Struct& attrs() const {
    return static_cast<const AttributesOf<Struct>*>(attributes)->value;
  }
};

// The shapes of an instruction's operands, as a context has them.
std::vector<const Shape*> OperandShapesOf(const HloInstruction& instruction);
// The context of an instruction with operands of these shapes; `shapes` must outlive it.
InferContext ContextOf(const HloInstruction& instruction, const std::vector<const Shape*>& shapes);

struct CollectiveDef;    // collectives/device_groups.h
struct ImpliedConverts;  // mixed_precision.h

struct OpDef {
  HloOpcode opcode;
  std::string_view name;  // as in HLO text
  Span<const OperandSpec> operands = {};
  int min_operands = 0;
  int max_operands = 0;  // -1: any number
  TypeSet types = TypeSet::kAny;
  // It is null for an operation without attributes.
  std::unique_ptr<Attributes> (*make_attributes)() = nullptr;
  // For programs from text and bytes: fills in values that they may omit and that follow from the
  // operands, and removes redundant ones; null if there are none.
  void (*complete_attributes)(Attributes& attributes, Span<const Shape* const> operands) = nullptr;
  Span<const RegionSpec> regions = {};
  Span<const Rule> rules = {};
  // For programs that mix floating-point types of operands and computations, which XLA's inference
  // accepts: returns the implied converts. Null if XLA refuses such a mixture, too. See
  // mixed_precision.h.
  void (*imply_converts)(const InferContext& context, ImpliedConverts& converts) = nullptr;
  StatusOr<Shape> (*infer_shape)(const InferContext& context) = nullptr;
  // For control flow: returns the shapes of the arguments of computation `callee`, if the
  // computations return `results`. Its parameters may be static where these are dynamic: then a
  // version of it runs whose parameters are dynamic, see ops/dynamic_dimension_inference.h.
  std::vector<Shape> (*callee_arguments)(const InferContext& context, size_t callee,
                                         Span<const Shape> results) = nullptr;
  // The groups of devices that meet; null for an operation that each device does by itself.
  const CollectiveDef* collective = nullptr;
  OpTraits traits = {};
  Documentation doc = {};
  Documentation source = {};  // the page of XLA's documentation, and its section
};

// kAddDef and its like: the file of the operation defines it.
#define HLOOM_OP(opcode, name) extern const OpDef opcode##Def;
#include "hlo/ops.def"

// kAddDef and its like: the file of the operation defines it.
const OpDef& GetOpDef(HloOpcode opcode);
Span<const OpDef* const> AllOpDefs();

// Checks the arity and the validity of its input, then calls the operation's inference. Errors name
// the operation and the operands' shapes. arity.c1: the number of operands; type.c1: element types
// of the operation.
StatusOr<Shape> InferShape(const InferContext& context);

// Rules that every operation shares: arity.c1, type.c1 ...
Span<const Rule> SharedRules();

}  // namespace hloom

#endif  // HLOOM_OPS_OP_DEF_H_
