#include "ops/collectives/collective_moves_eval.h"

namespace hloom {

namespace {

std::vector<CollectiveMove> ToEach(const CollectiveMembers& members, int64_t parts) {
  std::vector<CollectiveMove> moves;
  for (size_t from = 0; from < members.size(); ++from) {
    const int64_t bytes = BytesOf(members.operands[from]) / parts;
    for (size_t to = 0; to < members.size(); ++to) {
      if (to != from) moves.push_back({from, to, bytes});
    }
  }
  return moves;
}

}  // namespace

// Depth is bounded by ShapeUtil::kMaxTupleDepth.
int64_t BytesOf(Span<const Literal> operands) {
  int64_t bytes = 0;
  for (const Literal& operand : operands) {
    bytes += operand.shape().IsTuple() ? BytesOf(operand.elements()) : operand.size_bytes();
  }
  return bytes;
}

std::vector<CollectiveMove> WholeToEach(const HloInstruction&, const CollectiveMembers& members) {
  return ToEach(members, 1);
}

std::vector<CollectiveMove> PartToEach(const HloInstruction&, const CollectiveMembers& members) {
  return ToEach(members, static_cast<int64_t>(members.size()));
}

}  // namespace hloom
