// Values of async-start that tuples, loops, conditionals and calls carry.
#ifndef HLOOM_RUNTIME_ASYNC_TO_CALL_H_
#define HLOOM_RUNTIME_ASYNC_TO_CALL_H_

#include <memory>

#include "hlo/hlo_module.h"

namespace hloom {

// The module with plain calls in place of asynchronous operations whose values are carried, so that
// these are tuples like any others:
//
//   %start = ((f32[8]), f32[], u32[]) async-start(%x), calls=%sum
//   %state = (s32[], ((f32[8]), f32[], u32[])) tuple(%i, %start)
//
// becomes
//
//   %args = (f32[8]) tuple(%x)
//   %sum = f32[] call(%x), to_apply=%sum
//   %start = ((f32[8]), f32[], u32[]) tuple(%args, %sum, 0)
//   %state = (s32[], ((f32[8]), f32[], u32[])) tuple(%i, %start)
//
// and the async-done takes element 1. Returns null if no value is carried. The module has passed the
// verifier.
std::unique_ptr<HloModule> ConvertCarriedAsyncToCalls(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_RUNTIME_ASYNC_TO_CALL_H_
