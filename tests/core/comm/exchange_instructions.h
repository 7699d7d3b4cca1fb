// The instructions of collectives and transfers.
#ifndef HLOOM_TESTS_COMM_EXCHANGE_INSTRUCTIONS_H_
#define HLOOM_TESTS_COMM_EXCHANGE_INSTRUCTIONS_H_

#include "comm/program_writer.h"

namespace hloom::testing_support {

enum class Form {
  kWhole,
  kSplit,    // -start and -done
  kWrapped,  // async-start and async-done of a computation
};

struct ExchangeText {
  ExchangeSpec spec;
  std::string opcode;
  std::string attributes;  // each with a comma before it
  Form form = Form::kWhole;
};

// Instructions of an exchange, and its results. The end may come later than the beginning.
struct Instructions {
  Lines begin;
  Lines end;
  std::vector<ProgramValue> values;
};

// Instructions that make `results` of the operands. Computations that they call are added to the
// program.
Instructions InstructionsOf(ProgramWriter& writer, const ExchangeText& exchange,
                            const std::vector<ProgramValue>& operands,
                            const std::vector<SpreadArray>& results);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_COMM_EXCHANGE_INSTRUCTIONS_H_
