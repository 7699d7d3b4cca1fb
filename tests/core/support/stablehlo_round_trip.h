// A property of every program that has a form in StableHLO: read back from its text, it computes the
// same values.
#ifndef HLOOM_TESTS_SUPPORT_STABLEHLO_ROUND_TRIP_H_
#define HLOOM_TESTS_SUPPORT_STABLEHLO_ROUND_TRIP_H_

#include <string>

#include "base/json.h"
#include "hlo/hlo_module.h"

namespace hloom::testing_support {

// The bytes of the program of a case that runs; empty if there is none.
std::string ProtoOfCase(const Json& json);

// Reads `text`, the StableHLO of `module`, and runs the case with that program. Returns the failure.
std::string StableHloRoundTrip(const Json& json, const HloModule& module, const std::string& text);

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_STABLEHLO_ROUND_TRIP_H_
