// An element of scatter's result is computed from the operand's element and the windows that cover
// it.
#include <algorithm>

#include "base/str_cat.h"
#include "ops/indexing/indexing_explain.h"
#include "ops/indexing/scatter.h"
#include "ops/indexing/window_indices_eval.h"
#include "ops/rerun_explain.h"
#include "ops/windows/window_explain.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The targets of the elements of the updates: their numbers, sorted by the elements that they
// update.
class Landings {
 public:
  explicit Landings(const ExecutedOp& op)
      : op_(op),
        n_(op.operands.size() / 2),
        mapping_(MappingOf(op.instruction.attributes<ScatterAttributes>().dimension_numbers)),
        operand_(op.operands[0]->shape()),
        updates_(op.operands[n_ + 1]->shape()),
        batch_(mapping_.BatchDims(updates_.rank())),
        counted_(mapping_.IndicesDims(op.operands[n_]->shape().rank())) {}

  // Pairs of an element of the operand and an update, both by their numbers.
  std::vector<std::pair<int64_t, int64_t>> Find() const {
    std::vector<std::pair<int64_t, int64_t>> pairs;
    std::vector<int64_t> sizes;
    ElementBox windows;
    for (size_t i = 0; i < batch_.size(); ++i) {
      sizes.push_back(std::min(op_.operands[n_]->GetDynamicSize(counted_[i]),
                               op_.operands[n_ + 1]->GetDynamicSize(batch_[i])));
      windows.push_back({0, sizes.back(), 1});
    }
    if (ElementsIn(windows) == 0) return pairs;
    const IndexReader reader(IndexVectorsOf(mapping_, op_.operands[n_]->shape(), sizes));
    int64_t vector = 0;
    ForEachIn(windows, [&](Span<const int64_t> window) {
      AddWindow(reader, vector++, window, pairs);
      return true;
    });
    // In the order of the updates for the same element.
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }

 private:
  ElementIndex StartOf(const IndexReader& reader, int64_t vector) const {
    ElementIndex start(static_cast<size_t>(operand_.rank()), 0);
    const std::vector<int64_t>& mapped = mapping_.index_map.dims;
    const std::vector<int64_t>& batching = mapping_.operand_batching.dims;
    const auto* data = op_.operands[n_]->data<std::byte>();
    for (size_t c = 0; c < mapped.size() + batching.size(); ++c) {
      const int64_t d = c < mapped.size() ? mapped[c] : batching[c - mapped.size()];
      reader.Read(data, c, vector, 1, &start[static_cast<size_t>(d)]);
    }
    return start;
  }

  void AddWindow(const IndexReader& reader, int64_t vector, Span<const int64_t> window,
                 std::vector<std::pair<int64_t, int64_t>>& pairs) const {
    const ElementIndex start = StartOf(reader, vector);
    const std::vector<int64_t> dims = mapping_.OperandWindowDims(operand_.rank());
    std::vector<int64_t> taken(start.size(), 1);
    ElementBox offsets;
    for (size_t i = 0; i < dims.size(); ++i) {
      int64_t size = op_.operands[n_ + 1]->GetDynamicSize(mapping_.window.dims[i]);
      for (size_t k = 2; k <= n_; ++k) {
        size = std::min(size, op_.operands[n_ + k]->GetDynamicSize(mapping_.window.dims[i]));
      }
      taken[static_cast<size_t>(dims[i])] = size;
      offsets.push_back({0, size, 1});
    }
    for (size_t d = 0; d < start.size(); ++d) {
      const int64_t size = op_.operands[0]->GetDynamicSize(static_cast<int64_t>(d));
      // A window that is out of bounds is skipped.
      if (start[d] < 0 || start[d] > size - taken[d]) return;
    }
    ElementIndex target = start;
    ElementIndex update(static_cast<size_t>(updates_.rank()));
    for (size_t i = 0; i < batch_.size(); ++i) update[static_cast<size_t>(batch_[i])] = window[i];
    ForEachIn(offsets, [&](Span<const int64_t> offset) {
      for (size_t i = 0; i < dims.size(); ++i) {
        target[static_cast<size_t>(dims[i])] = start[static_cast<size_t>(dims[i])] + offset[i];
        update[static_cast<size_t>(mapping_.window.dims[i])] = offset[i];
      }
      pairs.emplace_back(NumberOfIndex(operand_, target), NumberOfIndex(updates_, update));
      return true;
    });
  }

  const ExecutedOp& op_;
  const size_t n_;
  const WindowMapping mapping_;
  const Shape& operand_;
  const Shape& updates_;
  const std::vector<int64_t> batch_, counted_;
};

class ScatterSources final : public ElementSources {
 public:
  explicit ScatterSources(const ExecutedOp& op) : op_(op), pairs_(Landings(op).Find()) {}

  void Find(const ElementPlace& at, std::vector<Source>& sources) const override {
    const size_t n = op_.operands.size() / 2;
    for (size_t i = 0; i < n; ++i) sources.push_back(ElementOf(i, at.index, "operand"));
    const int64_t number = NumberOfIndex(op_.operands[0]->shape(), at.index);
    const auto first =
        std::lower_bound(pairs_.begin(), pairs_.end(), std::pair(number, int64_t{0}));
    for (size_t i = 0; i < n; ++i) {
      Source source(n + 1 + i, "update");
      for (auto pair = first; pair != pairs_.end() && pair->first == number; ++pair) {
        source.elements.push_back(IndexOfNumber(op_.operands[n + 1]->shape(), pair->second));
      }
      if (!source.elements.empty()) sources.push_back(std::move(source));
    }
    sources.push_back(Deciding(BoxOf(n, WholeOf(*op_.operands[n]), "scatter_indices")));
  }

 private:
  const ExecutedOp& op_;
  const std::vector<std::pair<int64_t, int64_t>> pairs_;
};

// "x[2] + u[0] + u[2]", in the order of the windows.
std::string ScatterArithmetic(const ExecutedOp& op, const ElementPlace&,
                              const std::vector<Source>& sources, const ElementNames& names) {
  const HloComputation& fold = *op.instruction.called_computation(0);
  const std::string_view separator = SeparatorOf(fold);
  std::string terms;
  size_t values = 0;
  for (const Source& source : sources) {
    if (source.decides) continue;
    values += source.elements.size();
    StrAppend(terms, terms.empty() ? "" : separator, ListElements(source, names, separator));
  }
  return values <= op.operands.size() / 2 ? terms : Folded(fold, terms);
}

StatusOr<std::unique_ptr<ElementSources>> PrepareScatterSources(ExplainContext&,
                                                                const ExecutedOp& op) {
  return std::unique_ptr<ElementSources>(std::make_unique<ScatterSources>(op));
}

}  // namespace

constexpr OpExplain kScatterExplain = {.prepare = PrepareScatterSources,
                                       .arithmetic = ScatterArithmetic};

}  // namespace hloom
