// A product in groups: an element is made of those of one group.
#include <algorithm>

#include "ops/contractions/dot_explain.h"
#include "ops/contractions/dot_shapes.h"
#include "ops/contractions/ragged_dot.h"
#include "ops/indexing/indexing_explain.h"

namespace hloom {

namespace {

size_t At(int64_t d) { return static_cast<size_t>(d); }

// The sizes of the groups, as they hold for one element.
class Groups {
 public:
  // `box` has the indices of lhs; a dimension of which it takes several has no sizes of its own
  // that hold for all of them.
  Groups(const ExecutedOp& op, const RaggedDotDimensionNumbers& numbers, const ElementBox& box)
      : sizes_(*op.operands[2]), row_(WholeOf(sizes_)) {
    if (sizes_.shape().rank() == 1) return;
    const std::vector<int64_t> prefix = PrefixOf(numbers);
    for (size_t i = 0; i < prefix.size(); ++i) {
      row_[i] = box[At(prefix[i])];
      known_ = known_ && row_[i].size == 1;
    }
  }

  const ElementBox& row() const { return row_; }
  // Whether there is one size for each group.
  bool known() const { return known_; }
  // The indices of group g along the ragged dimension.
  IndexRange RangeOf(int64_t group, int64_t size) const {
    int64_t start = 0;
    for (int64_t g = 0; g < group; ++g) start = std::min(size, start + std::min(size, SizeOf(g)));
    return {start, std::min(SizeOf(group), size - start), 1};
  }
  // The group in which an index of the ragged dimension lies, or -1 behind the last.
  int64_t GroupAt(int64_t index) const {
    int64_t left = index;
    for (int64_t g = 0; g < row_.back().size; ++g) {
      const int64_t size = SizeOf(g);
      if (left < size) return g;
      left -= size;
    }
    return -1;
  }

 private:
  int64_t SizeOf(int64_t group) const {
    ElementIndex index;
    for (const IndexRange& range : row_) index.push_back(range.start);
    index.back() = group;
    return std::max<int64_t>(ReadIndex(sizes_, index), 0);
  }

  const Literal& sizes_;
  ElementBox row_;
  bool known_ = true;
};

void AddProduct(ProductBoxes boxes, std::vector<Source>& sources) {
  sources.push_back(BoxOf(0, std::move(boxes.lhs)));
  sources.push_back(BoxOf(1, std::move(boxes.rhs)));
}

// Each group has its own sum, an entry of dimension 0 of the result.
void SourcesOfGroupSum(const ExecutedOp& op, const RaggedDotDimensionNumbers& numbers,
                       Span<const int64_t> index, std::vector<Source>& sources) {
  const DotDimensionNumbers& dot = numbers.dot_dimension_numbers();
  ProductBoxes boxes =
      BoxesOf(dot, *op.operands[0], *op.operands[1], index.subspan(1, index.size() - 1));
  const int64_t ragged = numbers.lhs_ragged_dimensions()[0];
  const Groups groups(op, numbers, boxes.lhs);
  if (groups.known()) {
    const std::vector<int64_t>& contracting = dot.lhs_contracting_dimensions();
    const auto place = std::find(contracting.begin(), contracting.end(), ragged);
    const int64_t meets =
        dot.rhs_contracting_dimensions()[static_cast<size_t>(place - contracting.begin())];
    IndexRange& range = boxes.lhs[At(ragged)];
    range = boxes.rhs[At(meets)] = groups.RangeOf(index[0], range.size);
  }
  AddProduct(std::move(boxes), sources);
  sources.push_back(Deciding(BoxOf(2, groups.row())));
}

// Each group is multiplied by its own entry of rhs; behind the last there is nothing.
void SourcesOfGroupProduct(const ExecutedOp& op, const RaggedDotDimensionNumbers& numbers,
                           Span<const int64_t> index, std::vector<Source>& sources) {
  const std::vector<int64_t>& group = numbers.rhs_group_dimensions();
  ProductBoxes boxes =
      BoxesOf(numbers.dot_dimension_numbers(), *op.operands[0], *op.operands[1], index, group);
  const Groups groups(op, numbers, boxes.lhs);
  const int64_t own = groups.GroupAt(boxes.lhs[At(numbers.lhs_ragged_dimensions()[0])].start);
  if (own >= 0) {
    boxes.rhs[At(group[0])] = One(own);
    AddProduct(std::move(boxes), sources);
  }
  sources.push_back(Deciding(BoxOf(2, groups.row())));
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

std::string RaggedDotArithmetic(const ExecutedOp& op, const ElementPlace&,
                                const std::vector<Source>& sources, const ElementNames& names) {
  if (sources.size() < 2) return "0, behind the last group";
  const DotDimensionNumbers& numbers =
      op.instruction.attributes<RaggedDotAttributes>().dimension_numbers.dot_dimension_numbers();
  return SumOfProducts(names, sources[0].box, sources[1].box, numbers.lhs_contracting_dimensions(),
                       numbers.rhs_contracting_dimensions());
}

}  // namespace

extern const OpExplain kRaggedDotExplain;
constexpr OpExplain kRaggedDotExplain = {.sources = SourcesOfRaggedDot,
                                         .arithmetic = RaggedDotArithmetic};

}  // namespace hloom
