// `npm test [-- [core] [kernels] [js] [web] [package] [docs] [lint]]`: sets up, builds and runs the suites that find
// user-visible errors, or the named groups. `npm run test:all` runs the tests in C++ by another compiler, under
// sanitizers and as WebAssembly instead, and also the fuzzers and the Jest files named *.long.test.ts.
//
// Builds only the targets of the requested suites. Prints a line as each suite starts and ends, with its time, and one
// that tells which are under way.
//
// A suite that fails does not stop the others. The last line is always `N passed, N failed`; a suite that crashed, did
// not build, or ran no test at all counts as one failure.
//
// Imports nothing but Node's own modules, because it runs before `npm install` has.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { buildPackage, buildPreset, canFuzz, failedBuilds } from './build.mjs';
import { coreFuzzers, fuzzTargets, jsFuzzers, makeSeeds, runBriefly } from './fuzz.mjs';
import { checkIncludes } from './includes.mjs';
import { exampleCommand, examples, runExample } from './lib/examples.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { heading, progress } from './lib/progress.mjs';
import { unbrokenRules } from './lib/raised-rules.mjs';
import { run } from './lib/run.mjs';
import { lint } from './lint.mjs';
import { setupCompilersOrExit } from './setup.mjs';
import { threadTests } from './tsan.mjs';

const groups = ['core', 'kernels', 'js', 'web', 'package', 'docs', 'lint'];
const jestProjects = ['js', 'web', 'package', 'docs'];

const args = process.argv.slice(2);
const isAll = args.includes('--all');
const named = args.filter((arg) => arg !== '--all');
const wanted = new Set(named.length > 0 ? named : groups);

/** All of these use the built package: ESLint and TypeScript read its generated sources and its types. */
const needsPackage = [...jestProjects, 'lint'].some((group) => wanted.has(group));

const suiteTimeoutSeconds = isAll ? 1800 : 600;

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

/** The set-up and the builds, with their times. */
const steps = [];

async function timed(name, action) {
  const started = performance.now();
  const result = await action();
  steps.push({ name, seconds: (performance.now() - started) / 1000, trouble: result === false ? 'failed' : '' });
  return result;
}

/** A suite's result: its counts, or one failure with the reason if it did not get that far. */
function outcome(name, { passed = 0, failed = 0, skipped = 0 } = {}, seconds = 0, trouble = '') {
  if (trouble && failed === 0) failed = 1;
  if (!trouble && passed + failed === 0) [failed, trouble] = [1, 'ran no test'];
  return { name, passed, failed, skipped, seconds, trouble };
}

/** A suite that was not run counts as one failure. */
const notRun = (name) => ({ ...outcome(name, { failed: 1 }), wasRun: false });

/** The outcome of a check that passes or fails as a whole. */
const verdict = (name, { ok, seconds }) => outcome(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }, seconds);

/** CMake's default compiler, for presets that name none. */
async function defaultCompiler() {
  const { output } = await run(process.env.CXX ?? 'c++', ['--version'], { capture: true });
  return output.includes('clang') ? 'clang' : 'gcc';
}

/**
 * The runs of test programs in C++, the longest first: `preset` and `program`, the `build` in the suite's name,
 * optionally the `shard` out of `shards`, and a `filter` of GoogleTest.
 */
async function cppRuns() {
  const others = wanted.has('core') ? ['hloom_tests'] : [];
  const programs = wanted.has('core') || wanted.has('kernels') ? [...others, 'hloom_kernel_tests'] : [];
  const all = (preset, build = preset) => programs.map((program) => ({ preset, build, program }));
  if (!isAll) return all('native-clang');
  const shards = 2;
  return [
    // Sanitizers make these the slowest: in parts, they use more cores.
    ...all('native-asan').flatMap((one) => Array.from({ length: shards }, (_, shard) => ({ ...one, shard, shards }))),
    ...others.map((program) => ({ preset: 'native-tsan', build: 'native-tsan', program, filter: threadTests })),
    ...all('wasm'),
    ...all('native', `native (${await defaultCompiler()})`),
  ];
}

function cppSuiteName({ program, build, shard = 0, shards = 1 }) {
  const name = `${program.includes('kernel') ? 'kernels' : 'gtest'} ${build}`;
  return shards > 1 ? `${name} ${shard + 1}/${shards}` : name;
}

/** The file in which a run of a native test program tells which rules its tests broke. */
const raisedRulesFile = ({ preset, program, shard = 0 }) => inRoot(`build/${preset}/${program}-${shard}.rules.json`);

