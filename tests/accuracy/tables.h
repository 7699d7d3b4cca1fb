// The client library's functions against the tables of tests/cases.
#ifndef HLOOM_TESTS_ACCURACY_TABLES_H_
#define HLOOM_TESTS_ACCURACY_TABLES_H_

namespace hloom::testing_support {

// Prints a table: how far results are from those of cases whose names end with ", of a table".
// False where one could not be run.
bool PrintTablesOfCases();

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_ACCURACY_TABLES_H_
