// Combines the results of several processes; the limit of a workload; and the standing of hloom beside the others.
import { interpolate, median, spread } from '../measure/statistics.mjs';

const allPlaces = ['engine', 'js'];

/**
 * The answers of several processes as one record for each place: `value` is the median, `values` are all; or `wrong`,
 * `failed`, `timeout` or `refused`, which one process is enough for.
 */
export function medianRecord(answers, workload = {}) {
  const broken = answers.find(({ records }) => records === undefined);
  if (broken) {
    const reason = broken.timeout === undefined ? { failed: broken.failed } : { timeout: broken.timeout };
    return (workload.places ?? allPlaces).map((place) => ({ place, ...reason }));
  }
  const places = [...new Set(answers.flatMap(({ records }) => records.map(({ place }) => place)))];
  return places.map((place) => {
    const records = answers.flatMap((answer) => answer.records.filter((record) => record.place === place));
    const odd = records.find(({ value }) => value === undefined);
    if (odd) return odd;
    const values = records.map(({ value }) => value);
    const worst = Math.max(...records.map((record) => record.worst ?? 0));
    return { place, value: median(values), values, spread: spread(values), worst, note: records[0].note };
  });
}

/** The shortest time in milliseconds that the machine allows for a workload, or undefined if no limit is known. */
export function limitOf({ flops, traffic }, machine, threads) {
  const of = (what) => machine.filter((limit) => limit.what === what && limit.threads === threads);
  const limits = [];
  if (flops !== undefined) {
    const rates = [...of('peak'), ...of('relaxed')].map(({ value }) => value);
    if (rates.length > 0) limits.push(flops / Math.max(...rates) / 1e6);
  }
  if (traffic !== undefined && of(traffic.pass).length > 0) {
    const rate = interpolate(
      of(traffic.pass).map(({ bytes, value }) => [bytes, value]),
      traffic.bytes,
    );
    limits.push(traffic.bytes / rate / 1e6);
  }
  return limits.length > 0 ? Math.max(...limits) : undefined;
}

/**
 * One workload with its values in one place: the result of each library with this number of threads, the best of the
 * others, and the limit. The best may use fewer threads if that is faster.
 */
export function standing(workload, { results, machine }, place, threads) {
  const here = results.filter((one) => one.workload === workload.name && one.place === place);
  const bySubject = Object.fromEntries(here.filter((one) => one.threads === threads).map((one) => [one.subject, one]));
  const others = here.filter((one) => one.subject !== 'hloom' && one.threads <= threads && one.value !== undefined);
  const best = others.reduce((a, b) => (a === undefined || b.value < a.value ? b : a), undefined);
  const own = bySubject.hloom?.value;
  const limit = limitOf(workload, machine, threads);
  return {
    bySubject,
    best,
    limit,
    toBest: own !== undefined && best ? own / best.value : undefined,
    toLimit: own !== undefined && limit !== undefined ? own / limit : undefined,
  };
}
