#include "ops/windows/scan.h"
#include "ops/windows/window_explain.h"

namespace hloom {

namespace {

// The steps before an element: all up to its own, if there are carries, and all steps for the final
// carries.
void SourcesOfScan(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  const auto& attributes = op.instruction.attributes<ScanAttributes>();
  const auto dimension = static_cast<size_t>(attributes.dimensions[0]);
  const auto carries = static_cast<size_t>(attributes.num_carries);
  const size_t inputs = op.operands.size() - carries;
  const size_t results = op.result.shape().IsTuple() ? op.result.elements().size() : 1;
  const size_t part = at.leaf.empty() ? 0 : static_cast<size_t>(at.leaf[0]);
  const int64_t steps = LiveSize(op, inputs, attributes.dimensions[0]);
  IndexRange range = {0, steps, 1};
  if (part + carries < results) {
    const int64_t step = at.index[dimension];
    range = attributes.is_reverse ? IndexRange{step, steps - step, 1} : IndexRange{0, step + 1, 1};
    if (carries == 0) range = One(step);
  }
  for (size_t i = 0; i < op.operands.size(); ++i) {
    ElementBox box = WholeOf(*op.operands[i]);
    if (i < inputs) box[dimension] = range;
    sources.push_back(BoxOf(i, std::move(box), i < inputs ? "input" : "init"));
  }
}

}  // namespace

constexpr OpExplain kScanExplain = {.sources = SourcesOfScan};

}  // namespace hloom
