// Random collectives and transfers of a program.
#ifndef HLOOM_TESTS_COMM_EXCHANGE_WRITER_H_
#define HLOOM_TESTS_COMM_EXCHANGE_WRITER_H_

#include "comm/program_writer.h"

namespace hloom::testing_support {

// Writes one of them, with its operands, into the program.
void WriteExchange(ProgramWriter& writer);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_COMM_EXCHANGE_WRITER_H_
