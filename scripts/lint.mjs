// Formatting, lint and types: `npm run lint`, and `npm run format` to repair what can be repaired automatically.
import { existsSync, readdirSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { progress } from './lib/progress.mjs';
import { run } from './lib/run.mjs';
import { setupOrExit } from './setup.mjs';

const jsDirectories = ['js', 'web-demo', 'scripts', 'tests', 'examples', 'bench'];

function cppFiles() {
  const below = (directory) =>
    existsSync(inRoot(directory))
      ? readdirSync(inRoot(directory), { recursive: true }).map((f) => `${directory}/${f}`)
      : [];
  return ['core', 'wasm', 'tests', 'examples'].flatMap(below).filter((file) => /\.(cc|h)$/.test(file));
}

const existing = () => jsDirectories.filter((directory) => existsSync(inRoot(directory)));
const rootFiles = () => readdirSync(inRoot()).filter((file) => /\.(m?js|cjs|ts|json)$/.test(file));

/** Each check is one command; `fix` is the form that repairs. The slowest one comes first. */
const checks = {
  eslint: (fix) => [
    process.execPath,
    ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', ...(fix ? ['--fix'] : [])],
    ['.'],
  ],
  'clang-format': (fix) => ['clang-format', fix ? ['-i'] : ['--dry-run', '-Werror'], cppFiles()],
  prettier: (fix) => [
    process.execPath,
    ['node_modules/prettier/bin/prettier.cjs', fix ? '--write' : '--check', '--log-level', 'warn'],
    [...existing(), ...rootFiles()],
  ],
  cases: (fix) => [process.execPath, ['scripts/lib/case-format.mjs', ...(fix ? ['--fix'] : [])], []],
  typescript: () => [process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'], []],
};

/** clang-format quotes every line it dislikes; the files' names are enough, `npm run format` does the rest. */
function filesNamedIn(output) {
  const files = new Set(output.match(/^\S+?\.(cc|h)(?=:\d)/gm));
  return files.size > 0 ? `not as clang-format has it:\n  ${[...files].join('\n  ')}` : output;
}

/** Runs every check, two at a time. Needs the generated sources to be there. */
export async function lint({ fix = false } = {}) {
  const results = [];
  const waiting = Object.entries(checks).values();
  const worker = async () => {
    // Both workers take from one iterator.
    for (const [name, commandOf] of waiting) {
      const [command, args, files] = commandOf(fix);
      const { ok, output, seconds } = await run(command, [...args, ...files], { capture: true });
      if (!ok) progress.print(name === 'clang-format' ? filesNamedIn(output) : output);
      results.push({ name, ok, seconds });
    }
  };
  // Prettier and ESLint may mend the same files: then they take turns.
  await Promise.all(Array.from({ length: fix ? 1 : 2 }, worker));
  return results;
}

if (process.argv[1] === inRoot('scripts/lint.mjs')) {
  await setupOrExit('test');
  const results = await lint({ fix: process.argv.includes('--fix') });
  for (const { name, ok } of results) console.log(`${name}: ${ok ? 'ok' : 'failed'}`);
  // Not process.exit(), which would not wait for a slow reader of the output.
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
}
