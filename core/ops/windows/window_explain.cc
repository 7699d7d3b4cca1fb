#include "ops/windows/window_explain.h"

#include <algorithm>

#include "base/str_cat.h"
#include "ops/windows/reduce.h"
#include "ops/windows/reduce_window.h"
#include "ops/windows/window_eval.h"

namespace hloom {

WindowTouch TouchOf(const WindowAxis& axis, int64_t output) {
  const Overlap on = PositionsOnElements(axis, output);
  WindowTouch touch = {{on.index, on.count, std::max<int64_t>(on.index_step, 1)},
                       {on.first, on.count, std::max<int64_t>(on.step, 1)},
                       {.count = axis.window}};
  if (axis.window > WindowPositions::kMost) return touch;
  for (int64_t k = 0; k < axis.window; ++k) {
    const int64_t place = output * axis.stride + k * axis.window_dilation - axis.padding_low;
    const bool inside = place >= 0 && place <= (axis.size - 1) * axis.base_dilation;
    touch.where.places.push_back(inside ? WindowPositions::kHole : WindowPositions::kPadding);
  }
  for (int64_t i = 0; i < on.count; ++i) {
    touch.where.places[static_cast<size_t>(on.first + i * on.step)] = on.index + i * on.index_step;
  }
  return touch;
}

int64_t LiveSize(const ExecutedOp& op, size_t n, int64_t dimension) {
  int64_t size = op.operands[0]->GetDynamicSize(dimension);
  for (size_t i = 1; i < n; ++i) {
    size = std::min(size, op.operands[i]->GetDynamicSize(dimension));
  }
  return size;
}

namespace {

// Returns whether the computation is one operation of its two parameters.
bool IsOneOperation(const HloComputation& fold) {
  return fold.parameters().size() == 2 && fold.root()->operands().size() == 2 &&
         fold.root()->operand(0) == fold.parameters()[0] &&
         fold.root()->operand(1) == fold.parameters()[1];
}

}  // namespace

std::string_view SeparatorOf(const HloComputation& fold) {
  const std::string_view symbol =
      IsOneOperation(fold) ? GetOpExplain(fold.root()->opcode()).symbol : std::string_view();
  return symbol.empty() ? ", " : symbol;
}

std::string Folded(const HloComputation& fold, const std::string& terms) {
  if (SeparatorOf(fold) != ", ") return terms;
  return StrCat(IsOneOperation(fold) ? HloOpcodeString(fold.root()->opcode()) : fold.name(), "(",
                terms, ")");
}

void AddFolded(size_t n, const ElementBox& box, const std::vector<WindowPositions>& window,
               std::vector<Source>& sources) {
  for (size_t i = 0; i < n; ++i) {
    sources.push_back(BoxOf(i, box, "operand"));
    sources.back().window = window;
  }
  for (size_t i = 0; i < n; ++i) sources.push_back(ElementOf(n + i, {}, "init"));
}

std::string FoldArithmetic(const ExecutedOp& op, const ElementPlace&,
                           const std::vector<Source>& sources, const ElementNames& names) {
  const HloComputation& fold = *op.instruction.called_computation(0);
  const std::string_view separator = SeparatorOf(fold);
  std::string terms;
  for (size_t i = sources.size() / 2; i < sources.size(); ++i) {
    StrAppend(terms, terms.empty() ? "" : separator, ListElements(sources[i], names, separator));
  }
  for (size_t i = 0; i < sources.size() / 2; ++i) {
    const std::string elements = ListElements(sources[i], names, separator);
    if (!elements.empty()) StrAppend(terms, separator, elements);
  }
  return Folded(fold, terms);
}

namespace {

void SourcesOfReduce(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  const auto& reduced = op.instruction.attributes<ReduceAttributes>().dimensions;
  ElementBox box;
  size_t kept = 0;
  for (int64_t d = 0; d < op.operands[0]->shape().rank(); ++d) {
    const bool whole = std::find(reduced.begin(), reduced.end(), d) != reduced.end();
    box.push_back(whole ? IndexRange{0, LiveSize(op, op.operands.size() / 2, d), 1}
                        : One(at.index[kept++]));
  }
  AddFolded(op.operands.size() / 2, box, {}, sources);
}

void SourcesOfReduceWindow(const ExecutedOp& op, const ElementPlace& at,
                           std::vector<Source>& sources) {
  const Window& window = op.instruction.attributes<ReduceWindowAttributes>().window;
  std::vector<int64_t> sizes;
  for (size_t d = 0; d < at.index.size(); ++d) {
    sizes.push_back(LiveSize(op, op.operands.size() / 2, static_cast<int64_t>(d)));
  }
  ElementBox box;
  std::vector<WindowPositions> positions;
  const std::vector<WindowAxis> axes = AxesOf(window, sizes, sizes);
  for (size_t d = 0; d < axes.size(); ++d) {
    WindowTouch touch = TouchOf(axes[d], at.index[d]);
    box.push_back(touch.elements);
    positions.push_back(std::move(touch.where));
  }
  AddFolded(op.operands.size() / 2, box, positions, sources);
}

}  // namespace

constexpr OpExplain kReduceExplain = {.sources = SourcesOfReduce, .arithmetic = FoldArithmetic};
constexpr OpExplain kReduceWindowExplain = {.sources = SourcesOfReduceWindow,
                                            .arithmetic = FoldArithmetic};

}  // namespace hloom
