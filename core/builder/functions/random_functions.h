// Builder functions of random numbers.
#ifndef HLOOM_BUILDER_FUNCTIONS_RANDOM_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_RANDOM_FUNCTIONS_H_

#include "builder/xla_builder.h"
#include "hlo/attributes/enumerations.h"

namespace hloom {

// The tuple of a new state and of random bits, which follow from the state: see rng-bit-generator.
// The bits have the sizes and layout of `shape`, and are unsigned integers as wide as its elements:
// f32[3] gives u32[3].
XlaOp RngBitGenerator(RandomAlgorithm algorithm, XlaOp initial_state, const Shape& shape);

// Random numbers, which start from the seed of the client that runs the program, and continue from
// call to call. a and b, mu and sigma are scalars of the element type of `shape`.

// Uniform in [a, b).
XlaOp RngUniform(XlaOp a, XlaOp b, const Shape& shape);
// Normal, with mean mu and standard deviation sigma.
XlaOp RngNormal(XlaOp mu, XlaOp sigma, const Shape& shape);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_RANDOM_FUNCTIONS_H_
