// The command line of `npm run bench`.
import { families, workloads } from '../workloads/index.mjs';

/** A wrong use of the command: its message states the mistake and the right form. */
export class UsageError extends Error {}

const flags = {
  '--quick': ['quick', 'a glance: one process each, and short; the figures are rough'],
  '--browser': ['browser', 'in headless Chromium instead of Node.js'],
  '--alone': ['alone', 'hloom and the limits of the machine, without the other libraries'],
  '--write': ['write', 'write the results into docs/benchmarks.md'],
  '--list': ['list', 'name the workloads, and measure nothing'],
  '--help': ['help', 'this text'],
};
const withValue = {
  '--only': ['only', 'NAME', 'only this workload, or this family of them; may be given several times'],
  '--processes': ['processes', 'N', 'how many processes each figure is the median of (3, in Chromium 2)'],
  '--json': ['json', 'FILE', 'write everything that was measured into this file, after each workload'],
  '--with': ['with', 'FILE', 'what such a file has of the workloads that are not measured now is reported too'],
};

export const usage = [
  'npm run bench -- [options]',
  '',
  'Measures hloom, the libraries that it is compared with, and the limits of the machine.',
  '',
  ...Object.entries(flags).map(([flag, [, text]]) => `  ${flag.padEnd(16)}  ${text}`),
  ...Object.entries(withValue).map(([flag, [, value, text]]) => `  ${`${flag} ${value}`.padEnd(16)}  ${text}`),
].join('\n');

export const isSelected = ({ name, family }, only) => only.length === 0 || only.includes(name) || only.includes(family);

/** Roughly the number of letters that differ: enough to find a mistyped name. */
function distance(a, b) {
  let line = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(next[j - 1] + 1, line[j] + 1, line[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    line = next;
  }
  return line[b.length];
}

function meant(word, known) {
  const [best] = [...known].sort((a, b) => distance(word, a) - distance(word, b));
  return distance(word, best) <= Math.max(2, word.length / 3) ? `did you mean ${best}? ` : '';
}

function checkCombination(options) {
  if (!options.write) return;
  const parts = ['quick', 'alone'].filter((key) => options[key]).map((key) => `--${key}`);
  // A missing workload in the file is detected when it is read.
  if (options.only.length > 0 && options.with === undefined) parts.push('--only');
  if (parts.length > 0) {
    throw new UsageError(
      `--write does not go with ${parts.join(' and ')}: docs/benchmarks.md holds whole measurements; leave out one of them, or write to a file with --json FILE, which a later run takes in with --with FILE`,
    );
  }
}

/**
 * Reads the command line.
 *
 * @returns quick, browser, alone, write, list, help: booleans; only: a list of names; processes: a number; json, with:
 * a path or undefined
 * @throws UsageError for unknown options and invalid values
 */
export function parseOptions(argv) {
  const options = { only: [], json: undefined, with: undefined, processes: undefined };
  for (const [key] of Object.values(flags)) options[key] = false;
  const rest = argv.flatMap((word) =>
    /^--[\w-]+=/.test(word) ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word],
  );
  while (rest.length > 0) {
    const word = rest.shift();
    if (word in flags) {
      options[flags[word][0]] = true;
    } else if (word in withValue) {
      const [key, name] = withValue[word];
      const value = rest.shift();
      if (value === undefined || value.startsWith('--')) throw new UsageError(`${word} needs a value: ${word} ${name}`);
      if (key === 'only') options.only.push(...value.split(','));
      else options[key] = value;
    } else {
      const known = [...Object.keys(flags), ...Object.keys(withValue)];
      const help = word.startsWith('-')
        ? meant(word, known)
        : `${meant(`--${word}`, known)}to measure one workload, write --only ${word}; `;
      throw new UsageError(`there is no option ${word}; ${help}--help lists all`);
    }
  }
  if (options.processes !== undefined) {
    const count = Number(options.processes);
    if (!Number.isInteger(count) || count < 1 || count > 99) {
      throw new UsageError(
        `--processes ${options.processes}: it must be a whole number from 1 to 99, such as --processes 5`,
      );
    }
    options.processes = count;
  }
  // A page takes longer to start than a process of Node.js: with 3 a run would take 40 minutes.
  options.processes ??= options.quick ? 1 : options.browser ? 2 : 3;
  const names = [...workloads.map(({ name }) => name), ...Object.keys(families)];
  for (const name of options.only) {
    if (!names.includes(name))
      throw new UsageError(
        `--only ${name}: no workload and no family has this name; ${meant(name, names)}--list names all`,
      );
  }
  checkCombination(options);
  return options;
}
