// Rules of the boundary to JavaScript that several files check.
#ifndef HLOOM_WASM_RULES_H_
#define HLOOM_WASM_RULES_H_

#include "base/status.h"

namespace hloom {

inline constexpr Rule kHandleC1 = {"handle.c1",
                                   "a handle names something that exists and was not released"};

inline constexpr Rule kShapeC11 = {
    "shape.c11", "dynamic_dimensions states for each dimension whether it is dynamic"};
inline constexpr Rule kShapeC13 = {"shape.c13",
                                   "a number in the place of a shape is that of a tuple before it"};

inline constexpr Rule kLiteralC1 = {
    "literal.c1",
    "a value has one buffer for each of its arrays, and its sizes where they are dynamic"};
inline constexpr Rule kLiteralC5 = {"literal.c5", "opaques stay inside a program"};

inline constexpr Rule kEngineC2 = {"engine.c2", "a run is answered while its state is waiting"};
inline constexpr Rule kEngineC3 = {
    "engine.c3", "a run is answered with one thing: a value, an error or the names that are known"};
inline constexpr Rule kEngineC4 = {"engine.c4",
                                   "a question about a run needs one that is under way"};
inline constexpr Rule kEngineC5 = {"engine.c5", "an error is asked for after a run that failed"};

inline constexpr Rule kValueC1 = {"value.c1",
                                  "the number of a value on the engine names an existing value"};
inline constexpr Rule kValueC2 = {"value.c2", "a value that stays on the engine is an array"};

inline constexpr Rule kFunctionC1 = {"function.c1",
                                     "a builder function of that name and overload exists"};

}  // namespace hloom

#endif  // HLOOM_WASM_RULES_H_
