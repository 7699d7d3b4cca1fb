// Random operands of collectives and transfers.
#ifndef HLOOM_TESTS_COMM_EXCHANGE_OPERANDS_H_
#define HLOOM_TESTS_COMM_EXCHANGE_OPERANDS_H_

#include "comm/program_writer.h"

namespace hloom::testing_support {

// Makes operands for a spec with groups. Sets its dimension, if it has one.
std::vector<ProgramValue> MakeOperands(ProgramWriter& writer, ExchangeSpec& spec);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_COMM_EXCHANGE_OPERANDS_H_
