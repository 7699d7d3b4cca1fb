import type { AmbientAbortSignal } from './ambient.js';
import { toLiterals, type RunArgument } from './argument.js';
import type { Client } from './client.js';
import type { CompiledProgram } from './compiled-program.js';
import { CustomCallRun } from './custom-call-run.js';
import { describeValue, isPlainObject } from './describe.js';
import type { EngineConnection } from './engine/connection.js';
import type { RunRequest, WireLimits, WireLiteral } from './engine/protocol.js';
import { literalFromWire, literalToWire } from './engine/wire-literal.js';
import { HloomError, jsError } from './errors.js';
import { DisposableObject } from './disposable.js';
import { internal } from './internal.js';
import { Literal } from './literal.js';
import type { ProgramShape } from './program-shape.js';
import { traceEventFromJson, type TraceEvent } from './trace.js';
import { isComplexObject } from './values.js';
import type { TraceEventJson } from './wire.js';

/** How far a run is. */
export interface RunProgress {
  /** Instructions executed so far. */
  readonly instructions: number;
  /** Bytes of the values that the run holds. */
  readonly bytes: number;
}

/** What stops a run that takes too much. */
export interface RunLimits {
  /** The most instructions a run may execute; then it fails with RESOURCE_EXHAUSTED or DEADLINE_EXCEEDED. */
  readonly instructions?: number | bigint;
  /** The most bytes a run may hold at once; then it fails with RESOURCE_EXHAUSTED. */
  readonly bytes?: number | bigint;
}

/** Options of {@link Executable.run}. */
export interface RunOptions {
  /** Aborting it stops the run, which rejects with CANCELLED and has `signal.reason` as its cause. */
  readonly signal?: AmbientAbortSignal;
  /** Called now and then, about sixty times a second. */
  readonly onProgress?: (progress: RunProgress) => void;
  /**
   * Called with every instruction that has been executed, in order; also before a run fails. Loops are told with the
   * iteration. What Reduce and its like apply to each element is not told. Of each value, the text has at most
   * `traceElements` elements.
   */
  readonly onTrace?: (event: TraceEvent) => void;
  /** 64 when left out. */
  readonly traceElements?: number;
  readonly limits?: RunLimits;
}

/** So many elements of each value does a trace show. */
const defaultTraceElements = 64;

/** An engine in a Worker that does not answer a cancellation for so long is ended. */
const cancelGraceMs = 5_000;

/** A compiled program, which runs as often as wanted, also several runs at a time. */
export class Executable extends DisposableObject {
  /** What the program takes and gives. */
  readonly programShape: ProgramShape;
  /** Held so that the client, and its engine instance with it, lives as long as its executables. */
  readonly #client: Client;
  readonly #compiled: CompiledProgram;

  /** @internal Executables come from `Client.compile`. */
  constructor(client: Client, compiled: CompiledProgram, programShape: ProgramShape) {
    super(() => {
      compiled.release();
    });
    this.programShape = programShape;
    this.#client = client;
    this.#compiled = compiled;
  }

