// Rules of attributes and programs that several files check.
#ifndef HLOOM_HLO_RULES_H_
#define HLOOM_HLO_RULES_H_

#include "base/status.h"

namespace hloom {

inline constexpr Rule kAttributeP1 = {"attribute.p1",
                                      "an enumeration's value in bytes is one of its names"};

inline constexpr Rule kReplicaGroupsP1 = {
    "replica_groups.p1",
    "an iota of replica groups has two numbers whose product is that of its dimensions, at most "
    "65536, and names each dimension once in their order"};
inline constexpr Rule kReplicaGroupsP2 = {
    "replica_groups.p2",
    "replica groups as axes of a mesh: the mesh has at most 64 axes and 65536 devices, each once; "
    "the axes of the groups are among its own or parts of them, do not overlap, and no two that "
    "follow each other are one part"};

inline constexpr Rule kWindowP1 = {
    "window.p1",
    "the text of a window has a size, names each field once, and gives each one entry for each "
    "dimension; entries of rhs_reversal are 0 or 1"};

inline constexpr Rule kDimLabelsP1 = {
    "dim_labels.p1",
    "dim_labels label the dimensions of input, kernel and output, b01f_01io->b01f: each has its "
    "two labels and the numbers from 0 of as many spatial dimensions, each once; others are ?"};
inline constexpr Rule kDimLabelsC1 = {
    "dim_labels.c1",
    "the dimension numbers of a convolution are those of dimensions, each once in its array, with "
    "as many spatial ones in all three, at most 10"};

inline constexpr Rule kTextP7 = {"text.p7", "an attribute is given once"};
inline constexpr Rule kTextP16 = {"text.p16", "a sharding names axes of its mesh"};

inline constexpr Rule kFunctionC2 = {"function.c2",
                                     "every required argument is given, and no unknown one"};
inline constexpr Rule kFunctionC3 = {"function.c3", "an argument is of its kind"};

}  // namespace hloom

#endif  // HLOOM_HLO_RULES_H_
