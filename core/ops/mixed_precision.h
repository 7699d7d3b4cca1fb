// Programs that mix floating-point types of operands that must have one type: add(bf16[2] x, f32[2]
// y).
//
// XLA's shape inference accepts them, and the result has the type of the highest precision; in
// hloom operands have one type. XLA also accepts computations whose parameters or results have
// other floating-point types than the elements to which they are applied, and results whose written
// type differs from the inferred one. All of these imply converts: this file determines them, and
// mixed_precision_rewriter.h inserts them.
#ifndef HLOOM_OPS_MIXED_PRECISION_H_
#define HLOOM_OPS_MIXED_PRECISION_H_

#include <optional>
#include <vector>

#include "ops/op_def.h"

namespace hloom {

// The type with the greater range; of two with one range, the type with more digits. Both must be
// floating-point types.
PrimitiveType HigherPrecision(PrimitiveType a, PrimitiveType b);

// A type that contains the numbers of both: one of them, F32 or F64.
PrimitiveType CommonPrecision(PrimitiveType a, PrimitiveType b);

// An element is rounded to `through` and then converted to `type`.
struct Conversion {
  PrimitiveType through;
  PrimitiveType type;

  bool operator==(const Conversion& other) const = default;
};

// The converts that turn a program of mixed types into one of equal types.
struct ImpliedConverts {
  // The types of the elements to which a computation is applied. It is replaced by one that takes
  // these, converts them to its parameters' types, and converts its results.
  struct Computation {
    std::vector<PrimitiveType> parameters;
    std::vector<Conversion> results;  // one for each array of the result

    bool operator==(const Computation& other) const = default;
  };

  std::vector<Conversion> operands;
  std::vector<Computation> computations;
  // The element types that XLA infers for the arrays of the result, if they differ from those that
  // follow from the converted operands; otherwise empty.
  std::vector<PrimitiveType> results;
};

// ---- for OpDef::imply_converts; they ignore operands that are not mixed floats ----

// All operands get the type of the highest precision among them.
void UnifyOperands(const InferContext& context, ImpliedConverts& converts);
// These do the same for the first two, and for all but the first.
void UnifyFirstTwo(const InferContext& context, ImpliedConverts& converts);
void UnifyAllButFirst(const InferContext& context, ImpliedConverts& converts);
// The second operand gets the type of the first: the update of dynamic-update-slice.
void UnifyToFirst(const InferContext& context, ImpliedConverts& converts);
// All operands get the type of operand 1: the bounds of clamp.
void UnifyToSecond(const InferContext& context, ImpliedConverts& converts);
// Each operand gets the type of the computation's parameter: map.
void UnifyToParameters(const InferContext& context, ImpliedConverts& converts);
// reduce and reduce-window: N arrays and N initial values get the type in which the computation
// accumulates. In XLA's inference the results of reduce have that type, and those of reduce-window
// the type of the initial values.
void AdaptReduction(const InferContext& context, ImpliedConverts& converts);
void AdaptWindowReduction(const InferContext& context, ImpliedConverts& converts);
// all-reduce and reduce-scatter: the computation takes and returns the operands' type, or, if
// operands differ, the type of the highest precision among them; each result has its operand's
// type.
void AdaptReducer(const InferContext& context, ImpliedConverts& converts);
// scatter and select-and-scatter accumulate in an array of the operand's type: each application
// rounds to that.
void AdaptScatter(const InferContext& context, ImpliedConverts& converts);
void AdaptSelectAndScatter(const InferContext& context, ImpliedConverts& converts);
// sort: the comparator takes the operands' types.
void AdaptComparator(const InferContext& context, ImpliedConverts& converts);

// ---- for readers ----

// An instruction with its converts.
struct Implied {
  ImpliedConverts converts;
  // The shape without the converts of the result. If no shape was written, it is the result that
  // XLA infers.
  Shape shape;
};

// Returns null if the types are not mixed, or if converts would not help. `written` is the declared
// shape of the result, null if there is none; called computations must be complete.
std::optional<Implied> FindImplied(const InferContext& context, const Shape* written);
std::optional<Implied> FindImplied(const HloInstruction& instruction);

// The element type of each parameter, and of each array of the result, with no conversion.
ImpliedConverts::Computation TypesOf(const HloComputation& computation);

// Adds a help with the name of the option to an error that converts would avoid; other errors do
// not change.
Status HelpWithMixture(const Status& status, const HloInstruction& instruction);
Status WithMixtureHelp(const Status& status);

}  // namespace hloom

#endif  // HLOOM_OPS_MIXED_PRECISION_H_
