// The examples, as `npm start` runs them and `npm test` tests them.
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

/** Names and programs. The programs of C++ are compiled to WebAssembly. */
export const examples = [
  ['examples', 'examples/index.mjs'],
  ['examples/cpp/linear_algebra.cc', 'build/wasm/examples/linear_algebra.js'],
  ['examples/cpp/signals_and_chance.cc', 'build/wasm/examples/signals_and_chance.js'],
];

/** Runs an example in a separate process, which must end by itself. Its start in Emscripten would fetch() a file. */
export const runExample = (file, options) =>
  run(process.execPath, ['--no-experimental-fetch', inRoot(file)], { timeoutSeconds: 300, ...options });

/** The command that runs it again. */
export const exampleCommand = (file) => `node --no-experimental-fetch ${file}`;
