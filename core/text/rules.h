// Rules of programs as text and bytes that several files check.
#ifndef HLOOM_TEXT_RULES_H_
#define HLOOM_TEXT_RULES_H_

#include "base/status.h"

namespace hloom {

inline constexpr Rule kTextP4 = {
    "text.p4", "an operand is an instruction that comes earlier in the same computation"};
inline constexpr Rule kTextP5 = {
    "text.p5",
    "the instructions of a computation have different names, and so have the computations; no name "
    "is an element type, and without a '%' none is another word of the grammar, like ROOT"};
inline constexpr Rule kTextP6 = {"text.p6",
                                 "an attribute is one that the operation, or the module, has"};
inline constexpr Rule kTextP8 = {
    "text.p8", "attributes without a default, and the computations of an operation, are given"};
inline constexpr Rule kTextP9 = {"text.p9", "a module has one ENTRY, a computation one ROOT"};
inline constexpr Rule kTextP10 = {
    "text.p10",
    "a shape that repeats another is compatible with it: an operand's, that of a computation's "
    "result, the entry computation's layout"};
inline constexpr Rule kTextP11 = {
    "text.p11", "the shape of an instruction is given unless the operation infers it"};
inline constexpr Rule kTextP12 = {
    "text.p12", "instructions in operands, and computations in attributes, nest at most 64 deep"};
inline constexpr Rule kTextP14 = {"text.p14", "the operation is one that hloom has"};
inline constexpr Rule kTextP15 = {"text.p15",
                                  "a sharding is of one kind, and complete: a word, a word and its "
                                  "device, or tiles and their devices"};
inline constexpr Rule kTextP17 = {"text.p17",
                                  "an element of a tuple, %x#0, is one that the tuple has"};
inline constexpr Rule kTextP18 = {
    "text.p18",
    "add-update and add-done continue an add-start, and likewise for every operation; "
    "custom_call_target stays the same"};
inline constexpr Rule kTextW1 = {"text.w1",
                                 "the text of a program has at most 134217728 characters"};

inline constexpr Rule kElidedC1 = {
    "elided.c1",
    "the zeros that elided constants are read as, {...}, take at most 268435456 bytes together"};

inline constexpr Rule kProtoM3 = {
    "proto.m3",
    "an operand is, by its id, an instruction that comes earlier in the same computation"};
inline constexpr Rule kProtoM4 = {
    "proto.m4", "a called computation is, by its id, one that comes earlier in the module"};
inline constexpr Rule kProtoM6 = {"proto.m6", "the opcode is one that hloom has"};
inline constexpr Rule kProtoM7 = {"proto.m7", "an instruction has a shape"};
inline constexpr Rule kProtoM8 = {"proto.m8", "an attribute that has no default is given"};
inline constexpr Rule kProtoM9 = {
    "proto.m9",
    "the type of a sharding is one of OpSharding's, its reduction one of NamedShardingProto's"};
inline constexpr Rule kProtoM10 = {
    "proto.m10",
    "a schedule has each instruction of its computation once; if one computation of an "
    "execution thread has one, all that are not fused have one"};

}  // namespace hloom

#endif  // HLOOM_TEXT_RULES_H_
