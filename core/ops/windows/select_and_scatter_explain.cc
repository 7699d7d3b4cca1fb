// An element of select-and-scatter's result is computed from the values whose windows select it. A
// reduce-window of values and their numbers finds the element that each window selects:
//
//   operand {3, 1, 4}, window 2, select GE        numbers {0, 1, 2}
//   windows {3, 1} and {1, 4} pick                numbers 0 and 2
#include <algorithm>
#include <numeric>

#include "base/str_cat.h"
#include "literal/literal_util.h"
#include "ops/control/call.h"
#include "ops/control/structural.h"
#include "ops/elementwise/compare.h"
#include "ops/rerun_explain.h"
#include "ops/windows/reduce_window.h"
#include "ops/windows/select_and_scatter.h"
#include "ops/windows/window_eval.h"
#include "ops/windows/window_explain.h"

namespace hloom {

namespace {

const Window& ExplainedWindowOf(const ExecutedOp& op) {
  return op.instruction.attributes<SelectAndScatterAttributes>().window;
}

// a / b, rounded down and up; b is positive.
int64_t Floor(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }
int64_t Ceil(int64_t a, int64_t b) { return -Floor(-a, b); }

// The windows that have a position on an element, each of which has a value in the source. With a
// dilation of 2 and strides of 1 it is every second one: the others have holes there.
IndexRange WindowsOver(const WindowAxis& axis, int64_t element) {
  const int64_t place = element * axis.base_dilation + axis.padding_low;
  const int64_t extent = (axis.window - 1) * axis.window_dilation;
  const int64_t step = axis.window_dilation / std::gcd(axis.stride, axis.window_dilation);
  int64_t first = std::max<int64_t>(Ceil(place - extent, axis.stride), 0);
  const int64_t last = std::min(Floor(place, axis.stride), axis.outputs - 1);
  for (int64_t i = 0; i < step && (place - first * axis.stride) % axis.window_dilation != 0; ++i) {
    ++first;
  }
  const bool none = first > last || (place - first * axis.stride) % axis.window_dilation != 0;
  return {first, none ? 0 : (last - first) / step + 1, step};
}

// The elements under these windows, all of which have a position on `element`: their elements are
// equally far apart, and so no gap is between those of one window and of the next.
IndexRange ElementsUnder(const WindowAxis& axis, const IndexRange& windows, int64_t element) {
  if (windows.size == 0) return {0, 0, 1};
  const IndexRange first = TouchOf(axis, windows.start).elements;
  const IndexRange last = TouchOf(axis, windows.start + (windows.size - 1) * windows.step).elements;
  const int64_t end = last.start + (last.size - 1) * last.step;
  const int64_t step = axis.window_dilation / std::gcd(axis.base_dilation, axis.window_dilation);
  return first.start == end ? One(element)
                            : IndexRange{first.start, (end - first.start) / step + 1, step};
}

// Takes two pairs (value, number) and returns the one that `select` selects. The initial pair,
// whose number is -1, is always replaced.
std::unique_ptr<HloComputation> PickedOfTwo(const HloComputation& select) {
  const Shape value = select.parameters()[0]->shape();
  const Shape number = ShapeUtil::MakeScalarShape(S64), pred = ShapeUtil::MakeScalarShape(PRED);
  auto computation = std::make_unique<HloComputation>("picked");
  HloComputation& c = *computation;
  const auto p = AppendParameters(c, "p", {value, number, value, number});
  HloInstruction* const zero =
      AppendTo(c, "zero", HloOpcode::kConstant, number, {},
               MakeAttributes(ConstantAttributes{LiteralUtil::CreateR0<int64_t>(0)}));
  HloInstruction* const is_element =
      AppendTo(c, "is_element", HloOpcode::kCompare, pred, {p[1], zero},
               MakeAttributes(CompareAttributes{.direction = ComparisonDirection::kGe}));
  HloInstruction* const selected = AppendTo(c, "selected", HloOpcode::kCall, pred, {p[0], p[2]},
                                            MakeAttributes(CallAttributes{}), {&select});
  HloInstruction* const keep = AppendTo(c, "keep", HloOpcode::kAnd, pred, {is_element, selected});
  HloInstruction* const kept = AppendTo(c, "kept", HloOpcode::kSelect, value, {keep, p[0], p[2]});
  HloInstruction* const its = AppendTo(c, "number", HloOpcode::kSelect, number, {keep, p[1], p[3]});
  c.set_root(AppendTo(c, "pair", HloOpcode::kTuple, ShapeUtil::MakeTupleShape({value, number}),
                      {kept, its}));
  return computation;
}

class PickedSources final : public ElementSources {
 public:
  PickedSources(const ExecutedOp& op, Literal picks)
      : op_(op),
        picks_(std::move(picks)),
        axes_(AxesOf(ExplainedWindowOf(op), op.operands[0]->live_sizes(), picks_.live_sizes())) {}

