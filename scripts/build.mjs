// Builds: `npm run build [-- [--tests] [preset...]]`.
//
// Without presets: the wasm module and the JavaScript package, which are all that a user needs. With `--tests`, the
// GoogleTest programs of the given presets too. Skips builds that are up to date.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { withLock } from './lib/lock.mjs';
import { failedBatches, lastLines, ninjaFailure, ninjaStatus } from './lib/ninja.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { heading, progress } from './lib/progress.mjs';
import { run, which } from './lib/run.mjs';
import { hasGoogleTest, setupOrExit } from './setup.mjs';

const fuzzPresets = ['native-asan', 'native-fuzz'];
const presets = ['wasm', 'wasm-sizes', 'native', 'native-clang', 'native-tsan', ...fuzzPresets];

/** The commands that repeat the builds that failed in this process. */
export const failedBuilds = [];

/** Prints why a build failed. */
function tellFailure(text, repeat) {
  failedBuilds.push(repeat);
  progress.print(`${text}\nto repeat: ${repeat}`);
}

const isWasm = (preset) => preset.startsWith('wasm');

/** True if there is a clang here that has libFuzzer. */
export async function canFuzz() {
  const probe = inRoot('build', 'fuzz-probe');
  mkdirSync(inRoot('build'), { recursive: true });
  const source = `${probe}.cc`;
  writeFileSync(source, 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n');
  const flags = ['-fsanitize=fuzzer,address,undefined', source, '-o', probe];
  return (await run('clang++', flags, { capture: true })).ok;
}

/**
 * Finds the compiler of a preset, and CMake's definitions beside the preset. One build with sanitizers serves the tests
 * and the brief runs of the fuzzers, which need clang. Without libFuzzer there are only the tests.
 */
async function toolsOf(preset) {
  // CMake refuses to configure tests without GoogleTest, which only `npm test` installs.
  const definitions = [`-DHLOOM_TESTS=${hasGoogleTest() ? 'ON' : 'OFF'}`];
  if (isWasm(preset)) {
    const { EMSDK } = process.env;
    return { compiler: EMSDK ? `${EMSDK}/upstream/emscripten/emcc` : which('emcc'), definitions };
  }
  if (preset === 'native-clang') return { compiler: which('clang++'), definitions };
  if (fuzzPresets.includes(preset) && (await canFuzz())) {
    definitions.push('-DCMAKE_CXX_COMPILER=clang++', '-DHLOOM_FUZZ=ON');
    return { compiler: which('clang++'), definitions };
  }
  return { compiler: process.env.CXX ?? which('c++'), definitions };
}

/** Changes when another compiler would be found: its build directory must then be configured from scratch. */
function identityOf(compiler) {
  const time = compiler && existsSync(compiler) ? statSync(compiler).mtimeMs : 0;
  return `${compiler} ${time}`;
}

async function configure(preset) {
  const directory = inRoot('build', preset);
  const stamp = inRoot('build', 'stamps', `toolchain-${preset}`);
  const { compiler, definitions } = await toolsOf(preset);
  const identity = identityOf(compiler);
  const now = `${identity}\n${definitions.join(' ')}\n`;
  const known = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  // Once the directory is configured, Ninja itself sees when the CMake files change.
  if (existsSync(`${directory}/build.ninja`) && known === now) return true;
  const fresh = known !== '' && known.split('\n')[0] !== identity ? ['--fresh'] : [];
  const args = ['--preset', preset, ...definitions, ...fresh];
  const { ok, output } = await run('cmake', args, { capture: true });
  if (ok) {
    mkdirSync(inRoot('build', 'stamps'), { recursive: true });
    writeFileSync(stamp, now);
  } else {
    tellFailure(`${lastLines(output)}\nconfiguring ${preset} failed`, `cmake ${args.join(' ')}`);
  }
  return ok;
}

/** The targets of a preset: the ones for its users, or with `tests` also the tests. */
const targetsOf = (preset, tests) => (tests ? ['all'] : isWasm(preset) ? ['hloom', 'hloom_sizes'] : ['hloom_core']);

/**
 * Configures and builds one preset, or the `targets` of it that are named. Reports only if there was something to do.
 * `name` is the name of the build in the progress. Two builds in one directory would break each other: the second one
 * waits.
 *
 * @returns {Promise<boolean>} true if it succeeded
 */
export async function buildPreset(preset, { tests = false, targets = targetsOf(preset, tests), name = preset } = {}) {
  return withLock(`build-${preset}`, async () => {
    const step = progress.start(name, 'configure');
    try {
      return (await configure(preset)) && (await buildTargets(preset, targets, { name, say: step.say }));
    } finally {
      step.end();
    }
  });
}

async function buildTargets(preset, targets, { name, say }) {
  const build = ['--build', '--preset', preset, '--target', ...targets];
  const read = (path) => readFileSync(inRoot('build', preset, path), 'utf8');
  const onLine = (line) => {
    const status = ninjaStatus(line, read);
    if (status) say(status);
  };
  say('build');
  // Ninja's lines are parsed, so they must have their default form.
  const env = { NINJA_STATUS: '[%f/%t] ' };
  const args = [...build, '-j', String(availableParallelism())];
  const { ok, output, seconds } = await run('cmake', args, { capture: true, env, onLine });
  if (!ok) {
    const batches = [];
    for (const batch of failedBatches(output, read)) batches.push(await judgeBatch(batch, preset, say));
    const time = `building ${name} failed after ${seconds.toFixed(1)} s`;
    tellFailure([ninjaFailure(output), ...batches, time].join('\n'), `cmake ${build.join(' ')}`);
    return false;
  }
  if (!output.includes('no work to do')) {
    progress.print(`built ${name} in ${seconds.toFixed(1)} s`);
    if (preset === 'wasm' && targets.includes('hloom_sizes')) progress.print(linkSizes());
  }
  const warnings = output.split('\n').filter((line) => / warning: /.test(line));
  if (warnings.length > 0) progress.print([...new Set(warnings)].join('\n'));
  return true;
}

/**
 * Compiles each source of a failed joint compilation by itself, and returns which of them are wrong: the compiler may
 * have named the file after the one with an unclosed brace.
 */
async function judgeBatch({ sources, check }, preset, say) {
  const named = (source) => relative(root, source);
  const faults = [];
  for (const source of sources) {
    say(`check ${named(source)}`);
    const { ok, output } = await run('sh', ['-c', check(source)], { capture: true, cwd: inRoot('build', preset) });
    const error = output.split('\n').find((line) => / error: /.test(line));
    if (!ok) faults.push(`  wrong: ${named(source)}${error === undefined ? '' : `\n    ${error}`}`);
  }
  if (faults.length === 0) faults.push('  each compiles alone: two of them define the same name');
  return [`compiled as one: ${sources.map(named).join(', ')}`, ...faults].join('\n');
}

/** The size of a program of the core, without the runtime and with it: as linked, and compressed. */
function linkSizes() {
  const sizes = ['builder_and_text', 'with_runtime'].map((name) => {
    const bytes = readFileSync(inRoot('build/wasm/sizes', `${name}.wasm`));
    const kilobytes = (count) => `${Math.round(count / 1000)} KB`;
    return `${name.replaceAll('_', ' ')} ${kilobytes(bytes.length)} (${kilobytes(gzipSync(bytes).length)} compressed)`;
  });
  return `size of a link: ${sizes.join(', ')}`;
}

/**
 * Builds the JavaScript package and the page; one process at a time. With `compressed`, compresses the files of the page
 * too, which tests do not need.
 */
export async function buildPackage({ compressed = false } = {}) {
  return withLock('build-package', async () => {
    // Imported here, not at the top, because it needs node_modules, which setup may only just have installed.
    const { buildJs, buildPage, compressPage } = await import('./build-js.mjs');
    const step = progress.start('package');
    try {
      await buildJs(step.say);
      await buildPage(step.say);
      if (compressed) await compressPage(step.say);
      return true;
    } catch (error) {
      tellFailure(`${error.message}\nbuilding the package failed`, 'npm run build');
      return false;
    } finally {
      step.end();
    }
  });
}

/** The wasm module and the package, which is made of it. The package waits for `nodeModules`. */
export async function buildModuleAndPackage(nodeModules = async () => {}) {
  const isBuilt = await buildPreset('wasm', { targets: ['hloom'] });
  await nodeModules();
  return isBuilt && (await buildPackage({ compressed: true }));
}

/** Returns the use that the set-up installs packages for. */
function useOf(chosen, tests) {
  if (chosen.some((preset) => fuzzPresets.includes(preset))) return 'all';
  return tests || chosen.some((preset) => !isWasm(preset)) ? 'test' : 'build';
}

if (process.argv[1] === inRoot('scripts/build.mjs')) {
  const args = process.argv.slice(2);
  const tests = args.includes('--tests');
  const named = args.filter((arg) => arg !== '--tests');
  const unknown = named.filter((preset) => !presets.includes(preset));
  if (unknown.length > 0) {
    console.error(`unknown preset ${unknown.join(', ')}; there are ${presets.join(', ')}`);
    process.exit(1);
  }
  const chosen = named.length > 0 ? named : ['wasm'];
  await setupOrExit(useOf(chosen, tests));
  heading('build');
  let ok = true;
  // One at a time: each uses every core.
  for (const preset of chosen) ok = (await buildPreset(preset, { tests })) && ok;
  if (ok && chosen.includes('wasm')) ok = await buildPackage({ compressed: true });
  // Not process.exit(), which would not wait for a slow reader of the output.
  process.exitCode = ok ? 0 : 1;
}
