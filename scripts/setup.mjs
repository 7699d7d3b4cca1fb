// Installs what is missing: `npm run setup`. Does nothing, quickly, when all is there.
//
// Imports nothing but Node's own modules, because it runs before `npm install` has.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { heading, run, which } from './lib/run.mjs';

const OLDEST_NODE = 20;

const anyProgram = (...names) => names.some((name) => which(name) !== undefined);
const hasEmscripten = () =>
  anyProgram('emcc') || existsSync(`${process.env.EMSDK ?? '/nowhere'}/upstream/emscripten/emcc`);

/** The runtime libraries of any clang of Debian: those of the fuzzers and sanitizers. */
const hasClangRuntime = () => {
  const list = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : []);
  const clangs = list('/usr/lib').filter((folder) => /\/llvm-\d+$/.test(folder));
  const versions = clangs.flatMap((folder) => list(`${folder}/lib/clang`));
  return versions.flatMap((folder) => list(`${folder}/lib/linux`)).some((file) => file.includes('clang_rt.fuzzer'));
};

/** The Debian packages, each with a function that says whether what we need of it is there, from wherever it came. */
const packages = {
  emscripten: hasEmscripten,
  cmake: () => anyProgram('cmake'),
  'ninja-build': () => anyProgram('ninja'),
  'g++': () => anyProgram('g++', 'c++'),
  'libgtest-dev': () => existsSync('/usr/src/googletest/googletest/src/gtest-all.cc'),
  'libeigen3-dev': () => existsSync('/usr/include/eigen3/Eigen/Core'),
  'libfast-float-dev': () => existsSync('/usr/include/fast_float/fast_float.h'),
  ccache: () => anyProgram('ccache'),
  'clang-format': () => anyProgram('clang-format'),
  clang: () => anyProgram('clang++'),
  'libclang-rt-14-dev': hasClangRuntime,
  chromium: () => anyProgram('chromium'),
};

class SetupError extends Error {}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new SetupError(`hloom needs Node ${OLDEST_NODE} or newer; this is Node ${process.versions.node}.`);
  }
}

async function privileges() {
  if (process.getuid?.() === 0) return [];
  if (which('sudo') && (await run('sudo', ['-n', 'true'], { capture: true })).ok) return ['sudo', '-n'];
  return undefined;
}

async function installPackages() {
  const missing = Object.keys(packages).filter((name) => !packages[name]());
  if (missing.length === 0) return;

  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
  const prefix = which('apt-get') ? await privileges() : undefined;
  if (prefix === undefined) {
    throw new SetupError(
      `These Debian packages (or what they contain) are missing: ${missing.join(', ')}.\n` +
        `Install them with:\n\n    sudo apt-get update && sudo ${install.join(' ')}\n`,
    );
  }
  heading(`installing ${missing.join(' ')}`);
  const apt = async (...args) => {
    const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', ...args];
    const { ok, output } = await run(command, rest, { capture: true });
    if (!ok) throw new SetupError(`${args.join(' ')} failed:\n${output.split('\n').slice(-20).join('\n')}`);
  };
  await apt('apt-get', 'update');
  await apt(...install);
  const still = missing.filter((name) => !packages[name]());
  if (still.length > 0) throw new SetupError(`Installed, but still not found: ${still.join(', ')}.`);
}

async function installNodeModules() {
  // npm writes this file last: it is older than the lockfile exactly when an install is due.
  const installed = inRoot('node_modules/.package-lock.json');
  const lock = inRoot('package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  heading('installing node modules');
  const { ok, output } = await run('npm', ['ci', '--no-fund', '--no-audit', '--no-progress'], { capture: true });
  if (!ok) throw new SetupError(`npm ci failed:\n${output}`);
}

/** Makes everything ready to build, or throws an error whose message says what to do. */
export async function setup() {
  checkNode();
  await installPackages();
  await installNodeModules();
}

/** `setup` for a script: prints the sentence and ends the process when something is missing. */
export async function setupOrExit() {
  try {
    await setup();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

if (process.argv[1] === inRoot('scripts/setup.mjs')) await setupOrExit();
