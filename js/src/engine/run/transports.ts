/** How runs get to their engine, and their results back: in this thread, in this thread without waiting, or in a Worker. */

import type { ResultArrays } from '../../instance/result-literal.js';
import type { RunPlan } from '../../instance/run-plan.js';
import type { EngineOptions, GivenArrays } from '../../instance/run-slot.js';
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
  /** What the engine must know beside them; undefined where that is nothing. */
  readonly engineOptions: EngineOptions | undefined;
  readonly telling: RunTelling;
  /** Whether anything may stop it before it is done. */
  readonly mayStop: boolean;
  /** Hears that the engine has the arguments. */
  taken(): void;
  /**
   * Stays with a run that goes on, until it is done, failed or stopped.
   *
   * @param ask - sends the request, which calls back
   */
  watch<T>(connection: EngineConnection, ask: (callbacks: RequestOptions) => Asked<T>): Promise<T>;
  /** Answers what a device asks, where nobody can wait. */
  answerNow(request: HostRequest): HostAnswer;
}

/** Takes a run to an engine. What is done at once needs no promise. */
export type Transport = (run: TransportedRun, bound: Binding) => ResultArrays | Promise<ResultArrays>;

/** The way to an engine in this thread, which lets others have their turn. */
const inline: Transport = (run, { connection, program }) => {
  const { engineOptions, telling } = run;
  const begun = (program as CompiledProgram).begin(run.given, engineOptions);
  run.taken();
  if (engineOptions === undefined && !run.mayStop) {
    const done = stepOnce(begun);
    if (done !== undefined) return connection.link.settled(done);
  }
  return run.watch(connection, (callbacks) => connection.request('goOn', { run: begun, ...telling }, callbacks));
};

/** The way to an engine in a Worker. */
const worker: Transport = (run, bound) => {
  const gave = run.watch(bound.connection, requestOf(run, bound));
  run.taken();
  return gave.then((result) => received(bound, run.plan, result));
};

/** The way to an engine in this thread where nothing else happens in it before the run is done. */
export function sync(run: TransportedRun, { program }: Binding): ResultArrays {
  const begun = (program as CompiledProgram).begin(run.given, run.engineOptions);
  run.taken();
  return runToEnd(begun, (request) => run.answerNow(request));
}

/** The way to an engine for runs that can wait. */
export function transportTo({ program }: Binding): Transport {
  return program === undefined ? worker : inline;
}

/** Makes the request of a run; what it returns sends it. */
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
  const slot = writeLent(lent, connection.memory, plan, data);
  const arrays = slot ?? packArrays(data, (bytes) => connection.buffers.take(bytes));
  const request: RunRequest = {
    executable,
    arguments: arrays,
    sizes,
    ...telling,
    ...(engineOptions === undefined ? {} : { options: engineOptions }),
  };
  const transfer = 'slot' in arrays ? [] : ownBuffers(arrays);
  return (callbacks) => connection.request('run', request, { ...callbacks, transfer });
}

/** Takes what a Worker gave, and what it gave back. */
function received({ connection, lent }: Binding, plan: RunPlan, result: ArraysResult | ArrayBuffer): ResultArrays {
  // In environments of test runners, buffers from a Worker are no instances of the ArrayBuffer there.
  if (!('arrays' in result)) {
    const sizes = plan.results.map(({ shape }) => shape.dimensions);
    return { data: unpackAll(result, plan.results).map(alone), sizes };
  }
  connection.buffers.put(result.spent);
  if (result.lent !== undefined) lent.push(result.lent);
  return { data: unpackResults(result.arrays, plan.results), sizes: result.sizes };
}
