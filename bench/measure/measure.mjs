// One measurement, in the process or page that was started for it: opens a library, makes the inputs, checks the results,
// then takes the time. It runs in Node.js and in browsers.
import { workloadNamed } from '../workloads/index.mjs';
import { check } from './check.mjs';
import { median } from './statistics.mjs';
import { paces, timeInTurn, timeOnce } from './timing.mjs';

/**
 * The place of a workload's values: they come from JavaScript and go back there with every call, or they stay in the
 * engine.
 */
export const places = ['engine', 'js'];

/** A message in one line that a table can show. */
export const messageOf = (error) =>
  String(error?.message ?? error)
    .split('\n')[0]
    .slice(0, 200);

async function timesOf(workload, prepared, pace) {
  if (workload.cold) return { times: await timeOnce(prepared.run) };
  const [times, baseline] = await timeInTurn(
    [prepared.run, prepared.baseline].filter((run) => run !== undefined),
    pace,
  );
  return baseline ? { times: times.map((time) => time / median(baseline)) } : { times };
}

/** The measurement of one workload with its values in one place. */
async function measureAt(place, library, workload, inputs, pace) {
  const prepared = await library.prepare(workload, inputs, place);
  if (prepared.refused !== undefined) return { place, refused: prepared.refused };
  try {
    const { note } = prepared;
    // A cold measurement is checked afterwards, or it would not be cold.
    let measured = workload.cold ? await timesOf(workload, prepared, pace) : undefined;
    const { worst, message } = check(workload, inputs, await prepared.read());
    if (message !== undefined) return { place, wrong: message, note };
    measured ??= await timesOf(workload, prepared, pace);
    return { place, value: median(measured.times), samples: measured.times.length, worst, note };
  } finally {
    await prepared.dispose?.();
  }
}

/**
 * Measures a workload with one library.
 *
 * @param subject - a module of `subjects`
 * @param request - `workload` (its name, or an unlisted workload), `threads`, `pace` ('full' or 'quick'), `browser`
 * (true in a browser)
 * @returns a record for each place: a value in milliseconds (or in units of the workload's baseline), or the reason why
 * there is none
 */
export async function measure(subject, request) {
  const workload = typeof request.workload === 'string' ? workloadNamed(request.workload) : request.workload;
  const library = await subject.open({ threads: request.threads, browser: request.browser });
  const inputs = Object.fromEntries(workload.parameters.map(({ name, data }) => [name, data()]));
  const records = [];
  for (const place of workload.places ?? places) {
    try {
      records.push(await measureAt(place, library, workload, inputs, paces[request.pace]));
    } catch (error) {
      records.push({ place, failed: messageOf(error) });
    }
  }
  await library.close?.();
  return { records };
}