  void Find(const ElementPlace& at, std::vector<Source>& sources) const override {
    ElementBox windows, elements;
    for (size_t d = 0; d < axes_.size(); ++d) {
      windows.push_back(WindowsOver(axes_[d], at.index[d]));
      elements.push_back(ElementsUnder(axes_[d], windows.back(), at.index[d]));
    }
    const int64_t number = NumberOfIndex(op_.operands[0]->shape(), at.index);
    Source values(1, {});
    ForEachIn(windows, [&](Span<const int64_t> window) {
      if (picks_.Get<int64_t>(window) == number) values.elements.push_back(window.ToVector());
      return true;
    });
    sources.push_back(ElementOf(2, {}));
    if (!values.elements.empty()) sources.push_back(std::move(values));
    if (ElementsIn(windows) > 0) sources.push_back(Deciding(BoxOf(0, std::move(elements))));
  }

 private:
  const ExecutedOp& op_;
  const Literal picks_;  // for each window, the number of the element that it picks
  const std::vector<WindowAxis> axes_;
};

StatusOr<std::unique_ptr<ElementSources>> PreparePicks(ExplainContext& context,
                                                       const ExecutedOp& op) {
  HLOOM_ASSIGN_OR_RETURN(Literal numbers, ElementNumbers(*op.operands[0], 0, context.ledger()));
  std::vector<Literal> arguments = {*op.operands[0], std::move(numbers), *op.operands[2],
                                    LiteralUtil::CreateR0<int64_t>(-1)};
  const std::unique_ptr<HloComputation> picked = PickedOfTwo(*op.instruction.called_computation(0));
  Rerun rerun = {.callees = {picked.get()},
                 .opcode = HloOpcode::kReduceWindow,
                 .attributes = MakeAttributes(ReduceWindowAttributes{ExplainedWindowOf(op)})};
  std::vector<const Shape*> shapes;
  for (const Literal& argument : arguments) rerun.operands.push_back(argument.shape());
  for (const Shape& shape : rerun.operands) shapes.push_back(&shape);
  HLOOM_ASSIGN_OR_RETURN(rerun.result, InferShape({HloOpcode::kReduceWindow, shapes,
                                                   rerun.attributes.get(), rerun.callees}));
  HLOOM_ASSIGN_OR_RETURN(const Literal pairs,
                         context.Run(ModuleOf(op.instruction, std::move(rerun)), arguments));
  return std::unique_ptr<ElementSources>(std::make_unique<PickedSources>(op, pairs.elements()[1]));
}

// "init + s[0] + s[2]", in the order in which the values are applied.
std::string ScatteredArithmetic(const ExecutedOp& op, const ElementPlace&,
                                const std::vector<Source>& sources, const ElementNames& names) {
  const HloComputation& scatter = *op.instruction.called_computation(1);
  const std::string_view separator = SeparatorOf(scatter);
  const std::string init = names.Name(2, {}, {});
  if (sources.size() < 2 || sources[1].decides) return init;
  return Folded(scatter, StrCat(init, separator, ListElements(sources[1], names, separator)));
}

}  // namespace

constexpr OpExplain kSelectAndScatterExplain = {.prepare = PreparePicks,
                                                .arithmetic = ScatteredArithmetic};

}  // namespace hloom
