// The libraries that are measured. A subject has
//
//   name, title
//   package      the package to install; none for hloom, which is built here
//   flags        of Node.js, with which it is at its best
//   threads({ browser })   the numbers of threads that it can compute with
//   refuses(workload)      the reason why it cannot do a workload, if any; called before anything is loaded
//   open({ threads, browser })   loads it; returns `prepare` and, if it must be closed, `close`
//
// prepare(workload, inputs, place) prepares calls with the values in that place, and returns
//
//   run()        one complete call; with place 'js' it takes and returns typed arrays, with 'engine' the arguments are
//                there already and the result stays and is given back
//   read()       calls once and returns the numbers, in the workload's order
//   baseline()   the time to compare with, if the workload's unit requires one
//   dispose(), note
//
// or { refused: reason } if it cannot.
import { hloom } from './hloom.mjs';
import { jax } from './jax-js.mjs';
import { numpyTs } from './numpy-ts.mjs';
import { onnxRuntime } from './onnx-runtime.mjs';
import { tensorFlow } from './tensorflow.mjs';

export const subjects = [hloom, tensorFlow, onnxRuntime, jax, numpyTs];
export const peers = subjects.filter((subject) => subject !== hloom);

export function subjectNamed(name) {
  return subjects.find((subject) => subject.name === name);
}
