// The one place that makes the instructions of a program, for XlaBuilder, HLO text and its short
// forms, and bytes. (HloModule copies instructions that were made here.)
//
//   InstructionMaker maker;
//   StatusOr<std::unique_ptr<HloInstruction>> tuple =
//       maker.Make({.opcode = HloOpcode::kTuple, .operands = {x, x}});
//
// It handles the common properties of instructions: the number of operands, attributes that follow
// from them, the shape, and the limit of the parts of all shapes of the program, counted before any
// code walks them.
#ifndef HLOOM_OPS_MAKE_INSTRUCTION_H_
#define HLOOM_OPS_MAKE_INSTRUCTION_H_

#include <memory>
#include <unordered_set>
#include <vector>

#include "hlo/hlo_module.h"
#include "literal/shape_table.h"
#include "ops/op_def.h"
#include "shape/parts_budget.h"

namespace hloom {

// A called computation, with all computations that it calls.
struct Callee {
  const HloComputation* entry;
  // Its PartsOfPrograms, or more.
  int64_t parts;
};

struct InstructionDraft {
  HloOpcode opcode;
  std::vector<HloInstruction*> operands = {};
  // The attributes of the operation; null if it has none.
  std::unique_ptr<Attributes> attributes = nullptr;
  std::vector<const HloComputation*> called_computations = {};
  // The given shape (OpTraits::shape_given), or the written one; it must be valid. Null if the
  // shape is inferred, for which the called computations must be complete.
  ShapePtr shape = nullptr;
  std::unique_ptr<InstructionExtras> extras = nullptr;
  // Computations that another maker made: they become part of the program, each once.
  std::vector<Callee> callees = {};
  // True if the instruction comes from text or bytes: its attributes may omit values that follow
  // from operands, and its shape is trusted until the module is verified.
  bool written = false;
  // True if instructions without a written shape may mix floating-point types. The module then
  // needs converts, see mixed_precision_rewriter.h.
  bool allow_mixed_precision = false;
};

// Makes the instructions of one program: a module, or what a builder is building.
class InstructionMaker {
 public:
  // A maker for a computation that this program will call: equal shapes of both are one object.
  InstructionMaker ForCallee() const {
    InstructionMaker maker;
    maker.shapes_ = shapes_;
    return maker;
  }

  // Makes an instruction without a name and an id. Errors are arity.c1, parts.c1, and, unless the
  // shape was written, those of InferShape; they name the operation and the operands' shapes.
  StatusOr<std::unique_ptr<HloInstruction>> Make(InstructionDraft draft);

  // The parts of everything made and called, or more if callees overlap.
  int64_t parts() const { return made_parts_ + called_parts_; }
  int64_t parts_left() const { return PartsBudget::kMaxParts - parts(); }

 private:
  StatusOr<ShapePtr> ShapeFor(const InstructionDraft& draft, const InferContext& context);
  Status Book(int64_t parts, const std::vector<Callee>& callees);

  std::shared_ptr<ShapeTable> shapes_ = std::make_shared<ShapeTable>();
  int64_t made_parts_ = 0;
  int64_t called_parts_ = 0;
  std::unordered_set<const HloComputation*> called_;
};

// The number of parts of an instruction for parts.c1: those of its shape, and of its operands if
// they are compared with the parameters of computations.
int64_t PartsOf(const HloInstruction& instruction);
// The parts of all instructions of computations and of their direct and indirect callees; each
// instruction counts once.
int64_t PartsOfPrograms(const std::vector<const HloComputation*>& entries);

}  // namespace hloom

#endif  // HLOOM_OPS_MAKE_INSTRUCTION_H_
