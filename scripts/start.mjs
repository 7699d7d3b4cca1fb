// `npm start [-- [--once] [--port N]]`: sets up, builds, runs the examples, serves the page.
//
// Imports nothing but Node's own modules, because it runs before `npm install` has.
import { parseArgs } from 'node:util';
import { buildModuleAndPackage } from './build.mjs';
import { inRoot } from './lib/paths.mjs';
import { heading } from './lib/progress.mjs';
import { run } from './lib/run.mjs';
import { serveUntilStopped } from './serve.mjs';
import { setupCompilersOrExit } from './setup.mjs';

function options() {
  try {
    const { values } = parseArgs({ options: { once: { type: 'boolean' }, port: { type: 'string', default: '8080' } } });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`--port ${values.port} is no port`);
    return { once: values.once ?? false, port };
  } catch (error) {
    console.error(`${error.message}\nusage: npm start [-- [--once] [--port N]]`);
    process.exit(2);
  }
}

/** The programs of C++ are compiled to WebAssembly, too. Emscripten's start would ask fetch() for a file. */
const examples = [
  ['examples', 'examples/index.mjs'],
  ['examples/cpp/linear_algebra.cc', 'build/wasm/examples/linear_algebra.js'],
  ['examples/cpp/signals_and_chance.cc', 'build/wasm/examples/signals_and_chance.js'],
];

/** The main job: every example, in a process of its own, so that it is also seen to end by itself. */
async function runExamples() {
  for (const [name, file] of examples) {
    heading(name);
    const result = await run(process.execPath, ['--no-experimental-fetch', inRoot(file)], { timeoutSeconds: 300 });
    if (!result.ok) {
      console.error(`${name} failed: ${result.reason}`);
      return false;
    }
  }
  return true;
}

/** Where the port is taken, any free one is better than an error. */
async function servePage(port) {
  const directory = inRoot('build/web-demo');
  try {
    await serveUntilStopped({ directory, port });
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    console.log(`port ${port} is taken`);
    await serveUntilStopped({ directory, port: 0 });
  }
}

const { once, port } = options();
const nodeModules = await setupCompilersOrExit('build');
heading('build');
if (!(await buildModuleAndPackage(nodeModules)) || !(await runExamples())) process.exit(1);
if (!once) await servePage(port);
