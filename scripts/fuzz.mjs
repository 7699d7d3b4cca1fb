// `npm run fuzz [-- [fuzzer ...] [--runs N]]`: fuzzes everything that reads external input, by default with a million
// inputs each. A finding is a file in build/fuzz/findings/; give that file to `build/native-fuzz/tests/fuzz/fuzz_NAME
// FILE` to see it again.
//
// Inputs that reached something new are kept in build/fuzz/corpus/, so that a second run starts from them.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildModuleAndPackage, buildPreset, canFuzz } from './build.mjs';
import { inRoot } from './lib/paths.mjs';
import { heading, progress } from './lib/progress.mjs';
import { run } from './lib/run.mjs';
import { setupOrExit } from './setup.mjs';

const FOLDER = 'build/fuzz';
/** Long runs have a separate build, which lets the fuzzers see compared values. */
const programs = (isLong) => inRoot(isLong ? 'build/native-fuzz' : 'build/native-asan', 'tests/fuzz');
/**
 * Inputs of each fuzzer in the test suite, up to 5,000 of which are the seeds; fewer for slow fuzzers, which read or
 * build whole programs.
 */
const SHORT_RUNS = {
  api_call: 6_000,
  module_proto: 9_000,
  stablehlo_text: 8_000,
  mlir_bytecode: 8_000,
  hlo_text: 14_000,
};
const shortRuns = (name) => SHORT_RUNS[name] ?? 30_000;
/** An input that takes longer, or more memory, is a finding. */
const LIMITS = ['-timeout=20', '-rss_limit_mb=2560', '-max_len=8192'];

const named = (ending) =>
  readdirSync(inRoot('tests/fuzz'))
    .filter((file) => file.endsWith(ending) && file !== 'seeds.cc')
    .map((file) => file.replace(ending, ''));
/** The fuzzers of the C++ core, and of the JavaScript package. */
export const coreFuzzers = () => named('.cc');
export const jsFuzzers = () => named('.mjs');
const fuzzers = () => [...coreFuzzers(), ...jsFuzzers()];
/** The targets of CMake that the core's fuzzers are run with. */
export const fuzzTargets = () => ['fuzz_seeds', ...coreFuzzers().map((name) => `fuzz_${name}`)];

/** Writes the seeds of the core's fuzzers; they must be built. */
export async function makeSeeds(isLong = false) {
  const seeds = inRoot(FOLDER, 'seeds');
  rmSync(seeds, { recursive: true, force: true });
  mkdirSync(seeds, { recursive: true });
  return run(join(programs(isLong), 'fuzz_seeds'), [seeds], { timeoutSeconds: 300 });
}

/** Runs a fuzzer of the package. It makes its own seeds, and the same inputs every time. */
async function runJsFuzzer(name, runs) {
  const script = inRoot('tests/fuzz', `${name}.mjs`);
  const result = await run(process.execPath, [script, String(runs)], { capture: true });
  heading(`fuzz ${name}`);
  if (!result.ok) progress.print(result.output.split('\n').slice(-60).join('\n'));
  const end = result.ok ? `nothing found (${result.output.trim()})` : result.reason;
  progress.print(`${name}: ${result.seconds.toFixed(0)} s, ${end}`);
  if (!result.ok) progress.print(`to repeat: node tests/fuzz/${name}.mjs ${runs}`);
  return { name, ok: result.ok, seconds: result.seconds };
}

/** Runs a fuzzer of the core from the seeds, and from the corpus of earlier runs. */
async function runFuzzer(name, { runs, keep }) {
  const corpus = inRoot(FOLDER, keep ? 'corpus' : 'scratch', name);
  const findings = inRoot(FOLDER, 'findings', name);
  if (!keep) rmSync(corpus, { recursive: true, force: true });
  for (const folder of [corpus, findings]) mkdirSync(folder, { recursive: true });
  const dictionary = inRoot('tests/fuzz', `${name}.dict`);
  const seeds = inRoot(FOLDER, 'seeds', name);
  const args = [
    corpus,
    ...(existsSync(seeds) ? [seeds] : []),
    ...(existsSync(dictionary) ? [`-dict=${dictionary}`] : []),
    `-artifact_prefix=${findings}/`,
    `-runs=${runs}`,
    // In the test suite the inputs are the same every time.
    ...(keep ? [] : ['-seed=1']),
    '-print_final_stats=1',
    ...LIMITS,
  ];
  const program = join(programs(keep), `fuzz_${name}`);
  const result = await run(program, args, { capture: true, timeoutSeconds: keep ? 0 : 600 });
  heading(`fuzz ${name}`);
  const number = (key) => Number(new RegExp(`stat::${key}:\\s+(\\d+)`).exec(result.output)?.[1] ?? 0);
  const executed = number('number_of_executed_units');
  if (!result.ok) progress.print(result.output.split('\n').slice(-60).join('\n'));
  progress.print(
    `${name}: ${executed} inputs in ${result.seconds.toFixed(0)} s, ${result.ok ? 'nothing found' : result.reason}`,
  );
  const isDone = result.ok && executed >= runs;
  if (!isDone) progress.print(`to repeat: ${[program, ...args].join(' ')}`);
  return { name, ok: isDone, seconds: result.seconds };
}

/** Runs one fuzzer as the test suite does: briefly, with the same inputs every time. */
export const runBriefly = (name) =>
  jsFuzzers().includes(name)
    ? runJsFuzzer(name, shortRuns(name))
    : runFuzzer(name, { runs: shortRuns(name), keep: false });

/** Runs the named fuzzers, one after the other, and keeps what they learn. */
async function fuzz(names, runs) {
  if (names.some((name) => coreFuzzers().includes(name))) {
    if (!(await canFuzz())) {
      console.error('the fuzzers of the core need clang++ with libFuzzer: on Debian, clang and libclang-rt-14-dev');
      return false;
    }
    heading('build');
    if (!(await buildPreset('native-fuzz', { targets: fuzzTargets() })) || !(await makeSeeds(true)).ok) return false;
  }
  let allOk = true;
  for (const name of names) {
    const { ok } = await (jsFuzzers().includes(name) ? runJsFuzzer(name, runs) : runFuzzer(name, { runs, keep: true }));
    allOk &&= ok;
  }
  return allOk;
}

if (process.argv[1] === inRoot('scripts/fuzz.mjs')) {
  const args = process.argv.slice(2);
  const at = args.indexOf('--runs');
  const [, runs] = at < 0 ? [] : args.splice(at, 2);
  const unknown = args.filter((name) => !fuzzers().includes(name));
  if (unknown.length > 0 || (at >= 0 && !(Number(runs) > 0))) {
    console.error(`usage: npm run fuzz -- [${fuzzers().join('|')}] [--runs N]`);
    process.exit(2);
  }
  await setupOrExit('all');
  if (!(await buildModuleAndPackage())) process.exit(1);
  const ok = await fuzz(args.length > 0 ? args : fuzzers(), Number(runs ?? 1_000_000));
  process.exit(ok ? 0 : 1);
}
