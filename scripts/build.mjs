// Builds: `npm run build [-- [--tests] [preset...]]`.
//
// Without presets: both wasm variants and the JavaScript package, which is what a user needs. With `--tests`, the
// GoogleTest suites of the given presets too. What is up to date is left alone.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { gzipSync } from 'node:zlib';
import { withLock } from './lib/lock.mjs';
import { inRoot } from './lib/paths.mjs';
import { heading, run, which } from './lib/run.mjs';
import { setupOrExit } from './setup.mjs';

export const wasmPresets = ['wasm-simd', 'wasm-simd-threads'];
const nativePresets = ['native', 'native-asan'];
export const allPresets = [...wasmPresets, ...nativePresets];

const isWasm = (preset) => preset.startsWith('wasm');

/** Whether there is a clang here that has libFuzzer. */
export async function canFuzz() {
  const probe = inRoot('build', 'fuzz-probe');
  mkdirSync(inRoot('build'), { recursive: true });
  const source = `${probe}.cc`;
  writeFileSync(source, 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n');
  const flags = ['-fsanitize=fuzzer,address,undefined', source, '-o', probe];
  return (await run('clang++', flags, { capture: true })).ok;
}

/**
 * One build with sanitizers serves the tests and the brief runs of the fuzzers, which need clang. Without it there are only
 * the tests.
 */
async function definitionsOf(preset) {
  return ['native-asan', 'native-fuzz'].includes(preset) && (await canFuzz())
    ? ['-DCMAKE_CXX_COMPILER=clang++', '-DHLOOM_FUZZ=ON']
    : [];
}

/** Changes when another compiler would be found: its build directory must then be configured from scratch. */
function toolchainIdentity(preset, definitions) {
  const compiler = isWasm(preset)
    ? process.env.EMSDK
      ? `${process.env.EMSDK}/upstream/emscripten/emcc`
      : which('emcc')
    : definitions.length > 0
      ? which('clang++')
      : (process.env.CXX ?? which('c++'));
  const time = compiler && existsSync(compiler) ? statSync(compiler).mtimeMs : 0;
  return `${compiler} ${time}\n`;
}

async function configure(preset) {
  const directory = inRoot('build', preset);
  const stamp = inRoot('build', 'stamps', `toolchain-${preset}`);
  const definitions = await definitionsOf(preset);
  const identity = toolchainIdentity(preset, definitions);
  const known = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  // Once the directory is configured, Ninja itself sees when the CMake files change.
  if (existsSync(`${directory}/build.ninja`) && known === identity) return { ok: true };
  const fresh = known !== '' && known !== identity ? ['--fresh'] : [];
  const result = await run('cmake', ['--preset', preset, ...definitions, ...fresh], { capture: true });
  if (result.ok) {
    mkdirSync(inRoot('build', 'stamps'), { recursive: true });
    writeFileSync(stamp, identity);
  }
  return result;
}

/** What of a preset is built: what its users need, or with `tests` the tests too. */
const targetsOf = (preset, tests) => (tests ? ['all'] : isWasm(preset) ? ['hloom'] : ['hloom_core']);

/**
 * Configures and builds one preset, or the `targets` of it that are named; says so only when there was something to do. Two
 * builds in one directory would break each other: the second one waits.
 */
export async function buildPreset(preset, { tests = false, targets = targetsOf(preset, tests) } = {}) {
  return withLock(`build-${preset}`, () => buildPresetAlone(preset, targets));
}

async function buildPresetAlone(preset, targets) {
  const configured = await configure(preset);
  if (!configured.ok) {
    console.error(configured.output);
    return false;
  }
  const jobs = String(availableParallelism());
  const args = ['--build', '--preset', preset, '-j', jobs, '--target', ...targets];
  const { ok, output, seconds } = await run('cmake', args, { capture: true });
  if (!ok) {
    console.error(output);
    console.error(`building ${preset} failed`);
    return false;
  }
  if (!output.includes('no work to do')) {
    console.log(`built ${preset} in ${seconds.toFixed(1)} s`);
    if (preset === 'wasm-simd') console.log(linkSizes());
  }
  const warnings = output.split('\n').filter((line) => / warning: /.test(line));
  if (warnings.length > 0) console.log([...new Set(warnings)].join('\n'));
  return true;
}

/** How large a program of the core gets, without the runtime and with it: as linked, and compressed. */
function linkSizes() {
  const sizes = ['builder_and_text', 'with_runtime'].map((name) => {
    const bytes = readFileSync(inRoot('build/wasm-simd/sizes', `${name}.wasm`));
    const kilobytes = (count) => `${Math.round(count / 1000)} KB`;
    return `${name.replaceAll('_', ' ')} ${kilobytes(bytes.length)} (${kilobytes(gzipSync(bytes).length)} compressed)`;
  });
  return `size of a link: ${sizes.join(', ')}`;
}

/** Builds the JavaScript package and, where it exists, the page; one process at a time. */
export async function buildPackage() {
  return withLock('build-package', buildPackageAlone);
}

async function buildPackageAlone() {
  // This is not imported at the top, as it needs node_modules, which setup may only just have installed.
  const { buildJs, buildPage } = await import('./build-js.mjs');
  try {
    await buildJs();
    await buildPage();
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

/**
 * Two builds at a time, so that while one links, which takes one core, the other compiles. `targets` names those of a
 * preset where not all are wanted. Answers whether each succeeded.
 */
export async function buildPresets(presets, { tests = false, targets = {} } = {}) {
  const built = {};
  const waiting = presets.values();
  const builder = async () => {
    // Both take from one iterator.
    for (const preset of waiting) built[preset] = await buildPreset(preset, { tests, targets: targets[preset] });
  };
  await Promise.all([builder(), builder()]);
  return built;
}

if (process.argv[1] === inRoot('scripts/build.mjs')) {
  const args = process.argv.slice(2);
  const tests = args.includes('--tests');
  const presets = args.filter((arg) => arg !== '--tests');
  const unknown = presets.filter((preset) => !allPresets.includes(preset));
  if (unknown.length > 0) {
    console.error(`unknown preset ${unknown.join(', ')}; there are ${allPresets.join(', ')}`);
    process.exit(1);
  }
  await setupOrExit();
  heading('build');
  let ok = Object.values(await buildPresets(presets.length > 0 ? presets : wasmPresets, { tests })).every(Boolean);
  if (ok && (presets.length === 0 || presets.includes('wasm-simd'))) ok = await buildPackage();
  process.exit(ok ? 0 : 1);
}
