/** Transports take a run to its engine and bring the result back: inline, to a Worker, or inline without waiting. */

import type { ResultArrays } from '../../instance/results.js';
import type { RunPlan } from '../../instance/run-plan.js';
import type { EngineOptions, GivenArrays } from '../../instance/run-memory.js';
import type { TypedArray } from '../../values/element-type.js';
import type { EngineConnection, RequestOptions } from '../worker/connection.js';
import type { Binding } from '../worker/engine-executable.js';
import { runToEnd, stepOnce } from '../worker/run-steps.js';
import type { CompiledProgram } from '../worker/program.js';
import type { ArraysResult, RunRequest, RunTelling, HostAnswer, HostRequest } from '../worker/protocol.js';
import {
  alone,
  isFew,
  ownBuffers,
  packAll,
  packArrays,
  unpackAll,
  unpackResults,
  writeLent,
} from '../worker/wire-arrays.js';

/** A request that is on its way. */
export interface Asked<T> {
  readonly id: number;
  readonly promise: Promise<T>;
}

/** A run, as its transport sees it. */
export interface TransportedRun {
  readonly plan: RunPlan;
  /** The arrays of the arguments. */
  readonly given: GivenArrays;
  /** Options that the engine must know; undefined if there are none. */
  readonly engineOptions: EngineOptions | undefined;
  /** True if it has no limits, no question and no callbacks: nothing but the arguments, and whether the result stays. */
  readonly isPlain: boolean;
  /** The arrays that the result is written into; undefined for new ones. */
  readonly out: readonly TypedArray[] | undefined;
  readonly telling: RunTelling;
  /** True if something may stop the run before it is done. */
  readonly mayStop: boolean;
  /** Called when the engine has the arguments. */
  taken(): void;
  /**
   * Waits until the run is done, failed or stopped.
   *
   * @param ask - sends a request with these callbacks
   */
  watch<T>(connection: EngineConnection, ask: (callbacks: RequestOptions) => Asked<T>): Promise<T>;
  /** Answers a request of a device at once. */
  answerNow(request: HostRequest): HostAnswer;
}

/** Takes a run to an engine, and returns the result, or a promise if the run is not done at once. */
export type Transport = (run: TransportedRun, bound: Binding) => ResultArrays | Promise<ResultArrays>;

/** To an engine in this thread, with pauses for timers and messages. */
const inline: Transport = (run, { connection, program }) => {
  const { engineOptions, telling } = run;
  const begun = (program as CompiledProgram).begin(run.given, engineOptions, run.out);
  run.taken();
  if (run.isPlain && !run.mayStop) {
    const done = stepOnce(begun);
    if (done !== undefined) return connection.link.settled(done);
  }
  return run.watch(connection, (callbacks) => connection.request('goOn', { run: begun, ...telling }, callbacks));
};

/** To an engine in a Worker. */
const worker: Transport = (run, bound) => {
  const gave = run.watch(bound.connection, requestOf(run, bound));
  run.taken();
  return gave.then((result) => received(bound, run.plan, result));
};

/** To an engine in this thread, which does nothing else until the run is done. */
export function sync(run: TransportedRun, { program }: Binding): ResultArrays {
  const begun = (program as CompiledProgram).begin(run.given, run.engineOptions, run.out);
  run.taken();
  return runToEnd(begun, (request) => run.answerNow(request));
}

/** Returns the transport of runs that can wait. */
export function transportTo({ program }: Binding): Transport {
  return program === undefined ? worker : inline;
}

/** Makes the request of a run, and returns the function that sends it. */
function requestOf(
  { plan, given, engineOptions, telling }: TransportedRun,
  { connection, handle: executable, lent }: Binding,
): (callbacks: RequestOptions) => Asked<ArraysResult | ArrayBuffer> {
  const { data, sizes } = given;
  const isPlain = engineOptions === undefined && data.every((array) => ArrayBuffer.isView(array));
  if (isPlain && isFew(plan.argumentBytes)) {
    const packed = packAll(data, plan.arguments);
    return (callbacks) => connection.request('runPacked', { executable, packed }, callbacks);
  }
  const lentArrays = writeLent(lent, connection.memory, plan, data);
  const arrays = lentArrays ?? packArrays(data, (bytes) => connection.buffers.take(bytes));
  const request: RunRequest = {
    executable,
    arguments: arrays,
    sizes,
    ...telling,
    ...(engineOptions === undefined ? {} : { options: engineOptions }),
  };
  const transfer = 'lent' in arrays ? [] : ownBuffers(arrays);
  return (callbacks) => connection.request('run', request, { ...callbacks, transfer });
}

/** Unpacks the answer of a Worker, and keeps the buffers and run memories that came back with it. */
function received({ connection, lent }: Binding, plan: RunPlan, result: ArraysResult | ArrayBuffer): ResultArrays {
  // In environments of test runners, buffers from a Worker are not instances of the ArrayBuffer there.
  if (!('arrays' in result)) {
    const sizes = plan.results.map(({ shape }) => shape.dimensions);
    return { data: unpackAll(result, plan.results).map(alone), sizes };
  }
  connection.buffers.put(result.spent);
  if (result.lent !== undefined) lent.push(result.lent);
  return { data: unpackResults(result.arrays, plan.results), sizes: result.sizes };
}
