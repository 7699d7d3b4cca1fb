// Rules of builder functions that several files check.
#ifndef HLOOM_BUILDER_RULES_H_
#define HLOOM_BUILDER_RULES_H_

#include "base/status.h"

namespace hloom {

inline constexpr Rule kBroadcastC2 = {
    "broadcast.c2", "sizes of dimensions that meet are equal, or one of them is 1"};

inline constexpr Rule kCollectiveB1 = {"collective.b1",
                                       "shard_count and split_count are 1 or more"};
inline constexpr Rule kCollectiveB2 = {"collective.b2",
                                       "the size of the dimension is a multiple of the number of "
                                       "shards, or, where shards are put together, not too large"};
inline constexpr Rule kCollectiveB3 = {"collective.b3", "concat_dimension is one of the operand's"};

inline constexpr Rule kAfterAllB1 = {"after_all.b1", "every operand is a token"};

inline constexpr Rule kConvFunctionC1 = {
    "conv_function.c1",
    "window_strides, padding, lhs_dilation, rhs_dilation and window_reversal have an entry for "
    "each spatial dimension, or none"};

inline constexpr Rule kDotFunctionC1 = {"dot_function.c1", "no operand of Dot is a scalar"};

inline constexpr Rule kBatchDotC1 = {"batch_dot.c1",
                                     "both operands of BatchDot have at least rank 2"};
inline constexpr Rule kBatchDotC2 = {
    "batch_dot.c2", "the matrices of x have as many columns as those of y have rows, or one has 1"};
inline constexpr Rule kBatchDotC3 = {
    "batch_dot.c3",
    "other dimensions, counted from the end, have the same size in both, or in one of them 1"};

inline constexpr Rule kEinsumC1 = {
    "einsum.c1",
    "einsum_config has letters for each operand, between them a comma, and letters for the result "
    "after ->; each has at most one ..."};
inline constexpr Rule kEinsumC2 = {"einsum.c2", "each dimension of an operand has a label"};
inline constexpr Rule kEinsumC3 = {
    "einsum.c3", "dimensions of one label have one size, or in two operands also size 1"};

inline constexpr Rule kSelectB1 = {
    "select.b1", "a choice between tuples is made by a pred[], and the tuples have one shape"};

inline constexpr Rule kCustomCallB1 = {"custom_call.b1",
                                       "the name of a custom call does not begin with '$'"};

inline constexpr Rule kCompositeB1 = {"composite.b1", "a composite has a name"};
inline constexpr Rule kCompositeB2 = {"composite.b2",
                                      "its attributes are not empty, its version is 0 or more"};

inline constexpr Rule kChannelB1 = {
    "channel.b1", "a channel is 1 or more, and of the type that the function is for"};
inline constexpr Rule kChannelB2 = {"channel.b2",
                                    "shape_with_layout is the operand's shape, layouts aside"};

inline constexpr Rule kScanB1 = {
    "scan.b1",
    "scan_dimension_size, where it is given, is the size of the inputs along scan_dimension"};

inline constexpr Rule kRegionC1 = {
    "region.c1",
    "a computation uses values of the program around it only where the operation has operands for "
    "them: in While, Conditional, Call and Map"};
inline constexpr Rule kRegionC2 = {
    "region.c2", "values of the program around it that the computation of Map uses are scalars"};

inline constexpr Rule kMapC5 = {"map.c5", "static operands are scalars"};

inline constexpr Rule kBuilderC3 = {"builder.c3",
                                    "an operand is a value, not the result of a call that failed"};
inline constexpr Rule kBuilderC5 = {"builder.c5",
                                    "the root of a constant subgraph depends on no parameter, and "
                                    "on no operation that may give another value in another run"};

}  // namespace hloom

#endif  // HLOOM_BUILDER_RULES_H_
