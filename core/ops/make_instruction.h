// The one place where the instructions of a program are made, whoever asks: XlaBuilder, HLO text
// and its short forms, bytes. (HloModule copies what was made here.)
//
//   InstructionMaker maker;
//   StatusOr<std::unique_ptr<HloInstruction>> tuple =
//       maker.Make({.opcode = HloOpcode::kTuple, .operands = {x, x}});
//
// What instructions have in common is seen to here: the number of operands, attributes that follow
// from them, the shape, and how many parts all shapes of the program may have together, counted
// before anybody walks them.
#ifndef HLOOM_OPS_MAKE_INSTRUCTION_H_
#define HLOOM_OPS_MAKE_INSTRUCTION_H_

#include <memory>
#include <unordered_set>
#include <vector>

#include "hlo/hlo_module.h"
#include "ops/op_def.h"
#include "shape/parts_budget.h"

namespace hloom {

// A computation that is called, with all that it calls itself.
struct Callee {
  const HloComputation* entry;
  // What PartsOfPrograms gives for it, or more.
  int64_t parts;
};

struct InstructionDraft {
  HloOpcode opcode;
  std::vector<HloInstruction*> operands = {};
  // The attributes of the operation; null where it has none.
  std::unique_ptr<Attributes> attributes = nullptr;
  std::vector<const HloComputation*> called_computations = {};
  // The shape that the operation is given (OpTraits::shape_given), or that was written; it must be
  // valid. Null: the shape is inferred, for which the called computations must be complete.
  ShapePtr shape = nullptr;
  std::unique_ptr<InstructionExtras> extras = nullptr;
  // Computations that another maker made: they become part of the program, each once.
  std::vector<Callee> callees = {};
  // Whether the instruction comes from a program that was written down: its attributes may leave
  // out what operands tell, and its shape is believed until the module is verified.
  bool written = false;
  // Whether what is written without a shape may mix floating-point types. The module needs converts
  // then, see mixed_precision_rewriter.h.
  bool allow_mixed_precision = false;
};

// Makes the instructions of one program: a module, or what a builder is building.
class InstructionMaker {
 public:
  // Makes an instruction without a name and an id. Errors are arity.c1, parts.c1, and, unless the
  // shape was written, those of InferShape; they name the operation and the operands' shapes.
  StatusOr<std::unique_ptr<HloInstruction>> Make(InstructionDraft draft);

  // Those of all that was made and called, or more, where callees overlap.
  int64_t parts() const { return made_parts_ + called_parts_; }
  int64_t parts_left() const { return PartsBudget::kMaxParts - parts(); }

 private:
  StatusOr<ShapePtr> ShapeFor(const InstructionDraft& draft, const InferContext& context);
  Status Book(int64_t parts, const std::vector<Callee>& callees);

  int64_t made_parts_ = 0;
  int64_t called_parts_ = 0;
  std::unordered_set<const HloComputation*> called_;
};

// What an instruction counts for in parts.c1: the parts of its shape, and of its operands where
// they are compared with the parameters of computations.
int64_t PartsOf(const HloInstruction& instruction);
// The parts of all instructions of computations and of what they call, directly or not; each
// instruction counts once.
int64_t PartsOfPrograms(const std::vector<const HloComputation*>& entries);

}  // namespace hloom

#endif  // HLOOM_OPS_MAKE_INSTRUCTION_H_
