// `npm run bench`: the speed of hloom, compared with other libraries and the limits of the machine. docs/benchmarks.md
// explains it.
import { existsSync, writeFileSync } from 'node:fs';
import { openBrowser } from './lib/browser.mjs';
import { joined, readEarlier } from './lib/earlier.mjs';
import { cell, unitOf } from './lib/format.mjs';
import { installPeers, installedVersions } from './lib/install.mjs';
import { openNode } from './lib/node.mjs';
import { isSelected, parseOptions, usage, UsageError } from './lib/options.mjs';
import { inProject } from './lib/paths.mjs';
import { jsonReport, textReport, writePage } from './lib/report.mjs';
import { measureAll } from './lib/run.mjs';
import { listing } from './lib/tables.mjs';
import { hloom } from './subjects/hloom.mjs';
import { peers } from './subjects/index.mjs';
import { workloads } from './workloads/index.mjs';

/** The libraries to compare with; none if they cannot be installed, with a message. */
async function peersOrNone({ alone, write }) {
  if (alone) return [];
  const trouble = await installPeers();
  if (trouble === undefined) return peers;
  if (write) throw new UsageError(`${trouble}; --write needs them`);
  console.error(trouble);
  return [];
}

/** Prints a line for each workload when it is done, with the remaining time by the time that the part `done` took. */
function tell(workload, results, { done, begun }) {
  const figures = results.map((one) => {
    const more = [one.threads > 1 ? `${one.threads} threads` : '', one.place === 'engine' ? 'kept' : ''].filter(
      Boolean,
    );
    return `${one.subject}${more.length > 0 ? ` (${more.join(', ')})` : ''} ${cell(one, workload)}`;
  });
  const minutes = (Date.now() - begun) / 60_000;
  const left = done < 1 ? `, about ${Math.ceil((minutes * (1 - done)) / done)} left` : '';
  console.error(
    `${workload.name}, ${unitOf(workload)}: ${figures.join('; ') || 'nothing can do it'} [${minutes.toFixed(1)} min${left}]`,
  );
}

/** The workloads that a report shows; --write requires all of them. */
function reported(measured, { results }, { write }) {
  const has = ({ name }) =>
    measured.some((one) => one.name === name) || results.some(({ workload }) => workload === name);
  const missing = workloads.filter((workload) => !has(workload)).map(({ name }) => name);
  if (write && missing.length > 0) {
    throw new UsageError(
      `--write wants all workloads: ${missing.join(', ')} would be missing; name them with --only too, or leave out --only`,
    );
  }
  return workloads.filter(has);
}

async function bench(options) {
  if (!existsSync(inProject('dist/index.node.mjs')))
    throw new UsageError('hloom is not built: run npm run build first');
  const subjects = [hloom, ...(await peersOrNone(options))];
  const packages = subjects.filter(({ package: name }) => name !== undefined);
  const installed = installedVersions(packages.map(({ package: name }) => name));
  const versions = Object.fromEntries(packages.map(({ name, package: of }) => [name, installed[of]]));
  const environment = await (options.browser ? openBrowser() : openNode());
  try {
    return await benchIn(environment, { subjects, versions, options });
  } finally {
    await environment.close();
  }
}

async function benchIn(environment, { subjects, versions, options }) {
  const pace = options.quick ? 'quick' : 'full';
  const now = { environment, versions, pace };
  const earlier = options.with === undefined ? { results: [], machine: [] } : readEarlier(options.with, now);
  const toMeasure = workloads.filter((workload) => isSelected(workload, options.only));
  const plan = {
    workloads: reported(toMeasure, earlier, options),
    subjects,
    processes: Math.min(options.processes, earlier.processes ?? options.processes),
    pace,
  };
  const measured = { results: [], machine: [] };
  const reportNow = () => ({
    environment,
    plan,
    measured: joined(measured, earlier),
    versions,
    date: new Date().toISOString().slice(0, 10),
  });
  const keep = () => {
    if (options.json !== undefined)
      writeFileSync(options.json, `${JSON.stringify(jsonReport(reportNow()), undefined, 1)}\n`);
  };
  const tellAll = () => {
    console.log(textReport(reportNow()));
    keep();
  };
  // A full run is long: stopping it prints the results so far.
  process.once('SIGINT', () => {
    tellAll();
    process.exit(130);
  });
  const begun = Date.now();
  const whole = { ...plan, workloads: toMeasure, processes: options.processes };
  await measureAll(environment, whole, measured, (workload, results, done) => {
    tell(workload, results, { done, begun });
    keep();
  });
  tellAll();
  if (options.write) writePage(reportNow());
  // A wrong result is a failure, even if it was fast.
  const isBroken = ({ subject, wrong, failed }) => subject === hloom.name && (wrong ?? failed) !== undefined;
  return measured.results.some(isBroken) ? 1 : 0;
}

async function main(argv) {
  const options = parseOptions(argv);
  if (options.help) console.log(usage);
  else if (options.list) console.log(listing());
  else return bench(options);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
