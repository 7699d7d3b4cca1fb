// Runs examples from the command line: each file of examples runs alone, examples/index.mjs runs them all.
import { Client } from 'hloom';
import { columns, wrap } from './grid.mjs';
import { printExample } from './print-example.mjs';
import { runExample } from './run-example.mjs';

/** A module of Node's, where this runs in Node. The examples also run in pages, whose bundlers must not look for it. */
const nodeModule = (name) => import(/* @vite-ignore */ `node:${name}`);

/** True if the file with this `import.meta.url` is the one that Node was started with. */
async function isMain(moduleUrl) {
  const script = globalThis.process?.argv?.[1];
  if (script === undefined || !moduleUrl.startsWith('file:')) return false;
  const [{ pathToFileURL }, { realpathSync }] = await Promise.all([nodeModule('url'), nodeModule('fs')]);
  return pathToFileURL(realpathSync(script)).href === moduleUrl;
}

/**
 * Prints and checks the examples, then runs the programs, if the file is what Node was started with. A wrong value makes
 * the process fail, and so does an error in a program.
 *
 * @param {{ title: string, text: string, file: string }[]} [programs] - files are relative to the one that is started
 */
export async function main(moduleUrl, examples, programs = []) {
  if (!(await isMain(moduleUrl))) return;
  const client = await Client.create();
  const wrong = [];
  for (const example of examples) {
    const outcome = await runExample(client, example);
    printExample(outcome);
    if (outcome.problem) wrong.push(example.id);
  }
  client.dispose();
  for (const { title, text, file } of programs) {
    console.log(['-'.repeat(columns), title, '', ...wrap(text, '', ''), ''].join('\n'));
    await import(/* @vite-ignore */ new URL(file, moduleUrl).href);
    console.log();
  }
  console.log('-'.repeat(columns));
  const refused = examples.filter(({ rule }) => rule !== undefined).length;
  const right = examples.length - wrong.length;
  console.log(
    `${right} of ${examples.length} examples as expected, ${refused} of them refused with the rule that they break` +
      `${wrong.length > 0 ? `; wrong: ${wrong.join(', ')}` : ''}`,
  );
  if (wrong.length > 0) process.exitCode = 1;
}
