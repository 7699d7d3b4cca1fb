// The measurements in their order: workload by workload, and in every round every library in turn, so that a temporary
// slowdown of the machine affects all of them. Each measurement is a separate process.
import { median } from '../measure/statistics.mjs';
import { medianRecord } from './results.mjs';

// The limits are the machine's, even if Node.js needs a flag to reach all of them.
const relaxedSimd = ['--experimental-wasm-relaxed-simd'];
// A workload that is not done in this time has no figure but this.
const seconds = { full: 60, quick: 20 };

/** The libraries and threads with which a workload is measured. */
function configurations(workload, subjects, environment) {
  return subjects.flatMap((subject) => {
    if (subject.refuses(workload) !== undefined) return [];
    return subject.threads(environment).map((threads) => ({ subject, threads }));
  });
}

/** Answers that are the same in every process are not requested again. */
const isFinal = (answer) =>
  answer.timeout !== undefined ||
  answer.failed !== undefined ||
  answer.records?.every(({ value }) => value === undefined) === true;

/**
 * Measures all.
 *
 * @param environment - the result of openNode or openBrowser
 * @param plan - workloads, subjects, processes, pace
 * @param measured - filled during the run: `results`, a list of
 * { workload, subject, threads, place, value, values, ... }, and `machine`, the limits, which may stay empty
 * @param onWorkload - called with a workload, its results, and the part of the work that is done, after its last round
 */
export async function measureAll(environment, { workloads, subjects, processes, pace }, measured, onWorkload) {
  const limits = [];
  const all = workloads.flatMap((workload) => configurations(workload, subjects, environment)).length;
  let done = 0;
  let attempts = 0;
  const measureLimits = async () => {
    attempts++;
    const asked = { flags: relaxedSimd, seconds: seconds[pace] };
    const answer = await environment.ask({ subject: 'machine', pace }, asked);
    if (answer.machine) limits.push(answer.machine);
    else console.error(`the limits of the machine: ${answer.failed ?? `more than ${answer.timeout} s`}`);
    measured.machine = mergeLimits(limits);
  };
  for (const [i, workload] of workloads.entries()) {
    // The limits are measured as often as the rest, spread over the time that all takes.
    while (attempts < Math.ceil(((i + 1) / workloads.length) * processes)) await measureLimits();
    const jobs = configurations(workload, subjects, environment).map((job) => ({ ...job, answers: [] }));
    // Computed by the first process, for all others.
    let wanted;
    for (let round = 0; round < processes; round++) {
      for (const job of jobs.filter(({ answers }) => !answers.some(isFinal))) {
        const { subject, threads } = job;
        const { browser } = environment;
        const request = { subject: subject.name, workload: workload.name, threads, pace, browser, wanted };
        const answer = await environment.ask(request, { flags: subject.flags, seconds: seconds[pace] });
        wanted ??= answer.wanted;
        job.answers.push(answer);
      }
    }
    const found = jobs.flatMap(({ subject, threads, answers }) =>
      medianRecord(answers, workload).map((record) => ({
        workload: workload.name,
        subject: subject.name,
        threads,
        ...record,
      })),
    );
    measured.results.push(...found);
    done += jobs.length;
    onWorkload(workload, found, done / all);
  }
}

/** The middle of each limit over the processes. */
function mergeLimits(rounds) {
  const [first = []] = rounds;
  return first.map((limit, i) => ({ ...limit, value: median(rounds.map((round) => round[i].value)) }));
}
