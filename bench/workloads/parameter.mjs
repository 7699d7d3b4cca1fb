import { uniform } from '../measure/random.mjs';

export const sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);

/** A parameter of F32 with even numbers over [low, high), which `seed` chooses. */
export function floats(name, shape, seed, low = -1, high = 1, more = {}) {
  return { name, shape, type: 'F32', data: () => uniform(sizeOf(shape), seed, low, high), ...more };
}