/** The outcomes of judging that tests broke every rule, one for each build of which all tests ran. */
function judgeRules(runs) {
  const presets = new Set(runs.filter(({ preset }) => preset !== 'wasm').map(({ preset }) => preset));
  return [...presets].flatMap((preset) => {
    const all = runs.filter((one) => one.preset === preset);
    const isWhole = all.every(({ filter }) => !filter) && new Set(all.map(({ program }) => program)).size === 2;
    // A program that crashed is a failure already.
    const unbroken = isWhole ? unbrokenRules(all.map(raisedRulesFile)) : undefined;
    if (!unbroken) return [];
    for (const rule of unbroken) console.error(`${rule} is broken by no case and no test`);
    return [outcome(`rules ${preset}`, { passed: unbroken.length === 0 ? 1 : 0, failed: unbroken.length })];
  });
}

/** Lines of GoogleTest about the course of tests. */
const courseOfTests = /^$|^Note: |^\[( RUN {6}| {7}OK |-{10}|={10}| {2}PASSED {2}| {2}SKIPPED )\]/;

/** Reads the lines of GoogleTest, and says how many tests have begun. */
function testCounter(say) {
  const counter = { last: '', begun: 0, total: 0 };
  const read = (line) => {
    counter.total = Number(/^\[={10}\] Running (\d+) /.exec(line)?.[1] ?? counter.total);
    const [, name] = /^\[ RUN {6}\] (\S+)/.exec(line) ?? [];
    if (name === undefined) return;
    counter.last = name;
    counter.begun += 1;
    say(`${counter.begun}/${counter.total} tests`);
  };
  return { counter, read };
}

async function runGoogleTest(one, step) {
  const { preset, program, shard = 0, shards = 1, filter } = one;
  const name = cppSuiteName(one);
  const report = `build/${preset}/${program}-${shard}.json`;
  rmSync(inRoot(report), { force: true });
  const file = `build/${preset}/tests/core/${program}`;
  // Emscripten's older glue tries to fetch() its files when Node has fetch.
  const start = preset === 'wasm' ? ['node', '--no-experimental-fetch', `${file}.js`] : [file];
  const flags = [`--gtest_output=json:${report}`, ...(filter ? [`--gtest_filter=${filter}`] : [])];
  const rules = raisedRulesFile(one);
  rmSync(rules, { force: true });
  const env = {
    GTEST_TOTAL_SHARDS: String(shards),
    GTEST_SHARD_INDEX: String(shard),
    ...(preset === 'wasm' ? {} : { HLOOM_RAISED_RULES: rules }),
  };
  const command = preset === 'wasm' ? process.execPath : inRoot(file);
  const { counter, read } = testCounter(step.say);
  const options = { capture: true, timeoutSeconds: suiteTimeoutSeconds, env, onLine: read };
  const result = await run(command, [...start.slice(1), ...flags], options);
  heading(name);
  const told = result.output.split('\n').filter((line) => !courseOfTests.test(line));
  if (told.length > 0) progress.print(told.join('\n'));
  const repeat = (tests) => progress.print(`to repeat: ${start.join(' ')}${tests ? ` --gtest_filter='${tests}'` : ''}`);
  const json = readJson(inRoot(report));
  if (!json) {
    if (counter.last !== '') progress.print(`the last test that began is ${counter.last}`);
    repeat(filter);
    return outcome(name, {}, result.seconds, `crashed: ${result.reason}`);
  }
  const cases = json.testsuites.flatMap((suite) =>
    suite.testsuite.map((test) => ({ ...test, fullName: `${suite.name}.${test.name}` })),
  );
  const failures = cases.filter((test) => test.failures?.length > 0);
  const failed = failures.length;
  const skipped = cases.filter((test) => test.result === 'SKIPPED' || test.status === 'NOTRUN').length;
  const passed = cases.length - failed - skipped;
  if (failed > 0) repeat(failures.map(({ fullName }) => fullName).join(':'));
  const trouble = !result.ok && failed === 0 ? `ended badly: ${result.reason}` : '';
  if (trouble) repeat(filter);
  return outcome(name, { passed, failed, skipped }, result.seconds, trouble);
}

/**
 * The counts of the files of a Jest project, which is a folder of tests/. Its seconds are the sum of theirs, some of
 * which ran side by side.
 */
