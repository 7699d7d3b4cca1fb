#include "ops/rerun_explain.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "hlo/rewriter.h"
#include "ops/control/structural.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

class MovedSources final : public ElementSources {
 public:
  using Decide = void (*)(const ExecutedOp&, const ElementPlace&, std::vector<Source>&);

  MovedSources(const ExecutedOp& op, Decide decide, std::vector<int64_t> firsts, Literal numbers)
      : op_(op), decide_(decide), firsts_(std::move(firsts)), numbers_(std::move(numbers)) {}

  void Find(const ElementPlace& at, std::vector<Source>& sources) const override {
    const auto number = numbers_.Get<int64_t>(at.index);
    const auto after = std::upper_bound(firsts_.begin(), firsts_.end(), number);
    // An element that was only cleared has no source.
    if (after != firsts_.begin() && after != firsts_.end()) {
      const auto operand = static_cast<size_t>(after - firsts_.begin() - 1);
      const Shape& shape = op_.operands[operand]->shape();
      sources.push_back(ElementOf(operand, IndexOfNumber(shape, number - firsts_[operand])));
    }
    if (decide_ != nullptr) decide_(op_, at, sources);
  }

 private:
  const ExecutedOp& op_;
  const Decide decide_;
  // The number of the first element of each operand, and the end.
  const std::vector<int64_t> firsts_;
  const Literal numbers_;
};

}  // namespace

HloInstruction* AppendTo(HloComputation& computation, std::string name, HloOpcode opcode,
                         Shape shape, std::vector<HloInstruction*> operands,
                         std::unique_ptr<Attributes> attributes,
                         std::vector<const HloComputation*> callees) {
  HloInstruction* const added = computation.AddInstruction(std::make_unique<HloInstruction>(
      opcode, std::make_shared<const Shape>(std::move(shape)), std::move(operands),
      std::move(attributes), std::move(callees)));
  added->set_name_and_id(std::move(name), kNoId);
  return added;
}

std::vector<HloInstruction*> AppendParameters(HloComputation& computation, std::string_view name,
                                              std::vector<Shape> shapes) {
  std::vector<const HloInstruction*> parameters = computation.parameters();
  std::vector<HloInstruction*> added;
  for (Shape& shape : shapes) {
    const auto number = static_cast<int64_t>(parameters.size());
    added.push_back(AppendTo(computation, StrCat(name, number), HloOpcode::kParameter,
                             std::move(shape), {}, MakeAttributes(ParameterAttributes{number})));
    parameters.push_back(added.back());
  }
  computation.set_parameters(std::move(parameters));
  return added;
}

std::unique_ptr<HloModule> ModuleOf(const HloInstruction& instruction, Rerun rerun) {
  HloComputation computation("main");
  std::vector<HloInstruction*> operands =
      AppendParameters(computation, "p", std::move(rerun.operands));
  std::unique_ptr<Attributes> attributes = std::move(rerun.attributes);
  if (!rerun.opcode && instruction.raw_attributes() != nullptr) {
    attributes = instruction.raw_attributes()->Clone();
  }
  computation.set_root(AppendTo(computation, instruction.name(),
                                rerun.opcode.value_or(instruction.opcode()),
                                std::move(rerun.result), std::move(operands), std::move(attributes),
                                std::move(rerun.callees)));
  return HloModule::CreateFrom(computation, "elements");
}

Shape ShapeOfNumbers(const Shape& like) {
  std::vector<bool> dynamic;
  for (int64_t d = 0; d < like.rank(); ++d) dynamic.push_back(like.is_dynamic_dimension(d));
  return ShapeUtil::MakeShape(S64, like.dimensions(), dynamic);
}

StatusOr<Literal> ElementNumbers(const Literal& like, int64_t first, const LedgerPtr& ledger) {
  const Shape shape = ShapeOfNumbers(like.shape());
  HLOOM_ASSIGN_OR_RETURN(Literal numbers, Literal::Create(shape, ledger));
  int64_t* const data = numbers.mutable_data<int64_t>();
  const int64_t count = ShapeUtil::ElementsIn(shape);
  for (int64_t i = 0; i < count; ++i) data[i] = first + i;
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (!shape.is_dynamic_dimension(d)) continue;
    HLOOM_RETURN_IF_ERROR(numbers.SetDynamicSize(d, like.GetDynamicSize(d)));
  }
  return numbers;
}

ElementIndex IndexOfNumber(const Shape& shape, int64_t number) {
  ElementIndex index(static_cast<size_t>(shape.rank()));
  for (size_t d = index.size(); d-- > 0;) {
    const int64_t size = std::max<int64_t>(shape.dimensions(static_cast<int64_t>(d)), 1);
    index[d] = number % size;
    number /= size;
  }
  return index;
}

int64_t NumberOfIndex(const Shape& shape, Span<const int64_t> index) {
  int64_t number = 0;
  for (size_t d = 0; d < index.size(); ++d) {
    number = number * shape.dimensions(static_cast<int64_t>(d)) + index[d];
  }
  return number;
}

StatusOr<std::unique_ptr<ElementSources>> PrepareMoved(
    ExplainContext& context, const ExecutedOp& op, size_t data,
    void (*decide)(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources)) {
  Rerun rerun;
  std::vector<Literal> arguments;
  std::vector<int64_t> firsts = {1};
  for (size_t i = 0; i < op.operands.size(); ++i) {
    const Literal& operand = *op.operands[i];
    if (i < data) {
      HLOOM_ASSIGN_OR_RETURN(Literal numbers,
                             ElementNumbers(operand, firsts.back(), context.ledger()));
      firsts.push_back(firsts.back() + ShapeUtil::ElementsIn(operand.shape()));
      arguments.push_back(std::move(numbers));
    } else {
      arguments.push_back(operand);
    }
    rerun.operands.push_back(arguments.back().shape());
  }
  rerun.result = ShapeOfNumbers(op.result.shape());
  HLOOM_ASSIGN_OR_RETURN(Literal numbers,
                         context.Run(ModuleOf(op.instruction, std::move(rerun)), arguments));
  return std::unique_ptr<ElementSources>(
      std::make_unique<MovedSources>(op, decide, std::move(firsts), std::move(numbers)));
}

void AllDecideFrom(const ExecutedOp& op, size_t first, std::vector<Source>& sources) {
  for (size_t i = first; i < op.operands.size(); ++i) {
    sources.push_back(Deciding(BoxOf(i, WholeOf(*op.operands[i]))));
  }
}

}  // namespace hloom
