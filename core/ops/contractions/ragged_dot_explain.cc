// Explains a product in groups: an element is computed from elements of one group.
#include <algorithm>
#include <functional>

#include "base/str_cat.h"
#include "ops/contractions/dot_explain.h"
#include "ops/contractions/dot_shapes.h"
#include "ops/contractions/ragged_dot.h"
#include "ops/indexing/indexing_explain.h"

namespace hloom {

namespace {

// The sizes of the groups, which may differ along some dimensions of lhs: its prefix.
class Groups {
 public:
  Groups(const ExecutedOp& op, const RaggedDotDimensionNumbers& numbers)
      : sizes_(*op.operands[2]), ragged_(numbers.lhs_ragged_dimensions()[0]) {
    if (sizes_.shape().rank() > 1) prefix_ = PrefixOf(numbers);
    count_ = sizes_.GetDynamicSize(static_cast<int64_t>(prefix_.size()));
    const std::vector<int64_t>& group = numbers.rhs_group_dimensions();
    // There are no more groups than rhs has entries for.
    if (!group.empty()) count_ = std::min(count_, op.operands[1]->GetDynamicSize(group[0]));
  }

  // The elements of lhs with one index in each dimension except those of the prefix.
  ElementBox PrefixesIn(const ElementBox& lhs) const {
    ElementBox prefixes;
    for (const IndexRange& range : lhs) prefixes.push_back(One(range.start));
    for (const int64_t d : prefix_) prefixes[At(d)] = lhs[At(d)];
    return prefixes;
  }
  // The part of a box of lhs for one of them.
  ElementBox Narrowed(ElementBox lhs, Span<const int64_t> prefix) const {
    for (const int64_t d : prefix_) lhs[At(d)] = One(prefix[At(d)]);
    return lhs;
  }
  // The indices of a group along the ragged dimension of lhs, which has `size` of them.
  IndexRange RangeOf(int64_t group, int64_t size, Span<const int64_t> lhs_index) const {
    int64_t start = 0;
    for (int64_t g = 0; g < group; ++g) start += std::min(SizeOf(g, lhs_index), size - start);
    const int64_t own = std::min(SizeOf(group, lhs_index), size - start);
    return {own == 0 ? 0 : start, own, 1};
  }
  // The group of an element of lhs, or -1 after the last group.
  int64_t GroupOf(Span<const int64_t> lhs_index) const {
    int64_t left = lhs_index[At(ragged_)];
    for (int64_t g = 0; g < count_; ++g) {
      const int64_t size = SizeOf(g, lhs_index);
      if (left < size) return g;
      left -= size;
    }
    return -1;
  }
  // The sizes that determine the begin and end of a group: its own and those before it. For -1,
  // after the last group, these are all sizes.
  Source Deciding(int64_t group, const ElementBox& lhs) const {
    ElementBox box;
    for (const int64_t d : prefix_) box.push_back(lhs[At(d)]);
    box.push_back({0, group < 0 ? count_ : group + 1, 1});
    return hloom::Deciding(BoxOf(2, std::move(box)));
  }

 private:
  int64_t SizeOf(int64_t group, Span<const int64_t> lhs_index) const {
    ElementIndex index;
    for (const int64_t d : prefix_) index.push_back(lhs_index[At(d)]);
    index.push_back(group);
    return std::max<int64_t>(ReadIndex(sizes_, index), 0);
  }