  /**
   * Runs the program.
   *
   * @param args - one value a parameter: a {@link Literal}, the natural typed array of the element type (in the order
   * of the parameter's layout), a number, bigint or boolean, or nested arrays; for a tuple an array of such values.
   * After them may come a {@link RunOptions}.
   * @returns the result; of a program that gives a tuple, a literal with `elements`
   * @throws HloomError (as a rejection) `js.c2` after dispose(); `js.c6`, `js.c7`, `js.c8`, `js.c9`, `js.c10`,
   * `js.c23`, `js.c24` for arguments that do not fit; CANCELLED for an aborted signal; RESOURCE_EXHAUSTED beyond a
   * limit; ABORTED if the engine instance is lost meanwhile (the next run gets a new one)
   */
  run(...args: RunArgument[]): Promise<Literal>;
  run(...args: [...RunArgument[], RunOptions]): Promise<Literal>;
  async run(...all: unknown[]): Promise<Literal> {
    const op = 'run';
    this.#check(op);
    const { args, options } = splitOptions(all, op);
    const limits = wireLimits(options.limits, this.#client[internal].memoryLimit, op);
    // An engine in this thread that has the program reads the arguments before run() returns: literals and typed arrays go
    // straight into its memory. In all other cases they are copied here, as the caller may change them.
    const inline = this.#compiled.boundInline;
    const literals = toLiterals(args, this.programShape, op, inline === undefined ? 'copy' : 'view');
    throwIfAborted(options.signal);
    const { connection, handle } = inline ?? (await this.#compiled.bind());
    // Aborted while a new engine instance was being started.
    throwIfAborted(options.signal);
    const request: RunRequest = {
      executable: handle,
      arguments: literals.map((literal) => literalToWire(literal, op)),
      limits,
      progress: options.onProgress !== undefined,
      ...(options.onTrace === undefined ? {} : { trace: options.traceElements ?? defaultTraceElements }),
    };
    return watch(connection, request, inline === undefined ? buffersOf(request.arguments) : [], options);
  }

  /**
   * Runs the program and returns only when it is done; nothing else happens in this thread meanwhile.
   *
   * @param args - as of {@link Executable.run}; of the options only `limits` can have a meaning
   * @throws HloomError what `run` rejects with, and `js.c19` where the engine lives in a Worker or was lost
   */
  runSync(...args: RunArgument[]): Literal;
  runSync(...args: [...RunArgument[], Pick<RunOptions, 'limits'>]): Literal;
  runSync(...all: unknown[]): Literal {
    const op = 'runSync';
    this.#check(op);
    const { args, options } = splitOptions(all, op);
    if (options.signal !== undefined || options.onProgress !== undefined || options.onTrace !== undefined) {
      throw jsError('options', 'signal, onProgress and onTrace can do nothing while this thread is busy', {
        op,
        help: 'use await executable.run(...), or limits',
      });
    }
    const limits = wireLimits(options.limits, this.#client[internal].memoryLimit, op);
    const literals = toLiterals(args, this.programShape, op, 'view');
    const { engine, handle } = this.#compiled.bindNow(op);
    const request = {
      executable: handle,
      arguments: literals.map((literal) => literalToWire(literal, op)),
      limits,
      progress: false,
    };
    const calls = new CustomCallRun(op);
    try {
      return literalFromWire(engine.runSync(request, (call) => calls.answerNow(call)));
    } catch (thrown) {
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

/** Sends a run and stays with it until it is done, failed or cancelled. */
async function watch(
  connection: EngineConnection,
  request: RunRequest,
  transfer: readonly ArrayBuffer[],
  { signal, onProgress, onTrace }: RunOptions,
): Promise<Literal> {
  let grace: ReturnType<typeof setTimeout> | undefined;
  let thrownByCallback: { readonly thrown: unknown } | undefined;
  let cancel = (): void => undefined;
  const guarded = (callback: () => void): void => {
    try {
      callback();
    } catch (thrown) {
      thrownByCallback ??= { thrown };
      cancel();
    }
  };
  const progress = (state: RunProgress): void => {
    guarded(() => onProgress?.(state));
  };
  const trace = (events: readonly TraceEventJson[]): void => {
    guarded(() => {
      for (const event of events) onTrace?.(traceEventFromJson(event));
    });
  };
  const calls = new CustomCallRun('run');
  const { id, promise } = connection.request('run', request, {
    transfer,
    onProgress: progress,
    onTrace: trace,
    onCustomCall: (call) => calls.answer(call),
  });
  cancel = () => {
    if (signal?.aborted === true) calls.stop(signal.reason);
    connection.request('cancel', { request: id }).promise.catch(() => undefined);
    // An engine in this thread cannot be ended from outside: when it does not answer, nothing here runs either.
    if (connection.transport.inline !== undefined) return;
    grace ??= setTimeout(() => {
      connection.close(jsError('instanceLost', `the engine instance ignored a cancellation for ${cancelGraceMs} ms`));
    }, cancelGraceMs);
  };
  signal?.addEventListener('abort', cancel, { once: true });
  // An engine in this thread has computed its first slice by now, and called back from it.
  if (signal?.aborted === true || thrownByCallback !== undefined) cancel();
  try {
    return literalFromWire(await promise);
  } catch (thrown) {
    calls.stop(thrown);
    const stopped = thrown instanceof HloomError && (thrown.code === 'CANCELLED' || thrown.code === 'ABORTED');
    if (stopped && signal?.aborted === true) throw cancelled(signal);
    throw stopped && thrownByCallback !== undefined ? thrownByCallback.thrown : calls.explain(thrown);
  } finally {
    clearTimeout(grace);
    signal?.removeEventListener('abort', cancel);
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancelled(signal);
}

function cancelled(signal: AbortSignal): HloomError {
  return jsError('cancelled', 'the run was stopped by its AbortSignal', { op: 'run', cause: signal.reason as unknown });
}

/** The buffers of arguments that were copied for a run, which may move to a Worker. */
function buffersOf(args: readonly WireLiteral[]): ArrayBuffer[] {
  return args.flatMap(({ leaves }) => leaves.map((leaf) => leaf.buffer as ArrayBuffer));
}

/** A plain object cannot be an argument: as the last one it is the options. */
function splitOptions(all: readonly unknown[], op: string): { args: readonly unknown[]; options: RunOptions } {
  const last = all.at(-1);
  // But for a complex number.
  if (!isPlainObject(last) || isComplexObject(last)) return { args: all, options: {} };
  const known = ['signal', 'onProgress', 'onTrace', 'traceElements', 'limits'];
  for (const key of Object.keys(last)) {
    if (known.includes(key)) continue;
    throw jsError('options', `there is no option ${JSON.stringify(key)}`, {
      op,
      help: `the options are ${known.join(', ')}`,
    });
  }
  const { signal, onProgress, onTrace, traceElements, limits } = last as RunOptions;
  if (signal !== undefined && typeof (signal as Partial<AbortSignal>).addEventListener !== 'function') {
    throw jsError('options', `signal is ${describeValue(signal)}`, {
      op,
      help: 'use the signal of an AbortController',
    });
  }
  for (const [name, callback] of Object.entries({ onProgress, onTrace })) {
    if (callback === undefined || typeof callback === 'function') continue;
    throw jsError('options', `${name} is ${describeValue(callback)}`, { op, help: 'use a function' });
  }
  if (traceElements !== undefined && !(Number.isSafeInteger(traceElements) && traceElements >= 0)) {
    throw jsError('options', `traceElements is ${describeValue(traceElements)}`, {
      op,
      help: 'use a non-negative integer',
    });
  }
  if (limits !== undefined && !isPlainObject(limits)) {
    throw jsError('options', `limits is ${describeValue(limits)}`, { op, help: 'use { instructions, bytes }' });
  }
  return { args: all.slice(0, -1), options: last };
}

function wireLimits(limits: RunLimits | undefined, memoryLimit: number | undefined, op: string): WireLimits {
  const text = (name: keyof RunLimits): string | undefined => {
    const value = limits?.[name];
    if (value === undefined) return undefined;
    if (typeof value === 'bigint' ? value >= 0n && value < 2n ** 63n : Number.isSafeInteger(value) && value >= 0) {
      return String(value);
    }
    throw jsError('options', `limits.${name} is ${describeValue(value)}`, { op, help: 'use a non-negative integer' });
  };
  const instructions = text('instructions');
  const bytes = text('bytes') ?? memoryLimit?.toString();
  return { ...(instructions === undefined ? {} : { instructions }), ...(bytes === undefined ? {} : { bytes }) };
}
