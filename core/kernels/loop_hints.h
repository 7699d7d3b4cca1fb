// Hints for compilers that vectorize loops.
#ifndef HLOOM_KERNELS_LOOP_HINTS_H_
#define HLOOM_KERNELS_LOOP_HINTS_H_

// HLOOM_INDEPENDENT precedes a loop whose iterations do not depend on each other, even if the
// result overwrites an operand: element i is read before it is written. Without it compilers would
// test that at run time, and then take one element at a time. Not all such loops become vector
// instructions, and there is no warning for those.
//
// HLOOM_INTERLEAVED precedes such a loop that takes four vectors in each iteration.
//
// HLOOM_UNROLLED precedes a loop of a few iterations over an array of vectors, which stay in
// registers only if the compiler unrolls it.
//
// HLOOM_LEFT_OVER precedes a loop over the few elements that vectors leave over: vectorizing it
// would only make the program larger.
#if defined(__clang__)
#define HLOOM_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#define HLOOM_INTERLEAVED _Pragma("clang loop vectorize(assume_safety) interleave_count(4)")
#define HLOOM_UNROLLED _Pragma("clang loop unroll(full)")
#define HLOOM_LEFT_OVER _Pragma("clang loop vectorize(disable) interleave(disable)")
#pragma clang diagnostic ignored "-Wpass-failed"
#else
#define HLOOM_INDEPENDENT _Pragma("GCC ivdep")
#define HLOOM_INTERLEAVED HLOOM_INDEPENDENT
#define HLOOM_UNROLLED _Pragma("GCC unroll 16")
#define HLOOM_LEFT_OVER
#endif

#endif  // HLOOM_KERNELS_LOOP_HINTS_H_