  const Literal& sizes_;
  const int64_t ragged_;
  std::vector<int64_t> prefix_;
  int64_t count_ = 0;
};

void AddProduct(ProductBoxes boxes, std::vector<Source>& sources) {
  sources.push_back(BoxOf(0, std::move(boxes.lhs)));
  sources.push_back(BoxOf(1, std::move(boxes.rhs)));
}

// The pairs of elements of both arrays in these boxes.
void AddPairs(const DotDimensionNumbers& dot, const ProductBoxes& boxes, Source& lhs, Source& rhs) {
  ElementIndex other;
  for (const IndexRange& range : boxes.rhs) other.push_back(range.start);
  ForEachIn(boxes.lhs, [&](Span<const int64_t> index) {
    for (size_t i = 0; i < dot.lhs_contracting_dimensions().size(); ++i) {
      other[At(dot.rhs_contracting_dimensions()[i])] =
          index[At(dot.lhs_contracting_dimensions()[i])];
    }
    lhs.elements.push_back(index.ToVector());
    rhs.elements.push_back(other);
    return true;
  });
}

// Each group has its own sum, an entry of dimension 0 of the result. If a group's range differs
// from prefix to prefix, its elements are a list, and otherwise a box:
//
//   lhs[m,p,k] and group_sizes[p,2] = {{1,2},{2,1}}     group 0: k = 0 where p is 0; 0 and 1 where
//                                                       p is 1
void SourcesOfGroupSum(const ExecutedOp& op, const RaggedDotDimensionNumbers& numbers,
                       Span<const int64_t> index, std::vector<Source>& sources) {
  const DotDimensionNumbers& dot = numbers.dot_dimension_numbers();
  ProductBoxes boxes =
      BoxesOf(dot, *op.operands[0], *op.operands[1], index.subspan(1, index.size() - 1));
  const size_t ragged = At(numbers.lhs_ragged_dimensions()[0]);
  const Groups groups(op, numbers);
  const int64_t size = boxes.lhs[ragged].size;
  const ElementBox prefixes = groups.PrefixesIn(boxes.lhs);
  std::vector<IndexRange> ranges;
  ForEachIn(prefixes, [&](Span<const int64_t> prefix) {
    ranges.push_back(groups.RangeOf(index[0], size, prefix));
    return true;
  });
  Source decides = groups.Deciding(index[0], boxes.lhs);
  const std::vector<int64_t>& contracting = dot.lhs_contracting_dimensions();
  const auto place =
      std::find(contracting.begin(), contracting.end(), numbers.lhs_ragged_dimensions()[0]);
  const size_t meets =
      At(dot.rhs_contracting_dimensions()[static_cast<size_t>(place - contracting.begin())]);
  Source lhs(0, {}), rhs(1, {});
  if (std::adjacent_find(ranges.begin(), ranges.end(), std::not_equal_to<>()) != ranges.end()) {
    size_t next = 0;
    ForEachIn(prefixes, [&](Span<const int64_t> prefix) {
      ElementBox part = groups.Narrowed(boxes.lhs, prefix);
      part[ragged] = ranges[next++];
      AddPairs(dot, {std::move(part), boxes.rhs}, lhs, rhs);
      return true;
    });
  }
  if (lhs.elements.empty()) {
    boxes.lhs[ragged] = boxes.rhs[meets] = ranges.empty() ? IndexRange() : ranges[0];
    AddProduct(std::move(boxes), sources);
  } else {
    sources.push_back(std::move(lhs));
    sources.push_back(std::move(rhs));
  }
  sources.push_back(std::move(decides));
}

// Each group is multiplied by its own entry of rhs; there is nothing after the last group.
void SourcesOfGroupProduct(const ExecutedOp& op, const RaggedDotDimensionNumbers& numbers,
                           Span<const int64_t> index, std::vector<Source>& sources) {
  const std::vector<int64_t>& group = numbers.rhs_group_dimensions();
  ProductBoxes boxes =
      BoxesOf(numbers.dot_dimension_numbers(), *op.operands[0], *op.operands[1], index, group);
  const Groups groups(op, numbers);
  ElementIndex row;
  for (const IndexRange& range : boxes.lhs) row.push_back(range.start);
  const int64_t own = groups.GroupOf(row);
  Source decides = groups.Deciding(own, boxes.lhs);
  if (own >= 0) {
    boxes.rhs[At(group[0])] = One(own);
    AddProduct(std::move(boxes), sources);
  }
  sources.push_back(std::move(decides));
}

void SourcesOfRaggedDot(const ExecutedOp& op, const ElementPlace& at,
                        std::vector<Source>& sources) {
  const auto& numbers = op.instruction.attributes<RaggedDotAttributes>().dimension_numbers;
  switch (ModeOf(numbers)) {
    case RaggedMode::kBatch:
      return AddProduct(
          BoxesOf(numbers.dot_dimension_numbers(), *op.operands[0], *op.operands[1], at.index),
          sources);
    case RaggedMode::kContracting:
      return SourcesOfGroupSum(op, numbers, at.index, sources);
    case RaggedMode::kKept:
      return SourcesOfGroupProduct(op, numbers, at.index, sources);
  }
}

std::string SumOfPairs(const Source& lhs, const Source& rhs, const ElementNames& names) {
  return ListSome(static_cast<int64_t>(lhs.elements.size()), " + ", [&](int64_t i) {
    return StrCat(names.Name(0, {}, lhs.elements[static_cast<size_t>(i)]), " * ",
                  names.Name(1, {}, rhs.elements[static_cast<size_t>(i)]));
  });
}

std::string RaggedDotArithmetic(const ExecutedOp& op, const ElementPlace&,
                                const std::vector<Source>& sources, const ElementNames& names) {
  if (sources.size() < 2) return "0, behind the last group";
  if (!sources[0].is_box) return SumOfPairs(sources[0], sources[1], names);
  const DotDimensionNumbers& numbers =
      op.instruction.attributes<RaggedDotAttributes>().dimension_numbers.dot_dimension_numbers();
  return SumOfProducts(names, sources[0].box, sources[1].box, numbers.lhs_contracting_dimensions(),
                       numbers.rhs_contracting_dimensions());
}

}  // namespace

constexpr OpExplain kRaggedDotExplain = {.sources = SourcesOfRaggedDot,
                                         .arithmetic = RaggedDotArithmetic};

}  // namespace hloom
