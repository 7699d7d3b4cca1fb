#include "ops/contractions/dot_explain.h"

#include <algorithm>

#include "base/str_cat.h"
#include "ops/contractions/dot.h"
#include "ops/contractions/dot_shapes.h"

namespace hloom {

namespace {

void Fix(const std::vector<int64_t>& dims, Span<const int64_t> index, size_t& next,
         ElementBox& box) {
  for (const int64_t d : dims) box[At(d)] = One(index[next++]);
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

// The name of the index along contracting dimension `i` of this number of dimensions.
std::string LetterOf(size_t i, size_t dimensions) { return dimensions == 1 ? "k" : StrCat("k", i); }

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
                          const std::vector<int64_t>& rhs_along, const Scales& scales) {
  std::vector<std::string> lhs_texts = FixedTexts(lhs);
  std::vector<std::string> rhs_texts = FixedTexts(rhs);
  std::vector<std::string> letters, ranges;
  for (size_t i = 0; i < lhs_along.size(); ++i) {
    const std::string letter = LetterOf(i, lhs_along.size());
    lhs_texts[At(lhs_along[i])] = IndexText(lhs[At(lhs_along[i])], letter);
    rhs_texts[At(rhs_along[i])] = IndexText(rhs[At(rhs_along[i])], letter);
    const IndexRange& range = lhs[At(lhs_along[i])];
    if (range.size == 0) return StrCat("0, because the sum over ", letter, " is empty");
    ranges.push_back(StrCat(letter, " in 0..", range.size - 1));
    letters.push_back(letter);
  }
  const auto factor = [&](size_t i, const std::vector<std::string>& texts) {
    const std::string name = names.NameWith(i, texts);
    return scales.converted.empty() ? name : StrCat(scales.converted, "(", name, ")");
  };
  std::string product = factor(0, lhs_texts);
  if (!scales.lhs.empty()) StrAppend(product, " * ", scales.lhs);
  StrAppend(product, " * ", factor(1, rhs_texts));
  if (!scales.rhs.empty()) StrAppend(product, " * ", scales.rhs);
  if (letters.empty()) return product;
  return StrCat("sum over ", StrJoin(letters, ", "), " of ", product, " (", StrJoin(ranges, ", "),
                ")");
}

namespace {

void SourcesOfFactors(const DotDimensionNumbers& numbers, const ExecutedOp& op,
                      const ElementPlace& at, std::vector<Source>& sources) {
  ProductBoxes boxes = BoxesOf(numbers, *op.operands[0], *op.operands[1], at.index);
  sources.push_back(BoxOf(0, std::move(boxes.lhs)));
  sources.push_back(BoxOf(1, std::move(boxes.rhs)));
}

void SourcesOfDot(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  SourcesOfFactors(op.instruction.attributes<DotAttributes>().dimension_numbers, op, at, sources);
}

std::string DotArithmetic(const ExecutedOp& op, const ElementPlace&,
                          const std::vector<Source>& sources, const ElementNames& names) {
  const DotDimensionNumbers& numbers = op.instruction.attributes<DotAttributes>().dimension_numbers;
  const auto is_float = [&](size_t i) {
    return IsFloatingPointType(op.operands[i]->shape().element_type());
  };
  const PrimitiveType type = op.instruction.shape().element_type();
  Scales scales;
  if (IsIntegralType(type) && (is_float(0) || is_float(1))) {
    scales.converted = PrimitiveTypeText(type);
  }
  return SumOfProducts(names, sources[0].box, sources[1].box, numbers.lhs_contracting_dimensions(),
                       numbers.rhs_contracting_dimensions(), scales);
}

// The number of elements along a dimension that share a scale.
int64_t BlockLength(int64_t size, int64_t blocks) {
  return blocks == 0 ? 1 : std::max<int64_t>(size / blocks, 1);
}

// The blocks of a scale that cover a box of its array.
ElementBox BlocksOver(const ElementBox& box, const Shape& array, const Shape& scale) {
  ElementBox blocks;
  for (int64_t d = 0; d < scale.rank(); ++d) {
    if (ShapeUtil::IsEffectiveScalar(scale)) {
      blocks.push_back(One(0));
      continue;
    }
    const IndexRange& range = box[At(d)];
    const int64_t length = BlockLength(array.dimensions(d), scale.dimensions(d));
    const int64_t first = range.start / length;
    const int64_t end = range.start + range.size;
    blocks.push_back({first, range.size == 0 ? 0 : (end - 1) / length - first + 1, 1});
  }
  return blocks;
}

// The indices of the scale of an element whose own indices along contracting dimensions are k: with
// two blocks of 32, "k div 32".
std::vector<std::string> ScaleTexts(const Source& scaled, const Source& scale, const Shape& array,
                                    const Shape& scales, const std::vector<int64_t>& contracting) {
  std::vector<std::string> texts = FixedTexts(scale.box);
  for (size_t i = 0; i < contracting.size(); ++i) {
    const int64_t d = contracting[i];
    if (ShapeUtil::IsEffectiveScalar(scales) || scales.dimensions(d) == 1) continue;
    const int64_t length = BlockLength(array.dimensions(d), scales.dimensions(d));
    const std::string k = IndexText(scaled.box[At(d)], LetterOf(i, contracting.size()));
    texts[At(d)] = length == 1 ? k : StrCat(k, " div ", length);
  }
  return texts;
}

// "sum over k of x[0,k] * a[0,k div 32] * y[k,1] * b[k div 32,1] (k in 0..63)"
std::string ScaledDotArithmetic(const ExecutedOp& op, const ElementPlace&,
                                const std::vector<Source>& sources, const ElementNames& names) {
  const DotDimensionNumbers& numbers =
      op.instruction.attributes<ScaledDotAttributes>().dimension_numbers;
  const auto scale = [&](size_t i, const std::vector<int64_t>& contracting) {
    return names.NameWith(2 + i, ScaleTexts(sources[i], sources[2 + i], op.operands[i]->shape(),
                                            op.operands[2 + i]->shape(), contracting));
  };
  return SumOfProducts(names, sources[0].box, sources[1].box, numbers.lhs_contracting_dimensions(),
                       numbers.rhs_contracting_dimensions(),
                       {scale(0, numbers.lhs_contracting_dimensions()),
                        scale(1, numbers.rhs_contracting_dimensions())});
}

void SourcesOfScaledDot(const ExecutedOp& op, const ElementPlace& at,
                        std::vector<Source>& sources) {
  SourcesOfFactors(op.instruction.attributes<ScaledDotAttributes>().dimension_numbers, op, at,
                   sources);
  for (size_t i = 0; i < 2; ++i) {
    const ElementBox& box = sources[i].box;
    sources.push_back(
        BoxOf(2 + i, BlocksOver(box, op.operands[i]->shape(), op.operands[2 + i]->shape())));
  }
}

}  // namespace

constexpr OpExplain kDotExplain = {.sources = SourcesOfDot, .arithmetic = DotArithmetic};
constexpr OpExplain kScaledDotExplain = {.sources = SourcesOfScaledDot,
                                         .arithmetic = ScaledDotArithmetic};

}  // namespace hloom
