/** The exports of `hloom/npy`: files of NumPy. */

export { readNpy, writeNpy, type NpyReadOptions } from './npy.js';
export { readNpz, writeNpz, type NpzReadOptions, type NpzWriteOptions } from './npz.js';
