// Measures the time of one call: warmed up, in samples that are long enough for the clock.

/** The times of a measurement, in milliseconds. A call that takes longer than all of it is made once. */
export const paces = {
  full: { warm: 150, measure: 250, samples: 40, sample: 2, slow: 1200 },
  quick: { warm: 20, measure: 40, samples: 10, sample: 1, slow: 500 },
};

const now = () => performance.now();

/** Lets finalizers, messages and timers have their turn. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Milliseconds per call. A promise is awaited. */
async function timeCalls(run, calls) {
  const start = now();
  for (let i = 0; i < calls; i++) {
    const result = run();
    if (typeof result?.then === 'function') await result;
  }
  return (now() - start) / calls;
}

/**
 * Times several functions in turn, so that a slowdown of the machine affects all of them; returns the samples of each.
 */
export async function timeInTurn(runs, pace) {
  const start = now();
  let longest;
  let shortest = Infinity;
  let warm;
  do {
    longest = 0;
    for (const run of runs) longest = Math.max(longest, await timeCalls(run, 1));
    shortest = Math.min(shortest, longest);
    // Calls of microseconds are as fast as they get only after V8 has compiled all of their code. Until then one of them
    // may take long, but not all of them do.
    warm = shortest < 0.1 ? 4 * pace.warm : pace.warm;
  } while (now() - start < warm);
  const calls = [];
  for (const run of runs) {
    // The time of one call predicts little about that of many.
    const estimate = longest > pace.sample ? longest : await timeCalls(run, 10);
    calls.push(Math.max(1, Math.min(100_000, Math.ceil(pace.sample / Math.max(estimate, 1e-5)))));
  }
  const samples = runs.map(() => []);
  const begun = now();
  const isEnough = () => {
    const [taken, spent] = [samples[0].length, now() - begun];
    return taken >= pace.samples || (taken >= 5 && spent >= pace.measure) || (taken >= 1 && spent >= pace.slow);
  };
  while (!isEnough()) {
    for (const [i, run] of runs.entries()) {
      // Every sample starts after a turn: a process that has just waited is not interrupted immediately on a busy
      // machine.
      await turn();
      samples[i].push(await timeCalls(run, calls[i]));
    }
  }
  return samples;
}

/** Times the only call of a function that is measured cold. */
export async function timeOnce(run) {
  await turn();
  return [await timeCalls(run, 1)];
}
