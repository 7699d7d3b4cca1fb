// The measurements in their order: workload by workload, and of each in every round every library in turn, so that what slows
// the machine for a while slows all of them. Each is a process of its own.
import { medianRecord } from './results.mjs';

// The limits are those of the machine, also where Node.js must be asked for all of them.
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

/** What is the same in every process is not asked again. */
const isFinal = (answer) =>
  answer.timeout !== undefined ||
  answer.failed !== undefined ||
  answer.records?.every(({ value }) => value === undefined) === true;

/**
 * Measures all.
 *
 * @param environment - where: what openNode or openBrowser gives
 * @param plan - workloads, subjects, processes, pace
 * @param onWorkload - called with a workload and its results after its last round
 * @returns results: a list of { workload, subject, threads, place, value, values, ... } and machine: the limits
 */
export async function measureAll(environment, { workloads, subjects, processes, pace }, onWorkload) {
  const results = [];
  const machineRounds = [];
  const measureLimits = async () => {
    const asked = { flags: relaxedSimd, seconds: seconds[pace] };
    const answer = await environment.ask({ subject: 'machine', pace }, asked);
    if (answer.machine) machineRounds.push(answer.machine);
    else throw new Error(`the limits of the machine cannot be measured: ${answer.failed ?? 'it takes too long'}`);
  };
  const versions = {};
  for (const [i, workload] of workloads.entries()) {
    // The limits are measured as often as the rest, spread over the time that all takes.
    while (machineRounds.length < Math.ceil(((i + 1) / workloads.length) * processes)) await measureLimits();
    const jobs = configurations(workload, subjects, environment).map((job) => ({ ...job, answers: [] }));
    for (let round = 0; round < processes; round++) {
      for (const job of jobs.filter(({ answers }) => !answers.some(isFinal))) {
        const { subject, threads } = job;
        const request = { subject: subject.name, workload: workload.name, threads, pace, browser: environment.browser };
        const answer = await environment.ask(request, { flags: subject.flags, seconds: seconds[pace] });
        job.answers.push(answer);
        if (answer.version) versions[subject.name] = answer.version;
      }
    }
    const ofWorkload = jobs.flatMap(({ subject, threads, answers }) =>
      medianRecord(answers, workload).map((record) => ({
        workload: workload.name,
        subject: subject.name,
        threads,
        ...record,
      })),
    );
    results.push(...ofWorkload);
    onWorkload(workload, ofWorkload);
  }
  return { results, machine: mergeLimits(machineRounds), versions };
}

/** The middle of each limit over the processes. */
function mergeLimits(rounds) {
  return rounds[0].map((limit, i) => ({
    ...limit,
    value: medianRecord(rounds.map((round) => ({ records: [{ place: 'js', value: round[i].value }] })))[0].value,
  }));
}
