// Explains random numbers.
#include "ops/op_explain.h"

namespace hloom {

namespace {

// The new key is the old one, and a half of the new counter follows from the halves up to it. All
// bits depend on the whole state.
void SourcesOfBits(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  if (at.leaf[0] == 1) {
    sources.push_back(BoxOf(0, WholeOf(*op.operands[0])));
    return;
  }
  const int64_t word = at.index[0];
  if (word == 0) {
    sources.push_back(ElementOf(0, at.index));
  } else {
    sources.push_back(BoxOf(0, {IndexRange{1, word, 1}}));
  }
}

// The random bits come from the run.
void SourcesOfNumbers(const ExecutedOp&, const ElementPlace&, std::vector<Source>& sources) {
  sources.push_back(ElementOf(0, {}));
  sources.push_back(ElementOf(1, {}));
}

}  // namespace

constexpr OpExplain kRngBitGeneratorExplain = {.sources = SourcesOfBits};
constexpr OpExplain kRngExplain = {.sources = SourcesOfNumbers};
constexpr OpExplain kRngGetAndUpdateStateExplain = {.origin = Origin::kItself};

}  // namespace hloom
