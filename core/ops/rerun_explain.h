// Explains operations that only move elements, by running them on arrays of element numbers.
//
//   reverse(f32[3]), dimensions={0}     on numbers: reverse({0, 1, 2}) = {2, 1, 0}
//   so element 0 of the result is element 2 of the operand
#ifndef HLOOM_OPS_RERUN_EXPLAIN_H_
#define HLOOM_OPS_RERUN_EXPLAIN_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ops/op_explain.h"

namespace hloom {

// Appends an instruction with this name to a computation under construction.
HloInstruction* AppendTo(HloComputation& computation, std::string name, HloOpcode opcode,
                         Shape shape, std::vector<HloInstruction*> operands = {},
                         std::unique_ptr<Attributes> attributes = nullptr,
                         std::vector<const HloComputation*> callees = {});
// Appends parameters of these shapes after the existing ones, named `name` and their number.
std::vector<HloInstruction*> AppendParameters(HloComputation& computation, std::string_view name,
                                              std::vector<Shape> shapes);

// The second run of an instruction: with operands of these shapes, a result of this shape, and
// calls of these computations, which the module has copies of.
struct Rerun {
  std::vector<Shape> operands = {};
  Shape result = {};
  std::vector<const HloComputation*> callees = {};
  // Set if it runs as another operation, with these attributes.
  std::optional<HloOpcode> opcode = std::nullopt;
  std::unique_ptr<Attributes> attributes = nullptr;
};
std::unique_ptr<HloModule> ModuleOf(const HloInstruction& instruction, Rerun rerun);

// An array of S64 in which each element is `first` plus its number in the row-major order of the
// bounds. It has the live sizes of `like`.
StatusOr<Literal> ElementNumbers(const Literal& like, int64_t first, const LedgerPtr& ledger);
// The shape of such an array.
Shape ShapeOfNumbers(const Shape& like);
// The index of the element with that number in the row-major order of the bounds, and back.
ElementIndex IndexOfNumber(const Shape& shape, int64_t number);
int64_t NumberOfIndex(const Shape& shape, Span<const int64_t> index);

// The sources of an operation that only moves elements of its first `data` operands. `decide`, if
// not null, appends the sources in the other operands.
StatusOr<std::unique_ptr<ElementSources>> PrepareMoved(
    ExplainContext& context, const ExecutedOp& op, size_t data,
    void (*decide)(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources));

// Each element of all operands from `first` on decides.
void AllDecideFrom(const ExecutedOp& op, size_t first, std::vector<Source>& sources);

}  // namespace hloom

#endif  // HLOOM_OPS_RERUN_EXPLAIN_H_
