// The results as tables, which text and Markdown print alike: { title, text, head, rows }, the first column words and the
// others numbers.
import { families } from '../workloads/index.mjs';
import { cell, inUnit, ratio, threeDigits, unitOf } from './format.mjs';
import { standing } from './results.mjs';

const titles = {
  engine: 'values stay on the engine',
  js: 'arguments from JavaScript, the result back to it',
};
const threadWords = { 1: 'one thread', 2: 'two threads' };

const passNames = { copy: 'copy', triad: 'a + 3 b', read: 'read' };
const peakNames = { peak: 'multiply and add, GFLOP/s', relaxed: 'the same, relaxed SIMD, GFLOP/s' };

export function machineTable(machine) {
  const rows = [];
  for (const { what, bytes, value, threads } of machine) {
    const name =
      bytes === undefined ? peakNames[what] : `${passNames[what]}, ${threeDigits(bytes / 2 ** 20)} MiB in all, GB/s`;
    const row = rows.find(([title]) => title === name) ?? rows[rows.push([name, '–', '–']) - 1];
    row[threads] = threeDigits(value);
  }
  return { title: 'The machine', head: ['WebAssembly SIMD', 'one thread', 'two threads'], rows };
}

/** Is there something to compare hloom with? */
const isShared = (workload, subjects) =>
  subjects.some((one) => one.name !== 'hloom' && one.refuses(workload) === undefined);

function comparison(measured, { subjects, workloads }, place, threads) {
  const rows = [];
  for (const workload of workloads.filter((one) => isShared(one, subjects))) {
    const all = standing(workload, measured, place, threads);
    if (Object.keys(all.bySubject).length === 0) continue;
    rows.push([
      `${workload.title}, ${unitOf(workload)}`,
      ...subjects.map(({ name }) => cell(all.bySubject[name], workload)),
      ratio(all.toBest),
      all.limit === undefined ? '–' : inUnit(all.limit, workload),
      ratio(all.toLimit),
    ]);
  }
  return {
    title: `${threadWords[threads]}, ${titles[place]}`.replace(/^./, (c) => c.toUpperCase()),
    head: ['', ...subjects.map(({ title }) => title), 'hloom / best other', 'limit', 'hloom / limit'],
    rows,
  };
}

/** Workloads that only hloom can do, or that have no other library to compare with. */
function alone(measured, { subjects, workloads }) {
  const rows = [];
  for (const workload of workloads.filter((one) => !isShared(one, subjects))) {
    const [kept, js] = ['engine', 'js'].map((place) => standing(workload, measured, place, 1));
    if ([kept, js].every(({ bySubject }) => bySubject.hloom === undefined)) continue;
    const two = standing(workload, measured, 'js', 2).bySubject.hloom;
    rows.push([
      `${workload.title}, ${unitOf(workload)}`,
      cell(js.bySubject.hloom, workload),
      cell(two, workload),
      cell(kept.bySubject.hloom, workload),
      js.limit === undefined ? '–' : inUnit(js.limit, workload),
    ]);
  }
  return { title: 'hloom alone', head: ['', 'from JavaScript', 'two threads', 'on the engine', 'limit'], rows };
}

/** All tables that have rows. */
export function tablesOf(measured, plan) {
  const comparisons =
    plan.subjects.length > 1
      ? ['engine', 'js'].flatMap((place) => [1, 2].map((threads) => comparison(measured, plan, place, threads)))
      : [];
  return [machineTable(measured.machine), ...comparisons, alone(measured, plan)].filter(({ rows }) => rows.length > 0);
}

/** The standing of hloom, in sentences: ahead, behind, and workloads that it cannot do. */
export function summary(measured, { subjects, workloads }) {
  const shared = workloads.filter((one) => isShared(one, subjects));
  const sentences = [];
  for (const place of ['engine', 'js']) {
    const ratios = shared
      .map((workload) => ({ workload, ...standing(workload, measured, place, 1) }))
      .filter(({ toBest }) => toBest !== undefined);
    if (ratios.length === 0) continue;
    const behind = ratios.filter(({ toBest }) => toBest > 1).sort((a, b) => b.toBest - a.toBest);
    const list = behind
      .map(({ workload, toBest }) => `${workload.name} (${threeDigits(toBest)} times the time)`)
      .join(', ');
    sentences.push(
      `With one thread, ${titles[place]}: hloom is the fastest in ${ratios.length - behind.length} of ${ratios.length} workloads${behind.length > 0 ? `, and slower than the best of the others in: ${list}` : ''}.`,
    );
  }
  const kept = measured.results.some(
    (one) => one.subject === 'hloom' && one.place === 'engine' && one.value !== undefined,
  );
  if (!kept && measured.results.length > 0)
    sentences.push('hloom keeps no values on the engine yet: its columns there are empty.');
  const own = subjects.find(({ name }) => name === 'hloom');
  if (!own.threads({ browser: false }).includes(2)) sentences.push('hloom computes with one thread yet.');
  const missing = shared.filter((workload) => own.refuses(workload) !== undefined);
  if (missing.length > 0) {
    sentences.push(
      `hloom cannot do these yet: ${missing.map((one) => `${one.name} (${own.refuses(one)})`).join(', ')}.`,
    );
  }
  const late = measured.results.filter(
    (one) => one.subject === 'hloom' && (one.timeout ?? one.failed ?? one.wrong) !== undefined,
  );
  for (const { workload, timeout, failed, wrong } of new Map(late.map((one) => [one.workload, one])).values()) {
    const what =
      timeout === undefined
        ? failed
          ? `fails: ${failed}`
          : `gives a wrong result: ${wrong}`
        : `takes more than ${timeout} s`;
    sentences.push(`In ${workload}, hloom ${what}.`);
  }
  return sentences;
}

/** Notes on single figures of the others: their method, and the reasons for missing figures. */
export function notesOf({ results }, { subjects, workloads }) {
  const lines = new Map();
  for (const { subject, workload, note, failed, wrong, spread } of results) {
    const { title } = subjects.find(({ name }) => name === subject);
    const say = (text) => lines.set(`${title}: ${text}`, [...(lines.get(`${title}: ${text}`) ?? []), workload]);
    if (note) say(note);
    if (failed && subject !== 'hloom') say(`fails with "${failed}"`);
    if (wrong && subject !== 'hloom') say(`its result is wrong (${wrong})`);
    if (spread > 2) say('the processes differ by more than a factor of 2');
  }
  const order = workloads.map(({ name }) => name);
  return [...lines].map(([text, names]) => {
    const unique = [...new Set(names)].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    return `${text} (${unique.length > 8 ? `${unique.length} workloads` : unique.join(', ')}).`;
  });
}

/** The workloads by family, for --list. */
export const listing = () =>
  Object.entries(families)
    .map(([family, list]) => [family, ...list.map(({ name, title }) => `  ${name.padEnd(18)} ${title}`)].join('\n'))
    .join('\n');
