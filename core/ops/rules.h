// Rules of operations that several files check.
#ifndef HLOOM_OPS_RULES_H_
#define HLOOM_OPS_RULES_H_

#include "base/status.h"

namespace hloom {

inline constexpr Rule kCollectivePermuteC3 = {
    "collective_permute.c3", "a collective-permute with slice_sizes is read, and does not run"};

inline constexpr Rule kRaggedAllToAllC4 = {"ragged_all_to_all.c4",
                                           "when the program runs, the rows sent are inside the "
                                           "input, and their places inside the output"};
inline constexpr Rule kRaggedAllToAllC5 = {"ragged_all_to_all.c5",
                                           "when the program runs, recv_sizes of a device are the "
                                           "send_sizes of the devices that send to it"};

inline constexpr Rule kConvolutionC19 = {
    "convolution.c19", "a convolution of sparse or scaled operands is read, and does not run"};

inline constexpr Rule kDotC16 = {"dot.c16",
                                 "a dot of sparse or scaled operands is read, and does not run"};

inline constexpr Rule kAsyncC6 = {
    "async.c6",
    "a computation on the main thread is one operation, of its parameters or their elements, "
    "unless async-start has the frontend attribute _collectives_group"};
inline constexpr Rule kAsyncC5 = {
    "async.c5", "a computation, or a thread, that is named again is that of async-start"};
inline constexpr Rule kAsyncC10 = {
    "async.c10",
    "the chain binds the computation's parameters in their order and its result; operands "
    "beyond the last parameter are memory for the result, where async-update puts it in "
    "place of ()"};
inline constexpr Rule kAsyncC11 = {
    "async.c11",
    "async-done comes after all parameters are bound, and gives the computation's result"};
inline constexpr Rule kAsyncC12 = {
    "async.c12", "a value that a tuple, a loop or a call carries comes from an async-start"};
inline constexpr Rule kAsyncC13 = {"async.c13",
                                   "all async-starts whose values are carried to one place begin "
                                   "the same computation, which may be named there again"};

inline constexpr Rule kCallC2 = {
    "call.c2",
    "the frontend_attributes of a composite have a composite.name, and, if they are given, "
    "composite.attributes that are not empty and a composite.version from 0"};

inline constexpr Rule kFusionC3 = {
    "fusion.c3", "a fused computation belongs to one fusion, and is not the entry computation"};
inline constexpr Rule kFusionC4 = {
    "fusion.c4",
    "in a fused computation nothing uses the root, and everything else is used, or has an effect"};

inline constexpr Rule kBitcastC4 = {
    "bitcast.c4",
    "a bitcast between elements of different widths, one of which has fewer than 8 bits, or from "
    "another type to PRED, is read, and does not run"};

inline constexpr Rule kDomainC1 = {"domain.c1",
                                   "only the operation domain has domain={...}, of kind sharding"};

inline constexpr Rule kSetDimensionSizeC3 = {
    "set_dimension_size.c3",
    "when the program runs, the size is in 0..bound; exactly the bound if the dimension becomes "
    "static"};

inline constexpr Rule kDynamicReshapeC4 = {"dynamic_reshape.c4",
                                           "when the program runs, each size is in 0..bound, and "
                                           "the size itself if the dimension is static"};
inline constexpr Rule kDynamicReshapeC5 = {
    "dynamic_reshape.c5", "when the program runs, the live sizes have the operand's live elements"};

inline constexpr Rule kSliceC1 = {
    "slice.c1", "each dimension of the operand has a start, a limit and a stride"};

inline constexpr Rule kAskC1 = {
    "ask.c1", "a value that the host gives for an instruction has the instruction's shape"};
inline constexpr Rule kAskC2 = {"ask.c2",
                                "a program that asks the host runs with a host that answers"};

inline constexpr Rule kCustomCallC3 = {
    "custom_call.c3", "when the program runs, a function of that name is registered"};
inline constexpr Rule kCustomCallC5 = {"custom_call.c5",
                                       "the function gives a value: it does not throw"};
inline constexpr Rule kCustomCallC10 = {
    "custom_call.c10",
    "Qr, ProductOfElementaryHouseholderReflectors, LuDecomposition, Eigh, Svd and the functions of "
    "LAPACK that JAX calls take static matrices of floats or complex numbers, and give what the "
    "functions of these names do"};
inline constexpr Rule kCustomCallC11 = {
    "custom_call.c11",
    "backend_config of a function of LAPACK has the letters that the function requires: "
    "uplo, side, trans_x, diag; an operand that selects a transpose is 0, 1 or 2; and the "
    "other array fits the side of the matrix"};
inline constexpr Rule kCustomCallC12 = {
    "custom_call.c12",
    "Sharding, MoveToHost and XLA's other annotations return their operands: the result has the "
    "operand's shape, with several operands that of their tuple"};
inline constexpr Rule kCustomCallC13 = {
    "custom_call.c13",
    "SPMDFullToShardShape, SPMDShardToFullShape, xla.sdy.GlobalToLocalShape and "
    "xla.sdy.LocalToGlobalShape run where they change no shape"};
inline constexpr Rule kCustomCallC14 = {
    "custom_call.c14",
    "DynamicConvolutionForward, DynamicConvolutionInputGrad and DynamicConvolutionKernelGrad, "
    "XLA's own, have a window, dim_labels and a padding_type, take the operands of a convolution, "
    "InputGrad the sizes of the input before them, s32 for each dimension, and give what it gives"};
inline constexpr Rule kCustomCallC15 = {
    "custom_call.c15",
    "when the program runs, the sizes that DynamicConvolutionInputGrad takes are at most the "
    "sizes of its result"};

inline constexpr Rule kArityC1 = {
    "arity.c1",
    "an operation has the number of operands, and of called computations, that it is defined for"};

inline constexpr Rule kTypeC1 = {"type.c1",
                                 "the element type is one that the operation is defined for"};
inline constexpr Rule kTypeC2 = {
    "type.c2", "an operand is an array, a tuple or a token, as the operation requires"};

inline constexpr Rule kDynamicC1 = {
    "dynamic.c1", "dimensions that must agree have the same live size when the program runs"};
inline constexpr Rule kDynamicC2 = {
    "dynamic.c2",
    "a shape that is part of an instruction is dynamic in exactly the dimensions that are dynamic "
    "in the operands they come from"};
inline constexpr Rule kDotC10 = {"dot.c10", "paired contracting dimensions have the same size"};

inline constexpr Rule kDynamicC3 = {
    "dynamic.c3",
    "all versions of computations that dynamic arguments of static parameters ask for have at most "
    "65536 instructions more than 8 times those of the program"};

inline constexpr Rule kRngC7 = {"rng.c7", "an rng with a third operand is read, and does not run"};

inline constexpr Rule kRngGetAndUpdateStateC2 = {
    "rng_get_and_update_state.c2", "a result other than u64[2] is read, and does not run"};

inline constexpr Rule kRngBitGeneratorC6 = {
    "rng_bit_generator.c6", "a state that builders do not take is read, and does not run"};

inline constexpr Rule kCommC6 = {
    "comm.c6",
    "_xla_send_recv_source_target_pairs is a list such as {{0,1},{1,2}} of "
    "existing partitions, or replicas if it has no channel_id, each at "
    "most once as a source and once as a target"};
inline constexpr Rule kPairingC4 = {"pairing.c4",
                                    "on a channel between devices, and with the same source-target "
                                    "pairs, what is received has the shape of what is sent"};
inline constexpr Rule kPairingC6 = {
    "pairing.c6",
    "only the -done of a send or recv reads the elements 0 and 1 of its context, which may "
    "go through tuples, calls and loops; no program returns a context; a value received in "
    "an async-start with _collectives_group may be read after its async-done; only "
    "async-update and async-done read a carried value of async-start"};

inline constexpr Rule kVerifierC1 = {"verifier.c1",
                                     "nothing is missing: entry computation, root, shapes, "
                                     "operands, called computations, attributes"};
inline constexpr Rule kVerifierC7 = {
    "verifier.c7",
    "an instruction has the shape that follows from its operands, layouts aside; if it calls "
    "computations, whichever dimensions are dynamic"};
inline constexpr Rule kVerifierC9 = {
    "verifier.c9",
    "a control predecessor is an instruction of the same computation that comes earlier"};
inline constexpr Rule kVerifierC10 = {
    "verifier.c10",
    "a called computation is of the execution thread of its caller, an asynchronous one of that "
    "which async-start names"};
inline constexpr Rule kVerifierC11 = {
    "verifier.c11",
    "parameter_replication has one value for each array or token of the instruction"};

}  // namespace hloom

#endif  // HLOOM_OPS_RULES_H_
