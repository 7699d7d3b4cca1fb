// Explains elements that are only moved, or that have no sources.
#include <algorithm>

#include "ops/data_movement/bitcast.h"
#include "ops/data_movement/broadcast.h"
#include "ops/rerun_explain.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

using Prepared = StatusOr<std::unique_ptr<ElementSources>>;

Prepared PrepareFirst(ExplainContext& context, const ExecutedOp& op) {
  return PrepareMoved(context, op, 1, nullptr);
}
Prepared PrepareAll(ExplainContext& context, const ExecutedOp& op) {
  return PrepareMoved(context, op, op.operands.size(), nullptr);
}
// Operand 0 is moved, and the other operands give the positions.
Prepared PrepareBySizes(ExplainContext& context, const ExecutedOp& op) {
  return PrepareMoved(context, op, 1,
                      [](const ExecutedOp& executed, const ElementPlace&,
                         std::vector<Source>& sources) { AllDecideFrom(executed, 1, sources); });
}

constexpr OpExplain kMovesFirst = {.prepare = PrepareFirst, .linear = true};
constexpr OpExplain kMovesAll = {.prepare = PrepareAll, .linear = true};

ElementIndex RepeatedByBroadcast(const HloInstruction& instruction, Span<const int64_t> index) {
  ElementIndex repeated;
  for (const int64_t d : instruction.attributes<BroadcastAttributes>().dimensions) {
    repeated.push_back(index[static_cast<size_t>(d)]);
  }
  return repeated;
}

// Parts of tuples stay where they are.
void SourcesOfSame(const ExecutedOp&, const ElementPlace& at, std::vector<Source>& sources) {
  sources.push_back(ElementOf(0, at.index));
  sources.back().leaf = at.leaf.ToVector();
}

// The elements at the same position in memory, in the layouts of the program. If u8[8] becomes
// u32[2], element 1 has elements 4 to 7; if u32[2] becomes u8[8], element 5 is a part of element 1.
void SourcesOfBitcast(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  const Shape& from = op.instruction.operand(0)->shape();
  const Shape& to = op.instruction.shape();
  const int64_t place = IndexUtil::MultidimensionalIndexToLinearIndex(to, at.index);
  const int64_t from_width = ByteWidth(from.element_type());
  const int64_t to_width = ByteWidth(to.element_type());
  const int64_t first = place * to_width / from_width;
  const int64_t count =
      ChangesWidth(op.instruction) ? std::max(to_width / from_width, int64_t{1}) : int64_t{1};
  for (int64_t i = first; i < first + count; ++i) {
    if (i >= IndexUtil::StoredElements(from) || IndexUtil::LinearIndexIsPadding(from, i)) return;
    sources.push_back(ElementOf(0, IndexUtil::LinearIndexToMultidimensionalIndex(from, i)));
  }
}

}  // namespace

constexpr OpExplain kBroadcastExplain = {
    .prepare = PrepareFirst, .repeated = RepeatedByBroadcast, .linear = true};
constexpr OpExplain kReshapeExplain = kMovesFirst;
constexpr OpExplain kTransposeExplain = kMovesFirst;
constexpr OpExplain kSliceExplain = kMovesFirst;
constexpr OpExplain kReverseExplain = kMovesFirst;
constexpr OpExplain kPadExplain = kMovesAll;
constexpr OpExplain kConcatenateExplain = kMovesAll;
constexpr OpExplain kMovesBySizes = {.prepare = PrepareBySizes, .sets_sizes = true, .linear = true};
constexpr OpExplain kDynamicReshapeExplain = kMovesBySizes;
constexpr OpExplain kSetDimensionSizeExplain = kMovesBySizes;
// It follows only from a size.
constexpr OpExplain kGetDimensionSizeExplain = {.origin = Origin::kItself};
constexpr OpExplain kIotaExplain = {.origin = Origin::kItself};
constexpr OpExplain kBitcastExplain = {.sources = SourcesOfBitcast};
constexpr OpExplain kCopyExplain = {.sources = SourcesOfSame, .linear = true};
constexpr OpExplain kOptimizationBarrierExplain = {.sources = SourcesOfSame, .linear = true};
constexpr OpExplain kDomainExplain = {.sources = SourcesOfSame, .linear = true};
constexpr OpExplain kAddDependencyExplain = {.sources = SourcesOfSame, .linear = true};

}  // namespace hloom
