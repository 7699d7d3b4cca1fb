// Rules of MLIR text.
#ifndef HLOOM_TEXT_MLIR_MLIR_TEXT_RULES_H_
#define HLOOM_TEXT_MLIR_MLIR_TEXT_RULES_H_

#include <cstddef>

#include "base/status.h"

namespace hloom::mlir {

// Names longer than this have no near ones.
inline constexpr size_t kLongestMlirName = 64;

inline constexpr Rule kMlirP1 = {"mlir.p1", "the text follows the grammar of MLIR"};
inline constexpr Rule kMlirP2 = {"mlir.p2", "an integer fits its type, or 64 bits"};
inline constexpr Rule kMlirP3 = {
    "mlir.p3",
    "a string ends on its line; its escapes are \\\", \\\\, \\n, \\t and \\ with two hexadecimal "
    "digits; names and notes in quotes are UTF-8"};
inline constexpr Rule kMlirP4 = {"mlir.p4",
                                 "an alias is defined once; it is defined before its use, except "
                                 "for the locations of operations"};
inline constexpr Rule kMlirP5 = {
    "mlir.p5",
    "a value is defined once, and before its use, in the region of the use or around it"};
inline constexpr Rule kMlirP6 = {"mlir.p6",
                                 "an operation has as many results as it has names for them"};
inline constexpr Rule kMlirP7 = {"mlir.p7", "the type of an operand is that of its definition"};
inline constexpr Rule kMlirP8 = {
    "mlir.p8", "an operation without quotes around its name is one whose pretty form hloom reads"};
inline constexpr Rule kMlirP9 = {
    "mlir.p9", "regions nest at most 256 deep, and types, attributes and locations at most 64"};
inline constexpr Rule kMlirP10 = {
    "mlir.p10", "the elements of a dense constant are those of its type, in number and in kind"};
inline constexpr Rule kMlirP11 = {
    "mlir.p11", "the bytes of a dense_resource are in the section dialect_resources of the text"};
inline constexpr Rule kMlirP12 = {"mlir.p12",
                                  "a name occurs once among the attributes of an operation"};
inline constexpr Rule kMlirP13 = {
    "mlir.p13", "the parts of a text are ones that hloom reads: no VHLO, and no branches"};
inline constexpr Rule kMlirP14 = {
    "mlir.p14", "written out, the aliases of a text are at most 32 times as long as the text"};

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_MLIR_TEXT_RULES_H_
