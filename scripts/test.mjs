// `npm test [-- [core] [js] [web] [package] [docs] [lint]]`: sets up, builds and runs the suites that find what a user
// would notice, or the groups named. `npm run test:all` runs every suite: also the tests of the core as WebAssembly and by
// a second compiler, the fuzzers, and the Jest files named *.long.test.ts.
//
// Prints a line for each suite as it starts and ends, with its time.
//
// A suite that fails does not stop the others. The last line is always `N passed, N failed`; a suite that crashed, did
// not build, or ran no test at all counts as one failure.
//
// Imports nothing but Node's own modules, because it runs before `npm install` has.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { allPresets, buildPackage, buildPreset, buildPresets, canFuzz, wasmPresets } from './build.mjs';
import { inRoot } from './lib/paths.mjs';
import { heading, run } from './lib/run.mjs';
import { setupOrExit } from './setup.mjs';

const SUITE_TIMEOUT_SECONDS = 600;

// The checks of memory make these tests eight times as slow as any other suite's: in parts, they use every core.
const SHARDS = { 'native-asan': 4 };

// Sanitizers watch every test natively. The optimised build, of another compiler, runs the tests of numbers.
const PROGRAMS = { native: 'hloom_numeric_tests' };
const programOf = (preset) => PROGRAMS[preset] ?? 'hloom_tests';
const groups = ['core', 'js', 'web', 'package', 'docs', 'lint'];
/** The builds whose tests `npm test` runs: every test natively, and JavaScript runs all cases on WebAssembly. */
const TESTED = ['native-asan'];
const named = process.argv.slice(2);
const isAll = named.includes('--all');

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

/** A suite's result: what it counted, or one failure with the reason when it did not get that far. */
function outcome(name, { passed = 0, failed = 0, skipped = 0 } = {}, seconds = 0, trouble = '') {
  if (trouble && failed === 0) failed = 1;
  if (!trouble && passed + failed === 0) [failed, trouble] = [1, 'ran no test'];
  return { name, passed, failed, skipped, seconds, trouble };
}

/** One `shard` of `shards` of a preset's tests in C++: every so-manieth test, in a process of its own. */
async function runGoogleTest(preset, shard = 0, shards = 1) {
  const name = shards > 1 ? `gtest ${preset} ${shard + 1}/${shards}` : `gtest ${preset}`;
  const report = `build/${preset}/gtest-${shard}.json`;
  rmSync(inRoot(report), { force: true });
  const flags = [`--gtest_output=json:${report}`, '--gtest_brief=1'];
  const program = `build/${preset}/tests/core/${programOf(preset)}`;
  // Emscripten's older glue tries to fetch() its files when Node has fetch.
  const [command, args] = preset.startsWith('wasm')
    ? [process.execPath, ['--no-experimental-fetch', inRoot(`${program}.js`), ...flags]]
    : [inRoot(program), flags];
  const env = { GTEST_TOTAL_SHARDS: String(shards), GTEST_SHARD_INDEX: String(shard) };
  const result = await run(command, args, { capture: true, timeoutSeconds: SUITE_TIMEOUT_SECONDS, env });
  heading(name);
  process.stdout.write(result.output);
  const json = readJson(inRoot(report));
  if (!json) return outcome(name, {}, result.seconds, `crashed: ${result.reason}`);
  const cases = json.testsuites.flatMap((suite) => suite.testsuite);
  const failed = cases.filter((test) => test.failures?.length > 0).length;
  const skipped = cases.filter((test) => test.result === 'SKIPPED' || test.status === 'NOTRUN').length;
  const passed = cases.length - failed - skipped;
  const trouble = !result.ok && failed === 0 ? `ended badly: ${result.reason}` : '';
  return outcome(name, { passed, failed, skipped }, result.seconds, trouble);
}

/**
 * What the files of a Jest project, which is a folder of tests/, counted. Its seconds are the sum of theirs, some of which
 * ran side by side.
 */
function jestOutcome(project, json, reason) {
  const files = json.testResults.filter(({ name }) => name.startsWith(inRoot('tests', project, '/')));
  const count = (...statuses) =>
    files.flatMap((file) => file.assertionResults).filter(({ status }) => statuses.includes(status)).length;
  // A file that does not even load holds no tests that could fail.
  const unloaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const counts = { passed: count('passed'), failed: count('failed') + unloaded, skipped: count('pending', 'todo') };
  const seconds = files.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0);
  return outcome(`jest ${project}`, counts, seconds, json.numFailedTests + unloaded === 0 ? reason : '');
}

/** The projects in one go of Jest, which has a worker for each core: none idles while a project's last file runs. */
async function runJest(projects) {
  heading('jest');
  const report = 'build/jest.json';
  rmSync(inRoot(report), { force: true });
  const args = ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, '--selectProjects', ...projects];
  const env = isAll ? { HLOOM_TESTS: 'all' } : {};
  const result = await run(process.execPath, args, { timeoutSeconds: (isAll ? 6 : 3) * SUITE_TIMEOUT_SECONDS, env });
  const json = readJson(inRoot(report));
  if (!json) return projects.map((name) => outcome(`jest ${name}`, {}, result.seconds, `crashed: ${result.reason}`));
  return projects.map((name) => jestOutcome(name, json, result.ok ? '' : `ended badly: ${result.reason}`));
}

