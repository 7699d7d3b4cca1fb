// Explains operations that make and read tuples, and operations that call computations.
#include <algorithm>

#include "base/str_cat.h"
#include "ops/control/structural.h"
#include "ops/elementwise/elementwise_explain.h"
#include "ops/op_explain.h"

namespace hloom {

namespace {

ShapeIndex Rest(ShapeIndexView leaf, size_t begin) {
  return leaf.subspan(begin, leaf.size() - begin).ToVector();
}

// An element of one operand, at that leaf of it.
void Add(size_t operand, ShapeIndex leaf, const ElementPlace& at, std::vector<Source>& sources) {
  sources.push_back(ElementOf(operand, at.index));
  sources.back().leaf = std::move(leaf);
}

void SourcesOfTuple(const ExecutedOp&, const ElementPlace& at, std::vector<Source>& sources) {
  Add(static_cast<size_t>(at.leaf[0]), Rest(at.leaf, 1), at, sources);
}

void SourcesOfPart(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  ShapeIndex leaf = {op.instruction.attributes<GetTupleElementAttributes>().index};
  leaf.insert(leaf.end(), at.leaf.begin(), at.leaf.end());
  Add(0, std::move(leaf), at, sources);
}

std::string MapArithmetic(const ExecutedOp& op, const ElementPlace&,
                          const std::vector<Source>& sources, const ElementNames& names) {
  std::string terms;
  for (const Source& source : sources) {
    StrAppend(terms, terms.empty() ? "" : ", ", names.Name(source.operand, {}, source.elements[0]));
  }
  return StrCat(op.instruction.called_computation(0)->name(), "(", terms, ")");
}

// copy-start returns the copy, the operand, and a number of the back end.
void SourcesOfCopyStart(const ExecutedOp&, const ElementPlace& at, std::vector<Source>& sources) {
  if (at.leaf[0] < 2) Add(0, Rest(at.leaf, 1), at, sources);
}
void SourcesOfCopyDone(const ExecutedOp&, const ElementPlace& at, std::vector<Source>& sources) {
  ShapeIndex leaf = {0};
  leaf.insert(leaf.end(), at.leaf.begin(), at.leaf.end());
  Add(0, std::move(leaf), at, sources);
}

// An asynchronous operation has the value ((arguments), result, contexts ...). The result comes
// from the computation, if this instruction called it.
void SourcesOfAsyncStart(const ExecutedOp&, const ElementPlace& at, std::vector<Source>& sources) {
  if (at.leaf[0] != 0 || at.leaf.size() < 2) return;
  Add(static_cast<size_t>(at.leaf[1]), Rest(at.leaf, 2), at, sources);
}
void SourcesOfAsyncUpdate(const ExecutedOp& op, const ElementPlace& at,
                          std::vector<Source>& sources) {
  if (at.leaf[0] == 1) return Add(0, at.leaf.ToVector(), at, sources);
  if (at.leaf[0] != 0 || at.leaf.size() < 2) return;
  const auto bound = static_cast<int64_t>(op.operands[0]->elements()[0].elements().size());
  if (at.leaf[1] < bound) return Add(0, at.leaf.ToVector(), at, sources);
  Add(static_cast<size_t>(1 + at.leaf[1] - bound), Rest(at.leaf, 2), at, sources);
}
void SourcesOfAsyncDone(const ExecutedOp&, const ElementPlace& at, std::vector<Source>& sources) {
  ShapeIndex leaf = {1};
  leaf.insert(leaf.end(), at.leaf.begin(), at.leaf.end());
  Add(0, std::move(leaf), at, sources);
}

using Argument = OpExplain::Argument;

Argument ArgumentOfCall(const HloInstruction&, const Literal&, int64_t number) {
  return {static_cast<size_t>(number)};
}
// The operand that selects a branch is followed by one for each branch. An invalid number selects
// the last branch.
Argument ArgumentOfBranch(const HloInstruction& instruction, const Literal& selects, int64_t) {
  if (selects.shape().element_type() == PRED) return {selects.GetFirstElement<bool>() ? 1u : 2u};
  const size_t branches = instruction.called_computations().size();
  const auto branch = static_cast<size_t>(selects.GetFirstElement<int32_t>());
  return {1 + std::min(branch, branches - 1)};
}
// In the first iteration; after that it is the body's result.
Argument ArgumentOfLoop(const HloInstruction&, const Literal&, int64_t) { return {}; }
Argument ArgumentOfAsyncUpdate(const HloInstruction& instruction, const Literal&, int64_t number) {
  const Shape& before = instruction.operand(0)->shape().tuple_shapes()[0];
  const auto bound = static_cast<int64_t>(before.tuple_shapes().size());
  if (number < bound) return {0, {0, number}};
  return {static_cast<size_t>(1 + number - bound)};
}

constexpr OpExplain kControlCalls = {.origin = Origin::kComputation, .argument = ArgumentOfCall};
constexpr OpExplain kNothing = {.origin = Origin::kItself};

}  // namespace

constexpr OpExplain kParameterExplain = {.origin = Origin::kArgument};
constexpr OpExplain kConstantExplain = kNothing;
constexpr OpExplain kAfterAllExplain = kNothing;
constexpr OpExplain kTupleExplain = {.sources = SourcesOfTuple, .linear = true};
constexpr OpExplain kGetTupleElementExplain = {.sources = SourcesOfPart, .linear = true};
constexpr OpExplain kCopyStartExplain = {.sources = SourcesOfCopyStart, .linear = true};
constexpr OpExplain kCopyDoneExplain = {.sources = SourcesOfCopyDone, .linear = true};
constexpr OpExplain kMapExplain = {.sources = SourcesAtSameIndex, .arithmetic = MapArithmetic};
constexpr OpExplain kCallExplain = kControlCalls;
constexpr OpExplain kFusionExplain = kControlCalls;
constexpr OpExplain kWhileExplain = {.origin = Origin::kComputation, .argument = ArgumentOfLoop};
constexpr OpExplain kConditionalExplain = {.origin = Origin::kComputation,
                                           .argument = ArgumentOfBranch};
constexpr OpExplain kAsyncStartExplain = {.origin = Origin::kComputation,
                                          .sources = SourcesOfAsyncStart,
                                          .argument = ArgumentOfCall,
                                          .returned_part = 1};
constexpr OpExplain kAsyncUpdateExplain = {.origin = Origin::kComputation,
                                           .sources = SourcesOfAsyncUpdate,
                                           .argument = ArgumentOfAsyncUpdate,
                                           .returned_part = 1};
constexpr OpExplain kAsyncDoneExplain = {.sources = SourcesOfAsyncDone, .linear = true};

}  // namespace hloom
