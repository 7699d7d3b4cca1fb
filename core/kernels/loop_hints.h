// What loops say to compilers about the vectors that they may make of them.
#ifndef HLOOM_KERNELS_LOOP_HINTS_H_
#define HLOOM_KERNELS_LOOP_HINTS_H_

// HLOOM_INDEPENDENT stands before a loop whose iterations do not need each other, also where the
// result lies in an operand's memory: element i is read before it is written. Without it compilers
// would test that at run time, and take one element at a time there. Not all such loops become
// vector instructions, which is no warning.
//
// HLOOM_LEFT_OVER stands before a loop over the few elements that are left over by vectors: to make
// vectors of them as well would only make the program larger.
#if defined(__clang__)
#define HLOOM_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#define HLOOM_LEFT_OVER _Pragma("clang loop vectorize(disable) interleave(disable)")
#pragma clang diagnostic ignored "-Wpass-failed"
#else
#define HLOOM_INDEPENDENT _Pragma("GCC ivdep")
#define HLOOM_LEFT_OVER
#endif

#endif  // HLOOM_KERNELS_LOOP_HINTS_H_
