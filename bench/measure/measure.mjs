// One measurement, in the process or page that was started for it: opens a library, makes the inputs, checks the results,
// then takes the time. It runs in Node.js and in browsers.
import { workloadNamed } from '../workloads/index.mjs';
import { check, referenceOf } from './check.mjs';
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
async function measureAt(place, library, { workload, inputs, reference, pace }) {
  const prepared = await library.prepare(workload, inputs, place);
  if (prepared.refused !== undefined) return { place, refused: prepared.refused };
  try {
    const { note } = prepared;
    // A cold measurement is checked afterwards, or it would not be cold.
    let measured = workload.cold ? await timesOf(workload, prepared, pace) : undefined;
    const { worst, message } = check(workload, inputs, await prepared.read(), reference());
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
 * (true in a browser), and `wanted`, the reference that an earlier measurement returned, if there was one
 * @returns `records`, one for each place: a value in milliseconds (or in units of the workload's baseline), or the
 * reason why there is none; and `wanted`, the reference
 */
export async function measure(subject, request) {
  const workload = typeof request.workload === 'string' ? workloadNamed(request.workload) : request.workload;
  const library = await subject.open({ threads: request.threads, browser: request.browser });
  const inputs = Object.fromEntries(workload.parameters.map(({ name, data }) => [name, data()]));
  const records = [];
  let { wanted } = request;
  // Computed after the first call, which is the measured one if the workload is cold.
  const reference = () => (wanted ??= referenceOf(workload, inputs));
  const given = { workload, inputs, reference, pace: paces[request.pace] };
  for (const place of workload.places ?? places) {
    try {
      records.push(await measureAt(place, library, given));
    } catch (error) {
      records.push({ place, failed: messageOf(error) });
    }
  }
  await library.close?.();
  return { records, wanted };
}
