// Shared by the evaluation of collectives: the arrays of members, and blocks of them.
#ifndef HLOOM_OPS_COLLECTIVES_COLLECTIVE_ARRAYS_EVAL_H_
#define HLOOM_OPS_COLLECTIVES_COLLECTIVE_ARRAYS_EVAL_H_

#include <vector>

#include "ops/collectives/collective_eval.h"
#include "ops/collectives/collective_util.h"
#include "ops/literal_copies_eval.h"
#include "ops/op_eval.h"

namespace hloom {

// Returns the array if there is only one, otherwise a tuple of them.
Literal ArrayOrTupleOf(std::vector<Literal> arrays);
// All members get the same arrays, and share them.
void GiveToAll(std::vector<Literal> arrays, std::vector<Literal>* results);
// The value of a device to which nothing is sent.
Kernel ZerosFor(const HloInstruction& instruction, const LedgerPtr& ledger, Literal* result);

// A block of these sizes that begins, along one dimension, at these positions.
struct Block {
  std::vector<int64_t> sizes;
  int64_t dimension = 0;
  int64_t to_place = 0;
  int64_t from_place = 0;
};
// Adds a copy of the block; both arrays outlive it.
void AddBlock(const Block& block, const Literal& from, Literal& to, CopyBatch& copies);

constexpr OpEval WholeCollective(const Collective* collective, const OpEval* begun) {
  return {
      .kind = Meets{.collective = collective, .begun = begun},
      .live = kHandlesLiveSizes,
  };
}
constexpr OpEval CollectiveStart(const Collective* collective) {
  return {
      .kind = Meets{.part = Meets::kStart, .collective = collective},
      .live = kHandlesLiveSizes,
      .opaque_value = true,
  };
}
constexpr OpEval CollectiveDone() {
  return {
      .kind = Meets{.part = Meets::kDone},
      .live = kHandlesLiveSizes,
  };
}

}  // namespace hloom

#endif  // HLOOM_OPS_COLLECTIVES_COLLECTIVE_ARRAYS_EVAL_H_
