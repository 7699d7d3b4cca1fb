// Where elements come from that are only moved, or are made of nothing.
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
// Operand 0 is moved, and the others say where to.
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

// The element at the same place of the memory, in the layouts that the program states.
void SourcesOfBitcast(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  const Shape& from = op.instruction.operand(0)->shape();
  const int64_t place =
      IndexUtil::MultidimensionalIndexToLinearIndex(op.instruction.shape(), at.index);
  if (place >= IndexUtil::StoredElements(from) || IndexUtil::LinearIndexIsPadding(from, place)) {
    return;
  }
  sources.push_back(ElementOf(0, IndexUtil::LinearIndexToMultidimensionalIndex(from, place)));
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
// It is made of a size alone.
constexpr OpExplain kGetDimensionSizeExplain = {.origin = Origin::kItself};
constexpr OpExplain kIotaExplain = {.origin = Origin::kItself};
constexpr OpExplain kBitcastExplain = {.sources = SourcesOfBitcast};
constexpr OpExplain kCopyExplain = {.sources = SourcesOfSame, .linear = true};
constexpr OpExplain kOptimizationBarrierExplain = {.sources = SourcesOfSame, .linear = true};
constexpr OpExplain kDomainExplain = {.sources = SourcesOfSame, .linear = true};
constexpr OpExplain kAddDependencyExplain = {.sources = SourcesOfSame, .linear = true};

}  // namespace hloom
