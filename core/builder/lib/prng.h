// Random numbers that follow from a key and a state, of XLA's client library.
//
//   RngOutput u = UniformFloatingPointDistribution(key, state, ThreeFryBitGenerator,
//                                                  minval, maxval, shape);
//   u.value is the array; u.state continues the stream.
#ifndef HLOOM_BUILDER_LIB_PRNG_H_
#define HLOOM_BUILDER_LIB_PRNG_H_

#include <functional>
#include <utility>

#include "builder/xla_builder.h"

namespace hloom {

// Random numbers, and the state after them, which has the shape of the one before.
struct RngOutput {
  XlaOp value;
  XlaOp state;
};

// Makes random bits of a key u64[] and a state: unsigned integers of the sizes of `shape`, as wide
// as its elements, f32[3] gives u32[3].
using BitGeneratorTy = std::function<RngOutput(XlaOp key, XlaOp initial_state, const Shape& shape)>;

// The state is u64[] or u64[1], the counter. prng.c1: key and state have such shapes; prng.c2: the
// elements of `shape` are integers or floats.
RngOutput ThreeFryBitGenerator(XlaOp key, XlaOp initial_state, const Shape& shape);
// The state is u64[2], the counter, its low half first.
RngOutput PhiloxBitGenerator(XlaOp key, XlaOp initial_state, const Shape& shape);

// A state and a key of Philox, made from a key u64[] that may be weak, such as a small number: the
// words of a call for it. The state's low half is 0, so that many numbers follow.
std::pair<XlaOp, XlaOp> ScramblePhiloxKey(XlaOp key);
// The state of Philox `delta`, u64[], calls later: both halves count, as one number of 128 bits.
XlaOp PhiloxIncreaseCounter(XlaOp counter, XlaOp delta);
// Scalars as an array of rank 1.
XlaOp ConcatScalars(XlaBuilder* builder, Span<const XlaOp> scalars);

// Uniform numbers of [minval, maxval), of the floating-point type that these scalars have: so many
// upper bits as the fraction has of each element that the generator gives, scaled and moved. F16 of
// elements of 16 bits has the lower 10 bits instead, as in XLA, which leaves those in [0, 1): here
// they are scaled and moved, too.
// prng.c3: minval and maxval are such scalars, and there are as many bits.
RngOutput UniformFloatingPointDistribution(XlaOp key, XlaOp initial_state,
                                           const BitGeneratorTy& bit_generator, XlaOp minval,
                                           XlaOp maxval, const Shape& shape);
// Uniform integers of [minval, maxval): minval plus the remainder of the bits by the range.
// prng.c4: minval and maxval are scalars of the shape's type, S32, U32, S64 or U64.
RngOutput UniformIntDistribution(XlaOp key, XlaOp initial_state,
                                 const BitGeneratorTy& bit_generator, XlaOp minval, XlaOp maxval,
                                 const Shape& shape);
// Normal numbers with mean 0 and standard deviation 1, computed in pairs from two uniform ones by
// the Box-Muller transform. prng.c5: the elements of `shape` are F16, F32 or F64.
RngOutput NormalFloatingPointDistribution(XlaOp key, XlaOp initial_state,
                                          const BitGeneratorTy& bit_generator, const Shape& shape);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_PRNG_H_
