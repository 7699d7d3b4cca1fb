// Rules of MLIR bytecode.
#ifndef HLOOM_TEXT_MLIR_MLIR_BYTECODE_RULES_H_
#define HLOOM_TEXT_MLIR_MLIR_BYTECODE_RULES_H_

#include <cstddef>
#include <string>

#include "base/status.h"
#include "base/str_cat.h"

namespace hloom::mlir {

inline constexpr Rule kBytecodeP1 = {
    "bytecode.p1", "the lengths and counts of a bytecode agree with the bytes that follow them"};
inline constexpr Rule kBytecodeP2 = {
    "bytecode.p2",
    "the bytecode has a version of the format up to 6, which StableHLO writes since 0.15"};
inline constexpr Rule kBytecodeP3 = {
    "bytecode.p3", "a bytecode has each section once, and those that hold a program"};
inline constexpr Rule kBytecodeP4 = {
    "bytecode.p4",
    "an index is that of an entry of its table, and the entry is of the kind needed"};
inline constexpr Rule kBytecodeP5 = {"bytecode.p5",
                                     "types and attributes have a code that hloom reads"};
inline constexpr Rule kBytecodeP6 = {
    "bytecode.p6",
    "a type or attribute does not contain itself, types and attributes nest at most 64 deep, and "
    "written out, they are at most 64 times as long as the bytecode"};
inline constexpr Rule kBytecodeP7 = {
    "bytecode.p7",
    "an operand is a value that is defined before its use, in the region of the use or around it"};
inline constexpr Rule kBytecodeP8 = {
    "bytecode.p8", "operations are those of a portable artifact, with the properties of VHLO"};
inline constexpr Rule kBytecodeP9 = {"bytecode.p9",
                                     "the bytes of a constant are as many as its type needs"};
inline constexpr Rule kBytecodeP10 = {
    "bytecode.p10", "a region has one block without branches, and regions nest at most 256 deep"};

// An error at an offset in the bytecode.
inline ErrorBuilder BytecodeError(const Rule& rule, size_t offset, std::string text) {
  return InvalidArgument(rule).Say(std::move(text)).At(StrCat("byte ", offset, " of the bytecode"));
}
inline ErrorBuilder BytecodeUnsupported(const Rule& rule, size_t offset, std::string text) {
  return Unimplemented(rule).Say(std::move(text)).At(StrCat("byte ", offset, " of the bytecode"));
}

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_MLIR_BYTECODE_RULES_H_
