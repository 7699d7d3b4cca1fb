// The libraries that are measured. A subject has
//
//   name, title
//   package      what is installed for it; hloom has none, it is the one built here
//   flags        of Node.js, with which it is at its best
//   threads({ browser })   the numbers of threads that it can compute with
//   refuses(workload)      why it cannot do a workload at all, if so; asked before anything is loaded
//   open({ threads, browser })   loads it; gives `prepare` and, where it must be closed, `close`
//
// prepare(workload, inputs, place) makes everything ready for calls with the values in that place, and gives
//
//   run()        one complete call; with place 'js' it takes typed arrays and gives one, with 'engine' the arguments are
//                there already and the result stays and is given back
//   read()       calls once and gives the numbers, in the workload's order
//   baseline()   what the time is to be compared with, if the workload's unit says so
//   dispose(), note
//
// or { refused: why } where it cannot.
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
