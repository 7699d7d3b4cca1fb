import type { AmbientAbortSignal } from '../base/ambient.js';
import { copiedArrays, gatherArguments, type GatheredArrays, type RunArgument } from './argument.js';
import { DeviceArray, DeviceValue } from './device-value.js';
import type { EngineSlot } from './engine-slot.js';
import type { Client } from './client.js';
import { called } from '../base/call-stack.js';
import { EngineExecutable, type Binding } from './engine-executable.js';
import { sliceMs, stepOnce } from './engine-server.js';
import { CustomCallRun } from './custom-call-run.js';
import type { EngineConnection, RequestOptions } from './connection.js';
import type { CompiledProgram, EngineRun } from './program.js';
import type { ArraysResult, RunRequest, WireCustomCall } from './protocol.js';
import { literalOfResult, type ResultArrays } from '../instance/call-literal.js';
import { CallPlan } from '../instance/call-plan.js';
import type { CallLimits, CallOptions, GivenArrays } from '../instance/call-slot.js';
import { currentPlatform } from '../instance/platform.js';
import { asHloomError, HloomError, jsError } from '../base/errors.js';
import { internal } from '../base/internal.js';
import { DisposableObject } from '../base/disposable.js';
import type { Literal } from '../values/literal.js';
import type { ProgramShape } from '../builder/program-shape.js';
import { addOtherRunNames } from '../builder/other-names.js';
import { checkMade, checkReceiver } from '../base/receiver.js';
import { checkLimits, limitsFromNow, markDonated, splitOptions } from './run-options.js';
import { RunStop } from './run-stop.js';
import { traceEventFromJson, type TraceEvent } from './trace.js';
import { alone, isFew, ownBuffers, packAll, packArrays, unpackAll, unpackResults, writeLent } from './wire-arrays.js';
import type { ElementReachOptions } from './element-question.js';
import type { ElementQuestionJson, TraceEventJson } from '../base/wire.js';

/** How far a run is. */
export interface RunProgress {
  /** Instructions executed so far. */
  readonly instructions: number;
  /** Bytes of the values that the run holds. */
  readonly bytes: number;
}

/** The limits at which a run that takes too much is stopped. Infinity is no limit, as if it were left out. */
export interface RunLimits {
  /** The most instructions a run may execute; then it fails with RESOURCE_EXHAUSTED. */
  readonly instructions?: number | bigint;
  /**
   * The most bytes that the run may take at once, for the values that it computes and for what it needs on the way; then
   * it fails with RESOURCE_EXHAUSTED. The arguments that it is given do not count. `memoryLimit` of the client holds
   * beside it. There are never more than the 4 GiB that WebAssembly can address.
   */
  readonly bytes?: number | bigint;
  /**
   * The most wall time from the call of run until its result is there, waiting for custom calls and for a new engine
   * instance included; then the run fails with DEADLINE_EXCEEDED. An engine in this thread looks at the clock between
   * instructions, and between the pieces of long ones.
   */
  readonly milliseconds?: number | bigint;
}

/** Options of {@link Executable.run}. */
export interface RunOptions {
  /** Aborting it stops the run, which rejects with CANCELLED and has `signal.reason` as its cause. */
  readonly signal?: AmbientAbortSignal;
  /** Called now and then, about sixty times a second. What it throws stops the run, which rejects with it. */
  readonly onProgress?: (progress: RunProgress) => void;
  /**
   * Called with every instruction that has been executed, in order; also before a run fails. Loops are told with the
   * iteration; what Reduce and its like apply to each element is not told. The text of each value has at most
   * `traceElements` elements. What it throws stops the run, which rejects with it.
   */
  readonly onTrace?: (event: TraceEvent) => void;
  /** How many elements of each value the trace shows: 64 when left out. */
  readonly traceElements?: number;
  readonly limits?: RunLimits;
  /** With `true`, the result stays on the engine, and the run gives a {@link DeviceValue}. */
  readonly keep?: false;
  /**
   * The numbers of arguments that are given up for the run: of those on the engine, which can then be computed upon in
   * place. They are given up as soon as the run has its arguments, also if it fails later.
   */
  readonly donate?: readonly number[];
}

/** Options of a run whose result stays on the engine: it gives a {@link DeviceValue}. */
export interface KeepRunOptions extends Omit<RunOptions, 'keep'> {
  readonly keep: true;
}

/** Options of which only the program that runs knows whether the result stays. */
export type AnyRunOptions = Omit<RunOptions, 'keep'> & { readonly keep?: boolean };

/** What stays with a run may be told its events as they come. */
interface Asking extends AnyRunOptions {
  readonly onEvents?: (events: readonly unknown[]) => Promise<void>;
}

/** The options that a run can have which is done when it returns. */
type OfSync<O extends AnyRunOptions> = Pick<O, 'limits' | 'keep' | 'donate'>;

