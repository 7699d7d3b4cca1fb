// Rules of the import of StableHLO.
#ifndef HLOOM_TEXT_STABLEHLO_IMPORT_RULES_H_
#define HLOOM_TEXT_STABLEHLO_IMPORT_RULES_H_

#include "base/status.h"

namespace hloom::stablehlo {

inline constexpr Rule kStableHloC1 = {
    "stablehlo.c1", "the operations, types and custom calls of a program have a meaning in HLO"};
inline constexpr Rule kStableHloC2 = {
    "stablehlo.c2", "an operation has the attributes that it requires, of the kind that it reads"};
inline constexpr Rule kStableHloC3 = {
    "stablehlo.c3",
    "the declared type of a result is the type that follows from the operands and attributes"};
inline constexpr Rule kStableHloC4 = {
    "stablehlo.c4",
    "an operation has as many operands, results and regions as it takes; operands are values "
    "defined before"};
inline constexpr Rule kStableHloC5 = {
    "stablehlo.c5", "a region is one block that ends with a return, and so is a function"};
inline constexpr Rule kStableHloC6 = {
    "stablehlo.c6",
    "a called function is defined once in the module, and calls neither itself nor "
    "a caller of it"};
inline constexpr Rule kStableHloC7 = {
    "stablehlo.c7",
    "a module has an entry: @main, or its only public function, or its only function"};
inline constexpr Rule kStableHloC8 = {"stablehlo.c8",
                                      "sizes are known when the shapes of the arguments are known"};
inline constexpr Rule kStableHloC9 = {
    "stablehlo.c9", "given argument shapes fit the declared types, one for each argument"};
inline constexpr Rule kStableHloC10 = {"stablehlo.c10",
                                       "the assertions about sizes hold for the arguments' shapes"};
inline constexpr Rule kStableHloC11 = {
    "stablehlo.c11",
    "regions and calls of functions with dynamic sizes nest at most 128 deep, and a program "
    "expands to at most 64 times its operations"};

inline constexpr Rule kStableHloC12 = {
    "stablehlo.c12",
    "operands have the types that the operation takes, where HLO takes others or has no operand"};

}  // namespace hloom::stablehlo

#endif  // HLOOM_TEXT_STABLEHLO_IMPORT_RULES_H_
