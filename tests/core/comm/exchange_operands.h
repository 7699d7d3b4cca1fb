// Random operands of collectives and transfers.
#ifndef HLOOM_TESTS_COMM_EXCHANGE_OPERANDS_H_
#define HLOOM_TESTS_COMM_EXCHANGE_OPERANDS_H_

#include "comm/program_writer.h"

namespace hloom::testing_support {

// Operands of a spec that has its groups. Where it has a dimension, that is set.
std::vector<ProgramValue> MakeOperands(ProgramWriter& writer, ExchangeSpec& spec);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_COMM_EXCHANGE_OPERANDS_H_