function jestOutcome(project, json, reason) {
  const files = json.testResults.filter(({ name }) => name.startsWith(inRoot('tests', project, '/')));
  const count = (...statuses) =>
    files.flatMap((file) => file.assertionResults).filter(({ status }) => statuses.includes(status)).length;
  // A file that does not even load holds no tests that could fail.
  const unloaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const counts = { passed: count('passed'), failed: count('failed') + unloaded, skipped: count('pending', 'todo') };
  const seconds = files.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0);
  for (const { name, status } of files) {
    const choice = isAll ? 'HLOOM_TESTS=all ' : '';
    const command = `${choice}node node_modules/jest/bin/jest.js ${relative(root, name)} --selectProjects ${project}`;
    if (status === 'failed') console.log(`to repeat: ${command}`);
  }
  return outcome(`jest ${project}`, counts, seconds, json.numFailedTests + unloaded === 0 ? reason : '');
}

/** The projects in one go of Jest, so that none of its two workers idles while a project's last file runs. */
async function runJest(projects) {
  heading('jest');
  const report = 'build/jest.json';
  rmSync(inRoot(report), { force: true });
  const args = ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, '--selectProjects', ...projects];
  const env = isAll ? { HLOOM_TESTS: 'all' } : {};
  const result = await run(process.execPath, args, { timeoutSeconds: 3 * suiteTimeoutSeconds, env });
  const json = readJson(inRoot(report));
  if (!json) {
    const choice = isAll ? 'HLOOM_TESTS=all ' : '';
    console.log(`to repeat: ${choice}node node_modules/jest/bin/jest.js --selectProjects ${projects.join(' ')}`);
    return projects.map((name) => outcome(`jest ${name}`, {}, result.seconds, `crashed: ${result.reason}`));
  }
  return projects.map((name) => jestOutcome(name, json, result.ok ? '' : `ended badly: ${result.reason}`));
}

/** Every example as `npm start` runs it. */
async function runExamples() {
  const counts = { passed: 0, failed: 0 };
  let seconds = 0;
  for (const [name, file] of examples) {
    const result = await runExample(file);
    seconds += result.seconds;
    result.ok ? counts.passed++ : counts.failed++;
    if (!result.ok) progress.print(`${result.output}\n${name}: ${result.reason}\nto repeat: ${exampleCommand(file)}`);
  }
  heading('examples');
  return outcome('examples', counts, seconds);
}

async function runLint() {
  const results = await lint();
  heading('lint');
  if (!results.every(({ ok }) => ok)) progress.print('to repeat: npm run lint');
  return results.map((result) => verdict(result.name, result));
}

/** The fuzzers, briefly, one suite each, so that errors that take seconds to find are found here. */
async function fuzzSuites({ withCore, coreBuilt, packageBuilt }) {
  const suite = (name, isBuilt) => ({
    name: `fuzz ${name}`,
    isBuilt,
    run: async () => verdict(`fuzz ${name}`, await runBriefly(name)),
  });
  const suites = [];
  if (wanted.has('core') && withCore) {
    const isReady = coreBuilt && (await makeSeeds()).ok;
    suites.push(...coreFuzzers().map((name) => suite(name, isReady)));
  } else if (wanted.has('core')) {
    console.log('skipped the fuzzers of the core: this machine has no clang++ with libFuzzer');
    const skipped = { ...outcome('fuzz core', { passed: 1 }), passed: 0, skipped: coreFuzzers().length };
    suites.push({ name: 'fuzz core', isBuilt: true, run: () => skipped });
  }
  if (wanted.has('js')) suites.push(...jsFuzzers().map((name) => suite(name, packageBuilt)));
  return suites;
}

/**
 * Builds the targets of the requested suites. Each build uses every core, so they run one after the other. Only the
 * package, which one process builds, is built while C++ compiles.
 *
 * @returns the builds: the presets' test programs, and the package
 */
async function build(runs, withFuzzers, nodeModules) {
  heading('build');
  mkdirSync(inRoot('build'), { recursive: true });
  const targetsOf = (preset) => [...new Set(runs.filter((one) => one.preset === preset).map(({ program }) => program))];
  const built = {};
  const buildTests = async (preset, more = [], name = preset) => {
    const targets = [...targetsOf(preset), ...more];
    if (targets.length === 0) return;
    built[preset] = await timed(`build ${name}`, () => buildPreset(preset, { targets, name }));
  };
  // The module is built by itself: a test in C++ that does not compile must not keep the JavaScript tests from running.
  const moduleBuilt = needsPackage && (await timed('build wasm', () => buildPreset('wasm')));
  await timed('wait for node modules', nodeModules);
  const [packageBuilt] = await Promise.all([
    moduleBuilt && timed('build package', buildPackage),
    // The C++ programs of the documentation link the library.
    isAll ? buildTests('native', wanted.has('docs') ? ['hloom_core'] : []) : buildTests('native-clang'),
  ]);
  if (isAll) {
    if (needsPackage && !moduleBuilt) built.wasm = false;
    else await buildTests('wasm', [], 'wasm tests');
    await buildTests('native-asan', withFuzzers ? fuzzTargets() : []);
    await buildTests('native-tsan');
  }
  return { built, packageBuilt };
}

