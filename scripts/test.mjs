// `npm test [-- [core] [js] [web] [package] [docs] [lint]]`: sets up, builds and runs every suite, or the groups named.
//
// A suite that fails does not stop the others. The last line is always `N passed, N failed`; a suite that crashed, did
// not build, or ran no test at all counts as one failure.
//
// Imports nothing but Node's own modules, because it runs before `npm install` has.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { allPresets, buildPackage, buildPreset, wasmPresets } from './build.mjs';
import { inRoot } from './lib/paths.mjs';
import { heading, run } from './lib/run.mjs';
import { setupOrExit } from './setup.mjs';

const SUITE_TIMEOUT_SECONDS = 600;
const groups = ['core', 'js', 'web', 'package', 'docs', 'lint'];

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

/** A suite's result: what it counted, or one failure with the reason when it did not get that far. */
function outcome(name, { passed = 0, failed = 0, skipped = 0 } = {}, seconds = 0, trouble = '') {
  if (trouble && failed === 0) failed = 1;
  if (!trouble && passed + failed === 0) [failed, trouble] = [1, 'ran no test'];
  return { name, passed, failed, skipped, seconds, trouble };
}

async function runGoogleTest(preset) {
  const name = `gtest ${preset}`;
  heading(name);
  const report = `build/${preset}/gtest.json`;
  rmSync(inRoot(report), { force: true });
  const flags = [`--gtest_output=json:${report}`, '--gtest_brief=1'];
  const program = `build/${preset}/tests/core/hloom_tests`;
  // Emscripten's older glue tries to fetch() its files when Node has fetch.
  const [command, args] = preset.startsWith('wasm')
    ? [process.execPath, ['--no-experimental-fetch', inRoot(`${program}.js`), ...flags]]
    : [inRoot(program), flags];
  const result = await run(command, args, { timeoutSeconds: SUITE_TIMEOUT_SECONDS });
  const json = readJson(inRoot(report));
  if (!json) return outcome(name, {}, result.seconds, `crashed: ${result.reason}`);
  const cases = json.testsuites.flatMap((suite) => suite.testsuite);
  const failed = cases.filter((test) => test.failures?.length > 0).length;
  const skipped = cases.filter((test) => test.result === 'SKIPPED' || test.status === 'NOTRUN').length;
  const passed = cases.length - failed - skipped;
  const trouble = !result.ok && failed === 0 ? `ended badly: ${result.reason}` : '';
  return outcome(name, { passed, failed, skipped }, result.seconds, trouble);
}

async function runJest(project) {
  const name = `jest ${project}`;
  heading(name);
  const report = `build/jest-${project}.json`;
  rmSync(inRoot(report), { force: true });
  const args = ['node_modules/jest/bin/jest.js', '--selectProjects', project, '--json', `--outputFile=${report}`];
  const result = await run(process.execPath, args, { timeoutSeconds: SUITE_TIMEOUT_SECONDS });
  const json = readJson(inRoot(report));
  if (!json) return outcome(name, {}, result.seconds, `crashed: ${result.reason}`);
  const counts = {
    passed: json.numPassedTests,
    // A file that does not even load holds no tests that could fail.
    failed: json.numFailedTests + json.numRuntimeErrorTestSuites,
    skipped: json.numPendingTests + json.numTodoTests,
  };
  const trouble = !result.ok && counts.failed === 0 ? `ended badly: ${result.reason}` : '';
  return outcome(name, counts, result.seconds, trouble);
}

/** Every example as `npm start` runs it, in a process of its own that must end by itself. */
async function runExamples() {
  const examples = readdirSync(inRoot('examples')).filter((file) => file.endsWith('.mjs'));
  heading('examples');
  const counts = { passed: 0, failed: 0 };
  let seconds = 0;
  for (const example of examples.sort()) {
    const result = await run(process.execPath, [inRoot('examples', example)], { capture: true, timeoutSeconds: 120 });
    seconds += result.seconds;
    result.ok ? counts.passed++ : counts.failed++;
    if (!result.ok) console.error(`${result.output}\nexamples/${example}: ${result.reason}`);
  }
  return outcome('examples', counts, seconds);
}

/** The fuzzers, briefly: what they find in seconds is found before anyone else does. */
async function runFuzzers() {
  heading('fuzz');
  const { canFuzz, coreFuzzers, fuzz, jsFuzzers } = await import('./fuzz.mjs');
  const withCore = await canFuzz();
  const results = await fuzz({ names: [...(withCore ? coreFuzzers() : []), ...jsFuzzers()] });
  const outcomes = results.map(({ name, ok, seconds }) =>
    outcome(`fuzz ${name}`, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }, seconds),
  );
  if (withCore) return outcomes;
  console.log('the fuzzers of the core skipped: there is no clang++ with libFuzzer here');
  return [...outcomes, { ...outcome('fuzz core', { passed: 1 }), passed: 0, skipped: coreFuzzers().length }];
}

async function runLint() {
  heading('lint');
  const { lint } = await import('./lint.mjs');
  const results = await lint();
  return results.map(({ name, ok, seconds }) => outcome(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }, seconds));
}

async function runSuites(wanted) {
  heading('build');
  mkdirSync(inRoot('build'), { recursive: true });
  // The module before the suites: a test in C++ that does not compile must not keep the JavaScript tests from running.
  let packageBuilt = true;
  for (const preset of wasmPresets) packageBuilt = (await buildPreset(preset)) && packageBuilt;
  packageBuilt = packageBuilt && (await buildPackage());
  const built = {};
  if (wanted.has('core')) {
    for (const preset of allPresets) built[preset] = await buildPreset(preset, { tests: true });
  }

  // The C++ consumer of the documentation links the library.
  const nativeBuilt = wanted.has('docs') && (await buildPreset('native'));

  const results = [];
  const add = async (name, isBuilt, suite) => {
    results.push(...[isBuilt ? await suite() : outcome(name, {}, 0, 'did not build')].flat());
  };
  if (wanted.has('lint')) await add('lint', true, runLint);
  if (wanted.has('core')) {
    for (const preset of allPresets) await add(`gtest ${preset}`, built[preset], () => runGoogleTest(preset));
  }
  if (wanted.has('core')) await add('fuzz', true, runFuzzers);
  if (wanted.has('js') && existsSync(inRoot('examples'))) await add('examples', packageBuilt, runExamples);
  for (const project of ['js', 'web', 'package', 'docs']) {
    const isBuilt = packageBuilt && (project !== 'docs' || nativeBuilt);
    if (wanted.has(project)) await add(`jest ${project}`, isBuilt, () => runJest(project));
  }
  return results;
}

function printTable(results) {
  const width = Math.max(...results.map(({ name }) => name.length));
  heading('results');
  for (const { name, passed, failed, skipped, seconds, trouble } of results) {
    const counts = `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
    const more = [skipped ? `${skipped} skipped` : '', trouble].filter(Boolean).join(', ');
    console.log(`${name.padEnd(width)} ${counts} ${seconds.toFixed(1).padStart(7)} s  ${more}`.trimEnd());
  }
}

const wanted = new Set(process.argv.slice(2));
const unknown = [...wanted].filter((group) => !groups.includes(group));
if (unknown.length > 0) {
  console.error(`unknown group ${unknown.join(', ')}; there are ${groups.join(', ')}`);
  process.exit(2);
}
await setupOrExit();
const results = await runSuites(wanted.size > 0 ? wanted : new Set(groups));
printTable(results);
const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);
