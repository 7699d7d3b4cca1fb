// `npm start [-- [--once] [--port N]]`: sets up, builds, runs the examples, serves the page.
//
// Imports nothing but Node's own modules, because it runs before `npm install` has.
import { parseArgs } from 'node:util';
import { buildModuleAndPackage } from './build.mjs';
import { examples, showExample } from './lib/examples.mjs';
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

const secondsSince = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/** Runs the examples until one fails. */
async function runExamples() {
  for (const example of examples) if (!(await showExample(example))) return false;
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
const isBuilt = await buildModuleAndPackage(nodeModules);
const started = performance.now();
if (isBuilt && (await runExamples())) {
  console.log(`ran the examples in ${secondsSince(started)}, all done in ${secondsSince(0)}`);
  if (!once) await servePage(port);
} else {
  // Not process.exit(), which would not wait for a slow reader of the output.
  process.exitCode = 1;
}
