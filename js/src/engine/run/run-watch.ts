/** Runs that are under way: how they are sent to their engine, and who stays with them until they are done. */

import { HloomError, withFields } from '../../base/errors.js';
import { jsRules } from '../../base/rules.js';
import type { ResultArrays } from '../../instance/call-literal.js';
import type { CallPlan } from '../../instance/call-plan.js';
import type { CallOptions, GivenArrays } from '../../instance/call-slot.js';
import { currentPlatform } from '../../instance/platform.js';
import type { EngineConnection, RequestOptions } from '../worker/connection.js';
import { CustomCallRun } from './custom-call-run.js';
import type { Binding } from '../worker/engine-executable.js';
import { sliceMs } from '../worker/engine-server.js';
import type { AnyRunOptions } from './options.js';
import type { Feeds } from './feeds.js';
import type { EngineRun } from '../worker/program.js';
import type { ArraysResult, RunRequest, RunTelling } from '../worker/protocol.js';
import type { RunStop } from './run-stop.js';
import { communicationEventFromJson } from './communication.js';
import { traceEventFromJson } from './trace.js';
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

/** What stays with a run may be told its events as they come. */
export interface Asking extends AnyRunOptions {
  readonly onEvents?: (events: readonly unknown[]) => Promise<void>;
  /** What feeds the program. */
  readonly feeds?: Feeds | undefined;
}

/** Stays with a run in this thread until it is done, failed or stopped. */
export async function goOn(
  connection: EngineConnection,
  run: EngineRun,
  options: Asking,
  stop: RunStop,
): Promise<ResultArrays> {
  const ask = (callbacks: RequestOptions) => connection.request('goOn', { run, ...tellingOf(options) }, callbacks);
  return watch(connection, ask, options, stop);
}

function tellingOf({ onProgress, onTrace, onEvents, onCommunication }: Asking): RunTelling {
  return {
    progress: onProgress !== undefined,
    traced: onTrace !== undefined || onEvents !== undefined,
    communication: onCommunication !== undefined,
  };
}

/** Makes the request of a run, for a Worker; what it returns sends it. */
function requestOf(
  { connection, handle, lent }: Binding,
  plan: CallPlan,
  { data, sizes }: GivenArrays,
  asked: CallOptions | undefined,
  options: Asking,
): (callbacks: RequestOptions) => { readonly id: number; readonly promise: Promise<ArraysResult> } {
  const slot = writeLent(lent, connection.memory, plan, data);
  const arrays = slot ?? packArrays(data, (bytes) => connection.buffers.take(bytes));
  const request: RunRequest = {
    executable: handle,
    arguments: arrays,
    sizes,
    ...tellingOf(options),
    ...(asked === undefined ? {} : { options: asked }),
  };
  const transfer = 'slot' in arrays ? [] : ownBuffers(arrays);
  return (callbacks) => connection.request('run', request, { ...callbacks, transfer });
}

/** Sends a run without options to a Worker. */
export function callOf(
  bound: Binding,
  plan: CallPlan,
  given: GivenArrays,
  callbacks: RequestOptions,
): Promise<ArraysResult | ArrayBuffer> {
  const { connection, handle: executable } = bound;
  const { data } = given;
  if (isFew(plan.argumentBytes) && data.every((array) => ArrayBuffer.isView(array))) {
    return connection.request('call', { executable, packed: packAll(data, plan.arguments) }, callbacks).promise;
  }
  return requestOf(bound, plan, given, undefined, {})(callbacks).promise;
}

/** Takes what a Worker gave, and what it gave back. */
export function received(
  { connection, lent }: Binding,
  plan: CallPlan,
  result: ArraysResult | ArrayBuffer,
): ResultArrays {
  // In environments of test runners, buffers from a Worker are no instances of the ArrayBuffer there.
  if (!('arrays' in result)) {
    const sizes = plan.results.map(({ shape }) => shape.dimensions);
    return { data: unpackAll(result, plan.results).map(alone), sizes };
  }
  connection.buffers.put(result.spent);
  if (result.lent !== undefined) lent.push(result.lent);
  return { data: unpackResults(result.arrays, plan.results), sizes: result.sizes };
}

/** Sends a run to a Worker, and stays with it. */
export async function send(
  bound: Binding,
  plan: CallPlan,
  given: GivenArrays,
  asked: CallOptions | undefined,
  options: Asking,
  stop: RunStop,
): Promise<ResultArrays> {
  const ask = requestOf(bound, plan, given, asked, options);
  return received(bound, plan, await watch(bound.connection, ask, options, stop));
}

/** Asks for a run, and stays with it until it is done, failed or stopped. */
async function watch<T>(
  connection: EngineConnection,
  ask: (callbacks: RequestOptions) => { readonly id: number; readonly promise: Promise<T> },
  { onProgress, onTrace, onEvents, onCommunication, feeds }: Asking,
  stop: RunStop,
): Promise<T> {
  const calls = new CustomCallRun('run', feeds);
  stop.explain = (thrown) => withDevices(thrown, stop.place.devices);
  stop.onStop((reason) => {
    calls.stop(reason);
  });
  const trace = onTrace === undefined ? undefined : stop.guarded(onTrace);
  const communication = onCommunication === undefined ? undefined : stop.guarded(onCommunication);
  const { id, promise } = ask({
    onProgress: onProgress === undefined ? undefined : stop.guarded(onProgress),
    onTrace: trace === undefined ? onEvents : (events) => tell(events.map(traceEventFromJson), trace, stop),
    onCommunication: communication && ((events) => tell(events.map(communicationEventFromJson), communication, stop)),
    onCustomCall: (call) => {
      stop.place = { ...stop.place, location: call.location };
      return calls.answer(call);
    },
    onPlace: (place) => {
      stop.place = place;
    },
  });
  // An engine in this thread has computed its first slice by now, and called back from it.
  stop.onStop(() => {
    connection.abandon(id);
  });
  try {
    return await stop.or(promise);
  } catch (thrown) {
    calls.stop(thrown);
    throw withDevices(calls.explain(thrown), stop.place.devices);
  }
}

/** Rules of errors that the core does not make, which knows what devices do: a limit of time, an abort, a lost instance. */
const endedOutside: readonly string[] = ['limits.c4', jsRules.cancelled.id, jsRules.instanceLost.id];

/** The same error with what each device did when that was last told. */
function withDevices(thrown: unknown, devices: readonly string[]): unknown {
  if (!(thrown instanceof HloomError) || !endedOutside.includes(thrown.rule)) return thrown;
  // The core may have hit the limit of time itself, and its table is newer.
  if (devices.length === 0 || thrown.details.some((line) => /^(it|device \d+) .*(waits|runs|ended)/.test(line)))
    return thrown;
  return withFields(thrown, { details: [...thrown.details, ...devices] });
}

/** Tells what happened, event by event; where that takes long, others have their turn in between. */
async function tell<E>(events: readonly E[], callback: (event: E) => void, stop: RunStop): Promise<void> {
  let turnStarted = performance.now();
  for (const event of events) {
    if (stop.stopped) return;
    callback(event);
    if (performance.now() - turnStarted < sliceMs) continue;
    await currentPlatform().pause();
    turnStarted = performance.now();
  }
}