/** Every example as `npm start` runs it, in a process of its own that must end by itself. */
async function runExamples() {
  const examples = readdirSync(inRoot('examples')).filter((file) => file.endsWith('.mjs'));
  const counts = { passed: 0, failed: 0 };
  let seconds = 0;
  for (const example of examples.sort()) {
    const result = await run(process.execPath, [inRoot('examples', example)], { capture: true, timeoutSeconds: 120 });
    seconds += result.seconds;
    result.ok ? counts.passed++ : counts.failed++;
    if (!result.ok) console.error(`${result.output}\nexamples/${example}: ${result.reason}`);
  }
  heading('examples');
  return outcome('examples', counts, seconds);
}

/** The fuzzers, briefly, one suite each: what they find in seconds is found before anyone else does. */
async function fuzzSuites(isBuilt) {
  const { coreFuzzers, jsFuzzers, makeSeeds, runBriefly } = await import('./fuzz.mjs');
  const withCore = await canFuzz();
  const skipped = () => ({ ...outcome('fuzz core', { passed: 1 }), passed: 0, skipped: coreFuzzers().length });
  if (withCore && isBuilt && !(await makeSeeds()).ok) isBuilt = false;
  const suite = async (name) => {
    const { ok, seconds } = await runBriefly(name);
    return outcome(`fuzz ${name}`, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }, seconds);
  };
  const suites = [...(withCore ? coreFuzzers() : []), ...jsFuzzers()].map((name) => ({
    name: `fuzz ${name}`,
    isBuilt: isBuilt || jsFuzzers().includes(name),
    run: () => suite(name),
  }));
  if (withCore) return suites;
  console.log('the fuzzers of the core skipped: there is no clang++ with libFuzzer here');
  return [...suites, { name: 'fuzz core', isBuilt: true, run: async () => skipped() }];
}

async function runLint() {
  const { lint } = await import('./lint.mjs');
  const results = await lint();
  heading('lint');
  return results.map(({ name, ok, seconds }) => outcome(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }, seconds));
}

async function runSuites(wanted) {
  heading('build');
  mkdirSync(inRoot('build'), { recursive: true });
  // The module is built before the suites: a test in C++ that does not compile must not keep the JavaScript tests from
  // running.
  const modules = await buildPresets(wasmPresets);
  const packageBuilt = Object.values(modules).every(Boolean) && (await buildPackage());
  const tested = isAll ? allPresets : TESTED;
  const targets = { native: ['hloom_core', programOf('native')], ...(isAll ? {} : { 'native-asan': ['hloom_tests'] }) };
  const built = wanted.has('core') ? await buildPresets(tested, { tests: true, targets }) : {};

  // The C++ consumer of the documentation links the library.
  const docsBuilt = !isAll || (wanted.has('docs') && (await buildPreset('native')));

  // Suites of one thread run side by side; Jest has a worker for each core, so it runs alone, after them.
  const single = [];
  if (wanted.has('core')) {
    for (const preset of tested) {
      const shards = SHARDS[preset] ?? 1;
      for (let shard = 0; shard < shards; shard++) {
        single.push({
          name: shards > 1 ? `gtest ${preset} ${shard + 1}/${shards}` : `gtest ${preset}`,
          isBuilt: built[preset],
          run: () => runGoogleTest(preset, shard, shards),
        });
      }
    }
    if (isAll) single.push(...(await fuzzSuites(built['native-asan'])));
  }
  if (wanted.has('lint')) single.push({ name: 'lint', isBuilt: true, run: runLint });
  if (wanted.has('js') && existsSync(inRoot('examples'))) {
    single.push({ name: 'examples', isBuilt: packageBuilt, run: runExamples });
  }
  const outcomes = await runSideBySide(single, Math.min(4, availableParallelism()));
  const canRun = { js: packageBuilt, web: packageBuilt, package: packageBuilt, docs: packageBuilt && docsBuilt };
  const jest = Object.keys(canRun).filter((project) => wanted.has(project));
  const unbuilt = jest.filter((project) => !canRun[project]);
  outcomes.push(...unbuilt.map((project) => outcome(`jest ${project}`, {}, 0, 'did not build')));
  const runnable = jest.filter((project) => canRun[project]);
  if (runnable.length > 0) {
    console.log(`jest ${runnable.join(', ')} start`);
    const ended = await runJest(runnable);
    ended.forEach(tell);
    outcomes.push(...ended);
  }
  return outcomes;
}

/** Prints how a suite ended. */
function tell({ name, passed, failed, seconds }) {
  console.log(`${name} ends: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`);
}

/** Runs suites, `width` at a time, and gives their outcomes in the order of the list. */
async function runSideBySide(suites, width) {
  const outcomes = suites.map(() => []);
  const waiting = suites.entries();
  const worker = async () => {
    // All workers take from one iterator.
    for (const [at, { name, isBuilt, run }] of waiting) {
      console.log(`${name} starts`);
      outcomes[at] = [isBuilt ? await run() : outcome(name, {}, 0, 'did not build')].flat();
      outcomes[at].forEach(tell);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return outcomes.flat();
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

const wanted = new Set(named.filter((name) => name !== '--all'));
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
