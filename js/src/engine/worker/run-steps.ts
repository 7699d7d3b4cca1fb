/** Steps of runs, and the requests of their devices, in the thread of the engine. */

import type { LiteralJson } from '../../base/wire.js';
import type { CoreInstance } from '../../instance/core-instance.js';
import type { ResultArrays } from '../../instance/results.js';
import type { WireLiteral } from '../../instance/wire-literal.js';
import type { EngineRun } from './program.js';
import type { HostAnswer, HostRequest } from './protocol.js';

/**
 * The number of milliseconds for which this thread works before timers and messages run: about a frame, so that an
 * abort is handled quickly, and long enough that the pause costs nothing.
 */
export const turnMs = 16;

/**
 * Computes a run's first slice, and ends it if it is done with that.
 *
 * @returns undefined where it goes on
 * @throws HloomError what the run ended with
 */
export function stepOnce(run: EngineRun): ResultArrays | undefined {
  let goesOn = false;
  try {
    run.step(turnMs);
    goesOn = !run.done || run.isLarge;
    if (goesOn) return undefined;
    return run.results();
  } finally {
    if (!goesOn) run.close();
  }
}

/**
 * Runs to the end without a pause, and gives its memory back: nothing else happens in this thread meanwhile.
 *
 * @param answer - answers custom calls; if it throws, the run ends
 */
export function runToEnd(run: EngineRun, answer: (request: HostRequest) => HostAnswer): ResultArrays {
  try {
    for (;;) {
      run.step(1000);
      if (run.done) return run.results();
      if (!run.asking) continue;
      const request = takeRequest(run);
      giveAnswer(run, request.device, answer(request));
    }
  } finally {
    run.close();
  }
}

/** Copies a literal in. */
function copyLiteralIn(core: CoreInstance, { leaves, ...value }: WireLiteral): LiteralJson {
  return { ...value, leaves: core.copyAllIn(leaves) };
}

/** Takes the request of a device, with copies of its operands. */
export function takeRequest(run: EngineRun): HostRequest {
  const request = run.request();
  const { leaves, ...operands } = request.operands;
  return { ...request, operands: { ...operands, leaves: run.core.takeAllOut(leaves) } };
}

/** Answers the request of a device. */
export function giveAnswer({ core, handle: run }: EngineRun, device: number, answer: HostAnswer): void {
  if ('value' in answer) core.call('engine.answer', { run, device, value: copyLiteralIn(core, answer.value) });
  else core.call('engine.answer', { run, device, ...answer });
}
