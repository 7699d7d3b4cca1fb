// Installs missing tools and packages: `npm run setup`. Quickly does nothing if everything is installed. `npm start`
// and `npm test` install only what they need.
//
// Imports nothing but Node's own modules, because it runs before `npm install` has.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { lastLines } from './lib/ninja.mjs';
import { heading, progress } from './lib/progress.mjs';
import { run, which } from './lib/run.mjs';

const OLDEST_NODE = 20;

const anyProgram = (...names) => names.some((name) => which(name) !== undefined);
const hasEmscripten = () =>
  anyProgram('emcc') || existsSync(`${process.env.EMSDK ?? '/nowhere'}/upstream/emscripten/emcc`);

/** True if the sources of GoogleTest are there: without them, CMake builds no tests. */
export const hasGoogleTest = () => existsSync('/usr/src/googletest/googletest/src/gtest-all.cc');

/** True if any clang of Debian has its runtime libraries, which fuzzers and sanitizers need. */
const hasClangRuntime = () => {
  const list = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : []);
  const clangs = list('/usr/lib').filter((folder) => /\/llvm-\d+$/.test(folder));
  const versions = clangs.flatMap((folder) => list(`${folder}/lib/clang`));
  return versions.flatMap((folder) => list(`${folder}/lib/linux`)).some((file) => file.includes('clang_rt.fuzzer'));
};

/** Each use needs its own Debian packages, and those of the uses before it. */
const uses = ['build', 'test', 'all'];

/** The Debian packages: the first use that needs each, and a check for its contents, from any source. */
const packages = {
  emscripten: { use: 'build', isThere: hasEmscripten },
  cmake: { use: 'build', isThere: () => anyProgram('cmake') },
  'ninja-build': { use: 'build', isThere: () => anyProgram('ninja') },
  'libeigen3-dev': { use: 'build', isThere: () => existsSync('/usr/include/eigen3/Eigen/Core') },
  'libfast-float-dev': { use: 'build', isThere: () => existsSync('/usr/include/fast_float/fast_float.h') },
  ccache: { use: 'build', isThere: () => anyProgram('ccache') },
  'g++': { use: 'test', isThere: () => anyProgram('g++', 'c++') },
  clang: { use: 'test', isThere: () => anyProgram('clang++') },
  'libgtest-dev': { use: 'test', isThere: hasGoogleTest },
  'clang-format': { use: 'test', isThere: () => anyProgram('clang-format') },
  chromium: { use: 'test', isThere: () => anyProgram('chromium') },
  'libclang-rt-14-dev': { use: 'all', isThere: hasClangRuntime },
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

/** Runs a command that installs, shows for how long, and throws if it fails. */
async function install(what, command, args, repeat) {
  const step = progress.start('set-up', what);
  const { ok, output } = await run(command, args, { capture: true });
  step.end();
  if (!ok) throw new SetupError(`${what} failed:\n${lastLines(output)}\nto repeat: ${repeat}`);
}

async function installPackages(missing) {
  const aptGet = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
  const prefix = which('apt-get') ? await privileges() : undefined;
  if (prefix === undefined) {
    throw new SetupError(
      `These Debian packages (or what they contain) are missing: ${missing.join(', ')}.\n` +
        `Install them with:\n\n    sudo apt-get update && sudo ${aptGet.join(' ')}\n`,
    );
  }
  const started = performance.now();
  for (const args of [['apt-get', 'update'], aptGet]) {
    const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', ...args];
    await install(args.slice(0, 2).join(' '), command, rest, [...prefix, ...args].join(' '));
  }
  const still = missing.filter((name) => !packages[name].isThere());
  if (still.length > 0) throw new SetupError(`Installed, but still not found: ${still.join(', ')}.`);
  progress.print(`installed Debian packages in ${secondsSince(started)}`);
}

async function installNodeModules() {
  const started = performance.now();
  await install('npm ci', 'npm', ['ci', '--no-fund', '--no-audit', '--no-progress'], 'npm ci');
  progress.print(`installed node modules in ${secondsSince(started)}`);
}

const secondsSince = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

function areNodeModulesInstalled() {
  // npm writes this file last: it is older than the lockfile exactly when an install is due.
  const installed = inRoot('node_modules/.package-lock.json');
  const lock = inRoot('package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
}

/**
 * Begins to install the packages of a use: Debian packages, and in parallel node modules. Both promises fail with an
 * error whose message states what to do.
 */
function beginSetup(use) {
  checkNode();
  const wanted = uses.slice(0, uses.indexOf(use) + 1);
  const missing = Object.keys(packages).filter((name) => {
    return wanted.includes(packages[name].use) && !packages[name].isThere();
  });
  const modules = areNodeModulesInstalled() ? [] : ['node modules'];
  if (missing.length + modules.length > 0) heading(`installing ${[...missing, ...modules].join(' ')}`);
  return {
    debianPackages: missing.length > 0 ? installPackages(missing) : Promise.resolve(),
    nodeModules: modules.length > 0 ? installNodeModules() : Promise.resolve(),
  };
}

/** Waits for parts of the set-up. Prints the errors and ends the process if one fails. */
async function orExit(...parts) {
  const ended = await Promise.allSettled(parts);
  const errors = ended.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
  const unexpected = errors.find((error) => !(error instanceof SetupError));
  if (unexpected) throw unexpected;
  if (errors.length === 0) return;
  console.error(errors.map(({ message }) => message).join('\n\n'));
  process.exit(1);
}

/** Installs the packages of a use, or prints what to do and ends the process. */
export async function setupOrExit(use = 'all') {
  const nodeModules = await setupCompilersOrExit(use);
  await nodeModules();
}

/**
 * Does the same, but does not wait for the node modules: compilers need none.
 *
 * @returns a function that waits for the node modules
 */
export async function setupCompilersOrExit(use) {
  let parts;
  try {
    parts = beginSetup(use);
  } catch (error) {
    return orExit(Promise.reject(error));
  }
  const { debianPackages, nodeModules } = parts;
  // If the packages fail, the modules' failure is reported with theirs.
  nodeModules.catch(() => {});
  await debianPackages.catch(() => orExit(debianPackages, nodeModules));
  return () => orExit(nodeModules);
}

if (process.argv[1] === inRoot('scripts/setup.mjs')) await setupOrExit();
