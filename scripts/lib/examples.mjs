// The examples, as `npm start` runs them and `npm test` tests them.
import { lastLines } from './ninja.mjs';
import { inRoot } from './paths.mjs';
import { heading, progress } from './progress.mjs';
import { run } from './run.mjs';

/** Names and programs. The programs of C++ are compiled to WebAssembly. */
export const examples = [
  ['examples/cpp/linear_algebra.cc', 'build/wasm/examples/linear_algebra.js'],
  ['examples/cpp/signals_and_chance.cc', 'build/wasm/examples/signals_and_chance.js'],
  ['examples', 'examples/index.mjs'],
];

/** The number of lines that `npm start` shows from the beginning of each. */
const shownLines = 12;

/** Runs an example in a separate process, which must end by itself. Its start in Emscripten would fetch() a file. */
export const runExample = (file, options) =>
  run(process.execPath, ['--no-experimental-fetch', inRoot(file)], {
    capture: true,
    timeoutSeconds: 300,
    ...options,
  });

/** The command that runs it again. */
export const exampleCommand = (file) =>
  file.startsWith('build/') ? `node --no-experimental-fetch ${file}` : `node ${file}`;

/** Runs an example, and shows its first lines and its last one. */
export async function showExample([name, file]) {
  heading(name);
  const step = progress.start(name);
  let lines = 0;
  const onLine = (line) => {
    lines += 1;
    if (lines <= shownLines) progress.print(line);
  };
  const { ok, output, reason } = await runExample(file, { onLine });
  step.end();
  if (!ok) {
    progress.print(`${lastLines(output)}\n${name} failed: ${reason}\nto repeat: ${exampleCommand(file)}`);
  } else if (lines > shownLines) {
    const last = output.trimEnd().split('\n').at(-1);
    progress.print(`... ${lines - shownLines} more lines: ${exampleCommand(file)}\n${last}`);
  }
  return ok;
}
