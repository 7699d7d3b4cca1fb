// The permutation gives the sources of sorted elements: element numbers are sorted in step.
#include "hlo/rewriter.h"
#include "ops/rerun_explain.h"
#include "ops/sorting/sort.h"

namespace hloom {

namespace {

// The line of elements from which one is chosen. All of them decide.
void AddLine(const ExecutedOp& op, size_t operand, size_t dimension, const ElementIndex& index,
             std::vector<Source>& sources) {
  ElementBox line;
  for (const int64_t i : index) line.push_back(One(i));
  line[dimension] = {0, op.operands[operand]->GetDynamicSize(static_cast<int64_t>(dimension)), 1};
  sources.push_back(Deciding(BoxOf(operand, std::move(line), "keys")));
}

// The comparator with two additional numbers, which it ignores.
std::unique_ptr<HloComputation> WithNumbers(const HloComputation& comparator) {
  ComputationRewriter rewriter(comparator);
  for (const auto& instruction : comparator.instructions()) {
    rewriter.Copy(*instruction, instruction->shape_ptr(),
                  instruction->called_computations().ToVector());
  }
  std::unique_ptr<HloComputation> computation = rewriter.Finish();
  const Shape number = ShapeUtil::MakeScalarShape(S64);
  AppendParameters(*computation, "number.", {number, number});
  return computation;
}

class SortSources final : public ElementSources {
 public:
  SortSources(const ExecutedOp& op, Literal numbers) : op_(op), numbers_(std::move(numbers)) {}

  void Find(const ElementPlace& at, std::vector<Source>& sources) const override {
    const size_t own = at.leaf.empty() ? 0 : static_cast<size_t>(at.leaf[0]);
    const ElementIndex index =
        IndexOfNumber(op_.operands[own]->shape(), numbers_.Get<int64_t>(at.index));
    sources.push_back(ElementOf(own, index));
    const auto dimension =
        static_cast<size_t>(op_.instruction.attributes<SortAttributes>().dimensions[0]);
    for (size_t i = 0; i < op_.operands.size(); ++i) AddLine(op_, i, dimension, index, sources);
  }

 private:
  const ExecutedOp& op_;
  const Literal numbers_;
};

StatusOr<std::unique_ptr<ElementSources>> PrepareSortSources(ExplainContext& context,
                                                             const ExecutedOp& op) {
  Rerun rerun;
  std::vector<Literal> arguments;
  std::vector<Shape> results;
  for (const Literal* operand : op.operands) {
    arguments.push_back(*operand);
    results.push_back(operand->shape());
  }
  const Literal& like = op.result.shape().IsTuple() ? op.result.elements()[0] : op.result;
  HLOOM_ASSIGN_OR_RETURN(Literal numbers, ElementNumbers(like, 0, context.ledger()));
  arguments.push_back(std::move(numbers));
  // If one operand is dynamic, all results are.
  for (const Literal& argument : arguments) rerun.operands.push_back(argument.shape());
  for (Shape& result : results) {
    for (int64_t d = 0; d < result.rank(); ++d) {
      result.set_dynamic_dimension(d, like.shape().is_dynamic_dimension(d));
    }
  }
  results.push_back(rerun.operands.back());
  rerun.result = Shape(std::move(results));
  const std::unique_ptr<HloComputation> comparator =
      WithNumbers(*op.instruction.called_computation(0));
  rerun.callees = {comparator.get()};
  HLOOM_ASSIGN_OR_RETURN(const Literal sorted,
                         context.Run(ModuleOf(op.instruction, std::move(rerun)), arguments));
  return std::unique_ptr<ElementSources>(
      std::make_unique<SortSources>(op, sorted.elements()[op.operands.size()]));
}

// The second part of the result has the sources of the first part's elements.
void SourcesOfTopK(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  ElementIndex index = at.index.ToVector();
  index.back() = op.result.elements()[1].Get<int32_t>(at.index);
  if (at.leaf[0] == 0) sources.push_back(ElementOf(0, index));
  AddLine(op, 0, index.size() - 1, index, sources);
}

}  // namespace

constexpr OpExplain kSortExplain = {.prepare = PrepareSortSources};
constexpr OpExplain kTopKExplain = {.sources = SourcesOfTopK};

}  // namespace hloom