/** How many elements of each value a trace shows. */
const defaultTraceElements = 64;

/** A compiled program, which runs as often as wanted, also several runs at a time. */
export class Executable extends DisposableObject {
  /** What the program takes and gives. */
  readonly programShape: ProgramShape;
  /** It is held so that the client, and its engine instance with it, lives as long as its executables. */
  readonly #client: Client;
  readonly #compiled: EngineExecutable;
  readonly #plan: CallPlan;
  readonly #slot: EngineSlot;

  /** @internal Executables come from `Client.compile`. */
  constructor(client: Client, compiled: EngineExecutable, programShape: ProgramShape) {
    checkMade(compiled instanceof EngineExecutable, 'Executable', 'await client.compile(computation)');
    super(() => {
      compiled.release();
    });
    this.programShape = programShape;
    this.#client = client;
    this.#compiled = compiled;
    this.#plan = new CallPlan(programShape.parameters, programShape.result);
    this.#slot = client[internal].slot;
  }

  /**
   * Runs the program.
   *
   * @param args - one value a parameter: a {@link Literal}, the natural typed array of the element type (in the order
   * of the parameter's layout), a number, bigint or boolean, or nested arrays; for a tuple an array of such values.
   * After them may come a {@link RunOptions}.
   * @returns the result; if the program gives a tuple, a literal with `elements`
   * @throws HloomError (as a rejection) `js.c2` after dispose(); `js.c6`, `js.c7`, `js.c8`, `js.c9`, `js.c10`,
   * `js.c22` for options that are none; `js.c23`, `js.c24` for arguments that do not fit; CANCELLED for an aborted
   * signal; RESOURCE_EXHAUSTED or DEADLINE_EXCEEDED beyond a limit; ABORTED if the engine instance is lost meanwhile
   * (the next run gets a new one). An engine in a Worker may still compute the piece of an instruction that it has
   * begun.
   */
  run(...args: RunArgument[]): Promise<Literal>;
  run(...args: [...RunArgument[], RunOptions]): Promise<Literal>;
  run(...args: [...RunArgument[], KeepRunOptions]): Promise<DeviceValue>;
  run(...args: [...RunArgument[], AnyRunOptions]): Promise<Literal | DeviceValue>;
  run(...all: unknown[]): Promise<Literal | DeviceValue> {
    const bound = this instanceof Executable && !this.disposed ? this.#compiled.ready : undefined;
    const plain = bound === undefined ? undefined : splitPlain(all);
    if (bound !== undefined && plain !== undefined) {
      return bound.program === undefined ? this.#runThere(bound, plain) : this.#runHere(bound, bound.program, plain);
    }
    return called(async () => {
      checkReceiver(this instanceof Executable, this, 'executable', 'run');
      return this.#run(all);
    });
  }

