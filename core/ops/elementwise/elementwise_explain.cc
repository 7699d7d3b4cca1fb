#include "ops/elementwise/elementwise_explain.h"

#include <algorithm>

#include "base/str_cat.h"
#include "ops/elementwise/compare.h"
#include "shape/primitive_type.h"

namespace hloom {

namespace {

Span<const int64_t> IndexIn(const Literal& operand, Span<const int64_t> index) {
  return operand.shape().rank() == 0 ? Span<const int64_t>() : index;
}

// The name of the element at the same index.
std::string Term(size_t operand, const ExecutedOp& op, const ElementPlace& at,
                 const ElementNames& names) {
  return names.Name(operand, {}, IndexIn(*op.operands[operand], at.index));
}

constexpr OpExplain Elementwise(std::string_view symbol = {}, bool linear = false) {
  return {.sources = SourcesAtSameIndex, .symbol = symbol, .linear = linear};
}

std::string CompareArithmetic(const ExecutedOp& op, const ElementPlace& at,
                              const std::vector<Source>&, const ElementNames& names) {
  static constexpr std::string_view kSigns[] = {" == ", " != ", " >= ", " > ", " <= ", " < "};
  const auto& attributes = op.instruction.attributes<CompareAttributes>();
  return StrCat(Term(0, op, at, names), kSigns[static_cast<size_t>(attributes.direction)],
                Term(1, op, at, names));
}

std::string NegateArithmetic(const ExecutedOp& op, const ElementPlace& at,
                             const std::vector<Source>&, const ElementNames& names) {
  return StrCat("-", Term(0, op, at, names));
}

// The selected element, and the PRED that selects it. For tuples it takes all of one.
void SelectSources(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  const Span<const int64_t> index = IndexIn(*op.operands[0], at.index);
  sources.push_back(Deciding(ElementOf(0, index)));
  const size_t taken = op.operands[0]->Get<bool>(index) ? 1 : 2;
  sources.push_back(ElementOf(taken, IndexIn(LeafOf(*op.operands[taken], at.leaf), at.index)));
  sources.back().leaf = at.leaf.ToVector();
}

std::string SelectArithmetic(const ExecutedOp& op, const ElementPlace& at,
                             const std::vector<Source>&, const ElementNames& names) {
  const auto branch = [&](size_t operand) {
    const Literal& array = LeafOf(*op.operands[operand], at.leaf);
    return names.Name(operand, at.leaf, IndexIn(array, at.index));
  };
  return StrCat(Term(0, op, at, names), " ? ", branch(1), " : ", branch(2));
}

// If the widths of the types differ, elements share bits along the last dimension of the narrower
// array.
void BitcastConvertSources(const ExecutedOp& op, const ElementPlace& at,
                           std::vector<Source>& sources) {
  const Shape& from = op.operands[0]->shape();
  const auto rank = static_cast<int64_t>(at.index.size());
  if (from.rank() == rank) return SourcesAtSameIndex(op, at, sources);
  if (from.rank() < rank) {
    sources.push_back(ElementOf(0, at.index.subspan(0, at.index.size() - 1)));
    return;
  }
  ElementBox box;
  for (const int64_t i : at.index) box.push_back(One(i));
  box.push_back({0, from.dimensions(rank), 1});
  sources.push_back(BoxOf(0, std::move(box)));
}

}  // namespace

void SourcesAtSameIndex(const ExecutedOp& op, const ElementPlace& at,
                        std::vector<Source>& sources) {
  for (size_t i = 0; i < op.operands.size(); ++i) {
    sources.push_back(ElementOf(i, IndexIn(*op.operands[i], at.index)));
  }
}

#define HLOOM_OP(opcode, name)
#define HLOOM_ELEMENTWISE_OP(opcode, name, elements) \
  constexpr OpExplain opcode##Explain = Elementwise();
#include "hlo/ops.def"

constexpr OpExplain kAddExplain = Elementwise(" + ", /*linear=*/true);
constexpr OpExplain kAndExplain = Elementwise(" & ");
constexpr OpExplain kComplexExplain = Elementwise({}, /*linear=*/true);
constexpr OpExplain kConvertExplain = Elementwise();
constexpr OpExplain kDivideExplain = Elementwise(" / ");
constexpr OpExplain kMaximumExplain = Elementwise();
constexpr OpExplain kMinimumExplain = Elementwise();
constexpr OpExplain kMultiplyExplain = Elementwise(" * ");
constexpr OpExplain kOrExplain = Elementwise(" | ");
constexpr OpExplain kReducePrecisionExplain = Elementwise();
constexpr OpExplain kRemainderExplain = Elementwise(" % ");
constexpr OpExplain kShiftLeftExplain = Elementwise(" << ");
constexpr OpExplain kStochasticConvertExplain = Elementwise();
constexpr OpExplain kSubtractExplain = Elementwise(" - ", /*linear=*/true);
constexpr OpExplain kXorExplain = Elementwise(" ^ ");

constexpr OpExplain kCompareExplain = {.sources = SourcesAtSameIndex,
                                       .arithmetic = CompareArithmetic};
constexpr OpExplain kNegateExplain = {
    .sources = SourcesAtSameIndex, .arithmetic = NegateArithmetic, .linear = true};
constexpr OpExplain kSelectExplain = {
    .sources = SelectSources, .arithmetic = SelectArithmetic, .linear = true};
constexpr OpExplain kBitcastConvertExplain = {.sources = BitcastConvertSources};

}  // namespace hloom