async function runSuites(nodeModules) {
  const runs = await cppRuns();
  const withFuzzers = isAll && wanted.has('core') && (await canFuzz());
  const { built, packageBuilt } = await build(runs, withFuzzers, nodeModules);

  // Suites that use about one core run in parallel. Jest, which has two workers, runs alone after them.
  const single = runs.map((one) => ({
    name: cppSuiteName(one),
    isBuilt: built[one.preset],
    run: (step) => runGoogleTest(one, step),
  }));
  if (isAll) {
    single.push(...(await fuzzSuites({ withCore: withFuzzers, coreBuilt: built['native-asan'], packageBuilt })));
  }
  if (wanted.has('lint')) single.push({ name: 'lint', isBuilt: packageBuilt, run: runLint });
  if (wanted.has('js')) single.push({ name: 'examples', isBuilt: packageBuilt, run: runExamples });
  const width = Math.min(4, availableParallelism());
  const outcomes = single.length > 0 ? await timed('run suites', () => runSideBySide(single, width)) : [];
  outcomes.push(...judgeRules(runs.filter(({ preset }) => built[preset])));

  // This uses every core, too.
  if (isAll && wanted.has('core')) {
    const check = {
      name: 'includes',
      isBuilt: true,
      run: async (step) => verdict('includes', await checkIncludes(step)),
    };
    outcomes.push(...(await runSideBySide([check], 1)));
  }

  const canRun = (project) => packageBuilt && !(project === 'docs' && isAll && !built.native);
  const projects = jestProjects.filter((project) => wanted.has(project));
  const unbuilt = projects.filter((project) => !canRun(project));
  outcomes.push(...unbuilt.map((project) => notRun(`jest ${project}`)));
  const runnable = projects.filter(canRun);
  if (runnable.length > 0) {
    console.log(`jest ${runnable.join(', ')} start`);
    const ended = await timed('run Jest', () => runJest(runnable));
    ended.forEach(tell);
    outcomes.push(...ended);
  }
  return outcomes;
}

/** Prints how a suite ended. */
function tell({ name, passed, failed, seconds }) {
  progress.print(`${name} ends: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`);
}

/** Runs the suites that are built, `width` at a time, and returns the outcomes of all in the order of the list. */
async function runSideBySide(suites, width) {
  const outcomes = suites.map(() => []);
  const waiting = suites.entries();
  const worker = async () => {
    // All workers take from one iterator.
    for (const [at, { name, isBuilt, run }] of waiting) {
      if (!isBuilt) {
        outcomes[at] = [notRun(name)];
        continue;
      }
      progress.print(`${name} starts`);
      const step = progress.start(name);
      outcomes[at] = [await run(step)].flat();
      step.end();
      outcomes[at].forEach(tell);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return outcomes.flat();
}

function printTable(results, totalSeconds) {
  const total = { name: 'total', seconds: totalSeconds };
  const width = Math.max(...[...steps, ...results].map(({ name }) => name.length));
  heading('results');
  for (const { name, passed, failed, skipped, seconds, trouble, wasRun = true } of [...steps, ...results, total]) {
    if (!wasRun) {
      console.log(`${name.padEnd(width)} not run: the build failed`);
      continue;
    }
    const isSuite = passed !== undefined;
    const counts = isSuite ? `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed` : '';
    const more = [skipped ? `${skipped} skipped` : '', trouble].filter(Boolean).join(', ');
    console.log(`${name.padEnd(width)} ${counts.padEnd(25)} ${seconds.toFixed(1).padStart(7)} s  ${more}`.trimEnd());
  }
}

const unknown = named.filter((group) => !groups.includes(group));
if (unknown.length > 0) {
  console.error(`unknown group ${unknown.join(', ')}; there are ${groups.join(', ')}`);
  process.exit(2);
}
const nodeModules = await timed('set-up', () => setupCompilersOrExit(isAll ? 'all' : 'test'));
const results = await runSuites(nodeModules);
printTable(results, performance.now() / 1000);
for (const command of failedBuilds) console.log(`to repeat: ${command}`);
const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
// Not process.exit(), which would not wait for a slow reader of the output.
process.exitCode = total('failed') === 0 ? 0 : 1;