  /** Begins a run in this thread, which is often done before anybody could wait for it. */
  #runHere(bound: Binding, program: CompiledProgram, args: readonly unknown[]): Promise<Literal> {
    let run: EngineRun;
    try {
      run = program.begin(gatherArguments(args, this.programShape, program.plan, 'run', this.#slot));
      const done = stepOnce(run);
      if (done !== undefined) return bound.connection.transport.settled(literalOfResult(this.#plan, done));
    } catch (thrown) {
      return called(() => Promise.reject(asHloomError(thrown)));
    }
    return called(async () => {
      const stop = new RunStop(undefined, Infinity, 0);
      return this.#held(async () => literalOfResult(this.#plan, await goOn(bound.connection, run, {}, stop)), stop);
    });
  }

  /** Sends a run to a Worker that only its own end can stop. */
  #runThere(bound: Binding, args: readonly unknown[]): Promise<Literal> {
    return called(() => {
      let given: GatheredArrays;
      try {
        given = gatherArguments(args, this.programShape, this.#plan, 'run', this.#slot);
      } catch (thrown) {
        return Promise.reject(asHloomError(thrown));
      }
      const letGo = this.#compiled.hold();
      const calls = new CustomCallRun('run');
      const onCustomCall = (call: WireCustomCall) => calls.answer(call);
      return callOf(bound, this.#plan, given, { onCustomCall }).then(
        (result) => {
          letGo();
          return literalOfResult(this.#plan, received(bound, this.#plan, result));
        },
        (thrown: unknown) => {
          letGo();
          calls.stop(thrown);
          throw reasonOf(calls.explain(thrown), given);
        },
      );
    });
  }

  async #run(all: readonly unknown[]): Promise<Literal | DeviceValue> {
    const op = 'run';
    const started = performance.now();
    this.#check(op);
    const { args, options = {} } = splitOptions(all, op);
    const limits = checkLimits(options.limits ?? {}, op);
    const { ready } = this.#compiled;
    const gathered = gatherArguments(args, this.programShape, this.#plan, op, this.#slot);
    const donated = options.donate === undefined ? [] : markDonated(gathered, this.#plan, options.donate, op);
    // An engine that has the program takes the arguments before run() returns; until there is one, they are kept here, as
    // the caller may change them.
    const given = ready === undefined ? copiedArrays(gathered) : gathered;
    const stop = new RunStop(options.signal, limits.milliseconds, started);
    return this.#held(async () => {
      stop.check();
      if (ready === undefined) giveUp(donated);
      const bound = ready ?? (await stop.or(this.#compiled.bind()));
      const kept = options.keep === true ? newArrays(bound.connection, this.#plan) : undefined;
      const asked = {
        limits: limitsFromNow(limits, started),
        trace: options.onTrace === undefined ? undefined : (options.traceElements ?? defaultTraceElements),
        keep: kept?.map(({ number }) => number),
      };
      try {
        const going = isPlain(options) ? undefined : asked;
        const result =
          bound.program === undefined
            ? send(bound, this.#plan, given, going, options, stop)
            : goOn(bound.connection, bound.program.begin(given, asked), options, stop);
        giveUp(donated);
        const gave = await result;
        stop.check();
        return this.#result(gave, kept, bound.connection);
      } catch (thrown) {
        for (const array of kept ?? []) array.dispose();
        throw reasonOf(thrown, gathered);
      }
    }, stop);
  }

  /** What a run gives: the literal of its result, or the arrays under which that stays on the engine. */
  #result(
    gave: ResultArrays,
    kept: readonly DeviceArray[] | undefined,
    connection: EngineConnection,
  ): Literal | DeviceValue {
    if (kept === undefined) return literalOfResult(this.#plan, gave);
    return new DeviceValue(this.#slot, connection, this.#plan.result, kept);
  }

  /** Keeps the compiled program for a run. */
  async #held<T>(run: () => Promise<T>, stop: RunStop): Promise<T> {
    const letGo = this.#compiled.hold();
    try {
      return await run();
    } finally {
      stop.close();
      letGo();
    }
  }

  /** @internal Runs the program for what it tells of an element, and gives that in place of a result. */
  async [internal](question: ElementQuestionJson, options: ElementReachOptions, op: string): Promise<unknown> {
    const started = performance.now();
    this.#check(op);
    const limits = checkLimits(options.limits ?? {}, op);
    const given = gatherArguments(options.arguments ?? [], this.programShape, this.#plan, op, this.#slot);
    const stop = new RunStop(options.signal, limits.milliseconds, started);
    return this.#held(async () => {
      stop.check();
      const bound = this.#compiled.ready ?? (await stop.or(this.#compiled.bind()));
      let answer: unknown;
      const asking: Asking = {
        onEvents: ([told]) => {
          answer = told;
          return Promise.resolve();
        },
      };
      const asked = { limits: limitsFromNow(limits, started), keep: [], question };
      try {
        await (bound.program === undefined
          ? send(bound, this.#plan, given, asked, asking, stop)
          : goOn(bound.connection, bound.program.begin(given, asked), asking, stop));
      } catch (thrown) {
        throw reasonOf(thrown, given);
      }
      stop.check();
      return answer;
    }, stop);
  }

  /**
   * Runs the program and returns only when it is done; nothing else happens in this thread meanwhile.
   *
   * @param args - as for {@link Executable.run}; of the options only `limits` can have a meaning
   * @throws HloomError what `run` rejects with, and `js.c19` where the engine lives in a Worker or was lost
   */
  runSync(...args: RunArgument[]): Literal;
  runSync(...args: [...RunArgument[], OfSync<RunOptions>]): Literal;
  runSync(...args: [...RunArgument[], OfSync<KeepRunOptions>]): DeviceValue;
  runSync(...args: [...RunArgument[], OfSync<AnyRunOptions>]): Literal | DeviceValue;
  runSync(...all: unknown[]): Literal | DeviceValue {
    const op = 'runSync';
    const started = performance.now();
    checkReceiver(this instanceof Executable, this, 'executable', op);
    this.#check(op);
    const { args, options } = splitOptions(all, op);
    const limits = options === undefined ? undefined : syncLimits(options, started);
    const given = gatherArguments(args, this.programShape, this.#plan, op, this.#slot);
    const donated = options?.donate === undefined ? [] : markDonated(given, this.#plan, options.donate, op);
    const { engine, program, connection } = this.#compiled.bindNow(op);
    const kept = options?.keep === true ? newArrays(connection, this.#plan) : undefined;
    const asked = options === undefined ? undefined : { limits, keep: kept?.map(({ number }) => number) };
    const calls = new CustomCallRun(op);
    try {
      const run = program.begin(given, asked);
      giveUp(donated);
      const gave = engine.runSync(run, (call) => calls.answerNow(call));
      return this.#result(gave, kept, connection);
    } catch (thrown) {
      for (const array of kept ?? []) array.dispose();
      calls.stop(thrown);
      throw calls.explain(thrown);
    }
  }

  /** Gives the compiled program back. Runs under way end as they would. */
  override dispose(): void {
    super.dispose();
  }

  override toString(): string {
    return `Executable ${this.programShape.text}${this.disposed ? ' (disposed)' : ''}`;
  }

  #check(op: string): void {
    if (this.disposed) throw jsError('disposed', 'the executable was disposed', { op });
    if (this.#client.disposed) throw jsError('disposed', 'the client of the executable was disposed', { op });
  }
}

addOtherRunNames(Executable.prototype, 'executable');

/** The arguments of a run without options; undefined where there are some. */
function splitPlain(all: readonly unknown[]): readonly unknown[] | undefined {
  try {
    const { args, options } = splitOptions(all, 'run');
    return options === undefined ? args : undefined;
  } catch {
    // The longer way throws it again.
    return undefined;
  }
}

/** Whether a run has no options of which the engine must know. */
function isPlain({ limits, onProgress, onTrace, keep }: AnyRunOptions): boolean {
  return limits === undefined && onProgress === undefined && onTrace === undefined && keep !== true;
}

function newArrays(connection: EngineConnection, { results }: CallPlan): DeviceArray[] {
  return results.map(() => new DeviceArray(connection));
}

function giveUp(arrays: readonly DeviceArray[]): void {
  for (const array of arrays) array.giveUp();
}

/** Why a run failed: a value that it was given may not have got to the engine. */
function reasonOf(thrown: unknown, { devices }: GatheredArrays): unknown {
  if (!(thrown instanceof HloomError) || thrown.rule !== 'value.c1') return thrown;
  return [...devices.values()].find(({ failure }) => failure !== undefined)?.failure ?? thrown;
}

/** The limits of a run that is done when it returns. */
function syncLimits(options: AnyRunOptions, started: number): CallLimits {
  const op = 'runSync';
  if (options.signal !== undefined || options.onProgress !== undefined || options.onTrace !== undefined) {
    throw jsError('options', 'signal, onProgress and onTrace can do nothing while this thread is busy', {
      op,
      help: 'use await executable.run(...), or limits',
    });
  }
  return limitsFromNow(checkLimits(options.limits ?? {}, op), started);
}

/** Stays with a run in this thread until it is done, failed or stopped. */
async function goOn(
  connection: EngineConnection,
  run: EngineRun,
  options: Asking,
  stop: RunStop,
): Promise<ResultArrays> {
  const telling = { progress: options.onProgress !== undefined, traced: isTraced(options) };
  const ask = (callbacks: RequestOptions) => connection.request('goOn', { run, ...telling }, callbacks);
  return watch(connection, ask, options, stop);
}

function isTraced({ onTrace, onEvents }: Asking): boolean {
  return onTrace !== undefined || onEvents !== undefined;
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
    progress: options.onProgress !== undefined,
    traced: isTraced(options),
    ...(asked === undefined ? {} : { options: asked }),
  };
  const transfer = 'slot' in arrays ? [] : ownBuffers(arrays);
  return (callbacks) => connection.request('run', request, { ...callbacks, transfer });
}

/** Sends a run without options to a Worker. */
function callOf(
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
function received({ connection, lent }: Binding, plan: CallPlan, result: ArraysResult | ArrayBuffer): ResultArrays {
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
async function send(
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
  { onProgress, onTrace, onEvents }: Asking,
  stop: RunStop,
): Promise<T> {
  const calls = new CustomCallRun('run');
  stop.onStop((reason) => {
    calls.stop(reason);
  });
  const trace = onTrace === undefined ? undefined : stop.guarded(onTrace);
  const { id, promise } = ask({
    onProgress: onProgress === undefined ? undefined : stop.guarded(onProgress),
    onTrace: trace === undefined ? onEvents : (events) => tell(events, trace, stop),
    onCustomCall: (call) => calls.answer(call),
  });
  // An engine in this thread has computed its first slice by now, and called back from it.
  stop.onStop(() => {
    connection.abandon(id);
  });
  try {
    return await stop.or(promise);
  } catch (thrown) {
    calls.stop(thrown);
    throw calls.explain(thrown);
  }
}

/** Tells a trace, event by event; where that takes long, others have their turn in between. */
async function tell(
  events: readonly TraceEventJson[],
  trace: (event: TraceEvent) => void,
  stop: RunStop,
): Promise<void> {
  let turnStarted = performance.now();
  for (const event of events) {
    if (stop.stopped) return;
    trace(traceEventFromJson(event));
    if (performance.now() - turnStarted < sliceMs) continue;
    await currentPlatform().pause();
    turnStarted = performance.now();
  }
}
