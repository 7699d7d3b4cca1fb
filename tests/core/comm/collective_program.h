// Random programs for several devices, as HLO text, with the result of each device by the plain
// model: collectives and transfers of all kinds, whose values are operands of the next ones, also
// through elementwise operations; some begin before others end, some are in a loop.
#ifndef HLOOM_TESTS_COMM_COLLECTIVE_PROGRAM_H_
#define HLOOM_TESTS_COMM_COLLECTIVE_PROGRAM_H_

#include <string>
#include <vector>

#include "comm/collective_model.h"
#include "literal/literal.h"

namespace hloom::testing_support {

struct CollectiveProgram {
  GridModel grid;
  std::string text;
  std::vector<std::vector<Literal>> arguments;  // by device
  // The elements of the root, which is a tuple.
  std::vector<SpreadArray> results;
  // The kinds of exchanges in it, for tests that count them: "all-gather", "all-gather-start".
  std::vector<std::string> exchanges;
};

// The same for the same seed. With a scale, arrays have from 1 to 8 times as many elements, in one
// dimension; else few, in up to 3.
CollectiveProgram RandomCollectiveProgram(uint64_t seed, int64_t scale = 1);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_COMM_COLLECTIVE_PROGRAM_H_
