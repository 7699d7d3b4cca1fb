// Reads earlier measurements from a file of --json: a report combines them with the new ones. All workloads take longer
// than a machine is often left alone.
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { median } from '../measure/statistics.mjs';
import { UsageError } from './options.mjs';

/** The reason why two measurements cannot be in one report, or undefined. */
function difference(earlier, { environment, versions, pace }) {
  const pairs = [
    ['was measured in', earlier.environment, environment.name],
    ['was measured on', earlier.processor, cpus()[0]?.model],
    ['was measured with the pace', earlier.pace, pace],
    ...Object.keys(versions).map((name) => [`was measured with ${name}`, earlier.versions[name], versions[name]]),
  ];
  const found = pairs.find(([, before, now]) => before !== now);
  return found && `${found[0]} ${found[1] ?? 'nothing'}, and now it would be ${found[2]}`;
}

/**
 * Reads such a file.
 *
 * @param now - environment, versions and pace of the new measurements
 * @returns its results and limits of the machine, and the number of processes of which they are medians
 * @throws UsageError if it is not such a file, or does not match the new measurements
 */
export function readEarlier(path, now) {
  let earlier;
  try {
    earlier = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`--with ${path}: it must be a file that --json FILE has written; ${error.message}`);
  }
  if (!Array.isArray(earlier?.results) || !Array.isArray(earlier.machine))
    throw new UsageError(`--with ${path}: it has no results; it must be a file that --json FILE has written`);
  const trouble = difference(earlier, now);
  if (trouble !== undefined) throw new UsageError(`--with ${path}: it ${trouble}`);
  return earlier;
}

/** The new measurements, and the earlier ones for the other workloads. Limits of the machine come from either. */
export function joined(now, earlier) {
  const isNew = ({ workload }) => now.results.some((result) => result.workload === workload);
  const limits = now.machine.length > 0 ? now.machine : earlier.machine;
  const before = ({ what, bytes, threads }) =>
    earlier.machine.filter((limit) => limit.what === what && limit.bytes === bytes && limit.threads === threads);
  return {
    results: [...earlier.results.filter((result) => !isNew(result)), ...now.results],
    machine: limits.map((limit) => ({ ...limit, value: median([limit, ...before(limit)].map(({ value }) => value)) })),
  };
}
