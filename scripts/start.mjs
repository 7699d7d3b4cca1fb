// `npm start [-- [--once] [--port N]]`: sets up, builds, runs the examples, serves the page.
//
// Imports nothing but Node's own modules, because it runs before `npm install` has.
import { parseArgs } from 'node:util';
import { buildModuleAndPackage } from './build.mjs';
import { exampleCommand, examples, runExample } from './lib/examples.mjs';
import { inRoot } from './lib/paths.mjs';
import { heading } from './lib/progress.mjs';
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

/** Runs the examples, and prints their times. */
async function runExamples() {
  const started = performance.now();
  for (const [name, file] of examples) {
    heading(name);
    const result = await runExample(file);
    if (!result.ok) {
      console.error(`${name} failed: ${result.reason}\nto repeat: ${exampleCommand(file)}`);
      return false;
    }
  }
  console.log(`\nran the examples in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

/** If the port is taken, any free one is better than an error. */
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
console.log(`all done in ${(performance.now() / 1000).toFixed(0)} s`);
if (!once) await servePage(port);
