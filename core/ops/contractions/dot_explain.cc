#include "ops/contractions/dot_explain.h"

#include <algorithm>

#include "base/str_cat.h"
#include "ops/contractions/dot.h"
#include "ops/contractions/dot_shapes.h"

namespace hloom {

namespace {

size_t At(int64_t d) { return static_cast<size_t>(d); }

void Fix(const std::vector<int64_t>& dims, Span<const int64_t> index, size_t& next,
         ElementBox& box) {
  for (const int64_t d : dims) box[At(d)] = One(index[next++]);
}

std::string RangeText(std::string_view letter, const IndexRange& range) {
  if (range.size == 0) return StrCat("there is no ", letter);
  return StrCat(letter, " in 0..", range.size - 1);
}

// "k", "k+1", "2*k+1", "2-k": the index in a range at number k.
std::string IndexText(const IndexRange& range, std::string_view letter) {
  if (range.step < 0) {
    return StrCat(range.start, "-", range.step == -1 ? "" : StrCat(-range.step, "*"), letter);
  }
  std::string text = range.step == 1 ? std::string(letter) : StrCat(range.step, "*", letter);
  if (range.start != 0) StrAppend(text, range.start > 0 ? "+" : "", range.start);
  return text;
}

std::vector<std::string> FixedTexts(const ElementBox& box) {
  std::vector<std::string> texts;
  for (const IndexRange& range : box) texts.push_back(StrCat(range.start));
  return texts;
}

}  // namespace

ProductBoxes BoxesOf(const DotDimensionNumbers& numbers, const Literal& lhs, const Literal& rhs,
                     Span<const int64_t> index, const std::vector<int64_t>& rhs_fixed) {
  ProductBoxes boxes;
  boxes.lhs.resize(At(lhs.shape().rank()));
  boxes.rhs.resize(At(rhs.shape().rank()), One(0));
  const std::vector<int64_t>& lhs_batch = numbers.lhs_batch_dimensions();
  const std::vector<int64_t>& rhs_batch = numbers.rhs_batch_dimensions();
  const std::vector<int64_t>& lhs_contracting = numbers.lhs_contracting_dimensions();
  const std::vector<int64_t>& rhs_contracting = numbers.rhs_contracting_dimensions();
  for (size_t i = 0; i < lhs_contracting.size(); ++i) {
    const int64_t size =
        std::min(lhs.GetDynamicSize(lhs_contracting[i]), rhs.GetDynamicSize(rhs_contracting[i]));
    boxes.lhs[At(lhs_contracting[i])] = boxes.rhs[At(rhs_contracting[i])] = {0, size, 1};
  }
  size_t next = 0;
  Fix(lhs_batch, index, next, boxes.lhs);
  next = 0;
  Fix(rhs_batch, index, next, boxes.rhs);
  Fix(KeptDimensions(lhs.shape().rank(), lhs_batch, lhs_contracting), index, next, boxes.lhs);
  for (const int64_t d : KeptDimensions(rhs.shape().rank(), rhs_batch, rhs_contracting)) {
    if (std::find(rhs_fixed.begin(), rhs_fixed.end(), d) != rhs_fixed.end()) continue;
    boxes.rhs[At(d)] = One(index[next++]);
  }
  return boxes;
}

std::string SumOfProducts(const ElementNames& names, const ElementBox& lhs, const ElementBox& rhs,
                          const std::vector<int64_t>& lhs_along,
                          const std::vector<int64_t>& rhs_along) {
  std::vector<std::string> lhs_texts = FixedTexts(lhs);
  std::vector<std::string> rhs_texts = FixedTexts(rhs);
  std::vector<std::string> letters, ranges;
  for (size_t i = 0; i < lhs_along.size(); ++i) {
    const std::string letter = lhs_along.size() == 1 ? "k" : StrCat("k", i);
    lhs_texts[At(lhs_along[i])] = IndexText(lhs[At(lhs_along[i])], letter);
    rhs_texts[At(rhs_along[i])] = IndexText(rhs[At(rhs_along[i])], letter);
    ranges.push_back(RangeText(letter, lhs[At(lhs_along[i])]));
    letters.push_back(letter);
  }
  const std::string product =
      StrCat(names.NameWith(0, lhs_texts), " * ", names.NameWith(1, rhs_texts));
  if (letters.empty()) return product;
  return StrCat("sum over ", StrJoin(letters, ", "), " of ", product, " (", StrJoin(ranges, ", "),
                ")");
}

namespace {

void SourcesOfDot(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  ProductBoxes boxes = BoxesOf(op.instruction.attributes<DotAttributes>().dimension_numbers,
                               *op.operands[0], *op.operands[1], at.index);
  sources.push_back(BoxOf(0, std::move(boxes.lhs)));
  sources.push_back(BoxOf(1, std::move(boxes.rhs)));
}

std::string DotArithmetic(const ExecutedOp& op, const ElementPlace&,
                          const std::vector<Source>& sources, const ElementNames& names) {
  const DotDimensionNumbers& numbers = op.instruction.attributes<DotAttributes>().dimension_numbers;
  return SumOfProducts(names, sources[0].box, sources[1].box, numbers.lhs_contracting_dimensions(),
                       numbers.rhs_contracting_dimensions());
}

// The blocks of a scale that lie over a box of what it scales.
ElementBox BlocksOver(const ElementBox& box, const Shape& array, const Shape& scale) {
  ElementBox blocks;
  for (int64_t d = 0; d < scale.rank(); ++d) {
    if (ShapeUtil::IsEffectiveScalar(scale)) {
      blocks.push_back(One(0));
      continue;
    }
    const IndexRange& range = box[At(d)];
    const int64_t length = scale.dimensions(d) == 0 ? 1 : array.dimensions(d) / scale.dimensions(d);
    const int64_t first = range.start / std::max<int64_t>(length, 1);
    const int64_t end = range.start + range.size;
    blocks.push_back(
        {first, range.size == 0 ? 0 : (end - 1) / std::max<int64_t>(length, 1) - first + 1, 1});
  }
  return blocks;
}

void SourcesOfScaledDot(const ExecutedOp& op, const ElementPlace& at,
                        std::vector<Source>& sources) {
  SourcesOfDot(op, at, sources);
  for (size_t i = 0; i < 2; ++i) {
    const ElementBox& box = sources[i].box;
    sources.push_back(
        BoxOf(2 + i, BlocksOver(box, op.operands[i]->shape(), op.operands[2 + i]->shape())));
  }
}

}  // namespace

extern const OpExplain kDotExplain, kScaledDotExplain;

constexpr OpExplain kDotExplain = {.sources = SourcesOfDot, .arithmetic = DotArithmetic};
constexpr OpExplain kScaledDotExplain = {.sources = SourcesOfScaledDot,
                                         .arithmetic = DotArithmetic};

}  // namespace hloom
